/* Pilea's moves: see pilea_rules.h for what a position is.
 *
 * Moves are listed by place moved from, then place moved to, the top cube before the
 * whole pile, then captures and drops in place order. */
#include "games/pilea/pilea_rules.h"

#define NEAR(c, r)                                                                                                     \
    (((c) > 0 ? 1u << (5 * (r) + (c) + 24) % 25 : 0) | ((c) < 4 ? 1u << (5 * (r) + (c) + 1) % 25 : 0) |                \
     ((r) > 0 ? 1u << (5 * (r) + (c) + 20) % 25 : 0) | ((r) < 4 ? 1u << (5 * (r) + (c) + 5) % 25 : 0))
#define NEAR_ROW(r) NEAR(0, r), NEAR(1, r), NEAR(2, r), NEAR(3, r), NEAR(4, r)
const uint32_t pilea_neighbours[PILEA_PLACES] = {NEAR_ROW(0), NEAR_ROW(1), NEAR_ROW(2), NEAR_ROW(3), NEAR_ROW(4)};

/* Where each symmetry of core/grid.h takes each place. */
#define FLIP(yes, x)   ((yes) ? 4 - (x) : (x))
#define TURN(s, c, r)  (5 * FLIP((s)&2, (s)&4 ? (c) : (r)) + FLIP((s)&1, (s)&4 ? (r) : (c)))
#define TURN_ROW(s, r) TURN(s, 0, r), TURN(s, 1, r), TURN(s, 2, r), TURN(s, 3, r), TURN(s, 4, r)
#define TURN_BOARD(s)                                                                                                  \
    {                                                                                                                  \
        TURN_ROW(s, 0), TURN_ROW(s, 1), TURN_ROW(s, 2), TURN_ROW(s, 3), TURN_ROW(s, 4)                                 \
    }
static const uint8_t turned[8][PILEA_PLACES] = {TURN_BOARD(0), TURN_BOARD(1), TURN_BOARD(2), TURN_BOARD(3),
                                                TURN_BOARD(4), TURN_BOARD(5), TURN_BOARD(6), TURN_BOARD(7)};

void pilea_start(Position *out)
{
    *out = (Position){{0, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW, PILEA_EMPTY_ROW}};
}

Outcome pilea_outcome(const Position *p)
{
    if (!pilea_over(p))
        return (Outcome){.over = false};
    return (Outcome){.over = true, .winner = pilea_black(p) >> PILEA_CENTRE & 1, .reason = REASON_CENTRE_REACHED};
}

/* --- listing --- */

typedef struct Sink {
    Move *out;
    size_t capacity, count;
} Sink;

static inline void put(Sink *sink, Move m)
{
    if (sink->count < sink->capacity)
        sink->out[sink->count] = m;
    sink->count++;
}

/* Every way to capture the piles `left`, those in `lone` being single cubes. */
static void put_captures(Sink *sink, Move m, uint32_t left, uint32_t lone, uint32_t empty)
{
    if (sink->count >= sink->capacity) { /* nothing more is written: no need to walk through them */
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
    Sink sink = {out, capacity, 0};
    for (uint32_t rest = pilea_empty(p); rest; rest &= rest - 1)
        put(&sink, pilea_move(PILEA_PLACE, 0, __builtin_ctz(rest)));
    return sink.count;
}

size_t pilea_moves(const Position *p, Move *out, size_t capacity)
{
    if (pilea_over(p))
        return 0;
    if (!pilea_moving(p))
        return list_placing(p, out, capacity);
    Sink sink = {out, capacity, 0};
    const uint32_t own = pilea_own(p), opposing = pilea_opposing(p), empty = pilea_empty(p);
    const uint32_t threats = pilea_threats(own, opposing);
    for (uint32_t sources = own; sources; sources &= sources - 1) {
        const int from = __builtin_ctz(sources);
        const uint32_t from_bit = 1u << from, pile = pilea_pile(p, from);
        const bool high = pile > 3, uncovers = pilea_uncovers(pile);
        const uint32_t steps = pilea_neighbours[from] & empty;
        for (uint32_t rest = steps | pilea_landings(p, from, pilea_pile_height(pile)); rest; rest &= rest - 1) {
            const int to = __builtin_ctz(rest);
            const uint32_t to_bit = rest & -rest;
            const Move top = pilea_move(PILEA_TOP, from, to), whole = pilea_move(PILEA_WHOLE, from, to);
            const bool both = high && (steps & to_bit);
            if (to == PILEA_CENTRE || !(uncovers || (threats & to_bit))) {
                put(&sink, top);
                if (both)
                    put(&sink, whole);
                continue;
            }
            const uint32_t left = empty & ~to_bit, vacated = left | from_bit;
            uint32_t captured = pilea_captured(own, opposing, from_bit, to_bit, uncovers);
            if (captured)
                put_captures(&sink, top, captured, lone_of(p, captured, from), high ? left : vacated);
            else
                put(&sink, top);
            if (!both)
                continue;
            captured &= ~from_bit;
            if (captured)
                put_captures(&sink, whole, captured, lone_of(p, captured, from), vacated);
            else
                put(&sink, whole);
        }
    }
    if (sink.count == 0)
        put(&sink, pilea_move(PILEA_PASS, 0, 0));
    return sink.count;
}

/* --- counting: as the listing, with all quiet moves of a pile at once --- */

static inline uint64_t ways(const Position *p, uint32_t captured, int from, int empty)
{
    if (!captured)
        return 1;
    if (!(captured & (captured - 1)))
        return (uint64_t)empty;
    int single = __builtin_popcount(lone_of(p, captured, from));
    return pilea_arrangements(empty, single, __builtin_popcount(captured) - single);
}

uint64_t pilea_count(const Position *p)
{
    const uint32_t empty = pilea_empty(p);
    if (pilea_over(p))
        return 0;
    if (!pilea_moving(p))
        return (uint64_t)__builtin_popcount(empty);
    const uint32_t own = pilea_own(p), opposing = pilea_opposing(p);
    const uint32_t threats = pilea_threats(own, opposing);
    const int empties = __builtin_popcount(empty);
    uint64_t count = 0;
    for (uint32_t sources = own; sources; sources &= sources - 1) {
        const int from = __builtin_ctz(sources);
        const uint32_t from_bit = 1u << from, pile = pilea_pile(p, from);
        const int high = pile > 3;
        const bool uncovers = pilea_uncovers(pile);
        const uint32_t steps = pilea_neighbours[from] & empty;
        const uint32_t lands = pilea_landings(p, from, pilea_pile_height(pile));
        uint32_t loud = (steps | lands) & ~PILEA_CENTRE_BIT;
        if (!uncovers)
            loud &= threats;
        count += (uint64_t)(__builtin_popcount((steps | lands) & ~loud) + high * __builtin_popcount(steps & ~loud));
        for (; loud; loud &= loud - 1) {
            const uint32_t to_bit = loud & -loud;
            const int onto_empty = (empty & to_bit) != 0;
            const uint32_t captured = pilea_captured(own, opposing, from_bit, to_bit, uncovers);
            count += ways(p, captured, from, empties - onto_empty + !high);
            if (high & onto_empty)
                count += ways(p, captured & ~from_bit, from, empties);
        }
    }
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
        pilea_change(out, turned[symmetry][place], 1, pilea_pile(p, place));
    }
    out->w[0] |= p->w[0] & (PILEA_MOVING | PILEA_BLACK_MOVES);
}

Move pilea_transform_move(const Position *p, Move m, int symmetry)
{
    (void)p;
    const uint8_t *turn = turned[symmetry];
    PileaKind kind = pilea_kind(m);
    if (kind == PILEA_PASS)
        return m;
    Move out = pilea_move(kind, kind == PILEA_PLACE ? 0 : turn[pilea_from(m)], turn[pilea_to(m)]);
    for (int i = 0; i < pilea_capture_count(m); i++)
        out = pilea_add_capture(out, turn[pilea_capture(m, i)], turn[pilea_drop(m, i)]);
    return out;
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
            return "a row has bits behind its last place";
    for (int place = 0; place < PILEA_PLACES; place++) {
        uint32_t pile = pilea_pile(p, place);
        if (pile == 0 || pile > 0x7FF)
            return "a pile has no end or is too high";
        int height = pilea_pile_height(pile);
        int black = __builtin_popcount(pile) - 1;
        cubes[0] += height - black;
        cubes[1] += black;
        piles += height > 0;
        tops |= (uint64_t)(height > 0) << (place + 32 * (int)(pile & 1));
        if (place == PILEA_CENTRE && height > 1)
            return "more than one cube stands on the grey pile";
    }
    if (cubes[0] > PILEA_CUBES || cubes[1] > PILEA_CUBES)
        return "a player has more than five cubes";
    if ((p->w[0] & ~(PILEA_MOVING | PILEA_BLACK_MOVES)) != tops)
        return "the masks of tops disagree with the piles";
    int total = cubes[0] + cubes[1];
    if (pilea_moving(p) != (total == 2 * PILEA_CUBES))
        return "the phase disagrees with the number of cubes";
    if (!pilea_moving(p)) {
        if (piles != total || pilea_over(p))
            return "cubes are piled up before all are placed";
        if (cubes[0] - cubes[1] != pilea_mover(p))
            return "the player to move disagrees with the cubes placed";
    }
    return NULL;
}
