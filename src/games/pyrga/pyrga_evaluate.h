/* Evaluation of Pyrga and Pilotis; contracts in core/game.h. */
#ifndef COLONNADE_GAMES_PYRGA_EVALUATE_H
#define COLONNADE_GAMES_PYRGA_EVALUATE_H

#include "core/game.h"

extern const Evaluation pyrga_evaluation;
int pyrga_evaluate(const Position *p);
int pyrga_order(const Position *p, Move m);

#endif
