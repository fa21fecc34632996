/* An account in a house far away: how a program signs in and out. Each call connects, asks, waits for the answer and
 * hangs up. */
#ifndef COLONNADE_REMOTE_SIGN_H
#define COLONNADE_REMOTE_SIGN_H

#include "remote/wire.h"

enum { SIGN_TEXT = 64 };        /* room for a token, and for a name */

typedef struct SignedIn {
    char name[SIGN_TEXT], token[SIGN_TEXT];
} SignedIn;

/* With a password. The list of the account's sessions shows this one as `device`. False: `error` says why; nothing is
 * sent where others could read it. */
bool sign_in(const WireAddress *to, const char *name, const char *password, const char *device, SignedIn *out,
             Message *error);

/* Ends the session of this token, or with `all` every session of its account. It may have ended already. */
bool sign_out(const WireAddress *to, const char *token, bool all, Message *error);

#endif
