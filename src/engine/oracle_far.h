/* Exact values that somebody else looks up: a house with tables, asked over the network.
 *
 * One question brings the values of a position and of all its moves, as `colonnade probe` prints them:
 * "win 12", then a line "MOVE VALUE" for each. What was asked last is remembered. A house that ran out of time is
 * asked again at once: by then it has more of its file in memory. When there is no answer, nothing is asked for a
 * while, so that not every position has to wait. */
#ifndef COLONNADE_ENGINE_ORACLE_FAR_H
#define COLONNADE_ENGINE_ORACLE_FAR_H

#include "core/buffer.h"
#include "engine/oracle.h"

typedef enum OracleFetched {
    ORACLE_FETCHED,
    ORACLE_OUT_OF_TIME,     /* the house gave up looking, and may succeed the next time */
    ORACLE_UNAVAILABLE
} OracleFetched;

/* Fetches that text for a position. */
typedef OracleFetched OracleFetch(void *context, const Game *g, const char *position, Buffer *out);

/* `close` (NULL: none) is called with the context at the end. False: no memory; then it is not called. */
bool oracle_of_far(const Game *g, OracleFetch *fetch, void (*close)(void *context), void *context, Oracle *out);

/* "win 12", "loss", "draw", as value_text writes what is proven. False: it is not a value. */
bool oracle_read_value(const char *text, size_t length, Value *out);

#endif
