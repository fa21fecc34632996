/* Pilea's positions as numbers: the heights of the piles (pilea_shapes.h), then which
 * cubes are the mover's.
 *
 * The cubes of a shape form a row: slot by slot, from the bottom of each pile to its top.
 * A colouring is the mover's cubes as bits over that row, the first cube the lowest bit;
 * colourings are numbered in numerical order. Where symmetries leave a shape as it is, the
 * smallest of the equivalent colourings has the position's number, the others are holes.
 *
 * The moving phase comes first; its positions that are over have no number. Then the
 * placing phase follows, from the last cube but one back to the empty board.
 *
 * Players may have other numbers of cubes than five: fewer for tests, and in a variant of our own
 * one has a cube more than the other. That is White, so that cubes are still put down in turn.
 * Colours cannot be exchanged there, so the moving phase comes twice: first with the player to move
 * who moves first once all cubes are down, then with the other. */
#ifndef COLONNADE_GAMES_PILEA_INDEX_H
#define COLONNADE_GAMES_PILEA_INDEX_H

#include "core/index.h"
#include "games/pilea/pilea_shapes.h"

enum {
    PILEA_COUNTED = 7,
    PILEA_COLOURINGS = 462, /* at most, of one shape */
    PILEA_TOGETHER = 252,   /* of them looked at together: all of them in the game itself */
    PILEA_MASK_WORDS = 4    /* that hold a bit for each */
};

/* A set of positions of one shape. */
typedef struct PileaMask {
    uint64_t w[PILEA_MASK_WORDS];
} PileaMask;

/* All positions with a given number of cubes. */
typedef struct PileaPhase {
    const PileaShapes *shapes;
    uint64_t first; /* its first number */
    uint32_t shape_count;
    uint8_t cubes, own; /* on the board; the mover's among them */
    uint8_t turned;     /* in the moving phase: the one with the same cubes and the other player to move */
    bool moving, black; /* black: Black moves, where colours cannot be exchanged */
    uint16_t colourings;
    uint16_t colour[PILEA_COLOURINGS]; /* the colourings in order … */
    uint16_t number[1 << PILEA_MOST];  /* … and their numbers */
    PileaMask owned[PILEA_MOST];       /* the colourings in which cube i is the mover's; unless there are too many */
} PileaPhase;

typedef struct PileaIndex {
    int cubes;       /* of both players */
    bool uneven;     /* White has one more */
    uint64_t size;
    uint64_t second; /* the first number of the second moving phase; none: no number is as large */
    uint64_t marks;  /* in the first word of a position: how many cubes the players have */
    PileaBoard board;
    PileaShapes free, flat;           /* piles of any height; lone cubes */
    PileaPhase phase[PILEA_MOST + 2]; /* by cubes on the board: the last of them is the moving phase; then its second */
    /* --- for the edges --- */
    uint64_t up_to[PILEA_SLOTS][2]; /* the heights of the slots up to this one */
    int8_t key[GRID_SYMMETRIES][PILEA_SLOTS]; /* order of the slots after a turn, in steps of PILEA_KEY */
} PileaIndex;

/* The phase, shape and colouring that a number stands for. */
KERNEL_INLINE const PileaPhase *pilea_index_split(const PileaIndex *x, uint64_t number, uint32_t *shape,
                                                  uint32_t *colouring)
{
    int n = x->cubes;
    while (n > 0 && number >= x->phase[n - 1].first)
        n--;
    if (n == x->cubes && number >= x->second)
        n++;
    const PileaPhase *p = &x->phase[n];
    number -= p->first;
    *shape = (uint32_t)(number / p->colourings);
    *colouring = (uint32_t)(number - (uint64_t)*shape * p->colourings);
    return p;
}

/* Whether a position of this phase, if all its cubes stand alone, may come after one with a cube fewer:
 * the player to move is the one who would be then. */
KERNEL_INLINE bool pilea_index_after_placing(const PileaPhase *p) { return p->cubes > 0 && p->own == p->cubes / 2; }

/* 1 to 5 cubes each, or White has one more. NULL: out of memory. */
PileaIndex *pilea_index_create(int white, int black);
void pilea_index_destroy(void *state);
uint64_t pilea_index_size(const void *state);
uint64_t pilea_index_positions(const void *state);
/* Burnside's count of the positions when the players have these numbers of cubes, 1 to PILEA_COUNTED;
 * White has as many as Black or one more. */
uint64_t pilea_index_count(int white, int black);
bool pilea_index_rank(const void *state, const Position *p, uint64_t *number);
bool pilea_index_unrank(const void *state, uint64_t number, Position *out);
uint32_t pilea_index_list(void *worker, uint64_t first, uint32_t count, uint64_t *out);
bool pilea_index_may_end(void *worker, uint64_t first, uint32_t count);
extern const SolveIndex pilea_index, pilea_index_small, pilea_index_six_five, pilea_index_three_two;

/* pilea_edges.c */
void *pilea_edges_worker(const void *state);
void pilea_edges_worker_destroy(void *worker);
const PileaIndex *pilea_edges_index(const void *worker);
void pilea_edges_successors(void *worker, const uint64_t *list, uint32_t count, const uint8_t *done, IndexEmit *emit,
                            void *sink);
void pilea_edges_predecessors(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink);

#endif
