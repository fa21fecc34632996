/* See tablebase_sheet.h. */
#include "solve/tablebase_sheet.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

uint64_t tablebase_sum(const void *bytes, size_t size, uint64_t seed) { return XXH64(bytes, size, seed); }

uint64_t tablebase_header_sum(const TablebaseHeader *h)
{
    return tablebase_sum(h, offsetof(TablebaseHeader, header_sum), 0);
}

bool tablebase_sheet_sound(const uint16_t *words, size_t count, uint64_t number)
{
    uint64_t sum;
    if (count < TABLEBASE_SHEET_FRONT)
        return false;
    memcpy(&sum, words, sizeof sum);
    if (sum != tablebase_sum(words + TABLEBASE_SHEET_SUM, (count - TABLEBASE_SHEET_SUM) * sizeof *words, number))
        return false;
    size_t end = 0;
    for (int i = 0; i < TABLEBASE_SHEET_PARTS; i++) {
        if (words[TABLEBASE_SHEET_SUM + i] <= end)
            return false;
        end = words[TABLEBASE_SHEET_SUM + i];
    }
    return TABLEBASE_SHEET_FRONT + end == count;
}

bool tablebase_sheets_place(const uint16_t *lengths, uint64_t sheets, uint64_t front, uint64_t bytes, uint64_t *at)
{
    for (uint64_t i = 0; i < sheets; i++) {
        at[i] = front;
        front += (uint64_t)lengths[i] * sizeof *lengths;
    }
    at[sheets] = front;
    return front == bytes;
}
