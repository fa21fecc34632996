/* The values of an analysis under way, on disk: raw, so that writing them is as fast as the
 * disk. A file that is not complete or does not pass its check is refused.
 *
 * One file holds all values, or each rank of a run on several machines writes a file of its own,
 * PATH-LAYER-RANK-of-RANKS, with its chunks: those whose number is RANK modulo RANKS. Reading
 * does not care how many ranks wrote: of the complete sets of files it takes the one with the
 * highest layer. A chunk is INDEX_BATCH numbers. */
#ifndef COLONNADE_SOLVE_CHECKPOINT_H
#define COLONNADE_SOLVE_CHECKPOINT_H

#include "core/message.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Checkpoint {
    const char *name;           /* of the ruleset */
    uint32_t layout;            /* of its index */
    uint64_t size;              /* numbers */
    int layer;                  /* the last layer that is complete */
    uint32_t rank, ranks;       /* who writes or reads; 0 of 1: one process has everything */
} Checkpoint;

static inline Checkpoint checkpoint_of(const char *name, uint32_t layout, uint64_t size, int layer)
{
    return (Checkpoint){.name = name, .layout = layout, .size = size, .layer = layer, .rank = 0, .ranks = 1};
}

/* Where values come from and go to, a chunk at a time, by the numbers of the index. False: they
 * are not available. */
typedef bool CheckpointGet(void *context, uint64_t first, uint32_t count, uint16_t *out);
typedef bool CheckpointPut(void *context, uint64_t first, uint32_t count, const uint16_t *values);

/* Makes or replaces the file of c->rank as file_commit does. False: the error says why; an older
 * file stays as it was. */
bool checkpoint_write(const char *path, const Checkpoint *c, CheckpointGet *get, void *context, Message *error);

/* Reads the chunks of c->rank, whoever wrote them. 1: read, `c` (its name, layout and size say
 * what is expected) has the layer; 0: there is no such file; -1: it cannot be used, the error says
 * why. */
int checkpoint_read(const char *path, Checkpoint *c, CheckpointPut *put, void *context, Message *error);

/* Removes all its files and what killed programs left, except the ranks' files of the layer
 * `keep` (-1: none). True: there was something to remove. */
bool checkpoint_remove(const char *path, int keep);

#endif
