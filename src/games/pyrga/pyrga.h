/* Pyrga and Pilotis by Mathias Daval: one set of rules, two endings; rulings PYR-1 to PYR-6. */
#ifndef COLONNADE_GAMES_PYRGA_H
#define COLONNADE_GAMES_PYRGA_H

#include "core/game.h"

extern const Game pyrga, pilotis;

#endif
