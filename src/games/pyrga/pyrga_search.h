/* What Pyrga and Pilotis give to search and proof; contracts in core/game.h. */
#ifndef COLONNADE_GAMES_PYRGA_SEARCH_H
#define COLONNADE_GAMES_PYRGA_SEARCH_H

#include "core/game.h"

Move pyrga_search_winning_move(const Position *p);
uint64_t pyrga_search_key(const Position *p);
void pyrga_search_glance(const Position *p, Glance *out);
void pyrga_search_glance_pilotis(const Position *p, Glance *out);

#endif
