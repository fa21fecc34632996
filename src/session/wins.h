/* The one list of moves that win at once, and of what they threaten: for sentences, boards and
 * programs alike. */
#ifndef COLONNADE_SESSION_WINS_H
#define COLONNADE_SESSION_WINS_H

#include "core/game.h"

/* The legal moves of `p` that end the game at once in favour of the mover's side. `legal` is filled
 * with all legal moves on the way. False: out of memory. Both lists belong to the caller. */
bool wins_fill(const Game *g, const Position *p, MoveList *legal, MoveList *wins);

/* The places that these moves name, as bits. */
uint64_t wins_places(const Game *g, const Position *p, const MoveList *wins);

#endif
