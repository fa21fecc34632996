/* Table files: refused with a sentence, or read to the end without harm. An odd first byte of the input asks for
 * checksums to be corrected first, so that the code behind them is reached, and its next bit chooses the version;
 * the rest is the file. The same file is also read by ranges, which ignore checksums. */
#include "fuzz/fuzz.h"
#include "solve/tablebase_sheet.h"
#include "solve/tablebase_ranged.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_READ = 64 };    /* blocks */

static void sum_sheets(uint8_t *file, size_t size, const uint16_t *length, size_t sheets, size_t at)
{
    for (size_t i = 0; i < sheets && at + 2 * (size_t)length[i] <= size; at += 2 * (size_t)length[i++])
        if (length[i] >= TABLEBASE_SHEET_SUM) {
            const uint64_t sum = tablebase_sum(file + at + 8, 2 * (size_t)length[i] - 8, i);
            memcpy(file + at, &sum, sizeof sum);
        }
}

/* As the writer would: length, block by block, directory, header. */
static void make_right(uint8_t *file, size_t size, uint32_t version)
{
    TablebaseHeader h;
    if (size < sizeof h)
        return;
    memcpy(&h, file, sizeof h);
    memcpy(h.magic, TABLE_MAGIC, sizeof h.magic);
    h.version = version;
    h.rulings = TABLEBASE_FILE_RULINGS;
    h.block = version > 3    ? (uint32_t)TABLEBASE_SHORTEST_PART << h.block % 3
              : version == 3 ? TABLEBASE_SHEET
                             : TABLEBASE_FILE_BLOCK;
    h.symbols %= 1024;
    h.size %= 1 << 18;
    h.bytes = size;
    size_t before = tablebase_front_bytes(version, h.symbols), blocks = (size_t)tablebase_blocks(h.size);
    size_t directory = (size_t)tablebase_directory_bytes(version, h.size), front = sizeof h + before + directory;
    if (version > 2) {
        if (front <= size) {
            sum_sheets(file, size, (const uint16_t *)(const void *)(file + sizeof h + before),
                       (size_t)tablebase_sheets(h.size), front);
            h.directory_sum = tablebase_sum(file + sizeof h, before + directory, 0);
        }
        h.header_sum = tablebase_header_sum(&h);
        memcpy(file, &h, sizeof h);
        return;
    }
    if (front <= size) {
        TablebaseBlock *entry = (TablebaseBlock *)(void *)(file + sizeof h + before);
        for (size_t i = 0; i < blocks; i++)
            if (entry[i].at <= entry[i + 1].at && entry[i + 1].at <= size)
                entry[i].sum = XXH3_64bits(file + entry[i].at, (size_t)(entry[i + 1].at - entry[i].at));
        h.directory_sum = XXH3_64bits(file + sizeof h, before + directory);
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

typedef struct Bytes {
    const uint8_t *at;
    size_t size;
} Bytes;

static bool read_range(void *context, uint64_t at, size_t size, void *out)
{
    const Bytes *b = context;
    if (at > b->size || size > b->size - at)
        return false;
    memcpy(out, b->at + at, size);
    return true;
}

/* Reads by ranges; where the whole file was found good, the values must be the same. */
static void read_by_ranges(const uint8_t *file, size_t size, TablebaseFile *whole)
{
    Bytes bytes = {file, size};
    Message error = {0};
    TablebaseRanged *r = tablebase_ranged_open(read_range, &bytes, &error);
    FUZZ_REQUIRE(r || (error.id && *error.id));
    const uint64_t numbers = r ? tablebase_ranged_info(r)->size : 0;
    for (uint64_t n = 0; r && n < MOST_READ * (uint64_t)TABLEBASE_FILE_BLOCK && n < numbers + 1000; n += 257) {
        uint16_t one, other;
        bool known = tablebase_ranged_get(r, n, &one);
        FUZZ_REQUIRE(!known || n < numbers);
        if (whole && tablebase_file_info(whole)->version >= 3 && tablebase_file_get(whole, n, &other))
            FUZZ_REQUIRE(known && one == other);
    }
    tablebase_ranged_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    uint8_t *file = malloc(size);
    FUZZ_REQUIRE(file);
    memcpy(file, data + 1, size - 1);
    if (data[0] & 1)
        make_right(file, size - 1, 1 + (data[0] >> 1) % TABLEBASE_FILE_VERSION);
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
    read_by_ranges(file, size - 1, f);
    tablebase_file_close(f);
    close(fd);
    free(file);
    return 0;
}
