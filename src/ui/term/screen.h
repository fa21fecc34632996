/* Full screen: the board under the cursor, choices highlighted step by step. */
#ifndef COLONNADE_UI_TERM_SCREEN_H
#define COLONNADE_UI_TERM_SCREEN_H

#include "ui/term/term.h"

int screen_run(Session *s, const TermOptions *options);     /* like term_run */

#endif
