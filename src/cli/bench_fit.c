/* colonnade bench fit: weights of the evaluations, from games that the search plays against itself. */
#include "cli/bench.h"

#include "cli/match.h"
#include "contest/fit.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    const char *game;
    uint64_t nodes, seed;
    int games, plies, longest, threads;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 1000000,
     .standard = "2000",
     .help = T("play N games")},
    {.name = "nodes",
     .value = "N",
     .count = &option.nodes,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "2000",
     .help = T("look at N positions per move")},
    {.name = "plies",
     .value = "N",
     .number = &option.plies,
     .least = 0,
     .most = 64,
     .standard = "8",
     .help = T("open with at most N random moves")},
    {.name = "longest",
     .value = "N",
     .number = &option.longest,
     .least = 1,
     .most = 10000,
     .standard = "300",
     .help = T("call a game a draw after N moves")},
    SEED_OPTION(&option.seed),
    THREADS_OPTION(&option.threads),
    {0},
};

static void print_news(void *context, int done)
{
    const FitOptions *fit = context;
    if (isatty(STDERR_FILENO) && done % 10 == 0)
        fprintf(stderr, "\r%s: %d/%d games%s", fit->game->id, done, fit->games, done == fit->games ? "\n" : "");
}

static bool fit(const Game *g)
{
    FitOptions job = {
        .game = g,
        .games = option.games,
        .nodes = option.nodes,
        .plies = option.plies,
        .longest = option.longest,
        .seed = option.seed,
        .threads = option.threads,
    };
    FitResult r;
    if (!fit_run(&job, match_interrupted_flag(), print_news, &job, &r))
        return false;
    printf("%s: %d games (%d drawn), %ld positions, %llu nodes per move\n", g->id, r.games, r.draws, r.samples,
           (unsigned long long)job.nodes);
    printf("  loss in bits per position: %.4f before, %.4f after\n", r.loss_before, r.loss_after);
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

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    if (only && (!only->search.evaluation || only->sides != 2))
        return cli_fail(EXIT_USAGE, call->lang, T("the evaluation of {0} has no weights to fit"), 1, only->id);
    match_catch_interrupts();
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if ((only && only != g) || !g->search.evaluation || g->sides != 2)
            continue;
        if (!fit(g))
            return cancel_asked(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted"), 0)
                                                          : cli_fail_memory(call->lang);
    }
    return EXIT_DONE;
}

const Command bench_fit = {
    .name = "fit",
    .operands = "",
    .summary = T("find weights for the evaluations"),
    .help = T("Plays games of the search with itself and prints the weights that predict their results best.\n"),
    .options = options,
    .run = run,
};
