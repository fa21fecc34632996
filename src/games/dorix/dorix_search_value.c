/* Dorix's evaluation.
 *
 * While pawns are put down, what counts is how many tops a side has, and where. Once pawns are only moved, it is
 * which opposing pawns lie under them, because these are out of play. In both phases it helps to have a pile out of
 * reach on each diagonal, and piles that can drop a pawn on opposing ones. Each feature is the count of the mover's
 * side minus the other side's, unless it says otherwise. There are two sets: one for positions in which the mover
 * puts pawns from the reserve, one for the others. */
#include "games/dorix/dorix_search.h"

#include "games/dorix/dorix_facts.h"
#include "games/dorix/dorix_weights.h"

enum {
    THREATS,        /* diagonals that the other side completes if it moves next; negative */
    THREE,          /* diagonals with three tops of one side */
    TWO,            /* diagonals with two tops of one side */
    CENTRE,         /* tops in the centre */
    OUTSIDE,        /* tops elsewhere */
    BURIED,         /* opposing pawns under one's tops */
    DEEP,           /* own pawns with at least two pawns on them */
    SAFE,           /* diagonals on which a top cannot be captured */
    TAKEN,          /* opposing tops that can be captured */
    TALLEST,        /* the tallest pile on a diagonal */
    BACKED,         /* tops with a pawn of their own side right under them */
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

enum { CENTRES = 0x0660 };

/* One side's counts, added with `sign`; `others` is what the other sides reach. */
static inline void add_side(const Position *p, const DorixFacts *f, int side, unsigned others, int sign, int players,
                            int *out)
{
    unsigned tops = f->tops[side];
    uint64_t own = dorix_pawns_of(p, side, players);
    for (int d = 0; d < 2; d++) {
        unsigned held = dorix_diagonal[d] & tops;
        int n = dorix_bits(held);
        out[THREE] += sign * (n == 3);
        out[TWO] += sign * (n == 2);
        out[SAFE] += sign * ((held & ~others) != 0);
    }
    out[CENTRE] += sign * dorix_bits(tops & CENTRES);
    out[OUTSIDE] += sign * (dorix_bits(tops) - dorix_bits(tops & CENTRES));
    out[BURIED] += sign * dorix_bits(f->piles[side] & ~own);
    out[DEEP] += sign * dorix_bits(f->deep & own);
    out[BACKED] += sign * dorix_bits(f->second & f->piles[side] & own);
    out[TAKEN] += sign * dorix_bits(f->reach[side] & ~tops);
}

/* The features of the phase that the mover is in; the others are 0. */
static inline void features(const Position *p, int players, int out[MAX_FEATURES])
{
    DorixFacts f = dorix_look(p, players);
    int seat = dorix_mover(p), own = seat & 1, other = own ^ 1;
    for (int i = 0; i < DORIX_FEATURES; i++)
        out[i] = 0;
    int *phase = out + (dorix_reserve(p, seat) > 0 ? 0 : PHASE_FEATURES);
    add_side(p, &f, own, f.reach[other], 1, players, phase);
    add_side(p, &f, other, f.reach[own], -1, players, phase);
    phase[TALLEST] = dorix_tallest(&f, f.tops[own]);
    phase[THREATS] = -dorix_threats(&f, other);
    phase[TEMPO] = 1;
}

#define RULESET(N)                                                                                                     \
    static void features_##N(const Position *p, int out[MAX_FEATURES]) { features(p, N, out); }                        \
    const Evaluation dorix_##N##_evaluation = {DORIX_FEATURES, names, dorix_##N##_weights, features_##N};
RULESET(2)
RULESET(4)
#undef RULESET

/* --- three sides --- */

/* A side's features are as above, except that they are its own counts and not differences. What the next move can do
 * counts for more than what the one after it can do. */
enum { LATER_THREATS = PHASE_FEATURES, LAST, SIDE_FEATURES };   /* LAST: 1 for the side that moves last */

static inline void side_features(const Position *p, const DorixFacts *f, int side, int out[SIDE_FEATURES])
{
    int away = (side + 3 - dorix_mover(p)) % 3;
    unsigned others = 0;
    for (int i = 0; i < SIDE_FEATURES; i++)
        out[i] = 0;
    for (int s = 0; s < 3; s++)
        others |= s == side ? 0 : f->reach[s];
    add_side(p, f, side, others, 1, 3, out);
    out[TALLEST] = dorix_tallest(f, f->tops[side]) > 0;
    out[THREATS] = away == 1 ? dorix_threats(f, side) : 0;
    out[LATER_THREATS] = away == 2 ? dorix_threats(f, side) : 0;
    out[TEMPO] = away == 0;
    out[LAST] = away == 2;
}

void dorix_3_linear_sides(const Position *p, int out[MAX_PLAYERS])
{
    DorixFacts f = dorix_look(p, 3);
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
