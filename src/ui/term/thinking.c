/* See thinking.h. The worker blocks every signal, so that they all reach the terminal's thread. */
#include "ui/term/thinking.h"

#include "core/memory.h"
#include "core/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

struct Thinking {
    Session *session;
    ThinkingTask task;
    char line[SESSION_LINE + 16];
    double seconds;
    Reply reply;
    pthread_t thread;
    bool busy, threaded;
    int done[2];                /* a pipe that gets a byte at the end of a task */
    pthread_mutex_t lock;       /* of `thought` */
    SessionThought thought;
};

static void listen(void *context, const SessionThought *thought)
{
    Thinking *w = context;
    pthread_mutex_lock(&w->lock);
    w->thought = *thought;
    pthread_mutex_unlock(&w->lock);
}

static void *work(void *context)
{
    Thinking *w = context;
    SessionThought thought = {0};
    switch (w->task) {
    case THINKING_COMMAND: session_command(w->session, w->line, &w->reply); break;
    case THINKING_THINK: session_think(w->session, &w->reply); break;
    case THINKING_MUSE: session_muse(w->session, w->seconds, &thought); break;
    }
    if (thought.known)
        listen(w, &thought);
    while (write(w->done[1], "", 1) < 0 && errno == EINTR)
        ;
    return NULL;
}

Thinking *thinking_new(Session *session)
{
    Thinking *w = memory_resize(NULL, sizeof *w);
    if (!w)
        return NULL;
    *w = (Thinking){.session = session};
    if (!pipe_open(w->done)) {
        memory_free(w);
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    session_watch(session, listen, w);
    return w;
}

void thinking_free(Thinking *w)
{
    if (!w)
        return;
    thinking_stop(w);
    session_watch(w->session, NULL, NULL);
    pthread_mutex_destroy(&w->lock);
    close(w->done[0]);
    close(w->done[1]);
    reply_free(&w->reply);
    memory_free(w);
}

void thinking_start(Thinking *w, ThinkingTask task, const char *line, double seconds)
{
    sigset_t all, before;
    w->task = task;
    w->seconds = seconds;
    snprintf(w->line, sizeof w->line, "%s", line ? line : "");
    w->thought = (SessionThought){0};
    session_ready(w->session);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    w->threaded = pthread_create(&w->thread, NULL, work, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    w->busy = true;
    if (!w->threaded)
        work(w);
}

bool thinking_busy(const Thinking *w) { return w->busy; }
int thinking_ready(const Thinking *w) { return w->done[0]; }

const Reply *thinking_join(Thinking *w)
{
    char byte;
    while (read(w->done[0], &byte, 1) < 0 && errno == EINTR)
        ;
    if (w->threaded)
        pthread_join(w->thread, NULL);
    w->busy = false;
    return &w->reply;
}

void thinking_stop(Thinking *w)
{
    if (!w->busy)
        return;
    session_stop(w->session);
    thinking_join(w);
}

bool thinking_thought(Thinking *w, SessionThought *out)
{
    pthread_mutex_lock(&w->lock);
    *out = w->thought;
    pthread_mutex_unlock(&w->lock);
    return out->known;
}

void thinking_forget(Thinking *w)
{
    pthread_mutex_lock(&w->lock);
    w->thought = (SessionThought){0};
    pthread_mutex_unlock(&w->lock);
}
