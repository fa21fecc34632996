/* The Game record itself: nothing missing, numbers within their limits. */
#include "contract/contract.h"

#include <ctype.h>
#include <string.h>

static bool functions_are_there(const Game *g)
{
    return g->start && g->mover && g->outcome && g->moves && g->play && g->write_position && g->read_position &&
           g->write_move && g->read_move && g->pieces && g->reserve && g->steps && g->tell && g->transform && g->check;
}

static bool id_is_a_word(const char *id)
{
    for (const char *c = id; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-')
            return false;
    return *id != '\0';
}

/* Places are in order, by level, then row, then column, each with its own label. */
static bool board_is_in_order(Contract *c, const Board *b)
{
    for (int i = 1; i < b->places; i++) {
        const Place *last = &b->place[i - 1], *place = &b->place[i];
        int order = place->level != last->level ? place->level - last->level
                    : place->y != last->y       ? place->y - last->y
                                                : place->x - last->x;
        if (order <= 0)
            return contract_fail(c, "place %s does not come after %s", place->label, last->label);
        for (int k = 0; k < i; k++)
            if (strcmp(b->place[k].label, place->label) == 0)
                return contract_fail(c, "two places are called %s", place->label);
    }
    for (int i = 0; i < b->places; i++) {
        const Place *p = &b->place[i];
        BoardLevel level = board_level(b, p->level);
        size_t n = strlen(p->label);
        if (p->level < 1 || p->level > b->levels)
            return contract_fail(c, "place %s is on level %d of %d", p->label, p->level, b->levels);
        if (n < 2 || p->label[n - 2] != 'a' + (p->x - level.left) / 2 ||
            p->label[n - 1] != '1' + (p->y - level.bottom) / 2)
            return contract_fail(c, "place %s is not called after its column and row", p->label);
        if (b->carriers && b->places < MAX_PLACES && b->carriers[i] >> b->places)
            return contract_fail(c, "place %s rests on places that there are not", p->label);
    }
    return true;
}

bool record_is_complete(Contract *c)
{
    const Game *g = c->game;
    c->property = "record_is_complete";
    if (!g->id || !g->title || !g->family || !g->board || !functions_are_there(g))
        return contract_fail(c, "a name, the board or a function is missing");
    g->start(&c->position);
    if (!id_is_a_word(g->id))
        return contract_fail(c, "the id has other characters than a-z, 0-9 and -");
    if (g->players < 2 || g->players > MAX_PLAYERS || g->sides < 2 || g->players % g->sides != 0)
        return contract_fail(c, "%d players cannot be %d sides", g->players, g->sides);
    if (g->words < 1 || g->words > POSITION_WORDS || g->symmetries < 1 || g->kinds < 1 || g->kinds > MAX_KINDS)
        return contract_fail(c, "words, symmetries or kinds are out of range");
    if (g->board->places < 1 || g->board->places > MAX_PLACES)
        return contract_fail(c, "the board has %d places", g->board->places);
    return board_is_in_order(c, g->board) && words_kinds_are_described(c) && words_reasons_are_named(c);
}
