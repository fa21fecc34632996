/* colonnade bench search: positions a second, and the signature of the search. */
#include "cli/bench.h"

#include "cli/options.h"
#include "search/search_bench.h"
#include "engine/adviser.h"
#include "games/registry.h"

#include <stdio.h>

ExitStatus bench_search(const Options *o)
{
    const Game *only = o->game ? cli_game(o, o->game) : NULL;
    if (o->game && !only)
        return EXIT_USAGE;
    uint64_t nodes = o->nodes > 0 ? o->nodes : SEARCH_BENCH_NODES;
    printf("%-21s %12s %10s %6s  %-16s  %s\n", "ruleset", "nodes", "million/s", "depth", "signature", "two threads");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (only ? only != g : !(g->sides == 2 && g->search.evaluate))
            continue;
        if (g->sides != 2 || !g->search.evaluate)
            return cli_fail(EXIT_USAGE, o->lang, T("{0} has no search for two sides"), 1, g->id);
        SearchBench b;
        if (!search_bench_run(g, nodes, o->threads != 1 || !(o->given & OPTION_THREADS), &b))
            return cli_fail_memory(o->lang);
        printf("%-21s %12llu %10.2f %6.1f  %016llx", g->id, (unsigned long long)b.nodes,
               (double)b.nodes / b.seconds / 1e6, (double)b.depth / SEARCH_BENCH_POSITIONS,
               (unsigned long long)b.signature);
        if (b.speedup_time > 0)
            printf("  %.2f x nodes/s, %.2f x faster to the same depth", b.speedup_nodes, b.speedup_time);
        putchar('\n');
        fflush(stdout);
    }
    return EXIT_DONE;
}
