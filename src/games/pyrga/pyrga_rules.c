/* Pyrga and Pilotis: tables, move lists and endings; see pyrga_rules.h. */
#include "games/pyrga/pyrga_rules.h"

#include <string.h>

#define BIT(p)        (1u << (p))
#define COLUMN(p)     (0x1111u << ((p) & 3))
#define ROW(p)        (0xfu << ((p) & 12))
#define BEFORE(p)     (BIT(p) - 1)
#define AFTER(p)      (0xffffu & ~(2 * BIT(p) - 1))
#define NEIGHBOURS(p) (0xffffu & (BIT(p) << 4 | BIT(p) >> 4 | (BIT(p) & 0x7777u) << 1 | (BIT(p) & 0xeeeeu) >> 1))

#define AT(kind, p, d) [(d) << 6 | (kind) << 4 | (p)]
/* clang-format off */
#define FROM(p)                                               \
    AT(KIND_SQUARE, p, DIRECTION_NONE) = NEIGHBOURS(p),       \
    AT(KIND_TRIANGLE, p, NORTH) = COLUMN(p) & AFTER(p),       \
    AT(KIND_TRIANGLE, p, EAST) = ROW(p) & AFTER(p),           \
    AT(KIND_TRIANGLE, p, SOUTH) = COLUMN(p) & BEFORE(p),      \
    AT(KIND_TRIANGLE, p, WEST) = ROW(p) & BEFORE(p),          \
    AT(KIND_ROUND, p, DIRECTION_NONE) = BIT(p)
/* clang-format on */

const uint16_t pyrga_rules_reach[PYRGA_CODES] = {
    [0] = 0xffff, FROM(0), FROM(1),  FROM(2),  FROM(3),  FROM(4),  FROM(5),  FROM(6),  FROM(7),
    FROM(8),      FROM(9), FROM(10), FROM(11), FROM(12), FROM(13), FROM(14), FROM(15),
};

const uint16_t pyrga_rules_pointing[5] = {[NORTH] = 0x0fff, [EAST] = 0x7777, [SOUTH] = 0xfff0, [WEST] = 0xeeee};

static size_t list(uint64_t playable, Move out[PYRGA_MOVES])
{
    size_t n = 0;
    uint64_t triangles = playable & PYRGA_ALL << 16 * KIND_TRIANGLE;
    uint64_t rounds = playable & PYRGA_ALL << 16 * KIND_ROUND;
    for (uint64_t squares = playable ^ triangles ^ rounds; squares; squares &= squares - 1)
        out[n++] = (Move)__builtin_ctzll(squares);
    for (; triangles; triangles &= triangles - 1) {
        Move m = (Move)__builtin_ctzll(triangles);
        /* A direction that misses the board is overwritten; the list without round pieces is never full, so there is
         * always room for it. */
        for (unsigned d = NORTH; d <= WEST; d++) {
            out[n] = m | (Move)d << 6;
            n += pyrga_rules_pointing[d] >> pyrga_rules_place(m) & 1;
        }
    }
    for (; rounds; rounds &= rounds - 1)
        out[n++] = (Move)__builtin_ctzll(rounds);
    return n;
}

size_t pyrga_rules_moves(const Position *p, Move *out, size_t capacity)
{
    if (pyrga_rules_three_towers(p) >= 0)
        return 0;
    if (capacity >= PYRGA_MOVES)
        return list(pyrga_rules_playable(p), out);
    Move all[PYRGA_MOVES];
    size_t n = list(pyrga_rules_playable(p), all);
    if (capacity > 0)
        memcpy(out, all, (n < capacity ? n : capacity) * sizeof *out);
    return n;
}

PyrgaTally pyrga_rules_tally(const Position *p, int seat)
{
    uint64_t pieces = p->w[WHITE] | p->w[BLACK];
    unsigned complete = pyrga_rules_complete(pieces), most = pyrga_rules_two_or_more(p->w[seat]);
    return (PyrgaTally){
        .towers = __builtin_popcount(complete & most),
        .pairs = __builtin_popcount(most & ~complete),
        .singles = __builtin_popcount(pyrga_rules_some(p->w[seat]) & ~pyrga_rules_two_or_more(pieces)),
    };
}

/* PYR-6: positive when White is ahead. */
static int counted(const Position *p)
{
    PyrgaTally white = pyrga_rules_tally(p, WHITE), black = pyrga_rules_tally(p, BLACK);
    if (white.towers != black.towers)
        return white.towers - black.towers;
    return white.pairs != black.pairs ? white.pairs - black.pairs : white.singles - black.singles;
}

static Outcome outcome(const Position *p, bool stuck_loses)
{
    int three = pyrga_rules_three_towers(p);
    if (three >= 0)
        return (Outcome){.over = true, .winner = (int8_t)three, .reason = PYRGA_THREE_TOWERS};
    if (pyrga_rules_playable(p))
        return (Outcome){.over = false};
    if (stuck_loses && __builtin_popcountll(p->w[WHITE] | p->w[BLACK]) < PYRGA_PIECES)
        return (Outcome){.over = true, .winner = (int8_t)!pyrga_rules_mover(p), .reason = PYRGA_NO_PLACE_LEFT};
    int ahead = counted(p);
    int winner = ahead > 0 ? WHITE : ahead < 0 ? BLACK : DRAW;
    return (Outcome){.over = true, .winner = (int8_t)winner, .reason = PYRGA_COUNTED};
}

Outcome pyrga_rules_outcome(const Position *p) { return outcome(p, false); }

Outcome pyrga_rules_outcome_pilotis(const Position *p) { return outcome(p, true); }
