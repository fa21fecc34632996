/* The table of proof search: see proof_tt.h. */
#include "solve/proof_tt.h"

#include "core/memory.h"

#include <string.h>

enum { NUMBER_BITS = 21, PLY_BITS = 7, LINE = PROOF_BUCKET * sizeof(ProofEntry) };
enum {
    DELTA_SHIFT = NUMBER_BITS,
    YES_SHIFT = DELTA_SHIFT + NUMBER_BITS,
    NO_SHIFT = YES_SHIFT + PLY_BITS,
    EFFORT_SHIFT = NO_SHIFT + PLY_BITS
};

bool proof_tt_create(ProofTt *t, size_t bytes)
{
    t->count = PROOF_BUCKET;
    while (t->count <= SIZE_MAX / 4 / sizeof(ProofEntry) && t->count * 2 * sizeof(ProofEntry) <= bytes)
        t->count *= 2;
    t->block = memory_resize(NULL, t->count * sizeof(ProofEntry) + LINE);
    if (!t->block)
        return false;
    t->entry = (ProofEntry *)(((uintptr_t)t->block + LINE - 1) / LINE * LINE);
    proof_tt_clear(t);
    return true;
}

void proof_tt_destroy(ProofTt *t)
{
    if (t->block)
        memory_free(t->block);
    *t = (ProofTt){0};
}

void proof_tt_clear(ProofTt *t) { memset(t->entry, 0, t->count * sizeof(ProofEntry)); }

static uint32_t number(uint64_t data, int shift) { return (uint32_t)(data >> shift) & PROOF_INFINITE; }

static uint8_t plies(uint64_t data, int shift) { return (uint8_t)(data >> shift & ((1 << PLY_BITS) - 1)); }

/* Effort in eighths of a doubling, so that eight bits hold any. */
static uint64_t scale(uint64_t effort)
{
    if (effort < 8)
        return effort;
    int top = 63 - __builtin_clzll(effort);
    uint64_t scaled = (uint64_t)(top - 2) << 3 | (effort >> (top - 3) & 7);
    return scaled < 255 ? scaled : 255;
}

bool proof_tt_find(const ProofTt *t, uint64_t key, ProofFacts *out)
{
    const ProofEntry *bucket = &t->entry[proof_tt_bucket(t, key)];
    for (int i = 0; i < PROOF_BUCKET; i++)
        if (bucket[i].key == key && bucket[i].data) {
            uint64_t data = bucket[i].data;
            *out =
                (ProofFacts){number(data, 0), number(data, DELTA_SHIFT), plies(data, YES_SHIFT), plies(data, NO_SHIFT)};
            return true;
        }
    return false;
}

void proof_tt_store(ProofTt *t, uint64_t key, ProofFacts facts, uint64_t effort)
{
    ProofEntry *bucket = &t->entry[proof_tt_bucket(t, key)], *place = bucket;
    for (int i = 0; i < PROOF_BUCKET; i++) {
        ProofEntry *e = &bucket[i];
        if (e->data && e->key == key) {
            uint8_t yes = plies(e->data, YES_SHIFT), no = plies(e->data, NO_SHIFT);
            facts.yes = yes < facts.yes ? yes : facts.yes;
            facts.no = no > facts.no ? no : facts.no;
            place = e;
            break;
        }
        if (e->data >> EFFORT_SHIFT < place->data >> EFFORT_SHIFT || !e->data)
            place = e;
    }
    place->key = key;
    place->data = (uint64_t)facts.phi | (uint64_t)facts.delta << DELTA_SHIFT | (uint64_t)facts.yes << YES_SHIFT |
                  (uint64_t)facts.no << NO_SHIFT | scale(effort) << EFFORT_SHIFT;
}
