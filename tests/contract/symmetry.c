/* Symmetries: a turned board is the same game. */
#include "contract/contract.h"

#include "core/steps.h"

#include <stdlib.h>
#include <string.h>

bool symmetry_zero_is_identity(Contract *c)
{
    Position t;
    c->game->transform(&c->position, 0, &t);
    if (!position_equal(&t, &c->position))
        return contract_fail(c, "symmetry 0 changes the position");
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

/* The pieces of every place are on the place that the symmetry maps it to. */
static bool pieces_turn_along(Contract *c, int symmetry, const Position *turned)
{
    const Board *b = c->game->board;
    for (int place = 0; place < b->places; place++) {
        Piece ours[MAX_STACK], theirs[MAX_STACK];
        int to = board_turn_place(b, symmetry, place), n = c->game->pieces(&c->position, place, ours);
        if (to < 0 || c->game->pieces(turned, to, theirs) != n)
            return contract_fail(c, "symmetry %d does not take what is on %s where core/grid.h says", symmetry,
                                 b->place[place].label);
        for (int i = 0; i < n; i++)
            if (theirs[i].kind != ours[i].kind || theirs[i].seat != ours[i].seat)
                return contract_fail(c, "symmetry %d changes a piece of %s", symmetry, b->place[place].label);
    }
    return true;
}

/* A move with its choices turned is a move of the turned board, and leads to the turned position. */
static bool a_move_turns_along(Contract *c, int symmetry, const Position *turned)
{
    Position next, one, other;
    Move m = c->legal.move[position_hash(c->game, &c->position) % c->legal.count];
    Move t = steps_turn_move(c->game, &c->position, m, symmetry);
    char text[MOVE_TEXT];
    c->game->write_move(&c->position, m, text);
    if (!t)
        return contract_fail(c, "symmetry %d turns the choices of %s into no move", symmetry, text);
    c->game->play(&c->position, m, &next);
    c->game->transform(&next, symmetry, &one);
    c->game->play(turned, t, &other);
    return position_equal(&one, &other) ||
           contract_fail(c, "%s then symmetry %d is not symmetry %d then the turned move", text, symmetry, symmetry);
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
        size_t moves = c->game->moves(&t, NULL, 0);
        if (moves != c->legal.count)
            return contract_fail(c, "symmetry %d has %zu moves instead of %zu", s, moves, c->legal.count);
        if (!pieces_turn_along(c, s, &t) || (moves > 0 && !a_move_turns_along(c, s, &t)))
            return false;
    }
    return true;
}

static int compare_positions(const void *a, const void *b) { return memcmp(a, b, sizeof(Position)); }

/* Where the moves of `p` lead, turned by `symmetry`, in the order of their bytes. */
static void list_next(Contract *c, const Position *p, const MoveList *moves, int symmetry, Position *out)
{
    for (size_t i = 0; i < moves->count; i++) {
        Position next;
        c->game->play(p, moves->move[i], &next);
        c->game->transform(&next, symmetry, &out[i]);
    }
    qsort(out, moves->count, sizeof *out, compare_positions);
}

static bool commutes(Contract *c, int symmetry, MoveList *theirs, Position *ours_next, Position *theirs_next)
{
    Position turned;
    size_t n = c->legal.count;
    c->game->transform(&c->position, symmetry, &turned);
    if (!movelist_fill(theirs, c->game, &turned) || theirs->count != n)
        return contract_fail(c, "symmetry %d has %zu moves instead of %zu", symmetry, theirs->count, n);
    list_next(c, &c->position, &c->legal, symmetry, ours_next);
    list_next(c, &turned, theirs, 0, theirs_next);
    if (memcmp(ours_next, theirs_next, n * sizeof *ours_next) != 0)
        return contract_fail(c, "a move and then symmetry %d leads where symmetry %d and then no move leads", symmetry,
                             symmetry);
    return true;
}

/* Moving and then turning leads to the same positions as turning and then moving, each as often. */
bool symmetry_commutes_with_play(Contract *c)
{
    size_t n = c->legal.count;
    MoveList theirs = {0};
    Position *next = malloc((2 * n + 1) * sizeof *next);
    bool held = next || contract_fail(c, "there is no memory");
    for (int s = 1; held && s < c->game->symmetries; s++)
        held = commutes(c, s, &theirs, next, next + n);
    movelist_free(&theirs);
    free(next);
    return held;
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
        /* A network has only learnt the symmetries: its values need not agree exactly. */
        if (g->search.evaluate && !g->search.net && g->search.evaluate(&t) != g->search.evaluate(&c->position))
            return contract_fail(c, "symmetry %d is worth %d instead of %d", s, g->search.evaluate(&t),
                                 g->search.evaluate(&c->position));
        if (g->search.evaluate_sides && !g->search.net) {
            g->search.evaluate_sides(&c->position, ours);
            g->search.evaluate_sides(&t, theirs);
        }
        if (memcmp(ours, theirs, sizeof ours) != 0)
            return contract_fail(c, "symmetry %d is worth something else to a side", s);
    }
    return true;
}
