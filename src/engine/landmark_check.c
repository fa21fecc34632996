/* Whether landmarks are right: see landmark.h. */
#include "engine/landmark.h"

typedef struct Judge {
    const Game *game;
    const Oracle *truth;
    uint64_t nodes;
} Judge;

static bool value_of(const Judge *j, const Position *p, bool distance, Value *out)
{
    Outcome o = j->game->outcome(p);
    if (o.over) {
        *out = value_over(j->game, p, o);
        return true;
    }
    return j->truth->ask(j->truth->context, p, (Effort){.nodes = j->nodes}, distance, out);
}

static bool result_of_move(const Judge *j, const Position *p, Move m, int *out)
{
    Position next;
    Value v;
    j->game->play(p, m, &next);
    if (!value_of(j, &next, false, &v))
        return false;
    *out = value_of_move(v).result;
    return true;
}

/* Whether only `move` has that result, and the stated number of moves have a worse one. */
static bool is_only(const Judge *j, const Landmark *l, const Position *p, Move move)
{
    MoveList list = {0};
    bool ok = movelist_fill(&list, j->game, p) && list.count == (size_t)l->of && l->number == l->of - 1;
    for (size_t i = 0; ok && i < list.count; i++) {
        int result;
        ok = result_of_move(j, p, list.move[i], &result) &&
             (list.move[i] == move ? result == l->result : result < l->result);
    }
    movelist_free(&list);
    return ok;
}

bool landmark_holds(const Game *g, const Landmark *l, const Oracle *truth, uint64_t nodes)
{
    Judge j = {g, truth, nodes};
    Position p;
    Value v;
    Move move;
    int after;
    if (!landmark_is_place(l))
        return l->kind == LANDMARK_GAMES || l->number <= l->of;
    if (!landmark_read(g, l, &p, &move) || g->outcome(&p).over)
        return false;
    switch (l->kind) {
    case LANDMARK_LONGEST:
    case LANDMARK_HARDEST: return value_of(&j, &p, true, &v) && value_wins(v) && v.plies == l->plies;
    case LANDMARK_ONLY_DRAW:
    case LANDMARK_ONLY_WIN: return is_only(&j, l, &p, move);
    case LANDMARK_MISTAKE:
        return value_of(&j, &p, false, &v) && value_wins(v) && result_of_move(&j, &p, move, &after) &&
               after == l->result && l->result < 1 && l->number <= l->of;
    default: return false;
    }
}
