/* The best move for a player: how the effort is divided between search and proofs. */
#include "engine/adviser_private.h"

#include <string.h>

enum { PROOF_SHARE = 40, ORDER_SHARE = 5, SHORT_SHARE = 30, CHECK_SHARE = 25 };   /* percent of the effort */

static SearchLimits part(SearchLimits limits, int hundredths)
{
    limits.nodes = limits.nodes * (uint64_t)hundredths / 100 + (limits.nodes > 0);
    limits.seconds = limits.seconds * hundredths / 100;
    return limits;
}

static bool search(Adviser *a, const Situation *s, SearchLimits limits, Relay *through, SearchResult *out)
{
    if (!adviser_search(a, s, limits, through->report ? adviser_relay : NULL, through, out))
        return false;
    adviser_take_lines(a, out);
    return true;
}

/* Puts the first move that keeps `result`, as far as the oracles can tell, in front. */
static bool prefer_keeping(Adviser *a, const Position *p, int result, SearchLimits effort)
{
    size_t open = a->legal.count < 8 ? a->legal.count : 8;
    for (size_t i = 0; i < a->legal.count && !cancel_asked(a->cancel); i++) {
        Value v;
        const char *source;
        Effort share = {effort.nodes / open + (effort.nodes > 0), effort.seconds / (double)open, a->cancel};
        if (!adviser_move_value(a, p, a->advice[i].move, share, false, &v, &source) || v.result != result)
            continue;
        if (v.result > 0 && value_counted(v))
            v = value_within(1, v.plies);       /* another move may win faster */
        Advice found = a->advice[i];
        memmove(a->advice + 1, a->advice, i * sizeof *a->advice);
        adviser_settle(&found, v, source);
        a->advice[0] = found;
        adviser_follow_line(a, p, &a->advice[0], (Effort){.nodes = ADVISER_LINE_NODES, .cancel = a->cancel});
        return true;
    }
    return false;
}

/* If the slower oracles can answer, they are first asked what the position is worth. A win is then played as fast as
 * the search can see, or else kept by a move that they vouch for. A draw or an open question goes to the search,
 * which knows best how to set problems; its choice is checked when it could throw away a draw. */
static bool play_with_proofs(Adviser *a, const Situation *s, SearchLimits limits, double proof_seconds, Relay *through,
                             SearchResult *out)
{
    SearchLimits ask_limits = part(limits, PROOF_SHARE), order = part(limits, ORDER_SHARE),
                 check = part(limits, CHECK_SHARE);
    if (proof_seconds > 0)
        ask_limits.seconds = check.seconds = proof_seconds;
    Value v = value_unknown();
    const char *source;
    Relay quiet = {.adviser = a};
    if (!search(a, s, order, &quiet, out))
        return false;
    bool win = value_wins(a->advice[0].value);
    if ((win && out->line[0].shortest) || a->legal.count == 1 || cancel_asked(a->cancel))
        return true;
    bool known = !win && adviser_ask(a, &s->position, (Effort){ask_limits.nodes, ask_limits.seconds, a->cancel}, false,
                                     &v, &source);
    if (cancel_asked(a->cancel))
        return true;
    if (win || (known && v.result > 0)) {
        if (!search(a, s, part(limits, SHORT_SHARE), through, out))
            return false;
        if (!value_wins(a->advice[0].value) && !cancel_asked(a->cancel))
            prefer_keeping(a, &s->position, 1, check);
        return true;
    }
    int spent = ORDER_SHARE + PROOF_SHARE + (known && v.result == 0 ? CHECK_SHARE : 0);
    if (!search(a, s, part(limits, 100 - spent), through, out))
        return false;
    if (known && v.result == 0 && !value_wins(a->advice[0].value))
        prefer_keeping(a, &s->position, 0, check);
    return true;
}

bool adviser_play_proving(Adviser *a, const Situation *s, SearchLimits limits, double proof_seconds,
                          AdviserReport *report, void *context, AdviceList *out)
{
    a->distances = false;
    if (!adviser_list_moves(a, &s->position, NULL))
        return false;
    SearchResult result = {0};
    Relay through = {a, report, context};
    bool limited = limits.nodes > 0 || limits.seconds > 0, slow = adviser_has_slow_oracle(a);
    bool ok = true, known = adviser_know_all(a, &s->position);
    if (known) {
        adviser_prefer_hardest(a, &s->position);
        adviser_extend_line(a, &s->position, &a->advice[0]);
    } else if (slow && limited && limits.depth == 0 && limits.lines <= 1) {
        ok = play_with_proofs(a, s, limits, proof_seconds, &through, &result);
    } else {
        ok = search(a, s, limits, &through, &result);
    }
    *out = adviser_list_of(a, &result);
    out->source = known ? a->oracle[0].name : NULL;
    return ok;
}

bool adviser_play(Adviser *a, const Situation *s, SearchLimits limits, AdviserReport *report, void *context,
                  AdviceList *out)
{
    return adviser_play_proving(a, s, limits, 0, report, context, out);
}
