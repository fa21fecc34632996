/* Evaluation, order and keys for Pilea.
 *
 * A game is won from a pile of four or five next to the centre. So height near the centre counts, and so do the
 * steps that lead up there; cubes under others and cubes that can be captured are the price. Features are the
 * mover's count minus the opponent's unless they say otherwise. */
#include "games/pilea/pilea_search.h"

#include "core/hash.h"
#include "games/pilea/pilea_rules.h"
#include "games/pilea/pilea_weights.h"

#define NEAR ((1u << 7) | (1u << 11) | (1u << 13) | (1u << 17)) /* the centre's neighbours */
#define RING ((1u << 6) | (1u << 8) | (1u << 16) | (1u << 18))  /* diagonal to it */

enum {
    TOPS,           /* piles */
    NEAR_TOPS,      /* piles next to the centre */
    RING_TOPS,      /* piles diagonal to the centre */
    HEIGHT2,        /* piles of height two … */
    HEIGHT3,        /* … three … */
    HEIGHT4,        /* … four or more */
    NEAR_HEIGHT3,   /* the same next to the centre */
    NEAR_READY,     /* four or five, next to the centre: one step from winning */
    NEAR_HIGHER,    /* too high, next to the centre */
    THREATS,        /* places from which the mover would capture */
    ENDANGERED,     /* places from which the opponent would capture; not a difference */
    STEPS_UP,       /* neighbours one step up from one's own pile */
    TEMPO,          /* 1 */
    PILEA_FEATURES
};

static const char *const names[PILEA_FEATURES] = {
    "tops",          "near",        "ring",    "height 2",   "height 3", "height 4 up", "near height 3",
    "near height 4", "near higher", "threats", "endangered", "steps up", "tempo",
};

static void add_piles(const Position *p, uint32_t tops, uint32_t high, int sign, int out[MAX_FEATURES])
{
    out[TOPS] += sign * __builtin_popcount(tops);
    out[NEAR_TOPS] += sign * __builtin_popcount(tops & NEAR);
    out[RING_TOPS] += sign * __builtin_popcount(tops & RING);
    for (uint32_t rest = tops & high; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), h = pilea_height(p, place);
        out[h == 2 ? HEIGHT2 : h == 3 ? HEIGHT3 : HEIGHT4] += sign;
        if (NEAR >> place & 1 && h >= 3)
            out[h == 3 ? NEAR_HEIGHT3 : h <= 5 ? NEAR_READY : NEAR_HIGHER] += sign;
        for (uint32_t near = pilea_neighbours[place] & high; near; near &= near - 1)
            out[STEPS_UP] += sign * (pilea_height(p, __builtin_ctz(near)) == h);
    }
    /* A lone cube can step up onto any other lone cube. */
    uint32_t single = ~high & (pilea_white(p) | pilea_black(p)), lone = tops & ~high;
    uint32_t beside =
        (single << 1 & ~PILEA_FIRST_COLUMN) | (single >> 1 & ~PILEA_LAST_COLUMN) | single << 5 | single >> 5;
    out[STEPS_UP] += sign * __builtin_popcount(lone & beside);
}

static void features(const Position *p, int out[MAX_FEATURES])
{
    uint32_t own = pilea_own(p), opposing = pilea_opposing(p), high = pilea_high(p);
    for (int i = 0; i < PILEA_FEATURES; i++)
        out[i] = 0;
    add_piles(p, own, high, 1, out);
    add_piles(p, opposing, high, -1, out);
    out[THREATS] = __builtin_popcount(pilea_threats(own, opposing) & ~opposing);
    out[ENDANGERED] = __builtin_popcount(pilea_threats(opposing, own) & ~own);
    out[TEMPO] = 1;
}

const Evaluation pilea_evaluation = {PILEA_FEATURES, names, pilea_weights, features};

int pilea_evaluate(const Position *p)
{
    int f[MAX_FEATURES];
    features(p, f);
    return evaluation_sum(pilea_weights, f, PILEA_FEATURES);
}

int pilea_order(const Position *p, Move m)
{
    int to = pilea_to(m), rank = 2000 * pilea_capture_count(m) + (NEAR >> to & 1 ? 200 : 0);
    if (pilea_kind(m) == PILEA_TOP)
        rank += 300 * (pilea_height(p, to) + 1 - pilea_height(p, pilea_from(m)));
    return rank;
}

Move pilea_winning_move(const Position *p)
{
    if (!pilea_moving(p))
        return 0;
    for (uint32_t rest = pilea_own(p) & NEAR; rest; rest &= rest - 1) {
        int from = __builtin_ctz(rest), h = pilea_height(p, from);
        if (h == PILEA_GREY + 1 || h == PILEA_GREY + 2)
            return pilea_move(PILEA_TOP, from, PILEA_CENTRE);
    }
    return 0;
}

/* --- keys --- */

/* The same places in both masks of tops. */
#define TOPS(places) ((uint64_t)(places) << 32 | (places))

static inline uint64_t mirror_columns(uint64_t tops)
{
    const uint64_t a = TOPS(PILEA_FIRST_COLUMN);
    return (tops & a) << 4 | (tops & a << 1) << 2 | (tops & a << 2) | (tops >> 2 & a << 1) | (tops >> 4 & a);
}

static inline uint64_t mirror_rows(uint64_t tops)
{
    const uint64_t one = TOPS(0x1F);
    return (tops & one) << 20 | (tops & one << 5) << 10 | (tops & one << 10) | (tops >> 10 & one << 5) |
           (tops >> 20 & one);
}

static inline uint64_t swap_columns_and_rows(uint64_t tops)
{
    const uint64_t still = TOPS(0x1041041), by4 = TOPS(0x82082), by8 = TOPS(0x4104), by12 = TOPS(0x208),
                   by16 = TOPS(0x10);
    return (tops & still) | (tops & by4) << 4 | (tops >> 4 & by4) | (tops & by8) << 8 | (tops >> 8 & by8) |
           (tops & by12) << 12 | (tops >> 12 & by12) | (tops & by16) << 16 | (tops >> 16 & by16);
}

static inline uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

static inline uint64_t hash_tops(uint64_t tops, uint64_t others)
{
    return hash_words((const uint64_t[2]){tops | others}, 1);
}

/* The least of the four hashes that mirroring gives. */
static inline uint64_t mirrored_key(uint64_t tops, uint64_t others)
{
    const uint64_t columns = mirror_columns(tops);
    return lesser(lesser(hash_tops(tops, others), hash_tops(columns, others)),
                  lesser(hash_tops(mirror_rows(tops), others), hash_tops(mirror_rows(columns), others)));
}

/* While cubes are being placed, the masks of tops say everything, and symmetric positions are often met; afterwards
 * hardly ever. */
uint64_t pilea_key(const Position *p)
{
    if (pilea_moving(p))
        return hash_words(p->w, PILEA_WORDS);
    const uint64_t tops = p->w[0] & TOPS(PILEA_ALL), others = p->w[0] & ~TOPS(PILEA_ALL);
    return lesser(mirrored_key(tops, others), mirrored_key(swap_columns_and_rows(tops), others));
}

enum { CUBES_TO_SEARCH_WITH_SYMMETRY = 4 }; /* found by counting: more of them save no positions */

uint64_t pilea_quick_key(const Position *p, uint64_t hash)
{
    const int cubes = __builtin_popcountll(p->w[0] & TOPS(PILEA_ALL));
    return pilea_moving(p) || cubes > CUBES_TO_SEARCH_WITH_SYMMETRY ? hash : pilea_key(p);
}
