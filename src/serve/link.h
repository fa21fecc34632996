/* One connection between two servers: frames in and out, and the proof that both belong to the same store.
 *
 * A frame is four bytes of length, low byte first, a letter that says what it is, and the rest. The server that was
 * called speaks first, with a nonce. Both prove that they know the secret by a code (HMAC) over both nonces and both
 * numbers; the code is useless on any other connection. */
#ifndef COLONNADE_SERVE_LINK_H
#define COLONNADE_SERVE_LINK_H

#include "core/buffer.h"

#include <stdint.h>

enum { LINK_NONCE = 32, LINK_FRAME = 4 << 20, LINK_GREETING = 256, LINK_WAITING = 32 << 20 };

typedef enum LinkState { LINK_GREETS, LINK_READY } LinkState;

typedef struct ServerLink {
    int socket;
    bool outgoing;              /* we called */
    LinkState state;
    int64_t self, other;        /* numbers of servers; `other` is 0 until it is known */
    const unsigned char *secret;
    unsigned char nonce[2][LINK_NONCE];     /* of the server that was called, of the caller */
    Buffer in, out;
    size_t sent;                /* of `out` */
} ServerLink;

void link_begin(ServerLink *l, int socket, bool outgoing, int64_t self, int64_t other, const unsigned char *secret);
void link_end(ServerLink *l);                   /* frees it, but leaves the socket open */

/* A frame of two parts, either of which may be empty. False: too much is waiting, or there is no memory. */
bool link_put(ServerLink *l, char what, const void *head, size_t head_length, const void *rest, size_t length);

/* Sends what the socket takes; false: the link is lost. `more`: something is left. */
bool link_flush(ServerLink *l, bool *more);

/* Reads what is there and passes whole frames to `take` once both sides have proved themselves; `take` returns false
 * to end the link. False: it is over. */
typedef bool LinkTake(void *context, char what, const char *frame, size_t length);
bool link_read(ServerLink *l, LinkTake *take, void *context);

/* Numbers in frames. */
void link_put_number(unsigned char out[8], uint64_t number);
uint64_t link_number(const char *in);

#endif
