/* Games that only the tests have: the contract allows more than the real rulesets use. */
#ifndef COLONNADE_TESTS_SAMPLES_H
#define COLONNADE_TESTS_SAMPLES_H

#include "core/game.h"

size_t samples_count(void);
const Game *samples_game(size_t i);

#endif
