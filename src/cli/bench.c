/* colonnade bench: what we claim, as commands. */
#include "cli/bench.h"

#include "cli/commands.h"
#include "cli/options.h"

#include <string.h>

static ExitStatus run(const Options *o)
{
    if (strcmp(o->operand[0], "rules") == 0)
        return bench_rules(o);
    return cli_fail(EXIT_USAGE, o->lang, T("bench takes rules, not {0}"), 1, o->operand[0]);
}

const Command bench_command = {
    .name = "bench",
    .operands = "rules",
    .summary = "measure the speed of the rules",
    .help = "Measures each ruleset on one thread: perft leaves a second with the last ply counted in\n"
            "bulk, moves played a second without that, random playouts a second and their length.\n"
            "Rulesets that go on when the reserves are empty are also measured from there.\n",
    .options = OPTION_GAME | OPTION_SECONDS | OPTION_JSON,
    .least = 1,
    .most = 1,
    .run = run,
};
