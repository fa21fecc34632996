/* Line mode: lines in, replies and boards out. Nothing is ever overwritten, so that it
 * reads well aloud and works through pipes and over slow lines. */
#ifndef COLONNADE_UI_TERM_LINE_H
#define COLONNADE_UI_TERM_LINE_H

#include "ui/term/term.h"

int line_run(Session *s, const TermOptions *options);   /* like term_run */

#endif
