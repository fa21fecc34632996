/* The shapes of the pyramid, up to symmetry, and the tables that number colourings: see pylos_index.h. They are
 * built once and never change afterwards. */
#include "games/pylos/pylos_index.h"

#include "core/memory.h"
#include "games/pylos/pylos_rules.h"

#include <stdlib.h>
#include <string.h>

enum { HALF_SIZE = 1 << PYLOS_INDEX_HALF };

/* --- the board --- */

static int first_place(int base, int level)
{
    int at = 0;
    for (int l = 0; l < level; l++)
        at += (base - l) * (base - l);
    return at;
}

static uint32_t place_bit(int base, int level, int column, int row)
{
    return 1u << (first_place(base, level) + row * (base - level) + column);
}

static uint32_t square(int base, int level, int column, int row)
{
    return place_bit(base, level, column, row) | place_bit(base, level, column + 1, row) |
           place_bit(base, level, column, row + 1) | place_bit(base, level, column + 1, row + 1);
}

static void make_places(PylosIndex *x)
{
    for (int level = 0, width; (width = x->base - level) > 0; level++)
        for (int at = 0; at < width * width; at++) {
            int place = first_place(x->base, level) + at, row = at / width, column = at % width;
            x->lower[place] = (1u << first_place(x->base, level)) - 1;
            if (level == 0)
                continue;
            x->under[place] = square(x->base, level - 1, column, row);
            for (uint32_t left = x->under[place]; left; left &= left - 1)
                x->above[__builtin_ctz(left)] |= 1u << place;
        }
}

/* Squares on every level, and rows and columns on levels that are at least three wide (PYL-4: four on level 1, three
 * on level 2). */
static void make_figures(PylosIndex *x)
{
    for (int level = 0, width; (width = x->base - level) > 1; level++) {
        for (int row = 0; (x->rules & PYLOS_SQUARES) && row + 1 < width; row++)
            for (int column = 0; column + 1 < width; column++)
                x->figure[x->figures++] = square(x->base, level, column, row);
        for (int line = 0; (x->rules & PYLOS_LINES) && width >= 3 && line < width; line++) {
            uint32_t along_row = 0, along_column = 0;
            for (int i = 0; i < width; i++) {
                along_row |= place_bit(x->base, level, i, line);
                along_column |= place_bit(x->base, level, line, i);
            }
            x->figure[x->figures++] = along_row;
            x->figure[x->figures++] = along_column;
        }
    }
}

static int turn_place(int base, int symmetry, int place)
{
    int level = 0;
    while (place >= first_place(base, level + 1))
        level++;
    int first = first_place(base, level);
    return first + grid_turn_place(base - level, symmetry, place - first);
}

static void make_symmetries(PylosIndex *x)
{
    for (int s = 0; s < GRID_SYMMETRIES; s++)
        for (int place = 0; place < x->places; place++) {
            uint32_t image = 1u << turn_place(x->base, s, place);
            for (unsigned byte = 0; byte < 256; byte++)
                if (byte >> place % 8 & 1)
                    x->turned[s][place / 8][byte] |= image;
        }
}

/* --- colourings --- */

static uint64_t choose(int n, int k)
{
    uint64_t c = 1;
    if (k < 0 || k > n)
        return 0;
    for (int i = 1; i <= k; i++)
        c = c * (uint64_t)(n - k + i) / (uint64_t)i;
    return c;
}

/* How many colourings of n balls have fewer than k of the mover's, if both reserves still hold a ball. */
static void make_offsets(PylosIndex *x)
{
    for (int n = 0; n <= PYLOS_INDEX_PLACES; n++) {
        uint64_t at = 0;
        for (int k = 0; k <= PYLOS_INDEX_OWN; k++) {
            x->offset[n][k] = at;
            if (k < x->balls && n - k < x->balls)
                at += choose(n, k);
        }
    }
}

/* The rank of a set of bits among all sets of that size, in numerical order, is the sum of choose(place, i) over its
 * bits, the i-th (from 1) at `place`. So it can be looked up by halves once the number of bits in the low half is
 * known. */
static void make_ranks(PylosIndex *x)
{
    uint16_t next[PYLOS_INDEX_HALF + 2] = {0};
    for (int b = 0; b <= PYLOS_INDEX_HALF; b++)
        x->half_start[b + 1] = (uint16_t)(x->half_start[b] + choose(PYLOS_INDEX_HALF, b));
    for (uint32_t m = 0; m < HALF_SIZE; m++) {
        int bits = __builtin_popcount(m);
        x->low[m] = next[bits]++;
        x->half[x->half_start[bits] + x->low[m]] = (uint16_t)m;
        for (int k = 0; k < PYLOS_INDEX_OWN; k++) {
            uint64_t rank = 0;
            int i = k - bits;
            for (uint32_t left = m; left && i >= 0; left &= left - 1)
                rank += choose(PYLOS_INDEX_HALF + __builtin_ctz(left), ++i);
            x->high[k][m] = (uint32_t)rank;
        }
    }
}

static void make_gathers(PylosIndex *x)
{
    for (unsigned mask = 0; mask < 256; mask++)
        for (unsigned byte = 0; byte < 256; byte++) {
            unsigned together = 0, apart = 0, at = 0;
            for (unsigned b = 0; b < 8; b++)
                if (mask >> b & 1) {
                    together |= (byte >> b & 1) << at;
                    apart |= (byte >> at & 1) << b;
                    at++;
                }
            x->gather[mask][byte] = (uint8_t)together;
            x->spread[mask][byte] = (uint8_t)apart;
        }
}

/* --- shapes --- */

/* Calls `visit` with every supported mask: each place in turn is left empty or, if it is supported, filled. */
static void each_shape(const PylosIndex *x, int place, uint32_t mask, void (*visit)(void *context, uint32_t mask),
                       void *context)
{
    if (place == x->places) {
        visit(context, mask);
        return;
    }
    each_shape(x, place + 1, mask, visit, context);
    if ((mask & x->under[place]) == x->under[place])
        each_shape(x, place + 1, mask | 1u << place, visit, context);
}

static bool goes_on(const PylosIndex *x, uint32_t mask) { return __builtin_popcount(mask) <= 2 * (x->balls - 1); }

static bool is_smallest(const PylosIndex *x, uint32_t mask)
{
    for (int s = 1; s < GRID_SYMMETRIES; s++)
        if (pylos_index_turn(x, s, mask) < mask)
            return false;
    return true;
}

static void count_shape(void *context, uint32_t mask)
{
    PylosIndex *x = context;
    x->shapes += goes_on(x, mask) && is_smallest(x, mask);
}

static void add_shape(void *context, uint32_t mask)
{
    PylosIndex *x = context;
    if (!goes_on(x, mask) || !is_smallest(x, mask))
        return;
    PylosShape *s = &x->shape[x->shapes++];
    *s = (PylosShape){.mask = mask, .balls = (uint8_t)__builtin_popcount(mask)};
    for (int g = 0; g < GRID_SYMMETRIES; g++)
        if (pylos_index_turn(x, g, mask) == mask)
            s->fixed |= (uint8_t)(1 << g);
}

static int compare_shapes(const void *a, const void *b)
{
    const PylosShape *s = a, *t = b;
    return s->balls != t->balls ? s->balls - t->balls : s->mask < t->mask ? -1 : 1;
}

static void number_shapes(PylosIndex *x)
{
    qsort(x->shape, (size_t)x->shapes, sizeof *x->shape, compare_shapes);
    for (int i = 0; i < x->shapes; i++) {
        PylosShape *s = &x->shape[i];
        s->start = x->size;
        x->size += x->offset[s->balls][x->balls];
        for (int g = 0; g < GRID_SYMMETRIES; g++) {
            uint32_t image = pylos_index_turn(x, g, s->mask);
            uint32_t at = image * 0x9e3779b1u >> 13;
            while (x->key[at] && x->key[at] != image + 1)
                at = (at + 1) & (PYLOS_INDEX_SLOTS - 1);
            if (x->key[at])
                continue;
            x->key[at] = image + 1;
            x->found[at] = (uint32_t)i << 3 | (uint32_t)grid_inverse(g);
        }
    }
}

static void *zeroed(size_t size)
{
    void *block = memory_resize(NULL, size);
    if (block)
        memset(block, 0, size);
    return block;
}

PylosIndex *pylos_index_create(int base, int balls, unsigned rules)
{
    PylosIndex *x = zeroed(sizeof *x);
    if (!x)
        return NULL;
    x->rules = rules;
    x->base = base;
    x->balls = balls;
    x->places = first_place(base, base);
    x->key = zeroed(PYLOS_INDEX_SLOTS * sizeof *x->key);
    x->found = zeroed(PYLOS_INDEX_SLOTS * sizeof *x->found);
    x->high = zeroed(PYLOS_INDEX_OWN * sizeof *x->high);
    x->half = zeroed(HALF_SIZE * sizeof *x->half);
    x->gather = zeroed(256 * sizeof *x->gather);
    x->spread = zeroed(256 * sizeof *x->spread);
    if (!x->key || !x->found || !x->high || !x->half || !x->gather || !x->spread) {
        pylos_index_destroy(x);
        return NULL;
    }
    make_places(x);
    make_figures(x);
    make_symmetries(x);
    make_offsets(x);
    make_ranks(x);
    make_gathers(x);
    each_shape(x, 0, 0, count_shape, x);
    x->shape = zeroed((size_t)x->shapes * sizeof *x->shape);
    if (!x->shape) {
        pylos_index_destroy(x);
        return NULL;
    }
    x->shapes = 0;
    each_shape(x, 0, 0, add_shape, x);
    number_shapes(x);
    return x;
}

void pylos_index_destroy(void *state)
{
    PylosIndex *x = state;
    memory_free(x->key);
    memory_free(x->found);
    memory_free(x->high);
    memory_free(x->half);
    memory_free(x->gather);
    memory_free(x->spread);
    memory_free(x->shape);
    memory_free(x);
}

uint64_t pylos_index_size(const void *state) { return ((const PylosIndex *)state)->size; }

/* --- Burnside --- */

typedef struct Burnside {
    const PylosIndex *index;
    int symmetry;
    int image[PYLOS_INDEX_PLACES];
    uint64_t fixed;
} Burnside;

/* Adds the colourings of a shape that the symmetry leaves unchanged: each cycle of places has one colour. */
static void add_fixed(void *context, uint32_t mask)
{
    Burnside *b = context;
    uint64_t ways[PYLOS_INDEX_PLACES + 1] = {1};    /* by balls of the mover */
    int most = b->index->balls - 1, balls = __builtin_popcount(mask);
    uint32_t left = mask;
    while (left) {
        int place = __builtin_ctz(left), length = 0;
        while (left >> place & 1) {
            left ^= 1u << place;
            length++;
            place = b->image[place];
            if (!(mask >> place & 1))
                return;
        }
        for (int k = PYLOS_INDEX_PLACES; k >= length; k--)
            ways[k] += ways[k - length];
    }
    for (int k = 0; k <= most; k++)
        if (balls - k >= 0 && balls - k <= most)
            b->fixed += ways[k];
}

uint64_t pylos_index_positions(const void *state)
{
    Burnside b = {.index = state};
    for (b.symmetry = 0; b.symmetry < GRID_SYMMETRIES; b.symmetry++) {
        for (int place = 0; place < b.index->places; place++)
            b.image[place] = turn_place(b.index->base, b.symmetry, place);
        each_shape(b.index, 0, 0, add_fixed, &b);
    }
    return b.fixed / GRID_SYMMETRIES;
}
