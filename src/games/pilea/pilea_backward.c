/* Moves of Pilea for all positions of a block: where they may have come from.
 *
 * The player in question is the one who has just moved. A move is taken back in steps. Captured cubes, which are now
 * lone cubes of the other player, go back to the tops of their piles: neighbours of the place moved to, or the place
 * moved from. Then the cube or the pile goes back. What the move captures in the resulting position is then computed
 * as for a forward move, so every edge reported is real. */
#include "games/pilea/pilea_edges.h"
#include "games/pilea/pilea_rules.h"

/* A move being examined. */
typedef struct Undo {
    PileaWorker *w;
    const PileaBlock *b;
    int to, from, side; /* side: direction from `from` to `to` */
    bool whole;
    int there, here;          /* heights of `to` and `from` */
    uint32_t captured;        /* slots that got their cube back, one bit each */
    uint8_t slot[4];          /* the same as a list */
    uint8_t lone[PILEA_MOST]; /* slots that a captured cube may have been put on … */
    int lones;                /* … and how many */
} Undo;

/* Whether heights allowed the move, with `here` cubes left behind. */
static inline bool was_allowed(const Undo *u, int here)
{
    return u->whole ? here == 0 : pilea_edges_steps(here + 1, u->there - 1);
}

/* Everything is back in place except what moved. */
static void undo_step(const Undo *u, const PileaCubes *after, const PileaMask *able)
{
    const PileaIndex *x = u->w->index;
    const int count = u->whole ? u->there : 1;
    PileaCubes before = *after;
    const uint64_t ids = pilea_cubes_lift(x, &before, u->to, count);
    pilea_cubes_drop(x, &before, u->from, count, ids);
    PileaCapture captures[4];
    const int n = pilea_edges_captures(x, u->b, &before, u->from, u->side, u->whole, able, captures);
    PileaMask when = *able;
    uint32_t missing = u->captured;
    for (int i = 0; i < n; i++)
        if (u->captured >> captures[i].slot & 1) {
            when = pilea_mask_and(&when, &captures[i].when);
            missing &= ~(1u << captures[i].slot);
        } else if (!captures[i].lone || !u->captured)
            when = pilea_mask_less(&when, &captures[i].when);
    if (!missing && pilea_mask_any(&when))
        pilea_edges_put(u->w, u->b, &x->phase[u->b->phase->turned], &before, &when);
}

/* `left` captured cubes go back from lone slots, from number `first` on. */
static void undo_drops(const Undo *u, const PileaCubes *c, int left, int first, int here, const PileaMask *able)
{
    const PileaIndex *x = u->w->index;
    for (int i = first; i <= u->lones - left; i++) {
        const int behind = here - (u->lone[i] == u->from);
        if ((u->captured >> u->lone[i] & 1) || (left == 1 && !was_allowed(u, behind)))
            continue;
        const PileaMask when = pilea_mask_less(able, pilea_edges_top(x, u->b, &u->b->cubes, u->lone[i]));
        if (!pilea_mask_any(&when))
            continue;
        PileaCubes next = *c;
        const uint64_t id = pilea_cubes_lift(x, &next, u->lone[i], 1);
        pilea_cubes_drop(x, &next, u->slot[left - 1], 1, id);
        if (left == 1)
            undo_step(u, &next, &when);
        else
            undo_drops(u, &next, left - 1, i + 1, behind, &when);
    }
}

static inline bool is_pile(const PileaCubes *c, int slot)
{
    return slot < PILEA_SLOTS && pilea_cubes_height(c, slot) > 0;
}

/* Slots that may have been captured, and the positions in which the other flank is there; the pile left behind comes
 * last. */
static int possible_captures(const Undo *u, const PileaMask *able, PileaCapture out[4])
{
    const PileaIndex *x = u->w->index;
    const PileaBlock *b = u->b;
    const PileaCubes *c = &b->cubes;
    const uint8_t(*step)[4] = x->board.step;
    int n = 0;
    PileaMask flank = *able;
    if (!u->whole && pilea_cubes_height(c, u->to) > 1)
        flank = pilea_mask_less(able, &b->owned[pilea_cubes_id(x, c, u->to, 1)]);
    for (int d = 0; d < 4; d++) {
        const int slot = step[u->to][d];
        if (slot >= PILEA_SLOTS || slot == u->from || !is_pile(c, step[slot][d]))
            continue;
        const PileaMask when = pilea_mask_and(&flank, pilea_edges_top(x, b, c, step[slot][d]));
        if (pilea_mask_any(&when))
            out[n++] = (PileaCapture){slot, false, when};
    }
    if (u->whole)
        return n;
    PileaMask between = {{0}};
    const int behind = step[u->from][u->side ^ 2];
    const int left = step[u->from][(u->side + 1) & 3], right = step[u->from][(u->side + 3) & 3];
    if (is_pile(c, behind))
        between = *pilea_edges_top(x, b, c, behind);
    if (is_pile(c, left) && is_pile(c, right)) {
        const PileaMask across = pilea_mask_and(pilea_edges_top(x, b, c, left), pilea_edges_top(x, b, c, right));
        between = pilea_mask_or(&between, &across);
    }
    between = pilea_mask_and(&between, able);
    if (pilea_mask_any(&between))
        out[n++] = (PileaCapture){u->from, false, between};
    return n;
}

static void undo_move(Undo *u, const PileaMask *able)
{
    u->captured = 0;
    if (was_allowed(u, u->here))
        undo_step(u, &u->b->cubes, able);
    /* Only a cube put back on the pile left behind, or taken from it, can change whether the move was allowed. */
    if (!was_allowed(u, u->here) && !was_allowed(u, u->here + 1) && !(u->here == 1 && was_allowed(u, 0)))
        return;
    PileaCapture captures[4];
    const int n = possible_captures(u, able, captures);
    for (unsigned set = 1; set < 1u << n; set++) {
        const int size = __builtin_popcount(set);
        if (size > PILEA_CAPTURES || size > u->lones)
            continue;
        PileaMask when = *able;
        int k = 0;
        u->captured = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) {
                when = pilea_mask_and(&when, &captures[i].when);
                u->captured |= 1u << captures[i].slot;
                u->slot[k++] = (uint8_t)captures[i].slot;
            }
        if (pilea_mask_any(&when))
            undo_drops(u, &u->b->cubes, size, 0, u->here + (int)(u->captured >> u->from & 1), &when);
    }
}

/* Back to the placing phase: the last cube is removed. */
static void undo_placing(PileaWorker *w, const PileaBlock *b)
{
    const PileaIndex *x = w->index;
    const int cubes = b->phase->cubes;
    for (int slot = 0; slot < PILEA_SLOTS; slot++)
        if (pilea_cubes_height(&b->cubes, slot)) {
            PileaCubes c = b->cubes;
            const PileaMask *when = &b->owned[pilea_cubes_lift(x, &c, slot, 1)];
            if (pilea_mask_any(when))
                pilea_edges_put(w, b, &x->phase[cubes - 1], &c, when);
        }
}

void pilea_backward(PileaWorker *w, const PileaBlock *b)
{
    const PileaIndex *x = w->index;
    const PileaCubes *c = &b->cubes;
    const uint64_t high = (c->heights.low | c->heights.high) & ~PILEA_NIBBLES;
    if (high == 0 && pilea_index_after_placing(b->phase))
        undo_placing(w, b);
    if (!b->phase->moving)
        return;
    const PileaMask stuck = pilea_edges_stuck(x, b);
    if (pilea_mask_any(&stuck))
        pilea_edges_put(w, b, &x->phase[b->phase->turned], c, &stuck);
    Undo u = {.w = w, .b = b};
    for (uint8_t slot = 0; slot < PILEA_SLOTS; slot++)
        if (pilea_cubes_height(c, slot) == 1)
            u.lone[u.lones++] = slot;
    for (u.to = 0; u.to < PILEA_SLOTS; u.to++) {
        u.there = pilea_cubes_height(c, u.to);
        if (u.there == 0)
            continue;
        const PileaMask able = *pilea_edges_top(x, b, c, u.to);
        if (!pilea_mask_any(&able))
            continue;
        for (int side = 0; side < 4; side++) {
            u.from = x->board.step[u.to][side];
            u.side = side ^ 2;
            if (u.from >= PILEA_SLOTS)
                continue;
            u.here = pilea_cubes_height(c, u.from);
            u.whole = false;
            undo_move(&u, &able);
            u.whole = true;
            if (u.there > 1)
                undo_move(&u, &able);
        }
    }
}
