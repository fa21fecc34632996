/* Error lines and shared arguments: see cli.h. */
#include "cli/cli.h"

#include "cli/options.h"
#include "core/file.h"
#include "core/record.h"
#include "core/utf8.h"
#include "games/registry.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE = 512, QUOTED = 72, BEFORE = 256 };

/* One line of text, whatever was typed: control characters would break it or upset the terminal. */
static void print_error_line(char *text)
{
    utf8_clean(text);
    fprintf(stderr, "colonnade: %s\n", text);
}

ExitStatus cli_fail(ExitStatus status, Lang lang, const char *english, int argc, ...)
{
    char quoted[MESSAGE_HOLES][QUOTED + 4] = {{0}};
    va_list args;
    va_start(args, argc);
    for (int i = 0; i < argc && i < MESSAGE_HOLES; i++) {
        const char *text = va_arg(args, const char *);
        text = *text ? text : "\"\"";       /* an empty argument would be invisible */
        size_t length = strlen(text);
        bool cut = length > QUOTED;
        if (cut)
            for (length = QUOTED; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
                length--; /* not in the middle of a UTF-8 character */
        snprintf(quoted[i], sizeof quoted[i], "%.*s%s", (int)length, text, cut ? "..." : "");
    }
    va_end(args);
    char line[LINE];
    lang_format(lang, line, sizeof line, english, MESSAGE_HOLES, quoted[0], quoted[1], quoted[2], quoted[3]);
    print_error_line(line);
    return status;
}

static ExitStatus status_of(const Message *m) { return m->kind == MESSAGE_MACHINE ? EXIT_MACHINE : EXIT_ILLEGAL; }

ExitStatus cli_fail_message(Lang lang, const char *before, const Message *m)
{
    char text[LINE], start[BEFORE], line[LINE + BEFORE + 4];
    lang_message(lang, m, text, sizeof text);
    snprintf(start, sizeof start, "%s", before ? before : "");
    if (before)
        lang_format(lang, line, sizeof line, T("{0}: {1}"), 2, start, text);
    else
        snprintf(line, sizeof line, "%s", text);
    print_error_line(line);
    return status_of(m);
}

ExitStatus cli_fail_after(Lang lang, const char *moves, const Message *m)
{
    char text[LINE], line[8 * LINE];
    lang_message(lang, m, text, sizeof text);
    lang_format(lang, line, sizeof line, T("after {0}: {1}"), 2, moves, text);
    print_error_line(line);
    return status_of(m);
}

ExitStatus cli_fail_memory(Lang lang) { return cli_fail(EXIT_MACHINE, lang, T("out of memory"), 0); }

static const char *ruleset_name(const void *context, size_t i)
{
    (void)context;
    return registry_game(i)->id;
}

const Game *cli_game(const Call *call, const char *id)
{
    const Game *g = registry_find(id);
    if (g)
        return g;
    const char *nearest = options_nearest(id, ruleset_name, NULL, registry_count());
    if (nearest)
        cli_fail(EXIT_USAGE, call->lang, T("no game is called {0}; did you mean {1}?"), 2, id, nearest);
    else
        cli_fail(EXIT_USAGE, call->lang, T("no game is called {0}; `colonnade games` lists them"), 1, id);
    return NULL;
}

const Game *cli_solvable(const Call *call, const char *id)
{
    const Game *g = registry_solvable(id);
    return g ? g : cli_game(call, id);
}

bool cli_position(const Call *call, const Game *g, const char *text, Position *out)
{
    if (!text) {
        g->start(out);
        return true;
    }
    Message error = {0};
    if (g->read_position(text, out, &error))
        return true;
    cli_fail_message(call->lang, lang_text(call->lang, T("position")), &error);
    return false;
}

bool cli_follow(const Call *call, const Game *g, Position *p)
{
    for (int i = 1; i < call->count; i++) {
        Message error = {0};
        Move m;
        if (!game_read_typed(g, p, call->operand[i], &m, &error)) {
            char number[16], before[128];
            snprintf(number, sizeof number, "%d", i);
            lang_format(call->lang, before, sizeof before, T("move {0}"), 1, number);
            if (strlen(call->operand[i]) <= 24) {
                strcat(before, " ");
                strcat(before, call->operand[i]);
            }
            cli_fail_message(call->lang, before, &error);
            return false;
        }
        g->play(p, m, p);
    }
    return true;
}

const char *cli_input(const char *path) { return strcmp(path, "-") == 0 ? "/dev/stdin" : path; }

Tree *cli_record(const Call *call, const char *path)
{
    Buffer text = {0};
    RecordError error = {0};
    Tree *m = NULL;
    char where[BEFORE] = "";
    if (file_read(cli_input(path), RECORD_MAX_BYTES, &text, &error.message))
        m = record_read(buffer_text(&text), text.length, registry_find, &error);
    if (!m && error.line)
        snprintf(where, sizeof where, "%.200s:%zu:%zu", path, error.line, error.column);
    if (!m)
        cli_fail_message(call->lang, *where ? where : NULL, &error.message);
    buffer_free(&text);
    return m;
}

int cli_threads(int wanted)
{
    long n = wanted > 0 ? wanted : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > CLI_MOST_THREADS ? CLI_MOST_THREADS : (int)n;
}

enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

const char *const cli_colour_words[] = {
    [COLOUR_AUTO] = "auto", [COLOUR_ALWAYS] = "always", [COLOUR_NEVER] = "never", NULL};

bool cli_colour(int choice)
{
    if (choice != COLOUR_AUTO)
        return choice == COLOUR_ALWAYS;
    const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(off && *off) && isatty(STDOUT_FILENO) && !(terminal && strcmp(terminal, "dumb") == 0);
}

int cli_columns(void)
{
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

ExitStatus cli_write_file(const Call *call, const char *path, const char *text, size_t length)
{
    if (strcmp(path, "-") == 0) {
        fwrite(text, 1, length, stdout);
        return EXIT_DONE;
    }
    Message error = {0};
    if (file_write(path, text, length, &error))
        return EXIT_DONE;
    cli_fail_message(call->lang, NULL, &error);
    return EXIT_MACHINE;
}
