/* See adviser.h. Exact values come first and are never overruled by search. */
#include "engine/adviser.h"

#include "core/clock.h"
#include "core/memory.h"
#include "engine/adviser_private.h"

#include <string.h>

enum { PROOF_MIB = 32, LINE_NODES = 20000 };    /* a question on the way along a line */

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

/* --- exact values --- */

static bool ask(Adviser *a, const Position *p, Effort effort, bool instant_only, Verdict *out, const char **source)
{
    for (int i = 0; i < a->oracles; i++) {
        const Oracle *o = &a->oracle[i];
        if ((o->instant || !instant_only) && o->ask(o->context, p, effort, a->distances, out)) {
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
    advice->length = 1;             /* what search expected after it need not keep the value */
    advice->source = source;
    advice->distance = v.result == 0 ? -1 : v.distance;
    int plies = v.distance >= 0 ? v.distance : VALUE_WIN - VALUE_PROVEN;
    advice->value = v.result > 0 ? value_win_in(plies) : v.result < 0 ? value_loss_in(plies) : VALUE_DRAWN;
}

/* Best first. A value that is only bounded from above comes after those that are known;
 * what is proven comes before an estimate of the same value. */
static bool before(const Advice *x, const Advice *y)
{
    if (x->exact != y->exact)
        return x->exact;
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

bool adviser_list_moves(Adviser *a, const Position *p)
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

/* Keeps the moves that are asked about. A search for more than two sides weighs the moves
 * against each other and cannot be shared out: all of them go to the first share. */
static void keep_share(Adviser *a, SearchLimits *limits)
{
    size_t kept = 0;
    if (a->multi && limits->share == 0)
        limits->shares = 0;
    for (size_t i = 0; i < a->legal.count; i++) {
        if (!search_shares(*limits, i) || (a->multi && limits->shares > 1))
            continue;
        a->legal.move[kept] = a->legal.move[i];
        a->advice[kept++] = a->advice[i];
    }
    a->legal.count = kept;
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

/* How many replies to a move keep all that the opponent can have after it, as the instant
 * oracles know it; `replies` receives how many there are. */
static size_t good_replies(Adviser *a, const Position *p, Move m, MoveList *list, size_t *replies)
{
    Position next;
    Verdict best = {-2, 0};
    size_t good = 0;
    a->game->play(p, m, &next);
    *replies = movelist_fill(list, a->game, &next) ? list->count : 0;
    for (size_t i = 0; i < *replies; i++) {
        Verdict v;
        const char *source;
        if (!verdict_on_move(a, &next, list->move[i], (Effort){0}, true, &v, &source) || v.result < best.result)
            continue;
        good = v.result > best.result ? 1 : good + 1;
        best = v;
    }
    return good;
}

/* A list that is known in full: where the best moves do not win, the one that is hardest to
 * answer comes first. That is one that loses as late as any and leaves the fewest replies
 * that win, or one that holds the draw and leaves the fewest that hold it too; of several,
 * the one with most replies that go wrong. */
static void prefer_hardest(Adviser *a, const Position *p)
{
    MoveList list = {0};
    size_t best = 0, fewest = SIZE_MAX, most = 0;
    int value = a->advice[0].value;
    for (size_t i = 0; value <= VALUE_DRAWN && i < a->legal.count && a->advice[i].value == value; i++) {
        size_t replies, good = good_replies(a, p, a->advice[i].move, &list, &replies);
        if (good > fewest || (good == fewest && replies <= most))
            continue;
        best = i;
        fewest = good;
        most = replies;
    }
    movelist_free(&list);
    Advice hardest = a->advice[best];
    memmove(a->advice + 1, a->advice, best * sizeof *a->advice);
    a->advice[0] = hardest;
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
            if (!verdict_on_move(a, &at, reply.move, (Effort){0}, true, &v, &source)) {
                best.move = 0;      /* the best one may be among those that are not known */
                break;
            }
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

/* The same for a verdict of the slower oracle: each of its questions may cost `effort`. */
static void follow_line(Adviser *a, const Position *p, Advice *advice, Effort effort)
{
    const Oracle *o = &a->oracle[a->oracles - 1];
    Position child;
    a->game->play(p, advice->move, &child);
    if (!o->line || advice->source != o->name || a->game->outcome(&child).over)
        return;
    int result = value_is_win(advice->value) ? -1 : value_is_loss(advice->value) ? 1 : 0;
    Verdict v = {result, advice->distance < 0 ? -1 : advice->distance - 1};
    advice->length = 1 + o->line(o->context, &child, v, effort, advice->line + 1, SEARCH_MAX_LINE - 1);
}

/* --- search --- */

typedef struct Relay {
    Adviser *adviser;
    AdviserReport *report;
    void *context;
} Relay;

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
        bool proven = line->exact && (value_is_win(line->value) || value_is_loss(line->value));
        *advice = (Advice){
            .move = line->move,
            .value = line->value,
            .exact = line->exact,
            .proven = proven,
            .distance = proven && line->shortest ? value_distance(line->value) : -1,
            .source = proven ? T("search") : NULL,
            .length = line->length,
        };
        memcpy(advice->line, line->line, (size_t)line->length * sizeof *line->line);
    }
}

static AdviceList list_of(const Adviser *a, const SearchResult *r)
{
    return (AdviceList){a->legal.count, a->advice, r->depth, r->nodes, r->seconds, NULL};
}

static void relay(void *context, const SearchResult *so_far)
{
    Relay *r = context;
    adviser_take_lines(r->adviser, so_far);
    AdviceList list = list_of(r->adviser, so_far);
    r->report(r->context, &list);
}

/* What the slower oracles are asked: first what a move is worth, then how long the game lasts after it. */
static bool is_open(const Advice *advice, bool distance)
{
    return distance ? advice->proven && advice->value != VALUE_DRAWN && advice->distance < 0 : !advice->proven;
}

/* Each open move, the best first, gets an even share of the time that the ones before it left. */
static void ask_open(Adviser *a, const Position *p, bool distance, uint64_t nodes, double end)
{
    size_t open = 0;
    for (size_t i = 0; i < a->legal.count; i++)
        open += is_open(&a->advice[i], distance);
    Effort share = {.nodes = nodes > 0 && open > 0 ? nodes / open + 1 : 0, .cancel = a->cancel};
    a->distances = distance;
    for (size_t i = 0; open > 0 && i < a->legal.count && !cancel_asked(a->cancel); i++) {
        Advice *advice = &a->advice[i];
        Verdict v;
        const char *source;
        if (!is_open(advice, distance))
            continue;
        double left = end - clock_now();
        if (end > 0 && left <= 0)
            return;
        share.seconds = end > 0 ? left / (double)open : 0;
        open--;
        if (verdict_on_move(a, p, advice->move, share, false, &v, &source))
            set_verdict(advice, v, source);
    }
}

/* Asks the slower oracles about the moves that search could not settle. */
static void settle_by_oracles(Adviser *a, const Position *p, Effort effort)
{
    double end = effort.seconds > 0 ? clock_now() + effort.seconds : 0;
    ask_open(a, p, false, effort.nodes / 2, end);
    ask_open(a, p, true, effort.nodes / 2, end);
    sort_advice(a);
    Effort glance = {.nodes = LINE_NODES, .cancel = a->cancel};
    for (size_t i = 0; i < a->legal.count && (end <= 0 || clock_now() < end); i++)
        follow_line(a, p, &a->advice[i], glance);
}

bool adviser_analyse(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                     AdviceList *out)
{
    a->distances = true;
    if (!adviser_list_moves(a, &s->position))
        return false;
    SearchResult result = {0};
    keep_share(a, &limits);
    if (a->legal.count == 0) {
        *out = list_of(a, &result);
        return true;
    }
    if (know_all(a, &s->position)) {
        prefer_hardest(a, &s->position);
        size_t lines =
            limits.lines > 0 && (size_t)limits.lines < a->legal.count ? (size_t)limits.lines : a->legal.count;
        for (size_t i = 0; i < lines; i++)
            extend_line(a, &s->position, &a->advice[i]);
        *out = list_of(a, &result);
        out->source = a->oracle[0].name;
        return true;
    }
    if (limits.lines == 0)
        limits.lines = (int)a->legal.count;
    Effort effort = {limits.nodes / 2, limits.seconds / 2, a->cancel};
    if (a->oracles > 0) {
        limits.nodes -= effort.nodes;
        limits.seconds -= effort.seconds;
    }
    Relay through = {a, report, context};
    if (!adviser_search(a, s, limits, report ? relay : NULL, &through, &result))
        return false;
    adviser_take_lines(a, &result);
    if (a->oracles > 0 && (effort.nodes > 0 || effort.seconds > 0))
        settle_by_oracles(a, &s->position, effort);
    else
        sort_advice(a);
    *out = list_of(a, &result);
    return true;
}

/* --- playing --- */

enum { PROOF_SHARE = 40, ORDER_SHARE = 5, SHORT_SHARE = 30, CHECK_SHARE = 25 };   /* hundredths of the effort */

static SearchLimits part(SearchLimits limits, int hundredths)
{
    limits.nodes = limits.nodes * (uint64_t)hundredths / 100 + (limits.nodes > 0);
    limits.seconds = limits.seconds * hundredths / 100;
    return limits;
}

static bool search(Adviser *a, const Situation *s, SearchLimits limits, Relay *through, SearchResult *out)
{
    if (!adviser_search(a, s, limits, through->report ? relay : NULL, through, out))
        return false;
    adviser_take_lines(a, out);
    return true;
}

/* Puts the first move that keeps `result`, as far as the oracles can tell, in front. */
static bool prefer_keeping(Adviser *a, const Position *p, int result, SearchLimits effort)
{
    size_t open = a->legal.count < 8 ? a->legal.count : 8;
    for (size_t i = 0; i < a->legal.count && !cancel_asked(a->cancel); i++) {
        Verdict v;
        const char *source;
        Effort share = {effort.nodes / open + (effort.nodes > 0), effort.seconds / (double)open, a->cancel};
        if (!verdict_on_move(a, p, a->advice[i].move, share, false, &v, &source) || v.result != result)
            continue;
        Advice found = a->advice[i];
        memmove(a->advice + 1, a->advice, i * sizeof *a->advice);
        set_verdict(&found, v, source);
        a->advice[0] = found;
        follow_line(a, p, &a->advice[0], (Effort){.nodes = LINE_NODES, .cancel = a->cancel});
        return true;
    }
    return false;
}

/* Where the slower oracles can answer, they are asked first what the position is worth.
 * A win is then played as short as the search can see it, or else kept by a move that they
 * vouch for. A draw or an open question goes to the search, which knows best how to set
 * problems; its choice is checked when that could throw a draw away. */
static bool play_with_proofs(Adviser *a, const Situation *s, SearchLimits limits, double proof_seconds, Relay *through,
                             SearchResult *out)
{
    SearchLimits ask_limits = part(limits, PROOF_SHARE), order = part(limits, ORDER_SHARE),
                 check = part(limits, CHECK_SHARE);
    if (proof_seconds > 0)
        ask_limits.seconds = check.seconds = proof_seconds;
    Verdict v = {0};
    const char *source;
    Relay quiet = {.adviser = a};
    if (!search(a, s, order, &quiet, out))
        return false;
    bool win = value_is_win(a->advice[0].value);
    if ((win && out->line[0].shortest) || a->legal.count == 1 || cancel_asked(a->cancel))
        return true;
    if (win)
        v.result = 1;
    bool known =
        win || ask(a, &s->position, (Effort){ask_limits.nodes, ask_limits.seconds, a->cancel}, false, &v, &source);
    if (cancel_asked(a->cancel))
        return true;
    if (known && v.result > 0) {
        if (!search(a, s, part(limits, SHORT_SHARE), through, out))
            return false;
        if (!value_is_win(a->advice[0].value) && !cancel_asked(a->cancel))
            prefer_keeping(a, &s->position, 1, check);
        return true;
    }
    int spent = ORDER_SHARE + PROOF_SHARE + (known && v.result == 0 ? CHECK_SHARE : 0);
    if (!search(a, s, part(limits, 100 - spent), through, out))
        return false;
    if (known && v.result == 0 && !value_is_win(a->advice[0].value))
        prefer_keeping(a, &s->position, 0, check);
    return true;
}

bool adviser_play_proving(Adviser *a, const Situation *s, SearchLimits limits, double proof_seconds,
                          AdviserReport *report, void *context, AdviceList *out)
{
    a->distances = false;
    if (!adviser_list_moves(a, &s->position))
        return false;
    SearchResult result = {0};
    Relay through = {a, report, context};
    bool limited = limits.nodes > 0 || limits.seconds > 0, slow = a->oracles > 0 && !a->oracle[a->oracles - 1].instant;
    bool ok = true, known = know_all(a, &s->position);
    if (known) {
        prefer_hardest(a, &s->position);
        extend_line(a, &s->position, &a->advice[0]);
    } else if (slow && limited && limits.depth == 0 && limits.lines <= 1) {
        ok = play_with_proofs(a, s, limits, proof_seconds, &through, &result);
    } else {
        ok = search(a, s, limits, &through, &result);
    }
    *out = list_of(a, &result);
    out->source = known ? a->oracle[0].name : NULL;
    return ok;
}

bool adviser_play(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                  AdviceList *out)
{
    return adviser_play_proving(a, s, limits, 0, report, context, out);
}
