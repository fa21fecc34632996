/* Filling a scene, and what its geometry says: see scene.h. */
#include "draw/scene.h"

void scene_set(Scene *s, const Game *g, const Position *p)
{
    *s = (Scene){.game = g, .outcome = g->outcome(p), .mover = g->mover(p)};
    for (int i = 0; i < g->board->places; i++)
        s->height[i] = g->pieces(p, i, s->piece[i]);
    for (int seat = 0; seat < g->players; seat++)
        for (int k = 0; k < g->kinds; k++)
            s->reserve[seat][k] = g->reserve(p, seat, k);
}

void scene_mark_move(Scene *s, const Position *before, Move m)
{
    Step path[MAX_STEPS];
    int n = s->game->steps(before, m, 0, path);
    s->marked = 0;
    for (int i = 0; i < n; i++)
        if (step_names_place(path[i]))
            s->marked |= UINT64_C(1) << path[i].value;
}

void scene_set_match(Scene *s, Tree *m)
{
    scene_set(s, tree_game(m), tree_position(m));
    s->outcome = tree_outcome(m);
    for (int i = 0; i < s->game->board->places; i++)
        s->height[i] = tree_pieces(m, i, s->piece[i]);
    const TreeNode *node = tree_node(m, tree_current(m));
    if (node->parent != TREE_NONE)
        scene_mark_move(s, &tree_node(m, node->parent)->position, node->move);
}

int scene_tallest(const Scene *s)
{
    int tallest = 0;
    for (int i = 0; i < s->game->board->places; i++)
        if (s->height[i] > tallest)
            tallest = s->height[i];
    return tallest;
}

static bool rests_on(const Board *b, int above, int below) { return b->carriers && b->carriers[above] >> below & 1; }

bool scene_carries(const Scene *s, int place)
{
    const Board *b = s->game->board;
    for (int i = 0; i < b->places; i++)
        if (s->height[i] > 0 && rests_on(b, i, place))
            return true;
    return false;
}

bool scene_carried(const Scene *s, int place)
{
    const Board *b = s->game->board;
    for (int i = 0; i < b->places; i++)
        if (s->height[i] == 0 && rests_on(b, place, i))
            return false;
    return true;
}

const char *scene_seat_name(int seat)
{
    static const char *const name[] = {T("White"), T("Black"), T("Red"), T("Green"), ""};
    return name[seat];
}

const char *scene_status(const Scene *s)
{
    static const char *const to_move[] = {T("White to move"), T("Black to move"), T("Red to move"), T("Green to move")};
    static const char *const won[] = {T("White has won"), T("Black has won"), T("Red has won"), T("Green has won")};
    static const char *const team_won[] = {T("White and Red have won"), T("Black and Green have won")};
    if (!s->outcome.over)
        return to_move[s->mover];
    if (s->outcome.winner == DRAW)
        return T("a draw");
    return (s->game->sides == s->game->players ? won : team_won)[s->outcome.winner];
}
