/* colonnade probe: the exact value of a position and of its moves, from a table. */
#include "cli/output.h"
#include "cli/commands.h"
#include "cli/far_oracle.h"
#include "solve/tablebase.h"

#include <stdio.h>

static struct {
    const char *position, *tables, *probe;
    bool line, json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    {.name = "line", .flag = &option.line, .help = T("also print a line of best play to the end of the game")},
    TABLES_OPTION(&option.tables),
    PROBE_OPTION(&option.probe),
    JSON_OPTION(&option.json),
    {0},
};

enum { LONGEST_DRAW = 40 };     /* plies of a line that never ends */

/* Where values come from: a table here, or one in a house elsewhere. */
typedef struct ProbeSource {
    const Game *game;
    Tablebase *here;            /* NULL: in a house */
    Oracle far;
} ProbeSource;

static bool value_in(ProbeSource *t, const Position *p, Value *out)
{
    Outcome o = t->game->outcome(p);
    if (!o.over)
        return t->here ? tablebase_value(t->here, p, out) : t->far.ask(t->far.context, p, (Effort){0}, true, out);
    *out = value_over(t->game, p, o);
    return true;
}

static bool move_value_in(ProbeSource *t, const Position *p, Move m, Value *out)
{
    Position next;
    t->game->play(p, m, &next);
    if (!value_in(t, &next, out))
        return false;
    *out = value_of_move(*out);
    return true;
}

static ExitStatus damaged(const Call *call, const ProbeSource *t)
{
    if (!t->here)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("the house at {0} has no table of {1}, or does not answer"), 2,
                        option.probe, t->game->id);
    return cli_fail(EXIT_ILLEGAL, call->lang, T("{0} is damaged: remove it and compute it again"), 1, t->game->id);
}

/* As lines or, if `j` is not NULL, as a list. */
static ExitStatus print_moves(const Call *call, ProbeSource *t, const Position *p, const MoveList *list, Json *j)
{
    const Game *g = t->game;
    if (j)
        json_open_array(j, "moves");
    for (size_t i = 0; i < list->count; i++) {
        char text[MOVE_TEXT], value[VALUE_TEXT];
        Value v;
        g->write_move(p, list->move[i], text);
        if (!move_value_in(t, p, list->move[i], &v))
            return damaged(call, t);
        if (j) {
            json_open_object(j, NULL);
            json_text(j, "move", text);
            value_json(j, "value", v);
            json_close_object(j);
            continue;
        }
        value_text(v, value);
        printf("%s %s\n", text, value);
    }
    if (j)
        json_close_array(j);
    return EXIT_DONE;
}

/* --- a line of best play --- */

/* The first of the best moves; false: the table is damaged, or memory has run out. */
static bool best_move(ProbeSource *t, const Position *p, MoveList *list, Move *out)
{
    int best = 0;
    if (!movelist_fill(list, t->game, p))
        return false;
    if (!t->here)
        t->far.expect(t->far.context, p);
    for (size_t i = 0; i < list->count; i++) {
        Value v;
        if (!move_value_in(t, p, list->move[i], &v))
            return false;
        if (i > 0 && value_rank(v) <= best)
            continue;
        *out = list->move[i];
        best = value_rank(v);
    }
    return list->count > 0;
}

/* To the end of the game, or forty plies of a draw. */
static ExitStatus print_line(const Call *call, ProbeSource *t, Position p, Value v, Json *j)
{
    const Game *g = t->game;
    MoveList list = {0};
    bool good = true;
    if (j)
        json_open_array(j, "line");
    else
        printf("line");
    for (int ply = 0; !g->outcome(&p).over && (v.result != 0 || ply < LONGEST_DRAW); ply++) {
        char text[MOVE_TEXT];
        Move m;
        good = best_move(t, &p, &list, &m);
        if (!good)
            break;
        g->write_move(&p, m, text);
        if (j)
            json_text(j, NULL, text);
        else
            printf(" %s", text);
        g->play(&p, m, &p);
    }
    if (j)
        json_close_array(j);
    else
        putchar('\n');
    movelist_free(&list);
    return good ? EXIT_DONE : damaged(call, t);
}

static ExitStatus print_json(const Call *call, ProbeSource *t, const Position *p, const MoveList *list, Value v)
{
    CliOutput a;
    output_open(&a);
    output_position(&a.json, t->game, p);
    value_json(&a.json, "value", v);
    ExitStatus status = print_moves(call, t, p, list, &a.json);
    if (option.line && status == EXIT_DONE)
        status = print_line(call, t, *p, v, &a.json);
    if (status == EXIT_DONE)
        return output_print(&a, call);
    output_drop(&a);
    return status;
}

static ExitStatus print_all(const Call *call, ProbeSource *t, const Position *p, const MoveList *list)
{
    char text[VALUE_TEXT];
    Value v;
    if (!value_in(t, p, &v))
        return damaged(call, t);
    if (option.json)
        return print_json(call, t, p, list, v);
    value_text(v, text);
    puts(text);
    ExitStatus listed = print_moves(call, t, p, list, NULL);
    return option.line && listed == EXIT_DONE ? print_line(call, t, *p, v, NULL) : listed;
}

static bool open_source(const Game *g, ProbeSource *t, Message *error)
{
    *t = (ProbeSource){.game = g};
    if (option.probe)
        return far_oracle(g, option.probe, &t->far, error);
    t->here = tablebase_open(g, option.tables, error);
    return t->here != NULL;
}

static void close_source(ProbeSource *t)
{
    if (!t->here)
        t->far.close(t->far.context);
    tablebase_close(t->here);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_solvable(call, call->operand[0]);
    if (!g || !far_tables(call, option.probe, &option.tables))
        return EXIT_USAGE;
    if (!g->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    Message error = {0};
    ProbeSource t;
    if (!open_source(g, &t, &error))
        return cli_fail_message(call->lang, NULL, &error);
    MoveList list = {0};
    ExitStatus status = movelist_fill(&list, g, &p) ? print_all(call, &t, &p, &list) : cli_fail_memory(call->lang);
    movelist_free(&list);
    close_source(&t);
    return status;
}

const Command probe_command = {
    .name = "probe",
    .operands = T("GAME"),
    .summary = T("look a position up in a table"),
    .help = T("Prints `win N`, `loss N` or `draw` for the player to move, N plies from the end of the game "
              "with best play, then a line `MOVE win|loss|draw [N]` for each legal move, as the player who "
              "makes it sees it. The ruleset must have been solved (`colonnade solve`), here or, with --probe, in a "
              "house. With --line the last "
              "line, `line MOVE…`, has best play to the end, of equally good moves the first; a draw stops "
              "after forty plies.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
