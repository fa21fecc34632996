/* What a walk through a strategy remembers. The maker and the checker forget the same positions at the same time, so
 * that the checker does not ask for what the maker left out. */
#include "solve/certificate.h"

#include "core/memory.h"

#include <string.h>

/* --- sets --- */

static size_t slot(const CertificateSet *s, size_t words, uint64_t hash, const uint64_t *word)
{
    size_t i = (size_t)hash & (s->capacity - 1);
    while (s->used[i] && memcmp(&s->word[i * words], word, words * sizeof *word) != 0)
        i = (i + 1) & (s->capacity - 1);
    return i;
}

static void put(CertificateSet *s, size_t words, size_t at, const uint64_t *word)
{
    memcpy(&s->word[at * words], word, words * sizeof *word);
    s->used[at] = true;
    s->count++;
}

void certificate_set_free(CertificateSet *s)
{
    memory_free(s->word);
    memory_free(s->used);
    *s = (CertificateSet){0};
}

static bool grow(CertificateSet *s, const Game *g)
{
    size_t words = g->words;
    CertificateSet larger = {.capacity = s->capacity ? 2 * s->capacity : 1024};
    larger.word = memory_resize(NULL, larger.capacity * words * sizeof *larger.word);
    larger.used = memory_resize(NULL, larger.capacity * sizeof *larger.used);
    if (!larger.word || !larger.used) {
        certificate_set_free(&larger);
        return false;
    }
    memset(larger.used, 0, larger.capacity * sizeof *larger.used);
    for (size_t i = 0; i < s->capacity; i++)
        if (s->used[i]) {
            Position p = {0};
            memcpy(p.w, &s->word[i * words], words * sizeof *s->word);
            put(&larger, words, slot(&larger, words, position_hash(g, &p), p.w), p.w);
        }
    certificate_set_free(s);
    *s = larger;
    return true;
}

bool certificate_set_has(const CertificateSet *s, const Game *g, const Position *p)
{
    return s->capacity > 0 && s->used[slot(s, g->words, position_hash(g, p), p->w)];
}

bool certificate_set_add(CertificateSet *s, const Game *g, const Position *p)
{
    if (4 * s->count >= 3 * s->capacity && !grow(s, g))
        return false;
    size_t at = slot(s, g->words, position_hash(g, p), p->w);
    if (!s->used[at])
        put(s, g->words, at, p->w);
    return true;
}

/* --- the walk --- */

void certificate_walk_begin(CertificateWalk *w, const Game *g, const Certificate *c)
{
    w->game = g;
    w->half = c->memory / 2;
    w->worth = c->worth;
    w->looked = w->most = 0;
}

void certificate_walk_free(CertificateWalk *w)
{
    certificate_set_free(&w->younger);
    certificate_set_free(&w->older);
}

static bool is_on_the_way(const CertificateWalk *w, const Position *canonical, int ply)
{
    for (int i = w->game->never_repeats ? ply : 0; i < ply; i++)
        if (memcmp(w->way[i].w, canonical->w, w->game->words * sizeof *canonical->w) == 0)
            return true;
    return false;
}

CertificateMet certificate_walk_look(const CertificateWalk *w, const Position *p, int ply)
{
    Position canonical;
    position_canonical(w->game, p, &canonical, NULL);
    if (certificate_set_has(&w->younger, w->game, &canonical) || certificate_set_has(&w->older, w->game, &canonical))
        return MET_BEFORE;
    return is_on_the_way(w, &canonical, ply) ? MET_ON_THE_WAY : MET_NEVER;
}

/* Adds it to the younger half; false: no memory. */
static bool remember(CertificateWalk *w, const Position *canonical)
{
    if (w->younger.count >= w->half) {
        CertificateSet forgotten = w->older;
        w->older = w->younger;
        w->younger = forgotten;
        w->younger.count = 0;
        if (w->younger.capacity)
            memset(w->younger.used, 0, w->younger.capacity * sizeof *w->younger.used);
    }
    if (!certificate_set_add(&w->younger, w->game, canonical))
        return false;
    if (w->younger.count + w->older.count > w->most)
        w->most = w->younger.count + w->older.count;
    return true;
}

CertificateMet certificate_walk_meet(CertificateWalk *w, const Position *p, int ply)
{
    Position *canonical = &w->way[ply];
    position_canonical(w->game, p, canonical, NULL);
    if (certificate_set_has(&w->younger, w->game, canonical))
        return MET_BEFORE;
    if (certificate_set_has(&w->older, w->game, canonical))
        return remember(w, canonical) ? MET_BEFORE : MET_NO_MEMORY;
    if (is_on_the_way(w, canonical, ply))
        return MET_ON_THE_WAY;
    w->begun[ply] = w->looked++;
    return MET_NEVER;
}

bool certificate_walk_finish(CertificateWalk *w, int ply)
{
    return w->looked - w->begun[ply] < w->worth || remember(w, &w->way[ply]);
}
