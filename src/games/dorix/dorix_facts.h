/* What the evaluations of Dorix look at. */
#ifndef COLONNADE_GAMES_DORIX_FACTS_H
#define COLONNADE_GAMES_DORIX_FACTS_H

#include "games/dorix/dorix_lanes.h"

enum { DORIX_DIAGONALS = 0x9669 };     /* the places of both */

/* What the features of all sides are taken from. */
typedef struct DorixFacts {
    uint8_t height[DORIX_PLACES];
    unsigned empty;
    uint64_t second, deep;          /* pawns of the stream: right under a top; farther down */
    unsigned tops[MAX_PLAYERS];     /* places that each side controls … */
    uint64_t piles[MAX_PLAYERS];    /* … all pawns of these piles … */
    unsigned reach[MAX_PLAYERS];    /* … piles on which it can drop a pawn, its own included */
} DorixFacts;

static inline int dorix_bits(uint64_t x) { return __builtin_popcountll(x); }

static inline Lanes dorix_larger(Lanes a, Lanes b)
{
    Lanes first = a > b;
    return (a & first) | (b & ~first);
}

/* Piles that have a neighbour among `tops` that is not lower. */
static inline unsigned dorix_reach_of(Lanes height, unsigned tops)
{
    Lanes own = height & lanes_of(tops);
    Lanes near = dorix_larger(dorix_larger(southern(own), northern(own)), dorix_larger(western(own), eastern(own)));
    return set_of((height > 0) & (near >= height));
}

static inline uint64_t dorix_all_pawns(const Position *p)
{
    return (UINT64_C(1) << dorix_end(p, DORIX_PLACES - 1)) - 1;
}

static inline DorixFacts dorix_look(const Position *p, int players)
{
    DorixFacts f = {.empty = dorix_empty(p)};
    Lanes height = lanes_heights(p);
    memcpy(f.height, &height, sizeof f.height);
    uint64_t top = 0;
    for (int s = 0; s < dorix_sides(players); s++) {
        f.tops[s] = dorix_control(p, s) | (players == 4 ? dorix_control(p, s + 2) : 0);
        f.reach[s] = dorix_reach_of(height, f.tops[s]);
        for (unsigned rest = f.tops[s]; rest; rest &= rest - 1) {
            int place = __builtin_ctz(rest), end = dorix_end(p, place);
            f.piles[s] += (UINT64_C(1) << end) - (UINT64_C(1) << (end - f.height[place]));
            top |= UINT64_C(1) << end >> 1;
        }
    }
    f.second = top >> 1 & ~top;
    f.deep = dorix_all_pawns(p) & ~top & ~f.second;
    return f;
}

/* The pawns of one side. */
static inline uint64_t dorix_pawns_of(const Position *p, int side, int players)
{
    uint64_t low = p->w[DORIX_OWNER], high = p->w[DORIX_OWNER + 1];
    if (players == 3)
        return dorix_all_pawns(p) & (side & 1 ? low : ~low) & (side & 2 ? high : ~high);
    return dorix_all_pawns(p) & (side ? low : ~low);
}

/* Diagonals that `side` completes if it moves next: its last place can be taken, or the
 * last two by one collapse. */
static inline int dorix_threats(const DorixFacts *f, int side)
{
    unsigned tops = f->tops[side];
    int n = 0;
    for (int d = 0; d < 2; d++) {
        unsigned missing = dorix_diagonal[d] & ~tops;
        int lacks = dorix_bits(missing);
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

/* 1 when the tallest piles on the diagonals are all in `tops`, -1 when none is. */
static inline int dorix_tallest(const DorixFacts *f, unsigned tops)
{
    int most = 0, whose = 0;
    for (unsigned rest = DORIX_DIAGONALS & ~f->empty; rest; rest &= rest - 1) {
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

#endif
