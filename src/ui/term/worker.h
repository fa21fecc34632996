/* A thread that lets a session work while the terminal stays awake.
 *
 * One task at a time. While a task runs the session belongs to the worker: nobody else
 * may call it, session_stop and, during WORKER_MUSE, functions that only look apart.
 * Where no thread can be had the task is done at once, in the caller's. */
#ifndef COLONNADE_UI_TERM_WORKER_H
#define COLONNADE_UI_TERM_WORKER_H

#include "session/session.h"

typedef enum WorkerTask {
    WORKER_COMMAND,         /* session_command */
    WORKER_THINK,           /* session_think */
    WORKER_MUSE             /* session_muse */
} WorkerTask;

typedef struct Worker Worker;

Worker *worker_new(Session *session);   /* NULL: no memory or no pipe */
void worker_free(Worker *w);            /* stops and joins what goes on */

/* Begins a task; none may be under way. `line` is for WORKER_COMMAND, `seconds` for WORKER_MUSE. */
void worker_start(Worker *w, WorkerTask task, const char *line, double seconds);
bool worker_busy(const Worker *w);      /* begun, and not joined yet */
/* Readable when the task is done. */
int worker_ready(const Worker *w);
/* Waits for the end of the task. The reply belongs to the worker until the next one. */
const Reply *worker_join(Worker *w);
/* Stops the task, if there is one, and waits for its end. */
void worker_stop(Worker *w);
/* The latest thought, also while it thinks; false: none since the task began. */
bool worker_thought(Worker *w, SessionThought *out);
void worker_forget(Worker *w);          /* … until the next one */

#endif
