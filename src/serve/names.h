/* The names that a server answers to.
 *
 * A page of a foreign site can make a browser send requests to any address, also to one
 * that only this machine reaches, by letting its own name lead there. The browser then
 * still says that name: whoever looks at it is not deceived. An address in numbers cannot
 * be somebody else's name. The same list judges the Host of a request and the Origin of
 * a WebSocket. */
#ifndef COLONNADE_SERVE_NAMES_H
#define COLONNADE_SERVE_NAMES_H

#include "core/message.h"

#include <stdbool.h>

enum { NAMES_MOST = 16, NAMES_LENGTH = 254 };

typedef struct Names {
    bool numbers;                               /* any address in numbers */
    int count;
    char name[NAMES_MOST][NAMES_LENGTH];        /* besides those of this machine itself */
} Names;

/* Adds names separated by commas, without ports. False: `error` says which is none. */
bool names_add(Names *n, const char *list, Message *error);

/* Whether `authority` ("localhost:8080", "[::1]") is one of the names, with any port.
 * `localhost` and the loopback addresses always are. */
bool names_accept(const Names *n, const char *authority);

#endif
