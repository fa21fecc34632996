/* Weights of Dorix's evaluation: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_DORIX_WEIGHTS_H
#define COLONNADE_GAMES_DORIX_WEIGHTS_H

/*                                    threats three open two centre corner edge buried deep safe taken diag height tallest tempo */
static const int dorix_2_weights[] = {150, 80, 80, 20, 40, 10, 10, 30, -10, 40, 10, 20, 5, 40, 20};
static const int dorix_4_weights[] = {150, 80, 80, 20, 40, 10, 10, 30, -10, 40, 10, 20, 5, 40, 20};

#endif
