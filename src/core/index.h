/* What a ruleset provides so that every one of its positions can be tabulated: a
 * numbering, and neighbours in bulk.
 *
 * The numbering. `rank` gives every position that is not over a number below `size`;
 * positions that are the same up to a symmetry of the board and up to exchanging the
 * colours together with the mover share one number, all others differ. Numbers may be
 * left unused (holes): where a shape is itself symmetric, several colourings are one
 * position; `rank` always gives the smallest of their numbers, and the others are
 * holes. Nobody reads or writes the value of a hole. The numbering never changes without
 * `layout` changing: tablebase files keep it.
 *
 * Neighbours in bulk. The solver walks the numbers in ascending runs and hands a worker
 * lists of at most INDEX_BATCH numbers, ascending, each a position (no holes) and each
 * from the same aligned run of INDEX_BATCH numbers. The worker answers by calling `emit`
 * with batches of edges, as few and as long as it can, in any order; within one batch the
 * numbers should lie close together. So a game works out what depends only on the shape
 * once for many colourings, and no function pointer is called for a single position.
 *
 * An edge is a slot (place in the list asked about) and a number. The same edge may be
 * emitted several times. Numbers emitted are those of `rank`: never holes.
 *
 * Threads: a state does not change after `create` and is shared; a worker belongs to one
 * thread. Memory comes from core/memory. `create` may take seconds. */
#ifndef COLONNADE_CORE_INDEX_H
#define COLONNADE_CORE_INDEX_H

#include "core/game.h"

enum { INDEX_BATCH = 16384 };

/* In place of a number, only from `successors`: the move ends the game, and the player
 * who made it has won, has lost, or it is a draw. */
#define INDEX_ENDS_WON    (UINT64_MAX - 0)
#define INDEX_ENDS_LOST   (UINT64_MAX - 1)
#define INDEX_ENDS_DRAWN  (UINT64_MAX - 2)
#define INDEX_ENDS(index) ((index) >= INDEX_ENDS_DRAWN)

/* `count` edges: from list[slot[i]] to number[i]. The arrays belong to the worker. */
typedef void IndexEmit(void *sink, const uint32_t *slot, const uint64_t *number, size_t count);

typedef struct SolveIndex {
    uint32_t layout;        /* changes whenever the numbering does */
    /* `predecessors` names positions that really have a move to the one asked about. If
     * not, it may name too many, and the solver looks at each with `successors`. */
    bool exact;
    /* In addition, `predecessors` emits every edge exactly as often as `successors` does, so the
     * solver may count a position's moves instead of looking at them again and again. */
    bool counted;
    /* A move that ends the game never wins it for the player who makes it. */
    bool never_won;
    /* Tables leave out the distance of wins: it follows from the moves, and takes more room
     * than everything else. */
    bool derive_wins;
    /* The same game on a smaller board, for figures; NULL: there is none. */
    const struct SolveIndex *small;
    /* Kernels (core/kernels.h) in plain C and for a GPU; NULL: there are none. For a `counted` index. */
    const struct KernelSet *plain, *cuda;

    /* --- state --- */
    void *(*create)(Message *error);    /* NULL: error says why */
    void (*destroy)(void *state);
    uint64_t (*size)(const void *state);
    /* How many of the numbers are positions, by a separate count (Burnside) that shares
     * nothing with the numbering. */
    uint64_t (*positions)(const void *state);

    /* --- one position --- */
    /* False: the game is over there. Any position that `check` accepts may be asked about,
     * whether a game can reach it or not. */
    bool (*rank)(const void *state, const Position *p, uint64_t *number);
    /* Numbers among which are all positions that have the same reserves as `p`; NULL: any number may be one. */
    void (*span)(const void *state, const Position *p, uint64_t *first, uint64_t *end);
    /* A position with this number; false: a hole. rank(unrank(n)) == n. */
    bool (*unrank)(const void *state, uint64_t number, Position *out);
    /* `p` with the colours exchanged and the other player to move; it has the same number. */
    void (*exchange)(const Position *p, Position *out);

    /* --- in bulk --- */
    void *(*worker_create)(const void *state);      /* NULL: out of memory */
    void (*worker_destroy)(void *worker);
    /* Writes those of the numbers first … first + count - 1 that are not holes, ascending,
     * and returns how many; count <= INDEX_BATCH. */
    uint32_t (*list)(void *worker, uint64_t first, uint32_t count, uint64_t *out);
    /* Whether a move from one of the positions first … first + count - 1 may end the game;
     * true when in doubt. Cheap: one look at the shapes in that run. */
    bool (*may_end)(void *worker, uint64_t first, uint32_t count);
    /* Every move of every position listed: where it leads, as seen by the player who then
     * moves, or INDEX_ENDS_…. `done`, when not NULL, has a byte per slot that the sink may
     * set while edges arrive: nothing more is wanted from that slot, and a worker that checks
     * it now and then saves much work. */
    void (*successors)(void *worker, const uint64_t *list, uint32_t count, const uint8_t *done, IndexEmit *emit,
                       void *sink);
    /* Every position that has a move to one listed. */
    void (*predecessors)(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink);
} SolveIndex;

#endif
