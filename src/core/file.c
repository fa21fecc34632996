/* Whole files: see file.h. */
#include "core/file.h"

#include "core/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifndef __wasi__
#include <sys/file.h>
#endif
#include <unistd.h>

#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif

enum {
    LONGEST_NAME = 200,             /* of the file's own name, in the names of its drafts */
    DRAFT_DIGITS = 16,
    DRAFT_TRIES = 100,              /* before we conclude that the folder is at fault */
    LARGEST_WRITE = 1 << 30,        /* at once: no system takes more than 2 GiB */
};
#define DRAFT_END ".tmp"

/* The end of a long path tells files apart; it must fit a hole of a message without cutting a character. */
static void shorten(const char *path, char out[MESSAGE_ARG])
{
    size_t length = strlen(path), most = MESSAGE_ARG - 4;
    if (length <= most) {
        snprintf(out, MESSAGE_ARG, "%s", path);
        return;
    }
    const char *tail = path + length - most;
    while (((unsigned char)*tail & 0xc0) == 0x80)
        tail++;
    snprintf(out, MESSAGE_ARG, "…%s", tail);
}

/* A sentence for each common error, in words that people know. */
static bool fail(Message *error, int why, const char *path, bool writing)
{
    char name[MESSAGE_ARG];
    shorten(path, name);
    switch (why) {
    case ENOENT:
        return writing ? message_set(error, 0, T("there is no such folder: {0}"), 1, name)
                       : message_set(error, 0, T("there is no file {0}"), 1, name);
    case EACCES:
    case EPERM:
    case EROFS:
        return writing ? message_set(error, 0, T("you may not write {0}"), 1, name)
                       : message_set(error, 0, T("you may not read {0}"), 1, name);
    case EISDIR: return message_set(error, 0, T("{0} is a folder, not a file"), 1, name);
    case ENOTDIR: return message_set(error, 0, T("there is no such folder: {0}"), 1, name);
    case ENAMETOOLONG: return message_set(error, 0, T("this name is too long: {0}"), 1, name);
    case ENOSPC:
    case EDQUOT: return message_machine(error, T("the disk is full: {0} was not written"), 1, name);
    case ENOMEM: return message_memory(error);
    case EFBIG: return message_machine(error, T("{0} is too large"), 1, name);
    case EINVAL: return message_set(error, 0, T("{0} is not a regular file"), 1, name);
    default:
        return writing ? message_machine(error, T("cannot write {0}: {1}"), 2, name, strerror(why))
                       : message_set(error, 0, T("cannot read {0}: {1}"), 2, name, strerror(why));
    }
}

bool file_open(FileReader *r, const char *path, Message *error)
{
    *r = (FileReader){.fd = open(path, O_RDONLY | O_CLOEXEC), .path = path};
    return r->fd >= 0 || fail(error, errno, path, false);
}

size_t file_next(FileReader *r, char *out, size_t size)
{
    ssize_t n;
    do
        n = read(r->fd, out, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        r->why = errno;
    return n < 0 ? 0 : (size_t)n;
}

bool file_close(FileReader *r, Message *error)
{
    close(r->fd);
    return r->why == 0 || fail(error, r->why, r->path, false);
}

bool file_read(const char *path, size_t limit, Buffer *out, Message *error)
{
    char block[16384];
    size_t before = out->length, n;
    FileReader r;
    if (!file_open(&r, path, error))
        return false;
    while (r.why == 0 && (n = file_next(&r, block, sizeof block)) > 0) {
        if (n > limit - (out->length - before))
            r.why = EFBIG;
        else
            buffer_add_bytes(out, block, n);
        if (out->failed)
            r.why = ENOMEM;
    }
    if (file_close(&r, error))
        return true;
    out->length = before;
    out->failed = false;
    if (out->text)
        out->text[before] = '\0';
    return false;
}

/* --- drafts --- */

/* Length of a path's folder, including the slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The folder of a path, in a form that can be opened. */
static bool folder_of(const char *path, char out[PATH_MAX])
{
    size_t length = folder_length(path);
    if (length >= PATH_MAX)
        return false;
    memcpy(out, length ? path : ".", length ? length : 1);
    out[length ? length : 1] = '\0';
    return true;
}

/* The beginning of the name of a draft or lock: ".NAME.", where a long NAME is cut. */
static int begin_name(const char *path, char *out, size_t size)
{
    size_t folder = folder_length(path);
    return snprintf(out, size, "%.*s.%.*s.", (int)folder, path, LONGEST_NAME, path + folder);
}

#ifdef __wasi__
/* Only one program sees the browser's files. */
static bool claim(int fd) { return fd >= 0; }
static bool is_linked(int fd) { return fd >= 0; }
bool file_clear(const char *path) { return (void)path, false; }
#else
/* Whether the open file is ours alone, as far as the file system can tell … */
static bool claim(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR); }

/* … and still has a name. */
static bool is_linked(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && s.st_nlink > 0;
}

/* Removes the file if no living program holds its lock. Without locks nobody can tell. */
static bool remove_dead(int folder, const char *name)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool dead = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && unlinkat(folder, name, 0) == 0;
    if (fd >= 0)
        close(fd);
    return dead;
}

bool file_clear(const char *path)
{
    char start[PATH_MAX], folder[PATH_MAX];
    int length = begin_name(path, start, sizeof start);
    size_t before = folder_length(path);
    if (length < 0 || length >= PATH_MAX || !folder_of(path, folder))
        return false;
    DIR *d = opendir(folder);
    bool cleared = false;
    size_t own = (size_t)length - before;
    for (struct dirent *e; d && (e = readdir(d));)
        if (strncmp(e->d_name, start + before, own) == 0 &&
            strlen(e->d_name) == own + DRAFT_DIGITS + strlen(DRAFT_END) &&
            strspn(e->d_name + own, "0123456789abcdef") == DRAFT_DIGITS &&
            strcmp(e->d_name + own + DRAFT_DIGITS, DRAFT_END) == 0)
            cleared |= remove_dead(dirfd(d), e->d_name);
    if (d)
        closedir(d);
    return cleared;
}
#endif

/* Makes a new file with an unpredictable name; returns 0, or the errno. */
static int open_draft(FileDraft *d, mode_t mode)
{
    for (int tries = 0; tries < DRAFT_TRIES; tries++) {
        uint64_t number;
        if (getentropy(&number, sizeof number) != 0)
            return errno;
        int n = begin_name(d->path, d->name, sizeof d->name);
        if (n < 0 || (size_t)n >= sizeof d->name - DRAFT_DIGITS - sizeof DRAFT_END)
            return ENAMETOOLONG;
        snprintf(d->name + n, sizeof d->name - (size_t)n, "%0*" PRIx64 DRAFT_END, DRAFT_DIGITS, number);
        d->fd = open(d->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (d->fd < 0 && errno != EEXIST)
            return errno;
        /* Somebody may have removed it as a dead draft before we locked it. */
        if (d->fd >= 0 && claim(d->fd) && is_linked(d->fd))
            return 0;
        if (d->fd >= 0)
            close(d->fd);
    }
    return EEXIST;
}

/* The rename itself must reach the disk too. Some file systems cannot do this for a folder: then the file is as safe
 * as they can make it. */
static void sync_folder(const char *path)
{
    char folder[PATH_MAX];
    int fd = folder_of(path, folder) ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

bool file_begin(FileDraft *d, const char *path, mode_t mode, Message *error)
{
    d->path = path;
    file_clear(path);
    int why = open_draft(d, mode ? mode : 0666);
    if (why)
        return fail(error, why, path, true);
#ifndef __wasi__
    /* The permissions are those asked for, whatever the umask is. */
    if (mode && fchmod(d->fd, mode) != 0)
        return file_abandon(d, errno, error);
#endif
    return true;
}

bool file_put(const FileDraft *d, const void *bytes, size_t length)
{
    for (const char *at = bytes; length > 0;) {
        ssize_t n = write(d->fd, at, length < LARGEST_WRITE ? length : LARGEST_WRITE);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

bool file_abandon(FileDraft *d, int why, Message *error)
{
    unlink(d->name);
    close(d->fd);
    d->fd = -1;
    return why ? fail(error, why, d->path, true) : false;
}

bool file_commit(FileDraft *d, Message *error)
{
    if ((fsync(d->fd) != 0 && errno != EINVAL) || rename(d->name, d->path) != 0)
        return file_abandon(d, errno, error);
    /* Closed last: until then the lock shows that its owner is alive. */
    close(d->fd);
    d->fd = -1;
    sync_folder(d->path);
    return true;
}

/* What a path leads to: `path` itself, or the end of its links in `room`; NULL: they lead nowhere. */
static const char *follow(const char *path, char room[PATH_MAX])
{
#ifndef __wasi__
    struct stat link;
    if (lstat(path, &link) == 0 && S_ISLNK(link.st_mode))
        return realpath(path, room);
#else
    (void)room;
#endif
    return path;
}

/* Begins a draft for what `path` leads to; `room` is for its name. */
static bool begin_replacement(FileDraft *d, const char *path, char room[PATH_MAX], Message *error)
{
    struct stat old;
    mode_t mode = 0;
    const char *end = path + strlen(path);
    if (end == path)
        return fail(error, ENOENT, path, true);
    if (end[-1] == '/')
        return fail(error, EISDIR, path, true);
    if (stat(path, &old) == 0) {
        if (!S_ISREG(old.st_mode))
            return fail(error, S_ISDIR(old.st_mode) ? EISDIR : EINVAL, path, true);
        mode = old.st_mode & 0777;
    }
    const char *real = follow(path, room);
    return real ? file_begin(d, real, mode, error) : fail(error, errno, path, true);
}

bool file_write(const char *path, const char *bytes, size_t length, Message *error)
{
    char target[PATH_MAX];
    FileDraft d;
    if (!begin_replacement(&d, path, target, error))
        return false;
    return file_put(&d, bytes, length) ? file_commit(&d, error) : file_abandon(&d, errno, error);
}

bool file_can_write(const char *path, Message *error)
{
    char target[PATH_MAX];
    FileDraft d;
    if (!begin_replacement(&d, path, target, error))
        return false;
    file_abandon(&d, 0, NULL);
    return true;
}

/* --- locks --- */

#ifdef __wasi__
bool file_lock(FileLock *l, const char *path, Message *error)
{
    (void)path, (void)error;
    l->fd = -1;
    return true;
}

void file_unlock(FileLock *l) { (void)l; }
#else
bool file_lock(FileLock *l, const char *path, Message *error)
{
    char target[PATH_MAX];
    const char *real = follow(path, target);
    if (!real)
        return fail(error, errno, path, true);
    int n = begin_name(real, l->name, sizeof l->name);
    if (n < 0 || (size_t)n >= sizeof l->name - sizeof "lock")
        return fail(error, ENAMETOOLONG, path, true);
    memcpy(l->name + n, "lock", sizeof "lock");
    for (;;) {
        l->fd = open(l->name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (l->fd < 0)
            return fail(error, errno, path, true);
        if (!claim(l->fd)) {
            char name[MESSAGE_ARG];
            close(l->fd);
            shorten(path, name);
            return message_machine(
                error, T("another program is working on {0}: let it end first, or name another file"), 1, name);
        }
        /* The last owner may have removed it just before releasing it. */
        if (is_linked(l->fd))
            return true;
        close(l->fd);
    }
}

void file_unlock(FileLock *l)
{
    unlink(l->name);
    close(l->fd);
}
#endif

/* --- folders --- */

bool file_make_folder(const char *path, Message *error)
{
    char partial[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof partial)
        return fail(error, ENAMETOOLONG, path, true);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(partial, path, i);
        partial[i] = '\0';
        if (mkdir(partial, 0700) == 0)
            sync_folder(partial);
        else if (errno != EEXIST)
            return fail(error, errno, partial, true);
    }
    struct stat found;
    if (stat(path, &found) != 0)
        return fail(error, errno, path, true);
    return S_ISDIR(found.st_mode) || fail(error, ENOTDIR, path, true);
}
