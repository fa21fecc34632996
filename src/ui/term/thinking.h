/* A thread in which a session works while the terminal stays responsive.
 *
 * One task at a time. While a task runs the session belongs to the worker: nobody else
 * may call it, except session_stop and, during THINKING_MUSE, functions that only read.
 * If no thread can be started, the task is done at once, in the caller's. */
#ifndef COLONNADE_UI_TERM_THINKING_H
#define COLONNADE_UI_TERM_THINKING_H

#include "session/session.h"

typedef enum ThinkingTask {
    THINKING_COMMAND,         /* session_command */
    THINKING_THINK,           /* session_think */
    THINKING_MUSE             /* session_muse */
} ThinkingTask;

typedef struct Thinking Thinking;

Thinking *thinking_new(Session *session);   /* NULL: no memory or no pipe */
void thinking_free(Thinking *w);            /* stops and joins the task under way */

/* Begins a task; none may be under way. `line` is for THINKING_COMMAND, `seconds` for THINKING_MUSE. */
void thinking_start(Thinking *w, ThinkingTask task, const char *line, double seconds);
bool thinking_busy(const Thinking *w);      /* begun, and not joined yet */
/* Readable when the task is done. */
int thinking_ready(const Thinking *w);
/* Waits for the end of the task. The reply belongs to the worker until the next one. */
const Reply *thinking_join(Thinking *w);
/* Stops the task, if there is one, and waits for its end. */
void thinking_stop(Thinking *w);
/* The latest thought, even while it thinks; false: none since the task began. */
bool thinking_thought(Thinking *w, SessionThought *out);
void thinking_forget(Thinking *w);          /* drops it: there is none until the next one */

#endif
