/* Tablebase files: the value of every position of a ruleset, compressed in blocks that are
 * read one by one; docs/tables.md describes the format.
 *
 * Writing: whole files, under another name, synced, renamed; the same values give the
 * same bytes. Reading: the file is mapped; what does not add up (size, checksums, version,
 * ruleset) is refused with a sentence and never trusted. Numbers in files are little-endian. */
#ifndef COLONNADE_SOLVE_TABLEBASE_FILE_H
#define COLONNADE_SOLVE_TABLEBASE_FILE_H

#include "solve/retro.h"

enum {
    TABLEBASE_FILE_VERSION =
        4, /* what is written; 1 to 3 are read, too, and 1 is written where a model has too many symbols */
    TABLEBASE_FILE_RULINGS = 1, /* of docs/rulings.md; a change of rules that changes values changes it */
    TABLEBASE_FILE_BLOCK = 4096, /* numbers per block; divides INDEX_BATCH */
    TABLEBASE_FILE_NAME = 32,
    TABLEBASE_FILE_SYMBOLS = 65536 /* different values that a tablebase may have */
};

/* What a tablebase says about itself. */
typedef struct TablebaseInfo {
    char name[TABLEBASE_FILE_NAME]; /* the ruleset */
    uint32_t version, rulings, layout;
    uint32_t longest; /* plies of the longest win or loss */
    uint32_t symbols; /* different values */
    uint32_t part;    /* symbols coded together: a lookup reads half of them on average; not in version 1 */
    uint64_t size, positions, wins, losses;
    uint64_t blocks, bytes; /* of the whole file */
    uint64_t directory;     /* bytes of the directory … */
    uint64_t front;         /* … and of everything before the blocks */
    bool distances;         /* every win has its plies: there is no TABLEBASE_WIN; only for a file opened here */
} TablebaseInfo;

/* Whether this program can read and write tablebases; false: the error says what it was built without. */
bool tablebase_file_supported(Message *error);

/* Writes the tablebase. `index` and `state` tell which numbers are holes. */
bool tablebase_write(const char *path, const char *name, const SolveIndex *index, const void *state,
                     const RetroResult *values, int threads, Message *error);

/* The same in a version of the format, 1 to TABLEBASE_FILE_VERSION. Version 1 keeps every distance. */
bool tablebase_write_version(uint32_t version, const char *path, const char *name, const SolveIndex *index,
                             const void *state, const RetroResult *values, int threads, Message *error);

/* What the other ranks do while rank 0 writes: they hand over the values that they have. */
bool tablebase_attend(const RetroResult *values);

typedef struct TablebaseFile TablebaseFile;

/* NULL: the error says why. Any number of threads may read one TablebaseFile. */
TablebaseFile *tablebase_file_open(const char *path, Message *error);
void tablebase_file_close(TablebaseFile *f);
const TablebaseInfo *tablebase_file_info(const TablebaseFile *f);

/* A win whose plies the file does not give: they follow from its moves. */
enum { TABLEBASE_WIN = 1 };

/* The value (as retro.h writes them, or TABLEBASE_WIN) of a number below info.size. False: the block
 * is damaged. */
bool tablebase_file_get(TablebaseFile *f, uint64_t number, uint16_t *value);
/* The same for many at once: their reads from memory overlap. */
bool tablebase_file_get_many(TablebaseFile *f, const uint64_t *number, size_t count, uint16_t *value);
/* Makes the machine forget what it keeps of the file in memory, so that a test finds it cold. */
void tablebase_file_cool(TablebaseFile *f);

/* All values of a block, bypassing the cache; `out` has room for TABLEBASE_FILE_BLOCK. A reader
 * has memory of its own. */
typedef struct TablebaseReader TablebaseReader;
TablebaseReader *tablebase_reader_create(const TablebaseFile *f); /* NULL: out of memory */
void tablebase_reader_destroy(TablebaseReader *r);
bool tablebase_reader_block(TablebaseReader *r, uint64_t block, uint16_t *out);

#endif
