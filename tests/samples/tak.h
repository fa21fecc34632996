/* A small Tak, a sample game unlike those of the product: stones lie or stand, stacks move and drop stones on
 * their way. Only the tests compile and play it.
 *
 * Three by three places, ten stones each. A turn puts a stone on an empty place, flat or on its edge as a wall; or
 * it lifts up to three stones off a stack whose top is the mover's, moves them in a straight line and leaves at
 * least one, the lowest first, on every place of the way. Nothing goes on a wall, but a wall on top of what is
 * lifted moves along. Whoever joins two opposite edges with flat tops has won, the mover before the other; when
 * the board is full or a player has no stone left, the one with more flat tops has won. The capstones and the
 * swapped first stones of real Tak are left out. */
#ifndef COLONNADE_TESTS_TAK_H
#define COLONNADE_TESTS_TAK_H

#include "core/game.h"

extern const Game small_tak;

#endif
