/* Proofs of the start and of random positions: how long they take. */
#ifndef COLONNADE_SOLVE_PROOF_BENCH_H
#define COLONNADE_SOLVE_PROOF_BENCH_H

#include "core/game.h"

enum { PROOF_BENCH_POSITIONS = 100 };

typedef struct ProofBench {
    int positions;          /* one after no moves, otherwise PROOF_BENCH_POSITIONS */
    int wins, draws, losses;
    uint64_t nodes, most_nodes;
    double seconds, most_seconds;   /* of processor time, so that a busy machine does not matter */
} ProofBench;

/* Whether the ruleset can be proven from its start. */
bool proof_bench_can(const Game *g);

/* Values after `ply` random moves, each with an empty table of the default size and without
 * the opening book. False: out of memory. */
bool proof_bench_run(const Game *g, int ply, ProofBench *out);

#endif
