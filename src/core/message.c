/* Sentences with holes: see message.h. */
#include "core/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void set(Message *m, MessageKind kind, size_t at, const char *id, int argc, va_list args)
{
    if (!m)
        return;
    *m = (Message){.id = id, .kind = kind, .at = at};
    for (int i = 0; i < argc && i < MESSAGE_HOLES; i++)
        snprintf(m->arg[i], MESSAGE_ARG, "%s", va_arg(args, const char *));
}

bool message_set(Message *m, size_t at, const char *id, int argc, ...)
{
    va_list args;
    va_start(args, argc);
    set(m, MESSAGE_GIVEN, at, id, argc, args);
    va_end(args);
    return false;
}

bool message_machine(Message *m, const char *id, int argc, ...)
{
    va_list args;
    va_start(args, argc);
    set(m, MESSAGE_MACHINE, 0, id, argc, args);
    va_end(args);
    return false;
}

bool message_memory(Message *m) { return message_machine(m, T("there is not enough memory"), 0); }

size_t message_fill_holes(const char *format, int argc, const char *const arg[], char *out, size_t size)
{
    size_t length = 0;
    for (const char *c = format; *c; c++) {
        const char *piece = c;
        size_t n = 1;
        if (c[0] == '{' && c[1] >= '0' && c[1] < '0' + argc && c[2] == '}') {
            piece = arg[c[1] - '0'];
            n = strlen(piece);
            c += 2;
        }
        for (size_t i = 0; i < n; i++, length++)
            if (length + 1 < size)
                out[length] = piece[i];
    }
    if (size)
        out[length < size ? length : size - 1] = '\0';
    return length;
}

size_t message_fill(const Message *m, const char *format, char *out, size_t size)
{
    const char *arg[MESSAGE_HOLES];
    for (int i = 0; i < MESSAGE_HOLES; i++)
        arg[i] = m->arg[i];
    return message_fill_holes(format, MESSAGE_HOLES, arg, out, size);
}

size_t message_english(const Message *m, char *out, size_t size)
{
    size_t used = 0;
    if (m->at) {
        int n = snprintf(out, size, "character %zu: ", m->at);
        used = n > 0 ? (size_t)n : 0;
    }
    size_t start = used < size ? used : size;
    return used + message_fill(m, m->id ? m->id : "", out + start, size - start);
}
