/* Lines of input: with editing, history and completion on a terminal, plain from a pipe.
 *
 * While a reader is open SIGINT, SIGHUP and SIGTERM end the reading instead of the
 * program, and a stop (SIGTSTP) or a new window size while a line is edited leaves
 * terminal and line as they should be. reader_close restores everything. One reader at
 * a time. */
#ifndef COLONNADE_UI_TERM_READER_H
#define COLONNADE_UI_TERM_READER_H

#include "session/session.h"

typedef struct Reader Reader;

typedef enum ReaderResult {
    READER_LINE,
    READER_END,             /* there is no more input */
    READER_SIGNAL           /* reader_signal says which */
} ReaderResult;

/* Completes words with what `session` offers. NULL: out of memory. */
Reader *reader_open(Session *session);
void reader_close(Reader *r);

/* While a line is read `news` is called whenever `fd` is readable; what it prints appears above the
 * line. It returns a new prompt, or NULL to keep the same. */
typedef const char *ReaderNews(void *context);
void reader_watch(Reader *r, int fd, ReaderNews *news, void *context);

/* Shows the prompt and reads a line, without its line end, into `line`, which is emptied
 * first. A line that is too long is cut a little beyond SESSION_LINE. */
ReaderResult reader_line(Reader *r, const char *prompt, Buffer *line);

/* Waits until `fd` is readable, handling signals meanwhile. False: it was not ready after
 * `milliseconds`, or a signal came. */
bool reader_wait(Reader *r, int fd, int milliseconds);
/* A person asked to stop (Ctrl-C) what is under way; true once per request. Behind a pipe it is
 * never true: there the signal ends the reading. */
bool reader_interrupted(Reader *r);

bool reader_edits(const Reader *r);     /* a person is there: input and output are a terminal */
int reader_signal(void);                /* the signal that ended the reading; 0: none */

#endif
