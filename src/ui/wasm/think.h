/* Thinking for a host: a round's events in, the worth of its moves out.
 *
 * A worker that thinks keeps no game: each request brings the events of the round and the node that
 * it is about, so that both sides agree on what happened. */
#ifndef COLONNADE_UI_WASM_THINK_H
#define COLONNADE_UI_WASM_THINK_H

#include "core/buffer.h"
#include "lang/lang.h"

/* `choose LEVEL SECONDS SEED` or `analyse SECONDS NODES LINES [SHARE SHARES]`, then a line with the
 * node, then the events. Reports as it goes. False: there is nothing to think about. */
bool think_about(Lang lang, const char *request, Buffer *json);

/* `SECONDS`, then the events: judges every move of the current game. Each judgement is reported as
 * it is made; the answer contains them all. */
bool think_review(Lang lang, const char *request, Buffer *json);

#endif
