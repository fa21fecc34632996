/* colonnade tables opening: what the engine knows about an opening, from the table. */
#include "cli/tables_opening.h"

#include "solve/opening_layer_make.h"

#include <inttypes.h>
#include <stdio.h>

static struct {
    const char *tables, *output;
    int plies;
} option;

static const Option options[] = {
    TABLES_OPTION(&option.tables),
    OUTPUT_OPTION(&option.output),
    {.name = "plies",
     .value = "N",
     .number = &option.plies,
     .least = 2,
     .most = 30,
     .standard = "8",
     .help = T("of the layer: an even number")},
    {0},
};

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    Message error = {0};
    Buffer b = {0};
    OpeningLayerCounts counts;
    if (!g)
        return EXIT_USAGE;
    if (!g->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    if (!option.output)
        return cli_fail(EXIT_USAGE, call->lang, T("opening needs --output"), 0);
    Tablebase *t = tablebase_open(g, option.tables, &error);
    bool made = t && opening_layer_make(t, option.plies, &b, &counts, &error);
    ExitStatus status =
        made ? cli_write_file(call, option.output, b.text, b.length) : cli_fail_message(call->lang, NULL, &error);
    if (made && status == EXIT_DONE)
        printf("positions %ju\nwins %ju\ndraws %ju\nbytes %zu\n", (uintmax_t)counts.positions, (uintmax_t)counts.won,
               (uintmax_t)counts.drawn, counts.bytes);
    tablebase_close(t);
    buffer_free(&b);
    return status;
}

const Command tables_opening = {
    .name = "opening",
    .operands = T("GAME"),
    .summary = T("write the opening positions that the engine knows"),
    .help = T(
        "Writes the result of every position that can stand on the board after --plies moves, each of which has "
        "put down a piece, to --output, in the form that is compiled into the program (book/GAME-PLIES.layer). Prints "
        "how many there are.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
