/* colonnade start: the position that a game begins with. */
#include "cli/output.h"
#include "cli/commands.h"

#include <stdio.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    g->start(&p);
    if (option.json) {
        CliOutput a;
        output_open(&a);
        output_position(&a.json, g, &p);
        return output_print(&a, call);
    }
    char text[POSITION_TEXT];
    g->write_position(&p, text);
    puts(text);
    return EXIT_DONE;
}

const Command start_command = {
    .name = "start",
    .operands = T("GAME"),
    .summary = T("print the position that a game begins with"),
    .help = T("Prints the start of GAME in the project's notation.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
