/* See wins.h. */
#include "session/wins.h"

#include "core/memory.h"
#include "draw/scene.h"

static bool push(MoveList *list, Move m)
{
    if (list->count == list->capacity) {
        size_t wanted = list->capacity ? 2 * list->capacity : 16;
        Move *grown = memory_resize(list->move, wanted * sizeof *grown);
        if (!grown)
            return false;
        list->move = grown;
        list->capacity = wanted;
    }
    list->move[list->count++] = m;
    return true;
}

bool wins_fill(const Game *g, const Position *p, MoveList *legal, MoveList *wins)
{
    int side = game_side(g, g->mover(p));
    wins->count = 0;
    if (!movelist_fill(legal, g, p))
        return false;
    for (size_t i = 0; i < legal->count; i++) {
        Position after;
        g->play(p, legal->move[i], &after);
        Outcome o = g->outcome(&after);
        if (o.over && o.winner == side && !push(wins, legal->move[i]))
            return false;
    }
    return true;
}

uint64_t wins_places(const Game *g, const Position *p, const MoveList *wins)
{
    uint64_t places = 0;
    for (size_t i = 0; i < wins->count; i++) {
        Scene scene = {.game = g};
        scene_mark_move(&scene, p, wins->move[i]);
        places |= scene.marked;
    }
    return places;
}
