/* Headings, **emphasis**, `code`; everything else is read as it is written. */
#include "lang/plain.h"

#include <ctype.h>
#include <string.h>

#define BOLD "\033[1m"
#define FLAT "\033[0m"

typedef struct Plain {
    Buffer *out;
    bool bold, strong;          /* codes are allowed; we are inside ** */
} Plain;

static void mark(Plain *p, bool on)
{
    p->strong = on;
    if (p->bold)
        buffer_add(p->out, on ? BOLD : FLAT);
}

/* One line without its end. */
static void add_line(Plain *p, const char *line, size_t length, bool capitals)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '`')
            continue;
        if (line[i] == '*' && i + 1 < length && line[i + 1] == '*') {
            mark(p, !p->strong);
            i++;
            continue;
        }
        buffer_add_char(p->out, capitals ? (char)toupper((unsigned char)line[i]) : line[i]);
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
