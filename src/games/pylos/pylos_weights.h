/* Weights of Pylos's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PYLOS_WEIGHTS_H
#define COLONNADE_GAMES_PYLOS_WEIGHTS_H

/*                                               reserve now more threats raises free building level2 level3 centre tempo */
static const int pylos_weights_standard[] = {650, 674, 157, -288, 269, 17, 253, 9, 8, -22, 6};
static const int pylos_weights_children[] = {766, 0, 0, 0, 296, 111, 79, -43, -196, 2, 11};
static const int pylos_weights_expert[] = {376, 390, 98, -191, 115, 135, 68, 30, -80, -82, -12};
static const int pylos_weights_lenient[] = {616, 640, 172, -253, 252, 38, 260, 22, -5, 1, -25};
static const int pylos_weights_expert_lenient[] = {433, 387, 180, -217, 157, 64, 87, 14, -22, -20, 4};

#endif
