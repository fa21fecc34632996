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
    Buffer before; /* sent before it, unchanged; usually empty */
} Ask;

void ask_begin(Ask *a, const char *what);

/* Signs in first, with a session token of an account. */
void ask_as(Ask *a, const char *session);

/* The answer, which may be a refusal; the caller frees it (json_decref). The request has ended. NULL: `error` says why
 * there is none. */
json_t *ask_send(Ask *a, const WireAddress *to, Message *error);

/* The word that says why not, as listed in docs/house.md; NULL: it was not refused. */
const char *ask_refusal(const json_t *answer);

/* Members of messages; "" or 0 where there is no such member of that type. */
const char *ask_text(const json_t *message, const char *name);
long long ask_number(const json_t *message, const char *name);

#endif
