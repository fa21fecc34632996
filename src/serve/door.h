/* Sockets between servers: listening for others, and calling them. None of them blocks. */
#ifndef COLONNADE_SERVE_DOOR_H
#define COLONNADE_SERVE_DOOR_H

#include "core/message.h"

enum { DOOR_ADDRESS = 96 };

/* Listens on "ADDRESS" or "ADDRESS:PORT" of this machine; for IPv6, "[ADDRESS]:PORT". `own` receives the numeric
 * address. -1: `error` says why. */
int door_open(const char *address, char own[DOOR_ADDRESS], Message *error);

int door_answer(int listening);         /* the next caller; -1: there is none */
int door_call(const char *address);     /* as door_open writes it; -1: it cannot be called */

#endif
