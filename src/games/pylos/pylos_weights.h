/* Weights of Pylos's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PYLOS_WEIGHTS_H
#define COLONNADE_GAMES_PYLOS_WEIGHTS_H

/*                                               reserve now more threats raises free building level2 level3 centre tempo */
static const int pylos_weights_standard[] =       {300, 300, 60, -120, 120, 20, 30, 10, 10, 5, 0};
static const int pylos_weights_children[] =       {300, 0, 0, 0, 150, 20, 0, 10, 10, 5, 0};
static const int pylos_weights_expert[] =         {300, 300, 60, -120, 120, 20, 30, 10, 10, 5, 0};
static const int pylos_weights_lenient[] =        {300, 300, 60, -120, 120, 20, 30, 10, 10, 5, 0};
static const int pylos_weights_expert_lenient[] = {300, 300, 60, -120, 120, 20, 30, 10, 10, 5, 0};

#endif
