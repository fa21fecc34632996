/* Pilea; rulings PIL-1 to PIL-6. Also a variant of our own, to be solved: White, who begins, has six cubes. */
#ifndef COLONNADE_GAMES_PILEA_H
#define COLONNADE_GAMES_PILEA_H

#include "core/game.h"

extern const Game pilea, pilea_six_five;

#endif
