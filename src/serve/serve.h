/* The page's server: one thread, HTTP/1.1, GET and HEAD of a site's files.
 *
 * Whatever a client does costs at most its own connection. Request heads are limited in size
 * and time, answers in the time without progress, and connections in number, in total and
 * per address. Requests under a foreign name are refused. Every answer carries the same
 * strict headers (docs/serve.md). */
#ifndef COLONNADE_SERVE_SERVE_H
#define COLONNADE_SERVE_SERVE_H

#include "core/message.h"
#include "serve/exchange.h"
#include "serve/proxies.h"
#include "serve/site.h"

enum { SERVE_PORT = 8080, SERVE_TRIES = 20, SERVE_URL = 96 };

typedef struct ServeOptions {
    const char *host;       /* a name or an address of this machine */
    int port;               /* 0: any free port */
    bool other_ports;       /* if it is taken, try those after it */
    const char *names;      /* that it also answers to, separated by commas; NULL: none */
    Proxies proxies;        /* servers in front of this one that say who is asking */
    bool unlimited;         /* one address may have all connections: for measurements */
    int metrics;            /* port on 127.0.0.1 for /metrics only; 0: none */
    Exchange *exchange;           /* to the house; must outlive the server. NULL: there is none */
} ServeOptions;

typedef struct Server Server;

/* Starts listening. `site` must outlive the server. NULL: `error` says why. A process may
 * have one server at a time. */
Server *serve_open(const Site *site, const ServeOptions *options, Message *error);

/* Where to find it: http://127.0.0.1:8080/. Valid as long as the server. */
const char *serve_url(const Server *s);

/* Answers requests until serve_stop is called. False: the machine failed. */
bool serve_run(Server *s);

/* Makes serve_run return; may be called from a signal handler. */
void serve_stop(Server *s);

void serve_close(Server *s);            /* NULL is allowed */

#endif
