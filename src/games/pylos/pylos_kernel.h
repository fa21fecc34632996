/* Moves of Pylos and their undoing for one position, as source for a GPU and in plain C.
 *
 * The edges are those that pylos_index_edges.c names in bulk, each as often. Neighbouring
 * threads mostly have colourings of the same shape, so loops go over places of the shape, and
 * threads part only over what depends on colours. */
#ifndef COLONNADE_GAMES_PYLOS_KERNEL_H
#define COLONNADE_GAMES_PYLOS_KERNEL_H

#include "core/kernel_sink.h"
#include "games/pylos/pylos_index.h"
#include "games/pylos/pylos_rules.h"

typedef struct PylosAt {
    uint32_t shape, own;    /* every ball; the mover's */
    uint32_t free, usable;  /* balls that nothing lies on; places where a ball can be put */
} PylosAt;

/* --- shapes --- */

KERNEL_INLINE bool pylos_kernel_carried(const PylosIndex *x, uint32_t shape, int place)
{
    return (shape & x->under[place]) == x->under[place];
}

KERNEL_INLINE uint32_t pylos_kernel_free(const PylosIndex *x, uint32_t shape)
{
    uint32_t out = 0;
    for (uint32_t left = shape; left; left &= left - 1) {
        const int place = kernel_lowest(left);
        out |= (uint32_t)!(x->above[place] & shape) << place;
    }
    return out;
}

KERNEL_INLINE uint32_t pylos_kernel_usable(const PylosIndex *x, uint32_t shape)
{
    uint32_t out = 0;
    for (uint32_t left = ~shape & (uint32_t)((UINT64_C(1) << x->places) - 1); left; left &= left - 1) {
        const int place = kernel_lowest(left);
        out |= (uint32_t)pylos_kernel_carried(x, shape, place) << place;
    }
    return out;
}

/* What is usable once a ball lies on `place`, which was usable; `shape` includes it. */
KERNEL_INLINE uint32_t pylos_kernel_usable_with(const PylosIndex *x, uint32_t usable, uint32_t shape, int place)
{
    usable &= ~(1u << place);
    for (uint32_t left = x->above[place]; left; left &= left - 1) {
        const int above = kernel_lowest(left);
        usable |= (uint32_t)pylos_kernel_carried(x, shape, above) << above;
    }
    return usable;
}

/* What is free once the free ball on `place` has gone; `shape` no longer includes it. */
KERNEL_INLINE uint32_t pylos_kernel_free_without(const PylosIndex *x, uint32_t free, uint32_t shape, int place)
{
    free &= ~(1u << place);
    for (uint32_t left = x->under[place]; left; left &= left - 1) {
        const int under = kernel_lowest(left);
        free |= (uint32_t)!(x->above[under] & shape) << under;
    }
    return free;
}

/* Those of these balls that are part of a figure. */
KERNEL_INLINE uint32_t pylos_kernel_figures(const PylosIndex *x, uint32_t balls)
{
    uint32_t out = 0;
    for (int f = 0; f < x->figures; f++) {
        const uint32_t figure = x->figure[f];
        out |= (balls & figure) == figure ? figure : 0;
    }
    return out;
}

/* --- numbers --- */

/* An edge to the shape `mask` in which the player to move has `count` balls: `balls`. */
KERNEL_DEVICE void pylos_kernel_put(const PylosIndex *x, KernelSink *sink, uint32_t mask, uint32_t balls, int count)
{
    int symmetry;
    const PylosShape *to = pylos_index_find(x, mask, &symmetry);
    const unsigned fixed = to->fixed;
    if (sink->mode == KERNEL_SINK_COUNT && fixed == 1) {
        kernel_edge(sink, 0, 1);
        return;
    }
    const PylosGather g = pylos_index_gather_for(x, to->mask);
    const uint32_t here = pylos_index_turn(x, symmetry, balls);
    uint32_t least = pylos_index_gather(&g, here), times = 1;
    for (unsigned rest = fixed & ~1u; rest; rest &= rest - 1) {
        const uint32_t bits = pylos_index_gather(&g, pylos_index_turn(x, kernel_lowest(rest), here));
        times = bits < least ? 1 : times + (bits == least);
        least = bits < least ? bits : least;
    }
    kernel_edge(sink, to->start + x->offset[to->balls][count] + pylos_index_colour_rank(x, x->high[count], least),
                times);
}

KERNEL_DEVICE bool kernel_split(const PylosIndex *x, uint64_t number, PylosAt *p)
{
    int own;
    uint64_t within;
    const PylosShape *s = pylos_index_shape(x, number, &own, &within);
    const uint32_t bits = pylos_index_colouring(x, own, within);
    p->shape = s->mask;
    p->own = pylos_index_spread(x, s->mask, bits);
    if (s->fixed != 1) {
        const PylosGather g = pylos_index_gather_for(x, s->mask);
        for (unsigned rest = s->fixed & ~1u; rest; rest &= rest - 1)
            if (pylos_index_gather(&g, pylos_index_turn(x, kernel_lowest(rest), p->own)) < bits)
                return false;
    }
    p->free = pylos_kernel_free(x, s->mask);
    p->usable = pylos_kernel_usable(x, s->mask);
    return true;
}

/* --- forward --- */

/* Every way to take back one or two balls (PYL-2, PYL-3); `own` and `shape` as they are after
 * the figure. */
KERNEL_DEVICE void pylos_kernel_takes(const PylosIndex *x, const PylosAt *p, KernelSink *sink, uint32_t shape,
                                      uint32_t own)
{
    const uint32_t other = p->shape ^ p->own, free = pylos_kernel_free(x, shape);
    const int count = kernel_count(other);
    for (uint32_t left = free & own; left; left &= left - 1) {
        const int first = kernel_lowest(left);
        const uint32_t less = shape ^ 1u << first;
        const uint32_t freed = pylos_kernel_free_without(x, free, less, first) & ~free;
        pylos_kernel_put(x, sink, less, other, count);
        for (uint32_t second = (left & (left - 1)) | (freed & own); second; second &= second - 1)
            pylos_kernel_put(x, sink, less ^ (second & (0 - second)), other, count);
    }
}

KERNEL_DEVICE void kernel_forward(const PylosIndex *x, const PylosAt *p, KernelSink *sink)
{
    const uint32_t other = p->shape ^ p->own;
    const int mine = kernel_count(p->own), count = kernel_count(other);
    for (uint32_t left = p->usable; left; left &= left - 1) {
        const int to = kernel_lowest(left);
        const uint32_t ball = 1u << to, full = p->shape | ball;
        const bool figure = pylos_kernel_figures(x, p->own | ball) >> to & 1;
        const bool plain = !figure || (x->rules & PYLOS_OPTIONAL);
        if (plain && mine + 1 == x->balls)
            kernel_end(sink, INDEX_ENDS_LOST);
        else if (plain)
            pylos_kernel_put(x, sink, full, other, count);
        /* The ball may come from the reserve (nothing goes) or from a lower level. */
        uint32_t from = p->free & p->own & x->lower[to] & ~x->under[to];
        for (uint32_t gone = 0;; gone = from & (0 - from), from &= from - 1) {
            if (gone && plain)
                pylos_kernel_put(x, sink, full ^ gone, other, count);
            if (figure)
                pylos_kernel_takes(x, p, sink, full ^ gone, (p->own | ball) ^ gone);
            if (!from)
                break;
        }
    }
}

/* --- backward --- */

/* One of the balls `to` was put down, from the reserve or from below; `shape` is all balls
 * after that. */
KERNEL_DEVICE void pylos_kernel_lift(const PylosIndex *x, const PylosAt *p, KernelSink *sink, uint32_t shape,
                                     uint32_t usable, uint32_t to)
{
    const uint32_t resting = p->own;
    const int mine = kernel_count(shape ^ resting);
    for (; to; to &= to - 1) {
        const int place = kernel_lowest(to);
        const uint32_t before = shape ^ 1u << place;
        if (mine - 1 < x->balls)
            pylos_kernel_put(x, sink, before, before ^ resting, mine - 1);
        if (mine >= x->balls)
            continue;
        for (uint32_t from = usable & x->lower[place]; from; from &= from - 1) {
            const uint32_t there = before | (from & (0 - from));
            pylos_kernel_put(x, sink, there, there ^ resting, mine);
        }
    }
}

KERNEL_DEVICE void kernel_backward(const PylosIndex *x, const PylosAt *p, KernelSink *sink)
{
    const uint32_t moving = p->shape ^ p->own;
    const int mine = kernel_count(moving);
    uint32_t plain = p->free & moving;
    if (!(x->rules & PYLOS_OPTIONAL))
        plain &= ~pylos_kernel_figures(x, moving);
    pylos_kernel_lift(x, p, sink, p->shape, p->usable, plain);
    if (x->figures == 0 || mine >= x->balls)
        return;
    /* One or two balls were taken back: put there again, they were part of what made a figure. */
    for (uint32_t left = p->usable; left; left &= left - 1) {
        const int last = kernel_lowest(left);
        const uint32_t one = p->shape | 1u << last, usable = pylos_kernel_usable_with(x, p->usable, one, last);
        const uint32_t free = (p->free & ~x->under[last]) | 1u << last;
        pylos_kernel_lift(x, p, sink, one, usable, free & pylos_kernel_figures(x, moving | 1u << last));
        if (mine + 1 >= x->balls)
            continue;
        /* Two that both stand on what is left are one pair: in place order. */
        for (uint32_t others = usable & ~(p->usable & ((1u << last) - 1)); others; others &= others - 1) {
            const int first = kernel_lowest(others);
            const uint32_t two = one | 1u << first, made = pylos_kernel_figures(x, moving | 1u << last | 1u << first);
            const uint32_t to = ((free & ~x->under[first]) | 1u << first) & made;
            if (to)
                pylos_kernel_lift(x, p, sink, two, pylos_kernel_usable_with(x, usable, two, first), to);
        }
    }
}

#endif
