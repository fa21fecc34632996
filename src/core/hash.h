/* Mixing words into 64-bit hashes: fast, and the same on every machine. */
#ifndef COLONNADE_CORE_HASH_H
#define COLONNADE_CORE_HASH_H

#include <stdint.h>

/* Both halves of a 128-bit product, folded: two words are mixed by one multiplication. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
#ifdef __wasm__
    /* There is no such instruction there, and the compiler would call a function: do the same in halves. */
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl, left = ah * bl + (low >> 32), right = al * bh + (uint32_t)left;
    return (right << 32 | (uint32_t)low) ^ (ah * bh + (left >> 32) + (right >> 32));
#else
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#endif
}

/* Three words; the first two must not both be constant. */
static inline uint64_t hash_three(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t h = hash_fold(a ^ UINT64_C(0x9e3779b97f4a7c15), b ^ UINT64_C(0xd6e8feb86659fd93));
    return hash_fold(h ^ c, UINT64_C(0xa0761d6478bd642f));
}

/* `count` words, rounded up to an even number of them. */
static inline uint64_t hash_words(const uint64_t *w, int count)
{
    static const uint64_t salt[8] = {
        UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xd6e8feb86659fd93), UINT64_C(0xa0761d6478bd642f),
        UINT64_C(0xe7037ed1a0b428db), UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3),
        UINT64_C(0x1d8e4e27c47d124f), UINT64_C(0xeb44accab455d165),
    };
    uint64_t h = UINT64_C(0xbf58476d1ce4e5b9);
    for (int i = 0; i < count; i += 2)
        h ^= hash_fold(w[i] ^ salt[i & 7], (w[i + 1] ^ salt[(i + 1) & 7]) + h);
    return hash_fold(h, salt[0]);
}

#endif
