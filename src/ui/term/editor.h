/* Editing a line on a terminal, with history and completion: what libedit does for the
 * reader. A program built without libedit has no editor and reads lines plainly. */
#ifndef COLONNADE_UI_TERM_EDITOR_H
#define COLONNADE_UI_TERM_EDITOR_H

#include "session/session.h"

typedef struct Editor Editor;

enum { EDITOR_END = -1, EDITOR_SIGNAL = -2 };

/* The next byte of input, EDITOR_END or EDITOR_SIGNAL. */
typedef int EditorByte(void *context);

/* Completes words with what `session` offers. NULL: input and output are not a terminal, there is no libedit, or
 * memory has run out. */
Editor *editor_open(Session *session, EditorByte *next, void *context);
void editor_close(Editor *e);

/* Shows the prompt and adds the line, at most `most` bytes of it, to `line`; false: input ended, or a signal came. */
bool editor_line(Editor *e, const char *prompt, size_t most, Buffer *line);

/* Before the program is suspended, and after it resumes. */
void editor_leave(Editor *e);
void editor_return(Editor *e);
void editor_resize(Editor *e);

/* Clears the line being edited from the terminal, and shows it again with a prompt that must
 * live as long as it is shown. */
void editor_clear(Editor *e);
void editor_show(Editor *e, const char *prompt);

#endif
