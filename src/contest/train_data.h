/* Positions with their values, for a network to learn from. */
#ifndef COLONNADE_CONTEST_TRAIN_DATA_H
#define COLONNADE_CONTEST_TRAIN_DATA_H

#include "core/cancel.h"
#include "core/game.h"
#include "engine/oracle.h"

enum { TRAIN_HEADS = 8, TRAIN_RUN = 16384 /* samples that one game after another fills */, TRAIN_CERTAIN = 60000 };

/* Samples of the rulesets of a family, one ruleset after the other. */
typedef struct TrainData {
    const Game *game[TRAIN_HEADS];  /* by the heads that they train */
    int heads, words;               /* words of a position */
    int sides;                      /* whose chances are predicted, from the mover on; 1: only the mover's */
    size_t count, capacity;
    uint64_t *word;                 /* of the positions */
    uint8_t *head;
    int8_t *result; /* for the player to move: 1, 0, -1; with several sides the winner from 1 on, or 0 */
    uint16_t *
        target; /* what is to be foretold, `sides` a sample, up to TRAIN_CERTAIN: the result, and a little of how soon */
} TrainData;

/* Adds `runs` × TRAIN_RUN samples of a ruleset: games begin with some random moves and go on with
 * moves that keep the value, as `truth` knows it, and a random one now and then. Every position that
 * one of a game leads to is a sample. The same seed gives the same samples, whatever the number of
 * threads; `truth` is asked from all of them. False: out of memory, stopped, or `truth` failed. */
bool train_data_add(TrainData *d, const Game *g, const Oracle *truth, int runs, uint64_t seed, int threads,
                    const Cancel *cancel);

/* The same where there is no table: the search plays itself with `nodes` per move after some random
 * moves. A sample is a position on the way, whose target lies between what the search thought and how
 * the game ended, or a random reply, about which only the search is asked. What the search has proven is
 * certain. */
bool train_data_play(TrainData *d, const Game *g, uint64_t nodes, int runs, uint64_t seed, int threads,
                     const Cancel *cancel);
void train_data_free(TrainData *d);

static inline void train_data_position(const TrainData *d, size_t i, Position *out)
{
    *out = (Position){0};
    for (int k = 0; k < d->words; k++)
        out->w[k] = d->word[i * (size_t)d->words + (size_t)k];
}

#endif
