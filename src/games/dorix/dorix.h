/* Dorix by Loïc Lamy, for two, three and four players; rulings DOR-1 to DOR-6. */
#ifndef COLONNADE_GAMES_DORIX_H
#define COLONNADE_GAMES_DORIX_H

#include "core/game.h"

extern const Game dorix, dorix_3, dorix_4;

#endif
