/* Line mode: lines in, replies and boards out, nothing ever overwritten, so that it
 * reads well aloud and works through pipes and slow lines. */
#ifndef COLONNADE_UI_TERM_LINE_H
#define COLONNADE_UI_TERM_LINE_H

#include "lang/lang.h"

typedef struct TermOptions {
    Lang lang;
    bool ascii, colour;
    const char *game;       /* ruleset's id; NULL: ask */
    const char *load;       /* file of a game to go on with; NULL: none */
} TermOptions;

/* Plays until the person leaves, input ends or a signal asks to end. Returns the exit
 * status: 0, 1 when the file could not be loaded, 3 when memory or output failed, 128 and
 * the signal's number after a signal. An unfinished game is kept when a person leaves it
 * or a signal ends it. */
int term_line_run(const TermOptions *options);

#endif
