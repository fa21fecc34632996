/* Moves of Pilea for many positions of one shape at once; inside the index only.
 *
 * Whatever depends only on the heights is found once for all positions of a block: which moves
 * there are, the shape that results, where each cube of the row ends up. What depends on
 * colours is a set of positions (a mask): the cube that moves is the mover's, this neighbour is
 * captured, and so on.
 *
 * Captured cubes are all of one colour, so all that counts is where cubes are missing and where
 * they are added. A lone cube that is captured leaves a place on which another captured cube
 * may land, as if it had not been captured at all. So a set C of captures leads to this: some
 * captures of C, at least one, where those left out were lone, and as many cubes on places that
 * were empty after the move; in any combination. */
#ifndef COLONNADE_GAMES_PILEA_EDGES_H
#define COLONNADE_GAMES_PILEA_EDGES_H

#include "games/pilea/pilea_cubes.h"

enum {
    PILEA_EDGE_BUFFER = 4096,
    PILEA_BLOCKS = INDEX_BATCH / PILEA_TOGETHER + 2 /* shapes of the moving phase in a list */
};

/* The positions asked about that share a shape, or PILEA_TOGETHER of them. */
typedef struct PileaBlock {
    const PileaPhase *phase;
    PileaCubes cubes;
    uint32_t slot, count; /* their part of the list */
    PileaMask all;
    PileaMask owned[PILEA_MOST + 1];   /* by cube: where it belongs to the player whose moves are looked at */
    uint16_t colour[PILEA_TOGETHER];   /* by position */
} PileaBlock;

typedef struct PileaWorker {
    const PileaIndex *index;
    IndexEmit *emit;
    void *sink;
    size_t edges;
    uint32_t slot[PILEA_EDGE_BUFFER];
    uint64_t number[PILEA_EDGE_BUFFER];
    uint32_t blocks;
    PileaBlock block[PILEA_BLOCKS];
} PileaWorker;

/* An opposing pile that the move captures, and in which positions. */
typedef struct PileaCapture {
    int slot;
    bool lone; /* a single cube, once the move is made */
    PileaMask when;
} PileaCapture;

/* --- masks --- */
static inline bool pilea_mask_any(const PileaMask *m) { return (m->w[0] | m->w[1] | m->w[2] | m->w[3]) != 0; }
static inline PileaMask pilea_mask_and(const PileaMask *a, const PileaMask *b)
{
    return (PileaMask){{a->w[0] & b->w[0], a->w[1] & b->w[1], a->w[2] & b->w[2], a->w[3] & b->w[3]}};
}
static inline PileaMask pilea_mask_less(const PileaMask *a, const PileaMask *b)
{
    return (PileaMask){{a->w[0] & ~b->w[0], a->w[1] & ~b->w[1], a->w[2] & ~b->w[2], a->w[3] & ~b->w[3]}};
}
static inline PileaMask pilea_mask_or(const PileaMask *a, const PileaMask *b)
{
    return (PileaMask){{a->w[0] | b->w[0], a->w[1] | b->w[1], a->w[2] | b->w[2], a->w[3] | b->w[3]}};
}

/* --- what the files of the edges share --- */

/* PIL-2: whether a top cube may step from a pile of height `from` to one of height `to`. */
static inline bool pilea_edges_steps(int from, int to) { return to == 0 || (unsigned)(from - to) <= 2; }
/* Where the owner of the top cube on `slot` has it. */
static inline const PileaMask *pilea_edges_top(const PileaIndex *x, const PileaBlock *b, const PileaCubes *c, int slot)
{
    return &b->owned[pilea_cubes_id(x, c, slot, 0)];
}

void pilea_edges_flush(PileaWorker *w);
/* An edge from each position of `mask` to the one with cubes as in `c` and the other player to move. */
void pilea_edges_put(PileaWorker *w, const PileaBlock *b, const PileaPhase *phase, const PileaCubes *c,
                     const PileaMask *mask);
void pilea_edges_put_end(PileaWorker *w, const PileaBlock *b, uint64_t end, const PileaMask *mask);
/* PIL-6: the positions of `able` in which the player has no move. */
PileaMask pilea_edges_stuck(const PileaIndex *x, const PileaBlock *b);
/* PIL-4: what a move of the top cube or of the whole pile captures: from the slot `from`
 * in the direction `side`, in the positions `able`; the cubes stand as in `c` before. */
int pilea_edges_captures(const PileaIndex *x, const PileaBlock *b, const PileaCubes *c, int from, int side, bool whole,
                         const PileaMask *able, PileaCapture out[4]);

/* Every move of the pile on `from` (nothing when it is empty), for the positions `live`. */
void pilea_forward_pile(PileaWorker *w, const PileaBlock *b, int from, const PileaMask *live);
/* Every cube that can be put down. */
void pilea_forward_placing(PileaWorker *w, const PileaBlock *b, const PileaMask *live);
/* Every way in which the block's positions can have come about. */
void pilea_backward(PileaWorker *w, const PileaBlock *b);

#endif
