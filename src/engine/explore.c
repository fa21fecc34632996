/* See explore.h. */
#include "engine/explore.h"

#include "engine/adviser_private.h"

static bool is_provable(const Game *g) { return g->never_repeats && g->search.glance && g->sides == 2; }

bool explore_knows(const Game *g) { return g->index || is_provable(g); }

/* If positions never repeat, all effort goes into proofs: a search would settle little in comparison. */
static bool ask(Adviser *a, const Situation *s, SearchLimits limits, AdviceList *out)
{
    if (!is_provable(a->game))
        return adviser_analyse(a, s, limits, NULL, NULL, out);
    return adviser_prove(a, &s->position, NULL, limits, out);
}

/* Proven moves first, best first; estimates count as unknown. */
static void sort_out(Adviser *a, Exploration *out)
{
    for (size_t i = 0; i < a->legal.count; i++) {
        Advice *advice = &a->advice[i];
        advice->exact = advice->value.proven;
        if (!advice->exact)
            advice->value = value_unknown();
        out->known += advice->exact;
    }
    adviser_sort(a);
}

/* The book or a brief proof may know the position itself when its moves would take long. */
static void ask_itself(Adviser *a, const Position *p, Value *out)
{
    const char *source;
    Value v;
    Effort glance = {.nodes = ADVISER_LINE_NODES, .cancel = a->cancel};
    if (adviser_ask(a, p, glance, false, &v, &source))
        *out = v;
}

bool explore_position(Adviser *a, const Situation *s, SearchLimits limits, Exploration *out)
{
    AdviceList list;
    *out = (Exploration){.value = value_unknown()};
    limits.lines = 0;
    if (!ask(a, s, limits, &list))
        return false;
    sort_out(a, out);
    out->count = a->legal.count;
    out->advice = a->advice;
    if (out->known == out->count || (out->known > 0 && value_wins(a->advice[0].value)))
        out->value = a->advice[0].value;
    else
        ask_itself(a, &s->position, &out->value);
    for (size_t i = 0; out->known == out->count && i < out->count; i++)
        out->keep += explore_keeps(out, &a->advice[i]);
    return true;
}

bool explore_keeps(const Exploration *e, const Advice *move)
{
    return e->value.proven && move->value.proven && move->value.result == e->value.result;
}
