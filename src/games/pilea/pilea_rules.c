/* Pilea's moves: see pilea_rules.h for what a position is.
 *
 * Moves are listed by the place moved from; for each, first those that capture nothing, the top cube before the
 * whole pile, then those that capture, by the place moved to. Captures and drops are in place order. */
#include "games/pilea/pilea_rules.h"

#include "core/grid.h"

/* The neighbours south, west, east and north; 31 if there is none, a bit that no mask of places has. (The sums wrap
 * around so that no constant is ever negative.) */
#define SIDE(is, place) ((is) ? (place) % PILEA_PLACES : 31)
#define SOUTH_OF(c, r)  SIDE((r) > 0, 5 * (r) + (c) + 20)
#define WEST_OF(c, r)   SIDE((c) > 0, 5 * (r) + (c) + 24)
#define EAST_OF(c, r)   SIDE((c) < 4, 5 * (r) + (c) + 1)
#define NORTH_OF(c, r)  SIDE((r) < 4, 5 * (r) + (c) + 5)
#define ROW(of, r)      of(0, r), of(1, r), of(2, r), of(3, r), of(4, r)
#define BOARD(of)       {ROW(of, 0), ROW(of, 1), ROW(of, 2), ROW(of, 3), ROW(of, 4)}
#define SIDES(c, r)     {SOUTH_OF(c, r), WEST_OF(c, r), EAST_OF(c, r), NORTH_OF(c, r)}
#define NEAR(c, r)                                                                                                     \
    ((1u << SOUTH_OF(c, r) | 1u << WEST_OF(c, r) | 1u << EAST_OF(c, r) | 1u << NORTH_OF(c, r)) & PILEA_ALL)
static const uint8_t sides[PILEA_PLACES][4] = BOARD(SIDES);
const uint32_t pilea_neighbours[PILEA_PLACES] = BOARD(NEAR);

void pilea_start(Position *out)
{
    *out = (Position){{0, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW}};
}

void pilea_start_six_five(Position *out)
{
    pilea_start(out);
    out->w[0] |= PILEA_SIXTH;
}

Outcome pilea_outcome(const Position *p)
{
    if (!pilea_over(p))
        return (Outcome){.over = false};
    return (Outcome){.over = true, .winner = pilea_black(p) >> PILEA_CENTRE & 1, .reason = PILEA_CENTRE_REACHED};
}

/* --- listing --- */

typedef struct PileaSink {
    Move *out;
    size_t capacity, count;
} PileaSink;

static inline void put(PileaSink *sink, Move m)
{
    if (sink->count < sink->capacity)
        sink->out[sink->count] = m;
    sink->count++;
}

/* Moves of `kind` from `from` to each of its neighbours in `to`. If there is room, every neighbour is written, and
 * the next overwrites it if it was not in the mask: a processor cannot predict which neighbours are. */
static inline void put_quiet(PileaSink *sink, PileaKind kind, int from, uint32_t to)
{
    if (sink->count + 4 <= sink->capacity) {
        for (int i = 0; i < 4; i++) {
            int place = sides[from][i];
            sink->out[sink->count] = pilea_move(kind, from, place);
            sink->count += to >> place & 1;
        }
        return;
    }
    for (; to; to &= to - 1)
        put(sink, pilea_move(kind, from, __builtin_ctz(to)));
}

/* Every way to capture the piles `left`; those in `lone` are single cubes. */
static void put_captures(PileaSink *sink, Move m, uint32_t left, uint32_t lone, uint32_t empty)
{
    if (sink->count >= sink->capacity) { /* nothing more is written, so just count */
        sink->count += pilea_arrangements(__builtin_popcount(empty), __builtin_popcount(left & lone),
                                          __builtin_popcount(left & ~lone));
        return;
    }
    for (uint32_t rest = left; rest; rest &= rest - 1) {
        uint32_t capture = rest & -rest;
        for (uint32_t drops = empty; drops; drops &= drops - 1) {
            Move next = pilea_add_capture(m, __builtin_ctz(capture), __builtin_ctz(drops));
            if (left == capture)
                put(sink, next);
            else
                put_captures(sink, next, left & ~capture, lone, (empty & ~(drops & -drops)) | (capture & lone));
        }
    }
}

/* Which of `piles` will be a single cube once the top of `from` has been lifted. */
static uint32_t lone_of(const Position *p, uint32_t piles, int from)
{
    uint32_t lone = 0;
    for (uint32_t rest = piles; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        lone |= (uint32_t)(pilea_height(p, place) - (place == from) == 1) << place;
    }
    return lone;
}

static size_t list_placing(const Position *p, Move *out, size_t capacity)
{
    PileaSink sink = {out, capacity, 0};
    for (uint32_t rest = pilea_empty(p); rest; rest &= rest - 1)
        put(&sink, pilea_move(PILEA_PLACE, 0, __builtin_ctz(rest)));
    return sink.count;
}

/* What the moving phase needs, computed once per position. */
typedef struct PileaView {
    uint32_t own, opposing, empty, high, threats;
} PileaView;

static inline PileaView view_of(const Position *p)
{
    PileaView v = {.own = pilea_own(p), .opposing = pilea_opposing(p), .empty = pilea_empty(p), .high = pilea_high(p)};
    v.threats = pilea_threats(v.own, v.opposing);
    return v;
}

/* A move that may capture: it lands on a threatened place, or uncovers something. */
static void put_loud(PileaSink *sink, const Position *p, const PileaView *v, PileaKind kind, int from, int to,
                     bool uncovers)
{
    const uint32_t from_bit = 1u << from, to_bit = 1u << to;
    const uint32_t captured = pilea_captured(v->own, v->opposing, from_bit, to_bit, uncovers);
    const bool vacates = kind == PILEA_WHOLE || !(v->high & from_bit);
    if (captured)
        put_captures(sink, pilea_move(kind, from, to), captured, lone_of(p, captured, from),
                     (v->empty & ~to_bit) | (vacates ? from_bit : 0));
    else
        put(sink, pilea_move(kind, from, to));
}

static void list_high(PileaSink *sink, const Position *p, const PileaView *v, int from)
{
    const uint32_t pile = pilea_pile(p, from), steps = pilea_neighbours[from] & v->empty;
    const uint32_t all = steps | pilea_landings(p, from, pilea_pile_height(pile));
    const bool uncovers = pilea_uncovers(pile);
    const uint32_t loud = all & (uncovers ? PILEA_ALL : v->threats) & ~PILEA_CENTRE_BIT;
    put_quiet(sink, PILEA_TOP, from, all & ~loud);
    put_quiet(sink, PILEA_WHOLE, from, steps & ~loud);
    for (uint32_t rest = loud; rest; rest &= rest - 1) {
        const int to = __builtin_ctz(rest);
        put_loud(sink, p, v, PILEA_TOP, from, to, uncovers);
        if (steps >> to & 1)
            put_loud(sink, p, v, PILEA_WHOLE, from, to, false);
    }
}

size_t pilea_moves(const Position *p, Move *out, size_t capacity)
{
    if (pilea_over(p))
        return 0;
    if (!pilea_moving(p))
        return list_placing(p, out, capacity);
    PileaSink sink = {out, capacity, 0};
    const PileaView v = view_of(p);
    const uint32_t low = PILEA_ALL & ~v.high & ~PILEA_CENTRE_BIT;
    for (uint32_t sources = v.own; sources; sources &= sources - 1) {
        const int from = __builtin_ctz(sources);
        if (v.high >> from & 1) {
            list_high(&sink, p, &v, from);
            continue;
        }
        const uint32_t all = pilea_neighbours[from] & low;
        put_quiet(&sink, PILEA_TOP, from, all & ~v.threats);
        for (uint32_t loud = all & v.threats; loud; loud &= loud - 1)
            put_loud(&sink, p, &v, PILEA_TOP, from, __builtin_ctz(loud), false);
    }
    if (sink.count == 0)
        put(&sink, pilea_move(PILEA_PASS, 0, 0));
    return sink.count;
}

/* --- counting: as the listing, without the moves --- */

static inline uint64_t ways(const Position *p, uint32_t captured, int from, int empty)
{
    if (!captured)
        return 1;
    if (!(captured & (captured - 1)))
        return (uint64_t)empty;
    int single = __builtin_popcount(lone_of(p, captured, from));
    return pilea_arrangements(empty, single, __builtin_popcount(captured) - single);
}

/* The moves of lone cubes, all at once: what a landing captures does not depend on where the cube came from. */
static inline uint64_t count_low(const Position *p, const PileaView *v, int empties)
{
    const uint32_t cubes = v->own & ~v->high, low = PILEA_ALL & ~v->high & ~PILEA_CENTRE_BIT;
    const uint32_t east = (cubes & ~PILEA_LAST_COLUMN) << 1, west = (cubes & ~PILEA_FIRST_COLUMN) >> 1;
    const uint32_t quiet = low & ~v->threats;
    uint64_t count = (uint64_t)(__builtin_popcount(east & quiet) + __builtin_popcount(west & quiet) +
                                __builtin_popcount(cubes << 5 & quiet) + __builtin_popcount(cubes >> 5 & quiet));
    for (uint32_t loud = (east | west | cubes << 5 | cubes >> 5) & low & v->threats; loud; loud &= loud - 1) {
        const int to = __builtin_ctz(loud), sources = __builtin_popcount(pilea_neighbours[to] & cubes);
        const int onto_empty = (int)(v->empty >> to & 1);
        const uint32_t captured = pilea_flanked(v->own, v->opposing, 1u << to);
        count += (uint64_t)sources * ways(p, captured, to, empties - onto_empty + 1);
    }
    return count;
}

static inline uint64_t count_high(const Position *p, const PileaView *v, int empties, int from)
{
    const uint32_t pile = pilea_pile(p, from), steps = pilea_neighbours[from] & v->empty;
    const uint32_t all = steps | pilea_landings(p, from, pilea_pile_height(pile));
    const bool uncovers = pilea_uncovers(pile);
    const uint32_t loud = all & (uncovers ? PILEA_ALL : v->threats) & ~PILEA_CENTRE_BIT;
    uint64_t count = (uint64_t)(__builtin_popcount(all & ~loud) + __builtin_popcount(steps & ~loud));
    for (uint32_t rest = loud; rest; rest &= rest - 1) {
        const uint32_t to_bit = rest & -rest, from_bit = 1u << from;
        const int onto_empty = (v->empty & to_bit) != 0;
        const uint32_t captured = pilea_captured(v->own, v->opposing, from_bit, to_bit, uncovers);
        count += ways(p, captured, from, empties - onto_empty);
        if (onto_empty)
            count += ways(p, captured & ~from_bit, from, empties);
    }
    return count;
}

uint64_t pilea_count(const Position *p)
{
    const int empties = __builtin_popcount(pilea_empty(p));
    if (pilea_over(p))
        return 0;
    if (!pilea_moving(p))
        return (uint64_t)empties;
    const PileaView v = view_of(p);
    uint64_t count = count_low(p, &v, empties);
    for (uint32_t sources = v.own & v.high; sources; sources &= sources - 1)
        count += count_high(p, &v, empties, __builtin_ctz(sources));
    return count ? count : 1;
}

void pilea_play(const Position *p, Move m, Position *out)
{
    *out = *p;
    pilea_apply(out, m);
}

/* --- symmetry --- */

void pilea_transform(const Position *p, int symmetry, Position *out)
{
    pilea_start(out);
    for (uint32_t rest = pilea_white(p) | pilea_black(p); rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        pilea_change(out, grid5_turned[symmetry][place], 1, pilea_pile(p, place));
    }
    out->w[0] |= p->w[0] & (PILEA_SIXTH | PILEA_MOVING | PILEA_BLACK_MOVES);
}

const char *pilea_check(const Position *p)
{
    int cubes[2] = {0, 0}, piles = 0;
    uint64_t tops = 0;
    for (int i = PILEA_WORDS; i < POSITION_WORDS; i++)
        if (p->w[i])
            return "an unused word is not zero";
    for (int row = 0; row < PILEA_SIDE; row++)
        if (p->w[1 + row] >> 60)
            return "a row has bits beyond its last place";
    for (int place = 0; place < PILEA_PLACES; place++) {
        uint32_t pile = pilea_pile(p, place);
        if (pile == 0)
            return "a pile has no end";
        int height = pilea_pile_height(pile);
        int black = __builtin_popcount(pile) - 1;
        cubes[0] += height - black;
        cubes[1] += black;
        piles += height > 0;
        tops |= (uint64_t)(height > 0) << (place + 32 * (int)(pile & 1));
        if (place == PILEA_CENTRE && height > 1)
            return "more than one cube stands on the grey pile";
    }
    if (cubes[0] > pilea_cubes(p) - PILEA_CUBES || cubes[1] > PILEA_CUBES)
        return "a player has too many cubes";
    if ((p->w[0] & ~(PILEA_SIXTH | PILEA_MOVING | PILEA_BLACK_MOVES)) != tops)
        return "the masks of tops disagree with the piles";
    int total = cubes[0] + cubes[1];
    if (pilea_moving(p) != (total == pilea_cubes(p)))
        return "the phase disagrees with the number of cubes";
    if (!pilea_moving(p)) {
        if (piles != total || pilea_over(p))
            return "cubes are piled up before all are placed";
        if (cubes[0] - cubes[1] != pilea_mover(p))
            return "the player to move disagrees with the cubes placed";
    }
    return NULL;
}
