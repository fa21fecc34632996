/* Records: a game under way as a small text file that people read and edit; docs/records.md
 * describes the format.
 *
 * Writing a record, reading it and writing it again gives the same bytes. Reading plays every
 * move through the rules and needs memory and time in proportion to the text, however hostile
 * it is: lines and variations are limited by the limits of a tree. */
#ifndef COLONNADE_CORE_RECORD_H
#define COLONNADE_CORE_RECORD_H

#include "core/buffer.h"
#include "core/tree.h"

enum {
    RECORD_FORMAT = 1,                  /* the version that is written, and the newest that is read */
    RECORD_MAX_BYTES = 4 * 1024 * 1024,
    RECORD_WIDTH = 80                   /* columns that lines are kept within where words allow it */
};

/* What is wrong with a text and where; both count characters from 1. line 0: it is not about a
 * place in the text (memory). */
typedef struct RecordError {
    size_t line, column;
    Message message;
} RecordError;

/* The ruleset that has this id, or NULL (as registry_find). */
typedef const Game *RecordFind(const char *id);

/* The tree that `text` describes, at the end of its main line; the caller frees it. NULL:
 * *error says why. */
Tree *record_read(const char *text, size_t length, RecordFind *find, RecordError *error);

/* Bytes of the first record of a text that may hold several, one after the other: up to the
 * first bracket that opens after its moves have begun, outside comments; else `length`. */
size_t record_extent(const char *text, size_t length);

/* Adds the record to `out`. False: no memory, or longer than what record_read takes;
 * nothing was added. */
bool record_write(const Tree *m, Buffer *out, Message *error);

#endif
