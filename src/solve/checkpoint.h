/* The values of an analysis under way, on disk: raw, so that writing them is as fast as
 * the disk. A file is complete and checked or it is refused. */
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
} Checkpoint;

/* Makes or replaces the file as file_commit does. False: the error says why; an older file
 * is as it was. */
bool checkpoint_write(const char *path, const Checkpoint *c, const uint16_t *value, Message *error);

/* 1: read, `c` (its name, layout and size say what is expected) has the rest; 0: there is
 * no such file; -1: it cannot be used, the error says why. */
int checkpoint_read(const char *path, Checkpoint *c, uint16_t *value, Message *error);

#endif
