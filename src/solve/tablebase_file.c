/* Reading table files: see tablebase_file.h and table_format.h.
 *
 * The cache is a few shelves, each with its own lock, decompressor and blocks; a block's
 * number says which shelf and which place on it. */
#include "solve/tablebase_file.h"

#include "core/memory.h"
#include "solve/tablebase_format.h"

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
    uint64_t block[PLACES];     /* block number + 1; 0: nothing there */
    uint8_t plain[PLACES][2 * TABLEBASE_FILE_BLOCK];
} Shelf;

struct TablebaseFile {
    TablebaseInfo info;
    size_t planes;
    const unsigned char *bytes; /* the whole file, mapped */
    const uint16_t *palette;
    const TablebaseBlock *entry;
    Shelf *shelf[SHELVES];
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
    close(fd);
    if (bytes == MAP_FAILED)
        return refuse(error, path, T("cannot read {0}: {1}"));
    madvise(bytes, (size_t)found.st_size, MADV_RANDOM);
    f->bytes = bytes;
    f->info.bytes = (uint64_t)found.st_size;
    return true;
}

/* Everything before the blocks, and that the blocks lie one after the other to the end. */
static bool check(TablebaseFile *f, const char *path, Message *error)
{
    TablebaseHeader h;
    memcpy(&h, f->bytes, sizeof h);
    if (memcmp(h.magic, TABLE_MAGIC, sizeof h.magic) != 0)
        return refuse(error, path, T("{0} is not a table"));
    if (h.version != TABLEBASE_FILE_VERSION)
        return refuse(error, path, T("{0} is a table of another version of this program: compute it again"));
    if (h.header_sum != XXH3_64bits(&h, offsetof(TablebaseHeader, header_sum)) || h.block != TABLEBASE_FILE_BLOCK ||
        h.symbols == 0 || h.symbols > TABLEBASE_FILE_SYMBOLS || h.size == 0 || h.size > UINT64_C(1) << 48)
        return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
    if (h.rulings != TABLEBASE_FILE_RULINGS)
        return refuse(error, path, T("{0} was computed for other rules: compute it again"));
    if (h.bytes != f->info.bytes)
        return refuse(error, path, T("{0} is not complete: remove it and compute it again"));
    uint64_t blocks = tablebase_blocks(h.size), palette = tablebase_palette_bytes(h.symbols);
    uint64_t front = sizeof h + palette + (blocks + 1) * sizeof(TablebaseBlock);
    if (front > h.bytes || h.directory_sum != XXH3_64bits(f->bytes + sizeof h, (size_t)(front - sizeof h)))
        return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
    f->palette = (const uint16_t *)(const void *)(f->bytes + sizeof h);
    f->entry = (const TablebaseBlock *)(const void *)(f->bytes + sizeof h + palette);
    uint64_t at = front;
    for (uint64_t i = 0; i <= blocks; i++) {
        if (f->entry[i].at < at || f->entry[i].at > h.bytes)
            return refuse(error, path, T("{0} is damaged: remove it and compute it again"));
        at = f->entry[i].at;
    }
    memcpy(f->info.name, h.name, sizeof f->info.name);
    f->info.name[TABLEBASE_FILE_NAME - 1] = '\0';
    f->info.version = h.version;
    f->info.rulings = h.rulings;
    f->info.layout = h.layout;
    f->info.longest = h.longest;
    f->info.symbols = h.symbols;
    f->info.size = h.size;
    f->info.positions = h.positions;
    f->info.wins = h.wins;
    f->info.losses = h.losses;
    f->info.blocks = blocks;
    f->planes = tablebase_planes(h.symbols);
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
        message_set(error, 0, T("there is not enough memory"), 0);
        return NULL;
    }
    *f = (TablebaseFile){0};
    bool good = map(f, path, error) && check(f, path, error);
    for (int i = 0; good && i < SHELVES; i++)
        if (!(f->shelf[i] = shelf_create(f)))
            good = message_set(error, 0, T("there is not enough memory"), 0);
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
    if (f->bytes)
        munmap((void *)(uintptr_t)f->bytes, (size_t)f->info.bytes);
    memory_free(f);
}

const TablebaseInfo *tablebase_file_info(const TablebaseFile *f) { return &f->info; }

/* --- blocks --- */

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
