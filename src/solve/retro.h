/* Retrograde analysis: the value and distance of every position of an index.
 *
 * A value is 16 bits. 0: not decided, a draw when the analysis has ended (endless play is a
 * draw). 2 d: the player to move loses in d plies; 2 d + 1: wins in d plies; d >= 1, with best
 * play on both sides (the winner hurries, the loser delays). 1 and values from 32768 on are
 * used internally. Holes have 0.
 *
 * Layer by layer: layer d decides exactly the positions of distance d. A position with a move
 * to a loss of distance d - 1 is a win, found backward. A position that has a move to a win of
 * distance d - 1 is a candidate, also found backward. It is a loss if all its moves, looked at
 * forward, lead to wins of the opponent. Where the index allows it, moves are counted once
 * instead: a position is a loss when its last move has been found to lead to a win of the
 * opponent, and nothing is looked at forward. Each layer is a set, so the result depends
 * neither on the number of threads nor on the order of work. A decided value never changes: a
 * checkpoint is the values at the end of a layer. */
#ifndef COLONNADE_SOLVE_RETRO_H
#define COLONNADE_SOLVE_RETRO_H

#include "core/cancel.h"
#include "core/index.h"
#include "core/value.h"

enum { RETRO_MAX_DISTANCE = 16000, RETRO_MAX_THREADS = 256 };

static inline bool retro_decided(uint16_t v) { return v >= 2; }
static inline bool retro_wins(uint16_t v) { return v >= 2 && (v & 1); }
static inline int retro_distance(uint16_t v) { return v >> 1; }
static inline Value retro_value(uint16_t v)
{
    return value_proven(!retro_decided(v) ? 0 : retro_wins(v) ? 1 : -1, retro_distance(v));
}

typedef struct RetroLayer {
    int layer;
    uint64_t wins, losses;      /* decided in this layer */
    uint64_t decided, positions;    /* so far, and in all */
    uint64_t edges;             /* looked at so far, backward and forward */
    double seconds;             /* since the start of this run */
    bool last;                  /* nothing is left to decide */
} RetroLayer;

/* Called in the caller's thread after each layer; false: stop (the checkpoint is written first). */
typedef bool RetroProgress(void *context, const RetroLayer *layer);

/* Who does the work: see retro_crew.h. The resulting values are the same. */
typedef enum RetroCrewName {
    RETRO_THREADS,
    RETRO_GPU,                  /* one GPU; only in a program built with CUDA */
    RETRO_KERNELS,              /* what a GPU would do, in plain C: slow, for tests */
    RETRO_RANKS,                /* the ranks of an MPI run, each with threads; only in a program built with MPI */
    RETRO_RANKS_GPU,            /* … each with a GPU */
    RETRO_RANKS_KERNELS         /* … each with the kernels in plain C, for tests */
} RetroCrewName;

typedef struct RetroJob {
    const SolveIndex *index;
    const void *state;          /* of the index */
    const char *name;           /* of the ruleset, as a checkpoint states it */
    RetroCrewName crew;
    int threads;
    uint64_t memory;            /* bytes that may be used; 0: what the machine has free */
    const char *checkpoint;     /* file to continue from and to write to; NULL: none */
    double checkpoint_seconds;  /* writes one at the end of a layer when this long has passed since the last */
    RetroProgress *progress;    /* NULL: none */
    void *context;
    const Cancel *stop;         /* as progress; threads also end in the middle of a layer, and lose it */
    bool stay;                  /* values may stay in the device that computed them: only retro_read reaches them */
} RetroJob;

typedef enum RetroStatus {
    RETRO_DONE,
    RETRO_STOPPED,              /* progress or stop said so */
    RETRO_FAILED                /* memory, disk, a checkpoint that is not ours: the error says what */
} RetroStatus;

typedef struct RetroResult {
    uint16_t *value;            /* one per number, or NULL: use retro_read; free with retro_free */
    uint64_t size, positions, wins, losses;
    int layers;                 /* the longest distance */
    uint64_t bytes;             /* memory that was used: of the device, or of one rank */
    uint64_t sent;              /* bytes that ranks sent to each other */
    double seconds;             /* that the layers took, from nothing or from a checkpoint */
    /* --- where the values lie elsewhere --- */
    struct RetroCrew *crew;
    bool (*read)(struct RetroCrew *crew, uint64_t first, uint32_t count, uint16_t *out);
} RetroResult;

RetroStatus retro_solve(const RetroJob *job, RetroResult *out, Message *error);
void retro_free(RetroResult *r);
/* Values first … first + count - 1, wherever they are; count <= INDEX_BATCH, all in one chunk. In
 * a run with ranks every rank asks for the same in the same order, and only rank 0's answer
 * counts. One thread at a time. False: a device or a rank has failed. */
bool retro_read(const RetroResult *r, uint64_t first, uint32_t count, uint16_t *out);

/* Derives every value again from its successors, in the device where they have stayed (RetroJob's `stay`), and
 * counts the positions and those whose value differs. `progress`, when not NULL, receives the share that is done;
 * false: stop. False: the values are not in a device, it has failed, or it was stopped: the error says which. */
typedef bool RetroShare(void *context, double share);
bool retro_check(const RetroResult *r, RetroShare *progress, void *context, uint64_t *checked, uint64_t *wrong,
                 Message *error);

/* What retro_solve will need, in bytes. */
uint64_t retro_memory(const RetroJob *job);

#endif
