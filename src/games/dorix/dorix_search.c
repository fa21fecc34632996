/* Immediate wins, order of moves and keys for Dorix.
 *
 * A diagonal's four places are never next to each other, and any other place is next to exactly two of them or to
 * none. So one move can take at most two places that its side lacks on a diagonal: one by putting a pawn on it if it
 * is empty, or one or two by letting a pile next to them fall. The first two pawns of a collapse are always the
 * mover's, the pawn just put and the pile's top, so every such capture is possible in some order of falls. */
#include "games/dorix/dorix_search.h"

#include "core/hash.h"
#include "games/dorix/dorix_lanes.h"

static inline unsigned side_control(const Position *p, int seat, int players)
{
    return dorix_control(p, seat) | (players == 4 ? dorix_control(p, seat ^ 2) : 0);
}

/* --- wins at hand --- */

/* What matters for a pawn that is about to be put. */
typedef struct Board16 {
    uint8_t height[DORIX_PLACES];
    unsigned own;       /* piles of the mover */
    unsigned side;      /* piles of the mover's side */
} Board16;

/* The mover's piles that can drop a pawn on each of the places `missing`. */
static inline unsigned takers(const Board16 *b, unsigned missing)
{
    unsigned all = b->own;
    for (; missing; missing &= missing - 1) {
        int place = __builtin_ctz(missing);
        unsigned next = 0;
        for (unsigned rest = all & dorix_neighbours[place]; rest; rest &= rest - 1) {
            int to = __builtin_ctz(rest);
            next |= (unsigned)(b->height[place] > 0 && b->height[to] >= b->height[place]) << to;
        }
        all = next;
    }
    return all;
}

/* The collapse of `to` whose first pawns go to `missing`, the next ones to `wanted`. */
static Move collapse(const Board16 *b, int to, unsigned missing, unsigned wanted)
{
    static const int8_t step[DORIX_WAYS] = {-4, -1, 1, 4};
    Move m = (Move)to;
    int falls = 0, most = b->height[to] + 1;
    for (int pass = 0; pass < 3; pass++)
        for (int way = 0; way < DORIX_WAYS; way++) {
            int place = to + step[way];
            if (place < 0 || place >= DORIX_PLACES || !(dorix_neighbours[to] >> place & 1))
                continue;
            int first = missing >> place & 1 ? 0 : wanted >> place & 1 ? 1 : 2;
            if (first == pass && b->height[place] > 0 && b->height[place] <= b->height[to] && falls < most)
                m |= (Move)way << (DORIX_WAYS_SHIFT + 2 * falls++);
        }
    return m | (Move)falls << DORIX_FALLS_SHIFT;
}

/* What the move uncovers may hand the other diagonal to the side that must not hold it: only playing the move tells. */
static inline bool wins(const Position *p, Move m, int players)
{
    Position next;
    if (players == 2)
        dorix_2_play(p, m, &next);
    else if (players == 3)
        dorix_3_play(p, m, &next);
    else
        dorix_4_play(p, m, &next);
    return dorix_winner(&next, players) == dorix_mover(p) % dorix_sides(players);
}

/* With the pawn in hand: a put that completes a diagonal and wins, or 0. `base` is the move so far. */
static Move put_to_win(const Position *p, const Board16 *b, Move base, int players)
{
    for (int d = 0; d < 2; d++) {
        unsigned missing = dorix_diagonal[d] & ~b->side;
        int lacks = __builtin_popcount(missing);
        if (lacks > 2)
            continue;
        if (lacks == 1 && b->height[__builtin_ctz(missing)] == 0) {
            Move m = base | (Move)__builtin_ctz(missing);
            if (wins(p, m, players))
                return m;
            continue;
        }
        for (unsigned rest = takers(b, missing); rest; rest &= rest - 1) {
            Move m = base | collapse(b, __builtin_ctz(rest), missing, dorix_diagonal[d]);
            if (wins(p, m, players))
                return m;
        }
    }
    return 0;
}

/* Both diagonals are held, by different sides: the mover's side wins by keeping its own and breaking the other. */
static Move break_to_win(const Position *p, const Board16 *b, int held, int players)
{
    enum { MOST = 1024 };
    Move list[MOST];
    unsigned broken = 0;
    for (unsigned rest = dorix_diagonal[1 - held]; rest; rest &= rest - 1)
        broken |= takers(b, rest & -rest);
    if (!broken)
        return 0;
    size_t n = players == 2   ? dorix_2_moves(p, list, MOST)
               : players == 3 ? dorix_3_moves(p, list, MOST)
                              : dorix_4_moves(p, list, MOST);
    for (size_t i = 0; i < n && i < MOST; i++)
        if (broken >> dorix_to(list[i]) & 1 && dorix_falls(list[i]) > 0 && wins(p, list[i], players))
            return list[i];
    return 0;
}

/* Whether any put could complete diagonal `d`. Lifting a pawn first only lowers piles of the mover and uncovers
 * nothing for its side, so it never adds to this. */
static inline bool within_reach(const Board16 *b, int d)
{
    unsigned missing = dorix_diagonal[d] & ~b->side;
    int lacks = __builtin_popcount(missing);
    return lacks == 1 ? b->height[__builtin_ctz(missing)] == 0 || takers(b, missing) : lacks == 2 && takers(b, missing);
}

static inline Move winning_move(const Position *p, int players)
{
    int seat = dorix_mover(p);
    Board16 b = {.own = dorix_control(p, seat), .side = side_control(p, seat, players)};
    unsigned lacks[2] = {dorix_diagonal[0] & ~b.side, dorix_diagonal[1] & ~b.side};
    if (__builtin_popcount(lacks[0]) > 2 && __builtin_popcount(lacks[1]) > 2)
        return 0;
    Lanes height = lanes_heights(p);
    memcpy(b.height, &height, sizeof b.height);
    if (!lacks[0] || !lacks[1])
        return break_to_win(p, &b, lacks[0] ? 1 : 0, players);
    if (!within_reach(&b, 0) && !within_reach(&b, 1))
        return 0;
    if (dorix_reserve(p, seat) > 0)
        return put_to_win(p, &b, DORIX_PUT, players);
    for (unsigned rest = b.own; rest; rest &= rest - 1) {
        int from = __builtin_ctz(rest), top = dorix_end(p, from) - 1;
        Board16 lifted = b;
        lifted.height[from]--;
        int below = lifted.height[from] > 0 ? dorix_owner(p, top - 1, players) : -1;
        if (below != seat)
            lifted.own &= ~(1u << from);
        if (below != seat && !(players == 4 && below == (seat ^ 2)))
            lifted.side &= ~(1u << from);
        Move m = put_to_win(p, &lifted, DORIX_PUT | DORIX_LIFTED | (Move)from << DORIX_FROM_SHIFT, players);
        if (m)
            return m;
    }
    return 0;
}

Move dorix_2_winning_move(const Position *p) { return winning_move(p, 2); }
Move dorix_3_winning_move(const Position *p) { return winning_move(p, 3); }
Move dorix_4_winning_move(const Position *p) { return winning_move(p, 4); }

/* --- order --- */

/* The value of landing on a place: centre before corner before edge. */
static const int16_t landing[DORIX_PLACES] = {
    60, 20, 20, 60, 20, 100, 100, 20, 20, 100, 100, 20, 60, 20, 20, 60,
};

static inline int order(const Position *p, Move m, int players)
{
    if (m == DORIX_PASS)
        return 0;
    int seat = dorix_mover(p), to = dorix_to(m), falls = dorix_falls(m), rank = 0;
    unsigned side = side_control(p, seat, players), empty = dorix_empty(p);
    if (falls == 0) {
        rank = landing[to] * (empty >> to & 1 ? 3 : 1);
    } else {
        int top = dorix_end(p, to) - (dorix_from(m) == to);
        for (int fall = 0; fall < falls; fall++) {
            int place = dorix_target(m, fall);
            int owner = fall < 2 ? seat : dorix_owner(p, top - fall, players);
            bool ours = owner == seat || (players == 4 && owner == (seat ^ 2)), was = side >> place & 1;
            rank += (ours - was) * 4 * landing[place];
        }
        if (falls > top - dorix_start_of(p, to))
            rank -= 2 * landing[to];
    }
    if (m & DORIX_LIFTED) {
        int from = dorix_from(m);
        if (dorix_height(p, from) == 1 || dorix_owner(p, dorix_end(p, from) - 2, players) != seat)
            rank -= 2 * landing[from];
    }
    return rank;
}

int dorix_2_order(const Position *p, Move m) { return order(p, m, 2); }
int dorix_3_order(const Position *p, Move m) { return order(p, m, 3); }
int dorix_4_order(const Position *p, Move m) { return order(p, m, 4); }

/* --- keys --- */

static inline uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

/* The four places of a quarter of the board, from corner `c`; the edge places `a` and `b` swap roles when the board
 * is mirrored. */
static inline uint64_t quarter(const uint64_t *pile, int c, int a, int b, int centre)
{
    return pile[c] + rotate(pile[a], 5) + rotate(pile[b], 10) + rotate(pile[centre], 33);
}

/* The quarters in the order in which one symmetry visits them. */
static inline uint64_t meet(uint64_t q0, uint64_t q1, uint64_t q2, uint64_t q3)
{
    return hash_fold(q0 + rotate(q1, 17), rotate(q2, 29) + rotate(q3, 47));
}

/* A single pile, mixed: its pawns' low bits under a guard bit, and their high bits. */
static inline uint64_t mix_pile(uint64_t low, uint64_t high, int players)
{
    uint64_t code = players > 2 ? low * UINT64_C(0xd6e8feb86659fd93) ^ high : low;
    return hash_fold(code ^ UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db));
}

/* The same for low piles, which most are, from a table: mixing is slow in a browser. */
__extension__ typedef unsigned __int128 Wide;
#define PRODUCT(code)   ((Wide)((code) ^ UINT64_C(0xa0761d6478bd642f)) * UINT64_C(0xe7037ed1a0b428db))
#define MIXED(code)     ((uint64_t)PRODUCT(code) ^ (uint64_t)(PRODUCT(code) >> 64))
#define MIXED_2(low)    MIXED((uint64_t)(low))
#define MIXED_4(low, h) MIXED((uint64_t)(low) * UINT64_C(0xd6e8feb86659fd93) ^ (uint64_t)(h))
#define FOUR(l)         MIXED_2(l), MIXED_2(l + 1), MIXED_2(l + 2), MIXED_2(l + 3)
#define EIGHT(l)                                                                                                       \
    {MIXED_4(l, 0), MIXED_4(l, 1), MIXED_4(l, 2), MIXED_4(l, 3),                                                       \
     MIXED_4(l, 4), MIXED_4(l, 5), MIXED_4(l, 6), MIXED_4(l, 7)}
enum { LOW_2 = 32, LOW_4 = 16, HIGH_4 = 8 };
static const uint64_t low_piles_2[LOW_2] = {
    FOUR(0), FOUR(4), FOUR(8), FOUR(12), FOUR(16), FOUR(20), FOUR(24), FOUR(28),
};
static const uint64_t low_piles_4[LOW_4][HIGH_4] = {
    EIGHT(0), EIGHT(1), EIGHT(2),  EIGHT(3),  EIGHT(4),  EIGHT(5),  EIGHT(6),  EIGHT(7),
    EIGHT(8), EIGHT(9), EIGHT(10), EIGHT(11), EIGHT(12), EIGHT(13), EIGHT(14), EIGHT(15),
};

/* Every pile is mixed on its own. Each of the eight ways round the board then gives one mixed word, and their sum
 * does not depend on their order. */
static inline uint64_t key(const Position *p, int players)
{
    uint64_t pile[DORIX_PLACES], low = p->w[DORIX_OWNER], high = p->w[DORIX_OWNER + 1];
    for (int place = 0, start = 0; place < DORIX_PLACES; place++) {
        int end = dorix_end(p, place);
        uint64_t guard = UINT64_C(1) << (end - start);
        uint64_t own = (low >> start & (guard - 1)) | guard, above = players > 2 ? high >> start & (guard - 1) : 0;
        if (players == 2)
            pile[place] = own < LOW_2 ? low_piles_2[own] : mix_pile(own, 0, 2);
        else
            pile[place] = own < LOW_4 ? low_piles_4[own][above] : mix_pile(own, above, players);
        start = end;
    }
    /* Quarters a (south-west), b (south-east), c (north-east), d (north-west), visited one way round (1) and the
     * other (2). */
    uint64_t a1 = quarter(pile, 0, 4, 1, 5), a2 = quarter(pile, 0, 1, 4, 5);
    uint64_t b1 = quarter(pile, 3, 2, 7, 6), b2 = quarter(pile, 3, 7, 2, 6);
    uint64_t c1 = quarter(pile, 15, 11, 14, 10), c2 = quarter(pile, 15, 14, 11, 10);
    uint64_t d1 = quarter(pile, 12, 13, 8, 9), d2 = quarter(pile, 12, 8, 13, 9);
    uint64_t sum = meet(a1, b1, c1, d1) + meet(b1, c1, d1, a1) + meet(c1, d1, a1, b1) + meet(d1, a1, b1, c1) +
                   meet(a2, d2, c2, b2) + meet(d2, c2, b2, a2) + meet(c2, b2, a2, d2) + meet(b2, a2, d2, c2);
    return hash_fold(sum ^ p->w[DORIX_TURN] * UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3));
}

uint64_t dorix_2_key(const Position *p) { return key(p, 2); }
uint64_t dorix_3_key(const Position *p) { return key(p, 3); }
uint64_t dorix_4_key(const Position *p) { return key(p, 4); }

enum { EMPTY_WITH_SYMMETRY = 12 }; /* places; later, a search meets symmetric positions too seldom */

#define QUICK_KEY(N)                                                                                                   \
    uint64_t dorix_##N##_quick_key(const Position *p, uint64_t hash)                                                   \
    {                                                                                                                  \
        return __builtin_popcount(dorix_empty(p)) < EMPTY_WITH_SYMMETRY ? hash : key(p, N);                            \
    }
QUICK_KEY(2)
QUICK_KEY(4)
