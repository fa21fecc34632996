/* Weights of Pilea's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PILEA_WEIGHTS_H
#define COLONNADE_GAMES_PILEA_WEIGHTS_H

static const int pilea_weights[] = {
    /* tops */ 120, /* near */ 40, /* ring */ 15, /* height 2 */ 60, /* height 3 */ 120, /* height 4 up */ 200,
    /* near height 3 */ 60, /* near height 4, 5 */ 400, /* near higher */ 50, /* threats */ 30, /* endangered */ -60,
    /* steps up */ 25, /* tempo */ 20,
};

#endif
