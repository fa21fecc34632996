/* Reading table files: see tablebase_file.h and table_format.h.
 *
 * From version 2 on a value is decoded in place. A block's checksum is checked when the block is first asked for;
 * afterwards a byte says that it was good. Version 1: the cache consists of a few shelves, each with its own lock,
 * decompressor and blocks; a block's number says which shelf and which place on it. */
#include "solve/tablebase_file.h"

#include "core/memory.h"
#include "solve/tablebase_sheet.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHELVES = 16, PLACES = 16 };

typedef struct Shelf {
    pthread_mutex_t lock;
    TablebaseReader *reader;
    uint64_t block[PLACES];     /* block number + 1; 0: empty */
    uint8_t plain[PLACES][2 * TABLEBASE_FILE_BLOCK];
} Shelf;

struct TablebaseFile {
    TablebaseInfo info;
    size_t planes;
    int fd;
    const unsigned char *bytes; /* the whole file, mapped */
    const uint16_t *palette;
    const TablebaseBlock *entry;
    Shelf *shelf[SHELVES];      /* version 1 */
    TablebaseModel model;       /* from version 2 on */
    uint8_t *good;              /* by block or sheet: its checksum has been checked and is right */
    uint64_t *sheet;            /* from version 3 on: where each sheet begins, and where the last ends */
};

struct TablebaseReader {
    const TablebaseFile *file;
    ZSTD_DCtx *context;
    uint8_t plain[2 * TABLEBASE_FILE_BLOCK];
};

/* --- opening --- */

static bool refuse(Message *error, const char *path, const char *english)
{
    const char *slash = strrchr(path, '/');
    return message_set(error, 0, english, 2, slash ? slash + 1 : path, strerror(errno));
}

static bool map(TablebaseFile *f, const char *path, Message *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat found;
    if (fd < 0 && errno == ENOENT)
        return refuse(error, path, T("there is no table {0}"));
    if (fd < 0 || fstat(fd, &found) != 0) {
        refuse(error, path, T("cannot read {0}: {1}"));
        if (fd >= 0)
            close(fd);
        return false;
    }
    if (!S_ISREG(found.st_mode) || found.st_size < (off_t)sizeof(TablebaseHeader)) {
        close(fd);
        return refuse(error, path, T("{0} is not a table"));
    }
    void *bytes = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        close(fd);
    else
        f->fd = fd;
    if (bytes == MAP_FAILED)
        return refuse(error, path, T("cannot read {0}: {1}"));
    posix_madvise(bytes, (size_t)found.st_size, POSIX_MADV_RANDOM);
    f->bytes = bytes;
    f->info.bytes = (uint64_t)found.st_size;
    return true;
}

static uint64_t header_sum(const TablebaseHeader *h)
{
    return h->version < 3 ? XXH3_64bits(h, offsetof(TablebaseHeader, header_sum)) : tablebase_header_sum(h);
}

static uint64_t front_sum(uint32_t version, const unsigned char *bytes, size_t size)
{
    return version < 3 ? XXH3_64bits(bytes, size) : tablebase_sum(bytes, size, 0);
}

static const void *directory(const TablebaseFile *f)
{
    return f->bytes + sizeof(TablebaseHeader) + tablebase_front_bytes(f->info.version, f->info.symbols);
}

static bool place_blocks(TablebaseFile *f, uint64_t at)
{
    f->entry = directory(f);
    for (uint64_t i = 0; i <= f->info.blocks; i++) {
        if (f->entry[i].at < at || f->entry[i].at > f->info.bytes)
            return false;
        at = f->entry[i].at;
    }
    return true;
}

static bool place_sheets(TablebaseFile *f, uint64_t at)
{
    const uint64_t sheets = tablebase_sheets(f->info.size);
    f->sheet = memory_resize(NULL, (size_t)(sheets + 1) * sizeof *f->sheet);
    return f->sheet && tablebase_sheets_place(directory(f), sheets, at, f->info.bytes, f->sheet);
}

/* Checks everything before the blocks, and that the blocks follow each other up to the end. */
static bool check(TablebaseFile *f, const char *path, Message *error)
{
    TablebaseHeader h;
    memcpy(&h, f->bytes, sizeof h);
    if (memcmp(h.magic, TABLE_MAGIC, sizeof h.magic) != 0)
        return refuse(error, path, T("{0} is not a table"));
    if (h.version < 1 || h.version > TABLEBASE_FILE_VERSION)
        return refuse(error, path, T("{0} is a table of another version of this program: compute it again"));
    if (h.header_sum != header_sum(&h) || !tablebase_together(h.version, h.block) || h.symbols == 0 ||
        h.symbols > (h.version == 1 ? TABLEBASE_FILE_SYMBOLS : TABLEBASE_MODEL_SYMBOLS) || h.size == 0 ||
        h.size > UINT64_C(1) << 48)
        return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
    if (h.rulings != TABLEBASE_FILE_RULINGS)
        return refuse(error, path, T("{0} was computed for other rules: compute it again"));
    if (h.bytes != f->info.bytes)
        return refuse(error, path, T("{0} is not complete: remove it and compute it again"));
    const uint64_t front =
        sizeof h + tablebase_front_bytes(h.version, h.symbols) + tablebase_directory_bytes(h.version, h.size);
    if (front > h.bytes || h.directory_sum != front_sum(h.version, f->bytes + sizeof h, (size_t)(front - sizeof h)))
        return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
    f->palette = (const uint16_t *)(const void *)(f->bytes + sizeof h);
    f->info = tablebase_info_of(&h);
    f->info.distances = true; /* values ascend: a draw, perhaps a win without plies, and so on */
    for (uint32_t i = 0; i < h.symbols && f->palette[i] <= TABLEBASE_WIN; i++)
        f->info.distances &= f->palette[i] != TABLEBASE_WIN;
    if (!(h.version < 3 ? place_blocks(f, front) : place_sheets(f, front)))
        return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
    f->planes = tablebase_planes(h.symbols);
    return true;
}

/* Opens what reads versions from 2 on. */
static bool open_model(TablebaseFile *f, const char *path, Message *error)
{
    const unsigned char *words = f->bytes + sizeof(TablebaseHeader) + tablebase_palette_bytes(f->info.symbols);
    if (!tablebase_model_open(&f->model, (const uint16_t *)(const void *)words, f->info.symbols, (int)f->info.part))
        return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
    f->good = memory_resize(NULL, f->info.blocks);
    if (!f->good)
        return message_memory(error);
    memset(f->good, 0, f->info.blocks);
    return true;
}

static Shelf *shelf_create(const TablebaseFile *f)
{
    Shelf *s = memory_resize(NULL, sizeof *s);
    if (!s)
        return NULL;
    memset(s->block, 0, sizeof s->block);
    s->reader = tablebase_reader_create(f);
    if (!s->reader || pthread_mutex_init(&s->lock, NULL) != 0) {
        tablebase_reader_destroy(s->reader);
        memory_free(s);
        return NULL;
    }
    return s;
}

bool tablebase_file_supported(Message *error)
{
    (void)error;
    return true;
}

TablebaseFile *tablebase_file_open(const char *path, Message *error)
{
    TablebaseFile *f = memory_resize(NULL, sizeof *f);
    if (!f) {
        message_memory(error);
        return NULL;
    }
    *f = (TablebaseFile){.fd = -1};
    bool good = map(f, path, error) && check(f, path, error);
    if (good && f->info.version > 1)
        good = open_model(f, path, error);
    for (int i = 0; good && f->info.version == 1 && i < SHELVES; i++)
        if (!(f->shelf[i] = shelf_create(f)))
            good = message_memory(error);
    if (good)
        return f;
    tablebase_file_close(f);
    return NULL;
}

void tablebase_file_close(TablebaseFile *f)
{
    if (!f)
        return;
    for (int i = 0; i < SHELVES; i++)
        if (f->shelf[i]) {
            pthread_mutex_destroy(&f->shelf[i]->lock);
            tablebase_reader_destroy(f->shelf[i]->reader);
            memory_free(f->shelf[i]);
        }
    tablebase_model_close(&f->model);
    memory_free(f->good);
    memory_free(f->sheet);
    if (f->bytes)
        munmap((void *)(uintptr_t)f->bytes, (size_t)f->info.bytes);
    if (f->fd >= 0)
        close(f->fd);
    memory_free(f);
}

const TablebaseInfo *tablebase_file_info(const TablebaseFile *f) { return &f->info; }

/* --- blocks from version 2 on --- */

/* The words of a block, once it is checked; NULL: it is damaged. */
static const uint16_t *block_words(const TablebaseFile *f, uint64_t block)
{
    const TablebaseBlock *e = &f->entry[block];
    const uint16_t *words = (const uint16_t *)(const void *)(f->bytes + e->at);
    if (__atomic_load_n(&f->good[block], __ATOMIC_RELAXED))
        return words;
    const size_t length = (size_t)(e[1].at - e[0].at);
    if (e->at % sizeof *words || length < TABLEBASE_PARTS * sizeof *words || XXH3_64bits(words, length) != e->sum)
        return NULL;
    size_t end = 0;
    for (int i = 0; i < TABLEBASE_PARTS; i++) {
        if (words[i] <= end)
            return NULL;
        end = words[i];
    }
    if ((TABLEBASE_PARTS + end) * sizeof *words != length)
        return NULL;
    __atomic_store_n(&f->good[block], 1, __ATOMIC_RELAXED);
    return words;
}

/* The same for a sheet. */
static const uint16_t *sheet_words(const TablebaseFile *f, uint64_t sheet)
{
    const uint16_t *words = (const uint16_t *)(const void *)(f->bytes + f->sheet[sheet]);
    if (__atomic_load_n(&f->good[sheet], __ATOMIC_RELAXED))
        return words;
    if (!tablebase_sheet_sound(&f->info, words, (size_t)(f->sheet[sheet + 1] - f->sheet[sheet]) / sizeof *words, sheet))
        return NULL;
    __atomic_store_n(&f->good[sheet], 1, __ATOMIC_RELAXED);
    return words;
}

/* Where part `i` of a block begins, and how many bytes it has. */
static const uint16_t *block_part(const uint16_t *words, uint64_t i, size_t *bytes)
{
    const size_t begin = i ? words[i - 1] : 0;
    *bytes = (words[i] - begin) * sizeof *words;
    return words + TABLEBASE_PARTS + begin;
}

/* The part that a number is in; NULL: its block is damaged. */
static const uint16_t *part_of(const TablebaseFile *f, uint64_t number, size_t *bytes)
{
    if (f->info.version > 2) {
        const uint16_t *sheet = sheet_words(f, number / TABLEBASE_SHEET);
        return sheet ? tablebase_sheet_part(&f->info, sheet, number, bytes) : NULL;
    }
    const uint16_t *words = block_words(f, number / TABLEBASE_FILE_BLOCK);
    return words ? block_part(words, number % TABLEBASE_FILE_BLOCK / TABLEBASE_MODEL_LONG, bytes) : NULL;
}

static bool get_coded(const TablebaseFile *f, uint64_t number, uint16_t *value)
{
    size_t bytes;
    uint16_t symbol;
    const uint16_t *part = part_of(f, number, &bytes);
    if (!part || !tablebase_model_get(&f->model, part, bytes, (uint32_t)(number % f->info.part), &symbol))
        return false;
    *value = f->palette[symbol];
    return true;
}

static bool decode_block(const TablebaseFile *f, uint64_t block, uint16_t *out)
{
    const uint32_t length = f->info.part;
    for (uint64_t i = 0; i < TABLEBASE_FILE_BLOCK; i += length, out += length) {
        size_t bytes;
        const uint16_t *part = part_of(f, block * TABLEBASE_FILE_BLOCK + i, &bytes);
        if (!part || !tablebase_model_decode(&f->model, part, bytes, out))
            return false;
        for (uint32_t j = 0; j < length; j++)
            out[j] = f->palette[out[j]];
    }
    return true;
}

static void expect_entry(const TablebaseFile *f, uint64_t number)
{
    if (f->info.version > 2) {
        __builtin_prefetch(&f->sheet[number / TABLEBASE_SHEET]);
        __builtin_prefetch(&f->good[number / TABLEBASE_SHEET]);
    } else
        __builtin_prefetch(&f->entry[number / TABLEBASE_FILE_BLOCK]);
}

static void expect_block(const TablebaseFile *f, uint64_t number)
{
    if (f->info.version > 2)
        __builtin_prefetch(tablebase_sheet_place(
            &f->info, (const uint16_t *)(const void *)(f->bytes + f->sheet[number / TABLEBASE_SHEET]), number));
    else
        __builtin_prefetch(f->bytes + f->entry[number / TABLEBASE_FILE_BLOCK].at);
}

/* A part may be longer than a cache line, as in Pilea. */
static void expect_part(const TablebaseFile *f, uint64_t number)
{
    size_t bytes;
    const uint16_t *part = part_of(f, number, &bytes);
    if (part) {
        __builtin_prefetch(part);
        __builtin_prefetch(part + 32);
    }
}

bool tablebase_file_get_many(TablebaseFile *f, const uint64_t *number, size_t count, uint16_t *value)
{
    enum { AHEAD = 8 };
    const bool coded = f->info.version > 1;
    for (size_t i = 0; i < count + 3 * AHEAD; i++) {
        /* First the entry, some steps later the block that it names, then its part, then the value. */
        if (coded && i < count && number[i] < f->info.size)
            expect_entry(f, number[i]);
        if (coded && i >= AHEAD && i - AHEAD < count && number[i - AHEAD] < f->info.size)
            expect_block(f, number[i - AHEAD]);
        if (coded && i >= 2 * AHEAD && i - 2 * AHEAD < count && number[i - 2 * AHEAD] < f->info.size)
            expect_part(f, number[i - 2 * AHEAD]);
        if (i >= 3 * AHEAD && !tablebase_file_get(f, number[i - 3 * AHEAD], &value[i - 3 * AHEAD]))
            return false;
    }
    return true;
}

void tablebase_file_cool(TablebaseFile *f)
{
    madvise((void *)(uintptr_t)f->bytes, (size_t)f->info.bytes, MADV_DONTNEED);
    if (f->fd >= 0)
        posix_fadvise(f->fd, 0, 0, POSIX_FADV_DONTNEED);
}

/* --- blocks of version 1 --- */

static bool unpack(TablebaseReader *r, uint64_t block, uint8_t *plain)
{
    const TablebaseFile *f = r->file;
    const TablebaseBlock *e = &f->entry[block];
    size_t length = (size_t)(e[1].at - e[0].at), wanted = TABLEBASE_FILE_BLOCK * f->planes;
    return XXH3_64bits(f->bytes + e->at, length) == e->sum &&
           ZSTD_decompressDCtx(r->context, plain, wanted, f->bytes + e->at, length) == wanted;
}

/* False: no such symbol. */
static bool look_up(const TablebaseFile *f, const uint8_t *plain, size_t i, uint16_t *value)
{
    uint32_t symbol = plain[i];
    if (f->planes == 2)
        symbol |= (uint32_t)plain[TABLEBASE_FILE_BLOCK + i] << 8;
    if (symbol >= f->info.symbols)
        return false;
    *value = f->palette[symbol];
    return true;
}

TablebaseReader *tablebase_reader_create(const TablebaseFile *f)
{
    TablebaseReader *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return NULL;
    r->file = f;
    r->context = ZSTD_createDCtx();
    if (r->context)
        return r;
    memory_free(r);
    return NULL;
}

void tablebase_reader_destroy(TablebaseReader *r)
{
    if (!r)
        return;
    ZSTD_freeDCtx(r->context);
    memory_free(r);
}

bool tablebase_reader_block(TablebaseReader *r, uint64_t block, uint16_t *out)
{
    if (r->file->info.version > 1)
        return block < r->file->info.blocks && decode_block(r->file, block, out);
    if (block >= r->file->info.blocks || !unpack(r, block, r->plain))
        return false;
    for (size_t i = 0; i < TABLEBASE_FILE_BLOCK; i++)
        if (!look_up(r->file, r->plain, i, &out[i]))
            return false;
    return true;
}

bool tablebase_file_get(TablebaseFile *f, uint64_t number, uint16_t *value)
{
    if (number >= f->info.size)
        return false;
    if (f->info.version > 1)
        return get_coded(f, number, value);
    uint64_t block = number / TABLEBASE_FILE_BLOCK, mixed = block * UINT64_C(0x9e3779b97f4a7c15) >> 56;
    Shelf *s = f->shelf[mixed % SHELVES];
    size_t place = mixed / SHELVES % PLACES;
    pthread_mutex_lock(&s->lock);
    bool good = true;
    if (s->block[place] != block + 1) {
        good = unpack(s->reader, block, s->plain[place]);
        s->block[place] = good ? block + 1 : 0;
    }
    good = good && look_up(f, s->plain[place], (size_t)(number % TABLEBASE_FILE_BLOCK), value);
    pthread_mutex_unlock(&s->lock);
    return good;
}
