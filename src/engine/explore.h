/* The tree of perfect play, one position at a time: every move with what it is worth for certain.
 *
 * Nothing here is an estimate. What is not proven, by a table, a proof, the opening or a line to the end of the
 * game, is unknown. */
#ifndef COLONNADE_ENGINE_EXPLORE_H
#define COLONNADE_ENGINE_EXPLORE_H

#include "engine/adviser.h"

typedef struct Exploration {
    Value value;            /* of the position, for the player to move; not proven: it is unknown */
    size_t count;           /* legal moves … */
    size_t known;           /* … and those whose result is certain */
    size_t keep;            /* that keep the result of the position; 0: some are unknown, so this is too */
    const Advice *advice;   /* the best first, unknown ones last; owned by the adviser until it is asked again */
} Exploration;

/* Whether a ruleset is solved: its values are available for certain, if not at once then from a table. */
bool explore_knows(const Game *g);

/* False: out of memory. The game must not be over. */
bool explore_position(Adviser *a, const Situation *s, SearchLimits limits, Exploration *out);

/* Whether a move keeps the result of the position. Certain for a winning move, even while others are unknown. */
bool explore_keeps(const Exploration *e, const Advice *move);
/* Whether only one move does, and every other gives something away. */
static inline bool explore_is_only(const Exploration *e) { return e->keep == 1 && e->count > 1; }

#endif
