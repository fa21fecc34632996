/* Moves of Pilea and their undoing for one position, as source for a GPU and in plain C.
 *
 * The edges are those that pilea_forward.c and pilea_backward.c name in bulk, each as often;
 * pilea_edges.h says how captures combine. Cubes form a row as in pilea_index.h, with a bit for
 * each cube of one player. "Mine" below refers to the player whose moves are looked at: the
 * mover or, backward, the player who has just moved. */
#ifndef COLONNADE_GAMES_PILEA_KERNEL_H
#define COLONNADE_GAMES_PILEA_KERNEL_H

#include "core/kernel_sink.h"
#include "games/pilea/pilea_index.h"
#include "games/pilea/pilea_rules.h"

/* The cubes of a position. */
typedef struct PileaStand {
    uint64_t low, high;  /* heights, four bits per slot: 0-7 and 8-23 */
    uint32_t row;        /* my cubes, a bit each over the row */
    uint32_t piles;      /* slots that are not empty … */
    uint32_t tops;       /* … and those of them that are mine */
} PileaStand;

typedef struct PileaAt {
    const PileaPhase *phase;
    const PileaPhase *other; /* the moving phase with the other player to move */
    PileaStand stand;        /* with the mover's cubes */
} PileaAt;

#define PILEA_KERNEL_SLOTS ((1u << PILEA_SLOTS) - 1)

/* --- cubes --- */

KERNEL_INLINE int pilea_stand_height(const PileaStand *c, int slot)
{
    return (int)((slot < 8 ? c->low >> 4 * slot : c->high >> 4 * (slot - 8)) & 15);
}

/* Cubes of the row on slots up to this one: at most eleven, so no sum of four-bit numbers overflows
 * on its way to the top of the product. */
KERNEL_INLINE int pilea_stand_up_to(const PileaStand *c, int slot)
{
    if (slot < 8)
        return (int)((uint32_t)(c->low & ((UINT64_C(16) << 4 * slot) - 1)) * 0x11111111u >> 28);
    return (int)((uint32_t)c->low * 0x11111111u >> 28) +
           (int)((c->high & ((UINT64_C(16) << 4 * (slot - 8)) - 1)) * UINT64_C(0x1111111111111111) >> 60);
}

KERNEL_INLINE void pilea_stand_raise(PileaStand *c, int slot, int by)
{
    if (slot < 8)
        c->low += (uint64_t)(int64_t)by << 4 * slot;
    else
        c->high += (uint64_t)(int64_t)by << 4 * (slot - 8);
}

/* The upper `count` cubes of a slot leave; returns which of them are mine, the lowest first. */
KERNEL_INLINE uint32_t pilea_stand_lift(PileaStand *c, int slot, int count)
{
    const int at = pilea_stand_up_to(c, slot) - count;
    const uint32_t below = (1u << at) - 1, out = c->row >> at & ((1u << count) - 1);
    c->row = (c->row & below) | (c->row >> count & ~below);
    pilea_stand_raise(c, slot, -count);
    c->tops &= ~(1u << slot);
    if (pilea_stand_height(c, slot) == 0)
        c->piles &= ~(1u << slot);
    else
        c->tops |= (c->row >> (at - 1) & 1) << slot;
    return out;
}

KERNEL_INLINE void pilea_stand_drop(PileaStand *c, int slot, int count, uint32_t bits)
{
    const int at = pilea_stand_up_to(c, slot);
    const uint32_t below = (1u << at) - 1;
    c->row = (c->row & below) | bits << at | (c->row & ~below) << count;
    pilea_stand_raise(c, slot, count);
    c->piles |= 1u << slot;
    c->tops = (c->tops & ~(1u << slot)) | (bits >> (count - 1) & 1) << slot;
}

/* The row after a symmetry. */
KERNEL_INLINE uint32_t pilea_stand_turned(const PileaIndex *x, const PileaStand *c, int turn)
{
    if (turn == 0)
        return c->row;
    const uint8_t *to = x->board.turned[turn], *from = x->board.turned[x->board.inverse[turn]];
    uint32_t there = 0, out = 0;
    int n = 0;
    for (uint32_t rest = c->piles; rest; rest &= rest - 1)
        there |= 1u << to[kernel_lowest(rest)];
    for (; there; there &= there - 1) {
        const int slot = from[kernel_lowest(there)], height = pilea_stand_height(c, slot);
        out |= (c->row >> (pilea_stand_up_to(c, slot) - height) & ((1u << height) - 1)) << n;
        n += height;
    }
    return out;
}

/* --- numbers --- */

/* An edge to the position in which the cubes stand like this; `mine`: I am to move there. */
KERNEL_LARGE void pilea_kernel_put(const PileaIndex *x, const PileaPhase *phase, PileaStand c, bool mine,
                                   KernelSink *sink)
{
    PileaHeights h;
    int group, turn;
    h.low = c.low;
    h.high = c.high;
    /* Counting needs only the symmetries. */
    if (sink->mode == KERNEL_SINK_COUNT && !pilea_shapes_may_turn(phase->shapes, h)) {
        kernel_edge(sink, 0, 1);
        return;
    }
    const uint32_t shape = pilea_shapes_number(phase->shapes, h, phase->cubes, &group, &turn);
    if (sink->mode == KERNEL_SINK_COUNT && group == 0) {
        kernel_edge(sink, 0, 1);
        return;
    }
    const uint32_t flip = mine ? 0 : (1u << phase->cubes) - 1;
    uint32_t least = phase->number[pilea_stand_turned(x, &c, turn) ^ flip], times = 1;
    for (uint32_t rest = x->board.group[group] & ~1u; rest; rest &= rest - 1) {
        const int both = x->board.compose[kernel_lowest(rest)][turn];
        const uint32_t number = phase->number[pilea_stand_turned(x, &c, both) ^ flip];
        times = number < least ? 1 : times + (number == least);
        least = number < least ? number : least;
    }
    kernel_edge(sink, phase->first + (uint64_t)shape * phase->colourings + least, times);
}

KERNEL_DEVICE bool kernel_split(const PileaIndex *x, uint64_t number, PileaAt *p)
{
    uint32_t shape, colouring;
    int group;
    PileaStand *c = &p->stand;
    p->phase = pilea_index_split(x, number, &shape, &colouring);
    p->other = &x->phase[p->phase->turned];
    const PileaHeights h = pilea_shapes_heights(p->phase->shapes, p->phase->cubes, shape, &group);
    c->low = h.low;
    c->high = h.high;
    c->row = p->phase->colour[colouring];
    c->piles = c->tops = 0;
    int at = 0;
    for (int half = 0; half < 2; half++)
        for (uint64_t rest = half ? h.high : h.low; rest;) {
            const int slot = kernel_lowest_wide(rest) >> 2;
            at += (int)(rest >> 4 * slot & 15);
            c->piles |= 1u << (slot + 8 * half);
            c->tops |= (c->row >> (at - 1) & 1) << (slot + 8 * half);
            rest &= ~(UINT64_C(15) << 4 * slot);
        }
    for (uint32_t rest = x->board.group[group] & ~1u; rest; rest &= rest - 1)
        if (p->phase->number[pilea_stand_turned(x, c, kernel_lowest(rest))] < colouring)
            return false;
    return true;
}

/* --- what a position allows --- */

/* PIL-2: whether a top cube may step from a pile of height `from` to one of height `to`. */
KERNEL_INLINE bool pilea_kernel_steps(int from, int to) { return to == 0 || (unsigned)(from - to) <= 2; }

KERNEL_INLINE bool pilea_kernel_reaches(int height) { return height == PILEA_GREY + 1 || height == PILEA_GREY + 2; }

/* PIL-6: I have no move. */
KERNEL_INLINE bool pilea_kernel_stuck(const PileaIndex *x, const PileaStand *c)
{
    for (uint32_t rest = c->tops; rest; rest &= rest - 1) {
        const int from = kernel_lowest(rest), height = pilea_stand_height(c, from);
        for (int side = 0; side < 4; side++) {
            const int to = x->board.step[from][side];
            if (to < PILEA_SLOTS ? pilea_kernel_steps(height, pilea_stand_height(c, to))
                                 : to == PILEA_SLOT_CENTRE && pilea_kernel_reaches(height))
                return false;
        }
    }
    return true;
}

/* Whether a pile of mine beside `from` faces another or `behind` is one: what is left on `from`
 * then stands between two of mine once I have moved to the side `side`. */
KERNEL_INLINE bool pilea_kernel_between(const PileaIndex *x, uint32_t tops, int from, int side)
{
    const uint8_t *step = x->board.step[from];
    return (tops >> step[side ^ 2] & 1) || (tops >> step[(side + 1) & 3] & tops >> step[(side + 3) & 3] & 1);
}

/* PIL-4: the slots that my move captures, cubes standing as before it; *lone: those of them where a
 * single cube stands once the move is made. */
KERNEL_INLINE uint32_t pilea_kernel_captures(const PileaIndex *x, const PileaStand *c, int from, int side, bool whole,
                                             uint32_t *lone)
{
    const int to = x->board.step[from][side];
    uint32_t out = 0;
    *lone = 0;
    if (!(c->tops >> to & 1)) /* a pile of mine that was there already captures nothing */
        for (int d = 0; d < 4; d++) {
            const int slot = x->board.step[to][d];
            if (d == (side ^ 2) || !((c->piles & ~c->tops) >> slot & 1) || !(c->tops >> x->board.step[slot][d] & 1))
                continue;
            out |= 1u << slot;
            *lone |= (uint32_t)(pilea_stand_height(c, slot) == 1) << slot;
        }
    const int height = pilea_stand_height(c, from);
    if (!whole && height >= 2 && pilea_kernel_between(x, c->tops, from, side) &&
        !(c->row >> (pilea_stand_up_to(c, from) - 2) & 1)) {
        out |= 1u << from;
        *lone |= (uint32_t)(height == 2) << from;
    }
    return out;
}

/* --- forward --- */

/* `count` captured cubes, one to three, go to as many of the slots `empty`. */
KERNEL_DEVICE void pilea_kernel_spread(const PileaIndex *x, const PileaPhase *phase, const PileaStand *c,
                                       uint32_t empty, int count, KernelSink *sink)
{
    for (uint32_t one = empty; one; one &= one - 1) {
        PileaStand first = *c;
        pilea_stand_drop(&first, kernel_lowest(one), 1, 0);
        if (count == 1) {
            pilea_kernel_put(x, phase, first, false, sink);
            continue;
        }
        for (uint32_t two = one & (one - 1); two; two &= two - 1) {
            PileaStand second = first;
            pilea_stand_drop(&second, kernel_lowest(two), 1, 0);
            if (count == 2) {
                pilea_kernel_put(x, phase, second, false, sink);
                continue;
            }
            for (uint32_t three = two & (two - 1); three; three &= three - 1) {
                PileaStand third = second;
                pilea_stand_drop(&third, kernel_lowest(three), 1, 0);
                pilea_kernel_put(x, phase, third, false, sink);
            }
        }
    }
}

KERNEL_DEVICE void pilea_kernel_move(const PileaIndex *x, const PileaAt *p, int from, int side, bool whole,
                                     KernelSink *sink)
{
    uint32_t lone;
    const uint32_t captured = pilea_kernel_captures(x, &p->stand, from, side, whole, &lone);
    const int count = whole ? pilea_stand_height(&p->stand, from) : 1;
    PileaStand after = p->stand;
    const uint32_t bits = pilea_stand_lift(&after, from, count);
    pilea_stand_drop(&after, x->board.step[from][side], count, bits);
    if (!captured) {
        pilea_kernel_put(x, p->other, after, false, sink);
        return;
    }
    for (uint32_t set = captured; set; set = (set - 1) & captured) {
        if (captured & ~set & ~lone)
            continue;
        PileaStand c = after;
        for (uint32_t rest = set; rest; rest &= rest - 1)
            pilea_stand_lift(&c, kernel_lowest(rest), 1);
        pilea_kernel_spread(x, p->other, &c, ~after.piles & PILEA_KERNEL_SLOTS, kernel_count(set), sink);
    }
}

KERNEL_DEVICE void kernel_forward(const PileaIndex *x, const PileaAt *p, KernelSink *sink)
{
    const PileaStand *c = &p->stand;
    if (!p->phase->moving) {
        for (uint32_t empty = ~c->piles & PILEA_KERNEL_SLOTS; empty; empty &= empty - 1) {
            PileaStand next = *c;
            pilea_stand_drop(&next, kernel_lowest(empty), 1, 1);
            pilea_kernel_put(x, &x->phase[p->phase->cubes + 1], next, false, sink);
        }
        return;
    }
    if (pilea_kernel_stuck(x, c)) {
        pilea_kernel_put(x, p->other, *c, false, sink);
        return;
    }
    for (uint32_t rest = c->tops; rest; rest &= rest - 1) {
        const int from = kernel_lowest(rest), height = pilea_stand_height(c, from);
        for (int way = 0; way < 8; way++) {
            const int side = way & 3, to = x->board.step[from][side];
            const bool whole = way >= 4;
            if (to < PILEA_SLOTS) {
                const int there = pilea_stand_height(c, to);
                if (whole ? height > 1 && there == 0 : pilea_kernel_steps(height, there))
                    pilea_kernel_move(x, p, from, side, whole, sink);
            } else if (!whole && to == PILEA_SLOT_CENTRE && pilea_kernel_reaches(height))
                kernel_end(sink, INDEX_ENDS_WON);
        }
    }
}

/* --- backward --- */

/* A move under inspection: mine, from `from` to `to`. */
typedef struct PileaUndo {
    int to, from, side; /* side: from `from` to `to` */
    bool whole;
    int there, here;    /* heights of `to` and `from` */
    uint32_t captured;  /* slots that get a cube back */
} PileaUndo;

/* Whether the move was allowed by heights, with `here` cubes left behind. */
KERNEL_INLINE bool pilea_kernel_allowed(const PileaUndo *u, int here)
{
    return u->whole ? here == 0 : pilea_kernel_steps(here + 1, u->there - 1);
}

/* Everything has been put back but what moved. */
KERNEL_DEVICE void pilea_kernel_undo(const PileaIndex *x, const PileaPhase *phase, const PileaUndo *u, PileaStand c,
                                     KernelSink *sink)
{
    const int count = u->whole ? u->there : 1;
    const uint32_t bits = pilea_stand_lift(&c, u->to, count);
    pilea_stand_drop(&c, u->from, count, bits);
    uint32_t lone;
    const uint32_t captures = pilea_kernel_captures(x, &c, u->from, u->side, u->whole, &lone);
    const uint32_t left = captures & ~u->captured;
    if ((u->captured & ~captures) || (left && (!u->captured || (left & ~lone))))
        return;
    pilea_kernel_put(x, phase, c, true, sink);
}

/* The cubes on the slots `from`, the other player's, were put there: they go back to where they
 * were captured. */
KERNEL_DEVICE void pilea_kernel_undo_drops(const PileaIndex *x, const PileaAt *p, const PileaUndo *u, PileaStand c,
                                           uint32_t from, KernelSink *sink)
{
    const int here = u->here + (int)(u->captured >> u->from & 1) - (int)(from >> u->from & 1);
    if (!pilea_kernel_allowed(u, here))
        return;
    for (; from; from &= from - 1)
        pilea_stand_lift(&c, kernel_lowest(from), 1);
    for (uint32_t to = u->captured; to; to &= to - 1)
        pilea_stand_drop(&c, kernel_lowest(to), 1, 0);
    pilea_kernel_undo(x, p->other, u, c, sink);
}

/* Slots that my move may have captured. */
KERNEL_DEVICE uint32_t pilea_kernel_possible(const PileaIndex *x, const PileaStand *c, const PileaUndo *u)
{
    uint32_t out = 0;
    const bool covered = !u->whole && u->there > 1 && (c->row >> (pilea_stand_up_to(c, u->to) - 2) & 1);
    for (int d = 0; d < 4 && !covered; d++) {
        const int slot = x->board.step[u->to][d];
        if (slot < PILEA_SLOTS && slot != u->from && (c->tops >> x->board.step[slot][d] & 1))
            out |= 1u << slot;
    }
    if (!u->whole && pilea_kernel_between(x, c->tops, u->from, u->side))
        out |= 1u << u->from;
    return out;
}

KERNEL_DEVICE void pilea_kernel_undo_captures(const PileaIndex *x, const PileaAt *p, const PileaStand *c, PileaUndo *u,
                                              uint32_t lones, KernelSink *sink)
{
    const uint32_t possible = pilea_kernel_possible(x, c, u);
    for (uint32_t set = possible; set; set = (set - 1) & possible) {
        const int size = kernel_count(set);
        u->captured = set;
        if (size > PILEA_CAPTURES)
            continue;
        for (uint32_t one = lones & ~set; one; one &= one - 1) {
            const uint32_t first = one & (0 - one);
            if (size == 1) {
                pilea_kernel_undo_drops(x, p, u, *c, first, sink);
                continue;
            }
            for (uint32_t two = one & (one - 1); two; two &= two - 1) {
                const uint32_t both = first | (two & (0 - two));
                if (size == 2) {
                    pilea_kernel_undo_drops(x, p, u, *c, both, sink);
                    continue;
                }
                for (uint32_t three = two & (two - 1); three; three &= three - 1)
                    pilea_kernel_undo_drops(x, p, u, *c, both | (three & (0 - three)), sink);
            }
        }
    }
}

/* Back to the placing phase: the last cube, mine, is taken off. */
KERNEL_DEVICE void pilea_kernel_undo_placing(const PileaIndex *x, const PileaAt *p, const PileaStand *c,
                                             KernelSink *sink)
{
    for (uint32_t rest = c->tops; rest; rest &= rest - 1) {
        PileaStand before = *c;
        pilea_stand_lift(&before, kernel_lowest(rest), 1);
        pilea_kernel_put(x, &x->phase[p->phase->cubes - 1], before, true, sink);
    }
}

KERNEL_DEVICE void kernel_backward(const PileaIndex *x, const PileaAt *p, KernelSink *sink)
{
    PileaStand c = p->stand;
    c.row ^= (1u << p->phase->cubes) - 1;
    c.tops = c.piles & ~c.tops;
    if (((c.low | c.high) & ~UINT64_C(0x1111111111111111)) == 0 && pilea_index_after_placing(p->phase))
        pilea_kernel_undo_placing(x, p, &c, sink);
    if (!p->phase->moving)
        return;
    if (pilea_kernel_stuck(x, &c))
        pilea_kernel_put(x, p->other, c, true, sink);
    uint32_t lones = 0;
    for (uint32_t rest = c.piles & ~c.tops; rest; rest &= rest - 1)
        lones |= (uint32_t)(pilea_stand_height(&c, kernel_lowest(rest)) == 1) << kernel_lowest(rest);
    PileaUndo u;
    for (uint32_t rest = c.tops; rest; rest &= rest - 1) {
        u.to = kernel_lowest(rest);
        u.there = pilea_stand_height(&c, u.to);
        for (int way = 0; way < 8; way++) {
            u.from = x->board.step[u.to][way & 3];
            u.side = (way & 3) ^ 2;
            u.whole = way >= 4;
            if (u.from >= PILEA_SLOTS || (u.whole && u.there == 1))
                continue;
            u.here = pilea_stand_height(&c, u.from);
            u.captured = 0;
            const bool allowed = pilea_kernel_allowed(&u, u.here);
            if (allowed)
                pilea_kernel_undo(x, p->other, &u, c, sink);
            /* A cube put back on the pile left behind, or taken from there, is all that can change it. */
            if (allowed || pilea_kernel_allowed(&u, u.here + 1) || (u.here == 1 && pilea_kernel_allowed(&u, 0)))
                pilea_kernel_undo_captures(x, p, &c, &u, lones, sink);
        }
    }
}

#endif
