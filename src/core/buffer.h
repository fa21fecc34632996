/* A text that grows. Zero-initialise it, add to it, free it with buffer_free.
 *
 * When memory runs out the buffer keeps what it has, `failed` stays set and later
 * additions do nothing, so that a writer checks once, at the end. */
#ifndef COLONNADE_CORE_BUFFER_H
#define COLONNADE_CORE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Buffer {
    char *text;             /* terminated once something was added; NULL before */
    size_t length, capacity;
    bool failed;
} Buffer;

void buffer_add(Buffer *b, const char *text);
void buffer_add_bytes(Buffer *b, const char *bytes, size_t length);
void buffer_add_char(Buffer *b, char c);
__attribute__((format(printf, 2, 3))) void buffer_format(Buffer *b, const char *format, ...);

const char *buffer_text(const Buffer *b);   /* "" when nothing was added */
void buffer_clear(Buffer *b);               /* empty and not failed; the memory is kept */
void buffer_free(Buffer *b);

#endif
