/* A house of games: rounds between people who are far apart.
 *
 * The house takes the messages of docs/house.md from visitors and answers them. Every action
 * goes through `round` and so through the rules; every event is in the store before anybody
 * hears of it. The house knows no language and no sockets: whoever runs it (src/serve, a simulator)
 * carries texts to and fro, supplies the time and lets levels think.
 *
 * What always holds:
 * - A visitor receives an event only once it is stored. It receives all events of a round that
 *   it has entered, in order, each once.
 * - The state in memory is the fold of what is stored and of what is on its way there. When
 *   a write fails, the state is rebuilt from what is stored.
 * - Only whoever holds a seat's token may act for the seat.
 *
 * A house belongs to one thread. */
#ifndef COLONNADE_HOUSE_HOUSE_H
#define COLONNADE_HOUSE_HOUSE_H

#include "core/game.h"
#include "core/buffer.h"
#include "core/message.h"
#include "engine/oracle.h"
#include "store/store.h"

enum {
    HOUSE_VERSION = 1,          /* of the protocol */
    HOUSE_MESSAGE = 8192,       /* bytes of a visitor's message, at most */
    HOUSE_TOKEN = 23,           /* room for a token: 128 bits as 22 characters */
    HOUSE_TICKET = 112,         /* room for a ticket */
    HOUSE_PHRASES = 8,
    HOUSE_NAME = 64,            /* room for a name */
};

/* A message to visitors, shared by all who receive it. */
typedef struct HouseText {
    int uses;
    size_t length;
    char bytes[];
} HouseText;

void house_text_free(HouseText *t);     /* releases one use */

typedef enum HouseQuestion { HOUSE_MOVE, HOUSE_AGREE, HOUSE_FAIR } HouseQuestion;

/* A question for a level, or for whoever draws fair starts. */
typedef struct HouseThought {
    char round[STORE_ROUND];    /* HOUSE_FAIR: "" */
    uint32_t number; /* of the last event: the answer counts only while it is the last; HOUSE_FAIR: of the start */
    HouseQuestion question; /* which move, whether to agree to a draw, or which fair start */
    int seat, level;
    double seconds; /* that it may take; 0: no hurry */
    const Game *game;
    Position position;
    const uint64_t *history; /* hashes of the positions before it; valid during the call … */
    size_t history_count;
} HouseThought;

typedef struct HouseAnswer {
    char round[STORE_ROUND];
    uint32_t number;
    HouseQuestion question;
    int seat;
    bool agree;
    char move[MOVE_TEXT]; /* "": none was found */
    const Game *game; /* HOUSE_FAIR … */
    char position[POSITION_TEXT]; /* … "": there is none with that number */
} HouseAnswer;

enum { HOUSE_SECRET = 520, HOUSE_PROOF = 128 };

/* A password to be checked, one to be turned into what is stored, or first the one and then the other. */
typedef struct HouseSecret {
    uint64_t number;
    char password[HOUSE_SECRET], stored[HOUSE_PROOF];   /* stored "": nothing to check */
    char fresh[HOUSE_SECRET];                           /* "": nothing to make */
} HouseSecret;

typedef struct HouseProof {
    uint64_t number;
    bool ok;
    char made[HOUSE_PROOF];
} HouseProof;

/* What the house needs from the world. */
typedef struct HouseWorld {
    void *context;
    int64_t (*now)(void *context); /* ms since 1970; never goes back */
    void (*random)(void *context, unsigned char *out, size_t size);
    /* Sends to a line (house_enter); takes one use of the text. */
    void (*send)(void *context, void *line, HouseText *t);
    /* Closes a line, with a WebSocket's reason; house_leave follows, or has been called. */
    void (*hang_up)(void *context, void *line, int reason);
    /* Lets a level think; house_answer follows. NULL: there are no levels. */
    void (*think)(void *context, const HouseThought *t);
    /* Takes a copy of a password to work on; house_proved follows. False: too many are waiting. NULL: there are no
     * accounts. */
    bool (*prove)(void *context, const HouseSecret *s);
    /* For several servers that share a store (house_site), with a context of their own; NULL: this one never does.
     * forward: hands a visitor's request to another server; false: it cannot be reached. forget: tells all of them that
     * the visitor has gone. far_send and far_hang_up: send and hang_up for a line of house_far_enter. far_lobby: tells
     * all of them what is in our lobby. */
    void *far;
    bool (*forward)(void *context, int64_t server, uint64_t visitor, const char *guest, int64_t journey,
                    const char *text, size_t length);
    void (*forget)(void *context, uint64_t visitor);
    void (*far_send)(void *context, void *line, HouseText *t);
    void (*far_hang_up)(void *context, void *line, int reason);
    void (*far_lobby)(void *context, const char *text, size_t length);
} HouseWorld;

/* Exact values of a ruleset's positions, from a folder (NULL: the usual one); false: there are none. */
typedef bool HouseOracle(const Game *g, const char *folder, Oracle *out);

typedef struct HouseOptions {
    const char *name; /* of the house; NULL: none. Copied */
    HouseOracle *oracle; /* what visitors may look up; NULL: nothing */
    const char *tables; /* its folder */
    bool accounts; /* visitors may have accounts */
    bool unverified; /* passkeys are accepted even if the device has not identified its user */
    bool unlimited; /* visitors may send as much as they like: for measurements */
    const char *address; /* where other servers of the store reach this one; NULL: nowhere */
} HouseOptions;

typedef struct House House;
typedef struct Visitor Visitor;

/* Opens the house on a store, which must outlive it. NULL: `error` says why. */
House *house_open(Store *store, const HouseWorld *world, const HouseOptions *options, Message *error);

/* Tells every visitor that the house is closing, and why lines end (1012: it will be back). Writes
 * under way belong to the store: call store_collect until none is waiting, then house_free. */
void house_close(House *h);
void house_free(House *h); /* NULL is allowed */

/* Somebody is on the line. `origin` stands for the address and serves only for limits. NULL: no memory. */
Visitor *house_enter(House *h, void *line, uint64_t origin);
void house_leave(House *h, Visitor *v);
void house_receive(House *h, Visitor *v, const char *text, size_t length);
/* The server measured this many ms for a message to this visitor and back. */
void house_journey(House *h, Visitor *v, int64_t ms);

void house_answer(House *h, const HouseAnswer *a);
void house_proved(House *h, const HouseProof *p);

/* Signs a visitor in with the token of its browser's cookie (NULL: it has none), before it says anything. `overheard`:
 * others can read the line, so the visitor must not be asked for a password. `page`: the origin of its page, already
 * checked; NULL: it is a program. */
void house_introduce(House *h, Visitor *v, const char *token, bool overheard, const char *page);

/* What a browser's cookie is to hold: the token of the session that this ticket stands for. A ticket works once and
 * for a short time. False: no such ticket. */
bool house_ticket(House *h, const char *ticket, char token[HOUSE_TOKEN], int64_t *seconds);

/* Does what is due and returns when to call it again, in ms. Call it after store_collect too. */
int64_t house_tick(House *h);

/* Writes a note that the house is alive, as it does from time to time: a test of whether it can write. */
void house_beat(House *h);

typedef struct HouseCount {
    size_t visitors, rounds; /* rounds in memory */
    uint64_t events, refusals, failures;
    size_t servers, leases; /* servers that share the store; leases that we have */
    uint64_t taken, lost; /* leases that we were given, and that we lost involuntarily */
    uint64_t forwarded; /* requests to other servers */
    size_t held; /* requests waiting for a round's next owner */
} HouseCount;
HouseCount house_count(const House *h);

/* --- several servers on one store: see far.c --- */

/* The others, as last seen; NULL: the store is not shared. */
const StoreSite *house_site(const House *h);
bool house_is_known(const House *h); /* to the others: the leases were renewed in time */
void house_hint(House *h); /* leases may have changed: the next tick checks */
void house_reachable(House *h); /* one more of them can be reached */
void house_unreachable(House *h, int64_t server); /* this one can no longer be reached */

/* A visitor of another server asks for a round of ours; it gets no welcome. NULL: no memory. house_leave ends it. */
Visitor *house_far_enter(House *h, void *line);
/* Its request, and what its home knows of it. Returns its name as a guest ("": none), which may be new. */
const char *house_far_receive(House *h, Visitor *v, const char *guest, int64_t journey, const char *text,
                              size_t length);

/* What another server says to a visitor of ours, by number; ignored when it has gone. */
void house_far_text(House *h, uint64_t visitor, const char *text, size_t length);
void house_far_hang_up(House *h, uint64_t visitor, int reason);
void house_far_guest(House *h, uint64_t visitor, const char *guest);
/* What is in its lobby. */
void house_far_lobby(House *h, int64_t server, const char *text, size_t length);

/* What a feed reader sees of a round; see house_feed. */
typedef struct HouseFeed {
    const Game *game;
    char round[STORE_ROUND];
    int seat; /* whose feed it is */
    bool over, turn; /* turn: the seat is to move */
    uint32_t number; /* of the last event */
    int moves;
    int64_t at; /* of the last event */
    char last[MOVE_TEXT]; /* the last move; "": none yet */
    char players[STORE_TEXT]; /* names, each followed by a line feed */
} HouseFeed;

/* The state of the round that a feed's key belongs to. False: nobody's key. */
bool house_feed(House *h, const char *key, HouseFeed *out);

/* The key of a seat's feed follows from its token, but not the other way round. */
void house_feed_key(const char *token, char out[HOUSE_TOKEN]);

/* What is known of a position: a line with its value, then one "MOVE VALUE" per move, as `colonnade
 * probe` prints them. `origin` as for house_enter. NULL, or the word of docs/house.md that says why not. */
const char *house_probe(House *h, uint64_t origin, const char *game, const char *position, Buffer *out);

/* The name of a round made from these bits, in letters and digits that cannot be mistaken for each other. */
void house_round_name(const unsigned char bits[16], char out[STORE_ROUND]);

/* The phrases that can be said, by word. */
extern const char *const house_phrases[HOUSE_PHRASES];

#endif
