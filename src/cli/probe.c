/* colonnade probe: the exact value of a position and of its moves, out of a table. */
#include "cli/output.h"
#include "cli/commands.h"
#include "solve/tablebase.h"

#include <stdio.h>

static struct {
    const char *position, *tables;
    bool line, json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    {.name = "line", .flag = &option.line, .help = T("also print a line of best play to the end of the game")},
    TABLES_OPTION(&option.tables),
    JSON_OPTION(&option.json),
    {0},
};

enum { LONGEST_DRAW = 40 };     /* plies of a line that never ends */

static ExitStatus damaged(const Call *call, const Game *g)
{
    return cli_fail(EXIT_ILLEGAL, call->lang, T("{0} is damaged: remove it and compute it again"), 1, g->id);
}

/* On lines or, where `j` is not NULL, as a list. */
static ExitStatus print_moves(const Call *call, Tablebase *t, const Position *p, const MoveList *list, Json *j)
{
    const Game *g = tablebase_game(t);
    if (j)
        json_open_array(j, "moves");
    for (size_t i = 0; i < list->count; i++) {
        char text[MOVE_TEXT], value[VALUE_TEXT];
        Value v;
        g->write_move(p, list->move[i], text);
        if (!tablebase_move_value(t, p, list->move[i], &v))
            return damaged(call, g);
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
static bool best_move(Tablebase *t, const Position *p, MoveList *list, Move *out)
{
    int best = 0;
    if (!movelist_fill(list, tablebase_game(t), p))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        Value v;
        if (!tablebase_move_value(t, p, list->move[i], &v))
            return false;
        if (i > 0 && value_rank(v) <= best)
            continue;
        *out = list->move[i];
        best = value_rank(v);
    }
    return list->count > 0;
}

/* To the end of the game, or forty plies of a draw. */
static ExitStatus print_line(const Call *call, Tablebase *t, Position p, Value v, Json *j)
{
    const Game *g = tablebase_game(t);
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
    return good ? EXIT_DONE : damaged(call, g);
}

static ExitStatus print_json(const Call *call, Tablebase *t, const Position *p, const MoveList *list, Value v)
{
    CliOutput a;
    output_open(&a);
    output_position(&a.json, tablebase_game(t), p);
    value_json(&a.json, "value", v);
    ExitStatus status = print_moves(call, t, p, list, &a.json);
    if (option.line && status == EXIT_DONE)
        status = print_line(call, t, *p, v, &a.json);
    if (status == EXIT_DONE)
        return output_print(&a, call);
    output_drop(&a);
    return status;
}

static ExitStatus print_all(const Call *call, Tablebase *t, const Position *p, const MoveList *list)
{
    char text[VALUE_TEXT];
    Value v;
    if (!tablebase_value(t, p, &v))
        return damaged(call, tablebase_game(t));
    if (option.json)
        return print_json(call, t, p, list, v);
    value_text(v, text);
    puts(text);
    ExitStatus listed = print_moves(call, t, p, list, NULL);
    return option.line && listed == EXIT_DONE ? print_line(call, t, *p, v, NULL) : listed;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    Message error = {0};
    Tablebase *t = tablebase_open(g, option.tables, &error);
    if (!t)
        return cli_fail_message(call->lang, NULL, &error);
    MoveList list = {0};
    ExitStatus status = movelist_fill(&list, g, &p) ? print_all(call, t, &p, &list) : cli_fail_memory(call->lang);
    movelist_free(&list);
    tablebase_close(t);
    return status;
}

const Command probe_command = {
    .name = "probe",
    .operands = T("GAME"),
    .summary = T("look a position up in a table"),
    .help = T("Prints `win N`, `loss N` or `draw` for the player to move, N plies from the end of the game "
              "with best play, then a line `MOVE win|loss|draw [N]` for each legal move, as the player who "
              "makes it sees it. The ruleset must have been solved (`colonnade solve`). With --line the last "
              "line, `line MOVE…`, has best play to the end, of equally good moves the first; a draw stops "
              "after forty plies.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
