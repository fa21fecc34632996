/* Who asks, where others ask for people.
 *
 * A server in front of this one says in X-Forwarded-For whom it asks for. Anybody can write that
 * header, so it counts only on connections from servers that were named, or from this machine
 * where that was allowed, and of it only the last address: the one that this server itself
 * saw. What stands before came from outside. */
#ifndef COLONNADE_SERVE_PROXIES_H
#define COLONNADE_SERVE_PROXIES_H

#include "core/message.h"
#include "serve/peers.h"

#include <stdbool.h>

enum { PROXIES_MOST = 16 };

typedef struct Proxies {
    bool local;                                 /* any loopback address */
    int count;
    unsigned char address[PROXIES_MOST][16];    /* as IPv6; those of IPv4 are mapped into it */
} Proxies;

/* Adds addresses in numbers, separated by commas. False: `error` says what is wrong. */
bool proxies_add(Proxies *p, const char *list, Message *error);

/* Whether what comes from there speaks for others. */
bool proxies_trust(const Proxies *p, const struct sockaddr *from);

/* The last address of the header's list; false: it is none. */
bool proxies_last(const char *forwarded, PeerAddress *out);

#endif
