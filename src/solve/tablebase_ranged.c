/* See tablebase_ranged.h. */
#include "solve/tablebase_ranged.h"

#include "core/memory.h"
#include "solve/tablebase_sheet.h"

#include <string.h>

enum {
    TABLEBASE_RANGED_OLDEST = 3, /* version; older ones have no sums that a page can compute */
    SHEETS = 64,                /* remembered */
    FRONT = 1 << 26             /* bytes before the sheets, at most */
};

typedef struct RangedSheet {
    uint64_t number;            /* + 1; 0: empty */
    uint16_t *word;
} RangedSheet;

struct TablebaseRanged {
    TablebaseRead *read;
    void *context;
    TablebaseInfo info;
    uint64_t directory_sum;
    uint16_t *front;            /* palette, model and directory */
    TablebaseModel model;
    uint64_t *at;               /* where each sheet begins, and where the last ends */
    RangedSheet sheet[SHEETS];
    bool damaged;               /* something that was read was wrong */
};

static const char *const nothing = T("there is no table there");

static bool refuse(Message *error)
{
    return message_set(error, 0, T("the table on the server is damaged: what arrives is not what was written"), 0);
}

static bool read_header(TablebaseRanged *r, Message *error)
{
    TablebaseHeader h;
    if (!r->read(r->context, 0, sizeof h, &h))
        return message_set(error, 0, nothing, 0);
    if (memcmp(h.magic, TABLE_MAGIC, sizeof h.magic) != 0)
        return message_set(error, 0, T("what is there is not a table that this program reads"), 0);
    if (h.version < TABLEBASE_RANGED_OLDEST)
        return message_set(error, 0, T("the table there has an older format: `colonnade tables convert` renews it"), 0);
    if (h.header_sum != tablebase_header_sum(&h))
        return refuse(error);
    if (h.version > TABLEBASE_FILE_VERSION || h.rulings != TABLEBASE_FILE_RULINGS ||
        !tablebase_together(h.version, h.block) || h.symbols == 0 || h.symbols > TABLEBASE_MODEL_SYMBOLS ||
        h.size == 0 || h.size > UINT64_C(1) << 48)
        return message_set(error, 0, T("what is there is not a table that this program reads"), 0);
    r->info = tablebase_info_of(&h);
    r->directory_sum = h.directory_sum;
    if (r->info.front > FRONT || r->info.front > h.bytes)
        return message_set(error, 0, T("what is there is not a table that this program reads"), 0);
    return true;
}

static bool read_front(TablebaseRanged *r, Message *error)
{
    const TablebaseInfo *i = &r->info;
    const size_t bytes = (size_t)i->front - sizeof(TablebaseHeader);
    const uint64_t sheets = tablebase_sheets(i->size);
    r->front = memory_resize(NULL, bytes);
    r->at = memory_resize(NULL, (size_t)(sheets + 1) * sizeof *r->at);
    if (!r->front || !r->at)
        return message_memory(error);
    if (!r->read(r->context, sizeof(TablebaseHeader), bytes, r->front))
        return message_set(error, 0, nothing, 0);
    if (tablebase_sum(r->front, bytes, 0) != r->directory_sum)
        return refuse(error);
    const uint16_t *model = r->front + tablebase_palette_bytes(i->symbols) / sizeof *model;
    const uint16_t *lengths = r->front + tablebase_front_bytes(i->version, i->symbols) / sizeof *lengths;
    return (tablebase_model_open(&r->model, model, i->symbols, (int)i->part) &&
            tablebase_sheets_place(lengths, sheets, i->front, i->bytes, r->at)) ||
           refuse(error);
}

TablebaseRanged *tablebase_ranged_open(TablebaseRead *read, void *context, Message *error)
{
    TablebaseRanged *r = memory_resize(NULL, sizeof *r);
    if (!r) {
        message_memory(error);
        return NULL;
    }
    memset(r, 0, sizeof *r);
    r->read = read;
    r->context = context;
    if (read_header(r, error) && read_front(r, error))
        return r;
    tablebase_ranged_close(r);
    return NULL;
}

bool tablebase_ranged_is_there(const Message *error) { return error->id && strcmp(error->id, nothing) != 0; }

void tablebase_ranged_close(TablebaseRanged *r)
{
    if (!r)
        return;
    tablebase_model_close(&r->model);
    for (int i = 0; i < SHEETS; i++)
        memory_free(r->sheet[i].word);
    memory_free(r->front);
    memory_free(r->at);
    memory_free(r);
}

const TablebaseInfo *tablebase_ranged_info(const TablebaseRanged *r) { return &r->info; }

bool tablebase_ranged_damaged(const TablebaseRanged *r, Message *error)
{
    if (r->damaged)
        refuse(error);
    return r->damaged;
}

/* The words of a sheet, which is sound; NULL: they cannot be had, or it is not sound. */
static const uint16_t *sheet_of(TablebaseRanged *r, uint64_t number)
{
    RangedSheet *s = &r->sheet[number % SHEETS];
    if (s->number == number + 1)
        return s->word;
    const size_t bytes = (size_t)(r->at[number + 1] - r->at[number]);
    s->number = 0;
    uint16_t *word = bytes ? memory_resize(s->word, bytes) : NULL;
    if (!word)
        return NULL;
    s->word = word;
    if (!r->read(r->context, r->at[number], bytes, word))
        return NULL;
    if (!tablebase_sheet_sound(&r->info, word, bytes / sizeof *word, number)) {
        r->damaged = true;
        return NULL;
    }
    s->number = number + 1;
    return word;
}

bool tablebase_ranged_get(TablebaseRanged *r, uint64_t number, uint16_t *value)
{
    const uint16_t *words = number < r->info.size ? sheet_of(r, number / TABLEBASE_SHEET) : NULL;
    size_t bytes;
    uint16_t symbol;
    if (!words)
        return false;
    const uint16_t *part = tablebase_sheet_part(&r->info, words, number, &bytes);
    if (!tablebase_model_get(&r->model, part, bytes, (uint32_t)(number % r->info.part), &symbol)) {
        r->damaged = true;
        return false;
    }
    *value = r->front[symbol];
    return true;
}
