/* See link.h. */
#include "serve/link.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <sys/socket.h>

enum { VERSION = 1, PROOF = 16 + LINK_NONCE + crypto_auth_hmacsha256_BYTES };

void link_put_number(unsigned char out[8], uint64_t number)
{
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)(number >> 8 * i);
}

uint64_t link_number(const char *in)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)(unsigned char)in[i] << 8 * i;
    return number;
}

bool link_put(ServerLink *l, char what, const void *head, size_t head_length, const void *rest, size_t length)
{
    size_t size = 1 + head_length + length;
    unsigned char start[5] = {(unsigned char)size, (unsigned char)(size >> 8), (unsigned char)(size >> 16),
                              (unsigned char)(size >> 24), (unsigned char)what};
    if (size > LINK_FRAME || l->out.length - l->sent > LINK_WAITING)
        return false;
    buffer_add_bytes(&l->out, (const char *)start, sizeof start);
    if (head_length)
        buffer_add_bytes(&l->out, head, head_length);
    if (length)
        buffer_add_bytes(&l->out, rest, length);
    return !l->out.failed;
}

bool link_flush(ServerLink *l, bool *more)
{
    *more = false;
    while (l->sent < l->out.length) {
        ssize_t n = send(l->socket, l->out.text + l->sent, l->out.length - l->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOTCONN)) {
            *more = true;
            return true;
        }
        if (n <= 0)
            return false;
        l->sent += (size_t)n;
    }
    l->sent = 0;
    buffer_clear(&l->out);
    return true;
}

/* --- who is there --- */

/* What only somebody who knows the secret can compute, for this connection and this role. */
static void prove(const ServerLink *l, bool by_connecting, unsigned char out[crypto_auth_hmacsha256_BYTES])
{
    unsigned char text[2 + 16 + 2 * LINK_NONCE] = {VERSION, by_connecting};
    link_put_number(text + 2, (uint64_t)(l->outgoing ? l->self : l->other));
    link_put_number(text + 10, (uint64_t)(l->outgoing ? l->other : l->self));
    memcpy(text + 18, l->nonce, sizeof l->nonce);
    crypto_auth_hmacsha256(out, text, sizeof text, l->secret);
}

static bool is_proof(const ServerLink *l, bool by_connecting, const char *said)
{
    unsigned char wanted[crypto_auth_hmacsha256_BYTES];
    prove(l, by_connecting, wanted);
    return sodium_memcmp(wanted, said, sizeof wanted) == 0;
}

static bool answer_nonce(ServerLink *l, const char *frame, size_t length)
{
    unsigned char proof[PROOF];
    if (length != 1 + LINK_NONCE || frame[0] != VERSION)
        return false;
    memcpy(l->nonce[0], frame + 1, LINK_NONCE);
    randombytes_buf(l->nonce[1], LINK_NONCE);
    link_put_number(proof, (uint64_t)l->self);
    link_put_number(proof + 8, (uint64_t)l->other);
    memcpy(proof + 16, l->nonce[1], LINK_NONCE);
    prove(l, true, proof + 16 + LINK_NONCE);
    return link_put(l, 'P', proof, sizeof proof, NULL, 0);
}

static bool answer_proof(ServerLink *l, const char *frame, size_t length)
{
    unsigned char proof[crypto_auth_hmacsha256_BYTES];
    if (length != PROOF || (int64_t)link_number(frame + 8) != l->self)
        return false;
    l->other = (int64_t)link_number(frame);
    memcpy(l->nonce[1], frame + 16, LINK_NONCE);
    if (!is_proof(l, true, frame + 16 + LINK_NONCE))
        return false;
    prove(l, false, proof);
    l->state = LINK_READY;
    return link_put(l, 'A', proof, sizeof proof, NULL, 0);
}

static bool greet(ServerLink *l, char what, const char *frame, size_t length)
{
    if (what == 'N' && l->outgoing)
        return answer_nonce(l, frame, length);
    if (what == 'P' && !l->outgoing)
        return answer_proof(l, frame, length);
    if (what != 'A' || !l->outgoing || length != crypto_auth_hmacsha256_BYTES || !is_proof(l, false, frame))
        return false;
    l->state = LINK_READY;
    return true;
}

void link_begin(ServerLink *l, int socket, bool outgoing, int64_t self, int64_t other, const unsigned char *secret)
{
    const char version = VERSION;
    *l = (ServerLink){.socket = socket, .outgoing = outgoing, .self = self, .other = other, .secret = secret};
    if (outgoing)
        return;
    randombytes_buf(l->nonce[0], LINK_NONCE);
    link_put(l, 'N', &version, 1, l->nonce[0], LINK_NONCE);
}

void link_end(ServerLink *l)
{
    buffer_free(&l->in);
    buffer_free(&l->out);
}

/* --- reading --- */

/* Takes the complete frames; the rest waits for more. */
static bool take_frames(ServerLink *l, LinkTake *take, void *context)
{
    size_t at = 0;
    bool ok = true;
    while (ok && l->in.length - at >= 5) {
        const unsigned char *start = (const unsigned char *)l->in.text + at;
        size_t size = start[0] | (size_t)start[1] << 8 | (size_t)start[2] << 16 | (size_t)start[3] << 24;
        if (size < 1 || size > (l->state == LINK_READY ? LINK_FRAME : LINK_GREETING))
            return false;
        if (l->in.length - at < 4 + size)
            break;
        const char *frame = l->in.text + at + 5;
        at += 4 + size;
        ok = l->state == LINK_READY
                 ? take(context, frame[-1], frame, size - 1)
                 : greet(l, frame[-1], frame, size - 1) && (l->state != LINK_READY || take(context, 'R', "", 0));
    }
    if (at) {
        memmove(l->in.text, l->in.text + at, l->in.length - at);
        l->in.length -= at;
    }
    return ok;
}

bool link_read(ServerLink *l, LinkTake *take, void *context)
{
    char block[65536];
    for (int i = 0; i < 16; i++) {
        ssize_t n = recv(l->socket, block, sizeof block, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return true;
        if (n <= 0)
            return false;
        buffer_add_bytes(&l->in, block, (size_t)n);
        if (l->in.failed || !take_frames(l, take, context))
            return false;
        if ((size_t)n < sizeof block)
            return true;
    }
    return true;
}
