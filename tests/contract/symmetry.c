/* Symmetries: a turned board is the same game. */
#include "contract/contract.h"

#include <stdlib.h>
#include <string.h>

bool symmetry_zero_is_identity(Contract *c)
{
    Position t;
    c->game->transform(&c->position, 0, &t);
    if (!position_equal(&t, &c->position))
        return contract_fail(c, "symmetry 0 changes the position");
    for (size_t i = 0; i < c->legal.count; i++)
        if (c->game->transform_move(&c->position, c->legal.move[i], 0) != c->legal.move[i])
            return contract_fail(c, "symmetry 0 changes a move");
    return true;
}

static bool is_image(const Game *g, const Position *from, const Position *to)
{
    for (int s = 0; s < g->symmetries; s++) {
        Position t;
        g->transform(from, s, &t);
        if (position_equal(&t, to))
            return true;
    }
    return false;
}

bool symmetry_can_be_undone(Contract *c)
{
    Position image[256];
    int different = 0;
    for (int s = 0; s < c->game->symmetries; s++) {
        memset(&image[different], 0xff, sizeof *image);
        c->game->transform(&c->position, s, &image[different]);
        if (!is_image(c->game, &image[different], &c->position))
            return contract_fail(c, "no symmetry leads back from symmetry %d", s);
        bool new = true;
        for (int i = 0; i < different; i++)
            new &= !position_equal(&image[i], &image[different]);
        different += new;
    }
    if (different > c->most_symmetric_images)
        c->most_symmetric_images = different;
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

/* The turned position's moves are the turned moves, all of them. */
static bool moves_turn_along(Contract *c, int symmetry, const Position *turned)
{
    MoveList theirs = {0};
    size_t n = c->legal.count;
    Move *ours = malloc((n + 1) * sizeof *ours);
    for (size_t i = 0; i < n; i++)
        ours[i] = c->game->transform_move(&c->position, c->legal.move[i], symmetry);
    bool held = movelist_fill(&theirs, c->game, turned);
    if (theirs.count != n) {
        held = contract_fail(c, "symmetry %d has %zu moves instead of %zu", symmetry, theirs.count, n);
    } else if (n > 0) {
        qsort(ours, n, sizeof *ours, compare_moves);
        qsort(theirs.move, n, sizeof *theirs.move, compare_moves);
        if (memcmp(ours, theirs.move, n * sizeof *ours) != 0)
            held =
                contract_fail(c, "symmetry %d turns the moves into other moves than the turned position has", symmetry);
    }
    movelist_free(&theirs);
    free(ours);
    return held;
}

bool symmetry_keeps_rules(Contract *c)
{
    Outcome here = c->game->outcome(&c->position);
    for (int s = 1; s < c->game->symmetries; s++) {
        Position t;
        memset(&t, 0xff, sizeof t);
        c->game->transform(&c->position, s, &t);
        const char *broken = c->game->check(&t);
        if (broken)
            return contract_fail(c, "after symmetry %d check says: %s", s, broken);
        Outcome there = c->game->outcome(&t);
        if (c->game->mover(&t) != c->game->mover(&c->position) || there.over != here.over ||
            (here.over && (there.winner != here.winner || there.reason != here.reason)))
            return contract_fail(c, "symmetry %d changes the mover or the outcome", s);
        if (!moves_turn_along(c, s, &t))
            return false;
    }
    return true;
}

bool symmetry_commutes_with_play(Contract *c)
{
    for (int s = 1; s < c->game->symmetries; s++) {
        Position turned;
        c->game->transform(&c->position, s, &turned);
        for (size_t i = 0; i < c->legal.count; i++) {
            Position next, one, other;
            c->game->play(&c->position, c->legal.move[i], &next);
            c->game->transform(&next, s, &one);
            c->game->play(&turned, c->game->transform_move(&c->position, c->legal.move[i], s), &other);
            if (!position_equal(&one, &other)) {
                char text[MOVE_TEXT];
                c->game->write_move(&c->position, c->legal.move[i], text);
                return contract_fail(c, "%s then symmetry %d is not symmetry %d then the turned move", text, s, s);
            }
        }
    }
    return true;
}

bool symmetry_shares_canonical(Contract *c)
{
    Position canonical, back;
    int which;
    position_canonical(c->game, &c->position, &canonical, &which);
    c->game->transform(&c->position, which, &back);
    if (!position_equal(&back, &canonical))
        return contract_fail(c, "symmetry %d does not lead to the canonical position", which);
    for (int s = 1; s < c->game->symmetries; s++) {
        Position t, theirs;
        c->game->transform(&c->position, s, &t);
        position_canonical(c->game, &t, &theirs, NULL);
        if (!position_equal(&theirs, &canonical))
            return contract_fail(c, "symmetry %d has another canonical position", s);
    }
    return true;
}

bool symmetry_keeps_evaluation(Contract *c)
{
    const Game *g = c->game;
    if (c->legal.count == 0)
        return true;
    for (int s = 1; s < g->symmetries; s++) {
        Position t;
        int ours[MAX_PLAYERS] = {0}, theirs[MAX_PLAYERS] = {0};
        g->transform(&c->position, s, &t);
        /* A network has learnt the symmetries, it does not have them. */
        if (g->search.evaluate && !g->search.net && g->search.evaluate(&t) != g->search.evaluate(&c->position))
            return contract_fail(c, "symmetry %d is worth %d instead of %d", s, g->search.evaluate(&t),
                                 g->search.evaluate(&c->position));
        if (g->search.evaluate_sides) {
            g->search.evaluate_sides(&c->position, ours);
            g->search.evaluate_sides(&t, theirs);
        }
        if (memcmp(ours, theirs, sizeof ours) != 0)
            return contract_fail(c, "symmetry %d is worth something else to a side", s);
    }
    return true;
}
