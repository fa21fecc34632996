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

/* Whether the parts follow each other, as in version 3; then `end` is where the last ends. */
static bool ends_ascend(const uint16_t *word, size_t *end)
{
    *end = 0;
    for (int i = 0; i < TABLEBASE_SHEET / TABLEBASE_MODEL_LONG; i++) {
        if (word[i] <= *end)
            return false;
        *end = word[i];
    }
    return true;
}

/* The same for groups. A part without words needs a part of a single word before it in its group. */
static bool groups_follow(const uint16_t *word, size_t groups, size_t *end)
{
    *end = 0;
    for (size_t i = 0; i < groups; i++, word += TABLEBASE_GROUP_WORDS) {
        const unsigned char *length = (const unsigned char *)(word + 1);
        if (*word != *end)
            return false;
        for (int j = 0, last = 0; j < TABLEBASE_GROUP; j++) {
            if (length[j] == 0 && last != 1)
                return false;
            last = length[j] ? length[j] : last;
            *end += length[j];
        }
    }
    return true;
}

bool tablebase_sheet_sound(const TablebaseInfo *info, const uint16_t *words, size_t count, uint64_t number)
{
    const size_t front = tablebase_sheet_front(info->version, info->part);
    uint64_t sum;
    size_t end;
    if (count < front)
        return false;
    memcpy(&sum, words, sizeof sum);
    if (sum != tablebase_sum(words + TABLEBASE_SHEET_SUM, (count - TABLEBASE_SHEET_SUM) * sizeof *words, number))
        return false;
    words += TABLEBASE_SHEET_SUM;
    return (info->version > 3 ? groups_follow(words, TABLEBASE_SHEET / info->part / TABLEBASE_GROUP, &end)
                              : ends_ascend(words, &end)) &&
           front + end == count;
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
