/* colonnade bench: the commands behind our claims. */
#include "cli/bench.h"

#include "cli/commands.h"

static const Command *const verbs[] = {
    &bench_rules,     &bench_search, &bench_three, &bench_tactics, &bench_accuracy, &bench_fairplay, &bench_puzzles,
    &bench_landmarks, &bench_train,  &bench_solve, &bench_probe,   &bench_prove,    &bench_fit,      NULL,
};

const Command bench_command = {
    .name = "bench",
    .summary = T("measure rules, search, proofs and tables; fit evaluations"),
    .verbs = verbs,
};
