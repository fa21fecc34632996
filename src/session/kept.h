/* Where games are kept automatically: texts with names, in a folder or in memory.
 *
 * No game is overwritten by accident: the writer says which text was there, and learns if it is a
 * different one now. A store belongs to one thread at a time. */
#ifndef COLONNADE_SESSION_KEPT_H
#define COLONNADE_SESSION_KEPT_H

#include "core/message.h"

#include <stdint.h>

enum { KEPT_ID = 16 };          /* bytes of a name, including the NUL: letters and digits */

typedef struct KeptGame {
    char id[KEPT_ID];
    char *text;
    size_t length;
    int64_t stamp;              /* ms since 1970 when it was last written */
} KeptGame;

typedef struct Kept Kept;

/* `folder` NULL or "": in memory only. NULL: out of memory. */
Kept *kept_new(const char *folder);
void kept_free(Kept *k);

/* Lists what there is, the latest first. False: the folder cannot be read. */
bool kept_scan(Kept *k, Message *error);
size_t kept_count(const Kept *k);
const KeptGame *kept_game(const Kept *k, size_t i);
const KeptGame *kept_find(const Kept *k, const char *id);   /* NULL: none */

/* A number that tells texts apart. */
uint64_t kept_print(const char *text, size_t length);

typedef enum KeptResult { KEPT_DONE, KEPT_CHANGED, KEPT_FAILED } KeptResult;
/* Writes a game. KEPT_CHANGED: there is one of that name with a print other than `print`; nothing
 * was written. KEPT_FAILED: the error says why; what was there is still there. */
KeptResult kept_write(Kept *k, const char *id, const char *text, size_t length, uint64_t print, int64_t stamp,
                      Message *error);
bool kept_remove(Kept *k, const char *id, Message *error);

#endif
