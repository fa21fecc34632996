/* Looks into a tablebase file of which only ranges of bytes can be had: on a plain file server, over HTTP.
 *
 * Opening reads the header, the palette and the model, some ten thousand bytes; a look then reads a part of the directory
 * and one block, where they are not remembered. The directory as a whole is never read, so its sum is not looked at;
 * what is read has the right form, or is refused. Version 2 of the format alone. Belongs to one thread. */
#ifndef COLONNADE_SOLVE_TABLEBASE_RANGED_H
#define COLONNADE_SOLVE_TABLEBASE_RANGED_H

#include "solve/tablebase_file.h"

/* Brings `size` bytes of the file from `at` on; false: they cannot be had. */
typedef bool TablebaseRead(void *context, uint64_t at, size_t size, void *out);

typedef struct TablebaseRanged TablebaseRanged;

TablebaseRanged *tablebase_ranged_open(TablebaseRead *read, void *context, Message *error); /* NULL: error says why */
void tablebase_ranged_close(TablebaseRanged *r); /* NULL is allowed */
const TablebaseInfo *tablebase_ranged_info(const TablebaseRanged *r);

/* As tablebase_file_get. */
bool tablebase_ranged_get(TablebaseRanged *r, uint64_t number, uint16_t *value);

#endif
