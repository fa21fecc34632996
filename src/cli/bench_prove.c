/* colonnade bench prove: how long the start and random positions take to prove. */
#include "cli/bench.h"

#include "cli/output.h"
#include "games/registry.h"
#include "solve/proof_bench.h"

#include <stdio.h>

static struct {
    const char *game;
    bool json;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    JSON_OPTION(&option.json),
    {0},
};

static void add_row(Json *j, const Game *g, int ply, const ProofBench *b)
{
    json_open_object(j, NULL);
    json_text(j, "game", g->id);
    json_number(j, "ply", ply);
    json_number(j, "positions", b->positions);
    json_number(j, "wins", b->wins);
    json_number(j, "draws", b->draws);
    json_number(j, "losses", b->losses);
    json_number(j, "nodes", (int64_t)b->nodes);
    json_number(j, "most_nodes", (int64_t)b->most_nodes);
    json_double(j, "seconds", b->seconds);
    json_double(j, "most_seconds", b->most_seconds);
    json_close_object(j);
}

static ExitStatus run(const Call *call)
{
    static const int plies[] = {0, 4, 8, 12};
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    if (only && !proof_bench_can(only))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be proven from its start: there is nothing to measure"),
                        1, option.game);
    CliOutput a;
    output_open(&a);
    json_open_array(&a.json, "measurements");
    if (!option.json)
        puts("game     ply positions wins draws losses       nodes most nodes  seconds    most");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (!proof_bench_can(g) || (only && only != g))
            continue;
        for (size_t j = 0; j < sizeof plies / sizeof *plies; j++) {
            ProofBench b;
            if (!proof_bench_run(g, plies[j], &b)) {
                output_drop(&a);
                return cli_fail_memory(call->lang);
            }
            if (option.json)
                add_row(&a.json, g, plies[j], &b);
            else
                printf("%-8s %3d %9d %4d %5d %6d %11ju %10ju %8.2f %7.2f\n", g->id, plies[j], b.positions, b.wins,
                       b.draws, b.losses, (uintmax_t)b.nodes, (uintmax_t)b.most_nodes, b.seconds, b.most_seconds);
            fflush(stdout);
        }
    }
    json_close_array(&a.json);
    ExitStatus status = option.json ? output_print(&a, call) : EXIT_DONE;
    output_drop(&a);
    return status;
}

const Command bench_prove = {
    .name = "prove",
    .operands = "",
    .summary = T("measure proofs"),
    .help = T("The start and 100 random positions each after 4, 8 and 12 plies, proven without the opening book: nodes "
              "and processor seconds, together and at the most.\n"),
    .options = options,
    .run = run,
};
