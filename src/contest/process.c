/* See process.h. Between fork and exec only what is safe there is called. */
#include "contest/process.h"

#include "core/clock.h"
#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 64, INPUT = 1 << 16 };

struct Process {
    pid_t pid;
    int in, out;            /* what we write to, what we read from */
    char buffer[INPUT];
    size_t length;          /* bytes in the buffer */
};

/* Cuts `text` into words, in place. Returns how many, or -1: too many, or a quote is open. */
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

/* Never returns. Tells the parent through `tell` when the program cannot be run. */
static void become(char *const *word, int in, int out, int tell)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_WRONLY);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        (nothing < 0 || dup2(nothing, STDERR_FILENO) >= 0))
        execvp(word[0], word);
    int why = errno;
    ssize_t told = write(tell, &why, sizeof why);
    _exit(told == sizeof why ? 127 : 126);
}

static void close_all(const int *fd, int count)
{
    for (int i = 0; i < count; i++)
        if (fd[i] >= 0)
            close(fd[i]);
}

/* Starts the program; false: *why is an errno. */
static bool launch(Process *p, char *const *word, int *why)
{
    int fd[6] = {-1, -1, -1, -1, -1, -1};   /* to it, from it, what went wrong: read end, write end */
    if (pipe2(fd, O_CLOEXEC) != 0 || pipe2(fd + 2, O_CLOEXEC) != 0 || pipe2(fd + 4, O_CLOEXEC) != 0 ||
        (p->pid = fork()) < 0) {
        *why = errno;
        close_all(fd, 6);
        return false;
    }
    if (p->pid == 0)
        become(word, fd[0], fd[3], fd[5]);
    setpgid(p->pid, p->pid);
    close(fd[0]);
    close(fd[3]);
    close(fd[5]);
    p->in = fd[1];
    p->out = fd[2];
    ssize_t told;
    do
        told = read(fd[4], why, sizeof *why);
    while (told < 0 && errno == EINTR);
    close(fd[4]);
    if (told != sizeof *why)
        return true;
    close(p->in);
    close(p->out);
    waitpid(p->pid, NULL, 0);
    return false;
}

Process *process_start(const char *command, Message *error)
{
    size_t size = strlen(command) + 1;
    char *text = memory_resize(NULL, size), *word[MAX_WORDS + 1];
    Process *p = memory_resize(NULL, sizeof *p);
    int why = 0;
    bool ok = text && p;
    if (!ok) {
        message_set(error, 0, T("there is not enough memory"), 0);
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
