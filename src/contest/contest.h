/* A contest: players meet over the same openings in every order of seats.
 *
 * Games run in parallel, each in one thread with players of its own. The same options give the
 * same openings and, for players that do not look at a clock, the same games, whatever the
 * number of threads. Finished games are kept in a file of records; a contest that finds its own
 * games there continues after them. */
#ifndef COLONNADE_CONTEST_CONTEST_H
#define COLONNADE_CONTEST_CONTEST_H

#include "contest/rating.h"
#include "engine/adviser.h"

enum { CONTEST_MAX_PLAYERS = 16, CONTEST_MAX_THREADS = 64 };

typedef struct ContestOptions {
    const Game *game;
    const Game *(*find)(const char *id);    /* for reading records */
    const char *const *player;      /* their names (player.h) */
    int players;
    int games;                      /* at least; rounded up so that every opening is played in every order */
    uint64_t seed;
    int threads;
    int plies;                      /* random moves of an opening */
    int longest;                    /* plies after which a game is called a draw; 0: never */
    double seconds;                 /* per move; 0: no limit */
    uint64_t nodes;                 /* per move; 0: no limit */
    double clock, increment;        /* seconds per seat for the whole game, and per move; clock 0: none */
    int hash_mib;                   /* of each player */
    bool test;                      /* two players: end as soon as the test below is decided … */
    double elo0, elo1;              /* … on the first player's lead */
    const char *file;               /* records; NULL: none are kept */
    AdviserEquip *equip;            /* for players that are our own levels; NULL: nothing */
    const char *tables;             /* folder for `equip` */
} ContestOptions;

/* One player's results, each game counted once, however many seats the player had. */
typedef struct ContestScore {
    Tally tally;
    double points;                  /* wins, and for each draw the player's share of the seats */
    int forfeits;                   /* losses by hanging, lying or dying */
    double longest_move;            /* seconds */
    double seconds;                 /* of all its moves */
    long moves;
} ContestScore;

typedef struct ContestState {
    int games, finished, resumed;   /* resumed: of the finished ones, found in the file */
    long plies;                     /* of the games played now */
    ContestScore score[CONTEST_MAX_PLAYERS];
    TestVerdict verdict;
    bool stopped;                   /* before its end, by `cancel` */
} ContestState;

/* News, called from any thread, one call at a time. `fault`, when not NULL, is what a player
 * did wrong in the game that has just ended. */
typedef void ContestNews(void *context, const ContestState *state, const char *player, const Message *fault);

/* False: it could not be played (error says why); `out` has what was played. A request to
 * cancel ends it soon, without an error. */
bool contest_run(const ContestOptions *o, const Cancel *cancel, ContestNews *news, void *context, ContestState *out,
                 Message *error);

/* How many orders of seats every opening is played in. */
int contest_orders(const ContestOptions *o);

#endif
