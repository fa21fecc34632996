/* See editor.h: built without libedit. */
#include "ui/term/editor.h"

Editor *editor_open(Session *session, EditorByte *next, void *context)
{
    (void)session;
    (void)next;
    (void)context;
    return NULL;
}

void editor_close(Editor *e) { (void)e; }

bool editor_line(Editor *e, const char *prompt, size_t most, Buffer *line)
{
    (void)e;
    (void)prompt;
    (void)most;
    (void)line;
    return false;
}

void editor_leave(Editor *e) { (void)e; }
void editor_return(Editor *e) { (void)e; }
void editor_resize(Editor *e) { (void)e; }
void editor_clear(Editor *e) { (void)e; }

void editor_show(Editor *e, const char *prompt)
{
    (void)e;
    (void)prompt;
}
