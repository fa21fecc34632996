/* What a ruleset may give to the search; what it does not give is not tried. */
#include "contract/contract.h"

static bool within_limit(int value) { return value >= -EVALUATION_LIMIT && value <= EVALUATION_LIMIT; }

bool search_evaluation_is_bounded(Contract *c)
{
    int side[MAX_PLAYERS] = {0};
    if (c->legal.count == 0)
        return true;
    if (c->game->evaluate && !within_limit(c->game->evaluate(&c->position)))
        return contract_fail(c, "the evaluation is %d", c->game->evaluate(&c->position));
    if (c->game->evaluate_sides)
        c->game->evaluate_sides(&c->position, side);
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

bool search_winning_move_is_exact(Contract *c)
{
    if (!c->game->winning_move)
        return true;
    Move said = c->game->winning_move(&c->position), found = 0;
    bool listed = said == 0;
    for (size_t i = 0; i < c->legal.count; i++) {
        listed |= c->legal.move[i] == said;
        if (wins_at_once(c, c->legal.move[i]))
            found = c->legal.move[i];
    }
    if (!listed)
        return contract_fail(c, "the winning move is not a legal one");
    char text[MOVE_TEXT];
    if (said == 0 && found != 0) {
        c->game->write_move(&c->position, found, text);
        return contract_fail(c, "%s wins at once, but is not found", text);
    }
    if (said != 0 && !wins_at_once(c, said)) {
        c->game->write_move(&c->position, said, text);
        return contract_fail(c, "%s is said to win at once and does not", text);
    }
    return true;
}

bool search_order_can_be_asked(Contract *c)
{
    /* Any number will do; the sanitizers watch. */
    for (size_t i = 0; c->game->order && i < c->legal.count; i++)
        (void)c->game->order(&c->position, c->legal.move[i]);
    return true;
}
