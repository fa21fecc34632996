/* See trail.h. */
#include "house/trail.h"

#include "store/store.h"

#include <stdio.h>

int64_t trail_number(const Game *g, const Position *p)
{
    Position canonical;
    unsigned char hash[STORE_HASH];
    char position[POSITION_TEXT], text[POSITION_TEXT + 80];
    int64_t number = 0;
    position_canonical(g, p, &canonical, NULL);
    g->write_position(&canonical, position);
    snprintf(text, sizeof text, "%s %s", g->id, position);
    store_hash_token(text, hash);
    for (int i = 0; i < 8; i++)
        number = (number & (INT64_MAX >> 8)) << 8 | hash[i];
    return number ? number : 1;
}

/* Whether the moves of a round say anything about how good they are. */
static bool counts(const Round *r)
{
    const Game *g = round_game(r);
    bool people = round_head(r) >= g->players && !round_is_aborted(r);
    for (int seat = 0; seat < g->players; seat++)
        people = people && (round_seat(r, seat)->kind == ROUND_PERSON || round_seat(r, seat)->left);
    return people;
}

static bool was_there(const TrailStep *step, int count, int64_t number)
{
    for (int i = 0; i < count; i++)
        if (step[i].here == number)
            return true;
    return false;
}

int trail_of(Round *r, TrailStep out[TRAIL_MOST])
{
    const Game *g = round_game(r);
    Tree *t = round_tree(r);
    Outcome end = round_outcome(r);
    int count = 0, last;
    bool scored = counts(r);
    tree_goto(t, round_head(r));
    last = tree_ply(t);
    int64_t next = trail_number(g, &tree_node(t, tree_path(t, 0))->position);
    for (int ply = 0; ply <= last && count < TRAIL_MOST; ply++) {
        const Position *p = &tree_node(t, tree_path(t, ply))->position;
        TrailStep step = {.here = next, .ply = ply, .score = TRAIL_NONE};
        if (ply < last) {
            int side = game_side(g, g->mover(p));
            step.next = next = trail_number(g, &tree_node(t, tree_path(t, ply + 1))->position);
            if (scored)
                step.score = end.winner == DRAW ? 1 : end.winner == side ? 2 : 0;
        }
        if (!was_there(out, count, step.here))
            out[count++] = step;
    }
    return count;
}
