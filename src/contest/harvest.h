/* Positions as they arise in games: the search plays against itself, with a random effort and
 * after a random opening. */
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

/* Who knows the values, and what is asked. */
typedef struct HarvestTruth {
    const Oracle *oracle;
    bool distance;              /* in how many plies, too */
    uint64_t nodes;             /* that the value of one move may take; if that is not enough, it is unknown */
} HarvestTruth;

/* The value of each legal move for the player who makes it, in the order of Game.moves; `list` holds
 * the moves afterwards. False: one is not known, or there are more than HARVEST_MOVES of them. */
bool harvest_values(const Game *g, HarvestTruth t, const Position *p, MoveList *list, Value out[HARVEST_MOVES]);

/* Symmetric positions share this number; others in all likelihood have different ones. */
uint64_t harvest_key(const Game *g, const Position *p);

#endif
