/* Moves and their undoing for many colourings of one shape at once.
 *
 * A move changes only the mover's balls. So whatever it does, the colouring that it leads to is the opponent's balls
 * as they were, seen in the new shape. The new shape, its number and the symmetry that leads there are the same for
 * all colourings: they are computed once, and the loop over colourings only turns, gathers and ranks one mask each.
 *
 * Which colourings have the move depends only on the mover's balls: figures made, balls raised or taken back. Lists
 * of slots are narrowed down step by step, so the work is roughly proportional to the number of edges. */
#include "games/pylos/pylos_index.h"

#include "core/memory.h"
#include "games/pylos/pylos_rules.h"

/* A list of slots for each depth of choosing a move. */
enum { ALIVE, PLAIN, FIGURE, RAISED_PLAIN, RAISED_FIGURE, TAKEN, TAKEN_TWO, DEPTHS };

typedef struct Slots {
    uint32_t count;
    uint16_t slot[INDEX_BATCH];
} Slots;

struct PylosWorker {
    const PylosIndex *index;
    /* --- what is asked --- */
    uint32_t shape;             /* mask */
    int mine;                   /* balls of the side whose moves are made or undone */
    uint32_t count;             /* slots, from `base` on in the caller's list */
    uint32_t base;
    bool backward;
    const uint8_t *done;        /* the caller's, from `base` on, or NULL */
    IndexEmit *emit;
    void *sink;
    /* --- colourings --- */
    uint32_t moving[INDEX_BATCH];       /* balls of the side whose moves are made or undone */
    uint32_t resting[GRID_SYMMETRIES][INDEX_BATCH]; /* the other side's, turned … */
    uint8_t turned;                     /* … for these symmetries so far */
    Slots list[DEPTHS];
    /* --- edges not yet handed over --- */
    uint32_t edges;
    uint32_t edge_slot[2 * INDEX_BATCH];
    uint64_t edge_number[2 * INDEX_BATCH];
};

const PylosIndex *pylos_index_of(const PylosWorker *w) { return w->index; }

void *pylos_index_worker(const void *state)
{
    PylosWorker *w = memory_resize(NULL, sizeof *w);
    if (w) {
        w->index = state;
        w->edges = 0;
    }
    return w;
}

void pylos_index_worker_destroy(void *worker) { memory_free(worker); }

/* --- edges --- */

static void flush(PylosWorker *w)
{
    if (w->edges)
        w->emit(w->sink, w->edge_slot, w->edge_number, w->edges);
    w->edges = 0;
}

static void add_end(PylosWorker *w, const Slots *s, uint64_t end)
{
    for (uint32_t i = 0; i < s->count; i++) {
        w->edge_slot[w->edges] = w->base + s->slot[i];
        w->edge_number[w->edges++] = end;
    }
    if (w->done || w->edges >= INDEX_BATCH)
        flush(w);
}

static const uint32_t *resting(PylosWorker *w, int symmetry)
{
    uint32_t *out = w->resting[symmetry];
    if (!(w->turned >> symmetry & 1)) {
        w->turned |= (uint8_t)(1 << symmetry);
        for (uint32_t i = 0; i < w->count; i++)
            out[i] = pylos_index_turn(w->index, symmetry, w->resting[0][i]);
    }
    return out;
}

/* Edges to a shape that is itself symmetric lead to the smallest of the equivalent colourings, each as often as
 * there are symmetries that leave that position unchanged. Of all moves between the images of p and those of q, p
 * has one in (8 / its symmetries) and q one in (8 / its own): so with this counting there are as many edges forward
 * as backward. */
static void add_symmetric(PylosWorker *w, const Slots *s, const PylosShape *to, const uint32_t *balls, uint32_t flip,
                          const uint32_t *high, uint64_t start)
{
    const PylosIndex *x = w->index;
    const PylosGather g = pylos_index_gather_for(x, to->mask);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t here = balls[s->slot[i]] ^ flip, least = pylos_index_gather(&g, here);
        int times = 1;
        for (unsigned rest = to->fixed & ~1u; rest; rest &= rest - 1) {
            uint32_t bits = pylos_index_gather(&g, pylos_index_turn(x, __builtin_ctz(rest), here));
            times = bits < least ? 1 : times + (bits == least);
            least = bits < least ? bits : least;
        }
        if (w->edges + GRID_SYMMETRIES > 2 * INDEX_BATCH)
            flush(w);
        for (; times > 0; times--) {
            w->edge_slot[w->edges] = w->base + s->slot[i];
            w->edge_number[w->edges++] = start + pylos_index_colour_rank(x, high, least);
        }
    }
    if (w->done || w->edges >= INDEX_BATCH)
        flush(w);
}

/* All of these slots have an edge to this shape, in which the side that moves, or whose move is undone, has `mine`
 * balls. */
static void add_edges(PylosWorker *w, const Slots *s, uint32_t mask, int mine)
{
    if (s->count == 0)
        return;
    const PylosIndex *x = w->index;
    int symmetry;
    const PylosShape *to = pylos_index_find(x, mask, &symmetry);
    const uint32_t *balls = resting(w, symmetry);
    /* After a move the resting side is to move; before it the other side was. */
    uint32_t flip = w->backward ? to->mask : 0;
    int own = w->backward ? mine : to->balls - mine;
    const uint32_t *high = x->high[own];
    uint64_t start = to->start + x->offset[to->balls][own];
    if (to->fixed == 1) {
        PylosGather g = pylos_index_gather_for(x, to->mask);
        uint32_t *slot = w->edge_slot + w->edges;
        uint64_t *number = w->edge_number + w->edges;
        for (uint32_t i = 0; i < s->count; i++) {
            slot[i] = w->base + s->slot[i];
            number[i] = start + pylos_index_colour_rank(x, high, pylos_index_gather(&g, balls[s->slot[i]] ^ flip));
        }
        w->edges += s->count;
        if (w->done || w->edges >= INDEX_BATCH)
            flush(w);
    } else
        add_symmetric(w, s, to, balls, flip, high, start);
}

/* --- lists of slots --- */

/* The slots of `from` in which the moving side has all of `balls` and that still need edges. */
static const Slots *narrow(PylosWorker *w, const Slots *from, int depth, uint32_t balls)
{
    Slots *out = &w->list[depth];
    uint32_t n = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        uint16_t slot = from->slot[i];
        out->slot[n] = slot;
        n += (w->moving[slot] & balls) == balls && !(w->done && w->done[slot]);
    }
    out->count = n;
    return out;
}

/* Splits `from` by whether the moving side has one of the `figures`, which are given without the place that
 * completes them. */
static void split(PylosWorker *w, const Slots *from, const uint32_t *figure, int figures, Slots *with, Slots *without)
{
    uint32_t yes = 0, no = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        uint16_t slot = from->slot[i];
        uint32_t balls = w->moving[slot];
        bool made = false;
        for (int f = 0; f < figures; f++)
            made |= (balls & figure[f]) == figure[f];
        with->slot[yes] = slot;
        without->slot[no] = slot;
        yes += made;
        no += !made;
    }
    with->count = yes;
    without->count = no;
}

/* The figures through `place` whose other balls are all in `shape`, without that place. */
static int figures_at(const PylosIndex *x, int place, uint32_t shape, uint32_t out[PYLOS_INDEX_FIGURES])
{
    int n = 0;
    for (int f = 0; f < x->figures; f++) {
        uint32_t others = x->figure[f] & ~(1u << place);
        if ((x->figure[f] >> place & 1) && (shape & others) == others)
            out[n++] = others;
    }
    return n;
}

static bool carried(const PylosIndex *x, uint32_t shape, int place)
{
    return (shape & x->under[place]) == x->under[place];
}

static uint32_t free_balls(const PylosIndex *x, uint32_t shape)
{
    uint32_t out = 0;
    for (uint32_t left = shape; left; left &= left - 1) {
        int place = __builtin_ctz(left);
        if (!(x->above[place] & shape))
            out |= 1u << place;
    }
    return out;
}

static uint32_t usable_places(const PylosIndex *x, uint32_t shape)
{
    uint32_t out = 0;
    for (uint32_t left = ~shape & (uint32_t)((UINT64_C(1) << x->places) - 1); left; left &= left - 1)
        if (carried(x, shape, __builtin_ctz(left)))
            out |= left & (0 - left);
    return out;
}

/* --- forward --- */

/* Every way to take back one or two balls (PYL-2, PYL-3) after a ball on `to` made a figure and led to `shape`, in
 * which the moving side has `mine` balls. */
static void add_takes(PylosWorker *w, const Slots *s, uint32_t shape, int mine, int to)
{
    const PylosIndex *x = w->index;
    uint32_t free = free_balls(x, shape);
    for (uint32_t left = free; left; left &= left - 1) {
        int first = __builtin_ctz(left);
        const Slots *one = first == to && !w->done ? s : narrow(w, s, TAKEN, 1u << first & ~(1u << to));
        if (one->count == 0)
            continue;
        uint32_t less = shape ^ 1u << first;
        add_edges(w, one, less, mine - 1);
        uint32_t freed = free_balls(x, less) & ~free, second = (left & (left - 1)) | freed;
        for (; second; second &= second - 1) {
            int place = __builtin_ctz(second);
            add_edges(w, place == to ? one : narrow(w, one, TAKEN_TWO, 1u << place), less ^ 1u << place, mine - 2);
        }
    }
}

/* A ball from the reserve, with nothing taken back. */
static void put_down(PylosWorker *w, int to)
{
    const PylosIndex *x = w->index;
    const Slots *s = &w->list[ALIVE];
    uint32_t figures[PYLOS_INDEX_FIGURES], full = w->shape | 1u << to;
    int n = x->rules & PYLOS_OPTIONAL ? 0 : figures_at(x, to, w->shape, figures);
    if (n > 0) {
        split(w, s, figures, n, &w->list[FIGURE], &w->list[PLAIN]);
        s = &w->list[PLAIN];
    }
    if (w->mine + 1 == x->balls)
        add_end(w, s, INDEX_ENDS_LOST);
    else
        add_edges(w, s, full, w->mine + 1);
}

/* Every other move with a ball that ends on `to`. */
static void put_down_otherwise(PylosWorker *w, int to)
{
    const PylosIndex *x = w->index;
    uint32_t figures[PYLOS_INDEX_FIGURES], full = w->shape | 1u << to;
    uint32_t risers = free_balls(x, w->shape) & x->lower[to] & ~x->under[to];
    int n = figures_at(x, to, w->shape, figures);
    const Slots *plain = &w->list[ALIVE], *figure = &w->list[FIGURE];
    if (n == 0 && risers == 0)
        return;
    if (n > 0) {
        split(w, &w->list[ALIVE], figures, n, &w->list[FIGURE], &w->list[PLAIN]);
        plain = x->rules & PYLOS_OPTIONAL ? &w->list[ALIVE] : &w->list[PLAIN];
        add_takes(w, figure, full, w->mine + 1, to);
    }
    for (; risers; risers &= risers - 1) {
        uint32_t ball = risers & (0 - risers);
        add_edges(w, narrow(w, plain, RAISED_PLAIN, ball), full ^ ball, w->mine);
        if (n > 0 && narrow(w, figure, RAISED_FIGURE, ball)->count)
            add_takes(w, &w->list[RAISED_FIGURE], full ^ ball, w->mine, to);
    }
}

/* The moves that every colouring has come first: with `done`, most positions are done after a few of them. */
static void all_successors(PylosWorker *w)
{
    uint32_t usable = usable_places(w->index, w->shape);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t to = usable; to; to &= to - 1) {
            if (w->done && narrow(w, &w->list[ALIVE], ALIVE, 0)->count == 0)
                return;
            if (pass == 0)
                put_down(w, __builtin_ctz(to));
            else
                put_down_otherwise(w, __builtin_ctz(to));
        }
}

/* --- backward --- */

/* The ball on `to`, with which the shape was `after`, came from the reserve or was raised. */
static void lift_back(PylosWorker *w, const Slots *s, uint32_t after, int mine, int to)
{
    const PylosIndex *x = w->index;
    uint32_t before = after ^ 1u << to;
    if (mine - 1 < x->balls)
        add_edges(w, s, before, mine - 1);
    if (mine >= x->balls)
        return;
    for (uint32_t from = x->lower[to] & ~before; from; from &= from - 1)
        if (carried(x, before, __builtin_ctz(from)))
            add_edges(w, s, before | (from & (0 - from)), mine);
}

static void undo_plain(PylosWorker *w)
{
    const PylosIndex *x = w->index;
    for (uint32_t left = free_balls(x, w->shape); left; left &= left - 1) {
        int to = __builtin_ctz(left);
        const Slots *s = narrow(w, &w->list[ALIVE], TAKEN, 1u << to);
        uint32_t figures[PYLOS_INDEX_FIGURES];
        int n = x->rules & PYLOS_OPTIONAL ? 0 : figures_at(x, to, w->shape, figures);
        if (n > 0) {
            split(w, s, figures, n, &w->list[FIGURE], &w->list[PLAIN]);
            s = &w->list[PLAIN];
        }
        if (s->count)
            lift_back(w, s, w->shape, w->mine, to);
    }
}

/* `shape` is what there was before the balls `taken` were taken back, `mine` the moving side's part of it: any free
 * ball of the figure may be the one that completed it. If a ball completes several figures, the move is named only
 * with the first of them. */
static void undo_figure(PylosWorker *w, const Slots *s, uint32_t shape, uint32_t taken, int mine, int figure)
{
    const PylosIndex *x = w->index;
    for (uint32_t left = x->figure[figure] & free_balls(x, shape); left; left &= left - 1) {
        const int to = __builtin_ctz(left);
        uint32_t before[PYLOS_INDEX_FIGURES];
        int n = 0;
        for (int f = 0; f < figure; f++) {
            uint32_t others = x->figure[f] & ~taken;
            if ((x->figure[f] >> to & 1) && (w->shape & others) == others)
                before[n++] = others;
        }
        const Slots *named = s;
        if (n > 0) {
            split(w, s, before, n, &w->list[TAKEN], &w->list[PLAIN]);
            named = &w->list[PLAIN];
        }
        lift_back(w, named, shape, mine, to);
    }
}

/* The moving side took back one or two balls because of this figure. `missing` are those of its balls that are gone,
 * so they are among the ones taken back. */
static void undo_takes(PylosWorker *w, const Slots *s, int figure)
{
    const PylosIndex *x = w->index;
    uint32_t missing = x->figure[figure] & ~w->shape, usable = usable_places(x, w->shape);
    for (uint32_t left = usable; left; left &= left - 1) {
        uint32_t last = left & (0 - left), shape = w->shape | last;
        if ((missing & ~last) == 0 && w->mine < x->balls)
            undo_figure(w, s, shape, last, w->mine + 1, figure);
        if (w->mine + 1 >= x->balls)
            continue;
        /* Two balls that both rest on what is left are one pair, in place order. */
        uint32_t other = usable_places(x, shape) & ~(usable & (last - 1));
        for (; other; other &= other - 1) {
            uint32_t first = other & (0 - other);
            if ((missing & ~(last | first)) == 0)
                undo_figure(w, s, shape | first, last | first, w->mine + 2, figure);
        }
    }
}

static void all_predecessors(PylosWorker *w)
{
    const PylosIndex *x = w->index;
    undo_plain(w);
    for (int f = 0; f < x->figures; f++) {
        uint32_t figure = x->figure[f];
        if (__builtin_popcount(figure & ~w->shape) > 2)
            continue;
        const Slots *s = narrow(w, &w->list[ALIVE], FIGURE, figure & w->shape);
        if (s->count)
            undo_takes(w, s, f);
    }
}

/* --- lists of numbers --- */

/* Takes the next run of the list with one shape and one count of balls; returns its length. */
static uint32_t take_run(PylosWorker *w, const uint64_t *list, uint32_t count)
{
    const PylosIndex *x = w->index;
    int own;
    uint64_t within;
    const PylosShape *s = pylos_index_shape(x, list[0], &own, &within);
    uint64_t first = list[0] - within, end = s->start + x->offset[s->balls][own + 1];
    uint32_t n = 0, bits = 0;
    w->shape = s->mask;
    w->mine = w->backward ? s->balls - own : own;
    w->turned = 1;
    for (; n < count && list[n] < end; n++) {
        bits = n > 0 && list[n] == list[n - 1] + 1 ? pylos_index_next(bits)
                                                   : pylos_index_colouring(x, own, list[n] - first);
        uint32_t mover = pylos_index_spread(x, s->mask, bits);
        w->moving[n] = w->backward ? s->mask ^ mover : mover;
        w->resting[0][n] = s->mask ^ w->moving[n];
        w->list[ALIVE].slot[n] = (uint16_t)n;
    }
    w->list[ALIVE].count = w->count = n;
    return n;
}

void pylos_index_successors(void *worker, const uint64_t *list, uint32_t count, const uint8_t *done, IndexEmit *emit,
                            void *sink)
{
    PylosWorker *w = worker;
    w->emit = emit;
    w->sink = sink;
    w->backward = false;
    for (uint32_t at = 0; at < count;) {
        uint32_t n = take_run(w, list + at, count - at);
        w->base = at;
        w->done = done ? done + at : NULL;
        all_successors(w);
        at += n;
    }
    flush(w);
}

void pylos_index_predecessors(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink)
{
    PylosWorker *w = worker;
    w->emit = emit;
    w->sink = sink;
    w->backward = true;
    w->done = NULL;
    for (uint32_t at = 0; at < count;) {
        uint32_t n = take_run(w, list + at, count - at);
        w->base = at;
        all_predecessors(w);
        at += n;
    }
    flush(w);
}
