/* See search_bench.h. */
#include "search/search_bench.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/random.h"
#include "search/search.h"

#include <math.h>

enum { TABLE = 16 << 20, STEP = 2, ELSEWHERE = 5000, REPEATS = 3 };

static const double SHORT = 0.01;   /* seconds; what takes less is not worth dividing */

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

bool search_bench_run(const Game *g, uint64_t nodes, SearchBench *out)
{
    Search *s = search_create(g, TABLE, 1);
    bool ok = s != NULL;
    *out = (SearchBench){0};
    for (int i = 0; ok && i < SEARCH_BENCH_POSITIONS; i++) {
        Position p;
        SearchResult r;
        ok = find_position(g, i, &p);
        search_forget(s);
        double before = clock_spent();
        ok = ok && search_run(s, &p, NULL, 0, (SearchLimits){.nodes = nodes}, sign, &out->signature, &r);
        if (!ok)
            break;
        out->seconds += clock_spent() - before;
        out->nodes += r.nodes;
        out->depth += r.depth;
    }
    search_destroy(s);
    return ok;
}

/* What is timed: positions, one of which is elsewhere, and how deep to look. */
typedef struct Timed {
    Position here, elsewhere;
    int depth;
} Timed;

static void stop_when_proven(void *context, const SearchResult *r)
{
    if (score_is_win(r->line[0].score) || score_is_loss(r->line[0].score))
        cancel_ask(context);
}

/* The `number`th run of `s`; its nodes and seconds are added to *nodes and *seconds. */
static bool time_run(Search *s, const Timed *t, int number, uint64_t *nodes, double *seconds)
{
    SearchResult r;
    Cancel proven = {0};
    search_forget(s);
    if (!search_run(s, &t->elsewhere, NULL, 0, (SearchLimits){.nodes = ELSEWHERE * (uint64_t)(number + 1)}, NULL, NULL,
                    &r))
        return false;
    double before = clock_now();
    if (!search_run(s, &t->here, NULL, 0, (SearchLimits){.depth = t->depth, .cancel = &proven}, stop_when_proven,
                    &proven, &r))
        return false;
    *seconds += clock_now() - before;
    *nodes += r.nodes;
    return true;
}

bool search_bench_gain(const Game *g, uint64_t nodes, int threads, SearchGain *out)
{
    Search *one = search_create(g, TABLE, 1), *all = search_create(g, TABLE, threads);
    uint64_t nodes_one = 0, nodes_all = 0;
    double seconds_one = 0, seconds_all = 0, sum = 0;
    bool ok = one && all;
    *out = (SearchGain){0};
    for (int i = 0; ok && i < SEARCH_BENCH_POSITIONS; i++) {
        Timed t;
        SearchResult r;
        ok = find_position(g, i, &t.here) && find_position(g, (i + 1) % SEARCH_BENCH_POSITIONS, &t.elsewhere);
        search_forget(one);
        ok = ok && search_run(one, &t.here, NULL, 0, (SearchLimits){.nodes = nodes}, NULL, NULL, &r);
        t.depth = r.depth;
        for (int k = 0; ok && k < REPEATS; k++) {
            double this_one = -seconds_one, this_all = -seconds_all;
            ok = time_run(one, &t, k, &nodes_one, &seconds_one) && time_run(all, &t, k, &nodes_all, &seconds_all);
            this_one += seconds_one;
            this_all += seconds_all;
            /* Asked of both: a pair kept because one side was slow would favour the other. */
            if (!ok || (this_one < SHORT && this_all < SHORT))
                continue;
            sum += log(this_one / this_all);
            out->runs++;
        }
    }
    if (out->runs > 0) {
        out->nodes = (double)nodes_all / seconds_all / ((double)nodes_one / seconds_one);
        out->time = exp(sum / out->runs);
    }
    search_destroy(one);
    search_destroy(all);
    return ok;
}
