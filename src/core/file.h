/* Files, in and out.
 *
 * A file is written under another name in the same folder and renamed when it is
 * safely on the disk: a reader sees the old one or the new one, and a full
 * disk or a crash leaves the old one. Nobody can guess the other name, nor put a link
 * there. The draft is locked while it is written, so drafts left by killed programs
 * can be recognised: the next draft for the same file clears them away. Errors are
 * sentences that name the file. */
#ifndef COLONNADE_CORE_FILE_H
#define COLONNADE_CORE_FILE_H

#include "core/buffer.h"
#include "core/message.h"

#include <limits.h>
#include <sys/types.h>

/* Adds the file's contents to `out`. False: it cannot be read, or has more than
 * `limit` bytes; `out` is as before. Also reads what is not a regular file (a pipe), but
 * not a folder. */
bool file_read(const char *path, size_t limit, Buffer *out, Message *error);

/* A file that is read piece by piece, by the same rules. */
typedef struct FileReader {
    int fd;
    int why;                    /* errno of what went wrong; 0: nothing did */
    const char *path;           /* the caller's, until the end */
} FileReader;

bool file_open(FileReader *r, const char *path, Message *error);
size_t file_next(FileReader *r, char *out, size_t size); /* how many bytes were read; 0: the end, or a failure */
bool file_close(FileReader *r, Message *error); /* false: reading failed; the error says why */

/* Makes or replaces the file. A symbolic link stays one, and what it leads to is
 * replaced. False: the old file, if there was one, is untouched and nothing is left
 * behind. A path that exists and is not a regular file is refused. */
bool file_write(const char *path, const char *bytes, size_t length, Message *error);

/* Whether file_write would find nothing wrong with the path; a full disk is not noticed. */
bool file_can_write(const char *path, Message *error);

/* A file being written. */
typedef struct FileDraft {
    int fd; /* to write and read it with */
    const char *path; /* the caller's, until the draft has ended */
    char name[PATH_MAX]; /* what it is called meanwhile */
} FileDraft;

/* Begins a new file that will become `path`; with `mode` 0 it has the usual permissions of a new
 * file. A symbolic link at `path` will be replaced, not followed. False: nothing was made. */
bool file_begin(FileDraft *d, const char *path, mode_t mode, Message *error);

/* Writes at the draft's current offset. False: errno says why. */
bool file_put(const FileDraft *d, const void *bytes, size_t length);

/* Puts the file in its place, safely on the disk. False: `path` is as it was. The draft has
 * ended either way. */
bool file_commit(FileDraft *d, Message *error);

/* Ends the draft without a trace. `why`, when not 0, is an errno to turn into a sentence.
 * Returns false. */
bool file_abandon(FileDraft *d, int why, Message *error);

/* Removes drafts for `path` that killed programs have left; file_begin does this too.
 * True: there was something. */
bool file_clear(const char *path);

/* An exclusive claim to work on a file. */
typedef struct FileLock {
    int fd;
    char name[PATH_MAX];
} FileLock;

/* Claims `path`, which need not exist; a file .NAME.lock exists beside it meanwhile. The
 * claim ends with file_unlock or with the process, however that ends. False: another program
 * has claimed it, or the folder cannot be written. Where the file system has no locks,
 * every claim succeeds. */
bool file_lock(FileLock *l, const char *path, Message *error);
void file_unlock(FileLock *l);

/* Makes the folder and those above it, only for this user, where they are missing. */
bool file_make_folder(const char *path, Message *error);

#endif
