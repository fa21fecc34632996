/* A WebSocket to a house, from a visitor's side.
 *
 * The wire has a thread that keeps the connection: it connects, reads, writes, answers pings, and
 * reconnects after a pause, which grows each time. Everything else belongs to the caller's
 * thread. Texts arrive in order. Texts sent while there is no connection are lost: the caller
 * sends them again once WIRE_UP arrives. */
#ifndef COLONNADE_REMOTE_WIRE_H
#define COLONNADE_REMOTE_WIRE_H

#include "core/message.h"

#include <stdint.h>

enum { WIRE_TEXT = 1 << 20 };   /* bytes of an incoming text, at most */

typedef struct Wire Wire;

typedef enum WireNews {
    WIRE_NOTHING,
    WIRE_UP,                    /* connected, for the first time or again */
    WIRE_DOWN,                  /* no longer connected, or not yet; it tries again */
    WIRE_HEARD,                 /* a text has arrived */
    WIRE_REFUSED,               /* there is no house there: it does not try again */
} WireNews;

/* Where a link leads: http://HOST:PORT/#seat=TOKEN, or the address of a page or of a house. */
typedef struct WireAddress {
    char host[256];
    int port;
    bool tls;
    char seat[64], watch[64];   /* what follows the # */
} WireAddress;

/* False: `error` says what is wrong with the text. */
bool wire_address(const char *text, WireAddress *out, Message *error);

/* The link http://HOST:PORT/#WORD=WHAT to a house; false: `what` is empty, or there is no room. */
bool wire_link(const WireAddress *to, const char *word, const char *what, char *out, size_t size);

Wire *wire_open(const WireAddress *to, Message *error);     /* NULL: error says why */
void wire_close(Wire *w);                                   /* NULL is allowed */

bool wire_send(Wire *w, const char *text);                  /* false: no memory */

/* The next thing that has happened; *text is valid until the next call. */
WireNews wire_next(Wire *w, const char **text);

int wire_ready(const Wire *w);  /* a descriptor that is readable when wire_next has something */

#endif
