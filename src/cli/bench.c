/* colonnade bench: what we claim, as commands. */
#include "cli/bench.h"

#include "cli/commands.h"
#include "cli/options.h"

#include <string.h>

typedef struct Bench {
    const char *name;
    ExitStatus (*run)(const Options *o);
} Bench;

static const Bench benches[] = {
    {"fit", bench_fit},
#ifndef COLONNADE_MINIMAL
    {"rules", bench_rules}, {"solve", bench_solve}, {"probe", bench_probe},
#endif
};

static ExitStatus run(const Options *o)
{
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
        if (strcmp(o->operand[0], benches[i].name) == 0)
            return benches[i].run(o);
    return cli_fail(EXIT_USAGE, o->lang, T("bench takes rules, solve, probe or fit, not {0}"), 1, o->operand[0]);
}

const Command bench_command = {
    .name = "bench",
    .operands = "rules|solve|probe|fit",
    .summary = "measure the speed of rules, solving and tables; fit evaluations",
    .help = "rules: measures each ruleset on one thread: perft leaves a second with the last ply counted in\n"
            "bulk, moves played a second without that, random playouts a second and their length.\n"
            "Rulesets that go on when the reserves are empty are also measured from there.\n"
            "solve: solves small boards of the rulesets that can be solved: positions a second.\n"
            "probe: the time to look up a random position in each table that is there.\n"
            "fit: plays games of the search with itself (--games 2000, --nodes 2000 a move, after\n"
            "at most --plies 8 random ones) and prints the weights that foretell their results best.\n",
    .options = OPTION_GAME | OPTION_SECONDS | OPTION_JSON | OPTION_THREADS | OPTION_TABLES | OPTION_GAMES | OPTION_NODES |
               OPTION_PLIES | OPTION_LONGEST | OPTION_SEED,
    .least = 1,
    .most = 1,
    .run = run,
};
