/* See opening_fuse_make.h.
 *
 * Each position is tied to three places. A place that only one position is tied to can hold whatever that position
 * still needs. It is set aside together with the position, which frees other places, until none is left (or another
 * seed is tried). When they are filled in the opposite order, every position finds its last place free. */
#include "solve/opening_fuse_make.h"

#include "core/memory.h"

#include <math.h>
#include <string.h>

typedef struct Binding {
    uint32_t *count;            /* positions tied to a place … */
    uint32_t *which;            /* … and their numbers, combined by exclusive or */
    uint32_t *queue;            /* places with only one position */
    uint32_t *order, *last;     /* positions in the order in which they were set aside, and the place of each */
    size_t places;
} Binding;

static void choose_size(OpeningFuse *f, size_t count)
{
    double n = (double)(count > 10 ? count : 10);
    int bits = (int)(log(n) / log(3.33) + 2.25);
    double factor = fmax(1.125, 0.875 + 0.25 * log(1e6) / log(n));
    f->segment = 1u << (bits > 18 ? 18 : bits);
    uint32_t all = (uint32_t)(n * factor / f->segment) + 1;
    f->segments = all > 3 ? all - 2 : 1;
}

static bool binding_create(Binding *b, size_t places, size_t count)
{
    *b = (Binding){.places = places};
    b->count = memory_resize(NULL, places * sizeof *b->count);
    b->which = memory_resize(NULL, places * sizeof *b->which);
    b->queue = memory_resize(NULL, (places + 3 * count) * sizeof *b->queue);
    b->order = memory_resize(NULL, count * sizeof *b->order);
    b->last = memory_resize(NULL, count * sizeof *b->last);
    return b->count && b->which && b->queue && b->order && b->last;
}

static void binding_drop(Binding *b)
{
    memory_free(b->count);
    memory_free(b->which);
    memory_free(b->queue);
    memory_free(b->order);
    memory_free(b->last);
}

static void tie(const OpeningFuse *f, const FuseEntry *entry, size_t count, uint32_t seed, Binding *b)
{
    memset(b->count, 0, b->places * sizeof *b->count);
    memset(b->which, 0, b->places * sizeof *b->which);
    for (size_t i = 0; i < count; i++) {
        uint32_t place[3];
        opening_fuse_places(f, entry[i].key, seed, place);
        for (int k = 0; k < 3; k++) {
            b->count[place[k]]++;
            b->which[place[k]] ^= (uint32_t)i;
        }
    }
}

/* Whether every position could be set aside. */
static bool peel(const OpeningFuse *f, const FuseEntry *entry, size_t count, uint32_t seed, Binding *b)
{
    size_t queued = 0, done = 0;
    tie(f, entry, count, seed, b);
    for (size_t i = 0; i < b->places; i++)
        if (b->count[i] == 1)
            b->queue[queued++] = (uint32_t)i;
    while (queued > 0) {
        uint32_t at = b->queue[--queued], place[3];
        if (b->count[at] != 1)
            continue;
        uint32_t i = b->which[at];
        b->order[done] = i;
        b->last[done++] = at;
        opening_fuse_places(f, entry[i].key, seed, place);
        for (int k = 0; k < 3; k++) {
            b->which[place[k]] ^= i;
            if (--b->count[place[k]] == 1)
                b->queue[queued++] = place[k];
        }
    }
    return done == count;
}

/* The place holds 0 so far. */
static void put(uint8_t *bit, uint32_t place, int width, unsigned number)
{
    const size_t first = (size_t)place * (unsigned)width;
    unsigned both = number << (first & 7);
    bit[first >> 3] = (uint8_t)(bit[first >> 3] | both);
    if (both >> 8)
        bit[(first >> 3) + 1] = (uint8_t)(bit[(first >> 3) + 1] | both >> 8);
}

static void fill(const OpeningFuse *f, const FuseEntry *entry, size_t count, uint32_t seed, const Binding *b,
                 uint8_t *bit)
{
    for (size_t n = count; n-- > 0;) {
        const FuseEntry *e = &entry[b->order[n]];
        uint32_t place[3];
        unsigned number = e->number;
        opening_fuse_places(f, e->key, seed, place);
        for (int k = 0; k < 3; k++)
            if (place[k] != b->last[n])
                number ^= opening_fuse_number(bit, place[k], f->width);
        put(bit, b->last[n], f->width, number);
    }
}

FuseResult fuse_make(const FuseEntry *entry, size_t count, int width, uint32_t seed, FuseMade *out)
{
    Binding b;
    fuse_drop(out);
    out->fuse.width = width;
    if (count == 0)
        return FUSE_MADE;
    choose_size(&out->fuse, count);
    const size_t places = (size_t)out->fuse.segment * (out->fuse.segments + 2);
    out->bytes = (places * (unsigned)width + 7) / 8;
    out->bit = memory_resize(NULL, out->bytes);
    FuseResult result = out->bit && binding_create(&b, places, count) ? FUSE_UNSUITED : FUSE_NO_MEMORY;
    if (result == FUSE_UNSUITED && peel(&out->fuse, entry, count, seed, &b)) {
        memset(out->bit, 0, out->bytes);
        fill(&out->fuse, entry, count, seed, &b, out->bit);
        out->fuse.bit = out->bit;
        result = FUSE_MADE;
    }
    if (out->bit)
        binding_drop(&b);
    return result;
}

bool fuse_matches(const FuseMade *f, uint64_t key, uint32_t seed)
{
    return f->fuse.bit && opening_fuse_sum(&f->fuse, key, seed) == opening_layer_fingerprint(key, f->fuse.width);
}

void fuse_drop(FuseMade *f)
{
    memory_free(f->bit);
    *f = (FuseMade){0};
}
