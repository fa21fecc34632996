/* All sixteen places at a time: as a vector with one lane per place, in place order, or as a
 * set with one bit per place. */
#ifndef COLONNADE_GAMES_DORIX_LANES_H
#define COLONNADE_GAMES_DORIX_LANES_H

#include "games/dorix/dorix_rules.h"

#include <string.h>

static const uint16_t dorix_diagonal[2] = {0x8421, 0x1248};
static const uint16_t dorix_neighbours[DORIX_PLACES] = {
    0x0012, 0x0025, 0x004a, 0x0084, 0x0121, 0x0252, 0x04a4, 0x0848,
    0x1210, 0x2520, 0x4a40, 0x8480, 0x2100, 0x5200, 0xa400, 0x4800,
};

typedef int8_t Lanes __attribute__((vector_size(16)));
/* The same as two words; going through memory in halves would stall. */
typedef uint64_t Halves __attribute__((vector_size(16)));

/* Each place's neighbour in one direction; 0 over the edge. */
static inline Lanes southern(Lanes v)
{
    return __builtin_shufflevector(v, (Lanes){0}, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
}
static inline Lanes northern(Lanes v)
{
    return __builtin_shufflevector(v, (Lanes){0}, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16);
}
static inline Lanes western(Lanes v)
{
    return __builtin_shufflevector(v, (Lanes){0}, 16, 0, 1, 2, 16, 4, 5, 6, 16, 8, 9, 10, 16, 12, 13, 14);
}
static inline Lanes eastern(Lanes v)
{
    return __builtin_shufflevector(v, (Lanes){0}, 1, 2, 3, 16, 5, 6, 7, 16, 9, 10, 11, 16, 13, 14, 15, 16);
}

static inline Lanes lanes_heights(const Position *p)
{
    Lanes end;
    memcpy(&end, &p->w[DORIX_END], sizeof end);
    return end - __builtin_shufflevector(end, (Lanes){0}, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
}

/* -1 in the lanes of a set of places, 0 elsewhere. */
static inline Lanes lanes_of(unsigned set)
{
    const Lanes bit = {1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128};
    const uint64_t each = UINT64_C(0x0101010101010101);
    Lanes v = (Lanes)(Halves){(set & 255) * each, (set >> 8) * each};
    return (v & bit) == bit;
}

/* The places whose lanes are -1. */
static inline unsigned set_of(Lanes v)
{
#ifdef __wasm_simd128__
    return (unsigned)__builtin_wasm_bitmask_i8x16(v);
#else
    const uint64_t one = UINT64_C(0x0101010101010101), gather = UINT64_C(0x0102040810204080);
    Halves half = (Halves)v;
    return (unsigned)((half[0] & one) * gather >> 56 | (half[1] & one) * gather >> 56 << 8);
#endif
}

#endif
