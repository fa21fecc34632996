/* See solved.h. */
#include "session/solved.h"

#include "core/file.h"

#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20, NAME = POSITION_TEXT + 64, PATH = 4096 };

static void write_name(const Puzzle *p, char out[NAME]) { snprintf(out, NAME, "%s %s\n", p->game, p->position); }

static bool path_of(const Solved *s, char out[PATH])
{
    return s->folder && *s->folder && snprintf(out, PATH, "%s/solved-puzzles", s->folder) < PATH;
}

static bool has(const Buffer *names, const char *name)
{
    for (const char *at = buffer_text(names); (at = strstr(at, name)); at++)
        if (at == names->text || at[-1] == '\n')
            return true;
    return false;
}

/* Adds what is in the file and not in memory. */
static void look(Solved *s)
{
    char path[PATH];
    Buffer text = {0};
    Message ignored;
    if (path_of(s, path) && file_read(path, LIMIT, &text, &ignored))
        solved_give(s, buffer_text(&text));
    buffer_free(&text);
    s->read = true;
}

bool solved_has(Solved *s, const Puzzle *p)
{
    char name[NAME];
    if (!s->read)
        look(s);
    write_name(p, name);
    return has(&s->names, name);
}

bool solved_add(Solved *s, const Puzzle *p, Message *error)
{
    char name[NAME], path[PATH];
    look(s);
    write_name(p, name);
    if (has(&s->names, name))
        return true;
    buffer_add(&s->names, name);
    if (s->names.failed)
        return message_memory(error);
    return !path_of(s, path) ||
           (file_make_folder(s->folder, error) && file_write(path, s->names.text, s->names.length, error));
}

void solved_give(Solved *s, const char *names)
{
    while (*names) {
        char name[NAME];
        size_t n = strcspn(names, "\n");
        if (n > 0 && n < sizeof name - 1) {
            snprintf(name, sizeof name, "%.*s\n", (int)n, names);
            if (!has(&s->names, name))
                buffer_add(&s->names, name);
        }
        names += n + (names[n] == '\n');
    }
}

void solved_free(Solved *s) { buffer_free(&s->names); }
