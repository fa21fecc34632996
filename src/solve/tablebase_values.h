/* All values of a tablebase file at once; those that it leaves out are derived again. */
#ifndef COLONNADE_SOLVE_TABLEBASE_VALUES_H
#define COLONNADE_SOLVE_TABLEBASE_VALUES_H

#include "solve/tablebase_file.h"

/* One value per number, as retro.h writes them; owned by the caller (core/memory). *damaged counts
 * blocks that could not be read: their values are 0. A win that no move wins, which a wrong file may
 * have, keeps TABLEBASE_WIN. NULL: out of memory, the error says so. */
uint16_t *tablebase_values(const TablebaseFile *f, const SolveIndex *index, const void *state, int threads,
                           uint64_t *damaged, Message *error);

#endif
