/* Blocks of a tablebase file from version 3 on, however they are read: from a file, or by ranges.
 *
 * A sheet holds the symbols of TABLEBASE_SHEET numbers. It begins with the sum of what follows, four words; the number
 * of the sheet is mixed into it, so that no sheet can be taken for another. Then come the parts' places, then the parts
 * (tablebase_model.h). Places in version 3: a word per part says where it ends, in words after the last of these. From
 * version 4 on, for every eight parts: a word says where the first of them begins, and a byte per part says how many
 * words it has. A part with none is the same as the one before it, which is of one symbol; the first of eight always
 * has some. */
#ifndef COLONNADE_SOLVE_TABLEBASE_SHEET_H
#define COLONNADE_SOLVE_TABLEBASE_SHEET_H

#include "solve/tablebase_format.h"

enum {
    TABLEBASE_SHEET_SUM = 4,    /* words */
    TABLEBASE_GROUP = 8,        /* parts */
    TABLEBASE_GROUP_WORDS = 1 + TABLEBASE_GROUP / 2,
    TABLEBASE_SHEET_PARTS = TABLEBASE_SHEET / TABLEBASE_SHORTEST_PART  /* at most */
};

/* Words before the parts of a sheet. */
static inline size_t tablebase_sheet_front(uint32_t version, uint32_t part)
{
    const size_t parts = TABLEBASE_SHEET / part;
    return TABLEBASE_SHEET_SUM + (version > 3 ? parts / TABLEBASE_GROUP * TABLEBASE_GROUP_WORDS : parts);
}

/* The sum of bytes that a file keeps from version 3 on. */
uint64_t tablebase_sum(const void *bytes, size_t size, uint64_t seed);
/* The header's sum, of what comes before it there. */
uint64_t tablebase_header_sum(const TablebaseHeader *h);

/* Whether these words are the sheet of that number, whole and unchanged. */
bool tablebase_sheet_sound(const TablebaseInfo *info, const uint16_t *words, size_t count, uint64_t number);

/* Where each sheet begins, and where the last ends, from their lengths in the directory; false: they do not fill the
 * file from `front` on to its end. */
bool tablebase_sheets_place(const uint16_t *lengths, uint64_t sheets, uint64_t front, uint64_t bytes, uint64_t *at);

/* Where the places of a number's part are: they must be in memory before the part can be. */
static inline const uint16_t *tablebase_sheet_place(const TablebaseInfo *info, const uint16_t *words, uint64_t number)
{
    const size_t i = number % TABLEBASE_SHEET / info->part;
    return words + TABLEBASE_SHEET_SUM + (info->version > 3 ? i / TABLEBASE_GROUP * TABLEBASE_GROUP_WORDS : i);
}

/* The part of a sound sheet that holds a number, and how many bytes it has. */
static inline const uint16_t *tablebase_sheet_part(const TablebaseInfo *info, const uint16_t *words, uint64_t number,
                                                   size_t *bytes)
{
    const uint16_t *place = tablebase_sheet_place(info, words, number);
    const size_t i = number % TABLEBASE_SHEET / info->part;
    const uint16_t *parts = words + tablebase_sheet_front(info->version, info->part);
    if (info->version < 4) {
        const size_t begin = i ? place[-1] : 0;
        *bytes = (*place - begin) * sizeof *words;
        return parts + begin;
    }
    const unsigned char *length = (const unsigned char *)(place + 1);
    size_t begin = *place, which = i % TABLEBASE_GROUP;
    while (!length[which])
        which--;
    for (size_t j = 0; j < which; j++)
        begin += length[j];
    *bytes = length[which] * sizeof *words;
    return parts + begin;
}

#endif
