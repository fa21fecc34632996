/* Lookups in a tablebase file that can only be read by ranges of bytes: on a plain file server, over HTTP.
 *
 * Opening reads the header, then palette, model and directory in one piece: two bytes per 16,384 numbers. A lookup then
 * reads one sheet of some kilobytes, unless it is remembered. Every byte is covered by a sum, and what does not match
 * its sum is refused. Only for the format from version 3 on. Belongs to one thread. */
#ifndef COLONNADE_SOLVE_TABLEBASE_RANGED_H
#define COLONNADE_SOLVE_TABLEBASE_RANGED_H

#include "solve/tablebase_file.h"

/* Fetches `size` bytes of the file from `at` on; false: they are not available. */
typedef bool TablebaseRead(void *context, uint64_t at, size_t size, void *out);

typedef struct TablebaseRanged TablebaseRanged;

TablebaseRanged *tablebase_ranged_open(TablebaseRead *read, void *context, Message *error); /* NULL: error says why */
/* Whether opening failed although something is there. */
bool tablebase_ranged_is_there(const Message *error);
void tablebase_ranged_close(TablebaseRanged *r); /* NULL is allowed */
const TablebaseInfo *tablebase_ranged_info(const TablebaseRanged *r);

/* Whether something read since then was not what was written; the error says so. */
bool tablebase_ranged_damaged(const TablebaseRanged *r, Message *error);

/* As tablebase_file_get. */
bool tablebase_ranged_get(TablebaseRanged *r, uint64_t number, uint16_t *value);

#endif
