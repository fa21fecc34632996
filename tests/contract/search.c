/* What a ruleset may provide for the search; what it does not provide is not tried. */
#include "contract/contract.h"

static bool within_limit(int value) { return value >= -EVALUATION_LIMIT && value <= EVALUATION_LIMIT; }

bool search_evaluation_is_bounded(Contract *c)
{
    int side[MAX_PLAYERS] = {0};
    if (c->legal.count == 0)
        return true;
    if (c->game->search.evaluate && !within_limit(c->game->search.evaluate(&c->position)))
        return contract_fail(c, "the evaluation is %d", c->game->search.evaluate(&c->position));
    if (c->game->search.evaluate_sides)
        c->game->search.evaluate_sides(&c->position, side);
    for (int i = 0; i < c->game->sides; i++)
        if (!within_limit(side[i]))
            return contract_fail(c, "the evaluation of side %d is %d", i, side[i]);
    return true;
}

static bool wins_at_once(const Contract *c, Move m)
{
    Position next;
    c->game->play(&c->position, m, &next);
    Outcome o = c->game->outcome(&next);
    return o.over && o.winner == game_side(c->game, c->game->mover(&c->position));
}

bool search_winning_move_wins(Contract *c)
{
    if (!c->game->search.winning_move || c->legal.count == 0)
        return true;
    Move said = c->game->search.winning_move(&c->position);
    bool listed = said == 0;
    for (size_t i = 0; i < c->legal.count; i++)
        listed |= c->legal.move[i] == said;
    if (!listed)
        return contract_fail(c, "the winning move is not a legal one");
    char text[MOVE_TEXT];
    if (said != 0 && !wins_at_once(c, said)) {
        c->game->write_move(&c->position, said, text);
        return contract_fail(c, "%s is said to win at once and does not", text);
    }
    return true;
}

/* Whether `side` can force its win from `p` within `plies`, by trying everything; gives up, and says yes, after
 * `*nodes` nodes. */
static bool can_force(const Game *g, const Position *p, int side, int plies, long *nodes)
{
    Outcome o = g->outcome(p);
    if (o.over)
        return o.winner == side;
    if (plies == 0)
        return false;
    if (--*nodes < 0)
        return true;
    MoveList legal = {0};
    bool ours = game_side(g, g->mover(p)) == side;
    bool forced = !ours;
    if (!movelist_fill(&legal, g, p))
        return false;
    for (size_t i = 0; i < legal.count && forced != ours; i++) {
        Position next;
        g->play(p, legal.move[i], &next);
        forced = can_force(g, &next, side, plies - 1, nodes);
    }
    movelist_free(&legal);
    return forced;
}

bool search_sure_win_is_true(Contract *c)
{
    Glance seen = {0};
    if (c->game->search.glance && c->legal.count > 0)
        c->game->search.glance(&c->position, &seen);
    int plies = seen.sure_win;
    long nodes = 20000;
    int side = game_side(c->game, c->game->mover(&c->position));
    if (plies > 0 && !can_force(c->game, &c->position, side, plies, &nodes))
        return contract_fail(c, "the mover is said to win within %d plies and does not", plies);
    return true;
}

bool search_order_can_be_asked(Contract *c)
{
    /* Any number will do; the sanitizers watch. */
    for (size_t i = 0; c->game->search.order && i < c->legal.count; i++)
        (void)c->game->search.order(&c->position, c->legal.move[i]);
    return true;
}
