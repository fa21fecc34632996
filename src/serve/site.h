/* The files that the server hands out, all of them in memory.
 *
 * A site is filled once, from the program itself or from a folder, and never changes
 * afterwards. A request is answered by looking up its path among the names: no path leads
 * to the disk, so there is no folder to break out of. */
#ifndef COLONNADE_SERVE_SITE_H
#define COLONNADE_SERVE_SITE_H

#include "core/message.h"

#include <stdint.h>
#include <sys/types.h>

enum { SITE_TAG = 24, SITE_FILES = 4096, SITE_BYTES = 256 << 20 };

typedef struct SiteBytes {
    const unsigned char *at;
    size_t size;
} SiteBytes;

typedef struct SiteFile {
    char *path;                     /* "icons/a.svg": no leading slash */
    const char *type;               /* for Content-Type */
    SiteBytes plain;
    SiteBytes gzip;                 /* the same compressed; size 0: there is none */
    char tag[SITE_TAG];             /* differs when the bytes do */
    char version[SITE_TAG];         /* the value of ?v= with which the page asks for it; "": none */
} SiteFile;

typedef struct Site Site;

/* The page that was built into the program; NULL, with a sentence in `error`: there is none. */
Site *site_embedded(Message *error);

/* Every file under `folder`, except hidden ones and symbolic links; there must be an
 * index.html. NULL: `error` says why. */
Site *site_load(const char *folder, Message *error);

void site_free(Site *s);                /* NULL is allowed */

/* What the `path` of a request (decoded, "/…") asks for; a folder means its index.html.
 * NULL: there is no such file. */
const SiteFile *site_find(const Site *s, const char *path);

/* A file descriptor that has these bytes of a SiteFile, from *offset on, for sendfile(2);
 * it stays open as long as the site. -1: there is none. */
int site_file(const Site *s, const SiteBytes *b, off_t *offset);

size_t site_count(const Site *s);

#endif
