/* Addresses and ports to listen on. */
#ifndef COLONNADE_SERVE_PORTS_H
#define COLONNADE_SERVE_PORTS_H

#include "core/message.h"

#include <netdb.h>

enum { PORTS_ADDRESS = 96 };

/* The address that `host` means, and in numbers; freeaddrinfo gives it back. False: `error` says why. */
bool ports_resolve(const char *host, struct addrinfo **out, char numbers[PORTS_ADDRESS], Message *error);

/* The first port that can be had of those `tries` from `from` on. False: `error` says why, for this `host`. */
bool ports_find(struct addrinfo *a, const char *host, int from, int tries, int *port, Message *error);

#endif
