/* Checkpoints: see checkpoint.h. A file consists of a header, the chunks, and a sum of each chunk. */
#include "solve/checkpoint.h"

#include "core/file.h"
#include "core/index.h"
#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { NAME = 32, VERSION = 3 };
#define MAGIC UINT64_C(0x31544e504b43434e)   /* "NCCKPNT1", read as bytes */

typedef struct Header {
    uint64_t magic;
    char name[NAME];
    uint32_t version, layout;
    uint64_t size;
    uint32_t layer, rank, ranks, unused;
    uint64_t header_sum;        /* of the fields before it */
} Header;

/* --- chunks --- */

static uint64_t chunks_of(uint64_t size) { return (size + INDEX_BATCH - 1) / INDEX_BATCH; }

/* How many chunks a rank has. */
static uint64_t share_of(uint64_t size, uint32_t rank, uint32_t ranks)
{
    return (chunks_of(size) + ranks - 1 - rank) / ranks;
}

static uint32_t chunk_length(uint64_t size, uint64_t chunk)
{
    uint64_t left = size - chunk * INDEX_BATCH;
    return left < INDEX_BATCH ? (uint32_t)left : INDEX_BATCH;
}

static off_t sums_at(uint64_t size, uint32_t rank, uint32_t ranks)
{
    uint64_t share = share_of(size, rank, ranks), numbers = share * INDEX_BATCH;
    if (share && (share - 1) * ranks + rank == chunks_of(size) - 1)
        numbers -= INDEX_BATCH - chunk_length(size, chunks_of(size) - 1);
    return (off_t)(sizeof(Header) + numbers * sizeof(uint16_t));
}

/* --- names --- */

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool fail(Message *error, const char *path, const char *english)
{
    return message_set(error, 0, english, 2, last_name(path), strerror(errno));
}

/* The name of a file. False: too long. */
static bool name_file(char out[PATH_MAX], const char *path, int layer, uint32_t rank, uint32_t ranks)
{
    int n = ranks == 1 ? snprintf(out, PATH_MAX, "%s", path)
                       : snprintf(out, PATH_MAX, "%s-%d-%u-of-%u", path, layer, rank, ranks);
    if (n > 0 && n < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* --- writing --- */

static bool write_chunks(const FileDraft *d, const Checkpoint *c, CheckpointGet *get, void *context)
{
    const uint64_t share = share_of(c->size, c->rank, c->ranks);
    uint16_t *values = memory_resize(NULL, INDEX_BATCH * sizeof *values);
    uint64_t *sums = memory_resize(NULL, (share + 1) * sizeof *sums);
    bool good = values && sums;
    errno = good ? EIO : ENOMEM;
    for (uint64_t i = 0; good && i < share; i++) {
        const uint64_t chunk = i * c->ranks + c->rank;
        const uint32_t length = chunk_length(c->size, chunk);
        good = get(context, chunk * INDEX_BATCH, length, values) && file_put(d, values, length * sizeof *values);
        sums[i] = XXH3_64bits(values, length * sizeof *values);
    }
    good = good && file_put(d, sums, share * sizeof *sums);
    int why = errno;
    memory_free(values);
    memory_free(sums);
    errno = why;
    return good;
}

bool checkpoint_write(const char *path, const Checkpoint *c, CheckpointGet *get, void *context, Message *error)
{
    char name[PATH_MAX];
    FileDraft d;
    Header h = {.magic = MAGIC,
                .version = VERSION,
                .layout = c->layout,
                .size = c->size,
                .layer = (uint32_t)c->layer,
                .rank = c->rank,
                .ranks = c->ranks};
    snprintf(h.name, sizeof h.name, "%s", c->name);
    h.header_sum = XXH3_64bits(&h, offsetof(Header, header_sum));
    if (!name_file(name, path, c->layer, c->rank, c->ranks))
        return message_machine(error, T("cannot write {0}: {1}"), 2, last_name(path), strerror(errno));
    if (!file_begin(&d, name, 0, error))
        return false;
    return file_put(&d, &h, sizeof h) && write_chunks(&d, c, get, context) ? file_commit(&d, error)
                                                                           : file_abandon(&d, errno, error);
}

/* --- reading --- */

static bool read_all(int fd, void *bytes, size_t length, off_t from)
{
    for (char *at = bytes; length > 0;) {
        ssize_t n = pread(fd, at, length < (1u << 30) ? length : 1u << 30, from);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        from += n;
        length -= (size_t)n;
    }
    return true;
}

/* A set of files that can be read. */
typedef struct CheckpointSet {
    int layer;
    uint32_t ranks;             /* 0: there is none */
} CheckpointSet;

/* The best set that is complete by its file names: PATH itself, or PATH-L-R-of-N. */
static CheckpointSet look_for(const char *path)
{
    CheckpointSet best = {0};
    glob_t files;
    char pattern[PATH_MAX];
    if (access(path, F_OK) == 0)
        best.ranks = 1;
    int n = snprintf(pattern, sizeof pattern, "%s-*-0-of-*", path);
    if (n < 0 || n >= (int)sizeof pattern || glob(pattern, 0, NULL, &files) != 0)
        return best;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        int layer, used = 0;
        unsigned ranks;
        if (sscanf(files.gl_pathv[i] + strlen(path), "-%d-0-of-%u%n", &layer, &ranks, &used) != 2 ||
            files.gl_pathv[i][strlen(path) + (size_t)used] != '\0' || ranks < 2 || layer < best.layer)
            continue;
        unsigned there = 0;
        char name[PATH_MAX];
        while (there < ranks && name_file(name, path, layer, there, ranks) && access(name, F_OK) == 0)
            there++;
        if (there == ranks)
            best = (CheckpointSet){layer, ranks};
    }
    globfree(&files);
    return best;
}

typedef struct Reading {
    const char *path;
    Checkpoint *c;
    CheckpointPut *put;
    void *context;
    uint16_t *values;
    uint64_t *sums;
    Message *error;
} Reading;

static bool check_header(const Reading *r, int fd, uint32_t rank, const CheckpointSet *set, Header *h)
{
    struct stat file;
    if (!read_all(fd, h, sizeof *h, 0) || h->magic != MAGIC || h->version != VERSION ||
        h->header_sum != XXH3_64bits(h, offsetof(Header, header_sum)))
        return fail(r->error, r->path, T("{0} is not a checkpoint of this program: remove it or name another"));
    if (strncmp(h->name, r->c->name, NAME) != 0 || h->layout != r->c->layout || h->size != r->c->size)
        return fail(r->error, r->path, T("{0} is a checkpoint of something else: remove it or name another"));
    off_t length = sums_at(h->size, rank, set->ranks) + (off_t)(share_of(h->size, rank, set->ranks) * sizeof(uint64_t));
    if (h->rank != rank || h->ranks != set->ranks || fstat(fd, &file) != 0 || file.st_size != length)
        return fail(r->error, r->path, T("{0} is damaged: remove it and begin again"));
    return true;
}

/* Reads the chunks of one file that the reader wants. */
static bool read_file(const Reading *r, int fd, uint32_t rank, const CheckpointSet *set)
{
    Header h;
    const Checkpoint *c = r->c;
    const uint64_t share = share_of(c->size, rank, set->ranks);
    if (!check_header(r, fd, rank, set, &h))
        return false;
    bool good = read_all(fd, r->sums, share * sizeof *r->sums, sums_at(c->size, rank, set->ranks));
    for (uint64_t i = 0; good && i < share; i++) {
        const uint64_t chunk = i * set->ranks + rank;
        if (chunk % c->ranks != c->rank)
            continue;
        const uint32_t length = chunk_length(c->size, chunk);
        const off_t at = (off_t)(sizeof h + i * INDEX_BATCH * sizeof(uint16_t));
        good = read_all(fd, r->values, length * sizeof *r->values, at) &&
               XXH3_64bits(r->values, length * sizeof *r->values) == r->sums[i];
        if (good && !r->put(r->context, chunk * INDEX_BATCH, length, r->values))
            return message_set(r->error, 0, T("the values could not be moved: this is a bug"), 0);
    }
    r->c->layer = (int)h.layer;
    return good || fail(r->error, r->path, T("{0} is damaged: remove it and begin again"));
}

static bool read_set(const Reading *r, const CheckpointSet *set)
{
    for (uint32_t rank = 0; rank < set->ranks; rank++) {
        char name[PATH_MAX];
        int fd = name_file(name, r->path, set->layer, rank, set->ranks) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
        if (fd < 0)
            return fail(r->error, r->path, T("cannot read {0}: {1}"));
        bool good = read_file(r, fd, rank, set);
        close(fd);
        if (!good)
            return false;
    }
    return true;
}

int checkpoint_read(const char *path, Checkpoint *c, CheckpointPut *put, void *context, Message *error)
{
    CheckpointSet set = look_for(path);
    if (set.ranks == 0)
        return 0;
    Reading r = {path, c, put, context, NULL, NULL, error};
    r.values = memory_resize(NULL, INDEX_BATCH * sizeof *r.values);
    r.sums = memory_resize(NULL, (chunks_of(c->size) + 1) * sizeof *r.sums);
    bool good = r.values && r.sums ? read_set(&r, &set) : message_memory(error);
    memory_free(r.values);
    memory_free(r.sums);
    return good ? 1 : -1;
}

/* Removes drafts of ranks that were killed: .NAME-….tmp beside the file. */
static bool clear_drafts(const char *path)
{
    glob_t drafts;
    char pattern[PATH_MAX];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const int folder = (int)(name - path);
    bool cleared = file_clear(path);
    int n = snprintf(pattern, sizeof pattern, "%.*s.%s-*-of-*.tmp", folder, path, name);
    if (n < 0 || n >= (int)sizeof pattern || glob(pattern, 0, NULL, &drafts) != 0)
        return cleared;
    for (size_t i = 0; i < drafts.gl_pathc; i++) {
        char whole[PATH_MAX];       /* what it was to become: without the dot, the random part and the ending */
        const char *draft = drafts.gl_pathv[i] + folder + 1, *end = strrchr(draft, '.');
        while (end > draft && *--end != '.')
            ;
        snprintf(whole, sizeof whole, "%.*s%.*s", folder, path, (int)(end - draft), draft);
        cleared |= file_clear(whole);
    }
    globfree(&drafts);
    return cleared;
}

bool checkpoint_remove(const char *path, int keep)
{
    glob_t files;
    char pattern[PATH_MAX];
    bool removed = unlink(path) == 0;
    removed |= clear_drafts(path);
    int n = snprintf(pattern, sizeof pattern, "%s-*-of-*", path);
    if (n < 0 || n >= (int)sizeof pattern || glob(pattern, 0, NULL, &files) != 0)
        return removed;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        int layer;
        if (sscanf(files.gl_pathv[i] + strlen(path), "-%d-", &layer) == 1 && layer != keep)
            removed |= unlink(files.gl_pathv[i]) == 0;
    }
    globfree(&files);
    return removed;
}
