/* See adviser.h. Exact values come first and are never overruled by search. */
#include "engine/adviser.h"

#include "core/memory.h"

#include <stdatomic.h>
#include <string.h>

enum { ORACLES = 4, PROOF_MIB = 32 };

struct Adviser {
    const Game *game;
    Search *search;
    Oracle oracle[ORACLES];
    int oracles;
    uint64_t random;
    atomic_bool stopped;    /* the question under way has been given up */
    MoveList legal;
    Advice *advice;
    size_t capacity;
};

bool adviser_knows(const Game *g) { return g->sides == 2 && g->evaluate; }

Adviser *adviser_create(const Game *g, AdviserOptions options)
{
    Adviser *a = memory_resize(NULL, sizeof *a);
    if (!a)
        return NULL;
    memset(a, 0, sizeof *a);
    a->game = g;
    adviser_seed(a, options.seed);
    size_t bytes = options.table_bytes ? options.table_bytes : (size_t)SEARCH_DEFAULT_MIB << 20;
    a->search = search_create(g, bytes, options.threads);
    bool ok = a->search != NULL;
    if (ok && g->never_repeats && g->sides == 2) {
        Oracle proofs;
        ok = oracle_of_proofs(g, (size_t)PROOF_MIB << 20, &proofs);
        if (ok)
            adviser_add_oracle(a, proofs);
    }
    if (!ok) {
        adviser_destroy(a);
        return NULL;
    }
    return a;
}

void adviser_destroy(Adviser *a)
{
    if (!a)
        return;
    for (int i = 0; i < a->oracles; i++)
        a->oracle[i].close(a->oracle[i].context);
    search_destroy(a->search);
    movelist_free(&a->legal);
    memory_free(a->advice);
    memory_free(a);
}

void adviser_seed(Adviser *a, uint64_t seed)
{
    a->random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    a->random += a->random == 0;
}

void adviser_forget(Adviser *a) { search_forget(a->search); }

void adviser_stop(Adviser *a)
{
    atomic_store(&a->stopped, true);
    search_stop(a->search);
    for (int i = 0; i < a->oracles; i++)
        if (a->oracle[i].stop)
            a->oracle[i].stop(a->oracle[i].context);
}

bool adviser_add_oracle(Adviser *a, Oracle oracle)
{
    if (a->oracles == ORACLES)
        return false;
    a->oracle[a->oracles++] = oracle;
    return true;
}

/* --- exact values --- */

static bool ask(Adviser *a, const Position *p, Effort effort, bool instant_only, Verdict *out, const char **source)
{
    for (int i = 0; i < a->oracles; i++) {
        const Oracle *o = &a->oracle[i];
        if ((o->instant || !instant_only) && o->ask(o->context, p, effort, true, out)) {
            *source = o->name;
            return true;
        }
    }
    return false;
}

/* The verdict on the position after a move, as the player who makes it sees it. */
static bool verdict_on_move(Adviser *a, const Position *p, Move m, Effort effort, bool instant_only, Verdict *out,
                            const char **source)
{
    const Game *g = a->game;
    Position child;
    g->play(p, m, &child);
    Outcome o = g->outcome(&child);
    if (o.over) {
        int mover = game_side(g, g->mover(p));
        *out = (Verdict){o.winner == DRAW ? 0 : o.winner == mover ? 1 : -1, o.winner == DRAW ? -1 : 1};
        *source = T("rules");
        return true;
    }
    if (!ask(a, &child, effort, instant_only, out, source))
        return false;
    out->result = -out->result;
    out->distance += out->distance >= 0;
    return true;
}

static void set_verdict(Advice *advice, Verdict v, const char *source)
{
    advice->proven = advice->exact = true;
    advice->source = source;
    advice->distance = v.result == 0 ? -1 : v.distance;
    int plies = v.distance >= 0 ? v.distance : VALUE_WIN - VALUE_PROVEN;
    advice->value = v.result > 0 ? value_win_in(plies) : v.result < 0 ? value_loss_in(plies) : VALUE_DRAWN;
}

/* Best first; what is proven comes before an estimate of the same value. */
static bool before(const Advice *x, const Advice *y)
{
    return x->value != y->value ? x->value > y->value : x->proven && !y->proven;
}

static void sort_advice(Adviser *a)
{
    for (size_t i = 1; i < a->legal.count; i++) {
        Advice moved = a->advice[i];
        size_t at = i;
        for (; at > 0 && before(&moved, &a->advice[at - 1]); at--)
            a->advice[at] = a->advice[at - 1];
        a->advice[at] = moved;
    }
}

static bool list_moves(Adviser *a, const Position *p)
{
    if (!movelist_fill(&a->legal, a->game, p))
        return false;
    if (a->legal.count > a->capacity) {
        Advice *grown = memory_resize(a->advice, a->legal.count * sizeof *grown);
        if (!grown)
            return false;
        a->advice = grown;
        a->capacity = a->legal.count;
    }
    for (size_t i = 0; i < a->legal.count; i++) {
        Move m = a->legal.move[i];
        a->advice[i] = (Advice){.move = m, .distance = -1, .length = 1, .line = {m}};
    }
    return true;
}

/* Whether instant oracles know every move; their verdicts are then in the list. */
static bool know_all(Adviser *a, const Position *p)
{
    if (a->oracles == 0 || !a->oracle[0].instant)
        return false;
    for (size_t i = 0; i < a->legal.count; i++) {
        Verdict v;
        const char *source;
        if (!verdict_on_move(a, p, a->advice[i].move, (Effort){0}, true, &v, &source))
            return false;
        set_verdict(&a->advice[i], v, source);
    }
    sort_advice(a);
    return true;
}

/* Goes on from the line's moves with the best reply each time, as the oracles know it. */
static void extend_line(Adviser *a, const Position *p, Advice *advice)
{
    const Game *g = a->game;
    Position at;
    MoveList replies = {0};
    g->play(p, advice->move, &at);
    for (advice->length = 1; advice->length < SEARCH_MAX_LINE && advice->length != advice->distance; advice->length++) {
        if (!movelist_fill(&replies, g, &at) || replies.count == 0)
            break;
        Advice best = {.value = -VALUE_INFINITE};
        for (size_t i = 0; i < replies.count; i++) {
            Verdict v;
            const char *source;
            Advice reply = {.move = replies.move[i]};
            if (!verdict_on_move(a, &at, reply.move, (Effort){0}, true, &v, &source))
                continue;
            set_verdict(&reply, v, source);
            if (reply.value > best.value)
                best = reply;
        }
        if (!best.move || !best.proven || (advice->distance < 0 && advice->length >= 8))
            break;
        advice->line[advice->length] = best.move;
        g->play(&at, best.move, &at);
    }
    movelist_free(&replies);
}

/* --- search --- */

typedef struct Relay {
    Adviser *adviser;
    AdviserReport *report;
    void *context;
} Relay;

static void take_lines(Adviser *a, const SearchResult *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const SearchLine *line = &r->line[i];
        Advice *advice = &a->advice[i];
        bool proven = line->exact && (value_is_win(line->value) || value_is_loss(line->value));
        *advice = (Advice){
            .move = line->move,
            .value = line->value,
            .exact = line->exact,
            .proven = proven,
            .distance = proven ? value_distance(line->value) : -1,
            .source = proven ? T("search") : NULL,
            .length = line->length,
        };
        memcpy(advice->line, line->line, (size_t)line->length * sizeof *line->line);
    }
}

static AdviceList list_of(const Adviser *a, const SearchResult *r)
{
    return (AdviceList){a->legal.count, a->advice, r->depth, r->nodes, r->seconds};
}

static void relay(void *context, const SearchResult *so_far)
{
    Relay *r = context;
    take_lines(r->adviser, so_far);
    AdviceList list = list_of(r->adviser, so_far);
    r->report(r->context, &list);
}

/* Asks the slower oracles about every move that search could not settle, the best
 * first, sharing the effort out evenly. */
static void settle_by_oracles(Adviser *a, const Position *p, Effort effort)
{
    size_t open = 0;
    for (size_t i = 0; i < a->legal.count; i++)
        open += !a->advice[i].proven;
    for (size_t i = 0; i < a->legal.count && open > 0; i++) {
        Advice *advice = &a->advice[i];
        if (advice->proven || atomic_load(&a->stopped))
            continue;
        Effort share = {effort.nodes / open, effort.seconds / (double)open};
        Verdict v;
        const char *source;
        if (verdict_on_move(a, p, advice->move, share, false, &v, &source))
            set_verdict(advice, v, source);
    }
    sort_advice(a);
}

bool adviser_analyse(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                     AdviceList *out)
{
    atomic_store(&a->stopped, false);
    if (!list_moves(a, &s->position))
        return false;
    SearchResult result = {0};
    if (know_all(a, &s->position)) {
        size_t lines = limits.lines > 0 && (size_t)limits.lines < a->legal.count ? (size_t)limits.lines : a->legal.count;
        for (size_t i = 0; i < lines; i++)
            extend_line(a, &s->position, &a->advice[i]);
        *out = list_of(a, &result);
        return true;
    }
    if (limits.lines == 0)
        limits.lines = (int)a->legal.count;
    Effort effort = {limits.nodes / 2, limits.seconds / 2};
    if (a->oracles > 0) {
        limits.nodes -= effort.nodes;
        limits.seconds -= effort.seconds;
    }
    Relay through = {a, report, context};
    if (!search_run(a->search, &s->position, s->history, s->history_count, limits, report ? relay : NULL, &through, &result))
        return false;
    take_lines(a, &result);
    if (a->oracles > 0 && (effort.nodes > 0 || effort.seconds > 0))
        settle_by_oracles(a, &s->position, effort);
    *out = list_of(a, &result);
    return true;
}

bool adviser_play(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                  AdviceList *out)
{
    atomic_store(&a->stopped, false);
    if (!list_moves(a, &s->position))
        return false;
    SearchResult result = {0};
    if (know_all(a, &s->position)) {
        extend_line(a, &s->position, &a->advice[0]);
    } else {
        Relay through = {a, report, context};
        if (!search_run(a->search, &s->position, s->history, s->history_count, limits, report ? relay : NULL, &through,
                        &result))
            return false;
        take_lines(a, &result);
    }
    *out = list_of(a, &result);
    return true;
}

/* --- levels --- */

typedef struct Level {
    uint64_t nodes;         /* of search; 0: what one ply takes */
    int chance;             /* moves in a thousand that are played at random */
} Level;

static const Level levels[LEVEL_MAX + 1] = {
    [1] = {0, 700},    [2] = {0, 400},    [3] = {0, 180},      [4] = {150, 80},    [5] = {600, 40},
    [6] = {4000, 15},  [7] = {30000, 0},  [8] = {250000, 0},   [9] = {2000000, 0}, [10] = {0, 0},
};

static uint64_t next_random(Adviser *a)
{
    a->random ^= a->random << 13;
    a->random ^= a->random >> 7;
    a->random ^= a->random << 17;
    return a->random;
}

bool adviser_choose(Adviser *a, const Situation *s, int level, double seconds, Advice *out)
{
    AdviceList list;
    const Level *l = &levels[level];
    SearchLimits limits = {.lines = 1, .nodes = l->nodes};
    if (!list_moves(a, &s->position))
        return false;
    if (l->chance > 0 && next_random(a) % 1000 < (uint64_t)l->chance) {
        *out = a->advice[next_random(a) % a->legal.count];
        return true;
    }
    if (a->legal.count == 1 && level < LEVEL_MAX) {
        *out = a->advice[0];
        return true;
    }
    if (level == LEVEL_MAX) {
        limits.seconds = seconds > 0 ? seconds : 1;
        if (!adviser_play(a, s, limits, NULL, NULL, &list))
            return false;
        *out = list.advice[0];
        return true;
    }
    SearchResult result;
    if (l->nodes == 0)
        limits.depth = 1;
    else if (limits.nodes < 3 * a->legal.count)
        limits.nodes = 3 * a->legal.count;
    if (!search_run(a->search, &s->position, s->history, s->history_count, limits, NULL, NULL, &result))
        return false;
    take_lines(a, &result);
    *out = a->advice[0];
    return true;
}
