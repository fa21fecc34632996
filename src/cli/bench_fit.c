/* colonnade bench fit: weights of the evaluations, from games of the search with itself. */
#include "cli/bench.h"

#include "cli/match.h"
#include "cli/options.h"
#include "contest/fit.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { GAMES = 2000, NODES = 2000, PLIES = 8, LONGEST = 300 };

static void print_news(void *context, int done)
{
    const FitOptions *o = context;
    if (isatty(STDERR_FILENO) && done % 10 == 0)
        fprintf(stderr, "\r%s: %d/%d games%s", o->game->id, done, o->games, done == o->games ? "\n" : "");
}

static bool fit(const Options *o, const Game *g)
{
    FitOptions options = {
        .game = g,
        .games = o->games > 0 ? o->games : GAMES,
        .nodes = o->nodes > 0 ? o->nodes : NODES,
        .plies = o->plies >= 0 ? o->plies : PLIES,
        .longest = o->longest > 0 ? o->longest : LONGEST,
        .seed = o->seed,
        .threads = o->threads,
    };
    FitResult r;
    if (!fit_run(&options, match_interrupted_flag(), print_news, &options, &r))
        return false;
    printf("%s: %d games (%d drawn), %ld positions, %llu nodes a move\n", g->id, r.games, r.draws, r.samples,
           (unsigned long long)options.nodes);
    printf("  loss in bits a position: %.4f before, %.4f after\n", r.loss_before, r.loss_after);
    printf("  %-16s %8s %8s %8s\n", "feature", "before", "after", "spread");
    for (int i = 0; i < g->search.evaluation->count; i++)
        printf("  %-16s %8d %8.0f %8.2f\n", g->search.evaluation->name[i], g->search.evaluation->weight[i], r.weight[i],
               r.spread[i]);
    printf("  {");
    for (int i = 0; i < g->search.evaluation->count; i++)
        printf("%s%.0f", i ? ", " : "", r.weight[i]);
    printf("}\n");
    fflush(stdout);
    return true;
}

ExitStatus bench_fit(const Options *o)
{
    const Game *only = o->game ? cli_game(o, o->game) : NULL;
    if (o->game && !only)
        return EXIT_USAGE;
    if (only && (!only->search.evaluation || only->sides != 2))
        return cli_fail(EXIT_USAGE, o->lang, T("the evaluation of {0} has no weights to fit"), 1, only->id);
    match_catch_interrupts();
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if ((only && only != g) || !g->search.evaluation || g->sides != 2)
            continue;
        if (!fit(o, g))
            return atomic_load(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, o->lang, T("interrupted"), 0)
                                                         : cli_fail_memory(o->lang);
    }
    return EXIT_DONE;
}
