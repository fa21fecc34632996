/* Games that only the tests have: what a ruleset may be is more than what the product's are. */
#ifndef COLONNADE_TESTS_SAMPLES_H
#define COLONNADE_TESTS_SAMPLES_H

#include "core/game.h"

size_t samples_count(void);
const Game *samples_game(size_t i);

#endif
