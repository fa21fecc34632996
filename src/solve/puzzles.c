/* Puzzles: see puzzles.h. */
#include "solve/puzzles.h"

#include "core/random.h"

enum { DRAWS = 1000 };

bool puzzles_is_one(Tablebase *t, const Position *p, MoveList *list, TablebasePuzzle *out)
{
    int winning = 0;
    *out = (TablebasePuzzle){.position = *p};
    if (!tablebase_value(t, p, &out->value) || !value_wins(out->value) || out->value.plies < PUZZLES_LEAST_PLIES ||
        !movelist_fill(list, tablebase_game(t), p) || list->count < PUZZLES_LEAST_MOVES)
        return false;
    for (size_t i = 0; i < list->count && winning < 2; i++) {
        Value v;
        if (!tablebase_move_value(t, p, list->move[i], &v))
            return false;
        if (value_wins(v)) {
            winning++;
            out->move = list->move[i];
        }
    }
    return winning == 1;
}

int64_t puzzles_draw(Tablebase *t, uint64_t seed, uint64_t wanted, PuzzlesFound *found, void *context, Message *error)
{
    const Game *g = tablebase_game(t);
    void *state = g->index->create(error);
    if (!state)
        return -1;
    MoveList list = {0};
    uint64_t random = seed, size = tablebase_info(t)->size, count = 0;
    for (uint64_t tries = 0; count < wanted && tries / DRAWS < wanted; tries++) {
        Position p;
        TablebasePuzzle puzzle;
        if (!g->index->unrank(state, random_next_wide(&random) % size, &p) || !puzzles_is_one(t, &p, &list, &puzzle))
            continue;
        count++;
        if (!found(context, &puzzle))
            break;
    }
    movelist_free(&list);
    g->index->destroy(state);
    return (int64_t)count;
}
