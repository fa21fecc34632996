/* Exact values for the measurements that need them: a table where a ruleset is tabulated, else proofs. */
#ifndef COLONNADE_CLI_BENCH_TRUTH_H
#define COLONNADE_CLI_BENCH_TRUTH_H

#include "cli/command.h"
#include "engine/oracle.h"

/* Whether values of its positions can be known at all. */
bool bench_truth_exists(const Game *g);
/* False: there is no table, and proofs do not reach. `out` is closed by the caller. */
bool bench_truth_find(const Game *g, const char *tables, Oracle *out);
/* The same. EXIT_DONE, or what was said on the standard error. */
ExitStatus bench_truth_open(const Call *call, const Game *g, const char *tables, Oracle *out);

#endif
