/* What an adviser's oracles know: values of moves, and lines that keep them. */
#include "engine/adviser_private.h"

#include <string.h>

bool adviser_ask(Adviser *a, const Position *p, Effort effort, bool instant_only, Value *out, const char **source)
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

bool adviser_move_value(Adviser *a, const Position *p, Move m, Effort effort, bool instant_only, Value *out,
                        const char **source)
{
    const Game *g = a->game;
    Position child;
    g->play(p, m, &child);
    Outcome o = g->outcome(&child);
    if (o.over) {
        int mover = game_side(g, g->mover(p));
        *out = value_proven(o.winner == DRAW ? 0 : o.winner == mover ? 1 : -1, 1);
        *source = T("rules");
        return true;
    }
    if (!adviser_ask(a, &child, effort, instant_only, out, source))
        return false;
    *out = value_of_move(*out);
    return true;
}

void adviser_settle(Advice *advice, Value v, const char *source)
{
    advice->value = v;
    advice->exact = true;
    advice->length = 1;             /* the search's continuation need not keep the value */
    advice->source = source;
}

bool adviser_know_all(Adviser *a, const Position *p)
{
    if (a->oracles == 0 || !a->oracle[0].instant)
        return false;
    if (a->oracle[0].expect)
        a->oracle[0].expect(a->oracle[0].context, p);
    for (size_t i = 0; i < a->legal.count; i++) {
        Value v;
        const char *source;
        if (!adviser_move_value(a, p, a->advice[i].move, (Effort){0}, true, &v, &source))
            return false;
        adviser_settle(&a->advice[i], v, source);
    }
    adviser_sort(a);
    return true;
}

/* How many replies to a move keep the best result that the opponent can have after it, as far as the instant oracles
 * know; `replies` receives how many there are. */
static size_t good_replies(Adviser *a, const Position *p, Move m, MoveList *list, size_t *replies)
{
    Position next;
    int best = -2;
    size_t good = 0;
    a->game->play(p, m, &next);
    *replies = movelist_fill(list, a->game, &next) ? list->count : 0;
    for (size_t i = 0; i < *replies; i++) {
        Value v;
        const char *source;
        if (!adviser_move_value(a, &next, list->move[i], (Effort){0}, true, &v, &source) || v.result < best)
            continue;
        good = v.result > best ? 1 : good + 1;
        best = v.result;
    }
    return good;
}

void adviser_prefer_hardest(Adviser *a, const Position *p)
{
    MoveList list = {0};
    size_t best = 0, fewest = SIZE_MAX, most = 0;
    int rank = value_rank(a->advice[0].value);
    if (a->oracle[0].far)
        return;
    for (size_t i = 0; rank <= 0 && i < a->legal.count && value_rank(a->advice[i].value) == rank; i++) {
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

void adviser_extend_line(Adviser *a, const Position *p, Advice *advice)
{
    const Game *g = a->game;
    Position at;
    MoveList replies = {0};
    if (a->oracle[0].far)
        return;
    g->play(p, advice->move, &at);
    for (advice->length = 1; advice->length < SEARCH_MAX_LINE && advice->length != advice->value.plies;
         advice->length++) {
        if (!movelist_fill(&replies, g, &at) || replies.count == 0)
            break;
        Move best = 0;
        int best_rank = 0;
        for (size_t i = 0; i < replies.count; i++) {
            Value v;
            const char *source;
            if (!adviser_move_value(a, &at, replies.move[i], (Effort){0}, true, &v, &source)) {
                best = 0;           /* the best one may be among those that are not known */
                break;
            }
            if (i == 0 || value_rank(v) > best_rank) {
                best = replies.move[i];
                best_rank = value_rank(v);
            }
        }
        if (!best || (!value_counted(advice->value) && advice->length >= 8))
            break;
        advice->line[advice->length] = best;
        g->play(&at, best, &at);
    }
    movelist_free(&replies);
}

void adviser_follow_line(Adviser *a, const Position *p, Advice *advice, Effort effort)
{
    const Oracle *o = &a->oracle[a->oracles - 1];
    Position child;
    a->game->play(p, advice->move, &child);
    if (!o->line || advice->source != o->name || a->game->outcome(&child).over)
        return;
    advice->length =
        1 + o->line(o->context, &child, value_after_move(advice->value), effort, advice->line + 1, SEARCH_MAX_LINE - 1);
}
