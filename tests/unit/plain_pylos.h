/* Pylos on a base of 3 × 3 with 7 balls each, as plainly as possible, to compare the solver with. It shares
 * nothing with the program's own rules. */
#ifndef COLONNADE_TESTS_PLAIN_PYLOS_H
#define COLONNADE_TESTS_PLAIN_PYLOS_H

#include "core/game.h"

#include <string.h>

enum { PLAIN_PLACES = 14, PLAIN_BALLS = 7, PLAIN_MOVES = 4096 };

/* How the rulesets differ. */
typedef struct PlainRules {
    bool squares, lines, optional;
} PlainRules;

static const struct {
    int level, column, row;
} plain_place[PLAIN_PLACES] = {
    {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 0, 2},
    {0, 1, 2}, {0, 2, 2}, {1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}, {2, 0, 0},
};

static inline bool plain_rests_on(int upper, int lower)
{
    int dc = plain_place[lower].column - plain_place[upper].column;
    int dr = plain_place[lower].row - plain_place[upper].row;
    return plain_place[upper].level == plain_place[lower].level + 1 && dc >= 0 && dc <= 1 && dr >= 0 && dr <= 1;
}

static inline bool plain_supported(uint32_t all, int place)
{
    for (int i = 0; i < PLAIN_PLACES; i++)
        if (plain_rests_on(place, i) && !(all >> i & 1))
            return false;
    return true;
}

static inline bool plain_free(uint32_t all, int place)
{
    for (int i = 0; i < PLAIN_PLACES; i++)
        if ((all >> i & 1) && plain_rests_on(i, place))
            return false;
    return true;
}

static inline int plain_find(int level, int column, int row)
{
    for (int i = 0; i < PLAIN_PLACES; i++)
        if (plain_place[i].level == level && plain_place[i].column == column && plain_place[i].row == row)
            return i;
    return -1;
}

static inline bool plain_has(uint32_t own, int level, int column, int row)
{
    int at = plain_find(level, column, row);
    return at >= 0 && (own >> at & 1);
}

/* Whether a ball of `own` on `place` is part of a figure. */
static inline bool plain_figure(PlainRules rules, uint32_t own, int place)
{
    int l = plain_place[place].level, c = plain_place[place].column, r = plain_place[place].row;
    for (int dc = -1; rules.squares && dc <= 0; dc++)
        for (int dr = -1; dr <= 0; dr++)
            if (plain_has(own, l, c + dc, r + dr) && plain_has(own, l, c + dc + 1, r + dr) &&
                plain_has(own, l, c + dc, r + dr + 1) && plain_has(own, l, c + dc + 1, r + dr + 1))
                return true;
    if (!rules.lines || l != 0)
        return false;
    return (plain_has(own, 0, 0, r) && plain_has(own, 0, 1, r) && plain_has(own, 0, 2, r)) ||
           (plain_has(own, 0, c, 0) && plain_has(own, 0, c, 1) && plain_has(own, 0, c, 2));
}

/* The mover's balls after each legal move; the other side's stay. Returns the number of moves. */
static inline int plain_moves(PlainRules rules, uint32_t own, uint32_t other, uint32_t out[PLAIN_MOVES])
{
    int n = 0;
    for (int from = -1; from < PLAIN_PLACES; from++) {
        if (from >= 0 && (!(own >> from & 1) || !plain_free(own | other, from)))
            continue;
        uint32_t lifted = from < 0 ? own : own & ~(1u << from);
        for (int to = 0; to < PLAIN_PLACES; to++) {
            uint32_t all = lifted | other;
            if (to == from || (all >> to & 1) || !plain_supported(all, to) ||
                (from >= 0 && plain_place[to].level <= plain_place[from].level))
                continue;
            uint32_t put = lifted | 1u << to;
            bool figure = plain_figure(rules, put, to);
            if (!figure || rules.optional)
                out[n++] = put;
            for (int first = 0; figure && first < PLAIN_PLACES; first++) {
                if (!(put >> first & 1) || !plain_free(put | other, first))
                    continue;
                uint32_t one = put & ~(1u << first);
                out[n++] = one;
                for (int second = 0; second < PLAIN_PLACES; second++)
                    if ((one >> second & 1) && plain_free(one | other, second))
                        out[n++] = one & ~(1u << second);
            }
        }
    }
    return n;
}

static inline int plain_count(uint32_t balls) { return __builtin_popcount(balls); }

/* Pairs of masks as numbers: a digit in base 3 for each place. */
enum { PLAIN_PAIRS = 4782969 }; /* 3^14 */

static inline uint32_t plain_pair(uint32_t own, uint32_t other)
{
    uint32_t n = 0;
    for (int i = PLAIN_PLACES - 1; i >= 0; i--)
        n = 3 * n + (own >> i & 1) + 2 * (other >> i & 1);
    return n;
}

#endif
