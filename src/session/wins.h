/* The one list of moves that win at once, and what such moves threaten: for sentences, boards and
 * programs alike. */
#ifndef COLONNADE_SESSION_WINS_H
#define COLONNADE_SESSION_WINS_H

#include "core/game.h"

/* The legal moves of `p` that end the game at once for the side of whoever makes them. `legal` is
 * filled with all legal moves on the way. False: out of memory. Both lists are the caller's. */
bool wins_fill(const Game *g, const Position *p, MoveList *legal, MoveList *wins);

/* The places that a move names, bit by bit. */
uint64_t wins_places(const Game *g, const Position *p, const MoveList *wins);

#endif
