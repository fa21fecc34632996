/* A disk under SQLite that fails when told to: the machine's own, with a layer that separates what was synced from
 * what was only written.
 *
 * Files are real; in addition, the layer remembers every write since the last sync of its file. faulty_cut copies
 * the files as a power cut would leave them: everything that was synced, and a part of the rest that a seed
 * chooses. Only one store at a time. */
#ifndef COLONNADE_TESTS_FAULTY_VFS_H
#define COLONNADE_TESTS_FAULTY_VFS_H

#include "core/random.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct FaultyWrite {
    struct FaultyWrite *next;
    int64_t offset;         /* -1: the file was cut to `length` */
    int64_t length;
    unsigned char bytes[];
} FaultyWrite;

typedef struct FaultyFile {         /* one per path, as long as the disk */
    char path[512];
    unsigned char *safe;            /* what a power cut leaves for certain */
    int64_t safe_length;
    FaultyWrite *first, **end;      /* writes since then */
} FaultyFile;

typedef struct FaultyHandle {
    sqlite3_file base;
    FaultyFile *file;               /* NULL: not tracked (shared memory never reaches the disk) */
    sqlite3_file *real;
} FaultyHandle;

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *below;
    FaultyFile file[16];
    int count;
    atomic_int fail_sync;           /* how many syncs fail, from the next on */
    atomic_int full;                /* whether writes report a full disk */
    atomic_int syncs, writes;
} faulty;

static inline void faulty_apply(unsigned char **bytes, int64_t *length, const FaultyWrite *w)
{
    int64_t end = w->offset < 0 ? w->length : w->offset + w->length;
    if (w->offset < 0) {
        *length = *length < end ? *length : end;
        return;
    }
    if (end > *length) {
        *bytes = realloc(*bytes, (size_t)end);
        memset(*bytes + *length, 0, (size_t)(end - *length));
        *length = end;
    }
    memcpy(*bytes + w->offset, w->bytes, (size_t)w->length);
}

static inline void faulty_forget(FaultyFile *f)
{
    while (f->first) {
        FaultyWrite *w = f->first;
        f->first = w->next;
        free(w);
    }
    f->end = &f->first;
}

static inline void faulty_note(FaultyFile *f, int64_t offset, int64_t length, const void *bytes)
{
    size_t room = offset < 0 ? 0 : (size_t)length;
    FaultyWrite *w = malloc(sizeof *w + room);
    w->next = NULL;
    w->offset = offset;
    w->length = length;
    if (room)
        memcpy(w->bytes, bytes, room);
    *f->end = w;
    f->end = &w->next;
}

static inline FaultyHandle *faulty_of(sqlite3_file *f) { return (FaultyHandle *)(void *)f; }
static inline sqlite3_file *faulty_real(sqlite3_file *f) { return faulty_of(f)->real; }

static inline int faulty_close(sqlite3_file *f)
{
    int rc = faulty_real(f)->pMethods->xClose(faulty_real(f));
    free(faulty_of(f)->real);
    return rc;
}

static inline int faulty_read(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    return faulty_real(f)->pMethods->xRead(faulty_real(f), out, n, at);
}

static inline int faulty_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    atomic_fetch_add(&faulty.writes, 1);
    if (atomic_load(&faulty.full))
        return SQLITE_FULL;
    if (faulty_of(f)->file)
        faulty_note(faulty_of(f)->file, at, n, bytes);
    return faulty_real(f)->pMethods->xWrite(faulty_real(f), bytes, n, at);
}

static inline int faulty_truncate(sqlite3_file *f, sqlite3_int64 length)
{
    if (faulty_of(f)->file)
        faulty_note(faulty_of(f)->file, -1, length, NULL);
    return faulty_real(f)->pMethods->xTruncate(faulty_real(f), length);
}

static inline int faulty_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    FaultyFile *file = faulty_of(f)->file;
    atomic_fetch_add(&faulty.syncs, 1);
    if (atomic_load(&faulty.fail_sync) > 0) {
        atomic_fetch_sub(&faulty.fail_sync, 1);
        return SQLITE_IOERR_FSYNC;
    }
    for (FaultyWrite *w = file ? file->first : NULL; w; w = w->next)
        faulty_apply(&file->safe, &file->safe_length, w);
    if (file)
        faulty_forget(file);
    return SQLITE_OK;       /* the machine's own sync costs time and shows nothing here */
}

static inline int faulty_size(sqlite3_file *f, sqlite3_int64 *out)
{
    return faulty_real(f)->pMethods->xFileSize(faulty_real(f), out);
}
static inline int faulty_lock(sqlite3_file *f, int l) { return faulty_real(f)->pMethods->xLock(faulty_real(f), l); }
static inline int faulty_unlock(sqlite3_file *f, int l) { return faulty_real(f)->pMethods->xUnlock(faulty_real(f), l); }
static inline int faulty_check(sqlite3_file *f, int *out)
{
    return faulty_real(f)->pMethods->xCheckReservedLock(faulty_real(f), out);
}
static inline int faulty_control(sqlite3_file *f, int op, void *arg)
{
    return faulty_real(f)->pMethods->xFileControl(faulty_real(f), op, arg);
}
static inline int faulty_sector(sqlite3_file *f) { return faulty_real(f)->pMethods->xSectorSize(faulty_real(f)); }
static inline int faulty_traits(sqlite3_file *f)
{
    return faulty_real(f)->pMethods->xDeviceCharacteristics(faulty_real(f));
}
static inline int faulty_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return faulty_real(f)->pMethods->xShmMap(faulty_real(f), page, size, extend, out);
}
static inline int faulty_shm_lock(sqlite3_file *f, int at, int n, int flags)
{
    return faulty_real(f)->pMethods->xShmLock(faulty_real(f), at, n, flags);
}
static inline void faulty_barrier(sqlite3_file *f) { faulty_real(f)->pMethods->xShmBarrier(faulty_real(f)); }
static inline int faulty_unmap(sqlite3_file *f, int drop)
{
    return faulty_real(f)->pMethods->xShmUnmap(faulty_real(f), drop);
}

static const sqlite3_io_methods faulty_methods = {
    .iVersion = 2,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_check,
    .xFileControl = faulty_control,
    .xSectorSize = faulty_sector,
    .xDeviceCharacteristics = faulty_traits,
    .xShmMap = faulty_map,
    .xShmLock = faulty_shm_lock,
    .xShmBarrier = faulty_barrier,
    .xShmUnmap = faulty_unmap,
};

static inline FaultyFile *faulty_file(const char *path)
{
    for (int i = 0; i < faulty.count; i++)
        if (strcmp(faulty.file[i].path, path) == 0)
            return &faulty.file[i];
    if (faulty.count == 16)
        abort();
    FaultyFile *f = &faulty.file[faulty.count++];
    snprintf(f->path, sizeof f->path, "%s", path);
    f->end = &f->first;
    return f;
}

static inline int faulty_open(sqlite3_vfs *v, sqlite3_filename name, sqlite3_file *out, int flags, int *out_flags)
{
    (void)v;
    FaultyHandle *h = faulty_of(out);
    h->base.pMethods = NULL;
    h->real = calloc(1, (size_t)faulty.below->szOsFile);
    h->file = name && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL) ? faulty_file(name) : NULL;
    int rc = faulty.below->xOpen(faulty.below, name, h->real, flags, out_flags);
    if (rc == SQLITE_OK)
        h->base.pMethods = &faulty_methods;
    else
        free(h->real);
    return rc;
}

/* From now on every store of this program is on the faulty disk. */
static inline void faulty_begin(void)
{
    faulty.below = sqlite3_vfs_find(NULL);
    faulty.vfs = *faulty.below;
    faulty.vfs.zName = "faulty";
    faulty.vfs.pNext = NULL;
    faulty.vfs.szOsFile = sizeof(FaultyHandle);
    faulty.vfs.xOpen = faulty_open;
    sqlite3_vfs_register(&faulty.vfs, 1);
}

static inline void faulty_end(void)
{
    sqlite3_vfs_unregister(&faulty.vfs);
    sqlite3_vfs_register(faulty.below, 1);
    for (int i = 0; i < faulty.count; i++) {
        faulty_forget(&faulty.file[i]);
        free(faulty.file[i].safe);
    }
    memset(faulty.file, 0, sizeof faulty.file);
    faulty.count = 0;
    atomic_store(&faulty.fail_sync, 0);
    atomic_store(&faulty.full, 0);
}

/* Writes what a power cut would now leave of the database `from` to files named `to`. Each write that no sync has
 * confirmed is kept, lost or half kept. */
static inline void faulty_cut(const char *from, const char *to, uint64_t *seed)
{
    for (int i = 0; i < faulty.count; i++) {
        FaultyFile *f = &faulty.file[i];
        size_t n = strlen(from);
        char path[600];
        if (strncmp(f->path, from, n) != 0)
            continue;
        int64_t length = f->safe_length;
        unsigned char *bytes = malloc((size_t)length + 1);
        memcpy(bytes, f->safe ? f->safe : bytes, (size_t)length);
        for (FaultyWrite *w = f->first; w; w = w->next) {
            uint32_t fate = random_next(seed) % 4;
            int64_t whole = w->length;
            if (fate == 1 && w->offset >= 0)
                w->length = whole / 2 & ~(int64_t)511;
            if (fate != 0)
                faulty_apply(&bytes, &length, w);
            w->length = whole;
        }
        snprintf(path, sizeof path, "%s%s", to, f->path + n);
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(bytes, 1, (size_t)length, out) != (size_t)length || fclose(out) != 0)
            abort();
        free(bytes);
    }
}

#endif
