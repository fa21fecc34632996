/* See opening_layer_make.h.
 *
 * For each of a layer's two sets the range of evaluations that leave it open is chosen so that the whole takes least
 * room: a position in it costs a bit, and one outside a fingerprint and a bit, if the evaluation is wrong there. */
#include "solve/opening_layer_make.h"

#include "core/index.h"
#include "core/memory.h"
#include "core/opening_layer.h"
#include "solve/opening_fuse_make.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 100, LAYER_VERSION = 3, LEAST_WIDTH = 3, MOST_WIDTH = 8 };

typedef struct LayerEntry {
    uint64_t key;
    int16_t looks;
    int8_t result;
} LayerEntry;

typedef struct Layer {
    Tablebase *tablebase;
    const Game *game;
    OpeningLayer shape;         /* without arrays */
    LayerEntry *entry;          /* in the order of how they look, then by key */
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

/* How many pieces are down in a layer. */
static int plies_of(const OpeningLayer *o, const Game *g)
{
    Position start;
    g->start(&start);
    return opening_layer_left(g, &start, 0) + opening_layer_left(g, &start, 1) - o->reserve[0] - o->reserve[1];
}

/* Of two positions that differ by an exchange of colours and mover, the index has only one: so it has every position
 * of the layer, or none (then nobody has a layer of it). */
static bool visit_indexed(const OpeningLayer *o, const Game *g, OpeningVisit *visit, void *context, Message *error)
{
    const SolveIndex *index = g->index;
    const int plies = plies_of(o, g);
    Position like;
    void *state = find_example(g, plies, &like) ? index->create(error) : NULL;
    bool ok = state != NULL;
    uint64_t first = 0, end = ok ? index->size(state) : 0;
    if (ok && index->span)
        index->span(state, &like, &first, &end);
    for (uint64_t i = first; ok && i < end; i++) {
        Position p;
        if (index->unrank(state, i, &p) && opening_layer_has(o, g, &p))
            ok = visit(context, &p);
    }
    if (state)
        index->destroy(state);
    return ok;
}

bool opening_layer_visit(const OpeningLayer *o, const Game *g, OpeningVisit *visit, void *context, Message *error)
{
    Openings all;
    if (!o->reached)
        return visit_indexed(o, g, visit, context, error);
    if (!openings_collect(g, plies_of(o, g), &all))
        return out_of_memory(error);
    bool ok = true;
    for (size_t i = 0; ok && i < all.count; i++)
        ok = visit(context, &all.opening[i].position);
    openings_drop(&all);
    return ok;
}

static bool add(Layer *l, const Position *p, int result)
{
    int looks;
    if (l->count == l->capacity) {
        size_t wanted = l->capacity ? 2 * l->capacity : 1 << 16;
        LayerEntry *grown = memory_resize(l->entry, wanted * sizeof *grown);
        if (!grown)
            return false;
        l->entry = grown;
        l->capacity = wanted;
    }
    uint64_t key = opening_layer_key(l->game, p, &looks);
    l->entry[l->count++] = (LayerEntry){key, (int16_t)looks, (int8_t)result};
    return true;
}

static bool add_tabled(void *context, const Position *p)
{
    Layer *l = context;
    Value v;
    return tablebase_value(l->tablebase, p, &v) && add(l, p, v.result);
}

static int by_looks(const void *a, const void *b)
{
    const LayerEntry *x = a, *y = b;
    return x->looks != y->looks ? (x->looks > y->looks) - (x->looks < y->looks) : (x->key > y->key) - (x->key < y->key);
}

/* --- a set --- */

typedef struct SetPlan {
    const Layer *layer;
    OpeningSet set;             /* without arrays */
    bool above;                 /* what evaluations above the range say */
    bool wins;                  /* won positions; otherwise drawn ones */
    FuseEntry *wrong, *told;    /* positions about which they are wrong, and those that need a bit */
    FuseMade suspects, bits;
} SetPlan;

/* Whether the set has to say anything about the entry. */
static bool concerns(const SetPlan *s, const LayerEntry *e)
{
    return s->wins ? e->result != 0 || s->layer->shape.never_lost : !s->layer->shape.never_lost;
}

static bool belongs(const SetPlan *s, const LayerEntry *e) { return s->wins ? e->result > 0 : e->result == 0; }

static bool is_open(const SetPlan *s, const LayerEntry *e) { return e->looks >= s->set.low && e->looks <= s->set.high; }

static bool is_wrong(const SetPlan *s, const LayerEntry *e)
{
    return belongs(s, e) != (e->looks > s->set.high && s->above);
}

/* The cheapest range for fingerprints of `width` bits, and what it costs in bits. Entries before a place `low` cost
 * what they cost below the range, those from a place `high` on what they cost above it: both places are found in one
 * pass, as the best `low` for a `high` is the best so far. */
static double choose_range(SetPlan *s, int width)
{
    const Layer *l = s->layer;
    const double open = FUSE_ROOM, wrong = FUSE_ROOM * (width + 1), right = FUSE_ROOM / (1 << width);
    double below = 0, opened = 0, above = 0, lowest = 0, best;
    size_t low = 0, best_low = 0, best_high = 0;
    for (size_t i = 0; i < l->count; i++)
        if (concerns(s, &l->entry[i]))
            above += belongs(s, &l->entry[i]) == s->above ? right : wrong;
    best = above;
    for (size_t i = 0; i < l->count; i++) {
        const LayerEntry *e = &l->entry[i];
        if (concerns(s, e)) {
            below += belongs(s, e) ? wrong : right;
            opened += open;
            above -= belongs(s, e) == s->above ? right : wrong;
        }
        if (i + 1 < l->count && e[1].looks == e->looks)
            continue;
        if (below - opened < lowest) {
            lowest = below - opened;
            low = i + 1;
        }
        if (lowest + opened + above < best) {
            best = lowest + opened + above;
            best_low = low;
            best_high = i + 1;
        }
    }
    s->set.low = best_low == 0 ? -EVALUATION_LIMIT : l->entry[best_low - 1].looks + 1;
    s->set.high = best_high == l->count ? EVALUATION_LIMIT : l->entry[best_high].looks - 1;
    s->set.suspect.width = width;
    return best;
}

static bool plan(SetPlan *s)
{
    const Layer *l = s->layer;
    int width = LEAST_WIDTH;
    double least = choose_range(s, width);
    for (int other = width + 1; other <= MOST_WIDTH; other++) {
        double cost = choose_range(s, other);
        if (cost < least) {
            least = cost;
            width = other;
        }
    }
    choose_range(s, width);
    s->wrong = memory_resize(NULL, (l->count + 1) * sizeof *s->wrong);
    s->told = memory_resize(NULL, (l->count + 1) * sizeof *s->told);
    return s->wrong && s->told;
}

static FuseResult bind_suspects(SetPlan *s, uint32_t seed)
{
    const Layer *l = s->layer;
    const int width = s->set.suspect.width;
    size_t n = 0;
    for (size_t i = 0; i < l->count; i++) {
        const LayerEntry *e = &l->entry[i];
        if (concerns(s, e) && !is_open(s, e) && is_wrong(s, e))
            s->wrong[n++] = (FuseEntry){e->key, opening_layer_fingerprint(e->key, width)};
    }
    return fuse_make(s->wrong, n, width, seed, &s->suspects);
}

static FuseResult bind_told(SetPlan *s, uint32_t seed)
{
    const Layer *l = s->layer;
    size_t n = 0;
    for (size_t i = 0; i < l->count; i++) {
        const LayerEntry *e = &l->entry[i];
        if (concerns(s, e) && (is_open(s, e) || fuse_matches(&s->suspects, e->key, seed)))
            s->told[n++] = (FuseEntry){e->key, belongs(s, e)};
    }
    return fuse_make(s->told, n, 1, seed, &s->bits);
}

static void drop(SetPlan *s)
{
    memory_free(s->wrong);
    memory_free(s->told);
    fuse_drop(&s->suspects);
    fuse_drop(&s->bits);
}

/* --- the file --- */

static void add_number(Buffer *out, uint32_t n)
{
    char byte[4] = {(char)(n & 255), (char)(n >> 8 & 255), (char)(n >> 16 & 255), (char)(n >> 24)};
    buffer_add_bytes(out, byte, 4);
}

static void write_fuse(const FuseMade *f, Buffer *out)
{
    add_number(out, f->fuse.segment);
    add_number(out, f->fuse.segments);
    add_number(out, (uint32_t)f->fuse.width);
    buffer_add_bytes(out, (const char *)f->bit, f->bytes);
}

/* "CLAY", then four-byte numbers, low byte first, then both sets: numbers and bits. */
static bool write_layer(const Layer *l, const SetPlan *set, Buffer *out)
{
    const OpeningLayer *s = &l->shape;
    uint32_t head[] = {LAYER_VERSION, s->mover,     s->reserve[0], s->reserve[1], s->reached,
                       s->seed,       s->positions, s->mark,       s->never_lost};
    buffer_add(out, "CLAY");
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        add_number(out, head[i]);
    for (int i = 0; i < 2; i++) {
        add_number(out, (uint32_t)set[i].set.low);
        add_number(out, (uint32_t)set[i].set.high);
        write_fuse(&set[i].suspects, out);
        write_fuse(&set[i].bits, out);
    }
    return !out->failed;
}

/* Finds a seed that suits all four arrays. */
static bool bind(Layer *l, Buffer *out)
{
    SetPlan set[2] = {{.layer = l}, {.layer = l, .wins = true, .above = true}};
    bool planned = plan(&set[0]) && plan(&set[1]);
    FuseResult result = FUSE_UNSUITED;
    for (uint32_t seed = 0; planned && result == FUSE_UNSUITED && seed < SEEDS; seed++) {
        l->shape.seed = seed;
        result = FUSE_MADE;
        for (int i = 0; i < 2 && result == FUSE_MADE; i++) {
            result = bind_suspects(&set[i], seed);
            if (result == FUSE_MADE)
                result = bind_told(&set[i], seed);
        }
    }
    bool ok = planned && result == FUSE_MADE && write_layer(l, set, out);
    drop(&set[0]);
    drop(&set[1]);
    return ok;
}

static void count(Layer *l, OpeningLayerCounts *counts)
{
    for (size_t i = 0; i < l->count; i++) {
        counts->positions++;
        counts->won += l->entry[i].result > 0;
        counts->drawn += l->entry[i].result == 0;
        l->shape.mark += opening_layer_mark(l->entry[i].key, l->entry[i].looks);
    }
    l->shape.positions = (uint32_t)l->count;
    l->shape.never_lost = counts->won + counts->drawn == counts->positions && counts->drawn > 0;
}

static void set_shape(Layer *l, const Position *like)
{
    l->shape.mover = (uint8_t)l->game->mover(like);
    for (int seat = 0; seat < 2; seat++)
        l->shape.reserve[seat] = (uint8_t)opening_layer_left(l->game, like, seat);
}

static bool finish(Layer *l, Buffer *out, OpeningLayerCounts *counts, Message *error)
{
    const size_t before = out->length;
    *counts = (OpeningLayerCounts){0};
    qsort(l->entry, l->count, sizeof *l->entry, by_looks);
    count(l, counts);
    if (!bind(l, out))
        return out_of_memory(error);
    counts->bytes = out->length - before;
    return true;
}

static bool no_such_layer(const Game *g, Message *error)
{
    return message_set(error, 0, T("no game of {0} begins with so many pieces put down"), 1, g->id);
}

bool opening_layer_make(Tablebase *t, int plies, Buffer *out, OpeningLayerCounts *counts, Message *error)
{
    const Game *g = tablebase_game(t);
    Layer l = {.tablebase = t, .game = g};
    Position like;
    if (!find_example(g, plies, &like))
        return no_such_layer(g, error);
    set_shape(&l, &like);
    *error = (Message){0};
    bool ok = visit_indexed(&l.shape, g, add_tabled, &l, error);
    if (!ok && !error->id)
        ok = out_of_memory(error);
    if (ok && l.count == 0)
        ok = no_such_layer(g, error);
    ok = ok && finish(&l, out, counts, error);
    memory_free(l.entry);
    return ok;
}

bool opening_layer_make_reached(const Game *g, const Openings *o, Buffer *out, OpeningLayerCounts *counts,
                                Message *error)
{
    Layer l = {.game = g, .shape.reached = true};
    bool ok = o->count > 0 || no_such_layer(g, error);
    if (ok)
        set_shape(&l, &o->opening[0].position);
    for (size_t i = 0; ok && i < o->count; i++) {
        const Opening *each = &o->opening[i];
        if (!each->known)
            ok = message_set(error, 0, T("not every position has a value"), 0);
        else if (!opening_layer_has(&l.shape, g, &each->position))
            ok = message_set(error, 0, T("not every game of {0} begins with pieces that stay"), 1, g->id);
        else if (!add(&l, &each->position, each->result))
            ok = out_of_memory(error);
    }
    ok = ok && finish(&l, out, counts, error);
    memory_free(l.entry);
    return ok;
}
