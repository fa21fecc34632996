/* Blocks of version 3 of a tablebase file, for whoever reads them: from a file, or by ranges.
 *
 * A sheet holds the symbols of TABLEBASE_SHEET numbers. It begins with the sum of what follows, four words; the
 * number of the sheet is mixed into it, so that no sheet can be taken for another. Then a word for each part: where
 * it ends, in words after the last of these. Then the parts (tablebase_model.h). */
#ifndef COLONNADE_SOLVE_TABLEBASE_SHEET_H
#define COLONNADE_SOLVE_TABLEBASE_SHEET_H

#include "solve/tablebase_format.h"

enum {
    TABLEBASE_SHEET_PARTS = TABLEBASE_SHEET / TABLEBASE_MODEL_BLOCK,
    TABLEBASE_SHEET_SUM = 4,    /* words */
    TABLEBASE_SHEET_FRONT = TABLEBASE_SHEET_SUM + TABLEBASE_SHEET_PARTS,
    TABLEBASE_SHEET_MOST = TABLEBASE_SHEET_FRONT + TABLEBASE_SHEET_PARTS * TABLEBASE_MODEL_MOST / 2 /* words */
};

/* The sum of bytes that a file of version 3 keeps. */
uint64_t tablebase_sum(const void *bytes, size_t size, uint64_t seed);
/* The header's, of what stands before it there. */
uint64_t tablebase_header_sum(const TablebaseHeader *h);

/* Whether these words are the sheet of that number, whole and unchanged. */
bool tablebase_sheet_sound(const uint16_t *words, size_t count, uint64_t number);

/* Where each sheet begins, and where the last ends, from their lengths in the directory; false: they do not fill the
 * file from `front` on to its end. */
bool tablebase_sheets_place(const uint16_t *lengths, uint64_t sheets, uint64_t front, uint64_t bytes, uint64_t *at);

/* The part of a sound sheet in which a number is, and how many bytes it has. */
static inline const uint16_t *tablebase_sheet_part(const uint16_t *words, uint64_t number, size_t *bytes)
{
    const size_t i = number % TABLEBASE_SHEET / TABLEBASE_MODEL_BLOCK;
    const uint16_t *end = words + TABLEBASE_SHEET_SUM;
    const size_t begin = i ? end[i - 1] : 0;
    *bytes = (end[i] - begin) * sizeof *words;
    return words + TABLEBASE_SHEET_FRONT + begin;
}

#endif
