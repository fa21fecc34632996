/* Positions as games bring them about: the search plays with itself, at an effort and after an
 * opening that chance chooses. */
#ifndef COLONNADE_CONTEST_HARVEST_H
#define COLONNADE_CONTEST_HARVEST_H

#include "core/cancel.h"
#include "core/game.h"
#include "engine/oracle.h"

enum { HARVEST_MOVES = 256 };

/* False: no more are wanted. */
typedef bool HarvestVisit(void *context, const Position *p, int ply);

/* Hands over one position in four of game after game, until no more are wanted. The same seed
 * plays the same games. False: out of memory, or stopped. */
bool harvest_games(const Game *g, uint64_t seed, const Cancel *cancel, HarvestVisit *visit, void *context);

/* Somebody who knows values, and what is asked of them. */
typedef struct HarvestTruth {
    const Oracle *oracle;
    bool distance;              /* in how many plies, too */
    uint64_t nodes;             /* that the value of one move may take; where it does not suffice it is unknown */
} HarvestTruth;

/* The value of each legal move for the player who makes it, in the order of Game.moves; `list` holds
 * the moves afterwards. False: one is not known, or there are more than HARVEST_MOVES of them. */
bool harvest_values(const Game *g, HarvestTruth t, const Position *p, MoveList *list, Value out[HARVEST_MOVES]);

/* The same number for positions that are symmetric, and in all likelihood another for others. */
uint64_t harvest_key(const Game *g, const Position *p);

#endif
