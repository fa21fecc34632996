/* colonnade moves: every legal move. */
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
    MoveList list = {0};
    if (!movelist_fill(&list, g, &p))
        return cli_fail_memory(call->lang);
    CliOutput a;
    if (option.json) {
        output_open(&a);
        output_position(&a.json, g, &p);
        json_open_array(&a.json, "moves");
    }
    for (size_t i = 0; i < list.count; i++) {
        char text[MOVE_TEXT];
        g->write_move(&p, list.move[i], text);
        if (option.json)
            json_text(&a.json, NULL, text);
        else
            puts(text);
    }
    movelist_free(&list);
    if (!option.json)
        return EXIT_DONE;
    json_close_array(&a.json);
    return output_print(&a, call);
}

const Command moves_command = {
    .name = "moves",
    .operands = T("GAME"),
    .summary = T("list the legal moves"),
    .help = T("Prints every legal move, one per line, and nothing when the game is over.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
