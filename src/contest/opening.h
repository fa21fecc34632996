/* Openings for contests: random moves that leave the game open, the same for the same
 * seed on every machine. */
#ifndef COLONNADE_CONTEST_OPENING_H
#define COLONNADE_CONTEST_OPENING_H

#include "core/tree.h"
#include "search/search.h"

enum { OPENING_MAX_PLIES = 64 };

/* Plays the opening with this number on a tree at its start: about `plies` random moves, drawn
 * again until a short search finds the position balanced. `search` may be NULL (three sides):
 * then the only condition is that the game is not over. False: out of memory. */
bool opening_play(Tree *m, Search *search, uint64_t seed, uint64_t number, int plies);

#endif
