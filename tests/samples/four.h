/* Four in a row in space, a sample game unlike those of the product: 64 places on four levels, each level right
 * above the one below. Only the tests compile and play it.
 *
 * Four by four columns, four cubes high. A turn puts a cube on a column. Whoever has four in a row, level, upright
 * or slanting, has won; a full board without one is a draw. */
#ifndef COLONNADE_TESTS_FOUR_H
#define COLONNADE_TESTS_FOUR_H

#include "core/game.h"

extern const Game four_in_space;

#endif
