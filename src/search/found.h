/* What a job of a divided search has found, as text for the tables of the other engines: the positions that took
 * the most work, each with what the table says about it. Internal to src/search. */
#ifndef COLONNADE_SEARCH_FOUND_H
#define COLONNADE_SEARCH_FOUND_H

#include "core/buffer.h"
#include "search/tt.h"

enum { FOUND_MAX = 1 << 13 };

typedef struct FoundKeys {
    uint64_t key[FOUND_MAX];    /* the latest ones */
    size_t count;               /* of all that were added */
    int depth;                  /* least depth, in plies, of positions to add; 0: nothing is to be added */
} FoundKeys;

/* A job of this depth begins; 0: none. Shallower results are found again sooner than they are handed on. */
static inline void found_begin(FoundKeys *f, int depth)
{
    f->count = 0;
    f->depth = depth > 0 && depth < 9 ? 3 : depth / 3;
}

static inline void found_add(FoundKeys *f, uint64_t key) { f->key[f->count++ % FOUND_MAX] = key; }

void found_write(const FoundKeys *f, const TranspositionTable *t, Buffer *out);
/* False: the text is malformed. The entries before the fault are taken. */
bool found_read(const char *text, size_t size, TranspositionTable *t);

#endif
