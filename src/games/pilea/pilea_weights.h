/* Weights of Pilea's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PILEA_WEIGHTS_H
#define COLONNADE_GAMES_PILEA_WEIGHTS_H

static const int pilea_weights[] = {
    /* tops */ 229, /* near */ 43, /* ring */ 18, /* height 2 */ 106, /* height 3 */ 645, /* height 4 up */ 1635,
    /* near height 3 */ 62, /* near height 4, 5 */ 442, /* near higher */ 0, /* threats */ 49, /* endangered */ -31,
    /* steps up */ 30, /* tempo */ 45,
};

#endif
