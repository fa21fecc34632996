/* Table files: refused with a sentence, or read to the end without harm. The input is a
 * recipe: an odd first byte asks for checksums to be made right first, so that what lies behind
 * them is reached; the rest is the file. */
#include "fuzz/fuzz.h"
#include "solve/tablebase_format.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_READ = 64 };    /* blocks */

/* As the writer would: length, block by block, directory, header. */
static void make_right(uint8_t *file, size_t size)
{
    TablebaseHeader h;
    if (size < sizeof h)
        return;
    memcpy(&h, file, sizeof h);
    memcpy(h.magic, TABLE_MAGIC, sizeof h.magic);
    h.version = TABLEBASE_FILE_VERSION;
    h.rulings = TABLEBASE_FILE_RULINGS;
    h.block = TABLEBASE_FILE_BLOCK;
    h.symbols %= 1024;
    h.size %= 1 << 18;
    h.bytes = size;
    size_t palette = tablebase_palette_bytes(h.symbols), blocks = (size_t)tablebase_blocks(h.size);
    size_t directory = (blocks + 1) * sizeof(TablebaseBlock), front = sizeof h + palette + directory;
    if (front <= size) {
        TablebaseBlock *entry = (TablebaseBlock *)(void *)(file + sizeof h + palette);
        for (size_t i = 0; i < blocks; i++)
            if (entry[i].at <= entry[i + 1].at && entry[i + 1].at <= size)
                entry[i].sum = XXH3_64bits(file + entry[i].at, (size_t)(entry[i + 1].at - entry[i].at));
        h.directory_sum = XXH3_64bits(file + sizeof h, palette + directory);
    }
    h.header_sum = XXH3_64bits(&h, offsetof(TablebaseHeader, header_sum));
    memcpy(file, &h, sizeof h);
}

static void read_all(TablebaseFile *f)
{
    const TablebaseInfo *info = tablebase_file_info(f);
    uint64_t blocks = info->blocks < MOST_READ ? info->blocks : MOST_READ;
    TablebaseReader *r = tablebase_reader_create(f);
    static uint16_t values[TABLEBASE_FILE_BLOCK];
    FUZZ_REQUIRE(r);
    for (uint64_t b = 0; b <= blocks; b++) {
        bool whole = tablebase_reader_block(r, b, values);
        FUZZ_REQUIRE(!whole || b < info->blocks);
        for (uint64_t n = b * TABLEBASE_FILE_BLOCK; n < (b + 1) * TABLEBASE_FILE_BLOCK; n += 511) {
            uint16_t one;
            bool known = tablebase_file_get(f, n, &one);
            FUZZ_REQUIRE(!known || n < info->size);
            FUZZ_REQUIRE(!whole || n >= info->size || (known && one == values[n % TABLEBASE_FILE_BLOCK]));
        }
    }
    FUZZ_REQUIRE(strlen(info->name) < TABLEBASE_FILE_NAME);
    tablebase_reader_destroy(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    uint8_t *file = malloc(size);
    FUZZ_REQUIRE(file);
    memcpy(file, data + 1, size - 1);
    if (data[0] & 1)
        make_right(file, size - 1);
    int fd = memfd_create("table", MFD_CLOEXEC);
    FUZZ_REQUIRE(fd >= 0 && write(fd, file, size - 1) == (ssize_t)(size - 1));
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    Message error = {0};
    TablebaseFile *f = tablebase_file_open(path, &error);
    if (f)
        read_all(f);
    else
        FUZZ_REQUIRE(error.id && *error.id);
    tablebase_file_close(f);
    close(fd);
    free(file);
    return 0;
}
