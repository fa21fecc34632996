/* A game in a house far away, in the terminal: what arrives becomes sentences, and what is
 * typed goes there. Line mode and full screen share it. */
#ifndef COLONNADE_UI_TERM_FAR_H
#define COLONNADE_UI_TERM_FAR_H

#include "remote/away.h"
#include "session/session.h"

typedef struct Far Far;

/* Connects; the session is about the round there from now on. NULL: `error` says why. */
Far *far_open(Session *s, const AwayOptions *options, Message *error);
void far_close(Far *f);                 /* NULL is allowed */

int far_ready(const Far *f);            /* readable when far_take has something */

/* Takes what has arrived. True: the reply has something to show. */
bool far_take(Far *f, Reply *reply);

bool far_waits(const Far *f);           /* there is no round yet */
bool far_failed(const Far *f);          /* there never will be one: the last reply said why */

#endif
