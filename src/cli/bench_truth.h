/* Exact values for the measurements that need them: from a table if the ruleset has one, else from proofs. */
#ifndef COLONNADE_CLI_BENCH_TRUTH_H
#define COLONNADE_CLI_BENCH_TRUTH_H

#include "cli/command.h"
#include "engine/oracle.h"

/* Whether the values of its positions can be known at all. */
bool bench_truth_exists(const Game *g);
/* False: there is no table, and proofs do not reach far enough. The caller closes `out`. */
bool bench_truth_find(const Game *g, const char *tables, Oracle *out);
/* The same. EXIT_DONE; else stderr says why. */
ExitStatus bench_truth_open(const Call *call, const Game *g, const char *tables, Oracle *out);

#endif
