/* Addresses and ports to listen on. */
#ifndef COLONNADE_SERVE_PORTS_H
#define COLONNADE_SERVE_PORTS_H

#include "core/message.h"

#include <netdb.h>

enum { PORTS_ADDRESS = 96 };

/* The address that `host` means, also in numeric form; freeaddrinfo frees it. False: `error` says why. */
bool ports_resolve(const char *host, struct addrinfo **out, char numbers[PORTS_ADDRESS], Message *error);

/* The first free port among the `tries` ports from `from` on. False: `error` says why, for this `host`. */
bool ports_find(struct addrinfo *a, const char *host, int from, int tries, int *port, Message *error);

#endif
