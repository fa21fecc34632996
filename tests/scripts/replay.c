/* Scripts for the midend: lines as a person types them, with times, and the events that they cause. The same files
 * are replayed through the page's engine and through the terminal's pipe (tests/browser/test_scripts.mjs,
 * tests/term/test_scripts.py).
 *
 *   replay                compares every script
 *   replay --print NAME   prints one with its current events */
#include "session/session.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "tests/scripts";

/* The events of one line, and of the levels that answer it, each behind "! ". */
static void run_line(Session *s, const char *line, Buffer *out)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    for (bool more = true; more;) {
        const char *at = buffer_text(&reply.events);
        while (*at) {
            size_t n = strcspn(at, "\n");
            buffer_add(out, "! ");
            buffer_add_bytes(out, at, n + 1);
            at += n + 1;
        }
        more = session_to_think(s);
        if (more)
            session_think(s, &reply);
    }
    reply_free(&reply);
}

static bool read_all(const char *path, Buffer *out)
{
    FILE *f = fopen(path, "rb");
    char block[4096];
    size_t n;
    if (!f)
        return false;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        buffer_add_bytes(out, block, n);
    fclose(f);
    return true;
}

/* The script with its current events. */
static void replay(const char *text, Buffer *out)
{
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN, .scripted = true, .seed = 7});
    while (s && *text) {
        char line[SESSION_LINE];
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        text += n + (text[n] == '\n');
        if (line[0] == '!')
            continue;
        buffer_format(out, "%s\n", line);
        run_line(s, line, out);
    }
    session_free(s);
}

/* Names the first line that differs. */
static int compare(const char *want, const char *got, const char *path)
{
    for (int line = 1; *want || *got; line++) {
        size_t a = strcspn(want, "\n"), b = strcspn(got, "\n");
        if (a != b || strncmp(want, got, a) != 0) {
            printf("%s, line %d:\nexpected %.*s\ngot      %.*s\n", path, line, (int)a, want, (int)b, got);
            return 1;
        }
        want += a + (want[a] == '\n');
        got += b + (got[b] == '\n');
    }
    return 0;
}

static int check(const char *name, bool print)
{
    Buffer text = {0}, made = {0};
    char path[512];
    int status = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!read_all(path, &text)) {
        printf("%s cannot be read\n", path);
        return 1;
    }
    replay(buffer_text(&text), &made);
    if (print)
        fputs(buffer_text(&made), stdout);
    else
        status = compare(buffer_text(&text), buffer_text(&made), path);
    buffer_free(&text);
    buffer_free(&made);
    return status;
}

int main(int argc, char **argv)
{
    struct dirent **entry = NULL;
    int failed = 0, scripts = 0;
    if (argc == 3 && strcmp(argv[1], "--print") == 0)
        return check(argv[2], true);
    int count = argc == 1 ? scandir(folder, &entry, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        size_t n = strlen(entry[i]->d_name);
        if (n > 4 && strcmp(entry[i]->d_name + n - 4, ".txt") == 0) {
            failed += check(entry[i]->d_name, false);
            scripts++;
        }
        free(entry[i]);
    }
    free(entry);
    printf("%d scripts, %d differ\n", scripts, failed);
    return scripts == 0 || failed > 0;
}
