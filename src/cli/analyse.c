/* colonnade analyse: what every legal move is worth. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/tablebase_oracle.h"
#include "engine/adviser.h"

#include <stdio.h>
#include <string.h>

static struct {
    const char *position, *tables, *probe;
    double time;
    uint64_t nodes;
    int depth, lines, threads, hash;
    bool json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    TIME_OPTION(&option.time, T("3, unless another limit is given")),
    NODES_OPTION(&option.nodes),
    DEPTH_OPTION(&option.depth),
    {.name = "lines",
     .value = "K",
     .number = &option.lines,
     .least = 1,
     .most = 100000,
     .otherwise = T("all"),
     .help = T("value the K best moves exactly")},
    THREADS_OPTION(&option.threads),
    HASH_OPTION(&option.hash, "64"),
    TABLES_OPTION(&option.tables),
    PROBE_OPTION(&option.probe),
    JSON_OPTION(&option.json),
    {0},
};

enum { SHOWN_WHILE_THINKING = 3 };

typedef struct AnalysisPrinter {
    const Game *game;
    const Position *position;
    bool quiet;
} AnalysisPrinter;

/* The line's moves, separated by blanks. */
static void print_line(const AnalysisPrinter *printer, const Advice *a)
{
    Position p = *printer->position;
    for (int i = 0; i < a->length; i++) {
        char text[MOVE_TEXT];
        printer->game->write_move(&p, a->line[i], text);
        printf("%s%s", i ? " " : "", text);
        printer->game->play(&p, a->line[i], &p);
    }
}

static void print_progress(void *context, const AdviceList *so_far)
{
    const AnalysisPrinter *printer = context;
    double speed = so_far->seconds > 0 ? (double)so_far->nodes / so_far->seconds / 1e6 : 0;
    if (printer->quiet)
        return;
    printf("# depth %d nodes %llu seconds %.2f million/s %.2f\n", so_far->depth, (unsigned long long)so_far->nodes,
           so_far->seconds, speed);
    for (size_t i = 0; i < so_far->count && i < SHOWN_WHILE_THINKING && so_far->advice[i].exact; i++) {
        char value[VALUE_TEXT];
        value_text(so_far->advice[i].value, value);
        printf("#   %s  ", value);
        print_line(printer, &so_far->advice[i]);
        putchar('\n');
    }
    fflush(stdout);
}

static void print_move(const AnalysisPrinter *printer, const Advice *a)
{
    char text[MOVE_TEXT], value[VALUE_TEXT];
    printer->game->write_move(printer->position, a->move, text);
    value_text(a->value, value);
    printf("%s %s ", text, value);
    print_line(printer, a);
    putchar('\n');
}

static void print_list(const AnalysisPrinter *printer, const AdviceList *list)
{
    if (list->source)
        printf("# every value is exact (%s)\n", list->source);
    for (size_t i = 0; i < list->count; i++)
        print_move(printer, &list->advice[i]);
}

static void add_move(Json *j, const AnalysisPrinter *printer, const Advice *a)
{
    json_open_object(j, NULL);
    output_move(j, "move", printer->game, printer->position, a->move);
    value_json(j, "value", a->value);
    if (a->value.proven)
        json_text(j, "source", a->source);
    else
        json_text(j, "bound", a->exact ? "exact" : "upper");
    output_line(j, "line", printer->game, printer->position, a->line, a->length);
    json_close_object(j);
}

static ExitStatus print_json(const Call *call, const AnalysisPrinter *printer, const AdviceList *list)
{
    CliOutput a;
    output_open(&a);
    output_position(&a.json, printer->game, printer->position);
    json_number(&a.json, "depth", list->depth);
    output_effort(&a.json, list->nodes, list->seconds);
    json_open_array(&a.json, "moves");
    for (size_t i = 0; i < list->count; i++)
        add_move(&a.json, printer, &list->advice[i]);
    json_close_array(&a.json);
    return output_print(&a, call);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g || !far_tables(call, option.probe, &option.tables))
        return EXIT_USAGE;
    Situation s = {0};
    if (!cli_position(call, g, option.position, &s.position))
        return EXIT_ILLEGAL;
    if (g->outcome(&s.position).over)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("the game is over in this position: there is nothing to analyse"),
                        0);
    if (!adviser_knows(g))
        return cli_fail(EXIT_USAGE, call->lang, T("there is no analysis of {0}"), 1, g->id);
    Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = (size_t)option.hash << 20, .threads = option.threads});
    if (!a)
        return cli_fail_memory(call->lang);
    tablebase_oracle_add(a, g, option.tables);
    SearchLimits limits = {.seconds = option.time, .nodes = option.nodes, .depth = option.depth, .lines = option.lines};
    if (limits.seconds <= 0 && limits.nodes == 0 && limits.depth == 0)
        limits.seconds = ADVISER_ANALYSE_SECONDS;
    AnalysisPrinter printer = {g, &s.position, option.json};
    AdviceList list;
    ExitStatus status = EXIT_DONE;
    if (!adviser_analyse(a, &s, limits, print_progress, &printer, &list))
        status = cli_fail_memory(call->lang);
    else if (option.json)
        status = print_json(call, &printer, &list);
    else
        print_list(&printer, &list);
    adviser_destroy(a);
    return status;
}

const Command analyse_command = {
    .name = "analyse",
    .operands = T("GAME"),
    .summary = T("say what every move is worth"),
    .help = T("Prints one line per legal move, the best first: the move, its value, and the line it leads to. `win N`, "
              "`loss N` and `draw` are certain, for the player to move; N, the plies to the end, is left out where it "
              "is not known; a signed number is an estimate in thousandths of what decides a game. Lines before that "
              "begin with # and show the thinking.\nWithout a limit it thinks for three seconds. Where the ruleset has "
              "a table, every value comes from there at once and is exact; a line with # says so.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
