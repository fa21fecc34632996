/* colonnade result: is the game over, who has won, and why. */
#include "cli/output.h"
#include "cli/commands.h"

#include <stdio.h>

static struct {
    const char *position;
    bool json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    JSON_OPTION(&option.json),
    {0},
};

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    Outcome outcome = g->outcome(&p);
    const char *result = game_result_text(g, outcome);
    const char *reason = outcome.over ? game_reason(g, (Reason)outcome.reason) : "";
    if (option.json) {
        CliOutput a;
        output_open(&a);
        output_position(&a.json, g, &p);
        output_state(&a.json, g, &p, outcome);
        return output_print(&a, call);
    }
    printf("%s%s%s\n", result, *reason ? " " : "", reason);
    return EXIT_DONE;
}

const Command result_command = {
    .name = "result",
    .operands = T("GAME"),
    .summary = T("say whether the game is over, who has won and why"),
    .help = T("Prints `ongoing`, `draw`, or the winner's letter (for teams, both letters); when the game is "
              "over the reason follows on the same line.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
