/* See harvest.h. */
#include "contest/harvest.h"

#include "core/random.h"
#include "search/search.h"

enum {
    LONGEST = 150,              /* plies of a game that positions are taken from */
    RANDOM_PLIES = 4,           /* most random plies that a game opens with */
    LEAST_NODES = 100,          /* per move of its players: between this many and 32 times as many */
    ONE_IN = 4,                 /* one position in this many is handed over */
    GUIDE_TABLE = 1 << 20       /* bytes */
};

/* --- games --- */

typedef struct GameHarvest {
    const Game *game;
    Search *search;
    MoveList list;
    uint64_t random;
    HarvestVisit *visit;
    void *context;
    bool full;
} GameHarvest;

static uint32_t below(GameHarvest *h, uint32_t n) { return (uint32_t)((uint64_t)random_next(&h->random) * n >> 32); }

/* False: out of memory. */
static bool play_game(GameHarvest *h, const Cancel *cancel)
{
    const Game *g = h->game;
    uint64_t history[LONGEST], nodes = (uint64_t)LEAST_NODES << below(h, 6);
    int opening = (int)below(h, RANDOM_PLIES + 1);
    Position p;
    g->start(&p);
    search_forget(h->search);
    for (int ply = 0; ply < LONGEST && !g->outcome(&p).over && !h->full && !cancel_asked(cancel); ply++) {
        SearchResult r;
        history[ply] = position_hash(g, &p);
        if (ply >= opening && below(h, ONE_IN) == 0)
            h->full = !h->visit(h->context, &p, ply);
        if (ply < opening) {
            if (!movelist_fill(&h->list, g, &p))
                return false;
            g->play(&p, h->list.move[below(h, (uint32_t)h->list.count)], &p);
            continue;
        }
        if (!search_run(h->search, &p, history, (size_t)ply, (SearchLimits){.nodes = nodes}, NULL, NULL, &r))
            return false;
        g->play(&p, r.line[0].move, &p);
    }
    return true;
}

bool harvest_games(const Game *g, uint64_t seed, const Cancel *cancel, HarvestVisit *visit, void *context)
{
    GameHarvest h = {
        .game = g,
        .search = search_create(g, GUIDE_TABLE, 1),
        .random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15),
        .visit = visit,
        .context = context,
    };
    bool ok = h.search != NULL;
    while (ok && !h.full && !cancel_asked(cancel))
        ok = play_game(&h, cancel);
    search_destroy(h.search);
    movelist_free(&h.list);
    return ok && !cancel_asked(cancel);
}

/* --- values --- */

static bool move_value(const Game *g, HarvestTruth t, const Position *p, Move move, Value *out)
{
    Position next;
    g->play(p, move, &next);
    Outcome o = g->outcome(&next);
    if (o.over) {
        *out = value_proven(o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? 1 : -1, 1);
        return true;
    }
    if (!t.oracle->ask(t.oracle->context, &next, (Effort){.nodes = t.nodes}, t.distance, out))
        return false;
    *out = value_of_move(*out);
    return true;
}

bool harvest_values(const Game *g, HarvestTruth t, const Position *p, MoveList *list, Value out[HARVEST_MOVES])
{
    if (!movelist_fill(list, g, p) || list->count > HARVEST_MOVES)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (!move_value(g, t, p, list->move[i], &out[i]))
            return false;
    return true;
}

uint64_t harvest_key(const Game *g, const Position *p)
{
    Position canonical;
    position_canonical(g, p, &canonical, NULL);
    return position_hash(g, &canonical);
}
