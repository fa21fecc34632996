/* What Dorix gives to search (core/game.h says what each is for). */
#ifndef COLONNADE_GAMES_DORIX_SEARCH_H
#define COLONNADE_GAMES_DORIX_SEARCH_H

#include "core/game.h"

/* --- wins at hand, order and keys (dorix_search.c) --- */
Move dorix_2_winning_move(const Position *p);
Move dorix_3_winning_move(const Position *p);
Move dorix_4_winning_move(const Position *p);
int dorix_2_order(const Position *p, Move m);
int dorix_3_order(const Position *p, Move m);
int dorix_4_order(const Position *p, Move m);
uint64_t dorix_2_key(const Position *p);
uint64_t dorix_2_quick_key(const Position *p, uint64_t hash);
uint64_t dorix_3_key(const Position *p);
uint64_t dorix_4_key(const Position *p);
uint64_t dorix_4_quick_key(const Position *p, uint64_t hash);

/* --- evaluation (dorix_search_value.c) --- */
void dorix_3_linear_sides(const Position *p, int out[MAX_PLAYERS]);
extern const Evaluation dorix_2_evaluation, dorix_4_evaluation;

/* --- networks (dorix_net.c, dorix_net_3.c) --- */
int dorix_2_judge(const Position *p);
int dorix_4_judge(const Position *p);
void dorix_3_judge_sides(const Position *p, int out[MAX_PLAYERS]);
extern const NetInputs dorix_2_net, dorix_3_net_inputs, dorix_4_net;

#endif
