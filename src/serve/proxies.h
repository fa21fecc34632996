/* Who is asking, when another server asks on people's behalf.
 *
 * A server in front of this one says in X-Forwarded-For for whom it asks. Anybody can write that
 * header, so it counts only on connections from named servers, or from this machine where that is
 * allowed. Only its last address counts: the one that the server in front saw itself. What comes
 * before it came from outside. */
#ifndef COLONNADE_SERVE_PROXIES_H
#define COLONNADE_SERVE_PROXIES_H

#include "core/message.h"
#include "serve/peers.h"

#include <stdbool.h>

enum { PROXIES_MOST = 16 };

typedef struct Proxies {
    bool local;                                 /* any loopback address */
    int count;
    unsigned char address[PROXIES_MOST][16];    /* as IPv6; IPv4 addresses are mapped */
} Proxies;

/* Adds numeric addresses, separated by commas. False: `error` says what is wrong. */
bool proxies_add(Proxies *p, const char *list, Message *error);

/* Whether connections from there speak for others. */
bool proxies_trust(const Proxies *p, const struct sockaddr *from);

/* The last address of the header's list; false: it is not an address. */
bool proxies_last(const char *forwarded, PeerAddress *out);

#endif
