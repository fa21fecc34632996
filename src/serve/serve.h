/* The page's server: one thread, HTTP/1.1, GET and HEAD of a site's files.
 *
 * Whatever a client does costs at most its own connection: heads are limited in size and
 * in time, answers in the time without progress, connections in number, all together and
 * from one address. Requests under a foreign name are refused. Every answer carries the
 * same strict headers (docs/serve.md). */
#ifndef COLONNADE_SERVE_SERVE_H
#define COLONNADE_SERVE_SERVE_H

#include "core/message.h"
#include "serve/exchange.h"
#include "serve/proxies.h"
#include "serve/site.h"

enum { SERVE_PORT = 8080, SERVE_TRIES = 20, SERVE_URL = 96 };

typedef struct ServeOptions {
    const char *host;       /* a name or an address of this machine */
    int port;               /* 0: any that is free */
    bool other_ports;       /* when it is taken, try those after it */
    const char *names;      /* that it answers to besides, separated by commas; NULL: none */
    Proxies proxies;        /* servers in front of this one that say who asks */
    bool unlimited;         /* one address may have all connections: for measurements */
    int metrics;            /* port on 127.0.0.1 for /metrics alone; 0: none */
    Exchange *exchange;           /* to the house; must outlive the server. NULL: there is none */
} ServeOptions;

typedef struct Server Server;

/* Starts to listen. `site` must outlive the server. NULL: `error` says why. One server at
 * a time in a process. */
Server *serve_open(const Site *site, const ServeOptions *options, Message *error);

/* Where to look: http://127.0.0.1:8080/. Valid as long as the server. */
const char *serve_url(const Server *s);

/* Answers requests until serve_stop was called. False: the machine failed. */
bool serve_run(Server *s);

/* Makes serve_run return; may be called from a signal handler. */
void serve_stop(Server *s);

void serve_close(Server *s);            /* NULL is allowed */

#endif
