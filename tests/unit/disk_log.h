/* What a program tells the disk to keep, in order: the fsync and rename here replace the system's, do the same,
 * and log their arguments. Only one file of a program may include this. */
#ifndef COLONNADE_TESTS_DISK_LOG_H
#define COLONNADE_TESTS_DISK_LOG_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DISK_LOG = 64 };

typedef struct DiskCall {
    enum { DISK_SYNC_FILE, DISK_SYNC_FOLDER, DISK_RENAME } what;
    ino_t node;                 /* of the file that was synced or renamed */
    char path[PATH_MAX];        /* renamed to */
} DiskCall;

static DiskCall disk_call[DISK_LOG];
static int disk_calls;
static int disk_fails;          /* errno with which syncing a file fails; 0: it works */

static void disk_note(DiskCall c)
{
    if (disk_calls < DISK_LOG)
        disk_call[disk_calls++] = c;
}

int fsync(int fd)
{
    struct stat s;
    if (fstat(fd, &s) != 0)
        return -1;
    disk_note((DiskCall){.what = S_ISDIR(s.st_mode) ? DISK_SYNC_FOLDER : DISK_SYNC_FILE, .node = s.st_ino});
    if (disk_fails && !S_ISDIR(s.st_mode)) {
        errno = disk_fails;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

int rename(const char *from, const char *to)
{
    struct stat s = {0};
    DiskCall c = {.what = DISK_RENAME};
    if (stat(from, &s) == 0)
        c.node = s.st_ino;
    snprintf(c.path, sizeof c.path, "%s", to);
    disk_note(c);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* Whether the calls since the log was emptied are those that make `path` safe, once and in order: the new file's
 * bytes are on the disk before it gets its name, and the name is on the disk before anybody is told. */
static int disk_replaced(const char *path)
{
    struct stat file, folder;
    char parent[PATH_MAX];
    snprintf(parent, sizeof parent, "%s", path);
    *strrchr(parent, '/') = '\0';
    return stat(path, &file) == 0 && stat(parent, &folder) == 0 && disk_calls == 3 &&
           disk_call[0].what == DISK_SYNC_FILE && disk_call[0].node == file.st_ino &&
           disk_call[1].what == DISK_RENAME && disk_call[1].node == file.st_ino &&
           strcmp(disk_call[1].path, path) == 0 && disk_call[2].what == DISK_SYNC_FOLDER &&
           disk_call[2].node == folder.st_ino;
}

#endif
