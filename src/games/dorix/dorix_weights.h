/* Weights of Dorix's evaluation, fitted to games and settled by matches: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_DORIX_WEIGHTS_H
#define COLONNADE_GAMES_DORIX_WEIGHTS_H

/* First while putting, then while moving:
 *  threats three two centre outside buried deep safe taken tallest backed tempo */
static const int dorix_2_weights[] = {
    26, -30, 0, 142, 70, 94, 40, 55, 83, 73, 60, 91, 30, 40, 48, 0, 0, 98, -63, 51, 43, 120, -30, 32,
};
static const int dorix_4_weights[] = {
    26, -30, 0, 142, 70, 94, 40, 55, 83, 73, 60, 91, 30, 40, 48, 0, 0, 98, -63, 51, 43, 120, -30, 32,
};
/* Three sides: two more, later threats and last. */
static const int dorix_3_weights[] = {
    154, 0, 0, 58, 10, 67, 0, 36, 38, 16, 37, 36, 31, -33, 168, 106, 54, 0, 10, 39, -52, 43, 21, 0, 14, 14, 76, -11,
};

#endif
