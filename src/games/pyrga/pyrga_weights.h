/* Weights of Pyrga's and Pilotis's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PYRGA_WEIGHTS_H
#define COLONNADE_GAMES_PYRGA_WEIGHTS_H

static const int pyrga_weights[] = {
    /* towers */ 800, /* last tower */ 300, /* pairs */ 250, /* singles */ 40, /* mixed */ 30, /* take tower */ 400,
    /* give tower */ -60, /* mobility */ 10, /* stuck */ 30, /* rounds */ 20, /* triangles */ 5, /* tempo */ 0,
};

#endif
