/* colonnade explore: perfect play, one position at a time. */
#include "cli/commands.h"
#include "cli/far_oracle.h"
#include "cli/output.h"
#include "cli/tablebase_oracle.h"
#include "engine/explore.h"
#include "engine/landmark.h"

#include <stdio.h>

static struct {
    const char *position, *tables, *probe;
    double seconds;
    uint64_t nodes;
    bool json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    TIME_OPTION(&option.seconds, T("10, unless another limit is given")),
    NODES_OPTION(&option.nodes),
    TABLES_OPTION(&option.tables),
    PROBE_OPTION(&option.probe),
    JSON_OPTION(&option.json),
    {0},
};

static const double usual_seconds = 10;

static const char *mark_of(const Exploration *e, const Advice *a)
{
    return !a->value.proven || !e->value.proven ? "unknown"
           : !explore_keeps(e, a)               ? "errs"
           : explore_is_only(e)                 ? "only"
                                                : "keeps";
}

/* How often levels lost a won game this way; NULL: it is not one of the frequent mistakes. */
static const Landmark *mistake_of(const Game *g, const Position *p, const Exploration *e, const Advice *a)
{
    return value_wins(e->value) && !value_wins(a->value) ? landmark_mistake(g, p, a->move) : NULL;
}

static void print_json(Json *j, const Game *g, const Position *p, const Exploration *e)
{
    output_position(j, g, p);
    if (e->value.proven)
        value_json(j, "value", e->value);
    else
        json_nothing(j, "value");
    json_number(j, "count", (int64_t)e->count);
    json_number(j, "known", (int64_t)e->known);
    json_number(j, "keep", (int64_t)e->keep);
    json_open_array(j, "moves");
    for (size_t i = 0; i < e->count; i++) {
        const Advice *a = &e->advice[i];
        json_open_object(j, NULL);
        output_move(j, "move", g, p, a->move);
        if (a->value.proven)
            value_json(j, "value", a->value);
        else
            json_nothing(j, "value");
        json_text(j, "mark", mark_of(e, a));
        if (a->source)
            json_text(j, "source", a->source);
        else
            json_nothing(j, "source");
        const Landmark *mistake = mistake_of(g, p, e, a);
        if (mistake) {
            json_number(j, "times", mistake->number);
            json_number(j, "met", mistake->of);
        }
        json_close_object(j);
    }
    json_close_array(j);
}

static void print_lines(const Game *g, const Position *p, const Exploration *e)
{
    char text[MOVE_TEXT], value[VALUE_TEXT];
    value_text(e->value, value);
    puts(e->value.proven ? value : "unknown");
    for (size_t i = 0; i < e->count; i++) {
        const Advice *a = &e->advice[i];
        g->write_move(p, a->move, text);
        value_text(a->value, value);
        printf("%s\t%s\t%s", text, a->value.proven ? value : "unknown", mark_of(e, a));
        const Landmark *mistake = mistake_of(g, p, e, a);
        if (mistake)
            printf("\t%d/%d", mistake->number, mistake->of);
        putchar('\n');
    }
}

static ExitStatus explore(const Call *call, const Game *g, const Position *p)
{
    Exploration e;
    Adviser *a = adviser_create(g, (AdviserOptions){0});
    if (!a)
        return cli_fail_memory(call->lang);
    tablebase_oracle_add(a, g, option.tables);
    bool timed = option.seconds > 0 || option.nodes > 0;
    SearchLimits limits = {.seconds = timed ? option.seconds : usual_seconds, .nodes = option.nodes};
    bool ok = explore_position(a, &(Situation){.position = *p}, limits, &e);
    if (!ok) {
        adviser_destroy(a);
        return cli_fail_memory(call->lang);
    }
    ExitStatus status = EXIT_DONE;
    if (option.json) {
        CliOutput out;
        output_open(&out);
        print_json(&out.json, g, p, &e);
        status = output_print(&out, call);
    } else {
        print_lines(g, p, &e);
    }
    adviser_destroy(a);
    return status;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    Position p;
    if (!g || !far_tables(call, option.probe, &option.tables))
        return EXIT_USAGE;
    if (!explore_knows(g))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} is not solved"), 1, g->id);
    if (!cli_position(call, g, option.position, &p) || !cli_follow(call, g, &p))
        return EXIT_ILLEGAL;
    if (g->outcome(&p).over)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("the game is over in this position: there is nothing to analyse"),
                        0);
    return explore(call, g, &p);
}

const Command explore_command = {
    .name = "explore",
    .operands = T("GAME [MOVE…]"),
    .summary = T("print what every move is worth for certain"),
    .help = T("Follows the moves from the start or --position and prints the value of the position there, then every "
              "move, its value and `only` (nothing else keeps the value), `keeps`, `errs` (gives something away) or "
              "`unknown`, separated by tabs. Nothing printed is an estimate: values come from tables, the opening book "
              "and proofs within --time or --nodes (10 seconds). Moves by which won games are most often lost "
              "(`landmarks`) have a fourth column: in how many games of our levels, out of how many.\n"),
    .options = options,
    .least = 1,
    .most = -1,
    .complete = {COMPLETE_GAME, COMPLETE_MOVE},
    .run = run,
};
