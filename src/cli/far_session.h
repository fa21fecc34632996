/* This user's sessions in houses far away: one file per house, in the user's data folder and only for this user. */
#ifndef COLONNADE_CLI_FAR_SESSION_H
#define COLONNADE_CLI_FAR_SESSION_H

#include "core/message.h"
#include "remote/wire.h"

enum { FAR_SESSION = 64 }; /* room for a token */

bool far_session_read(const WireAddress *to, char token[FAR_SESSION]); /* false: there is none */
bool far_session_keep(const WireAddress *to, const char *token, Message *error);
void far_session_forget(const WireAddress *to);

#endif
