/* See opening.h. */
#include "contest/opening.h"

#include "core/random.h"

#include <stdlib.h>

enum {
    TRIES = 60,             /* openings tried before the most balanced one is taken */
    NODES = 4000,           /* of the search that judges an opening */
    BALANCED = 150          /* thousandths of what decides a game */
};

/* Random moves from the start; returns how many were played before the game would have ended. */
static int draw_moves(const Game *g, const Position *start, MoveList *list, uint64_t *random, int plies, Move *out,
                      Position *end)
{
    *end = *start;
    for (int i = 0; i < plies; i++) {
        Position next;
        if (!movelist_fill(list, g, end))
            return -1;
        out[i] = list->move[(uint64_t)random_next(random) * list->count >> 32];
        g->play(end, out[i], &next);
        if (g->outcome(&next).over)
            return i;
        *end = next;
    }
    return plies;
}

bool opening_play(Tree *m, Search *search, uint64_t seed, uint64_t number, int plies)
{
    const Game *g = tree_game(m);
    uint64_t random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (number + 1) * UINT64_C(0xd6e8feb86659fd93);
    if (random == 0)
        random = 1;
    Move drawn[OPENING_MAX_PLIES], best[OPENING_MAX_PLIES];
    int best_plies = 0, least = SCORE_INFINITE + 1;
    MoveList list = {0};
    bool ok = true;
    for (int i = 0; ok && i < TRIES && least > BALANCED; i++) {
        Position end;
        int n = draw_moves(g, tree_position(m), &list, &random, plies, drawn, &end), value = 0;
        ok = n >= 0;
        if (ok && search && n > 0) {
            SearchResult r;
            search_forget(search);
            ok = search_run(search, &end, NULL, 0, (SearchLimits){.nodes = NODES}, NULL, NULL, &r);
            value = ok ? abs(r.line[0].score) : 0;
        }
        if (n < plies)
            value += SCORE_PROVEN;
        if (!ok || value >= least)
            continue;
        least = value;
        best_plies = n;
        for (int k = 0; k < n; k++)
            best[k] = drawn[k];
    }
    movelist_free(&list);
    for (int k = 0; ok && k < best_plies; k++)
        ok = tree_play(m, best[k], NULL);
    return ok;
}
