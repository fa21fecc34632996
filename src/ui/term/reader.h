/* Lines from whoever types: with editing, history and completion on a terminal, plainly
 * from a pipe.
 *
 * While a reader is open SIGINT, SIGHUP and SIGTERM end the reading instead of the
 * program, and a stop (SIGTSTP) or a new window size while a line is edited leaves
 * terminal and line as they should be. reader_close puts everything back. One reader at
 * a time. */
#ifndef COLONNADE_UI_TERM_READER_H
#define COLONNADE_UI_TERM_READER_H

#include "session/session.h"

typedef struct Reader Reader;

typedef enum ReaderResult {
    READER_LINE,
    READER_END,             /* there is no more input */
    READER_SIGNAL           /* reader_signal tells which */
} ReaderResult;

/* Completes words with what `session` offers. NULL: out of memory. */
Reader *reader_open(Session *session);
void reader_close(Reader *r);

/* While a line is read `news` is called whenever `fd` can be read; what it prints stands above the
 * line. It returns a new prompt, or NULL for the same. */
typedef const char *ReaderNews(void *context);
void reader_watch(Reader *r, int fd, ReaderNews *news, void *context);

/* Shows the prompt and reads a line, without its end, into `line`, which is emptied
 * first. A line that is too long to be one is cut a little beyond SESSION_LINE. */
ReaderResult reader_line(Reader *r, const char *prompt, Buffer *line);

/* Waits until `fd` can be read; signals are looked after meanwhile. False: it was not ready
 * after `milliseconds`, or a signal came. */
bool reader_wait(Reader *r, int fd, int milliseconds);
/* A person asked to stop (Ctrl-C) what goes on; true once for each time. Behind a pipe it is
 * never true: there the signal ends the reading. */
bool reader_interrupted(Reader *r);

bool reader_edits(const Reader *r);     /* a person sits there: input and output are a terminal */
int reader_signal(void);                /* the signal that ended the reading; 0: none */

#endif
