/* Pilea's positions and moves, as bits; rulings PIL-1 to PIL-6.
 *
 * A Position's first word holds the places whose top cube is white (bits 0-24) and black (bits 32-56),
 * whether White has a sixth cube, as in a variant of our own (bit 61), whether all cubes are down (bit
 * 62) and who moves (bit 63). Words 1 to 5 hold the rows from the bottom, twelve bits per place from
 * column a: the pile's cubes, 0 white and 1 black, the top one lowest, under a leading 1 that ends it.
 * So an empty place is 1, putting a cube on is a shift to the left, taking one off a shift to the
 * right, and the height is the place of the leading 1.
 *
 * The three grey cubes are not stored. c3 is empty there until the cube that wins
 * the game stands on them; before that, c3 is in no mask of tops. The other bits of
 * the first word follow from the piles, so equal positions have equal bytes.
 *
 * At most three piles are captured at once. A captured pile is a neighbour of the
 * place moved to: it has that place as a flank, or it is the place moved from. Four
 * would need all four neighbours, three of them with a pile of the mover behind.
 * That takes two places on both sides in one line and two on one side in the other,
 * none of them c3, and no place but c3 itself has that. */
#ifndef COLONNADE_GAMES_PILEA_RULES_H
#define COLONNADE_GAMES_PILEA_RULES_H

#include "core/game.h"

enum {
    PILEA_SIDE = 5,
    PILEA_PLACES = 25,
    PILEA_CENTRE = 12,
    PILEA_CUBES = 5, /* per player */
    PILEA_GREY = 3,
    PILEA_CAPTURES = 3, /* at most, in one move */
    PILEA_WORDS = 6
};
enum { PILEA_CENTRE_REACHED = REASON_OWN };  /* why a game ends */

#define PILEA_ALL          0x1FFFFFFu
#define PILEA_CENTRE_BIT   (1u << PILEA_CENTRE)
#define PILEA_MID_COLUMNS  0x0E739CEu /* b, c and d: places with a neighbour on either side in their row */
#define PILEA_FIRST_COLUMN 0x0108421u
#define PILEA_LAST_COLUMN  (PILEA_FIRST_COLUMN << 4)
#define PILEA_SIXTH        (1ull << 61)
#define PILEA_MOVING       (1ull << 62)
#define PILEA_BLACK_MOVES  (1ull << 63)
#define PILEA_EMPTY_ROW    0x001001001001001ull

/* The orthogonal neighbours of each place. */
extern const uint32_t pilea_neighbours[PILEA_PLACES];

/* --- moves: kind in bits 0-2, from 3-7, to 8-12, captures 13-15, then for each
 * capture in order five bits for the place and five for where the cube goes --- */
typedef enum PileaKind { PILEA_PLACE = 1, PILEA_TOP, PILEA_WHOLE, PILEA_PASS } PileaKind;

static inline Move pilea_move(PileaKind kind, int from, int to) { return (Move)kind | (Move)from << 3 | (Move)to << 8; }
static inline PileaKind pilea_kind(Move m) { return (PileaKind)(m & 7); }
static inline int pilea_from(Move m) { return (int)(m >> 3 & 31); }
static inline int pilea_to(Move m) { return (int)(m >> 8 & 31); }
static inline int pilea_capture_count(Move m) { return (int)(m >> 13 & 7); }
static inline int pilea_capture(Move m, int i) { return (int)(m >> (16 + 10 * i) & 31); }
static inline int pilea_drop(Move m, int i) { return (int)(m >> (21 + 10 * i) & 31); }
static inline Move pilea_add_capture(Move m, int capture, int drop)
{
    int i = pilea_capture_count(m);
    return (m | ((Move)capture | (Move)drop << 5) << (16 + 10 * i)) + (1u << 13);
}

/* --- positions --- */
static inline uint32_t pilea_white(const Position *p) { return (uint32_t)p->w[0] & PILEA_ALL; }
static inline uint32_t pilea_black(const Position *p) { return (uint32_t)(p->w[0] >> 32) & PILEA_ALL; }
static inline int pilea_mover(const Position *p) { return (int)(p->w[0] >> 63); }
static inline bool pilea_moving(const Position *p) { return (p->w[0] & PILEA_MOVING) != 0; }
/* Cubes of both players. */
static inline int pilea_cubes(const Position *p) { return 2 * PILEA_CUBES + (int)(p->w[0] >> 61 & 1); }
static inline bool pilea_over(const Position *p) { return (p->w[0] & (1ull | 1ull << 32) << PILEA_CENTRE) != 0; }
static inline uint32_t pilea_own(const Position *p) { return pilea_mover(p) ? pilea_black(p) : pilea_white(p); }
static inline uint32_t pilea_opposing(const Position *p) { return pilea_mover(p) ? pilea_white(p) : pilea_black(p); }
static inline uint32_t pilea_empty(const Position *p)
{
    return PILEA_ALL & ~(pilea_white(p) | pilea_black(p) | PILEA_CENTRE_BIT);
}

/* place / 5 for every place, without a division. */
static inline int pilea_row(int place) { return place * 13 >> 6; }
static inline int pilea_shift(int place) { return 12 * (place - PILEA_SIDE * pilea_row(place)); }

/* The pile as it is stored: cubes under a leading 1. */
static inline uint32_t pilea_pile(const Position *p, int place)
{
    return (uint32_t)(p->w[1 + pilea_row(place)] >> pilea_shift(place)) & 0xFFF;
}
static inline int pilea_pile_height(uint32_t pile) { return 31 - __builtin_clz(pile); }
static inline int pilea_height(const Position *p, int place) { return pilea_pile_height(pilea_pile(p, place)); }

/* Replaces `pile`, which stands on `place`, by `next`, and keeps the masks of tops. */
static inline void pilea_change(Position *p, int place, uint32_t pile, uint32_t next)
{
    p->w[1 + pilea_row(place)] ^= (uint64_t)(pile ^ next) << pilea_shift(place);
    p->w[0] &= ~((1ull | 1ull << 32) << place);
    p->w[0] |= (uint64_t)(next > 1) << (place + 32 * (int)(next & 1));
}

/* --- rules --- */

/* The places that hold two cubes or more. In each row the addition carries what is
 * above the lowest two bits of a place into its highest bit; the product then lines
 * up the five highest bits. */
static inline uint32_t pilea_high(const Position *p)
{
    const uint64_t above = 0x7FC7FC7FC7FC7FCull, highest = 0x800800800800800ull;
    const uint64_t gather = 1ull << 44 | 1ull << 33 | 1ull << 22 | 1ull << 11 | 1ull;
    uint32_t out = 0;
    for (int row = 0; row < PILEA_SIDE; row++) {
        uint64_t carries = (((p->w[1 + row] & above) + above) | p->w[1 + row]) & highest;
        out |= (uint32_t)((carries >> 11) * gather >> 44 & 31) << PILEA_SIDE * row;
    }
    return out;
}

/* PIL-2, PIL-3: the occupied places, the grey pile included, that the top cube of a
 * pile of height `h` > 1 on `from` may step onto. From a lone cube these are the
 * neighbours that hold a lone cube. */
static inline uint32_t pilea_landings(const Position *p, int from, int h)
{
    uint32_t near = pilea_neighbours[from], out = 0;
    if (h == PILEA_GREY + 1 || h == PILEA_GREY + 2)
        out = near & PILEA_CENTRE_BIT;
    for (uint32_t rest = near & (pilea_white(p) | pilea_black(p)); rest; rest &= rest - 1) {
        int to = __builtin_ctz(rest);
        out |= (uint32_t)((unsigned)(h - pilea_height(p, to)) <= 2) << to;
    }
    return out;
}

/* PIL-4: places where a new pile of the mover captures something as a flank. The
 * pile that moves there came from a neighbour, so it is never the other flank, and
 * one look at the position before the move serves all moves. */
static inline uint32_t pilea_threats(uint32_t own, uint32_t opposing)
{
    uint32_t middle = opposing & PILEA_MID_COLUMNS;
    return ((middle & own >> 1) >> 1 | (middle & own << 1) << 1 | (opposing & own >> 5) >> 5 |
            (opposing & own << 5) << 5) &
           ~own & PILEA_ALL;
}

/* The piles captured by the new pile of the mover on `to` (a bit) as a flank. */
static inline uint32_t pilea_flanked(uint32_t own, uint32_t opposing, uint32_t to)
{
    if (to & own)
        return 0;
    uint32_t beside = (to << 1 & own >> 1) | (to >> 1 & own << 1);
    return opposing & ((beside & PILEA_MID_COLUMNS) | (to << 5 & own >> 5) | (to >> 5 & own << 5));
}

/* All the piles captured by a move from `from` to `to` (bits, `to` not the centre);
 * `uncovers`: it leaves an opposing pile behind, which may stand between two of the
 * mover's and then does so only now. */
static inline uint32_t pilea_captured(uint32_t own, uint32_t opposing, uint32_t from, uint32_t to, bool uncovers)
{
    uint32_t out = pilea_flanked(own, opposing, to);
    if (uncovers) {
        uint32_t now = (own & ~from) | to;
        out |= from & ((now << 1 & now >> 1 & PILEA_MID_COLUMNS) | (now << 5 & now >> 5));
    }
    return out;
}

/* Whether taking the top cube off `pile` leaves a pile of the other colour. */
static inline bool pilea_uncovers(uint32_t pile) { return pile > 3 && ((pile ^ pile >> 1) & 1); }

/* PIL-5: in how many ways captured cubes, `single` of them lone and `upper` of them
 * tops of higher piles, can be put down when `empty` places are empty: a lone cube
 * leaves a place for the ones after it. */
static inline uint64_t pilea_arrangements(int empty, int single, int upper)
{
    if (single + upper == 1)
        return (uint64_t)empty;
    uint64_t n = 0;
    if (single)
        n += (uint64_t)(single * empty) * pilea_arrangements(empty, single - 1, upper);
    if (upper)
        n += (uint64_t)(upper * empty) * pilea_arrangements(empty - 1, single, upper - 1);
    return n;
}

static inline void pilea_apply(Position *p, Move m)
{
    int to = pilea_to(m), from = pilea_from(m);
    uint32_t target = pilea_pile(p, to), pile;
    p->w[0] ^= PILEA_BLACK_MOVES;
    switch (pilea_kind(m)) {
    case PILEA_PLACE:
        /* The mover's bit has changed already: the player to move is not the one who placed. */
        pilea_change(p, to, target, target << 1 | (uint32_t)!pilea_mover(p));
        if (__builtin_popcountll(p->w[0] & (PILEA_ALL | (uint64_t)PILEA_ALL << 32)) == pilea_cubes(p))
            p->w[0] |= PILEA_MOVING;
        return;
    case PILEA_TOP:
        pile = pilea_pile(p, from);
        pilea_change(p, from, pile, pile >> 1);
        pilea_change(p, to, target, target << 1 | (pile & 1));
        break;
    case PILEA_WHOLE:
        pile = pilea_pile(p, from);
        pilea_change(p, from, pile, 1);
        pilea_change(p, to, 1, pile);
        break;
    case PILEA_PASS: return;
    }
    for (int i = 0, n = pilea_capture_count(m); i < n; i++) {
        int capture = pilea_capture(m, i);
        pile = pilea_pile(p, capture);
        pilea_change(p, capture, pile, pile >> 1);
        pilea_change(p, pilea_drop(m, i), 1, 2 | (pile & 1));
    }
}

void pilea_start(Position *out);
void pilea_start_six_five(Position *out); /* White has a sixth cube: a variant of our own */
Outcome pilea_outcome(const Position *p);
size_t pilea_moves(const Position *p, Move *out, size_t capacity);
uint64_t pilea_count(const Position *p);
void pilea_play(const Position *p, Move m, Position *out);
void pilea_transform(const Position *p, int symmetry, Position *out);
/* The broken invariant, or NULL. */
const char *pilea_check(const Position *p);

#endif
