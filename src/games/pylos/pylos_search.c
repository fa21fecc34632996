/* What Pylos provides for the search: an evaluation, an order of moves, and a key.
 *
 * Balls in reserve decide: whoever runs out loses. The features count what will gain or cost some: figures that can
 * be completed, balls that can be raised, balls that are buried. Each is the mover's count minus the opponent's
 * unless it says otherwise. */
#include "core/grid.h"
#include "core/hash.h"
#include "games/pylos/pylos_impl.h"
#include "games/pylos/pylos_rules.h"
#include "games/pylos/pylos_weights.h"

/* --- features --- */

enum {
    RESERVE,        /* balls in reserve */
    COMPLETE_NOW,   /* 1 if the mover can complete a figure */
    COMPLETE_MORE,  /* further places where the mover can */
    THREATS,        /* places where the opponent could complete one */
    RAISES,         /* balls that can be raised to some usable place */
    FREE,           /* balls that carry nothing */
    BUILDING,       /* squares with at least two balls of one colour and none of the other */
    LEVEL2,         /* balls on level 2 */
    LEVEL3,         /* balls on level 3 */
    CENTRE,         /* balls on the four middle places of level 1 */
    TEMPO,          /* 1 if an odd number of places is usable, otherwise -1 */
    PYLOS_FEATURES
};

static const char *const names[PYLOS_FEATURES] = {
    "reserve",  "complete now", "complete more", "threats", "raises", "free",
    "building", "level 2",      "level 3",       "centre",  "tempo",
};

int pylos_raisable(uint64_t own, uint64_t all, uint64_t usable)
{
    uint64_t lift = own & ~pylos_under(all) & 0xffffffff;
    uint64_t up2 = usable & 0xffff0000, up3 = usable >> 32 & 0xffff;
    if (!(up2 | up3))
        return 0;
    int n = 0;
    if (up3)
        n += pylos_bits(lift);
    else
        n += pylos_bits(lift & 0xffff & ~(up2 & (up2 - 1) ? 0 : pylos_under(up2)));
    return n;
}

static int building(uint64_t own, uint64_t other)
{
    uint64_t taken = other | other >> 1, blocked = taken | taken >> 4;
    uint64_t a = own & PYLOS_CORNERS, b = own >> 1 & PYLOS_CORNERS, c = own >> 4 & PYLOS_CORNERS,
             d = own >> 5 & PYLOS_CORNERS;
    uint64_t two = (a & (b | c | d)) | (b & (c | d)) | (c & d);
    return pylos_bits(two & ~blocked & PYLOS_CORNERS);
}

static inline void features(const Position *p, unsigned rules, int out[MAX_FEATURES])
{
    uint64_t w = p->w[0];
    int seat = pylos_seat(w);
    uint64_t own = pylos_widen(pylos_balls(w, seat)), other = pylos_widen(pylos_balls(w, 1 - seat)), all = own | other;
    uint64_t usable = pylos_usable(all), carrying = pylos_under(all);
    int now = pylos_bits(usable & pylos_completes(own, rules));
    out[RESERVE] = pylos_bits(other) - pylos_bits(own);
    out[COMPLETE_NOW] = now > 0;
    out[COMPLETE_MORE] = now > 0 ? now - 1 : 0;
    out[THREATS] = pylos_bits(usable & pylos_completes(other, rules));
    out[RAISES] = pylos_raisable(own, all, usable) - pylos_raisable(other, all, usable);
    out[FREE] = pylos_bits(own & ~carrying) - pylos_bits(other & ~carrying);
    out[BUILDING] = building(own, other) - building(other, own);
    out[LEVEL2] = pylos_bits(own & 0xffff0000) - pylos_bits(other & 0xffff0000);
    out[LEVEL3] = pylos_bits(own >> 32) - pylos_bits(other >> 32);
    out[CENTRE] = pylos_bits(own & 0x660) - pylos_bits(other & 0x660);
    out[TEMPO] = pylos_bits(usable) & 1 ? 1 : -1;
}

/* --- order --- */

static inline int order(const Position *p, Move m)
{
    (void)p;
    int rank = 0;
    if (m & PYLOS_FIGURE)
        rank +=
            4000 + 1000 * ((pylos_field(m, PYLOS_TAKE) != PYLOS_NONE) + (pylos_field(m, PYLOS_TAKE2) != PYLOS_NONE));
    if (pylos_field(m, PYLOS_FROM) != PYLOS_NONE)
        rank += 3000;
    return rank + 100 * pylos_level(pylos_field(m, PYLOS_TO));
}

#define RULESET(name, rules)                                                                                           \
    static void features_##name(const Position *p, int out[MAX_FEATURES]) { features(p, rules, out); }                 \
    const Evaluation pylos_evaluation_##name = {PYLOS_FEATURES, names, pylos_weights_##name, features_##name};         \
    int pylos_evaluate_##name(const Position *p)                                                                       \
    {                                                                                                                  \
        int f[MAX_FEATURES];                                                                                           \
        features(p, rules, f);                                                                                         \
        return evaluation_sum(pylos_weights_##name, f, PYLOS_FEATURES);                                                \
    }
PYLOS_RULESETS(RULESET)
#undef RULESET

int pylos_order(const Position *p, Move m) { return order(p, m); }

/* --- keys --- */

/* When it is mirrored in its 4×4 field, a smaller level has to be moved back to its corner. */
static uint64_t back_to_corner(uint64_t x, int step)
{
    return (x & 0xffff) | (x & UINT64_C(0xffff0000)) >> step | (x & UINT64_C(0xffff00000000)) >> 2 * step |
           (x & UINT64_C(0xffff000000000000)) >> 3 * step;
}

static uint64_t mirror_columns(uint64_t x) { return back_to_corner(grid4_turn_sets(x, 1), 1); }

static uint64_t mirror_rows(uint64_t x) { return back_to_corner(grid4_turn_sets(x, 2), 4); }

enum { BALLS_WITH_SYMMETRY = 12 };  /* later, symmetric positions are met too seldom to pay for it */

uint64_t pylos_key(const Position *p)
{
    uint64_t w = p->w[0], a = pylos_widen(pylos_balls(w, 0)), b = pylos_widen(pylos_balls(w, 1));
    uint64_t mover = (uint64_t)pylos_seat(w);
    uint64_t key = hash_three(a, b, mover);
    if (pylos_bits(a | b) > BALLS_WITH_SYMMETRY)
        return key;
    for (int i = 1; i < 8; i++) {
        if (i == 4) {
            a = grid4_turn_sets(a, 4);      /* every level stays in its corner */
            b = grid4_turn_sets(b, 4);
        } else if (i & 1) {
            a = mirror_columns(a);
            b = mirror_columns(b);
        } else {
            a = mirror_rows(a);
            b = mirror_rows(b);
        }
        uint64_t turned = hash_three(a, b, mover);
        key = turned < key ? turned : key;
    }
    return key;
}

enum { BALLS_TO_SEARCH_WITH_SYMMETRY = 8 }; /* found by counting: more of them save no positions */

uint64_t pylos_quick_key(const Position *p, uint64_t hash)
{
    const uint64_t balls = pylos_balls(p->w[0], 0) | pylos_balls(p->w[0], 1);
    return pylos_bits(balls) > BALLS_TO_SEARCH_WITH_SYMMETRY ? hash : pylos_key(p);
}
