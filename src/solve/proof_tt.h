/* What proof search remembers about a position.
 *
 * An entry holds two facts about one side, the attacker — wins within `yes` plies, does not win
 * within `no` plies — which stay true whatever is asked next, and the numbers of the last
 * visit, which are only estimates. Facts are merged when an entry is written again. When room
 * is short, the entry that took the least work is replaced. One thread per table. */
#ifndef COLONNADE_SOLVE_PROOF_TT_H
#define COLONNADE_SOLVE_PROOF_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROOF_INFINITE = (1 << 21) - 1, /* a number that cannot be reached; PROOF_INFINITE - 1 is "very large" */
    PROOF_EVER = 126,               /* no limit on plies */
    PROOF_NEVER = 127               /* `yes` of a position that is not known to be won */
};

typedef struct ProofFacts {
    uint32_t phi, delta;            /* see proof.c; 0 when the last visit decided */
    uint8_t yes, no;                /* plies */
} ProofFacts;

typedef struct ProofEntry {
    uint64_t key;
    uint64_t data;                  /* phi 21, delta 21, yes 7, no 7, effort 8 bits; 0: empty */
} ProofEntry;

typedef struct ProofTt {
    void *block;                    /* what was allocated */
    ProofEntry *entry;              /* in it, at the start of a cache line */
    size_t count;                   /* a power of two */
} ProofTt;

bool proof_tt_create(ProofTt *t, size_t bytes);  /* at least one bucket; false: no memory */
void proof_tt_destroy(ProofTt *t);
void proof_tt_clear(ProofTt *t);

bool proof_tt_find(const ProofTt *t, uint64_t key, ProofFacts *out);
/* `effort`: the positions that were expanded for it. */
void proof_tt_store(ProofTt *t, uint64_t key, ProofFacts facts, uint64_t effort);

enum { PROOF_BUCKET = 4 };          /* entries that share a cache line */
static inline size_t proof_tt_bucket(const ProofTt *t, uint64_t key)
{
    return (size_t)key & (t->count - 1) & ~(size_t)(PROOF_BUCKET - 1);
}
static inline void proof_tt_prefetch(const ProofTt *t, uint64_t key)
{
    __builtin_prefetch(&t->entry[proof_tt_bucket(t, key)]);
}

#endif
