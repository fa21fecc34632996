/* Rating one game: its players' ratings before and after it.
 *
 * The house rates games one after the other (ratings.c), and `colonnade house ratings --recompute` does it all again
 * from the games themselves. Both use this code, so the same games in the same order give the same ratings. */
#ifndef COLONNADE_HOUSE_RATE_H
#define COLONNADE_HOUSE_RATE_H

#include "core/game.h"
#include "house/glicko.h"
#include "round/round.h"
#include "store/store.h"

/* What ratings need to know of a finished round. */
typedef struct RateGame {
    const Game *game;           /* NULL: there is no such round, it is not over, or it has no result */
    bool plain;                 /* it began as the sheet says, so its result says something about seats */
    int64_t at;                 /* when it ended */
    RoundResult result[MAX_PLAYERS];
} RateGame;

/* The results of the first seat, over a ruleset's games that began as the sheet says. */
typedef struct RateTally {
    int64_t wins, draws, losses;
} RateTally;

typedef struct RatePlayer {
    int64_t account;
    Glicko before, after;
    int64_t last;               /* when its last rated game of the ruleset ended; 0: never */
} RatePlayer;

/* Reads the round. False: the store failed. */
bool rate_read(Store *s, const char *round, RateGame *out, Message *error);

/* Fills `after` of the players, one per seat, and adds the game to the tally. Returns the advantage that was assumed
 * for the first seat, in points. With more than two players each is compared with each opponent: the winner has beaten
 * all others, and the losers have no result among themselves. */
int rate_game(const RateGame *g, RatePlayer player[MAX_PLAYERS], RateTally *tally);

int rate_advantage(const RateTally *t); /* of the first of two seats */

typedef struct RateCheck {
    int64_t games, ratings; /* on record */
    int64_t wrong; /* games that now give something else … */
    char first[STORE_ROUND]; /* … and the first of them */
} RateCheck;

/* Computes all ratings again, from the games themselves in the order in which they were rated. False: the store failed,
 * or no memory. */
bool rate_recompute(Store *s, RateCheck *out, Message *error);

/* As text in the store: "1500000 350000 60000000", "12 3 9". */
enum { RATE_TEXT = 80 };
void rate_write(Glicko g, char out[RATE_TEXT]);
bool rate_take(const char *text, Glicko *out);
void rate_write_tally(const RateTally *t, char out[RATE_TEXT]);
bool rate_take_tally(const char *text, RateTally *out);

#endif
