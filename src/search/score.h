/* How search counts: a position's worth to the side to move as one small number, which is quick to
 * compare and fits into a table. Other code gets a Value (core/value.h) from it, through search_value.
 *
 * A proven win is SCORE_WIN less the plies to the end, a proven loss its negative;
 * everything within ±EVALUATION_LIMIT is an estimate, 0 included. The two ranges
 * never meet, so a proof is never confused with an evaluation. */
#ifndef COLONNADE_SEARCH_SCORE_H
#define COLONNADE_SEARCH_SCORE_H

#include "core/game.h"

enum {
    SCORE_WIN = 32000,
    SCORE_PROVEN = 30000,   /* at or beyond this: proven */
    SCORE_SURE = 30900,     /* around this: proven, but the plies are not counted */
    SCORE_INFINITE = 32767,
    SCORE_DRAWN = 0
};

static inline int score_win_in(int plies) { return SCORE_WIN - plies; }
static inline int score_loss_in(int plies) { return plies - SCORE_WIN; }
static inline bool score_is_win(int v) { return v >= SCORE_PROVEN; }
static inline bool score_is_loss(int v) { return v <= -SCORE_PROVEN; }
/* Plies to the end of a proven win or loss. */
static inline int score_distance(int v) { return SCORE_WIN - (v < 0 ? -v : v); }

#endif
