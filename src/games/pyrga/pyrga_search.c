/* Wins that can be seen, and keys under which equal futures meet.
 *
 * Only a third tower ends a game by a player's own choice. So an immediate win needs two towers, and a place where
 * one more piece makes a tower with the mover's majority. */
#include "games/pyrga/pyrga_search.h"

#include "core/grid.h"
#include "core/hash.h"
#include "games/pyrga/pyrga_rules.h"

/* A move for this bit of pyrga_rules_playable; a triangle points in any legal direction. */
static Move move_of_bit(int bit)
{
    int kind = bit >> 4, place = bit & 15;
    Direction d = DIRECTION_NONE;
    if (kind == KIND_TRIANGLE)
        for (d = NORTH; !(pyrga_rules_pointing[d] >> place & 1); d++)
            ;
    return pyrga_rules_move(kind, place, d);
}

/* The pieces with which the mover can complete a tower of their own. */
static uint64_t completing(const Position *p, int mover, uint64_t playable)
{
    uint64_t pieces = p->w[WHITE] | p->w[BLACK];
    unsigned pairs = pyrga_rules_two_or_more(pieces) & ~pyrga_rules_complete(pieces) & pyrga_rules_some(p->w[mover]);
    return playable & pyrga_rules_each(pairs);
}

Move pyrga_search_winning_move(const Position *p)
{
    int mover = pyrga_rules_mover(p);
    if (pyrga_rules_towers(p, mover) < PYRGA_TOWERS - 1)
        return 0;
    uint64_t winning = completing(p, mover, pyrga_rules_playable(p));
    return winning ? move_of_bit(__builtin_ctzll(winning)) : 0;
}

/* A round piece put on the mover's own lone piece: the opponent has to play there, and completes the tower as long as
 * the missing kind is left. */
static bool round_forces(const Position *p, int mover, uint64_t playable)
{
    uint64_t own = p->w[mover], theirs = p->w[!mover];
    unsigned lone = pyrga_rules_some(own) & ~pyrga_rules_two_or_more(own | theirs);
    unsigned round = pyrga_rules_places(playable, KIND_ROUND) & lone;
    return ((round & pyrga_rules_places(own, KIND_SQUARE)) && pyrga_rules_left(theirs, KIND_TRIANGLE) > 0) ||
           ((round & pyrga_rules_places(own, KIND_TRIANGLE)) && pyrga_rules_left(theirs, KIND_SQUARE) > 0);
}

/* A square or triangle that sends the opponent to the mover's pairs and to no other place where they can play: they
 * complete a tower. It must not complete one of theirs. */
static bool others_force(const Position *p, int mover, uint64_t playable)
{
    uint64_t own = p->w[mover], theirs = p->w[!mover], pieces = own | theirs;
    unsigned complete = pyrga_rules_complete(pieces);
    unsigned pairs = pyrga_rules_two_or_more(own) & ~complete;
    if (!pairs)
        return false;
    unsigned open = pyrga_rules_some(pyrga_rules_stock(theirs) & ~pieces);
    unsigned good = open & pairs, bad = open & ~pairs;
    playable &= ~pyrga_rules_each(pyrga_rules_two_or_more(theirs));
    for (unsigned from = pyrga_rules_places(playable, KIND_TRIANGLE); good && from; from &= from - 1)
        for (Direction d = NORTH; d <= WEST; d++) {
            unsigned reach = pyrga_rules_reach[pyrga_rules_move(KIND_TRIANGLE, __builtin_ctz(from), d)];
            if ((reach & good) && !(reach & bad))
                return true;
        }
    for (unsigned from = pyrga_rules_places(playable, KIND_SQUARE); good && from; from &= from - 1) {
        unsigned reach = pyrga_rules_reach[pyrga_rules_move(KIND_SQUARE, __builtin_ctz(from), DIRECTION_NONE)];
        if ((reach & good) && !(reach & bad))
            return true;
    }
    return false;
}

/* The mover has two towers: how soon a third one is forced; 0: that cannot be seen. */
static int third_tower(const Position *p, int mover, uint64_t playable)
{
    if (completing(p, mover, playable))
        return 1;
    return round_forces(p, mover, playable) || others_force(p, mover, playable) ? 2 : 0;
}

enum { PLIES_WITH_SYMMETRY = 8 };   /* later, symmetric positions are hardly ever met */

/* The last piece matters only for where it sends the mover. A complete tower matters only for whose it is and which
 * pieces it took from the reserves. Positions that agree in that and in everything else have the same future. The
 * mover follows from the number of pieces. */
static uint64_t key(const Position *p, uint64_t playable)
{
    uint64_t white = p->w[WHITE], black = p->w[BLACK];
    uint64_t white_rest = 0, black_rest = 0;    /* stored where pieces have no bits */
    int pieces = __builtin_popcountll(white | black);
    unsigned complete = pyrga_rules_complete(white | black);
    if (complete) {
        white_rest = (uint64_t)__builtin_popcount(complete & pyrga_rules_two_or_more(white));
        for (int kind = KIND_SQUARE; kind <= KIND_ROUND; kind++) {
            white_rest = white_rest << 3 | (uint64_t)pyrga_rules_left(white, kind);
            black_rest = black_rest << 3 | (uint64_t)pyrga_rules_left(black, kind);
        }
        /* Both colours on one place: no incomplete tower looks like that. */
        white |= pyrga_rules_each(complete);
        black |= pyrga_rules_each(complete);
    }
    uint64_t least = hash_three(white | white_rest, black | black_rest, playable);
    if (pieces <= PLIES_WITH_SYMMETRY)
        for (int s = 1; s < GRID_SYMMETRIES; s++) {
            uint64_t turned = hash_three(grid4_turn_sets(white, s) | white_rest, grid4_turn_sets(black, s) | black_rest,
                                         grid4_turn_sets(playable, s));
            least = turned < least ? turned : least;
        }
    return least;
}

uint64_t pyrga_search_key(const Position *p) { return key(p, pyrga_rules_playable(p)); }

static inline void glance(const Position *p, Glance *out, Outcome (*outcome)(const Position *))
{
    /* How far a player with that many towers is from winning. Found by trial, and so is that the replies matter only
     * for holding. */
    static const uint8_t effort[PYRGA_TOWERS] = {16, 4, 1};
    int mover = pyrga_rules_mover(p);
    unsigned complete = pyrga_rules_complete(p->w[WHITE] | p->w[BLACK]);
    int own = __builtin_popcount(complete & pyrga_rules_two_or_more(p->w[mover]));
    int theirs = __builtin_popcount(complete & pyrga_rules_two_or_more(p->w[!mover]));
    uint64_t playable = pyrga_rules_playable(p);
    out->sure_win = 0;
    if (own >= PYRGA_TOWERS || theirs >= PYRGA_TOWERS || !playable) {
        out->outcome = outcome(p);
        return;
    }
    out->outcome = (Outcome){.over = false};
    if (own == PYRGA_TOWERS - 1 && (out->sure_win = (uint8_t)third_tower(p, mover, playable)) == 1)
        return;
    out->win = effort[own];
    out->hold = (uint16_t)(pyrga_rules_count_playable(playable) * effort[theirs]);
    out->key = key(p, playable);
}

void pyrga_search_glance(const Position *p, Glance *out) { glance(p, out, pyrga_rules_outcome); }

void pyrga_search_glance_pilotis(const Position *p, Glance *out) { glance(p, out, pyrga_rules_outcome_pilotis); }
