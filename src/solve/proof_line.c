/* Lines of best play, from proven values. */
#include "solve/proof.h"

#include "solve/book.h"

/* Whether `m` keeps the value and, if the distance is known, loses no ply: then the winner's shortest win is one ply
 * nearer, and so is the end of the loser's longest defence. */
static Truth keeps(Proof *f, const Game *g, const Position *p, Move m, Value v)
{
    int mover = game_side(g, g->mover(p));
    Position q;
    g->play(p, m, &q);
    Outcome o = g->outcome(&q);
    int winner = v.result > 0 ? mover : 1 - mover;
    if (o.over)
        return (v.result == 0 ? o.winner == DRAW : o.winner == winner && v.plies <= 1) ? TRUTH_YES : TRUTH_NO;
    const BookLine *known = book_find(g, &q);
    if (known)
        return known->result == -v.result && (v.plies < 0 || known->distance == v.plies - 1) ? TRUTH_YES : TRUTH_NO;
    if (v.result > 0)
        return v.plies == 1 ? TRUTH_NO : proof_wins(f, &q, winner, v.plies > 1 ? v.plies - 1 : 0);
    if (v.result < 0 && v.plies <= 2)
        return v.plies == 2 ? TRUTH_YES : TRUTH_NO;
    /* The other side must not win at all, or not sooner. */
    Truth t = proof_wins(f, &q, 1 - mover, v.result < 0 ? v.plies - 2 : 0);
    return t == TRUTH_UNKNOWN ? t : t == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

static Truth find_move(Proof *f, const Game *g, const Position *p, Value v, MoveList *list, Move *out)
{
    if (!movelist_fill(list, g, p))
        return TRUTH_UNKNOWN;
    for (size_t i = 0; i < list->count; i++) {
        Truth t = keeps(f, g, p, list->move[i], v);
        *out = list->move[i];
        if (t != TRUTH_NO)
            return t;
    }
    return TRUTH_NO;
}

int proof_follow(Proof *f, const Position *p, Value v, Move *out, int capacity)
{
    const Game *g = proof_game(f);
    Position at = *p;
    MoveList list = {0};
    int count = 0;
    while (!g->outcome(&at).over && count < capacity && (v.result >= 0 || v.plies >= 0)) {
        Move m;
        if (find_move(f, g, &at, v, &list, &m) != TRUTH_YES)
            break;
        out[count++] = m;
        g->play(&at, m, &at);
        v = value_after_move(v);
    }
    movelist_free(&list);
    return count;
}

int proof_line(Proof *f, const Position *p, Move *out, int capacity)
{
    const Game *g = proof_game(f);
    Move line[PROOF_MAX_PLIES];
    Position at = *p;
    Value v = proof_value(f, p, true);
    if (!v.proven || (v.result != 0 && v.plies < 0))
        return -1;
    int count = proof_follow(f, p, v, line, PROOF_MAX_PLIES);
    for (int i = 0; i < count; i++) {
        if (i < capacity)
            out[i] = line[i];
        g->play(&at, line[i], &at);
    }
    return g->outcome(&at).over ? count : -1;
}
