/* Whether this machine has the memory and the disk that an analysis needs, before it begins,
 * and how the memory is to be laid out. */
#ifndef COLONNADE_SOLVE_ROOM_H
#define COLONNADE_SOLVE_ROOM_H

#include "core/message.h"

#include <stddef.h>
#include <stdint.h>

/* False: the error says how many MiB are needed, and how many are free or allowed. */
bool room_for_memory(uint64_t wanted, uint64_t allowed, Message *error); /* bytes; allowed 0: what is free */
/* What is already at `path` counts as room: it will be replaced. */
bool room_for_file(const char *path, uint64_t wanted, Message *error);

/* Asks for large pages under memory that is read and written all over: distant places are then
 * reached faster. Only a request: without them everything works the same. */
void room_in_large_pages(void *block, size_t bytes);

#endif
