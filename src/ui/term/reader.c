/* Reading lines: see reader.h.
 *
 * The signals are blocked except inside pselect, so none can arrive between checking for one and waiting for input. */
#include "ui/term/reader.h"

#include "core/memory.h"
#include "core/utf8.h"
#include "ui/term/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

enum { LONGEST = SESSION_LINE + 8 };

struct Reader {
    Session *session;
    Editor *editor;             /* NULL: lines are read without editing */
    const char *prompt;
    char block[4096];           /* bytes read and not used yet */
    size_t at, end;
    sigset_t unblocked;         /* the mask as it was */
    int fd;                     /* where news comes from … */
    ReaderNews *news;           /* … and who tells it; NULL: there is none */
    void *context;
};

static volatile sig_atomic_t ended, stopped, resized;

/* --- signals --- */

enum { HANGUP = 1 };        /* in the next list */
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

/* Lets pending signals in, even if there is always input. */
static void let_signals_in(const Reader *r)
{
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &r->unblocked, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

/* A terminal that closes first ends input and output and then sends SIGHUP, which may come too late to be seen. */
static void note_hangup(void)
{
    struct termios mode;
    if (!ended && old_ending[HANGUP].sa_handler != SIG_IGN &&
        ((tcgetattr(STDIN_FILENO, &mode) < 0 && errno == EIO) || (tcgetattr(STDOUT_FILENO, &mode) < 0 && errno == EIO)))
        ended = SIGHUP;
}

int reader_signal(void) { return ended; }

/* --- bytes --- */

/* Handles what came in while we waited, other than input. */
static void look_after_terminal(Reader *r)
{
    if (stopped && r->editor) {
        stopped = 0;
        editor_leave(r->editor);
        kill(getpid(), SIGSTOP);
        editor_return(r->editor);
    }
    if (resized && r->editor) {
        resized = 0;
        editor_resize(r->editor);
    }
}

/* Waits until `fd` can be read, for as long as `time` says, with the signals let in. Returns as pselect does. */
static int wait_for(const Reader *r, int fd, const struct timespec *time)
{
    fd_set wanted;
    FD_ZERO(&wanted);
    FD_SET((unsigned)fd, &wanted);
    return pselect(fd + 1, &wanted, NULL, NULL, time, &r->unblocked);
}

void reader_watch(Reader *r, int fd, ReaderNews *news, void *context)
{
    r->fd = fd;
    r->news = news;
    r->context = context;
}

/* Something happened elsewhere: shows it above the line being typed. */
static void tell_news(Reader *r)
{
    if (r->editor)
        editor_clear(r->editor);
    const char *prompt = r->news(r->context);
    if (prompt)
        r->prompt = prompt;
    if (!r->editor && prompt)
        fputs(prompt, stdout);
    fflush(stdout);
    if (r->editor)
        editor_show(r->editor, r->prompt);
}

/* Waits for input, or shows what happens meanwhile. Returns as pselect does; 0: it was news. */
static int wait_for_input(Reader *r)
{
    fd_set wanted;
    FD_ZERO(&wanted);
    FD_SET((unsigned)STDIN_FILENO, &wanted);
    if (r->news)
        FD_SET((unsigned)r->fd, &wanted);
    int most = r->news && r->fd > STDIN_FILENO ? r->fd : STDIN_FILENO;
    int n = pselect(most + 1, &wanted, NULL, NULL, NULL, &r->unblocked);
    if (n > 0 && r->news && FD_ISSET((unsigned)r->fd, &wanted))
        tell_news(r);
    return n > 0 ? FD_ISSET((unsigned)STDIN_FILENO, &wanted) != 0 : n;
}

/* The next byte of input, or why there is none (editor.h). */
static int next_byte(void *context)
{
    Reader *r = context;
    while (r->at == r->end) {
        look_after_terminal(r);
        if (ended)
            return EDITOR_SIGNAL;
        int ready = wait_for_input(r);
        if (ready < 0 && errno != EINTR)
            return EDITOR_END;
        if (ready <= 0)
            continue;
        ssize_t n = read(STDIN_FILENO, r->block, sizeof r->block);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
            let_signals_in(r);
            note_hangup();
            return ended ? EDITOR_SIGNAL : EDITOR_END;
        }
        r->at = 0;
        r->end = n > 0 ? (size_t)n : 0;
    }
    return (unsigned char)r->block[r->at++];
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
    /* What came through a pipe is shown where it would have been typed. */
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
    r->editor = editor_open(session, next_byte, r);
    catch_signals(ending, old_ending, 3, &blocked);
    if (r->editor)
        catch_signals(editing, old_editing, 2, &blocked);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    return r;
}

void reader_close(Reader *r)
{
    if (r->editor) {
        editor_close(r->editor);
        release_signals(editing, old_editing, 2);
    }
    /* Signals that come from now on find us leaving: the first has been dealt with. */
    let_signals_in(r);
    note_hangup();
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
    if (!r->editor)
        return plain_line(r, line);
    return editor_line(r->editor, prompt, LONGEST, line) ? READER_LINE : ended ? READER_SIGNAL : READER_END;
}

bool reader_wait(Reader *r, int fd, int milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    if (stopped) {
        /* No line is being edited, so the terminal is as the person left it. */
        stopped = 0;
        kill(getpid(), SIGSTOP);
    }
    return wait_for(r, fd, &time) > 0;
}

bool reader_interrupted(Reader *r)
{
    if (!r->editor || ended != SIGINT)
        return false;
    ended = 0;
    return true;
}

bool reader_edits(const Reader *r) { return r->editor != NULL; }
