/* Numbers for the heights of Pilea's piles, up to the symmetries of the board.
 *
 * The 24 places round the grey pile are taken in an order of their own, as slots. They
 * fall into five sets that every symmetry maps to itself: the eight places between a
 * corner and the middle of an edge (an octet: slots 0-7), then four quads: the corners
 * (8-11), the middles of the edges (12-15), the corners of the inner ring (16-19) and its
 * middles (20-23).
 *
 * A shape is numbered set by set. The symmetries turn the octet into the first of its
 * class; those of them that leave that one as it is, a subgroup, turn the first quad
 * into the first of its class under them, and so on. What has been chosen at each step,
 * written as a number with mixed radices (how many shapes the sets to come allow under
 * the symmetries that are left), is the number of the shape: no shape is left out, none
 * comes twice, and everything needed is in small tables.
 *
 * Read-only once built; any thread may ask. */
#ifndef COLONNADE_GAMES_PILEA_SHAPES_H
#define COLONNADE_GAMES_PILEA_SHAPES_H

#include "core/grid.h"
#include "core/kernel.h"

enum {
    PILEA_SLOTS = 24,
    PILEA_SLOT_CENTRE = 24, /* steps lead to it, no cube of a position under way stands there */
    PILEA_SLOT_NONE = 25,
    PILEA_MOST = 11,      /* cubes of both players */
    PILEA_QUADS = 1365,   /* heights of four places, eleven cubes at most */
    PILEA_OCTETS = 75582, /* of eight */
    PILEA_GROUPS = 10,    /* subgroups of the eight symmetries; 0 is the identity alone, the last all eight */
    PILEA_SETS = 5
};

/* Four bits per slot: 0-7 and 8-23. */
typedef struct PileaHeights {
    uint64_t low, high;
} PileaHeights;

/* Where one set's heights belong under a subgroup. */
typedef struct PileaClass {
    uint16_t number; /* among the classes with as many cubes and the same group; NO_CLASS: not allowed */
    uint8_t group;   /* what leaves the first of the class as it is */
    uint8_t turn;    /* a symmetry that leads to the first */
} PileaClass;

/* What does not depend on how high piles may be. */
typedef struct PileaBoard {
    uint8_t place[PILEA_SLOTS + 1], slot[25]; /* slots to places and back */
    uint8_t step[PILEA_SLOTS + 1][4];         /* slots north, east, south, west; CENTRE; NONE */
    uint8_t turned[GRID_SYMMETRIES][PILEA_SLOTS];
    uint8_t inverse[GRID_SYMMETRIES];
    uint8_t compose[GRID_SYMMETRIES][GRID_SYMMETRIES]; /* [a][b]: first b, then a */
    uint8_t group[PILEA_GROUPS];                       /* its symmetries, a bit each */
    uint16_t quad[1 << 16];                            /* heights to a number by cubes, then heights */
    uint16_t quad_heights[PILEA_QUADS];
    uint8_t quad_cubes[PILEA_QUADS];
    uint16_t quad_turned[4][GRID_SYMMETRIES][PILEA_QUADS];
    uint32_t octet[PILEA_QUADS]; /* octets before the first with these heights on slots 0-3 */
} PileaBoard;

typedef struct PileaShapes {
    const PileaBoard *board;
    uint32_t ways[PILEA_SETS + 1][PILEA_GROUPS][PILEA_MOST + 1]; /* shapes of the sets from here on */
    /* Shapes before the first whose choice for this set has so many of the cubes left
     * and leaves such a group: [set][group][cubes left][cubes][group then]. */
    uint32_t offset[PILEA_SETS][PILEA_GROUPS][PILEA_MOST + 1][PILEA_MOST + 1][PILEA_GROUPS];
    uint32_t below[4][PILEA_MOST + 1][PILEA_QUADS]; /* the same when no symmetry is left, down to the quad */
    PileaClass octet_class[PILEA_OCTETS];
    PileaClass quad_class[4][PILEA_GROUPS][PILEA_QUADS];
    /* The first of each class, by cubes, group then, number; and where each such run begins. */
    uint32_t octet_first[PILEA_OCTETS];
    uint32_t octet_run[PILEA_MOST + 1][PILEA_GROUPS];
    uint16_t quad_first[4][PILEA_GROUPS][PILEA_QUADS];
    uint16_t quad_run[4][PILEA_GROUPS][PILEA_MOST + 1][PILEA_GROUPS];
} PileaShapes;

void pilea_shapes_board(PileaBoard *out);
/* Piles of at most `cap` cubes. */
void pilea_shapes_build(PileaShapes *out, const PileaBoard *board, int cap);
/* How many shapes there are with this many cubes. */
KERNEL_INLINE uint32_t pilea_shapes_count(const PileaShapes *x, int cubes)
{
    return x->ways[0][PILEA_GROUPS - 1][cubes];
}

/* --- lookups; a GPU does them too --- */

/* The rest of pilea_shapes_number when symmetries are left after the octet. */
KERNEL_INLINE uint32_t pilea_shapes_symmetric(const PileaShapes *x, uint64_t high, int left, int *group, int *turn)
{
    const PileaBoard *b = x->board;
    uint32_t number = 0;
    for (int i = 0; i < 4; i++) {
        const int q = b->quad_turned[i][*turn][b->quad[high >> 16 * i & 0xFFFF]];
        const PileaClass c = x->quad_class[i][*group][q];
        number += x->offset[i + 1][*group][left][b->quad_cubes[q]][c.group];
        left -= b->quad_cubes[q];
        number += c.number * x->ways[i + 2][c.group][left];
        *turn = b->compose[c.turn][*turn];
        *group = c.group;
    }
    return number;
}

/* The shape of these heights, a symmetry that turns them into its own, and the
 * symmetries that leave it as it is. */
KERNEL_INLINE uint32_t pilea_shapes_number(const PileaShapes *x, PileaHeights h, int cubes, int *group, int *turn)
{
    const PileaBoard *b = x->board;
    const int q = b->quad[h.low & 0xFFFF], r = b->quad[h.low >> 16];
    const PileaClass c = x->octet_class[b->octet[q] + (uint32_t)r];
    const int used = b->quad_cubes[q] + b->quad_cubes[r];
    int left = cubes - used;
    uint32_t number = x->offset[0][PILEA_GROUPS - 1][cubes][used][c.group] + c.number * x->ways[1][c.group][left];
    *group = c.group;
    *turn = c.turn;
    if (c.group)
        return number + pilea_shapes_symmetric(x, h.high, left, group, turn);
    for (int i = 0; i < 4; i++) {
        const int t = b->quad_turned[i][c.turn][b->quad[h.high >> 16 * i & 0xFFFF]];
        number += x->below[i][left][t];
        left -= b->quad_cubes[t];
    }
    return number;
}

/* False: no symmetry but the identity leaves these heights as they are; true: one may. */
KERNEL_INLINE bool pilea_shapes_may_turn(const PileaShapes *x, PileaHeights h)
{
    const PileaBoard *b = x->board;
    return x->octet_class[b->octet[b->quad[h.low & 0xFFFF]] + b->quad[h.low >> 16]].group != 0;
}

/* The choice for one set out of what is left of the number: cubes and group then. */
KERNEL_INLINE void pilea_shapes_run(const PileaShapes *x, int set, int group, int left, uint32_t number, int *cubes,
                                    int *then)
{
    const uint32_t(*offset)[PILEA_GROUPS] = x->offset[set][group][left];
    /* Runs that allow nothing begin where the next begins: the last that begins at or
     * before the number is the one. */
    int n = left, g = PILEA_GROUPS - 1;
    while (n > 0 && offset[n][0] > number)
        n--;
    while (offset[n][g] > number)
        g--;
    *cubes = n;
    *then = g;
}

/* The heights of a shape in the orientation that has its number. */
KERNEL_INLINE PileaHeights pilea_shapes_heights(const PileaShapes *x, int cubes, uint32_t shape, int *group)
{
    PileaHeights h = {0, 0};
    int g = PILEA_GROUPS - 1, left = cubes;
    for (int set = 0; set < PILEA_SETS; set++) {
        int n, then;
        pilea_shapes_run(x, set, g, left, shape, &n, &then);
        shape -= x->offset[set][g][left][n][then];
        const uint32_t ways = x->ways[set + 1][then][left - n], number = shape / ways;
        shape -= number * ways;
        if (set == 0)
            h.low = x->octet_first[x->octet_run[n][then] + number];
        else
            h.high |=
                (uint64_t)x->board->quad_heights[x->quad_first[set - 1][g][x->quad_run[set - 1][g][n][then] + number]]
                << 16 * (set - 1);
        g = then;
        left -= n;
    }
    *group = g;
    return h;
}

#endif
