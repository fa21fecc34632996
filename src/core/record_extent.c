/* Where a record ends in a text of several: see record.h. Nothing is checked here. */
#include "core/record.h"

/* The place after the text that opens at `at` and ends with `close`; a backslash escapes the next character. */
static size_t after(const char *text, size_t length, size_t at, char close)
{
    for (at++; at < length && text[at] != close; at++)
        at += text[at] == '\\';
    return at < length ? at + 1 : length;
}

/* The place after the tag that begins at `at`; its value may contain brackets. */
static size_t after_tag(const char *text, size_t length, size_t at)
{
    for (; at < length && text[at] != ']' && text[at] != '\n'; at++)
        if (text[at] == '"')
            at = after(text, length, at, '"') - 1;
    return at;
}

size_t record_extent(const char *text, size_t length)
{
    bool moves = false;
    for (size_t at = 0; at < length; at++) {
        if (text[at] == '{') {
            moves = true;
            at = after(text, length, at, '}') - 1;
        } else if (text[at] == '[') {
            if (moves)
                return at;
            at = after_tag(text, length, at);
        } else if (text[at] > ' ') {    /* not a blank, nor a byte order mark */
            moves = true;
        }
    }
    return length;
}
