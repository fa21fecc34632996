/* Evaluation of Pyrga and Pilotis; contracts in core/game.h. */
#ifndef COLONNADE_GAMES_PYRGA_EVALUATE_H
#define COLONNADE_GAMES_PYRGA_EVALUATE_H

#include "core/game.h"

extern const Evaluation pyrga_evaluation;
/* By the networks (pyrga_net.c). */
extern const NetInputs pyrga_net_inputs;
int pyrga_judge(const Position *p);
int pilotis_judge(const Position *p);
int pyrga_order(const Position *p, Move m);

#endif
