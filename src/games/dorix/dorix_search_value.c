/* Dorix's evaluation.
 *
 * What counts while pawns are put down is how many tops a side has and where; once pawns
 * are only moved, it is which opposing pawns lie under them, for these are out of play.
 * Through both phases it is an asset to have a pile out of reach on each diagonal and
 * piles that can drop a pawn on opposing ones. Each feature is the count of the mover's
 * side less the other side's, unless it says otherwise, and there are two sets of them:
 * one for positions in which the mover puts pawns from the reserve, one for the others. */
#include "games/dorix/dorix_search.h"

#include "games/dorix/dorix_lanes.h"
#include "games/dorix/dorix_weights.h"

enum {
    THREATS,        /* diagonals that the other side completes if it moves next, negative */
    THREE,          /* diagonals with three tops of one side */
    TWO,            /* diagonals with two tops of one side */
    CENTRE,         /* tops in the centre */
    OUTSIDE,        /* tops elsewhere */
    BURIED,         /* opposing pawns under one's tops */
    DEEP,           /* own pawns with at least two pawns on them */
    SAFE,           /* diagonals on which a top cannot be captured */
    TAKEN,          /* opposing tops that can be captured */
    TALLEST,        /* the tallest pile on a diagonal */
    BACKED,         /* tops that have an own pawn right under them */
    TEMPO,          /* 1 */
    PHASE_FEATURES,
    DORIX_FEATURES = 2 * PHASE_FEATURES
};
_Static_assert((int)DORIX_FEATURES <= (int)MAX_FEATURES, "both phases fit");

static const char *const names[DORIX_FEATURES] = {
    "putting: threats", "putting: three", "putting: two",   "putting: centre",  "putting: outside", "putting: buried",
    "putting: deep",    "putting: safe",  "putting: taken", "putting: tallest", "putting: backed",  "putting: tempo",
    "moving: threats",  "moving: three",  "moving: two",    "moving: centre",   "moving: outside",  "moving: buried",
    "moving: deep",     "moving: safe",   "moving: taken",  "moving: tallest",  "moving: backed",   "moving: tempo",
};

enum { CENTRES = 0x0660, DIAGONALS = 0x9669 };

/* What the features of all sides are taken from. */
typedef struct Facts {
    uint8_t height[DORIX_PLACES];
    unsigned empty;
    uint64_t second, deep;          /* pawns of the stream: right under a top; farther down */
    unsigned tops[MAX_PLAYERS];     /* places that each side controls … */
    uint64_t piles[MAX_PLAYERS];    /* … all pawns of these piles … */
    unsigned reach[MAX_PLAYERS];    /* … piles on which it can drop a pawn, its own included */
} Facts;

static inline int bits(uint64_t x) { return __builtin_popcountll(x); }

static inline Lanes larger(Lanes a, Lanes b)
{
    Lanes first = a > b;
    return (a & first) | (b & ~first);
}

/* Piles that have a neighbour among `tops` which is no lower. */
static inline unsigned reach_of(Lanes height, unsigned tops)
{
    Lanes own = height & lanes_of(tops);
    Lanes near = larger(larger(southern(own), northern(own)), larger(western(own), eastern(own)));
    return set_of((height > 0) & (near >= height));
}

static inline uint64_t all_pawns(const Position *p) { return (UINT64_C(1) << dorix_end(p, DORIX_PLACES - 1)) - 1; }

static inline Facts look(const Position *p, int players)
{
    Facts f = {.empty = dorix_empty(p)};
    Lanes height = lanes_heights(p);
    memcpy(f.height, &height, sizeof f.height);
    uint64_t top = 0;
    for (int s = 0; s < dorix_sides(players); s++) {
        f.tops[s] = dorix_control(p, s) | (players == 4 ? dorix_control(p, s + 2) : 0);
        f.reach[s] = reach_of(height, f.tops[s]);
        for (unsigned rest = f.tops[s]; rest; rest &= rest - 1) {
            int place = __builtin_ctz(rest), end = dorix_end(p, place);
            f.piles[s] += (UINT64_C(1) << end) - (UINT64_C(1) << (end - f.height[place]));
            top |= UINT64_C(1) << end >> 1;
        }
    }
    f.second = top >> 1 & ~top;
    f.deep = all_pawns(p) & ~top & ~f.second;
    return f;
}

/* The pawns of one side. */
static inline uint64_t pawns_of(const Position *p, int side, int players)
{
    uint64_t low = p->w[DORIX_OWNER], high = p->w[DORIX_OWNER + 1];
    if (players == 3)
        return all_pawns(p) & (side & 1 ? low : ~low) & (side & 2 ? high : ~high);
    return all_pawns(p) & (side ? low : ~low);
}

/* One side's counts, added with `sign`; `others` is what the other sides reach. */
static inline void add_side(const Position *p, const Facts *f, int side, unsigned others, int sign, int players,
                            int *out)
{
    unsigned tops = f->tops[side];
    uint64_t own = pawns_of(p, side, players);
    for (int d = 0; d < 2; d++) {
        unsigned held = dorix_diagonal[d] & tops;
        int n = bits(held);
        out[THREE] += sign * (n == 3);
        out[TWO] += sign * (n == 2);
        out[SAFE] += sign * ((held & ~others) != 0);
    }
    out[CENTRE] += sign * bits(tops & CENTRES);
    out[OUTSIDE] += sign * (bits(tops) - bits(tops & CENTRES));
    out[BURIED] += sign * bits(f->piles[side] & ~own);
    out[DEEP] += sign * bits(f->deep & own);
    out[BACKED] += sign * bits(f->second & f->piles[side] & own);
    out[TAKEN] += sign * bits(f->reach[side] & ~tops);
}

/* Diagonals that `side` completes if it moves next: its last place can be taken, or the
 * last two by one collapse. */
static inline int threats(const Facts *f, int side)
{
    unsigned tops = f->tops[side];
    int n = 0;
    for (int d = 0; d < 2; d++) {
        unsigned missing = dorix_diagonal[d] & ~tops;
        int lacks = bits(missing);
        if (lacks == 1) {
            n += (missing & (f->reach[side] | f->empty)) != 0;
        } else if (lacks == 2) {
            int x = __builtin_ctz(missing), y = 31 - __builtin_clz(missing);
            int high = f->height[x] > f->height[y] ? f->height[x] : f->height[y];
            bool taken = false;
            for (unsigned rest = tops & dorix_neighbours[x] & dorix_neighbours[y]; rest; rest &= rest - 1)
                taken |= f->height[__builtin_ctz(rest)] >= high;
            n += taken && f->height[x] && f->height[y];
        }
    }
    return n;
}

/* 1 when the tallest piles on the diagonals are all of `tops`, -1 when none is. */
static inline int tallest(const Facts *f, unsigned tops)
{
    int most = 0, whose = 0;
    for (unsigned rest = DIAGONALS & ~f->empty; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), sign = tops >> place & 1 ? 1 : -1;
        if (f->height[place] > most) {
            most = f->height[place];
            whose = sign;
        } else if (f->height[place] == most && sign != whose) {
            whose = 0;
        }
    }
    return whose;
}

/* The features of the phase that the mover is in. */
static inline const int *phase_features(const Position *p, int players, const int *weights, int out[PHASE_FEATURES])
{
    Facts f = look(p, players);
    int seat = dorix_mover(p), own = seat & 1, other = own ^ 1;
    for (int i = 0; i < PHASE_FEATURES; i++)
        out[i] = 0;
    add_side(p, &f, own, f.reach[other], 1, players, out);
    add_side(p, &f, other, f.reach[own], -1, players, out);
    out[TALLEST] = tallest(&f, f.tops[own]);
    out[THREATS] = -threats(&f, other);
    out[TEMPO] = 1;
    return weights + (dorix_reserve(p, seat) > 0 ? 0 : PHASE_FEATURES);
}

static inline void features(const Position *p, int players, int out[MAX_FEATURES])
{
    for (int i = 0; i < DORIX_FEATURES; i++)
        out[i] = 0;
    phase_features(p, players, NULL, out + (dorix_reserve(p, dorix_mover(p)) > 0 ? 0 : PHASE_FEATURES));
}

static inline int evaluate(const Position *p, int players, const int *weights)
{
    int f[PHASE_FEATURES];
    const int *w = phase_features(p, players, weights, f);
    return evaluation_sum(w, f, PHASE_FEATURES);
}

#define RULESET(N)                                                                                                     \
    static void features_##N(const Position *p, int out[MAX_FEATURES]) { features(p, N, out); }                        \
    const Evaluation dorix_##N##_evaluation = {DORIX_FEATURES, names, dorix_##N##_weights, features_##N};              \
    int dorix_##N##_evaluate(const Position *p) { return evaluate(p, N, dorix_##N##_weights); }
RULESET(2)
RULESET(4)
#undef RULESET

/* --- three sides --- */

/* A side's features are as above, only that they are its own count and no difference.
 * What the next move can do counts for more than what the one after it can. */
enum { LATER_THREATS = PHASE_FEATURES, LAST, SIDE_FEATURES };   /* LAST: 1 for the side that moves last */

static inline void side_features(const Position *p, const Facts *f, int side, int out[SIDE_FEATURES])
{
    int away = (side + 3 - dorix_mover(p)) % 3;
    unsigned others = 0;
    for (int i = 0; i < SIDE_FEATURES; i++)
        out[i] = 0;
    for (int s = 0; s < 3; s++)
        others |= s == side ? 0 : f->reach[s];
    add_side(p, f, side, others, 1, 3, out);
    out[TALLEST] = tallest(f, f->tops[side]) > 0;
    out[THREATS] = away == 1 ? threats(f, side) : 0;
    out[LATER_THREATS] = away == 2 ? threats(f, side) : 0;
    out[TEMPO] = away == 0;
    out[LAST] = away == 2;
}

void dorix_3_evaluate_sides(const Position *p, int out[MAX_PLAYERS])
{
    Facts f = look(p, 3);
    const int *w = dorix_3_weights + (dorix_reserve(p, dorix_mover(p)) > 0 ? 0 : SIDE_FEATURES);
    int score[3], sum = 0;
    for (int s = 0; s < 3; s++) {
        int features_of[SIDE_FEATURES];
        side_features(p, &f, s, features_of);
        score[s] = evaluation_sum(w, features_of, SIDE_FEATURES);
        sum += score[s];
    }
    for (int s = 0; s < 3; s++) {
        int v = score[s] - (sum - score[s]) / 2;
        out[s] = v > EVALUATION_LIMIT ? EVALUATION_LIMIT : v < -EVALUATION_LIMIT ? -EVALUATION_LIMIT : v;
    }
}
