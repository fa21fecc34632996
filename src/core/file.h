/* Whole files, in and out.
 *
 * A file is written under another name in the same folder and renamed when it is
 * safely on the disk: whoever reads it sees the old one or the new one, and a full
 * disk or a crash leaves the old one. Errors are sentences that name the file. */
#ifndef COLONNADE_CORE_FILE_H
#define COLONNADE_CORE_FILE_H

#include "core/buffer.h"
#include "core/message.h"

/* Adds what the file holds to `out`. False: it cannot be read, or has more than
 * `limit` bytes; `out` is as before. Follows what is not a regular file (a pipe), but
 * no folder. */
bool file_read(const char *path, size_t limit, Buffer *out, Message *error);

/* Makes or replaces the file. A symbolic link stays one, and what it leads to is
 * replaced. False: the old file, if there was one, is untouched and nothing is left
 * behind. What exists and is not a regular file is refused. */
bool file_write(const char *path, const char *bytes, size_t length, Message *error);

/* Makes the folder and those above it, for this user alone, where they are missing. */
bool file_make_folder(const char *path, Message *error);

#endif
