/* See search_bench.h. */
#include "search/search_bench.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/random.h"
#include "search/search.h"

#include <string.h>

enum { TABLE = 16 << 20, STEP = 2 };

/* From the start, then later and later in random games. */
static bool find_position(const Game *g, int number, Position *out)
{
    uint64_t random = UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)number;
    MoveList list = {0};
    g->start(out);
    for (int ply = 0; ply < number * STEP; ply++) {
        Position next;
        if (!movelist_fill(&list, g, out))
            return false;
        g->play(out, list.move[(uint64_t)random_next(&random) * list.count >> 32], &next);
        if (!g->outcome(&next).over)
            *out = next;
    }
    movelist_free(&list);
    return true;
}

static void sign(void *context, const SearchResult *r)
{
    uint64_t *signature = context;
    *signature = hash_three(*signature ^ r->nodes, r->line[0].move, (uint64_t)(int64_t)r->line[0].score);
}

/* Runs all positions with `threads`; the depth of each is taken from `depth`, or stored there. */
static bool round_of(const Game *g, int threads, uint64_t nodes, int *depth, SearchBench *out)
{
    Search *s = search_create(g, TABLE, threads);
    bool ok = s != NULL;
    for (int i = 0; ok && i < SEARCH_BENCH_POSITIONS; i++) {
        Position p;
        SearchResult r;
        SearchLimits limits = {.nodes = nodes, .depth = depth[i]};
        ok = find_position(g, i, &p);
        search_forget(s);
        double before = clock_now(), before_cpu = clock_spent();
        ok = ok && search_run(s, &p, NULL, 0, limits, sign, &out->signature, &r);
        if (!ok)
            break;
        out->seconds += clock_spent() - before_cpu;
        out->wall += clock_now() - before;
        out->nodes += r.nodes;
        out->depth += r.depth;
        depth[i] = r.depth;
    }
    search_destroy(s);
    return ok;
}

bool search_bench_run(const Game *g, uint64_t nodes, int threads, SearchBench *out)
{
    int depth[SEARCH_BENCH_POSITIONS] = {0};
    *out = (SearchBench){0};
    if (!round_of(g, 1, nodes, depth, out))
        return false;
    if (threads < 2)
        return true;
    SearchBench deep = {0}, one = {0}, several = {0};
    memset(depth, 0, sizeof depth);
    if (!round_of(g, 1, nodes * SEARCH_BENCH_LONGER, depth, &deep) || !round_of(g, 1, 0, depth, &one) ||
        !round_of(g, threads, 0, depth, &several))
        return false;
    out->speedup_nodes = (double)several.nodes / several.wall / ((double)one.nodes / one.wall);
    out->speedup_time = one.wall / several.wall;
    return true;
}
