/* See review.h. */
#include "engine/review.h"

#include "core/memory.h"

enum { DOUBTFUL = 250, MISTAKE = 600, BLUNDER = 1500, LINE_SHOWN = 8 }; /* thousandths of what decides a game; plies */

/* Giving away a certain result counts whatever the scores. Between two estimates the difference counts. A slower win
 * or a faster loss is not a mistake. */
static ReviewMark mark_of(const Advice *played, const Advice *best)
{
    int before = best->value.result, after = played->value.result;
    if (before == after && before != 0)
        return REVIEW_FINE;
    if (best->value.proven && played->value.proven && before != after)
        return REVIEW_BLUNDER;
    int lost = value_score(best->value) - value_score(played->value);
    if (played->move == best->move || lost < DOUBTFUL)
        return REVIEW_FINE;
    return lost < MISTAKE ? REVIEW_DOUBTFUL : lost < BLUNDER ? REVIEW_MISTAKE : REVIEW_BLUNDER;
}

bool review_move(Adviser *a, const Tree *m, int node, SearchLimits limits, ReviewMove *out)
{
    const TreeNode *after = tree_node(m, node), *before = tree_node(m, after->parent);
    Situation s = {.position = before->position};
    uint64_t *history = tree_history(m, after->parent, &s.history_count);
    s.history = history;
    AdviceList list;
    limits.lines = 0;
    bool ok = history && adviser_analyse(a, &s, limits, NULL, NULL, &list);
    memory_free(history);
    if (!ok)
        return false;
    out->source = list.source;
    out->best = list.advice[0];
    out->played = out->best;
    for (size_t i = 0; i < list.count; i++)
        if (list.advice[i].move == after->move)
            out->played = list.advice[i];
    out->mark = mark_of(&out->played, &out->best);
    return true;
}

bool review_add_line(Tree *m, int node, const Advice *better, Message *error)
{
    int current = tree_current(m);
    bool ok = true;
    tree_goto(m, tree_node(m, node)->parent);
    for (int i = 0; ok && i < better->length && i < LINE_SHOWN && !tree_outcome(m).over; i++)
        ok = tree_play(m, better->line[i], error);
    tree_goto(m, current);
    return ok;
}
