/* The search on a fixed set of positions: how fast it is, and a number that changes when
 * its behaviour does. */
#ifndef COLONNADE_SEARCH_SEARCH_BENCH_H
#define COLONNADE_SEARCH_SEARCH_BENCH_H

#include "core/game.h"

/* The gain from threads is measured on trees `SEARCH_BENCH_LONGER` times as large: people wait for those. */
enum { SEARCH_BENCH_POSITIONS = 12, SEARCH_BENCH_NODES = 200000, SEARCH_BENCH_LONGER = 5 };

typedef struct SearchBench {
    uint64_t nodes;         /* searched */
    double seconds;         /* of processor time, so that a busy machine does not matter … */
    double wall;            /* … and by the clock */
    uint64_t signature;     /* of every iteration's nodes, move and value: the same on every machine */
    int depth;              /* reached, summed over the positions */
    double speedup_nodes;   /* nodes per second with all threads, divided by those with one */
    double speedup_time;    /* time to the same depth with one thread, divided by that with all */
} SearchBench;

/* `nodes` per position. With more than one thread, also measures what they gain. False: out of memory. */
bool search_bench_run(const Game *g, uint64_t nodes, int threads, SearchBench *out);

#endif
