/* colonnade bench: what we claim, as commands. */
#include "cli/bench.h"

#include "cli/commands.h"
#include "cli/options.h"

#include <string.h>

static ExitStatus run(const Options *o)
{
    if (strcmp(o->operand[0], "rules") == 0)
        return bench_rules(o);
    if (strcmp(o->operand[0], "solve") == 0)
        return bench_solve(o);
    if (strcmp(o->operand[0], "probe") == 0)
        return bench_probe(o);
    return cli_fail(EXIT_USAGE, o->lang, T("bench takes rules, solve or probe, not {0}"), 1, o->operand[0]);
}

const Command bench_command = {
    .name = "bench",
    .operands = "rules|solve|probe",
    .summary = "measure the speed of rules, solving and tables",
    .help = "rules: measures each ruleset on one thread: perft leaves a second with the last ply counted in\n"
            "bulk, moves played a second without that, random playouts a second and their length.\n"
            "Rulesets that go on when the reserves are empty are also measured from there.\n"
            "solve: solves small boards of the rulesets that can be solved: positions a second.\n"
            "probe: the time to look up a random position in each table that is there.\n",
    .options = OPTION_GAME | OPTION_SECONDS | OPTION_JSON | OPTION_THREADS | OPTION_TABLES,
    .least = 1,
    .most = 1,
    .run = run,
};
