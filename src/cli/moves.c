/* colonnade moves: every legal move. */
#include "cli/commands.h"
#include "cli/options.h"

#include <stdio.h>

static ExitStatus run(const Options *o)
{
    const Game *g = cli_game(o, o->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(o, g, &p))
        return EXIT_ILLEGAL;
    MoveList list = {0};
    if (!movelist_fill(&list, g, &p))
        return cli_fail_memory(o->lang);
    json_t *array = o->json ? json_array() : NULL;
    for (size_t i = 0; i < list.count; i++) {
        char text[MOVE_TEXT];
        g->write_move(&p, list.move[i], text);
        if (array)
            json_array_append_new(array, json_string(text));
        else
            puts(text);
    }
    movelist_free(&list);
    return o->json ? cli_print_json(o, array) : EXIT_DONE;
}

const Command moves_command = {
    .name = "moves",
    .operands = T("GAME"),
    .summary = T("list the legal moves"),
    .help = T("Prints every legal move, one a line, and nothing when the game is over.\n"),
    .options = OPTION_POSITION | OPTION_JSON,
    .least = 1,
    .most = 1,
    .run = run,
};
