/* colonnade tables opening: what the engine knows about an opening, from the table or from proofs. */
#include "cli/tables_opening.h"

#include "cli/openings_file.h"
#include "solve/opening_layer_make.h"

#include <inttypes.h>
#include <stdio.h>

static struct {
    const char *tables, *output, *values;
    int plies;
} option;

static const Option options[] = {
    TABLES_OPTION(&option.tables),
    OUTPUT_OPTION(&option.output),
    {.name = "plies",
     .value = "N",
     .number = &option.plies,
     .least = 1,
     .most = 30,
     .standard = "8",
     .help = T("of the layer: an even number where tables know it")},
    {.name = "values",
     .value = T("FILE"),
     .path = &option.values,
     .complete = COMPLETE_FILE,
     .help = T("take the values from FILE, which `colonnade prove GAME --openings N` printed")},
    {0},
};

static ExitStatus make_from_table(const Call *call, const Game *g, Buffer *out, OpeningLayerCounts *counts)
{
    Message error = {0};
    if (!g->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    Tablebase *t = tablebase_open(g, option.tables, &error);
    bool made = t && opening_layer_make(t, option.plies, out, counts, &error);
    tablebase_close(t);
    return made ? EXIT_DONE : cli_fail_message(call->lang, NULL, &error);
}

static ExitStatus make_from_values(const Call *call, const Game *g, Buffer *out, OpeningLayerCounts *counts)
{
    Message error = {0};
    Openings all;
    if (!g->never_repeats || g->sides != 2)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has no proven openings"), 1, g->id);
    ExitStatus status = openings_load(call, g, option.plies, option.values, &all);
    if (status != EXIT_DONE)
        return status;
    bool made = opening_layer_make_reached(g, &all, out, counts, &error);
    openings_drop(&all);
    return made ? EXIT_DONE : cli_fail_message(call->lang, NULL, &error);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    Buffer b = {0};
    OpeningLayerCounts counts;
    if (!g)
        return EXIT_USAGE;
    if (!option.output)
        return cli_fail(EXIT_USAGE, call->lang, T("opening needs --output"), 0);
    ExitStatus status = option.values ? make_from_values(call, g, &b, &counts) : make_from_table(call, g, &b, &counts);
    if (status == EXIT_DONE)
        status = cli_write_file(call, option.output, b.text, b.length);
    if (status == EXIT_DONE)
        printf("positions %ju\nwins %ju\ndraws %ju\nbytes %zu\n", (uintmax_t)counts.positions, (uintmax_t)counts.won,
               (uintmax_t)counts.drawn, counts.bytes);
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
        "how many there are. With --values these are the positions that games reach, and no table is needed.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
