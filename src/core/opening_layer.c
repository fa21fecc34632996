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

/* --- which layers a search may come to --- */

enum { MAY_COME_BACK = 2 };     /* pieces, where any can: hardly many do */

static int both_left(const Game *g, const Position *p)
{
    return opening_layer_left(g, p, 0) + opening_layer_left(g, p, 1);
}

static bool is_past(const OpeningLayer *last, const Game *g, const Position *p)
{
    const int left = both_left(g, p), layer = last->reserve[0] + last->reserve[1];
    return g->never_repeats ? left <= layer : left + MAY_COME_BACK < layer;
}

/* Whether every piece of `part` lies in `whole`. */
static bool is_part(const Game *g, const Position *part, const Position *whole)
{
    for (int place = 0; place < g->board->places; place++) {
        Piece has[MAX_STACK], wanted[MAX_STACK];
        int left = g->pieces(whole, place, has), count = g->pieces(part, place, wanted);
        for (int i = 0; i < count; i++) {
            int at = 0;
            while (at < left && (has[at].kind != wanted[i].kind || has[at].seat != wanted[i].seat))
                at++;
            if (at == left)
                return false;
            has[at] = has[--left];
        }
    }
    return true;
}

/* Whether play leads from `p` to `to` in `plies` moves, each of which puts down a piece that stays. False, too, if
 * there is no memory. */
static bool leads_to(const Game *g, const Position *p, const Position *to, int plies)
{
    if (plies <= 0)
        return position_equal(p, to);
    MoveList list = {0};
    size_t count = movelist_fill(&list, g, p) ? list.count : 0;
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        Position next;
        g->play(p, list.move[i], &next);
        found = is_part(g, &next, to) && leads_to(g, &next, to, plies - 1);
    }
    movelist_free(&list);
    return found;
}

const OpeningLayer *opening_layer_from(const Game *g, const Position *root)
{
    const OpeningLayer *first = opening_layer_of(g), *last = first;
    while (last && last->more)
        last++;
    if (!last || is_past(last, g, root))
        return NULL;
    if (first->reached) {
        Position start;
        g->start(&start);
        if (!leads_to(g, &start, root, both_left(g, &start) - both_left(g, root)))
            return NULL;
    }
    return first;
}

/* --- what they say --- */

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
