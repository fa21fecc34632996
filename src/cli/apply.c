/* colonnade apply: plays moves and prints the position reached. */
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
    if (!cli_follow(call, g, &p))
        return EXIT_ILLEGAL;
    if (option.json) {
        CliOutput a;
        output_open(&a);
        output_position(&a.json, g, &p);
        output_state(&a.json, g, &p, g->outcome(&p));
        return output_print(&a, call);
    }
    char text[POSITION_TEXT];
    g->write_position(&p, text);
    puts(text);
    return EXIT_DONE;
}

const Command apply_command = {
    .name = "apply",
    .operands = T("GAME MOVE…"),
    .summary = T("play moves and print the position reached"),
    .help = T("Plays the moves one after the other and prints the position that they lead to. A move that is "
              "not legal ends with status 1 and the rule that forbids it.\n"),
    .options = options,
    .least = 2,
    .most = -1,
    .complete = {COMPLETE_GAME, COMPLETE_MOVE},
    .run = run,
};
