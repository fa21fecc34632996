/* Pylos positions as numbers: the shape of the pyramid, then which of its balls are
 * the mover's.
 *
 * A shape is a set of balls of which each lies on four others or on level 1. One of each class
 * of symmetric shapes, the one with the smallest mask, is kept. Shapes follow each other by
 * number of balls, then by mask; within a shape the numbers go by how many balls are the
 * mover's, then in the numerical order of the mover's balls, written as bits over the shape's
 * own balls (the lowest place is the lowest bit). Both reserves hold at least one ball.
 *
 * Where symmetries leave a shape as it is, the smallest of the equivalent colourings has
 * the position's number and the others are holes.
 *
 * The board may be smaller than the real one (a base of 3 × 3 with 7 balls each): that
 * is for tests and measurements. */
#ifndef COLONNADE_GAMES_PYLOS_INDEX_H
#define COLONNADE_GAMES_PYLOS_INDEX_H

#include "core/grid.h"
#include "core/index.h"
#include "core/kernel.h"

enum {
    PYLOS_INDEX_PLACES = 30,
    PYLOS_INDEX_FIGURES = 40,
    PYLOS_INDEX_HALF = 14,      /* bits of a colouring that one table looks up */
    PYLOS_INDEX_OWN = 15,       /* one more than the most balls of a colour in a game under way */
    PYLOS_INDEX_SMALL_BASE = 3,
    PYLOS_INDEX_SMALL_BALLS = 7,
    PYLOS_INDEX_SLOTS = 1 << 19 /* of the hash of shapes; three in four stay empty */
};

typedef struct PylosShape {
    uint64_t start;             /* its first number */
    uint32_t mask;              /* by place */
    uint8_t balls;
    uint8_t fixed;              /* symmetries that leave it as it is, a bit each */
} PylosShape;

typedef struct PylosIndex {
    /* --- the board --- */
    unsigned rules;             /* of pylos_rules.h */
    int base, places, balls;    /* balls: what each player starts with */
    uint32_t under[PYLOS_INDEX_PLACES];     /* the places that carry a place; 0 on level 1 */
    uint32_t above[PYLOS_INDEX_PLACES];     /* the places that it helps to carry */
    uint32_t lower[PYLOS_INDEX_PLACES];     /* every place of a lower level */
    int figures;
    uint32_t figure[PYLOS_INDEX_FIGURES];   /* what gives take-backs in this ruleset */
    uint32_t turned[GRID_SYMMETRIES][4][256];   /* images of the bits of each byte of a mask */

    /* --- shapes --- */
    uint64_t size;
    PylosShape *shape;
    int shapes;
    uint32_t *key;              /* hash from any supported mask: mask + 1, 0 where empty … */
    uint32_t *found;            /* … to 8 × the number of its shape + the symmetry that leads there */

    /* --- colourings --- */
    uint64_t offset[PYLOS_INDEX_PLACES + 1][PYLOS_INDEX_OWN + 1];   /* of colourings with k own balls among n */
    uint16_t low[1 << PYLOS_INDEX_HALF];    /* rank of the low half among those with as many bits */
    uint32_t (*high)[1 << PYLOS_INDEX_HALF];    /* by own balls: numbers before the first with this high half */
    uint16_t *half;             /* the low halves, by number of bits, in order … */
    uint16_t half_start[PYLOS_INDEX_HALF + 2];  /* … and where those with b bits begin */
    uint8_t (*gather)[256];     /* by mask: the bits of a byte under the mask, moved together */
    uint8_t (*spread)[256];     /* and apart again */
} PylosIndex;

/* pylos_index_shapes.c. NULL: out of memory. base 3 or 4; balls such that twice as many
 * fill the pyramid. */
PylosIndex *pylos_index_create(int base, int balls, unsigned rules);
void pylos_index_destroy(void *state);
uint64_t pylos_index_size(const void *state);
/* Burnside's count of the positions, from nothing but the board. */
uint64_t pylos_index_positions(const void *state);

/* pylos_index.c */
bool pylos_index_rank_masks(const PylosIndex *x, uint32_t own, uint32_t other, uint64_t *number);
bool pylos_index_unrank_masks(const PylosIndex *x, uint64_t number, uint32_t *own, uint32_t *other);
uint32_t pylos_index_list(void *worker, uint64_t first, uint32_t count, uint64_t *out);
bool pylos_index_may_end(void *worker, uint64_t first, uint32_t count);
extern const SolveIndex pylos_index_standard, pylos_index_children, pylos_index_expert, pylos_index_lenient,
    pylos_index_expert_lenient;
extern const SolveIndex pylos_index_small_standard, pylos_index_small_children, pylos_index_small_expert,
    pylos_index_small_lenient, pylos_index_small_expert_lenient;

/* pylos_index_edges.c; a worker begins with the index that it works for. */
typedef struct PylosWorker PylosWorker;
const PylosIndex *pylos_index_of(const PylosWorker *w);
void *pylos_index_worker(const void *state);
void pylos_index_worker_destroy(void *worker);
void pylos_index_successors(void *worker, const uint64_t *list, uint32_t count, const uint8_t *done, IndexEmit *emit,
                            void *sink);
void pylos_index_predecessors(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink);

/* --- small helpers of the hot loops; a GPU uses them too --- */

KERNEL_INLINE uint32_t pylos_index_turn(const PylosIndex *x, int symmetry, uint32_t mask)
{
    const uint32_t(*t)[256] = x->turned[symmetry];
    return t[0][mask & 255] | t[1][mask >> 8 & 255] | t[2][mask >> 16 & 255] | t[3][mask >> 24];
}

/* The bits of a mask under a shape moved together, in order: what the tables need to know. */
typedef struct PylosGather {
    const uint8_t *row[4];
    int shift[4];
} PylosGather;

KERNEL_INLINE PylosGather pylos_index_gather_for(const PylosIndex *x, uint32_t shape)
{
    PylosGather g;
    int at = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t byte = shape >> 8 * i & 255;
        g.row[i] = x->gather[byte];
        g.shift[i] = at;
        at += kernel_count(byte);
    }
    return g;
}

KERNEL_INLINE uint32_t pylos_index_gather(const PylosGather *g, uint32_t mask)
{
    return (uint32_t)g->row[0][mask & 255] | (uint32_t)g->row[1][mask >> 8 & 255] << g->shift[1] |
           (uint32_t)g->row[2][mask >> 16 & 255] << g->shift[2] | (uint32_t)g->row[3][mask >> 24] << g->shift[3];
}

KERNEL_INLINE uint32_t pylos_index_spread(const PylosIndex *x, uint32_t shape, uint32_t bits)
{
    uint32_t out = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t byte = shape >> 8 * i & 255;
        int n = kernel_count(byte);
        out |= (uint32_t)x->spread[byte][bits & ((1u << n) - 1)] << 8 * i;
        bits >>= n;
    }
    return out;
}

/* Rank of a colouring among those with as many own balls; `high` is x->high[own]. */
KERNEL_INLINE uint32_t pylos_index_colour_rank(const PylosIndex *x, const uint32_t *high, uint32_t bits)
{
    return x->low[bits & ((1u << PYLOS_INDEX_HALF) - 1)] + high[bits >> PYLOS_INDEX_HALF];
}

/* The next larger number with as many bits; there must be one. */
KERNEL_INLINE uint32_t pylos_index_next(uint32_t bits)
{
    uint32_t lowest = bits & (0 - bits), carried_up = bits + lowest;
    return carried_up | (bits ^ carried_up) >> (kernel_lowest(lowest) + 2);
}

/* Any supported mask: its shape and the symmetry that leads to it. */
KERNEL_INLINE const PylosShape *pylos_index_find(const PylosIndex *x, uint32_t mask, int *symmetry)
{
    uint32_t at = mask * 0x9e3779b1u >> 13;
    while (x->key[at] != mask + 1)
        at = (at + 1) & (PYLOS_INDEX_SLOTS - 1);
    *symmetry = (int)(x->found[at] & 7);
    return &x->shape[x->found[at] >> 3];
}

/* The shape that a number belongs to, and the mover's balls there; *within is what is left
 * of the number. */
KERNEL_INLINE const PylosShape *pylos_index_shape(const PylosIndex *x, uint64_t number, int *own, uint64_t *within)
{
    int low = 0, high = x->shapes - 1;      /* the last shape that starts at or before the number */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (x->shape[middle].start <= number)
            low = middle;
        else
            high = middle - 1;
    }
    const PylosShape *s = &x->shape[low];
    const uint64_t *offset = x->offset[s->balls];
    uint64_t rest = number - s->start;
    int k = x->balls - 1;
    while (offset[k] > rest || offset[k] == offset[k + 1])
        k--;
    *own = k;
    *within = rest - offset[k];
    return s;
}

/* The colouring that has this number among those with `own` own balls. */
KERNEL_INLINE uint32_t pylos_index_colouring(const PylosIndex *x, int own, uint64_t within)
{
    uint32_t bits = 0;
    uint64_t rest = within;
    int left = own;
    /* Bit by bit from the top down to the low half: choose(place, left) colourings have
     * their highest bit below `place`; high[left] of a single bit is that number. */
    for (int at = PYLOS_INDEX_HALF - 1; at >= 0 && left > 0; at--) {
        uint64_t below = x->high[left][1u << at];
        if (rest >= below) {
            bits |= 1u << at;
            rest -= below;
            left--;
        }
    }
    return bits << PYLOS_INDEX_HALF | x->half[x->half_start[left] + rest];
}

#endif
