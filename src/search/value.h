/* What a search says of a position, as one small number for the side to move.
 *
 * A proven win is VALUE_WIN less the plies to the end, a proven loss its negative;
 * everything within ±EVALUATION_LIMIT is an estimate, 0 included. The two ranges
 * never meet, so a proof is never confused with an evaluation. */
#ifndef COLONNADE_SEARCH_VALUE_H
#define COLONNADE_SEARCH_VALUE_H

#include "core/game.h"

enum {
    VALUE_WIN = 32000,
    VALUE_PROVEN = 30000,   /* at or beyond this: proven */
    VALUE_SURE = 30900,     /* about this: proven, but nobody has counted the plies */
    VALUE_INFINITE = 32767,
    VALUE_DRAWN = 0
};

static inline int value_win_in(int plies) { return VALUE_WIN - plies; }
static inline int value_loss_in(int plies) { return plies - VALUE_WIN; }
static inline bool value_is_win(int v) { return v >= VALUE_PROVEN; }
static inline bool value_is_loss(int v) { return v <= -VALUE_PROVEN; }
/* Plies to the end of a proven win or loss. */
static inline int value_distance(int v) { return VALUE_WIN - (v < 0 ? -v : v); }

#endif
