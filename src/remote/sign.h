/* An account in a house far away: a program signs in and out. Each call connects, asks, waits for the answer and
 * hangs up. */
#ifndef COLONNADE_REMOTE_SIGN_H
#define COLONNADE_REMOTE_SIGN_H

#include "remote/wire.h"

enum { SIGN_TEXT = 64 };        /* room for a token, and for a name */

typedef struct SignedIn {
    char name[SIGN_TEXT], token[SIGN_TEXT];
} SignedIn;

/* With a password, under which the session is called `device` in the list of the account's. False: `error` says why;
 * nothing is sent where others could read along. */
bool sign_in(const WireAddress *to, const char *name, const char *password, const char *device, SignedIn *out,
             Message *error);

/* Ends the session of this token, or with `all` every one of its account. One that has ended already is as well. */
bool sign_out(const WireAddress *to, const char *token, bool all, Message *error);

#endif
