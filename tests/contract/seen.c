/* Positions met so far, to see that hashes and keys agree with equality. Tables of the
 * same kind: by hash, and by either key. */
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
    Entry by_hash[SLOTS], by_key[SLOTS], by_quick_key[SLOTS];
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

/* Whether both have the same future, as far as one ply shows. */
static bool same_future(const Game *g, const Position *a, const Position *b)
{
    Outcome x = g->outcome(a), y = g->outcome(b);
    return g->moves(a, NULL, 0) == g->moves(b, NULL, 0) && g->mover(a) == g->mover(b) && x.over == y.over &&
           x.winner == y.winner;
}

static bool shares_its_future(Contract *c, Entry *table, uint64_t key, const char *called)
{
    Entry *e = find(table, key);
    if (!e->used)
        *e = (Entry){.used = true, .hash = key, .position = c->position};
    if (!same_future(c->game, &e->position, &c->position))
        return contract_fail(c, "a position with another future has the same %s", called);
    return true;
}

bool seen_hash_agrees(Contract *c, Seen *seen)
{
    c->property = "seen_hash_agrees";
    if (seen->used++ >= SLOTS / 2)
        return true;
    const uint64_t hash = position_hash(c->game, &c->position);
    if (!agrees(seen->by_hash, hash, &c->position))
        return contract_fail(c, "another position has the same hash");
    return shares_its_future(c, seen->by_key, position_key(c->game, &c->position), "key") &&
           shares_its_future(c, seen->by_quick_key, position_quick_key(c->game, &c->position, hash), "quick key");
}
