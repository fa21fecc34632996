/* What a network sees of a Dorix position, from the view of the player to move: how high each pile is and whose its
 * three upper pawns are; which tops each side can capture; reserves, threats, diagonals with a pile out of reach,
 * whose the tallest pile is, and pawns that lie deep. In a team game it also sees which tops are the mover's own. */
#include "games/dorix/dorix_facts.h"
#include "games/dorix/dorix_search.h"
#include "games/nets.h"

enum {
    PILES = 38,                 /* that a network tells apart: see pile() */
    TALLER = 6,                 /* piles at least this high look alike */
    MOST_RESERVE = 20,          /* of a side */
    MOST_DEEP = 8
};

enum {
    PILE = 0,
    OWN_TAKES = PILE + DORIX_PLACES * PILES,
    OTHER_TAKES = OWN_TAKES + DORIX_PLACES,
    MINE = OTHER_TAKES + DORIX_PLACES,
    OWN_RESERVE = MINE + DORIX_PLACES,
    OTHER_RESERVE = OWN_RESERVE + MOST_RESERVE + 1,
    PUTS = OTHER_RESERVE + MOST_RESERVE + 1,
    OWN_THREATS = PUTS + 2,
    OTHER_THREATS = OWN_THREATS + 3,
    OWN_SAFE = OTHER_THREATS + 3,
    OTHER_SAFE = OWN_SAFE + 3,
    TALLEST = OTHER_SAFE + 3,
    OWN_DEEP = TALLEST + 3,
    OTHER_DEEP = OWN_DEEP + MOST_DEEP + 1,
    INPUTS = OTHER_DEEP + MOST_DEEP + 1
};

static inline int at_most(int n, int most) { return n < most ? n : most; }

/* `own`: bit i is set if pawn i of the stream belongs to the mover's side. The pile ends before `end`. */
static inline int pile(uint64_t own, int end, int height)
{
    int seen = at_most(height, 3);
    int upper = (int)(own >> (end - seen) & ((1u << seen) - 1));
    return height < 3 ? (1 << height) - 2 + upper : 6 + 8 * (at_most(height, TALLER) - 3) + upper;
}

static inline int safe_diagonals(unsigned tops, unsigned reached)
{
    return ((dorix_diagonal[0] & tops & ~reached) != 0) + ((dorix_diagonal[1] & tops & ~reached) != 0);
}

static inline int reserve_of(const Position *p, int side, int players)
{
    return dorix_reserve(p, side) + (players == 4 ? dorix_reserve(p, side + 2) : 0);
}

static inline int active(const Position *p, int players, uint16_t out[NET_MOST_ACTIVE])
{
    DorixFacts f = dorix_look(p, players);
    int seat = dorix_mover(p), side = seat & 1, other = side ^ 1, n = 0;
    uint64_t own = dorix_pawns_of(p, side, players), third = 0;
    for (unsigned rest = f.tops[side] | f.tops[other]; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), end = dorix_end(p, place), height = f.height[place];
        out[n++] = (uint16_t)(PILE + place * PILES + pile(own, end, height));
        third |= height > 2 ? UINT64_C(1) << (end - 3) : 0;
    }
    for (unsigned rest = f.reach[side] & f.tops[other]; rest; rest &= rest - 1)
        out[n++] = (uint16_t)(OWN_TAKES + __builtin_ctz(rest));
    for (unsigned rest = f.reach[other] & f.tops[side]; rest; rest &= rest - 1)
        out[n++] = (uint16_t)(OTHER_TAKES + __builtin_ctz(rest));
    for (unsigned rest = players == 4 ? dorix_control(p, seat) : 0; rest; rest &= rest - 1)
        out[n++] = (uint16_t)(MINE + __builtin_ctz(rest));
    uint64_t deep = f.deep & ~third;
    out[n++] = (uint16_t)(OWN_RESERVE + at_most(reserve_of(p, side, players), MOST_RESERVE));
    out[n++] = (uint16_t)(OTHER_RESERVE + at_most(reserve_of(p, other, players), MOST_RESERVE));
    out[n++] = (uint16_t)(PUTS + (dorix_reserve(p, seat) > 0));
    out[n++] = (uint16_t)(OWN_THREATS + dorix_threats(&f, side));
    out[n++] = (uint16_t)(OTHER_THREATS + dorix_threats(&f, other));
    out[n++] = (uint16_t)(OWN_SAFE + safe_diagonals(f.tops[side], f.reach[other]));
    out[n++] = (uint16_t)(OTHER_SAFE + safe_diagonals(f.tops[other], f.reach[side]));
    out[n++] = (uint16_t)(TALLEST + 1 + dorix_tallest(&f, f.tops[side]));
    out[n++] = (uint16_t)(OWN_DEEP + at_most(dorix_bits(deep & own), MOST_DEEP));
    out[n++] = (uint16_t)(OTHER_DEEP + at_most(dorix_bits(deep & ~own), MOST_DEEP));
    return n;
}

/* The rulesets with two sides, in the order of the registry. */
#define RULESET(N, HEAD)                                                                                               \
    static int active_##N(const Position *p, uint16_t out[NET_MOST_ACTIVE]) { return active(p, N, out); }              \
    const NetInputs dorix_##N##_net = {INPUTS, NET_MIDDLE, HEAD, 1, active_##N};                                       \
    int dorix_##N##_judge(const Position *p)                                                                           \
    {                                                                                                                  \
        uint16_t on[NET_MOST_ACTIVE];                                                                                  \
        return net_evaluate(&dorix_net, HEAD, on, active(p, N, on));                                                   \
    }
RULESET(2, 0)
RULESET(4, 1)
#undef RULESET
