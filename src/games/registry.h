/* Every ruleset there is. */
#ifndef COLONNADE_GAMES_REGISTRY_H
#define COLONNADE_GAMES_REGISTRY_H

#include "core/game.h"

size_t registry_count(void);
const Game *registry_game(size_t i);          /* in the order of the rulings */
const Game *registry_find(const char *id);    /* NULL: there is none */
/* The same for solving and looking up: also finds a variant that is in no list, because nobody plays it. */
const Game *registry_solvable(const char *id);

#endif
