/* Fitting the weights of an evaluation to games: the search plays itself at a fixed effort from
 * random openings, and the weights become those that best predict the results, by logistic
 * regression. The same options give the same weights, whatever the number of threads. */
#ifndef COLONNADE_CONTEST_FIT_H
#define COLONNADE_CONTEST_FIT_H

#include "core/cancel.h"
#include "core/game.h"

typedef struct FitOptions {
    const Game *game;       /* with an Evaluation */
    int games;
    uint64_t nodes;         /* per move */
    int plies;              /* most random moves of an opening */
    int longest;            /* plies after which a game counts as a draw */
    uint64_t seed;
    int threads;
} FitOptions;

typedef struct FitResult {
    int games, draws;
    long samples;           /* positions; one in five is set aside to judge the fit */
    double weight[MAX_FEATURES];        /* in thousandths of what decides a game */
    double spread[MAX_FEATURES];        /* standard deviation of the feature */
    double loss_before, loss_after; /* of the positions set aside, in bits per position; old weights scaled to fit */
} FitResult;

/* Called now and then, from any thread, one at a time. */
typedef void FitNews(void *context, int games_done);

/* False: out of memory, or stopped. */
bool fit_run(const FitOptions *o, const Cancel *cancel, FitNews *news, void *context, FitResult *out);

#endif
