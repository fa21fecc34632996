/* See editor.h. */
#include "ui/term/editor.h"

#include "core/memory.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY = 500, WIDTH = 78 };

struct Editor {
    Session *session;
    EditLine *line;
    History *history;           /* NULL: there was no memory for it */
    const char *prompt;
    EditorByte *next;
    void *context;
};

/* For libedit, which works with wide characters. */
static int next_character(EditLine *line, wchar_t *out)
{
    Editor *e;
    mbstate_t state = {0};
    el_get(line, EL_CLIENTDATA, &e);
    for (;;) {
        int c = e->next(e->context);
        if (c < 0) {
            errno = c == EDITOR_SIGNAL ? EINTR : 0;
            return c == EDITOR_SIGNAL ? -1 : 0;
        }
        /* An end of input that was typed before the editor took the terminal arrives as a zero. */
        char byte = c ? (char)c : '\004';
        size_t n = mbrtowc(out, &byte, 1, &state);
        if (n == 1)
            return 1;
        /* Bytes that are not a character of this locale are dropped. */
        if (n == (size_t)-1)
            state = (mbstate_t){0};
    }
}

/* --- completion --- */

typedef struct Found {
    Buffer list;                /* all candidates, wrapped */
    char common[SESSION_LINE];  /* their common beginning */
    size_t column, count;
} Found;

static void add_found(void *context, const char *word)
{
    Found *f = context;
    size_t width = strlen(word);
    if (f->count++ == 0)
        snprintf(f->common, sizeof f->common, "%s", word);
    size_t same = 0;
    while (f->common[same] && f->common[same] == word[same])
        same++;
    f->common[same] = '\0';
    if (f->column && f->column + 2 + width > WIDTH) {
        buffer_add_char(&f->list, '\n');
        f->column = 0;
    }
    buffer_format(&f->list, "%s%s", f->column ? "  " : "", word);
    f->column += width + (f->column ? 2 : 0);
}

static unsigned char complete(EditLine *editor, int key)
{
    (void)key;
    Editor *e;
    char line[SESSION_LINE];
    Found found = {0};
    unsigned char answer = CC_ERROR;
    el_get(editor, EL_CLIENTDATA, &e);
    const LineInfo *info = el_line(editor);
    size_t length = (size_t)(info->cursor - info->buffer);
    if (length >= sizeof line)
        return CC_ERROR;
    memcpy(line, info->buffer, length);
    line[length] = '\0';
    session_complete(e->session, line, add_found, &found);
    const char *blank = strrchr(line, ' ');
    size_t typed = strlen(blank ? blank + 1 : line);
    if (found.count == 1)
        strncat(found.common, " ", sizeof found.common - strlen(found.common) - 1);
    if (found.count > 0 && strlen(found.common) > typed) {
        el_insertstr(editor, found.common + typed);
        answer = CC_REFRESH;
    } else if (found.count > 1) {
        printf("\n%s\n", buffer_text(&found.list));
        answer = CC_REDISPLAY;
    }
    buffer_free(&found.list);
    return answer;
}

/* --- the editor --- */

static char *prompt_text(EditLine *line)
{
    Editor *e;
    static char copy[256];
    el_get(line, EL_CLIENTDATA, &e);
    snprintf(copy, sizeof copy, "%s", e->prompt);
    return copy;
}

static void set_up(Editor *e)
{
    HistEvent event;
    el_set(e->line, EL_CLIENTDATA, e);
    el_set(e->line, EL_PROMPT, prompt_text);
    el_set(e->line, EL_EDITOR, "emacs");
    el_set(e->line, EL_SIGNAL, 0);
    el_set(e->line, EL_GETCFN, next_character);
    /* The narrow el_set copies these two strings and never frees them. */
    el_wset(e->line, EL_ADDFN, L"complete", L"Complete the word", complete);
    el_set(e->line, EL_BIND, "^I", "complete", NULL);
    e->history = history_init();
    if (e->history) {
        history(e->history, &event, H_SETSIZE, HISTORY);
        history(e->history, &event, H_SETUNIQUE, 1);
        el_set(e->line, EL_HIST, history, e->history);
    }
    el_source(e->line, NULL);
}

Editor *editor_open(Session *session, EditorByte *next, void *context)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return NULL;
    Editor *e = memory_resize(NULL, sizeof *e);
    if (!e)
        return NULL;
    *e = (Editor){.session = session, .prompt = "", .next = next, .context = context};
    e->line = el_init("colonnade", stdin, stdout, stderr);
    if (!e->line) {
        memory_free(e);
        return NULL;
    }
    set_up(e);
    return e;
}

void editor_close(Editor *e)
{
    el_end(e->line);
    if (e->history)
        history_end(e->history);
    memory_free(e);
}

bool editor_line(Editor *e, const char *prompt, size_t most, Buffer *line)
{
    int count = 0;
    e->prompt = prompt;
    /* Before the prompt is seen: an immediate answer must not go to the terminal's own line editor. */
    el_set(e->line, EL_PREP_TERM, 1);
    const char *text = el_gets(e->line, &count);
    if (!text || count <= 0)
        return false;
    size_t length = strcspn(text, "\r\n");
    buffer_add_bytes(line, text, length < most ? length : most);
    HistEvent event;
    if (e->history && length > 0)
        history(e->history, &event, H_ENTER, buffer_text(line));
    return true;
}

void editor_leave(Editor *e) { el_set(e->line, EL_PREP_TERM, 0); }

void editor_return(Editor *e)
{
    el_set(e->line, EL_PREP_TERM, 1);
    el_set(e->line, EL_REFRESH);
}

void editor_resize(Editor *e) { el_resize(e->line); }

void editor_clear(Editor *e)
{
    (void)e;
    fputs("\r\033[K", stdout);
}

void editor_show(Editor *e, const char *prompt)
{
    e->prompt = prompt;
    el_set(e->line, EL_REFRESH);
}
