/* The page inside the program: the bytes of all files in a row, and where each begins.
 * pack.py writes both from web/dist during the build. */
#ifndef COLONNADE_SERVE_PAGE_H
#define COLONNADE_SERVE_PAGE_H

#include <stddef.h>

typedef struct PageFile {
    const char *path;
    size_t offset, size;
} PageFile;

extern const unsigned char page_bytes[];
extern const PageFile page_files[];
extern const size_t page_count;     /* 0: there was no page */

#endif
