/* Engines and reviews: see include/colonnade/engine.h. */
#include "api/api.h"

#include "api/api_value.h"
#include "core/memory.h"
#include "engine/adviser.h"
#include "engine/review.h"

_Static_assert((int)CN_LEVEL_MIN == (int)LEVEL_MIN && (int)CN_LEVEL_MAX == (int)LEVEL_MAX, "levels are ours");
_Static_assert((int)CN_MAX_LINE >= (int)SEARCH_MAX_LINE, "lines fit");
_Static_assert((int)CN_BLUNDER == (int)REVIEW_BLUNDER, "marks are ours");

enum { DEFAULT_SECONDS = 3 };

struct cn_engine {
    const Game *game;
    Adviser *adviser;
    cn_advice *advice;      /* what was handed out last */
    size_t capacity;
};

/* --- stopping --- */

struct cn_stop {
    Cancel cancel;
};

cn_stop *cn_stop_new(void)
{
    cn_stop *stop = memory_resize(NULL, sizeof *stop);
    if (stop)
        cn_stop_clear(stop);
    return stop;
}

void cn_stop_ask(cn_stop *stop) { cancel_ask(&stop->cancel); }

void cn_stop_clear(cn_stop *stop) { cancel_clear(&stop->cancel); }

void cn_stop_free(cn_stop *stop) { memory_free(stop); }

const Cancel *api_cancel(const cn_stop *stop) { return stop ? &stop->cancel : NULL; }

/* --- making and unmaking --- */

cn_engine *cn_engine_new(const cn_game *game, const cn_engine_options *options)
{
    cn_engine_options o = {0};
    const Game *g = ours(game);
    if ((options && !api_take(&o, sizeof o, options, sizeof o)) || o.threads < 0 || o.threads > SEARCH_MAX_THREADS ||
        !adviser_knows(g))
        return NULL;
    cn_engine *e = memory_resize(NULL, sizeof *e);
    if (!e)
        return NULL;
    *e = (cn_engine){.game = g};
    e->adviser = adviser_create(
        g, (AdviserOptions){.tt_bytes = o.memory, .threads = o.threads, .seed = o.seed, .cancel = api_cancel(o.stop)});
    if (!e->adviser) {
        memory_free(e);
        return NULL;
    }
    if (!o.no_tables)
        api_equip(e->adviser, g, o.tables);
    return e;
}

void cn_engine_free(cn_engine *engine)
{
    if (!engine)
        return;
    adviser_destroy(engine->adviser);
    memory_free(engine->advice);
    memory_free(engine);
}

void cn_engine_forget(cn_engine *engine) { adviser_forget(engine->adviser); }

/* --- answers --- */

static void give_advice(const Advice *a, cn_advice *out)
{
    *out = (cn_advice){
        .move = a->move, .value = api_value(a->value), .exact = a->exact, .source = a->source, .length = a->length};
    memcpy(out->line, a->line, (size_t)a->length * sizeof *out->line);
}

static bool give_list(cn_engine *e, const AdviceList *list, cn_analysis *out)
{
    if (list->count > e->capacity) {
        cn_advice *more = memory_resize(e->advice, list->count * sizeof *more);
        if (!more)
            return false;
        e->advice = more;
        e->capacity = list->count;
    }
    for (size_t i = 0; i < list->count; i++)
        give_advice(&list->advice[i], &e->advice[i]);
    *out = (cn_analysis){.count = list->count,
                         .advice = e->advice,
                         .depth = list->depth,
                         .nodes = list->nodes,
                         .seconds = list->seconds};
    return true;
}

typedef struct Watching {
    cn_engine *engine;
    cn_watch *watch;
    void *context;
} Watching;

static void pass_on(void *context, const AdviceList *so_far)
{
    const Watching *w = context;
    cn_analysis known;
    if (give_list(w->engine, so_far, &known))
        w->watch(w->context, &known);
}

/* --- questions --- */

static bool limits_of(const cn_limits *limits, SearchLimits *out, cn_error *error)
{
    cn_limits l = {.size = sizeof l};
    if (limits && !api_take(&l, sizeof l, limits, sizeof l))
        return api_fail(error, CN_ERROR_ARGUMENT, "the limits have no size");
    if (l.seconds < 0 || l.depth < 0 || l.lines < 0)
        return api_fail(error, CN_ERROR_ARGUMENT, "a limit is negative");
    *out = (SearchLimits){.seconds = l.seconds, .nodes = l.nodes, .depth = l.depth, .lines = l.lines};
    if (out->seconds <= 0 && out->nodes == 0 && out->depth == 0)
        out->seconds = DEFAULT_SECONDS;
    return true;
}

/* The position of the tree, and how it got there; the caller frees the hashes. */
static bool situation(const cn_engine *e, const Tree *m, Situation *out, uint64_t **hashes, cn_error *error)
{
    if (tree_game(m) != e->game)
        return api_fail(error, CN_ERROR_ARGUMENT, "the tree belongs to another game");
    if (tree_outcome(m).over || e->game->outcome(tree_position(m)).over)
        return api_fail(error, CN_ERROR_OVER, "the game is over");
    *out = (Situation){.position = *tree_position(m)};
    *hashes = tree_history(m, tree_current(m), &out->history_count);
    out->history = *hashes;
    return *hashes || api_fail(error, CN_ERROR_MEMORY, "out of memory");
}

bool cn_engine_analyse(cn_engine *engine, const cn_tree *tree, const cn_limits *limits, cn_watch *watch, void *context,
                       cn_analysis *out, cn_error *error)
{
    SearchLimits l;
    Situation s;
    uint64_t *hashes;
    if (!limits_of(limits, &l, error) || !situation(engine, (const Tree *)(const void *)tree, &s, &hashes, error))
        return false;
    Watching watching = {engine, watch, context};
    AdviceList list;
    bool done = adviser_analyse(engine->adviser, &s, l, watch ? pass_on : NULL, &watching, &list) &&
                give_list(engine, &list, out);
    memory_free(hashes);
    return done || api_fail(error, CN_ERROR_MEMORY, "out of memory");
}

bool cn_engine_choose(cn_engine *engine, const cn_tree *tree, int level, double seconds, cn_advice *out,
                      cn_error *error)
{
    Situation s;
    uint64_t *hashes;
    if (level < LEVEL_MIN || level > LEVEL_MAX || seconds < 0)
        return api_fail(error, CN_ERROR_ARGUMENT, "there is no such level");
    if (!situation(engine, (const Tree *)(const void *)tree, &s, &hashes, error))
        return false;
    Advice chosen;
    bool done = adviser_choose(engine->adviser, &s, level, seconds, NULL, NULL, &chosen);
    memory_free(hashes);
    if (!done)
        return api_fail(error, CN_ERROR_MEMORY, "out of memory");
    give_advice(&chosen, out);
    return true;
}

bool cn_engine_review(cn_engine *engine, const cn_tree *tree, int node, const cn_limits *limits, cn_review *out,
                      cn_error *error)
{
    const Tree *m = (const Tree *)(const void *)tree;
    SearchLimits l;
    ReviewMove judged;
    if (tree_game(m) != engine->game || node <= 0 || node >= tree_count(m))
        return api_fail(error, CN_ERROR_ARGUMENT, "there is no such move");
    if (!limits_of(limits, &l, error))
        return false;
    if (!review_move(engine->adviser, m, node, l, &judged))
        return api_fail(error, CN_ERROR_MEMORY, "out of memory");
    out->mark = (cn_mark)judged.mark;
    give_advice(&judged.played, &out->played);
    give_advice(&judged.best, &out->best);
    return true;
}
