/* Table files: the value of every position of a ruleset, compressed in blocks that are
 * read one by one; docs/tables.md describes the format.
 *
 * Writing: whole files, under another name, synced, renamed; the same values give the
 * same bytes. Reading: the file is mapped; what does not add up (size, checksums, version,
 * ruleset) is refused with a sentence and never trusted. Numbers in files are little-endian. */
#ifndef COLONNADE_SOLVE_TABLE_FILE_H
#define COLONNADE_SOLVE_TABLE_FILE_H

#include "solve/retro.h"

enum {
    TABLE_FILE_VERSION = 1,
    TABLE_FILE_RULINGS = 1,     /* of docs/rulings.md; a change of rules that changes values changes it */
    TABLE_FILE_BLOCK = 4096,    /* numbers a block; divides INDEX_BATCH */
    TABLE_FILE_NAME = 32,
    TABLE_FILE_SYMBOLS = 65536  /* different values that a table may have */
};

/* What a table says about itself. */
typedef struct TableInfo {
    char name[TABLE_FILE_NAME]; /* the ruleset */
    uint32_t version, rulings, layout;
    uint32_t longest;           /* plies of the longest win or loss */
    uint32_t symbols;           /* different values */
    uint64_t size, positions, wins, losses;
    uint64_t blocks, bytes;     /* of the whole file */
} TableInfo;

/* Writes the table. `index` and `state` tell holes. */
bool table_file_write(const char *path, const char *name, const SolveIndex *index, const void *state,
                      const RetroResult *values, int threads, Message *error);

typedef struct TableFile TableFile;

/* NULL: the error says why. Any number of threads may read one TableFile. */
TableFile *table_file_open(const char *path, Message *error);
void table_file_close(TableFile *f);
const TableInfo *table_file_info(const TableFile *f);

/* The value (as retro.h writes them) of a number below info.size. False: the block is
 * damaged. Keeps the last blocks that were asked for. */
bool table_file_get(TableFile *f, uint64_t number, uint16_t *value);

/* All values of a block, past the cache; out has room for TABLE_FILE_BLOCK. `scratch` is a
 * reader's own memory. */
typedef struct TableReader TableReader;
TableReader *table_reader_create(const TableFile *f);   /* NULL: out of memory */
void table_reader_destroy(TableReader *r);
bool table_reader_block(TableReader *r, uint64_t block, uint16_t *out);

#endif
