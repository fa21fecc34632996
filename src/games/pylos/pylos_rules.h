/* The rules of Pylos on bit masks, inline so that a search or a solver can build
 * them into its own loops. Everything here is pure.
 *
 * Two layouts of the 30 places:
 * - *compact*: bit = place number, in place order (level 1: 0–15, level 2: 16–24,
 *   level 3: 25–28, top: 29). Positions, moves and tables use it.
 * - *wide*: 16 bits per level, and in each level bit = 4 × row + column, so that one
 *   shift means the same step on every level: + 1 a column, + 4 a row, + 16 from a
 *   place to the one above that it carries with + 1, + 4 and + 5. Rules are worked
 *   out in it. Bits that aren't places are always 0. Both layouts keep place order.
 *
 * A position is one word: White's balls in bits 0–29, Black's in bits 32–61, and
 * bit 63 set when Black is to move. What always holds: no place has two balls, each
 * ball lies on four (or on level 1), and no colour has more than PYLOS_BALLS. Hence
 * the top is only ever the 30th ball, the game is over exactly when a colour has all
 * its balls on the board, and while it goes on the top is never usable. */
#ifndef COLONNADE_GAMES_PYLOS_RULES_H
#define COLONNADE_GAMES_PYLOS_RULES_H

#include "core/game.h"

enum { PYLOS_PLACES = 30, PYLOS_BALLS = 15, PYLOS_LEVELS = 4 };
enum { PYLOS_TOP_REACHED = REASON_OWN, PYLOS_RESERVE_EMPTY };  /* why a game ends */

/* What sets the rulesets apart; constants where the functions below are inlined. */
enum {
    PYLOS_SQUARES = 1,  /* a square of one's colour gives take-backs (PYL-2) */
    PYLOS_LINES = 2,    /* so does a line (PYL-4) */
    PYLOS_OPTIONAL = 4  /* taking back nothing is allowed (PYL-6) */
};

#define PYLOS_ALL         UINT64_C(0x3fffffff)
#define PYLOS_TOP         (UINT64_C(1) << 29)
#define PYLOS_BLACK_MOVES (UINT64_C(1) << 63)

#define PYLOS_WIDE_LEVEL1 UINT64_C(0xffff)
/* Lower left corners of the 2×2 squares of each level: where + 1, + 4 and + 5 stay
 * on the board, which is also where another ball can lie on top. */
#define PYLOS_CORNERS UINT64_C(0x000100330777)

/* The place of each bit of the wide layout. */
extern const uint8_t pylos_wide_place[64];

static inline int pylos_bits(uint64_t x) { return __builtin_popcountll(x); }
static inline int pylos_lowest(uint64_t x) { return __builtin_ctzll(x); }

static inline uint64_t pylos_widen(uint64_t x)
{
    return (x & 0x7ffff) | (x & 0x380000) << 1 | (x & 0x1c00000) << 2 | (x & 0x6000000) << 7 | (x & 0x18000000) << 9 |
           (x & 0x20000000) << 19;
}

/* --- positions --- */

static inline int pylos_seat(uint64_t w) { return (int)(w >> 63); }
static inline uint64_t pylos_balls(uint64_t w, int seat) { return w >> (32 * seat) & PYLOS_ALL; }
static inline int pylos_reserve(uint64_t w, int seat) { return PYLOS_BALLS - pylos_bits(pylos_balls(w, seat)); }

static inline bool pylos_over(uint64_t w) { return pylos_reserve(w, 0) == 0 || pylos_reserve(w, 1) == 0; }

/* --- masks, all wide --- */

/* Places of the next level that these balls carry or could carry: all four are there. */
static inline uint64_t pylos_carried(uint64_t all)
{
    uint64_t pairs = all & all >> 1;
    return (pairs & pairs >> 4 & PYLOS_CORNERS) << 16;
}

/* Where a ball can be put (PYL-1). */
static inline uint64_t pylos_usable(uint64_t all) { return (pylos_carried(all) | PYLOS_WIDE_LEVEL1) & ~all; }

/* Places under these balls: the balls on those places cannot be lifted. */
static inline uint64_t pylos_under(uint64_t balls)
{
    uint64_t u = balls >> 16, pairs = u | u << 1;
    return pairs | pairs << 4;
}

/* Places under exactly one of these balls. */
static inline uint64_t pylos_under_one(uint64_t balls)
{
    uint64_t u = balls >> 16, any = u | u << 1, one = u ^ u << 1;
    return (one & ~(any << 4)) | (one << 4 & ~any);
}

/* Places of the next level that need this ball. */
static inline uint64_t pylos_above(uint64_t ball)
{
    return ((ball | ball >> 1 | ball >> 4 | ball >> 5) & PYLOS_CORNERS) << 16;
}

/* Places where one more ball makes a square of `own`; also some that are occupied. */
static inline uint64_t pylos_completes_square(uint64_t own)
{
    uint64_t lower = own & own >> 1, upper = lower >> 4;
    return (own >> 1 & upper & PYLOS_CORNERS) | (own & upper & PYLOS_CORNERS) << 1 |
           (lower & own >> 5 & PYLOS_CORNERS) << 4 | (lower & own >> 4 & PYLOS_CORNERS) << 5;
}

/* The same for lines: four on level 1, three on level 2, along rows and columns. */
static inline uint64_t pylos_completes_line(uint64_t own)
{
    uint64_t a = own & 0xffff, b = own >> 16 & 0xffff;
    uint64_t row = a & a >> 1, column = a & a >> 4;
    uint64_t four = (row >> 1 & a >> 3 & 0x1111) | (a & row >> 2 & 0x1111) << 1 | (row & a >> 3 & 0x1111) << 2 |
                    (row & a >> 2 & 0x1111) << 3 | (column >> 4 & a >> 12 & 0xf) | (a & column >> 8 & 0xf) << 4 |
                    (column & a >> 12 & 0xf) << 8 | (column & a >> 8 & 0xf) << 12;
    uint64_t three = (b >> 1 & b >> 2 & 0x111) | (b & b >> 2 & 0x111) << 1 | (b & b >> 1 & 0x111) << 2 |
                     (b >> 4 & b >> 8 & 0x7) | (b & b >> 8 & 0x7) << 4 | (b & b >> 4 & 0x7) << 8;
    return four | three << 16;
}

static inline uint64_t pylos_completes(uint64_t own, unsigned rules)
{
    uint64_t places = rules & PYLOS_SQUARES ? pylos_completes_square(own) : 0;
    return rules & PYLOS_LINES ? places | pylos_completes_line(own) : places;
}

/* What the mover can work with. A raised ball comes from below the level it goes to
 * and figures lie on one level: `figure` holds for raises too. */
typedef struct PylosView {
    uint64_t own, all;  /* the mover's balls; everybody's */
    uint64_t plain;     /* usable places where a ball makes no figure … */
    uint64_t figure;    /* … and where it makes one */
    uint64_t lift;      /* the mover's free balls that could be raised: those of levels 1 and 2,
                         * since a ball of level 3 is needed under the top */
} PylosView;

static inline PylosView pylos_view(uint64_t w, unsigned rules)
{
    int seat = pylos_seat(w);
    PylosView v;
    v.own = pylos_widen(pylos_balls(w, seat));
    v.all = v.own | pylos_widen(pylos_balls(w, 1 - seat));
    uint64_t usable = pylos_usable(v.all);
    v.figure = usable & pylos_completes(v.own, rules);
    v.plain = usable ^ v.figure;
    v.lift = v.own & ~pylos_under(v.all) & 0xffffffff;
    return v;
}

/* The balls of v->lift that can go to the usable place `to`: from a lower level,
 * and not one of the four under it (PYL-1). */
static inline uint64_t pylos_risers(const PylosView *v, uint64_t to)
{
    uint64_t below = to >> 32 ? 0xffffffff : to >> 16 ? 0xffff : 0;
    return v->lift & below & ~pylos_under(to);
}

/* --- moves --- */

/* A move is, from bit 0 up: 30 bits that flip in the mover's balls; at bit 32 the place put on;
 * at 37 the place raised from; at 42 and 47 the places taken back from, PYLOS_NONE where there
 * is none; bit 52: a figure was made. Two take-backs are in place order when either can be
 * lifted first (PYL-3); else the first lies on the second and so comes later in place order.
 * The order by itself tells which. */
enum { PYLOS_NONE = 31, PYLOS_TO = 32, PYLOS_FROM = 37, PYLOS_TAKE = 42, PYLOS_TAKE2 = 47 };
#define PYLOS_FIGURE (UINT64_C(1) << 52)

static inline int pylos_field(Move m, int field) { return (int)(m >> field & 31); }

/* A change from "none" to `place` in a field, with the ball that it flips. */
static inline uint64_t pylos_set(int field, int place)
{
    return (uint64_t)(place ^ PYLOS_NONE) << field ^ UINT64_C(1) << place;
}

#define PYLOS_NO_FIELDS ((Move)0xfffff << PYLOS_TO)

static inline uint64_t pylos_after(uint64_t w, Move m)
{
    return w ^ (m & PYLOS_ALL) << 32 * pylos_seat(w) ^ PYLOS_BLACK_MOVES;
}

/* --- counting --- */

/* In how many ways the owner of `own` can take back balls (PYL-2, PYL-3, PYL-6)
 * after a figure. `own` and `all` include the ball put down. */
static inline uint64_t pylos_count_takes(uint64_t own, uint64_t all, unsigned rules)
{
    uint64_t free = own & ~pylos_under(all);
    uint64_t freed = own & pylos_under_one(all) & pylos_under(free);
    uint64_t n = (uint64_t)pylos_bits(free);
    return n * (n + 1) / 2 + (uint64_t)pylos_bits(freed) + (rules & PYLOS_OPTIONAL ? 1 : 0);
}

static inline uint64_t pylos_count_figures(const PylosView *v, unsigned rules)
{
    uint64_t n = 0;
    for (uint64_t left = v->figure; left; left &= left - 1) {
        uint64_t to = left & (0 - left);
        n += pylos_count_takes(v->own | to, v->all | to, rules);
        for (uint64_t from = pylos_risers(v, to); from; from &= from - 1) {
            uint64_t ball = from & (0 - from);
            n += pylos_count_takes((v->own | to) ^ ball, (v->all | to) ^ ball, rules);
        }
    }
    return n;
}

static inline uint64_t pylos_count_moves(uint64_t w, unsigned rules)
{
    if (pylos_over(w))
        return 0;
    PylosView v = pylos_view(w, rules);
    /* Raises: every free ball with every place above its level, less the places
     * that the ball itself carries. Two of the four shifts that find those fit in
     * one word. */
    int low = pylos_bits(v.lift & 0xffff), middle = pylos_bits(v.lift >> 16);
    int second = pylos_bits(v.plain & 0xffff0000), third = pylos_bits(v.plain >> 32);
    uint64_t under = v.plain >> 16, two = under | under << 33, lift = v.lift | v.lift << 32;
    int carrying = pylos_bits(two & lift) + pylos_bits(two << 4 & lift);
    int plain = pylos_bits(v.plain) + low * (second + third) + middle * third - carrying;
    uint64_t n = (uint64_t)plain;
    return v.figure ? n + pylos_count_figures(&v, rules) : n;
}

#endif
