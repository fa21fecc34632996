/* A round in a house far away, for a host that has the line to it: what arrives from there goes in, and
 * what the session asks for comes out with the next reply. */
#ifndef COLONNADE_UI_WASM_RELAY_H
#define COLONNADE_UI_WASM_RELAY_H

#include "core/json.h"
#include "session/session.h"

/* `round SEATS NOW`, then the events of the round so far: from now on the session is about this round. SEATS: the
 * letters of our seats, or -. NOW: ms on the house's clock.
 * `events NOW`, then events.
 * `said SEAT PHRASE`
 * `refused WORD`, then, if the rules forbid it, lines: the sentence and what goes into its holes.
 * False: none of these. */
bool relay_take(Session *s, const char *request, Reply *reply);

/* "wants": what the session has asked for since the last reply, each with "seat" (a letter) and "action", as
 * docs/house.md writes it. */
void relay_add_wants(Json *j);

#endif
