/* Looks into a tablebase file of which only ranges of bytes can be had: on a plain file server, over HTTP.
 *
 * Opening reads the header, then palette, model and directory in one piece: two bytes for 16,384 numbers. A look
 * then reads one sheet of some kilobytes, where it is not remembered. Every byte is covered by a sum, and what does not have the
 * right one is refused. Version 3 of the format alone. Belongs to one thread. */
#ifndef COLONNADE_SOLVE_TABLEBASE_RANGED_H
#define COLONNADE_SOLVE_TABLEBASE_RANGED_H

#include "solve/tablebase_file.h"

/* Brings `size` bytes of the file from `at` on; false: they cannot be had. */
typedef bool TablebaseRead(void *context, uint64_t at, size_t size, void *out);

typedef struct TablebaseRanged TablebaseRanged;

TablebaseRanged *tablebase_ranged_open(TablebaseRead *read, void *context, Message *error); /* NULL: error says why */
/* Whether it was not opened although something is there. */
bool tablebase_ranged_is_there(const Message *error);
void tablebase_ranged_close(TablebaseRanged *r); /* NULL is allowed */
const TablebaseInfo *tablebase_ranged_info(const TablebaseRanged *r);

/* Whether something that was read since was not what was written: the error says so. */
bool tablebase_ranged_damaged(const TablebaseRanged *r, Message *error);

/* As tablebase_file_get. */
bool tablebase_ranged_get(TablebaseRanged *r, uint64_t number, uint16_t *value);

#endif
