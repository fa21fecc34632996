/* Weights of Pyrga's and Pilotis's evaluation, as bench/fit prints them: see docs/evaluation.md. */
#ifndef COLONNADE_GAMES_PYRGA_WEIGHTS_H
#define COLONNADE_GAMES_PYRGA_WEIGHTS_H

static const int pyrga_weights[] = {
    /* towers */ 670,      /* last tower */ 400, /* pairs */ 134,
    /* singles */ -4,      /* mixed */ 32,       /* take tower */ 404,
    /* give tower */ -412, /* mobility */ 45,    /* stuck */ -70,
    /* rounds */ 206,      /* triangles */ 277,  /* tempo */ -338,
};

#endif
