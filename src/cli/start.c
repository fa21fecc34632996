/* colonnade start: the position that a game begins with. */
#include "cli/commands.h"
#include "cli/options.h"

#include <stdio.h>

static ExitStatus run(const Options *o)
{
    const Game *g = cli_game(o, o->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    g->start(&p);
    char text[POSITION_TEXT];
    g->write_position(&p, text);
    if (o->json)
        return cli_print_json(o, json_pack("{s:s, s:s}", "game", g->id, "position", text));
    puts(text);
    return EXIT_DONE;
}

const Command start_command = {
    .name = "start",
    .operands = T("GAME"),
    .summary = T("print the position that a game begins with"),
    .help = T("Prints the start of GAME in the project's notation.\n"),
    .options = OPTION_JSON,
    .least = 1,
    .most = 1,
    .run = run,
};
