/* Rungs, a sixth game, as small as a complete game can be: the template that docs/adding-a-game.md walks through.
 * Only the contract test plays it.
 *
 * Three places in a row, three counters high. A turn puts one counter on a pile, or
 * one on each of two piles. Whoever has no place left to put one loses. */
#ifndef COLONNADE_TESTS_TOY_H
#define COLONNADE_TESTS_TOY_H

#include "core/game.h"

extern const Game toy;

#endif
