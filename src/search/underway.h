/* The positions that the threads of a run are looking at right now, by their keys, so that a
 * thread can leave for later what another is working on. Internal to src/search.
 *
 * There are no locks, so a key may be overwritten or be seen a moment too long. Then two
 * threads do the same work or one does it later; no value depends on it. */
#ifndef COLONNADE_SEARCH_UNDERWAY_H
#define COLONNADE_SEARCH_UNDERWAY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNDERWAY_BUCKETS = 1 << 10, UNDERWAY_BUCKET = 4 };

typedef struct Underway {
    _Atomic uint64_t key[UNDERWAY_BUCKETS][UNDERWAY_BUCKET];    /* 0: free */
} Underway;

/* The low bits choose the place in the transposition table, so other bits are used here. */
static inline _Atomic uint64_t *underway_bucket(Underway *u, uint64_t key)
{
    return u->key[key >> 40 & (UNDERWAY_BUCKETS - 1)];
}

static inline bool underway_has(Underway *u, uint64_t key)
{
    const _Atomic uint64_t *bucket = underway_bucket(u, key);
    for (int i = 0; i < UNDERWAY_BUCKET; i++)
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == key)
            return true;
    return false;
}

static inline void underway_begin(Underway *u, uint64_t key)
{
    _Atomic uint64_t *bucket = underway_bucket(u, key);
    int at = 0;
    while (at < UNDERWAY_BUCKET - 1 && atomic_load_explicit(&bucket[at], memory_order_relaxed) != 0)
        at++;
    atomic_store_explicit(&bucket[at], key, memory_order_relaxed);
}

static inline void underway_end(Underway *u, uint64_t key)
{
    _Atomic uint64_t *bucket = underway_bucket(u, key);
    for (int i = 0; i < UNDERWAY_BUCKET; i++)
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == key)
            atomic_store_explicit(&bucket[i], 0, memory_order_relaxed);
}

#endif
