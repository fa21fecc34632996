/* colonnade bench prove: how long the start and random positions take to prove. */
#include "cli/bench.h"
#include "cli/options.h"
#include "core/clock.h"
#include "core/random.h"
#include "games/registry.h"
#include "solve/proof.h"

#include <stdio.h>
#include <string.h>

enum { POSITIONS = 100 };

typedef struct Row {
    int ply, positions, wins, draws, losses;
    uint64_t nodes, most_nodes;
    double seconds, most_seconds;
} Row;

/* A position after `ply` random moves that is not over. False: out of memory. */
static bool draw_position(const Game *g, int ply, uint64_t *random, MoveList *list, Position *out)
{
    for (;;) {
        g->start(out);
        if (!movelist_fill(list, g, out))
            return false;
        for (int i = 0; i < ply && list->count > 0; i++) {
            g->play(out, list->move[random_next_wide(random) % list->count], out);
            if (!movelist_fill(list, g, out))
                return false;
        }
        if (list->count > 0)
            return true;
    }
}

static bool measure(const Game *g, Proof *f, Row *row)
{
    uint64_t random = (uint64_t)row->ply;
    MoveList list = {0};
    for (int i = 0; i < row->positions; i++) {
        Position p;
        if (!draw_position(g, row->ply, &random, &list, &p)) {
            movelist_free(&list);
            return false;
        }
        proof_forget(f);
        double seconds = clock_spent();
        uint64_t nodes = proof_effort(f).nodes;
        ProofValue v = proof_value(f, &p, false);
        seconds = clock_spent() - seconds;
        nodes = proof_effort(f).nodes - nodes;
        row->wins += v.result > 0;
        row->draws += v.result == 0;
        row->losses += v.result < 0;
        row->nodes += nodes;
        row->seconds += seconds;
        row->most_nodes = nodes > row->most_nodes ? nodes : row->most_nodes;
        row->most_seconds = seconds > row->most_seconds ? seconds : row->most_seconds;
    }
    movelist_free(&list);
    return true;
}

static void print_row(const Game *g, const Row *r, json_t *rows)
{
    if (rows) {
        json_array_append_new(rows, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:f, s:f}", "game", g->id, "ply",
                                              r->ply, "positions", r->positions, "wins", r->wins, "draws", r->draws,
                                              "losses", r->losses, "nodes", (json_int_t)r->nodes, "most_nodes",
                                              (json_int_t)r->most_nodes, "seconds", r->seconds, "most_seconds",
                                              r->most_seconds));
        return;
    }
    printf("%-8s %3d %9d %4d %5d %6d %11ju %10ju %8.2f %7.2f\n", g->id, r->ply, r->positions, r->wins, r->draws, r->losses,
           (uintmax_t)r->nodes, (uintmax_t)r->most_nodes, r->seconds, r->most_seconds);
    fflush(stdout);
}

/* Others that never repeat can be asked about, but not proven from the start. */
static bool can_be_proven(const Game *g) { return g->never_repeats && g->glance; }

ExitStatus bench_prove(const Options *o)
{
    static const int plies[] = {0, 4, 8, 12};
    if (o->game && !can_be_proven(registry_find(o->game)))
        return cli_fail(EXIT_USAGE, o->lang, T("{0} cannot be proven from its start: there is nothing to measure"), 1,
                        o->game);
    json_t *rows = o->json ? json_array() : NULL;
    if (!rows)
        puts("game     ply positions wins draws losses       nodes most nodes  seconds    most");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (!can_be_proven(g) || (o->game && strcmp(o->game, g->id) != 0))
            continue;
        Proof *f = proof_create(g, (size_t)PROOF_DEFAULT_MIB << 20);
        if (!f)
            return cli_fail_memory(o->lang);
        proof_use_book(f, false);
        for (size_t j = 0; j < sizeof plies / sizeof *plies; j++) {
            Row row = {.ply = plies[j], .positions = plies[j] ? POSITIONS : 1};
            if (!measure(g, f, &row)) {
                proof_destroy(f);
                json_decref(rows);
                return cli_fail_memory(o->lang);
            }
            print_row(g, &row, rows);
        }
        proof_destroy(f);
    }
    return rows ? cli_print_json(o, rows) : EXIT_DONE;
}
