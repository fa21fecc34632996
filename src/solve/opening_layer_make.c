/* See opening_layer_make.h.
 *
 * Each position is tied to three places. A place that only one position is tied to can hold whatever that position
 * still needs. It is set aside together with the position, which frees other places, until none is left (or another
 * seed is tried). When they are filled in the opposite order, every position finds its last place free. */
#include "solve/opening_layer_make.h"

#include "core/index.h"
#include "core/memory.h"
#include "core/opening_layer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 100, LAYER_VERSION = 1 };

typedef struct LayerEntry {
    uint64_t key;
    int8_t result;
} LayerEntry;

typedef struct Layer {
    Tablebase *tablebase;
    const Game *game;
    OpeningLayer shape;              /* without arrays */
    LayerEntry *entry;
    size_t count, capacity;
} Layer;

static bool out_of_memory(Message *error) { return message_memory(error); }

/* A position of the layer, to find its reserves. */
static bool find_example(const Game *g, int plies, Position *out)
{
    MoveList list = {0};
    bool found = true;
    g->start(out);
    for (int ply = 0; ply < plies && found; ply++) {
        int seat = g->mover(out), left = g->reserve(out, seat, 0);
        found = false;
        if (!movelist_fill(&list, g, out))
            break;
        for (size_t i = 0; i < list.count && !found; i++) {
            Position next;
            g->play(out, list.move[i], &next);
            found = g->reserve(&next, seat, 0) == left - 1 && !g->outcome(&next).over;
            if (found)
                *out = next;
        }
    }
    movelist_free(&list);
    return found;
}

static bool add(Layer *l, const Position *p)
{
    Value v;
    if (l->count == l->capacity) {
        size_t wanted = l->capacity ? 2 * l->capacity : 1 << 16;
        LayerEntry *grown = memory_resize(l->entry, wanted * sizeof *grown);
        if (!grown)
            return false;
        l->entry = grown;
        l->capacity = wanted;
    }
    if (!tablebase_value(l->tablebase, p, &v))
        return false;
    l->entry[l->count++] = (LayerEntry){opening_layer_key(l->game, p), v.result};
    return true;
}

/* Of two positions that differ by an exchange of colours and mover, the index has only one: so it has every position
 * of the layer, or none (then nobody has a layer of it). */
static bool collect(Layer *l, const Position *like, Message *error)
{
    const SolveIndex *index = l->game->index;
    void *state = index->create(error);
    bool ok = state != NULL;
    uint64_t first = 0, end = ok ? index->size(state) : 0;
    if (ok && index->span)
        index->span(state, like, &first, &end);
    for (uint64_t i = first; ok && i < end; i++) {
        Position p;
        if (index->unrank(state, i, &p) && opening_layer_has(&l->shape, l->game, &p) && !add(l, &p))
            ok = out_of_memory(error);
    }
    if (state)
        index->destroy(state);
    return ok;
}

/* --- binding positions to places --- */

typedef struct Binding {
    uint32_t *count;            /* positions tied to a place … */
    uint32_t *which;            /* … and their numbers, combined by exclusive or */
    uint32_t *queue;            /* places with only one position */
    uint32_t *order, *last;     /* positions in the order in which they were set aside, and the place of each */
    size_t places;
} Binding;

static void places_of(const Layer *l, size_t i, uint32_t out[3])
{
    opening_layer_places(l->entry[i].key, l->shape.seed, l->shape.segment, l->shape.segments, out);
}

/* Whether every position could be set aside. */
static bool peel(const Layer *l, Binding *b)
{
    size_t queued = 0, done = 0;
    memset(b->count, 0, b->places * sizeof *b->count);
    memset(b->which, 0, b->places * sizeof *b->which);
    for (size_t i = 0; i < l->count; i++) {
        uint32_t place[3];
        places_of(l, i, place);
        for (int k = 0; k < 3; k++) {
            b->count[place[k]]++;
            b->which[place[k]] ^= (uint32_t)i;
        }
    }
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
        places_of(l, i, place);
        for (int k = 0; k < 3; k++) {
            b->which[place[k]] ^= i;
            if (--b->count[place[k]] == 1)
                b->queue[queued++] = place[k];
        }
    }
    return done == l->count;
}

static void fill(const Layer *l, const Binding *b, int result, uint8_t *bit)
{
    for (size_t n = l->count; n-- > 0;) {
        uint32_t i = b->order[n], at = b->last[n], place[3];
        int value = l->entry[i].result == result;
        places_of(l, i, place);
        for (int k = 0; k < 3; k++)
            if (place[k] != at)
                value ^= bit[place[k] >> 3] >> (place[k] & 7) & 1;
        bit[at >> 3] = (uint8_t)(bit[at >> 3] | value << (at & 7));
    }
}

static void choose_size(Layer *l)
{
    double n = (double)(l->count > 10 ? l->count : 10);
    int bits = (int)(log(n) / log(3.33) + 2.25);
    double factor = fmax(1.125, 0.875 + 0.25 * log(1e6) / log(n));
    l->shape.segment = 1u << (bits > 18 ? 18 : bits);
    uint32_t all = (uint32_t)(n * factor / l->shape.segment) + 1;
    l->shape.segments = all > 3 ? all - 2 : 1;
}

static void add_number(Buffer *out, uint32_t n)
{
    char byte[4] = {(char)(n & 255), (char)(n >> 8 & 255), (char)(n >> 16 & 255), (char)(n >> 24)};
    buffer_add_bytes(out, byte, 4);
}

/* Draws are listed if that is shorter than an array. */
static bool lists_draws(const Binding *b, const OpeningLayerCounts *counts) { return counts->drawn * 64 < b->places; }

static bool never_lost(const OpeningLayerCounts *counts) { return counts->won + counts->drawn == counts->positions; }

static int by_key(const void *a, const void *b)
{
    const LayerEntry *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* "CLAY", then four-byte numbers, low byte first, then the arrays and the list. */
static bool write_layer(Layer *l, const Binding *b, const OpeningLayerCounts *counts, Buffer *out)
{
    size_t bytes = (b->places + 7) / 8;
    uint8_t *bit = memory_resize(NULL, bytes);
    if (!bit)
        return false;
    const OpeningLayer *s = &l->shape;
    uint32_t head[] = {
        LAYER_VERSION,
        s->mover,
        s->reserve[0],
        s->reserve[1],
        s->seed,
        s->segment,
        s->segments,
        never_lost(counts) ? UINT32_MAX - 1 : lists_draws(b, counts) ? (uint32_t)counts->drawn : UINT32_MAX};
    buffer_add(out, "CLAY");
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        add_number(out, head[i]);
    for (int result = 1; result >= (never_lost(counts) || lists_draws(b, counts) ? 1 : 0); result--) {
        memset(bit, 0, bytes);
        fill(l, b, result, bit);
        buffer_add_bytes(out, (const char *)bit, bytes);
    }
    memory_free(bit);
    if (never_lost(counts) || !lists_draws(b, counts))
        return !out->failed;
    qsort(l->entry, l->count, sizeof *l->entry, by_key);
    for (size_t i = 0; i < l->count; i++)
        if (l->entry[i].result == 0) {
            add_number(out, (uint32_t)l->entry[i].key);
            add_number(out, (uint32_t)(l->entry[i].key >> 32));
        }
    return !out->failed;
}

static bool bind(Layer *l, OpeningLayerCounts *counts, Buffer *out)
{
    Binding b = {0};
    choose_size(l);
    b.places = (size_t)l->shape.segment * (l->shape.segments + 2);
    b.count = memory_resize(NULL, b.places * sizeof *b.count);
    b.which = memory_resize(NULL, b.places * sizeof *b.which);
    b.queue = memory_resize(NULL, (b.places + 3 * l->count) * sizeof *b.queue);
    b.order = memory_resize(NULL, l->count * sizeof *b.order);
    b.last = memory_resize(NULL, l->count * sizeof *b.last);
    bool ok = b.count && b.which && b.queue && b.order && b.last, bound = false;
    for (l->shape.seed = 0; ok && !bound && l->shape.seed < SEEDS; l->shape.seed += !bound)
        bound = peel(l, &b);
    size_t before = out->length;
    ok = ok && bound && write_layer(l, &b, counts, out);
    counts->bytes = out->length - before;
    memory_free(b.count);
    memory_free(b.which);
    memory_free(b.queue);
    memory_free(b.order);
    memory_free(b.last);
    return ok;
}

bool opening_layer_make(Tablebase *t, int plies, Buffer *out, OpeningLayerCounts *counts, Message *error)
{
    const Game *g = tablebase_game(t);
    Layer l = {.tablebase = t, .game = g};
    Position like;
    *counts = (OpeningLayerCounts){0};
    if (!find_example(g, plies, &like))
        return message_set(error, 0, T("no game of {0} begins with so many pieces put down"), 1, g->id);
    l.shape.mover = (uint8_t)g->mover(&like);
    for (int seat = 0; seat < 2; seat++)
        l.shape.reserve[seat] = (uint8_t)g->reserve(&like, seat, 0);
    bool ok = collect(&l, &like, error);
    for (size_t i = 0; i < l.count; i++) {
        counts->positions++;
        counts->won += l.entry[i].result > 0;
        counts->drawn += l.entry[i].result == 0;
    }
    if (ok && l.count == 0)
        ok = message_set(error, 0, T("no game of {0} begins with so many pieces put down"), 1, g->id);
    if (ok && !bind(&l, counts, out))
        ok = out_of_memory(error);
    memory_free(l.entry);
    return ok;
}
