/* See adviser.h. Exact values come first; the search never overrules them. */
#include "engine/adviser.h"

#include "core/clock.h"
#include "core/memory.h"
#include "engine/adviser_private.h"

#include <string.h>

enum { PROOF_MIB = 32 };

bool adviser_knows(const Game *g)
{
    return g->sides == 2 ? g->search.evaluate != NULL : g->search.evaluate_sides != NULL;
}

Adviser *adviser_create(const Game *g, AdviserOptions options)
{
    Adviser *a = memory_resize(NULL, sizeof *a);
    if (!a)
        return NULL;
    memset(a, 0, sizeof *a);
    a->game = g;
    a->cancel = options.cancel;
    adviser_seed(a, options.seed);
    size_t bytes = options.tt_bytes ? options.tt_bytes : (size_t)SEARCH_DEFAULT_MIB << 20;
    if (g->sides == 2)
        a->search = search_create(g, bytes, options.threads);
    else
        a->multi = multi_create(g, bytes, MULTI_BEST);
    bool ok = a->search || a->multi;
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
    multi_destroy(a->multi);
    movelist_free(&a->legal);
    memory_free(a->advice);
    memory_free(a);
}

void adviser_seed(Adviser *a, uint64_t seed)
{
    a->random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    a->random += a->random == 0;
}

void adviser_forget(Adviser *a)
{
    if (a->search)
        search_forget(a->search);
    else
        multi_forget(a->multi);
}

bool adviser_add_oracle(Adviser *a, Oracle oracle)
{
    if (a->oracles == ORACLES)
        return false;
    int at = a->oracles++;
    for (; oracle.instant && at > 0 && !a->oracle[at - 1].instant; at--)
        a->oracle[at] = a->oracle[at - 1];
    a->oracle[at] = oracle;
    return true;
}

/* Best first. A value with only an upper bound comes after those that are known; a proven value comes before an
 * estimate of the same value. */
static bool before(const Advice *x, const Advice *y)
{
    if (x->exact != y->exact)
        return x->exact;
    int lead = value_rank(x->value) - value_rank(y->value);
    return lead != 0 ? lead > 0 : x->value.proven && !y->value.proven;
}

void adviser_sort(Adviser *a)
{
    for (size_t i = 1; i < a->legal.count; i++) {
        Advice moved = a->advice[i];
        size_t at = i;
        for (; at > 0 && before(&moved, &a->advice[at - 1]); at--)
            a->advice[at] = a->advice[at - 1];
        a->advice[at] = moved;
    }
}

bool adviser_list_moves(Adviser *a, const Position *p, const MoveList *moves)
{
    if (!movelist_fill(&a->legal, a->game, p))
        return false;
    if (moves) {
        a->legal.count = moves->count;
        memcpy(a->legal.move, moves->move, moves->count * sizeof *moves->move);
    }
    if (a->legal.count > a->capacity) {
        Advice *grown = memory_resize(a->advice, a->legal.count * sizeof *grown);
        if (!grown)
            return false;
        a->advice = grown;
        a->capacity = a->legal.count;
    }
    for (size_t i = 0; i < a->legal.count; i++) {
        Move m = a->legal.move[i];
        a->advice[i] = (Advice){.move = m, .value = value_unknown(), .length = 1, .line = {m}};
    }
    return true;
}

/* --- search --- */

bool adviser_search(Adviser *a, const Situation *s, SearchLimits limits, SearchReport *report, void *context,
                    SearchResult *out)
{
    limits.cancel = a->cancel;
    if (a->search)
        return search_run(a->search, &s->position, s->history, s->history_count, limits, report, context, out);
    return multi_run(a->multi, &s->position, s->history, s->history_count, limits, report, context, out);
}

void adviser_take_lines(Adviser *a, const SearchResult *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const SearchLine *line = &r->line[i];
        Advice *advice = &a->advice[i];
        Value v = search_value(line);
        *advice = (Advice){
            .move = line->move,
            .value = v,
            .exact = line->exact,
            .source = v.proven ? T("search") : NULL,
            .length = line->length,
        };
        memcpy(advice->line, line->line, (size_t)line->length * sizeof *line->line);
    }
}

AdviceList adviser_list_of(const Adviser *a, const SearchResult *r)
{
    return (AdviceList){a->legal.count, a->advice, r->depth, r->nodes, r->seconds, NULL};
}

void adviser_relay(void *context, const SearchResult *so_far)
{
    Relay *r = context;
    adviser_take_lines(r->adviser, so_far);
    AdviceList list = adviser_list_of(r->adviser, so_far);
    r->report(r->context, &list);
}

/* What the slower oracles are asked: first what a move is worth, then how long the game lasts after it. */
static bool is_open(const Advice *advice, bool distance)
{
    Value v = advice->value;
    return distance ? v.result != 0 && !value_counted(v) : !v.proven;
}

/* Each open move, best first, gets an equal share of the time that the moves before it left. */
static void ask_open(Adviser *a, const Position *p, bool distance, uint64_t nodes, double end)
{
    size_t open = 0;
    for (size_t i = 0; i < a->legal.count; i++)
        open += is_open(&a->advice[i], distance);
    Effort share = {.nodes = nodes > 0 && open > 0 ? nodes / open + 1 : 0, .cancel = a->cancel};
    a->distances = distance;
    for (size_t i = 0; open > 0 && i < a->legal.count && !cancel_asked(a->cancel); i++) {
        Advice *advice = &a->advice[i];
        Value v;
        const char *source;
        if (!is_open(advice, distance))
            continue;
        double left = end - clock_now();
        if (end > 0 && left <= 0)
            return;
        share.seconds = end > 0 ? left / (double)open : 0;
        open--;
        if (adviser_move_value(a, p, advice->move, share, false, &v, &source))
            adviser_settle(advice, v, source);
    }
}

/* Asks the slower oracles about the moves that search could not settle. */
static void settle_by_oracles(Adviser *a, const Position *p, Effort effort)
{
    double end = effort.seconds > 0 ? clock_now() + effort.seconds : 0;
    ask_open(a, p, false, effort.nodes / 2, end);
    ask_open(a, p, true, effort.nodes / 2, end);
    adviser_sort(a);
    Effort glance = {.nodes = ADVISER_LINE_NODES, .cancel = a->cancel};
    for (size_t i = 0; i < a->legal.count && (end <= 0 || clock_now() < end); i++)
        adviser_follow_line(a, p, &a->advice[i], glance);
}

bool adviser_prove(Adviser *a, const Position *p, const MoveList *moves, SearchLimits limits, AdviceList *out)
{
    SearchResult nothing = {0};
    a->distances = true;
    if (!adviser_list_moves(a, p, moves))
        return false;
    if (a->oracles > 0 && !adviser_know_all(a, p))
        settle_by_oracles(a, p, (Effort){limits.nodes, limits.seconds, a->cancel});
    *out = adviser_list_of(a, &nothing);
    return true;
}

bool adviser_look(Adviser *a, const Situation *s, const MoveList *moves, int depth, double seconds, AdviceList *out)
{
    SearchResult result = {0};
    a->distances = true;
    if (!adviser_list_moves(a, &s->position, moves))
        return false;
    SearchLimits limits = {.seconds = seconds, .depth = depth, .lines = (int)a->legal.count, .only = &a->legal};
    if (a->multi) {
        a->legal.count = 0;
    } else if (moves || !adviser_know_all(a, &s->position)) {
        if (!adviser_search(a, s, limits, NULL, NULL, &result))
            return false;
        adviser_take_lines(a, &result);
    } else {
        adviser_prefer_hardest(a, &s->position);
        for (size_t i = 0; i < a->legal.count; i++)
            adviser_extend_line(a, &s->position, &a->advice[i]);
    }
    *out = adviser_list_of(a, &result);
    return true;
}

void adviser_tell(const Adviser *a, Buffer *out)
{
    if (a->search)
        search_tell(a->search, out);
}

bool adviser_learn(Adviser *a, const char *text, size_t size)
{
    return !a->search || search_learn(a->search, text, size);
}

bool adviser_analyse(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                     AdviceList *out)
{
    a->distances = true;
    if (!adviser_list_moves(a, &s->position, NULL))
        return false;
    SearchResult result = {0};
    if (adviser_know_all(a, &s->position)) {
        adviser_prefer_hardest(a, &s->position);
        size_t lines =
            limits.lines > 0 && (size_t)limits.lines < a->legal.count ? (size_t)limits.lines : a->legal.count;
        for (size_t i = 0; i < lines; i++)
            adviser_extend_line(a, &s->position, &a->advice[i]);
        *out = adviser_list_of(a, &result);
        out->source = a->oracle[0].name;
        return true;
    }
    if (limits.lines == 0)
        limits.lines = (int)a->legal.count;
    Effort effort = {limits.nodes / 2, limits.seconds / 2, a->cancel};
    if (adviser_has_slow_oracle(a)) {
        limits.nodes -= effort.nodes;
        limits.seconds -= effort.seconds;
    }
    Relay through = {a, report, context};
    if (!adviser_search(a, s, limits, report ? adviser_relay : NULL, &through, &result))
        return false;
    adviser_take_lines(a, &result);
    if (a->oracles > 0 && (effort.nodes > 0 || effort.seconds > 0))
        settle_by_oracles(a, &s->position, effort);
    else
        adviser_sort(a);
    *out = adviser_list_of(a, &result);
    return true;
}
