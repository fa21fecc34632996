/* Plain depth-first counting: see perft.h. */
#include "core/perft.h"

void perft_free(Perft *perft)
{
    for (int i = 0; i < PERFT_MAX_DEPTH; i++)
        movelist_free(&perft->list[i]);
}

static uint64_t count_moves(const Game *g, const Position *p) { return g->count ? g->count(p) : g->moves(p, NULL, 0); }

/* Adds up the counts below the moves of `p`; at depth `leaf` (1 or 0), moves are counted instead of played. */
static PerftStatus walk(Perft *perft, const Position *p, int depth, int leaf, uint64_t *total)
{
    const Game *g = perft->game;
    MoveList *list = &perft->list[depth - 1];
    if (!movelist_fill(list, g, p))
        return PERFT_NO_MEMORY;
    perft->played += list->count;
    for (size_t i = 0; i < list->count; i++) {
        Position next;
        g->play(p, list->move[i], &next);
        if (depth - 1 > leaf) {
            PerftStatus status = walk(perft, &next, depth - 1, leaf, total);
            if (status != PERFT_OK)
                return status;
            continue;
        }
        uint64_t below = leaf == 1 ? count_moves(g, &next) : 1;
        if (__builtin_add_overflow(*total, below, total))
            return PERFT_TOO_MANY;
    }
    return PERFT_OK;
}

PerftStatus perft_bulk(Perft *perft, const Position *p, int depth, uint64_t *count)
{
    *count = depth == 0;
    if (depth == 0)
        return PERFT_OK;
    if (depth == 1) {
        *count = count_moves(perft->game, p);
        return PERFT_OK;
    }
    return walk(perft, p, depth, 1, count);
}

PerftStatus perft_full(Perft *perft, const Position *p, int depth, uint64_t *count)
{
    *count = depth == 0;
    return depth == 0 ? PERFT_OK : walk(perft, p, depth, 0, count);
}
