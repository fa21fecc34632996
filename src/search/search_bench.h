/* The search on a fixed set of positions: how fast it is, and a number that changes when
 * its behaviour does. */
#ifndef COLONNADE_SEARCH_SEARCH_BENCH_H
#define COLONNADE_SEARCH_SEARCH_BENCH_H

#include "core/game.h"

enum { SEARCH_BENCH_POSITIONS = 12, SEARCH_BENCH_NODES = 200000 };

typedef struct SearchBench {
    uint64_t nodes;         /* searched */
    double seconds;         /* of processor time, so that a busy machine does not matter */
    uint64_t signature;     /* of every iteration's nodes, move and value: the same on every machine */
    int depth;              /* reached, summed over the positions */
} SearchBench;

/* `nodes` per position. False: out of memory. */
bool search_bench_run(const Game *g, uint64_t nodes, SearchBench *out);

/* What several threads gain. The time to a depth differs from run to run, even with one thread, by a factor of ten in
 * some positions; and the depth that a run completes within a limit is one that happened to take it little time. So
 * one run chooses the depth of each position, and others, each of which has first looked a little at something else,
 * are timed: until that depth, or until they have proven the result. */
typedef struct SearchGain {
    double nodes;           /* nodes per second with all threads, divided by those with one */
    double time;            /* time with one thread, divided by that with all: geometric mean … */
    int runs;               /* … of so many pairs of runs; those too short to be timed do not count */
} SearchGain;

/* `nodes` per position for the run that chooses the depth. False: out of memory. */
bool search_bench_gain(const Game *g, uint64_t nodes, int threads, SearchGain *out);

#endif
