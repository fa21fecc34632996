/* Who does the work of an analysis; inside src/solve only.
 *
 * retro.c owns the layers, when to save, and what is reported. A crew owns the values: threads of
 * this process (retro_threads.c), a device (retro_device.c), or ranks on several machines
 * (retro_ranks.c), each with one of the two. Whichever crew works, the values after a layer are
 * the same, and so is a checkpoint: any crew can continue from any other's. */
#ifndef COLONNADE_SOLVE_RETRO_CREW_H
#define COLONNADE_SOLVE_RETRO_CREW_H

#include "solve/checkpoint.h"
#include "solve/retro.h"

/* While moves are counted, an undecided position has this plus the number of its moves that are
 * not known to lead to a win of the opponent. */
enum { RETRO_COUNTING = 1 << 15 };

static inline uint16_t retro_loss_in(int d) { return (uint16_t)(2 * d); }
static inline uint16_t retro_win_in(int d) { return (uint16_t)(2 * d + 1); }

typedef struct RetroSums {
    uint64_t wins, losses;
} RetroSums;

typedef struct RetroCrew RetroCrew;

typedef struct RetroCrewKind {
    /* NULL: the error says why. */
    RetroCrew *(*open)(const RetroJob *job, Message *error);
    void (*close)(RetroCrew *c);
    /* Layer 1, from nothing. False: the error says why, or the job's stop was asked for; likewise below. */
    bool (*begin)(RetroCrew *c, RetroSums *sums, uint64_t *positions, Message *error);
    /* Layer `layer`, when the one before decided `before`. */
    bool (*layer)(RetroCrew *c, int layer, RetroSums before, RetroSums *sums, Message *error);
    bool (*save)(RetroCrew *c, int layer, Message *error);
    /* As checkpoint_read; `all` is what has been decided so far, `last` only in the last layer. */
    int (*load)(RetroCrew *c, int *layer, RetroSums *all, RetroSums *last, uint64_t *positions, Message *error);
    /* There are no more layers: what is not decided is a draw. Hands the values over (RetroResult's
     * value, or read and its context). */
    bool (*finish)(RetroCrew *c, RetroResult *out, Message *error);
    uint64_t (*edges)(const RetroCrew *c);
    /* retro_check; NULL: not possible. */
    bool (*check)(RetroCrew *c, RetroShare *progress, void *context, uint64_t *checked, uint64_t *wrong,
                  Message *error);
    /* In a crew with several leaders, what one of them says holds for all; NULL: there is only one. */
    bool (*agree)(RetroCrew *c, bool mine);
} RetroCrewKind;

struct RetroCrew {
    const RetroCrewKind *kind;
    const RetroJob *job;
    bool stopped;               /* in the middle of something: the values are of no use any more */
};

extern const RetroCrewKind retro_threads, retro_device, retro_ranks;

/* Bytes that a crew of threads needs. */
uint64_t retro_threads_memory(const RetroJob *job);

#endif
