/* Workers of Pilea's index: cut lists into blocks, collect edges and hand them on. */
#include "games/pilea/pilea_edges.h"

#include "core/memory.h"
#include "games/pilea/pilea_rules.h"

#include <limits.h>

void *pilea_edges_worker(const void *state)
{
    PileaWorker *w = memory_resize(NULL, sizeof *w);
    if (w)
        *w = (PileaWorker){.index = state};
    return w;
}

void pilea_edges_worker_destroy(void *worker) { memory_free(worker); }

const PileaIndex *pilea_edges_index(const void *worker) { return ((const PileaWorker *)worker)->index; }

/* --- edges --- */

void pilea_edges_flush(PileaWorker *w)
{
    if (w->edges)
        w->emit(w->sink, w->slot, w->number, w->edges);
    w->edges = 0;
}

static void make_room(PileaWorker *w, size_t edges)
{
    if (w->edges + edges > PILEA_EDGE_BUFFER)
        pilea_edges_flush(w);
}

void pilea_edges_put_end(PileaWorker *w, const PileaBlock *b, uint64_t end, const PileaMask *mask)
{
    make_room(w, PILEA_TOGETHER);
    size_t n = w->edges;
    for (uint32_t word = 0; word < PILEA_MASK_WORDS; word++)
        for (uint64_t rest = mask->w[word]; rest; rest &= rest - 1, n++) {
            w->slot[n] = b->slot + 64 * word + (uint32_t)__builtin_ctzll(rest);
            w->number[n] = end;
        }
    w->edges = n;
}

/* Edges to a shape that is itself symmetric lead to the smallest of the equivalent colourings. The edge is counted
 * as often as there are symmetries that leave the position unchanged. Of all moves between the images of p and those
 * of q, p alone has one in (8 / p's symmetries), and q alone one in (8 / q's); so with this counting there are as
 * many edges forward as backward. */
static void put_symmetric(PileaWorker *w, const PileaBlock *b, const PileaPhase *phase, const PileaCubes *c,
                          const PileaMask *mask, uint64_t base, int group, int turn)
{
    const PileaIndex *x = w->index;
    const int names = phase->cubes > b->phase->cubes ? phase->cubes : b->phase->cubes;
    const unsigned full = (1u << phase->cubes) - 1, added = (1u << b->phase->cubes) & full;
    PileaRecolour recolour[GRID_SYMMETRIES];
    int turns = 0;
    for (int t = 0; t < GRID_SYMMETRIES; t++)
        if (x->board.group[group] >> t & 1) {
            uint16_t bit[16] = {0};
            pilea_cubes_bits(x, c, phase->cubes, x->board.compose[t][turn], bit);
            pilea_cubes_recolour(bit, names, &recolour[turns++]);
        }
    make_room(w, GRID_SYMMETRIES * PILEA_TOGETHER);
    size_t n = w->edges;
    for (uint32_t word = 0; word < PILEA_MASK_WORDS; word++)
        for (uint64_t rest = mask->w[word]; rest; rest &= rest - 1) {
            const uint32_t at = 64 * word + (uint32_t)__builtin_ctzll(rest);
            const unsigned colours = b->colour[at] | added;
            unsigned least = UINT_MAX;
            int times = 0;
            for (int i = 0; i < turns; i++) {
                const unsigned number = phase->number[pilea_cubes_coloured(&recolour[i], colours) ^ full];
                times = number < least ? 1 : times + (number == least);
                least = number < least ? number : least;
            }
            for (int i = 0; i < times; i++, n++) {
                w->slot[n] = b->slot + at;
                w->number[n] = base + least;
            }
        }
    w->edges = n;
}

/* Too few positions for tables to pay off. */
static inline bool is_small(const PileaMask *mask)
{
    int n = 0;
    for (int i = 0; i < PILEA_MASK_WORDS; i++)
        n += __builtin_popcountll(mask->w[i]);
    return n <= 4;
}

void pilea_edges_put(PileaWorker *w, const PileaBlock *b, const PileaPhase *phase, const PileaCubes *c,
                     const PileaMask *mask)
{
    const PileaIndex *x = w->index;
    int group, turn;
    const uint32_t shape = pilea_shapes_number(phase->shapes, c->heights, phase->cubes, &group, &turn);
    const uint64_t base = phase->first + (uint64_t)shape * phase->colourings;
    if (group) {
        put_symmetric(w, b, phase, c, mask, base, group, turn);
        return;
    }
    make_room(w, PILEA_TOGETHER);
    /* A cube just put down has the next name; otherwise its bit names nothing. */
    const int names = phase->cubes > b->phase->cubes ? phase->cubes : b->phase->cubes;
    const unsigned full = (1u << phase->cubes) - 1, added = (1u << b->phase->cubes) & full;
    uint16_t bit[16] = {0};
    pilea_cubes_bits(x, c, phase->cubes, turn, bit);
    size_t n = w->edges;
    if (is_small(mask)) {
        for (uint32_t word = 0; word < PILEA_MASK_WORDS; word++)
            for (uint64_t rest = mask->w[word]; rest; rest &= rest - 1, n++) {
                const uint32_t at = 64 * word + (uint32_t)__builtin_ctzll(rest);
                unsigned colours = 0;
                for (unsigned own = b->colour[at] | added; own; own &= own - 1)
                    colours |= bit[__builtin_ctz(own)];
                w->slot[n] = b->slot + at;
                w->number[n] = base + phase->number[colours ^ full];
            }
        w->edges = n;
        return;
    }
    PileaRecolour r;
    pilea_cubes_recolour(bit, names, &r);
    for (uint32_t word = 0; word < PILEA_MASK_WORDS; word++)
        for (uint64_t rest = mask->w[word]; rest; rest &= rest - 1, n++) {
            const uint32_t at = 64 * word + (uint32_t)__builtin_ctzll(rest);
            w->slot[n] = b->slot + at;
            w->number[n] = base + phase->number[pilea_cubes_coloured(&r, b->colour[at] | added) ^ full];
        }
    w->edges = n;
}

/* --- what a position allows --- */

PileaMask pilea_edges_stuck(const PileaIndex *x, const PileaBlock *b)
{
    const PileaCubes *c = &b->cubes;
    PileaMask stuck = b->all;
    for (int from = 0; from < PILEA_SLOTS && pilea_mask_any(&stuck); from++) {
        const int height = pilea_cubes_height(c, from);
        if (height == 0)
            continue;
        bool moves = false;
        for (int side = 0; side < 4; side++) {
            const int to = x->board.step[from][side];
            if (to < PILEA_SLOTS)
                moves |= pilea_edges_steps(height, pilea_cubes_height(c, to));
            else if (to == PILEA_SLOT_CENTRE)
                moves |= height == PILEA_GREY + 1 || height == PILEA_GREY + 2;
        }
        if (moves)
            stuck = pilea_mask_less(&stuck, pilea_edges_top(x, b, c, from));
    }
    return stuck;
}

static inline bool is_pile(const PileaCubes *c, int slot)
{
    return slot < PILEA_SLOTS && pilea_cubes_height(c, slot) > 0;
}

int pilea_edges_captures(const PileaIndex *x, const PileaBlock *b, const PileaCubes *c, int from, int side, bool whole,
                         const PileaMask *able, PileaCapture out[4])
{
    const uint8_t(*step)[4] = x->board.step;
    const int to = step[from][side], back = side ^ 2;
    int n = 0;
    PileaMask flank = *able; /* a pile that the mover already had there captures nothing */
    if (is_pile(c, to))
        flank = pilea_mask_less(able, pilea_edges_top(x, b, c, to));
    for (int d = 0; d < 4; d++) {
        const int slot = step[to][d];
        if (d == back || !is_pile(c, slot) || !is_pile(c, step[slot][d]))
            continue;
        PileaMask when = pilea_mask_less(&flank, pilea_edges_top(x, b, c, slot));
        when = pilea_mask_and(&when, pilea_edges_top(x, b, c, step[slot][d]));
        if (pilea_mask_any(&when))
            out[n++] = (PileaCapture){slot, pilea_cubes_height(c, slot) == 1, when};
    }
    const int height = pilea_cubes_height(c, from);
    if (whole || height < 2)
        return n;
    /* The pile that is uncovered: between the cube that moved and one behind it, or between two others. */
    PileaMask between = {{0}};
    const int behind = step[from][back], left = step[from][(side + 1) & 3], right = step[from][(side + 3) & 3];
    if (is_pile(c, behind))
        between = *pilea_edges_top(x, b, c, behind);
    if (is_pile(c, left) && is_pile(c, right)) {
        const PileaMask across = pilea_mask_and(pilea_edges_top(x, b, c, left), pilea_edges_top(x, b, c, right));
        between = pilea_mask_or(&between, &across);
    }
    between = pilea_mask_and(&between, able);
    between = pilea_mask_less(&between, &b->owned[pilea_cubes_id(x, c, from, 1)]);
    if (pilea_mask_any(&between))
        out[n++] = (PileaCapture){from, height == 2, between};
    return n;
}

/* --- lists --- */

/* Reads the positions of the list from `at` on that share a shape; returns where the next ones begin. */
static uint32_t read_block(const PileaIndex *x, PileaBlock *b, const uint64_t *list, uint32_t at, uint32_t count,
                           bool others)
{
    uint32_t shape, colouring;
    int group;
    b->phase = pilea_index_split(x, list[at], &shape, &colouring);
    b->slot = at;
    const uint64_t base = list[at] - colouring, end = base + b->phase->colourings;
    const PileaHeights h = pilea_shapes_heights(b->phase->shapes, b->phase->cubes, shape, &group);
    b->cubes = pilea_cubes_from(h);
    uint32_t n = 0;
    while (at + n < count && list[at + n] < end && n < PILEA_TOGETHER) {
        b->colour[n] = b->phase->colour[list[at + n] - base];
        n++;
    }
    b->count = n;
    b->all = (PileaMask){{0}};
    for (uint32_t i = 0; i < n; i += 64)
        b->all.w[i >> 6] = n - i >= 64 ? UINT64_MAX : (1ull << (n - i)) - 1;
    memset(b->owned, 0, sizeof b->owned);
    if (n == b->phase->colourings)
        memcpy(b->owned, b->phase->owned, sizeof b->phase->owned);
    else
        for (uint32_t i = 0; i < n; i++)
            for (unsigned colours = b->colour[i]; colours; colours &= colours - 1)
                b->owned[__builtin_ctz(colours)].w[i >> 6] |= 1ull << (i & 63);
    if (others)
        for (int i = 0; i < PILEA_MOST; i++)
            b->owned[i] = pilea_mask_less(&b->all, &b->owned[i]);
    return at + n;
}

static PileaMask still_wanted(const PileaBlock *b, const uint8_t *done)
{
    if (!done)
        return b->all;
    PileaMask live = {{0}};
    for (uint32_t i = 0; i < b->count; i++)
        live.w[i >> 6] |= (uint64_t)(done[b->slot + i] == 0) << (i & 63);
    return live;
}

/* Pile by pile, each for all blocks, so that what the sink has learnt about a position saves the rest of its moves. */
static void moves_of_blocks(PileaWorker *w, const uint8_t *done)
{
    const PileaIndex *x = w->index;
    for (uint32_t i = 0; i < w->blocks; i++) {
        const PileaMask stuck = pilea_edges_stuck(x, &w->block[i]);
        if (pilea_mask_any(&stuck))
            pilea_edges_put(w, &w->block[i], &x->phase[w->block[i].phase->turned], &w->block[i].cubes, &stuck);
    }
    for (int pile = 0; pile < PILEA_MOST; pile++) {
        for (uint32_t i = 0; i < w->blocks; i++) {
            PileaBlock *b = &w->block[i];
            /* `slots` is used up pile by pile; nothing else needs it before a move. */
            const PileaMask live = still_wanted(b, done);
            if (pile >= b->phase->cubes || !pilea_mask_any(&live))
                continue;
            const int from = (int)(b->cubes.slots >> 5 * pile & 31);
            if (pile > 0 && (int)(b->cubes.slots >> 5 * (pile - 1) & 31) == from)
                continue;
            pilea_forward_pile(w, b, from, &live);
        }
        if (done)
            pilea_edges_flush(w);
    }
    pilea_edges_flush(w);
    w->blocks = 0;
}

void pilea_edges_successors(void *worker, const uint64_t *list, uint32_t count, const uint8_t *done, IndexEmit *emit,
                            void *sink)
{
    PileaWorker *w = worker;
    w->emit = emit;
    w->sink = sink;
    w->edges = w->blocks = 0;
    for (uint32_t at = 0; at < count;) {
        PileaBlock *b = &w->block[w->blocks];
        at = read_block(w->index, b, list, at, count, false);
        if (!b->phase->moving) {
            const PileaMask live = still_wanted(b, done);
            pilea_forward_placing(w, b, &live);
        } else if (++w->blocks == PILEA_BLOCKS)
            moves_of_blocks(w, done);
    }
    moves_of_blocks(w, done);
}

void pilea_edges_predecessors(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink)
{
    PileaWorker *w = worker;
    w->emit = emit;
    w->sink = sink;
    w->edges = 0;
    for (uint32_t at = 0; at < count;) {
        at = read_block(w->index, &w->block[0], list, at, count, true);
        pilea_backward(w, &w->block[0]);
    }
    pilea_edges_flush(w);
}
