/* See screen.h: built without ncurses. */
#include "ui/term/screen.h"

#include <stdio.h>

int screen_run(Session *s, const TermOptions *options)
{
    (void)s;
    fprintf(stderr, "colonnade: %s\n",
            lang_text(options->lang, T("this program was built without ncurses: there is no full screen")));
    return TERM_MACHINE;
}
