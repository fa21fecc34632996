/* The heights of Pilea's piles together with which cube is which, for the index: what
 * moves the cubes of a shape about and says where each ends up in the row of the shape
 * that results (pilea_index.h).
 *
 * `ids` names the cubes of the row by their places in the row at the beginning; a cube that
 * comes from the reserve has the next free name. */
#ifndef COLONNADE_GAMES_PILEA_CUBES_H
#define COLONNADE_GAMES_PILEA_CUBES_H

#include "games/pilea/pilea_index.h"

#include <string.h>

typedef struct PileaCubes {
    PileaHeights heights;
    uint64_t slots; /* the slot of each cube of the row, five bits each */
    uint64_t ids;   /* its name, four bits each */
} PileaCubes;

#define PILEA_NIBBLES  0x1111111111111111ull
#define PILEA_IN_ORDER 0xA9876543210ull

/* Slots and places in the row as one byte: with eleven cubes there would be too many. */
enum { PILEA_KEY = 10 };

static inline int pilea_cubes_height(const PileaCubes *c, int slot)
{
    return (int)((slot < 8 ? c->heights.low >> 4 * slot : c->heights.high >> 4 * (slot - 8)) & 15);
}

/* How many cubes of the row stand on slots up to this one. At most eleven, so no sum of
 * four-bit numbers overflows on its way to the top of the product. */
static inline int pilea_cubes_up_to(const PileaIndex *x, const PileaCubes *c, int slot)
{
    const uint64_t *mask = x->up_to[slot];
    return (int)(((c->heights.low & mask[0]) * PILEA_NIBBLES >> 60) +
                 ((c->heights.high & mask[1]) * PILEA_NIBBLES >> 60));
}

/* The name of the top cube of a slot that is not empty; `below` counts from the top. */
static inline int pilea_cubes_id(const PileaIndex *x, const PileaCubes *c, int slot, int below)
{
    return (int)(c->ids >> 4 * (pilea_cubes_up_to(x, c, slot) - 1 - below) & 15);
}

static inline void pilea_cubes_raise(PileaCubes *c, int slot, int by)
{
    if (slot < 8)
        c->heights.low += (uint64_t)by << 4 * slot;
    else
        c->heights.high += (uint64_t)by << 4 * (slot - 8);
}

static inline void pilea_cubes_lower(PileaCubes *c, int slot, int by)
{
    if (slot < 8)
        c->heights.low -= (uint64_t)by << 4 * slot;
    else
        c->heights.high -= (uint64_t)by << 4 * (slot - 8);
}

/* The upper `count` cubes of a slot leave; returns their names, the lowest first. */
static inline uint64_t pilea_cubes_lift(const PileaIndex *x, PileaCubes *c, int slot, int count)
{
    const int at = pilea_cubes_up_to(x, c, slot) - count;
    const uint64_t low = (1ull << 4 * at) - 1, slots = (1ull << 5 * at) - 1;
    const uint64_t out = c->ids >> 4 * at & ((1ull << 4 * count) - 1);
    c->ids = (c->ids & low) | (c->ids >> 4 * count & ~low);
    c->slots = (c->slots & slots) | (c->slots >> 5 * count & ~slots);
    pilea_cubes_lower(c, slot, count);
    return out;
}

/* `count` cubes of the row on the same slot. */
static inline uint64_t pilea_cubes_run(int slot, int count)
{
    const uint64_t each = UINT64_C(0x0084210842108421) & ((UINT64_C(1) << 5 * count) - 1);
    return each * (uint64_t)slot;
}

static inline void pilea_cubes_drop(const PileaIndex *x, PileaCubes *c, int slot, int count, uint64_t ids)
{
    const int at = pilea_cubes_up_to(x, c, slot);
    const uint64_t low = (1ull << 4 * at) - 1, slots = (1ull << 5 * at) - 1;
    c->ids = (c->ids & low) | ids << 4 * at | (c->ids & ~low) << 4 * count;
    c->slots = (c->slots & slots) | pilea_cubes_run(slot, count) << 5 * at | (c->slots & ~slots) << 5 * count;
    pilea_cubes_raise(c, slot, count);
}

static inline PileaCubes pilea_cubes_from(PileaHeights h)
{
    PileaCubes c = {h, 0, PILEA_IN_ORDER};
    int at = 0;
    for (int half = 0; half < 2; half++)
        for (uint64_t rest = half ? h.high : h.low; rest;) {
            const int slot = __builtin_ctzll(rest) >> 2, n = (int)(rest >> 4 * slot & 15);
            c.slots |= pilea_cubes_run(slot + 8 * half, n) << 5 * at;
            rest &= ~(UINT64_C(15) << 4 * slot);
            at += n;
        }
    return c;
}

/* The same as below for more cubes than PILEA_KEY. */
static inline void pilea_cubes_bits_many(const PileaIndex *x, const PileaCubes *c, int cubes, int turn,
                                         uint16_t bit[16])
{
    for (int i = 0; i < cubes; i++) {
        const int to = x->board.turned[turn][c->slots >> 5 * i & 31];
        int before = 0;
        for (int j = 0; j < cubes; j++) {
            const int other = x->board.turned[turn][c->slots >> 5 * j & 31];
            before += other < to || (other == to && j < i);
        }
        bit[c->ids >> 4 * i & 15] = (uint16_t)(1u << before);
    }
}

/* For each name, the bit of its cube in the row after the symmetry `turn`. Cubes are
 * sorted by the slot they come to; those of a pile stay in order. */
static inline void pilea_cubes_bits(const PileaIndex *x, const PileaCubes *c, int cubes, int turn, uint16_t bit[16])
{
    typedef int8_t Bytes __attribute__((vector_size(16)));
    if (turn == 0) {
        for (int i = 0; i < cubes; i++)
            bit[c->ids >> 4 * i & 15] = (uint16_t)(1u << i);
        return;
    }
    if (cubes > PILEA_KEY) {
        pilea_cubes_bits_many(x, c, cubes, turn, bit);
        return;
    }
    int8_t key[16];
    memset(key, INT8_MAX, sizeof key);
    for (int i = 0; i < cubes; i++)
        key[i] = (int8_t)(x->key[turn][c->slots >> 5 * i & 31] + i);
    Bytes keys, before = {0};
    memcpy(&keys, key, sizeof keys);
    for (int i = 0; i < PILEA_KEY; i++)
        before -= (Bytes)(((Bytes){0} + key[i]) < keys);
    memcpy(key, &before, sizeof key);
    for (int i = 0; i < cubes; i++)
        bit[c->ids >> 4 * i & 15] = (uint16_t)(1u << key[i]);
}

/* A change of the row as two tables: the bits of a colouring's low and high half. */
typedef struct PileaRecolour {
    uint16_t low[32], high[64];
} PileaRecolour;

/* `names`: how many cubes may have a name. */
static inline void pilea_cubes_recolour(const uint16_t bit[16], int names, PileaRecolour *out)
{
    out->low[0] = out->high[0] = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 1 << i; j++) {
            out->low[(1 << i) + j] = (uint16_t)(out->low[j] | bit[i]);
            out->high[(1 << i) + j] = (uint16_t)(out->high[j] | bit[5 + i]);
        }
    if (names > PILEA_KEY)
        for (int j = 0; j < 32; j++)
            out->high[32 + j] = (uint16_t)(out->high[j] | bit[PILEA_KEY]);
}

static inline unsigned pilea_cubes_coloured(const PileaRecolour *r, unsigned colours)
{
    return (unsigned)(r->low[colours & 31] | r->high[colours >> 5]);
}

#endif
