/* Pilea; rulings PIL-1 to PIL-6. */
#ifndef COLONNADE_GAMES_PILEA_H
#define COLONNADE_GAMES_PILEA_H

#include "core/game.h"

extern const Game pilea;

#endif
