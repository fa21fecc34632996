/* Weights of Pilea's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PILEA_WEIGHTS_H
#define COLONNADE_GAMES_PILEA_WEIGHTS_H

static const int pilea_weights[] = {
    /* tops */ 202,          /* near */ 109,
    /* ring */ 94,           /* height 2 */ 313,
    /* height 3 */ 834,      /* height 4 up */ 1955,
    /* near height 3 */ 171, /* near height 4, 5 */ 768,
    /* near higher */ 0,     /* threats */ 150,
    /* endangered */ -26,
    /* steps up */ 55,       /* tempo */ 89,
};

#endif
