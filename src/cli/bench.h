/* The measurements of `colonnade bench`, one file each. */
#ifndef COLONNADE_CLI_BENCH_H
#define COLONNADE_CLI_BENCH_H

#include "cli/command.h"

extern const Command bench_search;
extern const Command bench_tactics;
extern const Command bench_accuracy;
extern const Command bench_fairplay;
extern const Command bench_puzzles;
extern const Command bench_landmarks;
extern const Command bench_train;
extern const Command bench_fit;
extern const Command bench_three;
extern const Command bench_rules;
extern const Command bench_solve;
extern const Command bench_probe;
extern const Command bench_prove;

#endif
