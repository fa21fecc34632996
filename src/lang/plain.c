/* Headings, *words* and **emphasis**, `code`; everything else stays as it is written. */
#include "lang/plain.h"

#include <ctype.h>
#include <string.h>

#define BOLD "\033[1m"
#define FLAT "\033[0m"

typedef struct Plain {
    Buffer *out;
    bool bold, strong;          /* bold: escape codes are allowed; strong: we are inside ** */
} Plain;

static void mark(Plain *p, bool on)
{
    p->strong = on;
    if (p->bold)
        buffer_add(p->out, on ? BOLD : FLAT);
}

/* Adds the character at line[i] as a capital; returns how many bytes it has. Outside ASCII, only the letters of
 * French change: in UTF-8 the capitals of accented letters come 32 before the small ones, after the same first byte. */
static size_t add_capital(Plain *p, const char *line, size_t length, size_t i)
{
    unsigned char first = (unsigned char)line[i], second = i + 1 < length ? (unsigned char)line[i + 1] : 0;
    bool accent = first == 0xc3 && second >= 0xa0 && second <= 0xbe && second != 0xb7;
    bool ligature = first == 0xc5 && second == 0x93;
    if (!accent && !ligature) {
        buffer_add_char(p->out, (char)toupper(first));
        return 1;
    }
    buffer_add_char(p->out, (char)first);
    buffer_add_char(p->out, (char)(ligature ? 0x92 : second - 0x20));
    return 2;
}

/* One line without its end. */
static void add_line(Plain *p, const char *line, size_t length, bool capitals)
{
    bool code = false;
    for (size_t i = 0, step; i < length; i += step) {
        step = 1;
        if (line[i] == '`') {
            code = !code;
        } else if (!code && line[i] == '*' && i + 1 < length && line[i + 1] == '*') {
            mark(p, !p->strong);
            step = 2;
        } else if (!code && line[i] == '*') {
            continue;
        } else if (capitals) {
            step = add_capital(p, line, length, i);
        } else {
            buffer_add_char(p->out, line[i]);
        }
    }
}

void plain_add(const char *markdown, bool bold, Buffer *out)
{
    Plain p = {.out = out, .bold = bold};
    while (*markdown) {
        size_t length = strcspn(markdown, "\n"), marks = strspn(markdown, "#");
        bool heading = marks > 0 && markdown[marks] == ' ';
        if (heading && bold)
            mark(&p, true);
        if (heading)
            add_line(&p, markdown + marks + 1, length - marks - 1, !bold);
        else
            add_line(&p, markdown, length, false);
        if (heading && bold)
            mark(&p, false);
        buffer_add_char(out, '\n');
        markdown += length + (markdown[length] == '\n');
    }
}
