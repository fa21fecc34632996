/* colonnade fair: openings proven to be draws. */
#include "cli/output.h"
#include "cli/commands.h"
#include "core/value.h"
#include "engine/fair.h"

#include <stdio.h>

enum { MOST = 1000 };

static struct {
    int number, count;
    bool json;
} option;

static const Option options[] = {
    {.name = "number",
     .value = "N",
     .number = &option.number,
     .least = 1,
     .most = FAIR_NUMBERS,
     .standard = "1",
     .help = T("the number of the first one")},
    {.name = "count",
     .value = "N",
     .number = &option.count,
     .least = 1,
     .most = MOST,
     .standard = "10",
     .help = T("how many of them")},
    JSON_OPTION(&option.json),
    {0},
};

static void print_json(CliOutput *a, const Game *g, const FairStart *f)
{
    char text[POSITION_TEXT];
    Position start;
    g->start(&start);
    g->write_position(&f->position, text);
    json_open_object(&a->json, NULL);
    json_number(&a->json, "number", f->number);
    json_text(&a->json, "position", text);
    value_json(&a->json, "value", value_proven(0, -1));
    json_text(&a->json, "source", f->source);
    output_line(&a->json, "line", g, &start, f->line, f->plies);
    json_close_object(&a->json);
}

static void print_line(const Game *g, const FairStart *f)
{
    char text[POSITION_TEXT];
    Position p;
    g->start(&p);
    g->write_position(&f->position, text);
    printf("%d\t%s\t", f->number, text);
    for (int i = 0; i < f->plies; i++) {
        g->write_move(&p, f->line[i], text);
        printf("%s%s", i ? " " : "", text);
        g->play(&p, f->line[i], &p);
    }
    putchar('\n');
}

static ExitStatus run(const Call *call)
{
    static FairStart list[MOST];
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    if (!fair_exists(g))
        return cli_fail(EXIT_USAGE, call->lang, T("no drawn opening of {0} is known"), 1, g->id);
    Fair *f = fair_create(g);
    if (!f)
        return cli_fail_memory(call->lang);
    int found = fair_list(f, option.number, option.count, NULL, list);
    fair_destroy(f);
    if (!option.json) {
        for (int i = 0; i < found; i++)
            print_line(g, &list[i]);
        return EXIT_DONE;
    }
    CliOutput a;
    output_open(&a);
    json_text(&a.json, "game", g->id);
    json_open_array(&a.json, "starts");
    for (int i = 0; i < found; i++)
        print_json(&a, g, &list[i]);
    json_close_array(&a.json);
    return output_print(&a, call);
}

const Command fair_command = {
    .name = "fair",
    .operands = T("GAME"),
    .summary = T("print openings that are proven to be draws"),
    .help =
        T("Prints fair starts, openings that are draws when nobody errs, one per line: its number, the position and "
          "the moves that lead to it, separated by tabs. The same number is the same opening everywhere. "
          "Openings that are symmetric to an earlier one of the list are left out. `play GAME --fair N` begins a "
          "game from one.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
