/* Files, in and out.
 *
 * A file is written under another name in the same folder and renamed when it is
 * safely on the disk: whoever reads it sees the old one or the new one, and a full
 * disk or a crash leaves the old one. Nobody can foresee the other name, nor put a link
 * there. While it is written it is locked, and so the drafts of programs that were killed
 * are known for what they are: the next one for the same file clears them away. Errors are
 * sentences that name the file. */
#ifndef COLONNADE_CORE_FILE_H
#define COLONNADE_CORE_FILE_H

#include "core/buffer.h"
#include "core/message.h"

#include <limits.h>
#include <sys/types.h>

/* Adds what the file holds to `out`. False: it cannot be read, or has more than
 * `limit` bytes; `out` is as before. Follows what is not a regular file (a pipe), but
 * no folder. */
bool file_read(const char *path, size_t limit, Buffer *out, Message *error);

/* A file that is read piece by piece, by the same rules. */
typedef struct FileReader {
    int fd;
    int why;                    /* errno of what went wrong; 0: nothing did */
    const char *path;           /* the caller's, until the end */
} FileReader;

bool file_open(FileReader *r, const char *path, Message *error);
size_t file_next(FileReader *r, char *out, size_t size); /* how many bytes came; 0: that was all, or it broke off */
bool file_close(FileReader *r, Message *error); /* false: it broke off, and why */

/* Makes or replaces the file. A symbolic link stays one, and what it leads to is
 * replaced. False: the old file, if there was one, is untouched and nothing is left
 * behind. What exists and is not a regular file is refused. */
bool file_write(const char *path, const char *bytes, size_t length, Message *error);

/* Whether file_write would find nothing wrong with the path; a full disk is not noticed. */
bool file_can_write(const char *path, Message *error);

/* A file under way. */
typedef struct FileDraft {
    int fd; /* to write and read it with */
    const char *path; /* the caller's, until the draft has ended */
    char name[PATH_MAX]; /* what it is called meanwhile */
} FileDraft;

/* Begins a new file that is to become `path`; with `mode` 0 its rights are those of any new
 * file. A symbolic link at `path` will be replaced, not followed. False: nothing was made. */
bool file_begin(FileDraft *d, const char *path, mode_t mode, Message *error);

/* Writes where the draft's descriptor stands. False: errno says why. */
bool file_put(const FileDraft *d, const void *bytes, size_t length);

/* Puts the file in its place, safely on the disk. False: `path` is as it was. The draft has
 * ended either way. */
bool file_commit(FileDraft *d, Message *error);

/* Ends the draft without a trace. `why`, when not 0, is an errno to make a sentence of.
 * Returns false. */
bool file_abandon(FileDraft *d, int why, Message *error);

/* Removes what killed programs have left of drafts for `path`; file_begin does it too.
 * True: there was something. */
bool file_clear(const char *path);

/* A claim to be the only one that works on a file. */
typedef struct FileLock {
    int fd;
    char name[PATH_MAX];
} FileLock;

/* Claims `path`, which need not exist; a file .NAME.lock stands beside it meanwhile. The
 * claim ends with file_unlock or with the process, however that ends. False: somebody else
 * has claimed it, or the folder cannot be written. Where the file system knows no locks,
 * everybody has it. */
bool file_lock(FileLock *l, const char *path, Message *error);
void file_unlock(FileLock *l);

/* Makes the folder and those above it, for this user alone, where they are missing. */
bool file_make_folder(const char *path, Message *error);

#endif
