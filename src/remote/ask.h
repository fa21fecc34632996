/* One question to a house far away: it connects, asks, waits for the answer and hangs up. */
#ifndef COLONNADE_REMOTE_ASK_H
#define COLONNADE_REMOTE_ASK_H

#include "core/json.h"
#include "remote/wire.h"

#include <jansson.h>

/* A request that is being written: more members may be added until it is sent. */
typedef struct Ask {
    Buffer text;
    Json json;
    Buffer before; /* what is sent before it, as it is; mostly nothing */
} Ask;

void ask_begin(Ask *a, const char *what);

/* Signs in first, with the token of an account's session. */
void ask_as(Ask *a, const char *session);

/* The answer, also one that refuses, for the caller to give back (json_decref); the request has ended. NULL: `error`
 * says why there is none. */
json_t *ask_send(Ask *a, const WireAddress *to, Message *error);

/* The word why not, as docs/house.md lists them; NULL: it was not refused. */
const char *ask_refusal(const json_t *answer);

/* Members of messages; "" and 0 where there is none of that kind. */
const char *ask_text(const json_t *message, const char *name);
long long ask_number(const json_t *message, const char *name);

#endif
