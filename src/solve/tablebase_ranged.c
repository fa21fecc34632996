/* See tablebase_ranged.h. */
#include "solve/tablebase_ranged.h"

#include "core/memory.h"
#include "solve/tablebase_format.h"

#include <string.h>

enum {
    ENTRIES = 256,              /* of the directory that are read at once */
    PAGES = 16,                 /* of so many, remembered */
    BLOCKS = 64,                /* that are remembered */
};

typedef struct RangedPage {
    uint64_t number;            /* + 1; 0: nothing there */
    TablebaseBlock entry[ENTRIES + 1];
} RangedPage;

typedef struct RangedBlock {
    uint64_t number;            /* + 1 */
    size_t words;
    uint16_t *word;
} RangedBlock;

struct TablebaseRanged {
    TablebaseRead *read;
    void *context;
    TablebaseInfo info;
    uint64_t directory;         /* where it begins */
    uint16_t *front;            /* palette and model */
    TablebaseModel model;
    RangedPage page[PAGES];
    RangedBlock block[BLOCKS];
};

static bool read_header(TablebaseRanged *r, Message *error)
{
    TablebaseHeader h;
    if (!r->read(r->context, 0, sizeof h, &h))
        return message_set(error, 0, T("there is no table there"), 0);
    if (memcmp(h.magic, TABLE_MAGIC, sizeof h.magic) != 0 || h.version != TABLEBASE_FILE_VERSION ||
        h.rulings != TABLEBASE_FILE_RULINGS || h.block != TABLEBASE_FILE_BLOCK || h.symbols == 0 ||
        h.symbols > TABLEBASE_MODEL_SYMBOLS || h.size == 0 || h.size > UINT64_C(1) << 48)
        return message_set(error, 0, T("what is there is not a table that this program reads"), 0);
    r->info = tablebase_info_of(&h);
    r->directory = sizeof h + tablebase_front_bytes(h.version, h.symbols);
    return true;
}

static bool read_front(TablebaseRanged *r, Message *error)
{
    const size_t bytes = tablebase_front_bytes(r->info.version, r->info.symbols);
    r->front = memory_resize(NULL, bytes);
    if (!r->front)
        return message_memory(error);
    const uint16_t *words = r->front + tablebase_palette_bytes(r->info.symbols) / sizeof *words;
    if (r->read(r->context, sizeof(TablebaseHeader), bytes, r->front) &&
        tablebase_model_open(&r->model, words, r->info.symbols))
        return true;
    return message_set(error, 0, T("what is there is not a table that this program reads"), 0);
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

void tablebase_ranged_close(TablebaseRanged *r)
{
    if (!r)
        return;
    tablebase_model_close(&r->model);
    for (int i = 0; i < BLOCKS; i++)
        memory_free(r->block[i].word);
    memory_free(r->front);
    memory_free(r);
}

const TablebaseInfo *tablebase_ranged_info(const TablebaseRanged *r) { return &r->info; }

/* The entry of a block; the one behind it is the next. NULL: it cannot be had, or is none. */
static const TablebaseBlock *entry_of(TablebaseRanged *r, uint64_t block)
{
    const uint64_t number = block / ENTRIES, first = number * ENTRIES;
    RangedPage *p = &r->page[number % PAGES];
    if (p->number != number + 1) {
        const uint64_t left = r->info.blocks + 1 - first;
        const size_t count = left < ENTRIES + 1 ? (size_t)left : ENTRIES + 1;
        p->number = 0;
        if (!r->read(r->context, r->directory + first * sizeof *p->entry, count * sizeof *p->entry, p->entry))
            return NULL;
        p->number = number + 1;
    }
    const TablebaseBlock *e = &p->entry[block - first];
    const uint64_t most = (TABLEBASE_PARTS + TABLEBASE_PARTS * TABLEBASE_MODEL_MOST / 2) * sizeof(uint16_t);
    return e[0].at < e[1].at && e[1].at <= r->info.bytes && e[1].at - e[0].at <= most && e[0].at % 2 == 0 ? e : NULL;
}

/* The words of a block, whose parts end where it says; NULL: they cannot be had, or are none. */
static const RangedBlock *block_of(TablebaseRanged *r, uint64_t block)
{
    RangedBlock *b = &r->block[block % BLOCKS];
    if (b->number == block + 1)
        return b;
    const TablebaseBlock *e = entry_of(r, block);
    const size_t bytes = e ? (size_t)(e[1].at - e[0].at) : 0;
    if (bytes < TABLEBASE_PARTS * sizeof *b->word || bytes % 2)
        return NULL;
    b->number = 0;
    uint16_t *word = memory_resize(b->word, bytes);
    if (!word)
        return NULL;
    b->word = word;
    b->words = bytes / 2;
    if (!r->read(r->context, e->at, bytes, word))
        return NULL;
    size_t end = 0;
    for (int i = 0; i < TABLEBASE_PARTS; end = word[i++])
        if (word[i] <= end)
            return NULL;
    if (TABLEBASE_PARTS + end != b->words)
        return NULL;
    b->number = block + 1;
    return b;
}

bool tablebase_ranged_get(TablebaseRanged *r, uint64_t number, uint16_t *value)
{
    const RangedBlock *b = number < r->info.size ? block_of(r, number / TABLEBASE_FILE_BLOCK) : NULL;
    if (!b)
        return false;
    const size_t part = number % TABLEBASE_FILE_BLOCK / TABLEBASE_MODEL_BLOCK, begin = part ? b->word[part - 1] : 0;
    uint16_t symbol;
    if (!tablebase_model_get(&r->model, b->word + TABLEBASE_PARTS + begin, (b->word[part] - begin) * sizeof *b->word,
                             number % TABLEBASE_MODEL_BLOCK, &symbol))
        return false;
    *value = r->front[symbol];
    return true;
}
