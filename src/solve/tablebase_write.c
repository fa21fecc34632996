/* Writing table files: see tablebase_file.h and table_format.h.
 *
 * All threads compress the chunks of a window, which are then written in order: so the file does not depend on the
 * number of threads. */
#include "core/file.h"
#include "core/memory.h"
#include "solve/crew.h"
#include "solve/tablebase_sheet.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 512, PER_CHUNK = INDEX_BATCH / TABLEBASE_FILE_BLOCK, LEVEL = 9 };

/* One chunk, compressed. */
typedef struct Packed {
    unsigned char *bytes;
    size_t length[PER_CHUNK];
    uint64_t sum[PER_CHUNK];
    bool failed;
} Packed;

typedef struct TablebaseWriter {
    const RetroResult *values;
    const uint16_t *source;     /* the values from `source_first` on */
    uint64_t source_first;
    uint16_t *fetched;          /* room for a window, if the values are elsewhere */
    Crew *crew;
    bool derived;               /* distances of wins are left out */
    int part;                   /* symbols per part */
    uint16_t *symbol;           /* by value */
    TablebaseHeader header;
    uint16_t *palette;
    TablebaseBlock *entry;      /* versions 1 and 2 … */
    uint16_t *lengths;          /* … and from version 3 on: words of each sheet */
    TablebaseCounts counts[RETRO_MAX_THREADS];  /* from version 2 on, by thread */
    uint16_t *model_words;
    TablebaseModel model;
    size_t planes, bound;       /* bytes per number; most bytes of a compressed block */
    Packed packed[WINDOW];
    uint64_t window;            /* the first chunk of the window */
    ZSTD_CCtx *context[RETRO_MAX_THREADS];
    uint8_t *plain[RETRO_MAX_THREADS];
    uint16_t *symbols[RETRO_MAX_THREADS];
    int fd;
    uint64_t at;                /* where the next block goes */
} TablebaseWriter;

/* --- symbols --- */

/* The value as it is stored: a win without its distance if the index says so. */
static uint16_t value_at(const TablebaseWriter *w, uint64_t number)
{
    const uint16_t v = w->source[number - w->source_first];
    return w->derived && retro_wins(v) ? TABLEBASE_WIN : v;
}

static void note_values(Hand *h)
{
    const TablebaseWriter *w = h->job;
    for (uint32_t i = 0; i < h->length; i++) {
        uint16_t *seen = &w->symbol[value_at(w, h->first + i)];
        if (!__atomic_load_n(seen, __ATOMIC_RELAXED))
            __atomic_store_n(seen, 1, __ATOMIC_RELAXED);
    }
}

/* Fetches the values of `chunks` chunks from w->window on, if they are elsewhere. */
static bool fetch(TablebaseWriter *w, uint64_t chunks)
{
    if (w->values->value)
        return true;
    w->source_first = w->window * INDEX_BATCH;
    for (uint64_t i = 0; i < chunks; i++) {
        const uint64_t first = (w->window + i) * INDEX_BATCH, left = w->values->size - first;
        if (!retro_read(w->values, first, left < INDEX_BATCH ? (uint32_t)left : INDEX_BATCH,
                        w->fetched + i * INDEX_BATCH)) {
            errno = EIO;
            return false;
        }
    }
    return true;
}

/* The chunks of the window that begins at w->window. */
static uint64_t window_chunks(const TablebaseWriter *w)
{
    const uint64_t left = crew_chunks(w->crew) - w->window;
    return left < WINDOW ? left : WINDOW;
}

/* A table without distances should be small, any other fast. */
static int part_length(const TablebaseWriter *w)
{
    if (w->header.version < 4)
        return TABLEBASE_MODEL_LONG;
    if (w->derived)
        return TABLEBASE_LONG_PART;
    return w->header.symbols > TABLEBASE_FEW_SYMBOLS ? TABLEBASE_SHORTEST_PART : TABLEBASE_SHORT_PART;
}

/* Symbols in the order of the values. The draw always has one: a chunk without positions is stored as draws. */
static bool make_palette(TablebaseWriter *w)
{
    memset(w->symbol, 0, TABLEBASE_FILE_SYMBOLS * sizeof *w->symbol);
    for (w->window = 0; w->window < crew_chunks(w->crew); w->window += WINDOW) {
        if (!fetch(w, window_chunks(w)))
            return false;
        crew_run_span(w->crew, note_values, w, w->window, w->window + window_chunks(w));
    }
    w->symbol[0] = 1;
    uint32_t n = 0;
    for (uint32_t v = 0; v < TABLEBASE_FILE_SYMBOLS; v++)
        if (w->symbol[v]) {
            w->palette[n] = (uint16_t)v;
            w->symbol[v] = (uint16_t)n++;
        }
    w->header.symbols = n;
    w->planes = tablebase_planes(n);
    w->bound = ZSTD_compressBound(TABLEBASE_FILE_BLOCK * w->planes);
    if (n > TABLEBASE_MODEL_SYMBOLS)
        w->header.version = 1;
    w->part = part_length(w);
    if (w->header.version > 1)
        w->bound = (size_t)(TABLEBASE_FILE_BLOCK / w->part) * (sizeof(uint16_t) + 4 + 4 * (size_t)w->part);
    return true;
}

/* --- compression --- */

/* The symbols of the chunk; a hole repeats the one before it. */
static void list_symbols(Hand *h, uint16_t *out)
{
    const TablebaseWriter *w = h->job;
    h->count = crew_index(h->crew)->list(h->worker, h->first, h->length, h->list);
    uint16_t last = h->count ? w->symbol[value_at(w, h->list[0])] : 0;
    for (uint32_t i = 0, next = 0; i < INDEX_BATCH; i++) {
        if (next < h->count && h->list[next] == h->first + i)
            last = w->symbol[value_at(w, h->list[next++])];
        out[i] = last;
    }
}

static void count_symbols(Hand *h)
{
    TablebaseWriter *w = h->job;
    uint16_t *symbols = w->symbols[h->id];
    list_symbols(h, symbols);
    for (int i = 0; i < INDEX_BATCH; i += w->part)
        tablebase_counts_add(&w->counts[h->id], symbols + i, w->part);
}

/* Probabilities are counted over the whole table, so they depend only on the values. Version 1 has none, but whoever
 * provides the values (tablebase_attend) does not know that. */
static bool make_model(TablebaseWriter *w)
{
    const int hands = crew_hands(w->crew);
    const bool coded = w->header.version > 1;
    for (int i = 0; coded && i < hands; i++)
        if (!tablebase_counts_open(&w->counts[i], w->header.symbols))
            return false;
    for (w->window = 0; w->window < crew_chunks(w->crew); w->window += WINDOW) {
        if (!fetch(w, window_chunks(w)))
            return false;
        if (coded)
            crew_run_span(w->crew, count_symbols, w, w->window, w->window + window_chunks(w));
    }
    if (!coded)
        return true;
    for (int i = 1; i < hands; i++)
        tablebase_counts_merge(&w->counts[0], &w->counts[i]);
    w->model_words = memory_resize(NULL, tablebase_model_bytes(w->header.symbols));
    if (!w->model_words)
        return false;
    tablebase_model_make(&w->counts[0], w->model_words);
    return tablebase_model_open(&w->model, w->model_words, w->header.symbols, w->part);
}

/* Bytes in planes, compressed; 0: out of memory. */
static size_t pack_planes(const TablebaseWriter *w, int id, const uint16_t *symbols, unsigned char *out)
{
    uint8_t *plain = w->plain[id];
    for (uint32_t i = 0; i < TABLEBASE_FILE_BLOCK; i++) {
        plain[i] = (uint8_t)symbols[i];
        if (w->planes == 2)
            plain[TABLEBASE_FILE_BLOCK + i] = (uint8_t)(symbols[i] >> 8);
    }
    const size_t n = ZSTD_compressCCtx(w->context[id], out, w->bound, plain, TABLEBASE_FILE_BLOCK * w->planes, LEVEL);
    return ZSTD_isError(n) ? 0 : n;
}

static size_t pack_coded(const TablebaseWriter *w, const uint16_t *symbols, unsigned char *out)
{
    uint16_t end[TABLEBASE_PARTS], words[TABLEBASE_MODEL_MOST / sizeof(uint16_t)];
    size_t at = sizeof end;
    for (size_t i = 0; i < TABLEBASE_PARTS; i++) {
        const size_t n = tablebase_model_encode(&w->model, symbols + i * TABLEBASE_MODEL_LONG, words);
        memcpy(out + at, words, n);
        at += n;
        end[i] = (uint16_t)((at - sizeof end) / sizeof *words);
    }
    memcpy(out, end, sizeof end);
    return at;
}

/* The parts of a sheet, in words, and the length of each. If `repeat` is set, a part of one symbol has no words if
 * the part before it in its group has only that symbol. Returns the words of all parts. */
static size_t pack_parts(const TablebaseWriter *w, const uint16_t *symbols, bool repeat, unsigned char *out,
                         uint16_t *length)
{
    uint16_t words[TABLEBASE_MODEL_MOST / sizeof(uint16_t)];
    size_t all = 0;
    int last = -1; /* the only symbol of the last part, if it has only one */
    for (int i = 0; i < TABLEBASE_SHEET / w->part; i++, symbols += w->part) {
        size_t n = tablebase_model_encode(&w->model, symbols, words) / sizeof *words;
        const int only = n == 1 ? words[0] : -1;
        if (repeat && i % TABLEBASE_GROUP && n == 1 && only == last)
            n = 0;
        last = only;
        memcpy(out + all * sizeof *words, words, n * sizeof *words);
        all += n;
        length[i] = (uint16_t)n;
    }
    return all;
}

/* The places of the parts; returns the words that they take. */
static size_t pack_places(const TablebaseWriter *w, const uint16_t *length, uint16_t *out)
{
    uint16_t at = 0;
    const uint16_t *begun = out;
    for (int i = 0; i < TABLEBASE_SHEET / w->part; i++) {
        if (w->header.version > 3) {
            if (i % TABLEBASE_GROUP == 0) {
                *out = at;
                out += TABLEBASE_GROUP_WORDS;
            }
            unsigned char *lengths = (unsigned char *)(out + 1 - TABLEBASE_GROUP_WORDS);
            lengths[i % TABLEBASE_GROUP] = (unsigned char)length[i];
        }
        at = (uint16_t)(at + length[i]);
        if (w->header.version == 3)
            *out++ = at;
    }
    return (size_t)(out - begun);
}

/* A sheet, with its sum. */
static size_t pack_sheet(const TablebaseWriter *w, const uint16_t *symbols, uint64_t number, unsigned char *out)
{
    uint16_t length[TABLEBASE_SHEET_PARTS], place[TABLEBASE_SHEET_PARTS];
    const size_t front = tablebase_sheet_front(w->header.version, (uint32_t)w->part), covered = TABLEBASE_SHEET_SUM;
    const size_t all = front + pack_parts(w, symbols, w->header.version > 3, out + front * sizeof *place, length);
    memcpy(out + covered * sizeof *place, place, pack_places(w, length, place) * sizeof *place);
    const uint64_t sum = tablebase_sum(out + covered * sizeof *place, (all - covered) * sizeof *place, number);
    memcpy(out, &sum, sizeof sum);
    return all * sizeof *place;
}

static void pack_chunk(Hand *h)
{
    TablebaseWriter *w = h->job;
    Packed *p = &w->packed[h->first / INDEX_BATCH - w->window];
    uint16_t *symbols = w->symbols[h->id];
    list_symbols(h, symbols);
    unsigned char *out = p->bytes;
    p->failed = false;
    if (w->header.version > 2) {
        p->length[0] = pack_sheet(w, symbols, h->first / TABLEBASE_SHEET, out);
        return;
    }
    for (int i = 0; i < PER_CHUNK && !p->failed; i++, symbols += TABLEBASE_FILE_BLOCK) {
        p->length[i] = w->header.version > 1 ? pack_coded(w, symbols, out) : pack_planes(w, h->id, symbols, out);
        p->failed = p->length[i] == 0;
        p->sum[i] = XXH3_64bits(out, p->length[i]);
        out += p->length[i];
    }
}

/* --- the file --- */

static bool put(TablebaseWriter *w, const void *bytes, size_t length, uint64_t at)
{
    for (const char *from = bytes; length > 0;) {
        ssize_t n = pwrite(w->fd, from, length, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        at += (uint64_t)n;
        length -= (size_t)n;
    }
    return true;
}

static bool write_window(TablebaseWriter *w, uint64_t chunks)
{
    uint64_t blocks = tablebase_blocks(w->header.size);
    for (uint64_t c = 0; c < chunks; c++) {
        const Packed *p = &w->packed[c];
        if (p->failed) {
            errno = ENOMEM;
            return false;
        }
        size_t length = w->header.version > 2 ? p->length[0] : 0;
        if (length)
            w->lengths[w->window + c] = (uint16_t)(length / sizeof *w->lengths);
        for (uint64_t i = 0; i < PER_CHUNK && w->header.version < 3; i++) {
            uint64_t block = (w->window + c) * PER_CHUNK + i;
            if (block >= blocks)
                break;
            w->entry[block] = (TablebaseBlock){w->at + length, p->sum[i]};
            length += p->length[i];
        }
        if (!put(w, p->bytes, length, w->at))
            return false;
        w->at += length;
    }
    return true;
}

static bool write_blocks(TablebaseWriter *w)
{
    for (w->window = 0; w->window < crew_chunks(w->crew); w->window += WINDOW) {
        const uint64_t n = window_chunks(w);
        if (!fetch(w, n))
            return false;
        crew_run_span(w->crew, pack_chunk, w, w->window, w->window + n);
        if (!write_window(w, n))
            return false;
    }
    if (w->header.version < 3)
        w->entry[tablebase_blocks(w->header.size)] = (TablebaseBlock){w->at, 0};
    return true;
}

static bool write_front(TablebaseWriter *w)
{
    const size_t palette = tablebase_palette_bytes(w->header.symbols);
    const size_t model = tablebase_front_bytes(w->header.version, w->header.symbols) - palette;
    const size_t directory = (size_t)tablebase_directory_bytes(w->header.version, w->header.size);
    unsigned char *front = memory_resize(NULL, palette + model + directory);
    errno = ENOMEM;
    if (!front)
        return false;
    memcpy(front, w->palette, palette);
    if (model)
        memcpy(front + palette, w->model_words, model);
    if (w->header.version < 3)
        memcpy(front + palette + model, w->entry, directory);
    else
        memcpy(front + palette + model, w->lengths, directory);
    w->header.bytes = w->at;
    const bool old = w->header.version < 3;
    w->header.directory_sum =
        old ? XXH3_64bits(front, palette + model + directory) : tablebase_sum(front, palette + model + directory, 0);
    w->header.header_sum =
        old ? XXH3_64bits(&w->header, offsetof(TablebaseHeader, header_sum)) : tablebase_header_sum(&w->header);
    const bool good =
        put(w, &w->header, sizeof w->header, 0) && put(w, front, palette + model + directory, sizeof w->header);
    memory_free(front);
    return good;
}

static bool write_file(TablebaseWriter *w)
{
    errno = ENOMEM;
    if (!make_palette(w) || !make_model(w))
        return false;
    for (int i = 0; i < WINDOW; i++)
        if (!(w->packed[i].bytes = memory_resize(NULL, w->bound * PER_CHUNK + sizeof(uint64_t)))) {
            errno = ENOMEM;
            return false;
        }
    w->header.block = w->header.version > 3    ? (uint32_t)w->part
                      : w->header.version == 3 ? TABLEBASE_SHEET
                                               : TABLEBASE_FILE_BLOCK;
    w->at = sizeof w->header + tablebase_front_bytes(w->header.version, w->header.symbols) +
            tablebase_directory_bytes(w->header.version, w->header.size);
    return write_blocks(w) && write_front(w);
}

static bool prepare(TablebaseWriter *w, const SolveIndex *index, const void *state, int threads)
{
    w->crew = crew_create(index, state, threads);
    w->symbol = memory_resize(NULL, TABLEBASE_FILE_SYMBOLS * sizeof *w->symbol);
    w->palette = memory_resize(NULL, (TABLEBASE_FILE_SYMBOLS + 8) * sizeof *w->palette);
    w->entry = memory_resize(NULL, (tablebase_blocks(w->header.size) + 1) * sizeof *w->entry);
    w->lengths = memory_resize(NULL, (size_t)tablebase_directory_bytes(3, w->header.size));
    if (!w->values->value)
        w->source = w->fetched = memory_resize(NULL, (size_t)WINDOW * INDEX_BATCH * sizeof *w->fetched);
    if (!w->crew || !w->symbol || !w->palette || !w->entry || !w->lengths || !w->source)
        return false;
    memset(w->lengths, 0, (size_t)tablebase_directory_bytes(3, w->header.size));
    memset(w->palette, 0, (TABLEBASE_FILE_SYMBOLS + 8) * sizeof *w->palette);
    for (int i = 0; i < threads; i++) {
        w->context[i] = ZSTD_createCCtx();
        w->plain[i] = memory_resize(NULL, (size_t)TABLEBASE_FILE_BLOCK * 2);
        w->symbols[i] = memory_resize(NULL, INDEX_BATCH * sizeof *w->symbols[i]);
        if (!w->context[i] || !w->plain[i] || !w->symbols[i])
            return false;
    }
    return true;
}

static void clean_up(TablebaseWriter *w)
{
    if (w->crew)
        crew_destroy(w->crew);
    for (int i = 0; i < RETRO_MAX_THREADS; i++) {
        ZSTD_freeCCtx(w->context[i]);
        memory_free(w->plain[i]);
        memory_free(w->symbols[i]);
        tablebase_counts_close(&w->counts[i]);
    }
    for (int i = 0; i < WINDOW; i++)
        memory_free(w->packed[i].bytes);
    tablebase_model_close(&w->model);
    memory_free(w->model_words);
    memory_free(w->fetched);
    memory_free(w->symbol);
    memory_free(w->palette);
    memory_free(w->entry);
    memory_free(w->lengths);
}

bool tablebase_write(const char *path, const char *name, const SolveIndex *index, const void *state,
                     const RetroResult *values, int threads, Message *error)
{
    return tablebase_write_version(TABLEBASE_FILE_VERSION, path, name, index, state, values, threads, error);
}

bool tablebase_write_version(uint32_t version, const char *path, const char *name, const SolveIndex *index,
                             const void *state, const RetroResult *values, int threads, Message *error)
{
    TablebaseWriter *w = memory_resize(NULL, sizeof *w);
    if (!w)
        return message_memory(error);
    *w = (TablebaseWriter){.values = values,
                           .source = values->value,
                           .derived = version > 1 && index->derive_wins,
                           .header = {.magic = TABLE_MAGIC,
                                      .version = version,
                                      .rulings = TABLEBASE_FILE_RULINGS,
                                      .layout = index->layout,
                                      .size = values->size,
                                      .positions = values->positions,
                                      .wins = values->wins,
                                      .losses = values->losses,
                                      .longest = (uint32_t)values->layers}};
    snprintf(w->header.name, sizeof w->header.name, "%s", name);
    FileDraft d;
    bool good = prepare(w, index, state, threads) || message_memory(error);
    if (good && (good = file_begin(&d, path, 0, error))) {
        w->fd = d.fd;
        good = write_file(w) ? file_commit(&d, error) : file_abandon(&d, errno, error);
    }
    clean_up(w);
    memory_free(w);
    return good;
}

/* The palette takes one walk over all values, the model another, the blocks a third. */
bool tablebase_attend(const RetroResult *values)
{
    uint16_t *chunk = memory_resize(NULL, INDEX_BATCH * sizeof *chunk);
    bool good = chunk;
    for (int walk = 0; walk < 3; walk++)
        for (uint64_t at = 0; good && at < values->size; at += INDEX_BATCH)
            good = retro_read(values, at, values->size - at < INDEX_BATCH ? (uint32_t)(values->size - at) : INDEX_BATCH,
                              chunk);
    memory_free(chunk);
    return good;
}
