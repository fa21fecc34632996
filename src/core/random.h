/* Two small generators of random numbers, for openings, benchmarks and levels of play: the same
 * numbers from the same seed on every machine. Not for secrets. */
#ifndef COLONNADE_CORE_RANDOM_H
#define COLONNADE_CORE_RANDOM_H

#include <stdint.h>

/* 32 bits; the state must not be 0 (xorshift64*). */
static inline uint32_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

/* 64 bits, from any state (SplitMix64). */
static inline uint64_t random_next_wide(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

#endif
