/* Dorix's evaluation.
 *
 * What counts: tops on the diagonals, above all three of four; piles that can drop a
 * pawn on an opposing one, and being out of reach of that; opposing pawns that lie under
 * one's own tops, since they are out of play. Each feature is the count of the mover's
 * side less the other side's, unless it says otherwise. */
#include "games/dorix/dorix_search.h"

#include "games/dorix/dorix_lanes.h"
#include "games/dorix/dorix_weights.h"

enum {
    THREATS,        /* diagonals that a side completes if it moves next; the other side's only */
    THREE,          /* diagonals with three tops of one side */
    THREE_OPEN,     /* … whose fourth place can be taken */
    TWO,            /* diagonals with two tops of one side */
    CENTRE,         /* tops in the centre … */
    CORNER,         /* … in a corner … */
    EDGE,           /* … at the edge */
    BURIED,         /* opposing pawns under one's tops */
    DEEP,           /* own pawns with at least two pawns on them */
    SAFE,           /* diagonals on which a top cannot be captured */
    TAKEN,          /* opposing tops that can be captured … */
    TAKEN_DIAGONAL, /* … on a diagonal */
    HEIGHT,         /* pawns in the piles on the diagonals */
    TALLEST,        /* the tallest pile on a diagonal */
    TEMPO,          /* 1 */
    DORIX_FEATURES
};

static const char *const names[DORIX_FEATURES] = {
    "threats", "three", "three, open",    "two",    "centre",  "corner", "edge", "buried", "deep",
    "safe",    "taken", "taken, diagonal", "height", "tallest", "tempo",
};

static const unsigned diagonal[2] = {0x8421, 0x1248};
enum { CENTRES = 0x0660, CORNERS = 0x9009, EDGES = 0x6996, DIAGONALS = 0x9669 };

/* What the features of all sides are taken from. */
typedef struct Facts {
    Lanes height;
    unsigned empty;
    uint64_t tops, deep;        /* pawns of the stream: on top of a pile; with two pawns on them or more */
    unsigned side[MAX_PLAYERS]; /* places that each side controls … */
    uint64_t piles[MAX_PLAYERS];/* … all pawns of these piles … */
    unsigned reach[MAX_PLAYERS];/* … piles on which it can drop a pawn */
    int tallest;                /* place of the tallest pile on a diagonal, when there is one alone; or -1 */
} Facts;

static inline int bits(uint64_t x) { return __builtin_popcountll(x); }

static inline Lanes larger(Lanes a, Lanes b)
{
    Lanes first = a > b;
    return (a & first) | (b & ~first);
}

/* Piles that have a neighbour of `tops` which is no lower. */
static inline unsigned reach_of(Lanes height, unsigned tops)
{
    Lanes own = height & lanes_of(tops);
    Lanes near = larger(larger(southern(own), northern(own)), larger(western(own), eastern(own)));
    return set_of((height > 0) & (near >= height));
}

static inline Facts look(const Position *p, int players)
{
    Facts f = {.height = lanes_heights(p), .empty = dorix_empty(p), .tallest = -1};
    int sides = dorix_sides(players);
    for (int s = 0; s < sides; s++) {
        f.side[s] = dorix_control(p, s) | (players == 4 ? dorix_control(p, s + 2) : 0);
        f.reach[s] = reach_of(f.height, f.side[s]);
        for (unsigned rest = f.side[s]; rest; rest &= rest - 1) {
            int place = __builtin_ctz(rest), end = dorix_end(p, place);
            f.piles[s] += (UINT64_C(1) << end) - (UINT64_C(1) << dorix_start_of(p, place));
            f.tops |= UINT64_C(1) << end >> 1;
        }
    }
    uint64_t second = f.tops >> 1 & ~f.tops, all = (UINT64_C(1) << dorix_end(p, DORIX_PLACES - 1)) - 1;
    f.deep = all & ~f.tops & ~second;
    return f;
}

/* The pawns of one side. */
static inline uint64_t pawns_of(const Position *p, int side, int players)
{
    uint64_t low = p->w[DORIX_OWNER], high = p->w[DORIX_OWNER + 1];
    uint64_t all = (UINT64_C(1) << dorix_end(p, DORIX_PLACES - 1)) - 1;
    if (players == 3)
        return all & (side & 1 ? low : ~low) & (side & 2 ? high : ~high);
    return all & (side ? low : ~low);
}

/* One side's counts, added with `sign`; `others` is what the other sides reach. */
static inline void add_side(const Position *p, const Facts *f, int side, unsigned others, int sign, int players,
                            int out[MAX_FEATURES])
{
    unsigned tops = f->side[side], open = f->reach[side] | f->empty;
    uint64_t own = pawns_of(p, side, players);
    for (int d = 0; d < 2; d++) {
        unsigned missing = diagonal[d] & ~tops;
        int lacks = bits(missing);
        out[THREE] += sign * (lacks == 1);
        out[THREE_OPEN] += sign * (lacks == 1 && (missing & open));
        out[TWO] += sign * (lacks == 2);
        out[SAFE] += sign * ((tops & diagonal[d] & ~others) != 0);
    }
    out[CENTRE] += sign * bits(tops & CENTRES);
    out[CORNER] += sign * bits(tops & CORNERS);
    out[EDGE] += sign * bits(tops & EDGES);
    out[BURIED] += sign * bits(f->piles[side] & ~own);
    out[DEEP] += sign * bits(f->deep & own);
    unsigned taken = f->reach[side] & ~tops;
    out[TAKEN] += sign * bits(taken);
    out[TAKEN_DIAGONAL] += sign * bits(taken & DIAGONALS);
}

static inline void features(const Position *p, int players, int out[MAX_FEATURES])
{
    Facts f = look(p, players);
    int seat = dorix_mover(p), own = seat & 1, other = own ^ 1;
    for (int i = 0; i < DORIX_FEATURES; i++)
        out[i] = 0;
    add_side(p, &f, own, f.reach[other], 1, players, out);
    add_side(p, &f, other, f.reach[own], -1, players, out);
    uint8_t height[DORIX_PLACES];
    memcpy(height, &f.height, sizeof height);
    int most = 0;
    for (unsigned rest = DIAGONALS & ~f.empty; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), sign = f.side[own] >> place & 1 ? 1 : -1;
        out[HEIGHT] += sign * height[place];
        if (height[place] > most) {
            most = height[place];
            out[TALLEST] = sign;
        } else if (height[place] == most && sign != out[TALLEST])
            out[TALLEST] = 0;
    }
    unsigned open = f.reach[other] | f.empty;
    for (int d = 0; d < 2; d++) {
        unsigned missing = diagonal[d] & ~f.side[other];
        out[THREATS] -= bits(missing) == 1 && (missing & open);
    }
    out[TEMPO] = 1;
}

#define RULESET(N)                                                                                                     \
    static void features_##N(const Position *p, int out[MAX_FEATURES]) { features(p, N, out); }                        \
    const Evaluation dorix_##N##_evaluation = {DORIX_FEATURES, names, dorix_##N##_weights, features_##N};              \
    int dorix_##N##_evaluate(const Position *p)                                                                        \
    {                                                                                                                  \
        int f[MAX_FEATURES];                                                                                           \
        features(p, N, f);                                                                                             \
        return evaluation_sum(dorix_##N##_weights, f, DORIX_FEATURES);                                                 \
    }
RULESET(2)
RULESET(4)
#undef RULESET
