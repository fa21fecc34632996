/* Words from people, made fit to keep: names, comments, values of tags. */
#ifndef COLONNADE_CORE_WORDS_H
#define COLONNADE_CORE_WORDS_H

#include "core/message.h"

/* A cleaned copy of `text` in *out, for the caller to free (memory_free): control characters and
 * runs of spaces become one space, the ends are trimmed; line ends are kept where `keep_lines`
 * says so. NULL when nothing is left of it, or `text` is NULL.
 * False: it is not UTF-8, it is longer than `limit` bytes, or there is no memory. */
bool words_clean(const char *text, bool keep_lines, size_t limit, char **out, Message *error);

#endif
