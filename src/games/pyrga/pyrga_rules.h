/* The rules of Pyrga and Pilotis on bitboards, small enough to be inlined.
 *
 * A position is three words and nothing that can be derived differently:
 *   w[WHITE], w[BLACK]  a colour's pieces; bit 16 * kind + place, kind from KIND_SQUARE,
 *                       so that the low 16 bits stay zero;
 *   w[PYRGA_LAST]       the last move played (0: none) and, above it, the mover.
 * A move is its own bit number in the low six bits and a triangle's Direction above them. It is
 * never 0, and it is stored unchanged as the last move. */
#ifndef COLONNADE_GAMES_PYRGA_RULES_H
#define COLONNADE_GAMES_PYRGA_RULES_H

#include "core/game.h"

enum {
    WHITE,
    BLACK,
    PYRGA_LAST,
    PYRGA_WORDS,
    PYRGA_PLACES = 16,
    PYRGA_EACH = 5,                     /* pieces of one kind that a player has */
    PYRGA_PIECES = 30,
    PYRGA_TOWERS = 3,                   /* complete towers that win (PYR-5) */
    PYRGA_MOVES = 80,                   /* no position has more moves than the start */
    PYRGA_MOVER_SHIFT = 9,
    PYRGA_CODES = 1 << PYRGA_MOVER_SHIFT
};
enum { KIND_SQUARE = 1, KIND_TRIANGLE, KIND_ROUND };
enum { PYRGA_THREE_TOWERS = REASON_OWN, PYRGA_COUNTED, PYRGA_NO_PLACE_LEFT };  /* why a game ends */

#define PYRGA_ALL     UINT64_C(0xffff)
#define PYRGA_EVERY   UINT64_C(0x0001000100010000)  /* times a mask of places: that mask for each kind */
#define PYRGA_INNER   UINT64_C(0x0660)
#define PYRGA_CORNERS UINT64_C(0x9009)

/* The places where PYR-2 sends the player who follows this move; all of them for 0. */
extern const uint16_t pyrga_rules_reach[PYRGA_CODES];
/* The places from which a triangle may point in this Direction (PYR-1). */
extern const uint16_t pyrga_rules_pointing[5];

/* --- parts --- */
static inline Move pyrga_rules_move(int kind, int place, Direction d)
{
    return (Move)d << 6 | (Move)kind << 4 | (Move)place;
}
static inline int pyrga_rules_place(Move m) { return (int)(m & 15); }
static inline int pyrga_rules_kind(Move m) { return (int)(m >> 4 & 3); }
static inline Direction pyrga_rules_direction(Move m) { return (Direction)(m >> 6 & 7); }
static inline uint64_t pyrga_rules_bit(Move m) { return UINT64_C(1) << (m & 63); }

static inline int pyrga_rules_mover(const Position *p) { return (int)(p->w[PYRGA_LAST] >> PYRGA_MOVER_SHIFT); }
static inline Move pyrga_rules_last(const Position *p) { return p->w[PYRGA_LAST] & (PYRGA_CODES - 1); }

/* The places where these pieces have one of this kind. */
static inline unsigned pyrga_rules_places(uint64_t pieces, int kind)
{
    return (unsigned)(pieces >> 16 * kind & PYRGA_ALL);
}
static inline uint64_t pyrga_rules_each(uint64_t places) { return places * PYRGA_EVERY; }
static inline int pyrga_rules_left(uint64_t pieces, int kind)
{
    return PYRGA_EACH - __builtin_popcount(pyrga_rules_places(pieces, kind));
}

/* --- towers: masks of places --- */
static inline unsigned pyrga_rules_complete(uint64_t pieces)
{
    return (unsigned)(pieces >> 16 & pieces >> 32 & pieces >> 48);
}
static inline unsigned pyrga_rules_two_or_more(uint64_t pieces)
{
    uint64_t s = pieces >> 16, t = pieces >> 32, c = pieces >> 48;
    return (unsigned)(((s & t) | (s & c) | (t & c)) & PYRGA_ALL);
}
static inline unsigned pyrga_rules_some(uint64_t pieces)
{
    return (unsigned)((pieces >> 16 | pieces >> 32 | pieces >> 48) & PYRGA_ALL);
}
/* How many complete towers belong to `seat` (PYR-5). */
static inline int pyrga_rules_towers(const Position *p, int seat)
{
    return __builtin_popcount(pyrga_rules_complete(p->w[WHITE] | p->w[BLACK]) & pyrga_rules_two_or_more(p->w[seat]));
}
/* The seat that has won by three towers, or -1. A move completes one tower at most,
 * so in a game only one seat can be the first. */
static inline int pyrga_rules_three_towers(const Position *p)
{
    unsigned complete = pyrga_rules_complete(p->w[WHITE] | p->w[BLACK]);
    if (__builtin_popcount(complete) < PYRGA_TOWERS)
        return -1;
    if (__builtin_popcount(complete & pyrga_rules_two_or_more(p->w[WHITE])) >= PYRGA_TOWERS)
        return WHITE;
    return __builtin_popcount(complete & pyrga_rules_two_or_more(p->w[BLACK])) >= PYRGA_TOWERS ? BLACK : -1;
}

/* --- what can be played --- */
/* All places for each kind that is still in this colour's reserve. */
static inline uint64_t pyrga_rules_stock(uint64_t pieces)
{
    uint64_t stock = 0;
    for (int kind = KIND_SQUARE; kind <= KIND_ROUND; kind++)
        if (pyrga_rules_left(pieces, kind) > 0)
            stock |= PYRGA_ALL << 16 * kind;
    return stock;
}
/* PYR-2: the pieces (kind and place, by bit) that the last piece lets the mover play. */
static inline uint64_t pyrga_rules_sent(const Position *p)
{
    return pyrga_rules_stock(p->w[pyrga_rules_mover(p)]) & ~(p->w[WHITE] | p->w[BLACK]) &
           pyrga_rules_each(pyrga_rules_reach[pyrga_rules_last(p)]);
}
/* PYR-2, else PYR-3. 0: the mover is stuck. Does not look at three towers. Every place
 * lets a triangle point somewhere, so each bit stands for one move at least. */
static inline uint64_t pyrga_rules_playable(const Position *p)
{
    uint64_t stock = pyrga_rules_stock(p->w[pyrga_rules_mover(p)]), pieces = p->w[WHITE] | p->w[BLACK];
    uint64_t sent = stock & ~pieces & pyrga_rules_each(pyrga_rules_reach[pyrga_rules_last(p)]);
    return sent ? sent : stock & pyrga_rules_each(PYRGA_ALL & ~pyrga_rules_some(pieces));
}
/* How many moves these pieces can be played in. */
static inline unsigned pyrga_rules_count_playable(uint64_t playable)
{
    /* A triangle has two directions in a corner, three on an edge and four inside:
     * one is counted with the other kinds, the rest in three copies of its places. */
    uint64_t triangles = pyrga_rules_places(playable, KIND_TRIANGLE) * (PYRGA_EVERY >> 16);
    triangles &= PYRGA_ALL | (PYRGA_ALL ^ PYRGA_CORNERS) << 16 | PYRGA_INNER << 32;
    return (unsigned)(__builtin_popcountll(playable) + __builtin_popcountll(triangles));
}
static inline unsigned pyrga_rules_count(const Position *p)
{
    return pyrga_rules_three_towers(p) >= 0 ? 0 : pyrga_rules_count_playable(pyrga_rules_playable(p));
}

static inline void pyrga_rules_play(const Position *p, Move m, Position *out)
{
    /* Word by word: a copy in vectors would wait for the words just stored. */
    int mover = pyrga_rules_mover(p);
    uint64_t bit = pyrga_rules_bit(m);
    uint64_t white = p->w[WHITE] | (mover == WHITE ? bit : 0);
    uint64_t black = p->w[BLACK] | (mover == BLACK ? bit : 0);
    *out = (Position){.w = {white, black, m | (uint64_t)!mover << PYRGA_MOVER_SHIFT}};
}

/* Every legal move, in the order square, triangle, round, then place, then n e s w. */
size_t pyrga_rules_moves(const Position *p, Move *out, size_t capacity);

/* What counts at the end (PYR-6), for one seat. */
typedef struct PyrgaTally {
    int towers, pairs, singles;
} PyrgaTally;
PyrgaTally pyrga_rules_tally(const Position *p, int seat);

Outcome pyrga_rules_outcome(const Position *p);     /* Pyrga: a player who is stuck ends the game (PYR-4) */
Outcome pyrga_rules_outcome_pilotis(const Position *p); /* Pilotis: a player stuck too early loses (PYR-4) */

#endif
