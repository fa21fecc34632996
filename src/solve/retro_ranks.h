/* What a rank works with: threads or a device; inside src/solve/retro_ranks*.c only. Numbers are
 * local ones: chunk c of the index is chunk c / ranks of rank c % ranks. */
#ifndef COLONNADE_SOLVE_RETRO_RANKS_H
#define COLONNADE_SOLVE_RETRO_RANKS_H

#include "solve/ranks.h"
#include "solve/retro_crew.h"

typedef struct RetroRanks RetroRanks;

typedef struct RetroRanksWork {
    uint64_t (*memory)(const RetroRanks *r);
    bool (*open)(RetroRanks *r, Message *error);
    void (*close)(RetroRanks *r);
    /* Layer 1; sums: wins, losses, positions, faults. */
    bool (*begin)(RetroRanks *r, uint64_t sum[4], Message *error);
    void (*clear)(RetroRanks *r);       /* a layer begins */
    /* A walk back from the value `wanted` begins. */
    bool (*start)(RetroRanks *r, uint16_t wanted, uint16_t set, bool losses);
    /* Fills the boxes with the predecessors of a batch; returns whether there is more. */
    bool (*produce)(RetroRanks *r, RanksBox *box, bool *good);
    bool (*apply)(RetroRanks *r, const uint32_t *number, size_t count);
    /* A layer has ended: its wins (those with the value `win`) and losses. */
    bool (*sums)(RetroRanks *r, uint16_t win, uint64_t sum[2], Message *error);
    /* After a checkpoint has been read: wins, losses, those of this layer. */
    bool (*tally)(RetroRanks *r, int layer, uint64_t sum[4], Message *error);
    bool (*get)(RetroRanks *r, uint64_t first, uint32_t count, uint16_t *out);
    bool (*put)(RetroRanks *r, uint64_t first, uint32_t count, const uint16_t *values);
    bool (*finish)(RetroRanks *r, Message *error);
    uint64_t (*edges)(const RetroRanks *r);
    bool (*failed)(RetroRanks *r, Message *error);      /* whether there is more to say than "no memory" */
} RetroRanksWork;

struct RetroRanks {
    RetroCrew base;
    const RetroRanksWork *work;
    void *own;                  /* of the work */
    RanksPost *post;
    uint32_t rank, ranks;
    uint64_t size, chunks;      /* numbers of the index; chunks of this rank */
};

extern const RetroRanksWork retro_ranks_threads, retro_ranks_device;

#endif
