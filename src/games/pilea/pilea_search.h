/* What Pilea gives to search; contracts in core/game.h. */
#ifndef COLONNADE_GAMES_PILEA_SEARCH_H
#define COLONNADE_GAMES_PILEA_SEARCH_H

#include "core/game.h"

extern const Evaluation pilea_evaluation;
int pilea_evaluate(const Position *p);
extern const NetInputs pilea_net_inputs;
int pilea_judge(const Position *p);     /* by the network */
int pilea_order(const Position *p, Move m);
Move pilea_winning_move(const Position *p);
uint64_t pilea_key(const Position *p);
uint64_t pilea_quick_key(const Position *p, uint64_t hash);

#endif
