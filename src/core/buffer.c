/* A text that grows: see buffer.h. */
#include "core/buffer.h"

#include "core/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Makes room for `extra` more bytes and the terminator. */
static bool reserve(Buffer *b, size_t extra)
{
    if (b->failed)
        return false;
    if (extra < b->capacity - b->length)
        return true;
    if (extra > SIZE_MAX / 4 - b->length) {
        b->failed = true;
        return false;
    }
    size_t wanted = b->capacity < 64 ? 64 : b->capacity * 2;
    if (wanted < b->length + extra + 1)
        wanted = b->length + extra + 1;
    char *grown = memory_resize(b->text, wanted);
    if (!grown) {
        b->failed = true;
        return false;
    }
    b->text = grown;
    b->capacity = wanted;
    return true;
}

void buffer_add_bytes(Buffer *b, const char *bytes, size_t length)
{
    if (!reserve(b, length))
        return;
    if (length)
        memcpy(b->text + b->length, bytes, length);
    b->length += length;
    b->text[b->length] = '\0';
}

void buffer_add(Buffer *b, const char *text) { buffer_add_bytes(b, text, strlen(text)); }

void buffer_add_char(Buffer *b, char c) { buffer_add_bytes(b, &c, 1); }

void buffer_format(Buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 || !reserve(b, (size_t)length))
        return;
    va_start(args, format);
    vsnprintf(b->text + b->length, (size_t)length + 1, format, args);
    va_end(args);
    b->length += (size_t)length;
}

const char *buffer_text(const Buffer *b) { return b->text ? b->text : ""; }

void buffer_clear(Buffer *b)
{
    b->length = 0;
    b->failed = false;
    if (b->text)
        b->text[0] = '\0';
}

void buffer_free(Buffer *b)
{
    memory_free(b->text);
    *b = (Buffer){0};
}
