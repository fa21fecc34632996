/* Wins that can be seen, and keys under which equal futures meet.
 *
 * Only a third tower ends a game by a player's own will, so a win at hand needs two
 * towers, and a place where one piece more makes a tower with the mover's majority. */
#include "games/pyrga/pyrga_search.h"

#include "core/hash.h"
#include "games/pyrga/pyrga_rules.h"

/* A move for this bit of pyrga_rules_playable: a triangle points in any legal direction. */
static Move move_of_bit(int bit)
{
    int kind = bit >> 4, place = bit & 15;
    Direction d = DIRECTION_NONE;
    if (kind == KIND_TRIANGLE)
        for (d = NORTH; !(pyrga_rules_pointing[d] >> place & 1); d++)
            ;
    return pyrga_rules_move(kind, place, d);
}

Move pyrga_search_winning_move(const Position *p)
{
    int mover = pyrga_rules_mover(p);
    if (pyrga_rules_towers(p, mover) < PYRGA_TOWERS - 1)
        return 0;
    uint64_t pieces = p->w[WHITE] | p->w[BLACK];
    unsigned pairs = pyrga_rules_two_or_more(pieces) & ~pyrga_rules_complete(pieces) & pyrga_rules_some(p->w[mover]);
    uint64_t winning = pyrga_rules_playable(p) & pyrga_rules_each(pairs);
    return winning ? move_of_bit(__builtin_ctzll(winning)) : 0;
}

/* With two towers, a round piece put on a lone piece of one's own: the opponent has to
 * play there, and completes the third tower as long as the missing kind is left. */
int pyrga_search_sure_win(const Position *p)
{
    int mover = pyrga_rules_mover(p);
    if (pyrga_rules_towers(p, mover) < PYRGA_TOWERS - 1)
        return 0;
    uint64_t own = p->w[mover], theirs = p->w[!mover], pieces = own | theirs;
    unsigned lone = pyrga_rules_some(own) & ~pyrga_rules_two_or_more(pieces);
    unsigned round = pyrga_rules_places(pyrga_rules_playable(p), KIND_ROUND) & lone;
    if (pyrga_rules_left(theirs, KIND_TRIANGLE) > 0 && (round & pyrga_rules_places(own, KIND_SQUARE)))
        return 2;
    if (pyrga_rules_left(theirs, KIND_SQUARE) > 0 && (round & pyrga_rules_places(own, KIND_TRIANGLE)))
        return 2;
    return 0;
}

enum { PLIES_WITH_SYMMETRY = 8 };   /* later, symmetric positions hardly ever meet */

/* What the last piece was matters only for where it sends the mover: two positions with
 * the same pieces and the same playable ones have the same future. The mover follows from
 * the number of pieces. */
uint64_t pyrga_search_key(const Position *p)
{
    uint64_t white = p->w[WHITE], black = p->w[BLACK], playable = pyrga_rules_playable(p);
    uint64_t key = hash_three(white, black, playable);
    if (__builtin_popcountll(white | black) <= PLIES_WITH_SYMMETRY)
        for (int s = 1; s < 8; s++) {
            uint64_t turned = hash_three(pyrga_rules_turn(white, s), pyrga_rules_turn(black, s), pyrga_rules_turn(playable, s));
            key = turned < key ? turned : key;
        }
    return key;
}
