/* What the files of tournaments share and nobody else sees. */
#ifndef COLONNADE_TOURNAMENT_TOURNAMENT_PRIVATE_H
#define COLONNADE_TOURNAMENT_TOURNAMENT_PRIVATE_H

#include "tournament/tournament.h"

bool tournament_is_there(const Tournament *t, int player, int round);
int swiss_pair(const Tournament *t, TournamentGame *out);       /* swiss.c */

#endif
