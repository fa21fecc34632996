/* The bytes of a tablebase file, for its reader and its writer. */
#ifndef COLONNADE_SOLVE_TABLEBASE_FORMAT_H
#define COLONNADE_SOLVE_TABLEBASE_FORMAT_H

#include "solve/tablebase_file.h"
#include "solve/tablebase_model.h"

#include <string.h>

#define TABLE_MAGIC "colonnade table\n"

/* At the start of the file; then the palette (a 16-bit value per symbol), padded to eight
 * bytes; from version 2 on the words of the model (tablebase_model.h), padded too; then the
 * directory; then the blocks. */
typedef struct TablebaseHeader {
    char magic[16];
    char name[TABLEBASE_FILE_NAME];
    uint32_t version, rulings, layout, block;
    uint64_t size, positions, wins, losses;
    uint32_t longest, symbols;
    uint64_t bytes;             /* of the whole file */
    uint64_t directory_sum;     /* of palette, model and directory; from version 3 on XXH64, before that XXH3 */
    uint64_t header_sum;        /* of what comes before it here */
} TablebaseHeader;

/* Versions 1 and 2: one per block, and one more that ends the last. From version 3 on two bytes per sheet instead,
 * its length in words (tablebase_sheet.h), padded to a multiple of eight bytes. */
typedef struct TablebaseBlock {
    uint64_t at;                /* in the file */
    uint64_t sum;               /* of the block's bytes */
} TablebaseBlock;

/* A block holds the symbols of TABLEBASE_FILE_BLOCK numbers. Version 2: the model's blocks one after
 * the other, preceded by a word for each that says where it ends, in words after the last of these.
 * Version 1: a byte each with up to 256 symbols, otherwise all low bytes and then all high bytes;
 * compressed with zstd. */
enum { TABLEBASE_PARTS = TABLEBASE_FILE_BLOCK / TABLEBASE_MODEL_LONG };
static inline size_t tablebase_planes(uint32_t symbols) { return symbols > 256 ? 2 : 1; }
enum { TABLEBASE_SHEET = 16384 }; /* numbers; INDEX_BATCH */
static inline uint64_t tablebase_sheets(uint64_t size) { return (size + TABLEBASE_SHEET - 1) / TABLEBASE_SHEET; }
/* Symbols of a part from version 4 on: long parts where the file leaves something out to be small, short ones where a
 * lookup is to be fast, and shorter ones still where there are so many symbols that each takes long to decode. */
enum {
    TABLEBASE_LONG_PART = 128,
    TABLEBASE_SHORT_PART = 64,
    TABLEBASE_SHORTEST_PART = 32,
    TABLEBASE_FEW_SYMBOLS = 256
};
/* Whether a header may say that so many numbers are stored together: up to version 3 in a block, then in a part. */
static inline bool tablebase_together(uint32_t version, uint32_t numbers)
{
    return version >= 4
               ? numbers == TABLEBASE_SHORTEST_PART || numbers == TABLEBASE_SHORT_PART || numbers == TABLEBASE_LONG_PART
           : version == 3 ? numbers == TABLEBASE_SHEET
                          : numbers == TABLEBASE_FILE_BLOCK;
}
static inline int tablebase_part_length(const TablebaseHeader *h)
{
    return h->version >= 4 ? (int)h->block : TABLEBASE_MODEL_LONG;
}
static inline uint64_t tablebase_blocks(uint64_t size)
{
    return (size + TABLEBASE_FILE_BLOCK - 1) / TABLEBASE_FILE_BLOCK;
}
static inline size_t tablebase_palette_bytes(uint32_t symbols) { return ((size_t)symbols * 2 + 7) / 8 * 8; }
/* What lies between the header and the directory. */
static inline size_t tablebase_front_bytes(uint32_t version, uint32_t symbols)
{
    return tablebase_palette_bytes(symbols) + (version >= 2 ? tablebase_model_bytes(symbols) : 0);
}

static inline uint64_t tablebase_directory_bytes(uint32_t version, uint64_t size)
{
    return version >= 3 ? (tablebase_sheets(size) * sizeof(uint16_t) + 7) / 8 * 8
                        : (tablebase_blocks(size) + 1) * sizeof(TablebaseBlock);
}

/* What a header says about its table. */
static inline TablebaseInfo tablebase_info_of(const TablebaseHeader *h)
{
    TablebaseInfo info = {
        .version = h->version,
        .rulings = h->rulings,
        .layout = h->layout,
        .longest = h->longest,
        .symbols = h->symbols,
        .part = (uint32_t)tablebase_part_length(h),
        .size = h->size,
        .positions = h->positions,
        .wins = h->wins,
        .losses = h->losses,
        .blocks = tablebase_blocks(h->size),
        .bytes = h->bytes,
        .directory = tablebase_directory_bytes(h->version, h->size),
    };
    info.front = sizeof *h + tablebase_front_bytes(h->version, h->symbols) + info.directory;
    memcpy(info.name, h->name, sizeof info.name - 1);
    return info;
}

#endif
