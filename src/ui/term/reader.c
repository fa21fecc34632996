/* Reading lines: see reader.h.
 *
 * The signals are blocked except inside ppoll, so none can slip in between looking for
 * one and waiting for input. */
#include "ui/term/reader.h"

#include "core/memory.h"
#include "core/utf8.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY = 500, WIDTH = 78, LONGEST = SESSION_LINE + 8 };

struct Reader {
    Session *session;
    EditLine *editor;           /* NULL: lines are read plainly */
    History *history;
    const char *prompt;
    char block[4096];           /* bytes that were read and not used yet */
    size_t at, end;
    sigset_t unblocked;         /* the mask as it was */
};

static volatile sig_atomic_t ended, stopped, resized;

/* --- signals --- */

static const int ending[] = {SIGINT, SIGHUP, SIGTERM};
static const int editing[] = {SIGTSTP, SIGWINCH};
static struct sigaction old_ending[3], old_editing[2];

static void on_signal(int number)
{
    if (number == SIGTSTP)
        stopped = 1;
    else if (number == SIGWINCH)
        resized = 1;
    else
        ended = number;
}

static void catch_signals(const int *number, struct sigaction *old, size_t count, sigset_t *blocked)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++) {
        sigaction(number[i], NULL, &old[i]);
        /* What the caller ignores (nohup) stays ignored. */
        if (old[i].sa_handler == SIG_IGN)
            continue;
        sigaction(number[i], &action, NULL);
        sigaddset(blocked, number[i]);
    }
}

static void release_signals(const int *number, const struct sigaction *old, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sigaction(number[i], &old[i], NULL);
}

/* Lets pending signals in, even when input never runs dry. */
static void let_signals_in(const Reader *r)
{
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &r->unblocked, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

int reader_signal(void) { return ended; }

/* --- bytes --- */

/* What came in while we waited, other than input. */
static void look_after_terminal(Reader *r)
{
    if (stopped && r->editor) {
        stopped = 0;
        el_set(r->editor, EL_PREP_TERM, 0);
        kill(getpid(), SIGSTOP);
        el_set(r->editor, EL_PREP_TERM, 1);
        el_set(r->editor, EL_REFRESH);
    }
    if (resized && r->editor) {
        resized = 0;
        el_resize(r->editor);
    }
}

/* The next byte of input, or -1: there is none, or a signal ended the reading. */
static int next_byte(Reader *r)
{
    while (r->at == r->end) {
        look_after_terminal(r);
        if (ended)
            return -1;
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (ppoll(&input, 1, NULL, &r->unblocked) < 0) {
            if (errno != EINTR)
                return -1;
            continue;
        }
        ssize_t n = read(STDIN_FILENO, r->block, sizeof r->block);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
            /* A terminal that was closed ends the input and sends a signal, in either order. */
            let_signals_in(r);
            return -1;
        }
        r->at = 0;
        r->end = n > 0 ? (size_t)n : 0;
    }
    return (unsigned char)r->block[r->at++];
}

/* For the editor, which thinks in wide characters. */
static int next_character(EditLine *editor, wchar_t *out)
{
    Reader *r;
    mbstate_t state = {0};
    el_get(editor, EL_CLIENTDATA, &r);
    for (;;) {
        int c = next_byte(r);
        if (c < 0) {
            errno = ended ? EINTR : 0;
            return ended ? -1 : 0;
        }
        /* An end of input that was typed before the editor took the terminal arrives as a zero. */
        char byte = c ? (char)c : '\004';
        size_t n = mbrtowc(out, &byte, 1, &state);
        if (n == 1)
            return 1;
        /* Bytes that are no character of this locale are dropped. */
        if (n == (size_t)-1)
            state = (mbstate_t){0};
    }
}

/* --- completion --- */

typedef struct Found {
    Buffer list;                /* all candidates, wrapped */
    char common[SESSION_LINE];  /* what they begin with */
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
    Reader *r;
    char line[SESSION_LINE];
    Found found = {0};
    unsigned char answer = CC_ERROR;
    el_get(editor, EL_CLIENTDATA, &r);
    const LineInfo *info = el_line(editor);
    size_t length = (size_t)(info->cursor - info->buffer);
    if (length >= sizeof line)
        return CC_ERROR;
    memcpy(line, info->buffer, length);
    line[length] = '\0';
    session_complete(r->session, line, add_found, &found);
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

static char *prompt_text(EditLine *editor)
{
    Reader *r;
    static char copy[256];
    el_get(editor, EL_CLIENTDATA, &r);
    snprintf(copy, sizeof copy, "%s", r->prompt);
    return copy;
}

static void open_editor(Reader *r)
{
    HistEvent event;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return;
    r->editor = el_init("colonnade", stdin, stdout, stderr);
    if (!r->editor)
        return;
    el_set(r->editor, EL_CLIENTDATA, r);
    el_set(r->editor, EL_PROMPT, prompt_text);
    el_set(r->editor, EL_EDITOR, "emacs");
    el_set(r->editor, EL_SIGNAL, 0);
    el_set(r->editor, EL_GETCFN, next_character);
    /* The narrow el_set copies these two strings and never frees them. */
    el_wset(r->editor, EL_ADDFN, L"complete", L"Complete the word", complete);
    el_set(r->editor, EL_BIND, "^I", "complete", NULL);
    r->history = history_init();
    if (r->history) {
        history(r->history, &event, H_SETSIZE, HISTORY);
        history(r->history, &event, H_SETUNIQUE, 1);
        el_set(r->editor, EL_HIST, history, r->history);
    }
    el_source(r->editor, NULL);
}

static ReaderResult edit_line(Reader *r, Buffer *line)
{
    int count = 0;
    /* Before the prompt is seen: whoever answers it at once must not be heard by the terminal's own editor. */
    el_set(r->editor, EL_PREP_TERM, 1);
    const char *text = el_gets(r->editor, &count);
    if (!text || count <= 0)
        return ended ? READER_SIGNAL : READER_END;
    size_t length = strcspn(text, "\r\n");
    buffer_add_bytes(line, text, length < LONGEST ? length : LONGEST);
    HistEvent event;
    if (r->history && length > 0)
        history(r->history, &event, H_ENTER, buffer_text(line));
    return READER_LINE;
}

/* --- plainly --- */

static ReaderResult plain_line(Reader *r, Buffer *line)
{
    int c;
    bool any = false;
    fputs(r->prompt, stdout);
    fflush(stdout);
    while ((c = next_byte(r)) >= 0) {
        any = true;
        if (c == '\n')
            break;
        if (line->length < LONGEST)
            buffer_add_char(line, (char)c);
    }
    if (ended)
        return READER_SIGNAL;
    if (!any)
        return READER_END;
    /* What came through a pipe is written where it would have been typed. */
    if (!isatty(STDIN_FILENO)) {
        char shown[LONGEST + 1];
        snprintf(shown, sizeof shown, "%.*s", (int)strcspn(buffer_text(line), "\r"), buffer_text(line));
        utf8_clean(shown);
        fputs(shown, stdout);
    }
    if (!isatty(STDIN_FILENO) || c < 0)
        putchar('\n');
    return READER_LINE;
}

/* --- both --- */

Reader *reader_open(Session *session)
{
    Reader *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return NULL;
    *r = (Reader){.session = session, .prompt = ""};
    ended = stopped = resized = 0;
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, NULL, &r->unblocked);
    sigemptyset(&blocked);
    open_editor(r);
    catch_signals(ending, old_ending, 3, &blocked);
    if (r->editor)
        catch_signals(editing, old_editing, 2, &blocked);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    return r;
}

void reader_close(Reader *r)
{
    if (r->editor) {
        el_end(r->editor);
        release_signals(editing, old_editing, 2);
    }
    if (r->history)
        history_end(r->history);
    /* Signals that come from now on find us leaving: the first one has been taken care of. */
    let_signals_in(r);
    release_signals(ending, old_ending, 3);
    sigprocmask(SIG_SETMASK, &r->unblocked, NULL);
    memory_free(r);
}

ReaderResult reader_line(Reader *r, const char *prompt, Buffer *line)
{
    buffer_clear(line);
    let_signals_in(r);
    if (ended)
        return READER_SIGNAL;
    r->prompt = prompt;
    return r->editor ? edit_line(r, line) : plain_line(r, line);
}

bool reader_wait(Reader *r, int fd, int milliseconds)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    if (stopped) {
        /* The terminal is as the person left it: no line is being edited. */
        stopped = 0;
        kill(getpid(), SIGSTOP);
    }
    return ppoll(&wanted, 1, &time, &r->unblocked) > 0;
}

bool reader_interrupted(Reader *r)
{
    if (!r->editor || ended != SIGINT)
        return false;
    ended = 0;
    return true;
}

bool reader_edits(const Reader *r) { return r->editor != NULL; }
