/* Moves of Pilea for all positions of a block: where they lead. */
#include "games/pilea/pilea_edges.h"
#include "games/pilea/pilea_rules.h"

/* One combination of captures: the captured cubes are put on empty slots. */
typedef struct Drop {
    PileaWorker *w;
    const PileaBlock *b;
    PileaMask when;
    const uint8_t *empty;
    int empties;
} Drop;

static void drop(const Drop *d, const PileaCubes *c, uint64_t ids, int left, int first)
{
    for (int i = first; i <= d->empties - left; i++) {
        PileaCubes next = *c;
        pilea_cubes_drop(d->w->index, &next, d->empty[i], 1, ids & 15);
        if (left == 1)
            pilea_edges_put(d->w, d->b, &d->w->index->phase[d->b->phase->turned], &next, &d->when);
        else
            drop(d, &next, ids >> 4, left - 1, i + 1);
    }
}

/* The combinations that `captures` allow; see pilea_edges.h. */
static void capture(PileaWorker *w, const PileaBlock *b, const PileaCubes *after, const PileaMask *able,
                    const PileaCapture *captures, int n)
{
    const PileaIndex *x = w->index;
    uint8_t empty[PILEA_SLOTS];
    Drop d = {.w = w, .b = b, .empty = empty};
    for (uint8_t slot = 0; slot < PILEA_SLOTS; slot++)
        if (pilea_cubes_height(after, slot) == 0)
            empty[d.empties++] = slot;
    for (unsigned set = 1; set < 1u << n; set++) {
        d.when = *able;
        for (int i = 0; i < n; i++)
            if (set >> i & 1)
                d.when = pilea_mask_and(&d.when, &captures[i].when);
            else if (!captures[i].lone)
                d.when = pilea_mask_less(&d.when, &captures[i].when);
        if (!pilea_mask_any(&d.when))
            continue;
        PileaCubes c = *after;
        uint64_t ids = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1)
                ids = ids << 4 | pilea_cubes_lift(x, &c, captures[i].slot, 1);
        drop(&d, &c, ids, __builtin_popcount(set), 0);
    }
}

static void move(PileaWorker *w, const PileaBlock *b, int from, int side, bool whole, const PileaMask *able)
{
    const PileaIndex *x = w->index;
    PileaCapture captures[4];
    const int n = pilea_edges_captures(x, b, &b->cubes, from, side, whole, able, captures);
    const int count = whole ? pilea_cubes_height(&b->cubes, from) : 1;
    PileaCubes after = b->cubes;
    const uint64_t ids = pilea_cubes_lift(x, &after, from, count);
    pilea_cubes_drop(x, &after, x->board.step[from][side], count, ids);
    PileaMask quiet = *able;
    for (int i = 0; i < n; i++)
        quiet = pilea_mask_less(&quiet, &captures[i].when);
    if (pilea_mask_any(&quiet))
        pilea_edges_put(w, b, &w->index->phase[b->phase->turned], &after, &quiet);
    if (n > 0)
        capture(w, b, &after, able, captures, n);
}

void pilea_forward_pile(PileaWorker *w, const PileaBlock *b, int from, const PileaMask *live)
{
    const PileaIndex *x = w->index;
    const int height = pilea_cubes_height(&b->cubes, from);
    const PileaMask able = pilea_mask_and(live, pilea_edges_top(x, b, &b->cubes, from));
    if (!pilea_mask_any(&able))
        return;
    for (int side = 0; side < 4; side++) {
        const int to = x->board.step[from][side];
        if (to < PILEA_SLOTS) {
            const int there = pilea_cubes_height(&b->cubes, to);
            if (pilea_edges_steps(height, there))
                move(w, b, from, side, false, &able);
            if (height > 1 && there == 0)
                move(w, b, from, side, true, &able);
        } else if (to == PILEA_SLOT_CENTRE && (height == PILEA_GREY + 1 || height == PILEA_GREY + 2))
            pilea_edges_put_end(w, b, INDEX_ENDS_WON, &able);
    }
}

void pilea_forward_placing(PileaWorker *w, const PileaBlock *b, const PileaMask *live)
{
    const PileaPhase *next = &w->index->phase[b->phase->cubes + 1];
    for (int slot = 0; slot < PILEA_SLOTS; slot++)
        if (pilea_cubes_height(&b->cubes, slot) == 0) {
            PileaCubes c = b->cubes;
            pilea_cubes_drop(w->index, &c, slot, 1, b->phase->cubes);
            pilea_edges_put(w, b, next, &c, live);
        }
}
