/* colonnade bench search: positions per second, and the signature of the search. */
#include "cli/bench.h"

#include "search/search.h"
#include "search/search_bench.h"
#include "engine/adviser.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>

static struct {
    const char *game;
    uint64_t nodes;
    int threads;
} option;

/* People wait for trees that are so much larger: that is where threads have to help. */
enum { LONGER = 5 };

static const Option options[] = {
    GAME_OPTION(&option.game),
    {.name = "nodes",
     .value = "N",
     .count = &option.nodes,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "200000",
     .help = T("look at N positions")},
    {.name = "threads",
     .value = "N",
     .number = &option.threads,
     .least = 1,
     .most = SEARCH_MAX_THREADS,
     .standard = "2",
     .help = T("also measure what N threads gain, or with 1 do not")},
    {0},
};

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    double sum = 0;
    int measured = 0;
    printf("%-21s %12s %10s %6s  %-16s", "ruleset", "nodes", "million/s", "depth", "signature");
    if (option.threads > 1)
        printf("  %d threads", option.threads);
    putchar('\n');
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (only ? only != g : !(g->sides == 2 && g->search.evaluate))
            continue;
        if (g->sides != 2 || !g->search.evaluate)
            return cli_fail(EXIT_USAGE, call->lang, T("{0} has no search for two sides"), 1, g->id);
        SearchBench b;
        SearchGain gain = {0};
        if (!search_bench_run(g, option.nodes, &b))
            return cli_fail_memory(call->lang);
        printf("%-21s %12llu %10.2f %6.1f  %016llx", g->id, (unsigned long long)b.nodes,
               (double)b.nodes / b.seconds / 1e6, (double)b.depth / SEARCH_BENCH_POSITIONS,
               (unsigned long long)b.signature);
        fflush(stdout);
        if (option.threads > 1 && !search_bench_gain(g, LONGER * option.nodes, option.threads, &gain))
            return cli_fail_memory(call->lang);
        if (gain.runs > 0) {
            printf("  %.2f x nodes/s, %.2f x faster to the same depth (%d runs)", gain.nodes, gain.time, gain.runs);
            sum += log(gain.time);
            measured++;
        }
        putchar('\n');
    }
    if (option.threads > 1 && measured > 1)
        printf("%d threads: %.2f x faster to the same depth on average\n", option.threads, exp(sum / measured));
    return EXIT_DONE;
}

const Command bench_search = {
    .name = "search",
    .operands = "",
    .summary = T("measure the search, with its signature"),
    .help = T("Positions per second on fixed positions, one thread, with the signature that a change of behaviour "
              "changes; then what threads gain on trees five times as large.\n"),
    .options = options,
    .run = run,
};
