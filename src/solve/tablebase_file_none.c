/* See tablebase_file.h: built without zstd. Nothing can be opened, so functions that take an open file are never
 * called. */
#include "solve/tablebase_file.h"

#include <assert.h>

bool tablebase_file_supported(Message *error)
{
    return message_set(error, 0, T("this program was built without zstd: there are no tables"), 0);
}

TablebaseFile *tablebase_file_open(const char *path, Message *error)
{
    (void)path;
    tablebase_file_supported(error);
    return NULL;
}

void tablebase_file_close(TablebaseFile *f) { assert(!f); }

const TablebaseInfo *tablebase_file_info(const TablebaseFile *f)
{
    assert(f);
    return NULL;
}

bool tablebase_file_get(TablebaseFile *f, uint64_t number, uint16_t *value)
{
    assert(f);
    (void)number;
    (void)value;
    return false;
}

bool tablebase_file_get_many(TablebaseFile *f, const uint64_t *number, size_t count, uint16_t *value)
{
    assert(f);
    (void)number;
    (void)count;
    (void)value;
    return false;
}

void tablebase_file_cool(TablebaseFile *f) { assert(f); }

TablebaseReader *tablebase_reader_create(const TablebaseFile *f)
{
    assert(f);
    return NULL;
}

void tablebase_reader_destroy(TablebaseReader *r) { assert(!r); }

bool tablebase_reader_block(TablebaseReader *r, uint64_t block, uint16_t *out)
{
    assert(r);
    (void)block;
    (void)out;
    return false;
}
