/* The transposition table: what earlier visits learnt about a position.
 *
 * Shared by threads without locks: an entry is two words, and the first is the key
 * exclusive-or the second, so that a torn entry does not match its key. */
#ifndef COLONNADE_SEARCH_TT_H
#define COLONNADE_SEARCH_TT_H

#include "search/score.h"

#include <stdatomic.h>

typedef enum Bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } Bound;

typedef struct TtEntry {
    int value;              /* wins and losses counted from this position */
    int depth;              /* plies searched below it */
    Bound bound;
    uint16_t tag;           /* move_tag of the best move, or 0 */
} TtEntry;

typedef struct TtSlot {
    _Atomic uint64_t lock, data;
} TtSlot;

typedef struct TranspositionTable {
    void *block;            /* what was allocated */
    TtSlot *slot;        /* in it, at the start of a page */
    size_t count;           /* a power of two */
    uint8_t age;            /* of the search under way */
} TranspositionTable;

bool tt_create(TranspositionTable *t, size_t bytes);  /* at least one bucket; false: no memory */
void tt_destroy(TranspositionTable *t);
void tt_clear(TranspositionTable *t);
void tt_new_search(TranspositionTable *t);

bool tt_probe(const TranspositionTable *t, uint64_t key, TtEntry *out);
void tt_store(TranspositionTable *t, uint64_t key, TtEntry e);
static inline void tt_prefetch(const TranspositionTable *t, uint64_t key)
{
    __builtin_prefetch(&t->slot[key & (t->count - 1) & ~(size_t)3]);
}

/* A short name for a move, never 0: enough to find it again in a list. */
static inline uint16_t move_tag(Move m)
{
    uint16_t tag = (uint16_t)((m * UINT64_C(0x9e3779b97f4a7c15)) >> 48);
    return tag ? tag : 1;
}

/* The table keeps wins and losses counted from the position, the search from the root. */
static inline int tt_value(int value, int ply)
{
    return score_is_win(value) ? value + ply : score_is_loss(value) ? value - ply : value;
}
static inline int tt_value_at(int value, int ply)
{
    return score_is_win(value) ? value - ply : score_is_loss(value) ? value + ply : value;
}

/* Whether the entry alone answers the question (alpha, beta) at this depth. A proven bound
 * holds whatever depth it was found at. */
static inline bool tt_answers(const TtEntry *e, int value, int depth, int alpha, int beta)
{
    bool deep = e->depth >= depth;
    if (value >= beta)
        return (e->bound & BOUND_LOWER) && (deep || score_is_win(value));
    if (value <= alpha)
        return (e->bound & BOUND_UPPER) && (deep || score_is_loss(value));
    return e->bound == BOUND_EXACT && deep;
}

#endif
