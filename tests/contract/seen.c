/* Positions met so far, to see that hashes and keys agree with equality. Two tables
 * of the same kind: one by hash, of the positions, one by key, of the canonical ones. */
#include "contract/contract.h"

#include <stdlib.h>

enum { SLOTS = 1 << 18 };   /* a power of two; when half are used, no more are added */

typedef struct Entry {
    bool used;
    uint64_t hash;
    Position position;
} Entry;

struct Seen {
    size_t used;
    Entry by_hash[SLOTS], by_key[SLOTS];
};

Seen *seen_new(void) { return calloc(1, sizeof(Seen)); }

void seen_free(Seen *seen) { free(seen); }

/* The entry with this hash, or the free one where it would go. */
static Entry *find(Entry *table, uint64_t hash)
{
    size_t i = hash & (SLOTS - 1);
    while (table[i].used && table[i].hash != hash)
        i = (i + 1) & (SLOTS - 1);
    return &table[i];
}

static bool agrees(Entry *table, uint64_t hash, const Position *p)
{
    Entry *e = find(table, hash);
    if (e->used)
        return position_equal(&e->position, p);
    *e = (Entry){.used = true, .hash = hash, .position = *p};
    return true;
}

bool seen_hash_agrees(Contract *c, Seen *seen)
{
    Position canonical;
    c->property = "seen_hash_agrees";
    if (seen->used++ >= SLOTS / 2)
        return true;
    if (!agrees(seen->by_hash, position_hash(c->game, &c->position), &c->position))
        return contract_fail(c, "another position has the same hash");
    position_canonical(c->game, &c->position, &canonical, NULL);
    if (!agrees(seen->by_key, position_key(c->game, &c->position), &canonical))
        return contract_fail(c, "a position that is not symmetric to this one has the same key");
    return true;
}
