/* A tournament as the store has it, and what changes it: for the house, and for operators at the command line.
 *
 * What is to be written is returned as acts (store/accounts.h). The first of them names the version that was read, so
 * that somebody else's write in between makes it STORE_STALE. The caller then reads again and tries again. */
#ifndef COLONNADE_HOUSE_ARRANGE_H
#define COLONNADE_HOUSE_ARRANGE_H

#include "core/game.h"
#include "house/house.h"
#include "store/tournaments.h"
#include "tournament/tournament.h"

enum {
    ARRANGE_DAYS = 30,          /* per move, at most */
    ARRANGE_NAME = 80,          /* room for the name of a tournament */
    ARRANGE_HEX = 2 * STORE_HASH + 1,
};

typedef enum ArrangeStart { ARRANGE_SHEET, ARRANGE_FAIR, ARRANGE_PAIR } ArrangeStart;

typedef struct ArrangeOptions {
    TournamentKind kind;
    ArrangeStart start;
    int days;                   /* per move */
    int rounds;                 /* requested; 0: the usual number */
    bool rated;                 /* only accounts enter */
    bool by_hand;               /* rounds begin on command */
    bool closed;                /* only its operator can enter players */
} ArrangeOptions;

typedef struct Arranged {
    StoreTournament stored;
    ArrangeOptions options;
    Tournament tournament;      /* player i has the number i + 1 */
    struct {
        int64_t account;        /* 0: a guest */
        char name[HOUSE_NAME];  /* "": an account that was erased */
        char token[ARRANGE_HEX], feed[ARRANGE_HEX];     /* a guest's */
    } person[TOURNAMENT_PLAYERS];
    char round[TOURNAMENT_GAMES][STORE_ROUND];          /* of each game; "": it is not played */
} Arranged;

/* NULL: there is none (error->id NULL), or the store or memory failed. */
Arranged *arranged_read(Store *s, int64_t id, Message *error);
void arranged_free(Arranged *a);        /* NULL is allowed */

extern const char *const arrange_kinds[], *const arrange_starts[];      /* by number, NULL-ended */
void arrange_options_write(const ArrangeOptions *o, char out[STORE_TEXT]);
void arrange_options_read(const char *text, ArrangeOptions *out);

/* The result of a pairing as the store keeps it. */
const char *arrange_result(TournamentResult r);

/* --- changing; each returns NULL, or the word of docs/house.md for why not --- */

/* Whether the ruleset can be played with these options. */
const char *arrange_check(const Game *g, const ArrangeOptions *o);

/* Whether it still takes entrants. */
const char *arrange_open(const Arranged *a);

typedef struct ArrangeNewcomer {
    int64_t account;            /* 0: a guest */
    const char *name;
    const char *token;          /* a guest's; NULL: an account */
    int rating;
} ArrangeNewcomer;
enum { ARRANGE_ENTER = 2, ARRANGE_LEAVE = 2 };
typedef struct ArrangeEntry {
    StoreAct act[ARRANGE_ENTER];
    char feed[ARRANGE_HEX];
    int number;                 /* the entrant's */
} ArrangeEntry;
const char *arrange_enter(const Arranged *a, const ArrangeNewcomer *n, ArrangeEntry *out);
const char *arrange_leave(const Arranged *a, int number, StoreAct out[ARRANGE_LEAVE]);

/* The next round, which may be the first, or the end when there is none. `random` as in HouseWorld: it names games. */
typedef struct ArrangeRound {
    StoreAct act[STORE_ACTS];
    size_t count;
    char round[TOURNAMENT_TABLES + 1][STORE_ROUND];
} ArrangeRound;
const char *arrange_next(const Arranged *a, void (*random)(void *context, unsigned char *out, size_t size),
                         void *context, ArrangeRound *out);

/* The act that ends it. */
const char *arrange_end(const Arranged *a, StoreAct *out);

/* An account's rating in a ruleset, in points; one that has none counts as a newcomer. */
int arrange_rating(Store *s, int64_t account, const char *label);

#endif
