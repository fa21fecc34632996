/* See process.h. */
#include "contest/process.h"

#include "core/clock.h"
#include "core/memory.h"
#include "core/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 64, INPUT = 1 << 16 };

struct Process {
    pid_t pid;
    int in, out;            /* we write to `in` and read from `out` */
    char buffer[INPUT];
    size_t length;          /* bytes in the buffer */
};

/* Splits `text` into words, in place. Returns how many, or -1: there are too many, or a quote is open. */
static int split(char *text, char *word[MAX_WORDS + 1])
{
    int count = 0;
    char *from = text, *to = text;
    for (;;) {
        from += strspn(from, " \t\n");
        if (*from == '\0')
            break;
        if (count == MAX_WORDS)
            return -1;
        word[count++] = to;
        char quote = '\0';
        for (; *from && (quote || !strchr(" \t\n", *from)); from++) {
            if (quote ? *from == quote : *from == '"' || *from == '\'')
                quote = quote ? '\0' : *from;
            else
                *to++ = *from;
        }
        if (quote)
            return -1;
        from += *from != '\0';
        *to++ = '\0';
    }
    word[count] = NULL;
    return count;
}

static void close_all(const int *fd, int count)
{
    for (int i = 0; i < count; i++)
        if (fd[i] >= 0)
            close(fd[i]);
}

/* The program gets a process group of its own, so that all of it can be ended, default signals, and no stderr. If we
 * die, it notices by the end of its input. Returns an errno. */
static int spawn(pid_t *pid, char *const *word, int in, int out)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, usual;
    int why = posix_spawnattr_init(&attributes);
    if (why != 0)
        return why;
    if ((why = posix_spawn_file_actions_init(&actions)) == 0) {
        sigemptyset(&none);
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        sigaddset(&usual, SIGINT);
        sigaddset(&usual, SIGTERM);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
        why = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
        if (why == 0)
            why = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
        if (why == 0)
            why = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (why == 0)
            why = posix_spawnp(pid, word[0], &actions, &attributes, word, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return why;
}

/* Starts the program; false: *why is an errno. */
static bool launch(Process *p, char *const *word, int *why)
{
    int fd[4] = {-1, -1, -1, -1};           /* to it, from it; each with read end and write end */
    *why = pipe_open(fd) && pipe_open(fd + 2) ? spawn(&p->pid, word, fd[0], fd[3]) : errno;
    if (*why != 0) {
        close_all(fd, 4);
        return false;
    }
    close(fd[0]);
    close(fd[3]);
    p->in = fd[1];
    p->out = fd[2];
    return true;
}

Process *process_start(const char *command, Message *error)
{
    size_t size = strlen(command) + 1;
    char *text = memory_resize(NULL, size), *word[MAX_WORDS + 1];
    Process *p = memory_resize(NULL, sizeof *p);
    int why = 0;
    bool ok = text && p;
    if (!ok) {
        message_memory(error);
    } else {
        memset(p, 0, sizeof *p);
        memcpy(text, command, size);
        if (split(text, word) < 1)
            ok = message_set(error, 0, T("{0} isn't a command line"), 1, command);
        else if (!launch(p, word, &why))
            ok = message_set(error, 0, T("cannot run {0}: {1}"), 2, word[0], strerror(why));
    }
    memory_free(text);
    if (ok) {
        fcntl(p->in, F_SETFL, fcntl(p->in, F_GETFL) | O_NONBLOCK);
        return p;
    }
    memory_free(p);
    return NULL;
}

bool process_send(Process *p, const char *line)
{
    const char *part[2] = {line, "\n"};
    double deadline = clock_now() + 5;
    for (int i = 0; i < 2; i++)
        for (size_t left = strlen(part[i]), done = 0; left > 0;) {
            ssize_t n = write(p->in, part[i] + done, left);
            if (n > 0) {
                done += (size_t)n;
                left -= (size_t)n;
            } else if (n < 0 && errno == EAGAIN && clock_now() < deadline) {
                struct pollfd to = {.fd = p->in, .events = POLLOUT};
                poll(&to, 1, 100);
            } else if (n == 0 || errno != EINTR) {
                return false;
            }
        }
    return true;
}

/* Takes a whole line out of the buffer; a full buffer counts as one. */
static bool take_line(Process *p, char *line, size_t size)
{
    char *end = memchr(p->buffer, '\n', p->length);
    if (!end && p->length < INPUT)
        return false;
    size_t length = end ? (size_t)(end - p->buffer) : p->length, used = end ? length + 1 : length;
    size_t kept = length < size - 1 ? length : size - 1;
    memcpy(line, p->buffer, kept);
    while (kept > 0 && line[kept - 1] == '\r')
        kept--;
    line[kept] = '\0';
    p->length -= used;
    memmove(p->buffer, p->buffer + used, p->length);
    return true;
}

ProcessRead process_read(Process *p, double deadline, const Cancel *cancel, char *line, size_t size)
{
    while (!take_line(p, line, size)) {
        double left = deadline - clock_now();
        if (cancel_asked(cancel))
            return PROCESS_STOPPED;
        if (left <= 0)
            return PROCESS_LATE;
        struct pollfd from = {.fd = p->out, .events = POLLIN};
        int ready = poll(&from, 1, left < 0.05 ? (int)(left * 1000) + 1 : 50);
        if (ready <= 0)
            continue;
        ssize_t n = read(p->out, p->buffer + p->length, INPUT - p->length);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
            return PROCESS_ENDED;
        p->length += n > 0 ? (size_t)n : 0;
    }
    return PROCESS_LINE;
}

void process_end(Process *p)
{
    if (!p)
        return;
    process_send(p, "quit");
    close(p->in);
    double until = clock_now() + 0.3;
    bool gone = false;
    while (!gone && clock_now() < until) {
        gone = waitpid(p->pid, NULL, WNOHANG) == p->pid;
        if (!gone)
            poll(NULL, 0, 5);
    }
    kill(-p->pid, SIGKILL);
    if (!gone)
        waitpid(p->pid, NULL, 0);
    close(p->out);
    memory_free(p);
}
