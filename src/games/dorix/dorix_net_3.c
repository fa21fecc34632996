/* What the network for three sides sees of a Dorix position. Sides are counted from the mover on. For each pile: its
 * height, whose its three upper pawns are, and who else can capture it. For each side: its reserve, how much of the
 * diagonals it holds and threatens to complete, on how many it has a pile out of reach, and how many of its pawns
 * lie deep. Then whose the tallest pile is. */
#include "games/dorix/dorix_facts.h"
#include "games/dorix/dorix_search.h"
#include "games/nets.h"

enum {
    SIDES = 3,
    TALLER = 4,                 /* piles at least this high look alike */
    TOPS = SIDES * TALLER,
    UNDER = SIDES + SIDES * SIDES,
    MOST_RESERVE = 12,          /* of a side */
    HELD = 16 * 3,              /* places on each diagonal, the lower count first, and threats */
    MOST_DEEP = 7
};

enum {
    TOP = 0,
    BELOW = TOP + DORIX_PLACES * TOPS,
    TAKEN = BELOW + DORIX_PLACES * UNDER,
    RESERVE = TAKEN + DORIX_PLACES * SIDES,
    DIAGONALS = RESERVE + SIDES * (MOST_RESERVE + 1),
    SAFE = DIAGONALS + SIDES * HELD,
    DEEP = SAFE + SIDES * 3,
    TALLEST = DEEP + SIDES * (MOST_DEEP + 1),
    INPUTS = TALLEST + SIDES
};

static inline int at_most(int n, int most) { return n < most ? n : most; }

/* A position with its sides counted from the mover on. */
typedef struct View {
    DorixFacts f;
    int side[SIDES];
    uint64_t pawns[SIDES];
} View;

static inline int owner(const View *v, int pawn)
{
    return (int)(v->pawns[1] >> pawn & 1) + 2 * (int)(v->pawns[2] >> pawn & 1);
}

static inline int see_pile(const View *v, const Position *p, int place, uint16_t *out)
{
    int end = dorix_end(p, place), height = v->f.height[place], n = 0;
    int top = owner(v, end - 1), next = v->side[(top + 1) % SIDES], last = v->side[(top + 2) % SIDES];
    out[n++] = (uint16_t)(TOP + place * TOPS + top * TALLER + at_most(height, TALLER) - 1);
    if (height > 1) {
        int under = owner(v, end - 2);
        out[n++] = (uint16_t)(BELOW + place * UNDER + (height > 2 ? SIDES + under * SIDES + owner(v, end - 3) : under));
    }
    int takers = (int)(v->f.reach[next] >> place & 1) + 2 * (int)(v->f.reach[last] >> place & 1);
    if (takers)
        out[n++] = (uint16_t)(TAKEN + place * SIDES + takers - 1);
    return n;
}

static inline int see_side(const View *v, const Position *p, int i, uint16_t *out)
{
    unsigned tops = v->f.tops[v->side[i]], n = 0;
    unsigned safe = tops & ~(v->f.reach[v->side[(i + 1) % SIDES]] | v->f.reach[v->side[(i + 2) % SIDES]]);
    int a = dorix_bits(dorix_diagonal[0] & tops), b = dorix_bits(dorix_diagonal[1] & tops);
    int held = at_most(a < b ? a : b, 3) * 4 + at_most(a < b ? b : a, 3);
    int reserve = at_most(dorix_reserve(p, v->side[i]), MOST_RESERVE);
    int deep = at_most(dorix_bits(v->f.deep & v->pawns[i]), MOST_DEEP);
    out[n++] = (uint16_t)(RESERVE + i * (MOST_RESERVE + 1) + reserve);
    out[n++] = (uint16_t)(DIAGONALS + i * HELD + held * 3 + dorix_threats(&v->f, v->side[i]));
    out[n++] = (uint16_t)(SAFE + i * 3 + ((dorix_diagonal[0] & safe) != 0) + ((dorix_diagonal[1] & safe) != 0));
    out[n++] = (uint16_t)(DEEP + i * (MOST_DEEP + 1) + deep);
    return (int)n;
}

static int active(const Position *p, uint16_t out[NET_MOST_ACTIVE])
{
    View v = {.f = dorix_look(p, SIDES)};
    int mover = dorix_mover(p), n = 0;
    for (int i = 0; i < SIDES; i++) {
        v.side[i] = (mover + i) % SIDES;
        v.pawns[i] = dorix_pawns_of(p, v.side[i], SIDES);
    }
    for (unsigned rest = v.f.tops[0] | v.f.tops[1] | v.f.tops[2]; rest; rest &= rest - 1)
        n += see_pile(&v, p, __builtin_ctz(rest), out + n);
    for (int i = 0; i < SIDES; i++) {
        n += see_side(&v, p, i, out + n);
        if (dorix_tallest(&v.f, v.f.tops[v.side[i]]) > 0)
            out[n++] = (uint16_t)(TALLEST + i);
    }
    return n;
}

const NetInputs dorix_3_net_inputs = {INPUTS, NET_NARROW, 0, SIDES, active};

void dorix_3_judge_sides(const Position *p, int out[MAX_PLAYERS])
{
    uint16_t on[NET_MOST_ACTIVE];
    int value[SIDES], mover = dorix_mover(p);
    net_evaluate_sides(&dorix_3_net, SIDES, on, active(p, on), value);
    int mean = (value[0] + value[1] + value[2]) / SIDES;
    for (int i = 0; i < SIDES; i++) {
        int v = value[i] - mean;
        out[(mover + i) % SIDES] = v > EVALUATION_LIMIT    ? EVALUATION_LIMIT
                                   : v < -EVALUATION_LIMIT ? -EVALUATION_LIMIT
                                                           : v;
    }
}
