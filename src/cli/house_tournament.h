/* The table of a tournament on a terminal. */
#ifndef COLONNADE_CLI_HOUSE_TOURNAMENT_H
#define COLONNADE_CLI_HOUSE_TOURNAMENT_H

#include "cli/cli.h"
#include "house/arrange.h"

/* Prints the standings, with what everybody did in each round. */
void tournament_table(Lang lang, const Arranged *a);

#endif
