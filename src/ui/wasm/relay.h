/* A round in a house far away, for a host that has the line to it: what came from there goes in, and
 * what the session asks for there comes out with the next reply. */
#ifndef COLONNADE_UI_WASM_RELAY_H
#define COLONNADE_UI_WASM_RELAY_H

#include "core/json.h"
#include "session/session.h"

/* `round SEATS NOW`, then the events of the round so far: it is what the session is about from now on. SEATS: the
 * letters of ours, or -. NOW: ms on the house's clock.
 * `events NOW`, then events.
 * `said SEAT PHRASE`
 * `refused WORD`, then, where the rules forbid it, lines: the sentence and what goes into its holes.
 * False: none of these. */
bool relay_take(Session *s, const char *request, Reply *reply);

/* "wants": what was asked for since the last reply, each with "seat" (a letter) and "action", as
 * docs/house.md writes it. */
void relay_add_wants(Json *j);

#endif
