/* See opening_layer.h. */
#include "core/opening_layer.h"

#include "core/hash.h"

#include <string.h>

const OpeningLayer *opening_layer_of(const Game *g)
{
    for (const OpeningLayer *o = opening_layer_table; o->game; o++)
        if (strcmp(o->game, g->id) == 0)
            return o;
    return NULL;
}

uint64_t opening_layer_key(const Game *g, const Position *p, int *looks)
{
    Position canonical;
    position_canonical(g, p, &canonical, NULL);
    *looks = g->search.evaluate(&canonical);
    return position_hash(g, &canonical);
}

void opening_fuse_places(const OpeningFuse *f, uint64_t key, uint32_t seed, uint32_t out[3])
{
    const uint32_t segment = f->segment;
    uint64_t h = (key ^ seed * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 29;
    uint32_t first = (uint32_t)((h >> 32) * f->segments >> 32) * segment;
    out[0] = first + (uint32_t)(h & (segment - 1));
    out[1] = first + segment + (uint32_t)(h >> 10 & (segment - 1));
    out[2] = first + 2 * segment + (uint32_t)((h * UINT64_C(0xa0761d6478bd642f)) >> 40 & (segment - 1));
}

unsigned opening_layer_fingerprint(uint64_t key, int width)
{
    return (unsigned)(hash_fold(key, UINT64_C(0xe7037ed1a0b428db)) >> (64 - width));
}

uint32_t opening_layer_mark(uint64_t key, int looks) { return (uint32_t)hash_three(key, (uint64_t)(int64_t)looks, 0); }

unsigned opening_fuse_sum(const OpeningFuse *f, uint64_t key, uint32_t seed)
{
    uint32_t place[3];
    unsigned n = 0;
    opening_fuse_places(f, key, seed, place);
    for (int i = 0; i < 3; i++)
        n ^= opening_fuse_number(f->bit, place[i], f->width);
    return n;
}

/* `above`: what evaluations above the range say. */
static bool has(const OpeningSet *s, const OpeningLayer *o, uint64_t key, int looks, bool above)
{
    const OpeningFuse *suspect = &s->suspect;
    bool open = looks >= s->low && looks <= s->high;
    if (open ||
        (suspect->bit && opening_fuse_sum(suspect, key, o->seed) == opening_layer_fingerprint(key, suspect->width)))
        return s->told.bit && opening_fuse_sum(&s->told, key, o->seed);
    return looks > s->high && above;
}

int opening_layer_value(const OpeningLayer *o, const Game *g, const Position *p, int *looks)
{
    int value;
    uint64_t key = opening_layer_key(g, p, &value);
    if (looks)
        *looks = value;
    if (has(&o->drawn, o, key, value, false))
        return 0;
    return has(&o->won, o, key, value, true) ? 1 : o->never_lost ? 0 : -1;
}
