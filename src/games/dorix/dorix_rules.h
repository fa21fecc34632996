/* A Dorix position, its primitives and its moves, for two to four players.
 *
 * All pawns on the board form one stream: place after place in place order, each
 * pile bottom to top. Five things describe a position, the rest follows:
 *   w[0], w[1]  byte p: the pawns on places 0 … p, so that pile p ends there in the stream
 *   w[2], w[3]  bit i: low and high bit of the seat that owns pawn i (0 past the last one)
 *   w[4]        bit 16·s + p: seat s controls place p
 *   w[5]        byte 0: the seat to move; byte 1 + s: pawns in the reserve of seat s
 * w[4] and the reserves repeat what the stream says, because generating moves needs
 * them at once. `players` is a constant wherever speed counts, so that the compiler
 * leaves out what two players do not need. */
#ifndef COLONNADE_GAMES_DORIX_RULES_H
#define COLONNADE_GAMES_DORIX_RULES_H

#include "core/game.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "byte p of the words is place p");

enum { DORIX_PLACES = 16, DORIX_WORDS = 6 };
enum { DORIX_DIAGONAL_HELD = REASON_OWN };  /* why a game ends */
enum { DORIX_END = 0, DORIX_OWNER = 2, DORIX_CONTROL = 4, DORIX_TURN = 5 };

/* A move: bits 0–3 the place put on, 4–7 the place lifted from when DORIX_LIFTED is
 * set, 9–11 how many pawns fall, from 12 on two bits for each of them: the way it
 * falls, from the top pawn down. DORIX_PUT is set in every move but DORIX_PASS. */
#define DORIX_LIFTED (UINT64_C(1) << 8)
#define DORIX_PUT    (UINT64_C(1) << 20)
#define DORIX_PASS   (UINT64_C(1) << 21)
enum { DORIX_FROM_SHIFT = 4, DORIX_FALLS_SHIFT = 9, DORIX_WAYS_SHIFT = 12 };

/* The ways a pawn falls are numbered in the place order of where it lands. */
enum { DORIX_SOUTH, DORIX_WEST, DORIX_EAST, DORIX_NORTH, DORIX_WAYS };

static inline int dorix_to(Move m) { return (int)(m & 15); }
static inline int dorix_from(Move m) { return m & DORIX_LIFTED ? (int)(m >> DORIX_FROM_SHIFT & 15) : -1; }
static inline int dorix_falls(Move m) { return (int)(m >> DORIX_FALLS_SHIFT & 7); }
static inline int dorix_way(Move m, int fall) { return (int)(m >> (DORIX_WAYS_SHIFT + 2 * fall) & 3); }
static inline int dorix_step(int way)
{
    static const int8_t step[DORIX_WAYS] = {-4, -1, 1, 4};
    return step[way];
}
static inline int dorix_target(Move m, int fall) { return dorix_to(m) + dorix_step(dorix_way(m, fall)); }

static inline int dorix_pawns(int players) { return players == 2 ? 15 : players == 3 ? 12 : 10; }
static inline int dorix_sides(int players) { return players == 4 ? 2 : players; }
static inline int dorix_mover(const Position *p) { return (int)(p->w[DORIX_TURN] & 255); }
static inline int dorix_reserve(const Position *p, int seat) { return (int)(p->w[DORIX_TURN] >> (8 + 8 * seat) & 255); }
static inline unsigned dorix_control(const Position *p, int seat)
{
    return (unsigned)(p->w[DORIX_CONTROL] >> (16 * seat) & 0xffff);
}
static inline unsigned dorix_empty(const Position *p)
{
    uint64_t c = p->w[DORIX_CONTROL];
    c |= c >> 32;
    return (unsigned)(~(c | c >> 16) & 0xffff);
}
/* Where pile `place` ends in the stream, and where it starts. */
static inline int dorix_end(const Position *p, int place) { return ((const uint8_t *)&p->w[DORIX_END])[place]; }
static inline int dorix_start_of(const Position *p, int place) { return place > 0 ? dorix_end(p, place - 1) : 0; }
static inline int dorix_height(const Position *p, int place) { return dorix_end(p, place) - dorix_start_of(p, place); }
/* The seat that owns pawn `index` of the stream. */
static inline int dorix_owner(const Position *p, int index, int players)
{
    int seat = (int)(p->w[DORIX_OWNER] >> index & 1);
    return players == 2 ? seat : seat | (int)(p->w[DORIX_OWNER + 1] >> index & 1) << 1;
}

/* DOR-6: the only side that holds a diagonal, or -1. */
static inline int dorix_winner(const Position *p, int players)
{
    const unsigned rising = 0x8421, falling = 0x1248;
    int winner = -1, holders = 0;
    for (int side = 0; side < dorix_sides(players); side++) {
        unsigned c = dorix_control(p, side) | (players == 4 ? dorix_control(p, side + 2) : 0);
        if ((c & rising) == rising || (c & falling) == falling) {
            winner = side;
            holders++;
        }
    }
    return holders == 1 ? winner : -1;
}

/* --- positions (dorix_rules.c) --- */
void dorix_start(Position *out, int players);
/* Puts a pawn from the reserve on top of a pile; for building positions. */
void dorix_add(Position *p, int place, int seat);
/* DOR-2: `p` without the mover's pawn on top of `from`. */
void dorix_lift(Position *p, int from, int players);
/* DOR-4, for the mover's next pawn on `to`: the set of ways (bit 1 << way) to the
 * piles that may receive a pawn, and how many pawns fall. */
unsigned dorix_receivers(const Position *p, int to, int *falls);
void dorix_transform(const Position *p, int symmetry, Position *out);
const char *dorix_check(const Position *p, int players);

void dorix_2_play(const Position *p, Move m, Position *out);
void dorix_3_play(const Position *p, Move m, Position *out);
void dorix_4_play(const Position *p, Move m, Position *out);

/* --- moves (dorix_moves.c) --- */
size_t dorix_2_moves(const Position *p, Move *out, size_t capacity);
size_t dorix_3_moves(const Position *p, Move *out, size_t capacity);
size_t dorix_4_moves(const Position *p, Move *out, size_t capacity);
size_t dorix_2_distinct(const Position *p, Move *out, size_t capacity);
size_t dorix_3_distinct(const Position *p, Move *out, size_t capacity);
size_t dorix_4_distinct(const Position *p, Move *out, size_t capacity);
uint64_t dorix_2_count(const Position *p);
uint64_t dorix_3_count(const Position *p);
uint64_t dorix_4_count(const Position *p);
Move dorix_2_pick(const Position *p, uint32_t random);
Move dorix_3_pick(const Position *p, uint32_t random);
Move dorix_4_pick(const Position *p, uint32_t random);

/* --- text (dorix_text.c) --- */
size_t dorix_write_position(const Position *p, char out[POSITION_TEXT], int players);
bool dorix_read_position(const char *text, Position *out, Message *error, int players);
size_t dorix_write_move(const Position *p, Move m, char out[MOVE_TEXT]);
bool dorix_read_move(const Position *p, const char *text, Move *out, Message *error, int players);

#endif
