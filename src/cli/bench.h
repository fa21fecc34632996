/* The measurements of `colonnade bench`, one file each. */
#ifndef COLONNADE_CLI_BENCH_H
#define COLONNADE_CLI_BENCH_H

#include "cli/cli.h"

ExitStatus bench_search(const struct Options *o);
ExitStatus bench_tactics(const struct Options *o);
ExitStatus bench_accuracy(const struct Options *o);
ExitStatus bench_fit(const struct Options *o);
ExitStatus bench_three(const struct Options *o);
ExitStatus bench_rules(const struct Options *o);
ExitStatus bench_solve(const struct Options *o);
ExitStatus bench_probe(const struct Options *o);
ExitStatus bench_prove(const struct Options *o);

#endif
