/* Whole files: see file.h. */
#include "core/file.h"

#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

enum { TEMPORARY_NAMES = 100 };     /* tries before we believe that the folder is at fault */

/* The end of a long path is the part that tells files apart; it must fit a hole of a
 * message without cutting a character. */
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

/* One sentence for each thing that goes wrong often, in words that people know. */
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
    case EDQUOT: return message_set(error, 0, T("the disk is full: {0} was not written"), 1, name);
    case ENOMEM: return message_set(error, 0, T("there is not enough memory"), 0);
    case EFBIG: return message_set(error, 0, T("{0} is too large"), 1, name);
    case EINVAL: return message_set(error, 0, T("{0} is not a regular file"), 1, name);
    default:
        return writing ? message_set(error, 0, T("cannot write {0}: {1}"), 2, name, strerror(why))
                       : message_set(error, 0, T("cannot read {0}: {1}"), 2, name, strerror(why));
    }
}

/* 0, or what went wrong. */
static int read_all(int fd, size_t limit, Buffer *out)
{
    char block[16384];
    size_t total = 0;
    for (;;) {
        ssize_t n = read(fd, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        if (n == 0)
            return 0;
        total += (size_t)n;
        if (total > limit)
            return EFBIG;
        buffer_add_bytes(out, block, (size_t)n);
        if (out->failed)
            return ENOMEM;
    }
}

bool file_read(const char *path, size_t limit, Buffer *out, Message *error)
{
    size_t before = out->length;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(error, errno, path, false);
    int why = read_all(fd, limit, out);
    close(fd);
    if (why == 0)
        return true;
    out->length = before;
    out->failed = false;
    if (out->text)
        out->text[before] = '\0';
    return fail(error, why, path, false);
}

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        bytes += n;
        length -= (size_t)n;
    }
    return 0;
}

/* Length of the folder's part of a path, its slash included. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Makes a file that did not exist, beside `path`; its name is left in `name`. */
static int open_temporary(const char *path, mode_t mode, char *name, size_t size)
{
    size_t folder = folder_length(path);
    for (int i = 0; i < TEMPORARY_NAMES; i++) {
        int n = snprintf(name, size, "%.*s.%s.%d.tmp", (int)folder, path, path + folder, i);
        if (n < 0 || (size_t)n >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* The rename itself must reach the disk too. Some file systems cannot do this for a
 * folder: the file is then as safe as they can make it. */
static void sync_folder(const char *path)
{
    char folder[PATH_MAX];
    size_t length = folder_length(path);
    if (length >= sizeof folder)
        return;
    memcpy(folder, path, length);
    folder[length] = '\0';
    int fd = open(length ? folder : ".", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

/* `mode` 0: as for any new file. */
static int replace(const char *path, mode_t mode, const char *bytes, size_t length)
{
    char name[PATH_MAX];
    int fd = open_temporary(path, mode ? mode : 0666, name, sizeof name);
    if (fd < 0)
        return errno;
    int why = write_all(fd, bytes, length);
#ifndef __wasi__
    if (!why && mode && fchmod(fd, mode) != 0)
        why = errno;
#endif
    if (!why && fsync(fd) != 0 && errno != EINVAL)
        why = errno;
    if (close(fd) != 0 && !why)
        why = errno;
    if (!why && rename(name, path) != 0)
        why = errno;
    if (why)
        unlink(name);
    else
        sync_folder(path);
    return why;
}

bool file_write(const char *path, const char *bytes, size_t length, Message *error)
{
    char target[PATH_MAX];
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
    const char *real = path;
#ifndef __wasi__
    struct stat link;
    if (lstat(path, &link) == 0 && S_ISLNK(link.st_mode)) {
        real = realpath(path, target);
        if (!real)
            return fail(error, errno, path, true);
    }
#else
    (void)target;
#endif
    int why = replace(real, mode, bytes, length);
    return why == 0 || fail(error, why, path, true);
}

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
        if (mkdir(partial, 0700) != 0 && errno != EEXIST)
            return fail(error, errno, partial, true);
    }
    struct stat found;
    if (stat(path, &found) != 0)
        return fail(error, errno, path, true);
    return S_ISDIR(found.st_mode) || fail(error, ENOTDIR, path, true);
}
