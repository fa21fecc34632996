/* Training the network of a family of rulesets (core/net.h) on positions whose values are known:
 * stochastic gradient descent (Adam) on the cross entropy of the result. The same data, options and
 * seed give the same weights on one machine, whatever the number of threads. */
#ifndef COLONNADE_CONTEST_TRAIN_H
#define COLONNADE_CONTEST_TRAIN_H

#include "contest/train_data.h"
#include "core/buffer.h"

typedef struct TrainOptions {
    int steps;              /* of TRAIN_BATCH samples each */
    uint64_t seed;
    int threads;
} TrainOptions;

enum { TRAIN_BATCH = 8192 };

typedef struct TrainLoss {
    double bits;            /* per position: what the result still says once the network has spoken … */
    double whole_bits;      /* … and when it speaks in whole numbers, as it does in play */
    double right;           /* share of won and lost positions whose winner it names, in whole numbers */
} TrainLoss;

/* Called now and then: the loss of the samples since the last call, in bits per position. */
typedef void TrainNews(void *context, int step, double bits);

/* One run in TRAIN_ASIDE of the data is set aside; `loss` (one for each head) is measured on it. The
 * network is added to `out` as a file. False: out of memory, or stopped. */
enum { TRAIN_ASIDE = 32 };
bool train_run(const TrainOptions *o, const TrainData *d, const Cancel *cancel, TrainNews *news, void *context,
               TrainLoss loss[TRAIN_HEADS], Buffer *out);

#endif
