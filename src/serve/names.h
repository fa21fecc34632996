/* The names that a server answers to.
 *
 * A page of a foreign site can make a browser send requests to any address, even to one
 * that only this machine reaches, by pointing its own name there. The browser then still
 * sends that name, so checking it reveals the trick. A numeric address cannot be somebody
 * else's name. The same list judges the Host of a request and the Origin of a
 * WebSocket. */
#ifndef COLONNADE_SERVE_NAMES_H
#define COLONNADE_SERVE_NAMES_H

#include "core/message.h"

#include <stdbool.h>

enum { NAMES_MOST = 16, NAMES_LENGTH = 254 };

typedef struct Names {
    bool numbers;                               /* any numeric address */
    int count;
    char name[NAMES_MOST][NAMES_LENGTH];        /* besides those of this machine */
} Names;

/* Adds names separated by commas, without ports. False: `error` says which one is not a name. */
bool names_add(Names *n, const char *list, Message *error);

/* Whether `authority` ("localhost:8080", "[::1]") is one of the names, with any port.
 * `localhost` and the loopback addresses always are. */
bool names_accept(const Names *n, const char *authority);

#endif
