/* See load_line.h. */
#include "load_line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 256, LEAST = 2048, FRAME = 16 };

int64_t load_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void must(bool ok, const char *what)
{
    if (!ok) {
        perror(what);
        exit(3);
    }
}

/* Small messages on quiet sockets: they fit, or the house has stopped reading. */
static void put(LoadLine *l, const void *bytes, size_t length)
{
    must(send(l->socket, bytes, length, MSG_NOSIGNAL) == (ssize_t)length, "send");
}

bool load_connect(LoadLine *l, int epoll, int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = l};
    char head[256];
    int on = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    l->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (l->socket < 0 || connect(l->socket, (struct sockaddr *)&to, sizeof to) != 0)
        return false;
    setsockopt(l->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    int n = snprintf(head, sizeof head,
                     "GET /house HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                     port);
    put(l, head, (size_t)n);
    return epoll_ctl(epoll, EPOLL_CTL_ADD, l->socket, &event) == 0;
}

void load_close(LoadLine *l)
{
    close(l->socket);
    free(l->in);
    free(l->message);
    *l = (LoadLine){.socket = -1};
}

/* The mask may be anything; with zeros the text goes as it is. */
static void put_frame(LoadLine *l, unsigned char opcode, const char *text, size_t length)
{
    unsigned char frame[FRAME + 1024] = {(unsigned char)(0x80 | opcode)};
    size_t n = 2;
    must(length <= 1024, "a message that is too long");
    if (length < 126) {
        frame[1] = (unsigned char)(0x80 | length);
    } else {
        frame[1] = 0x80 | 126;
        frame[n++] = (unsigned char)(length >> 8);
        frame[n++] = (unsigned char)length;
    }
    n += 4;
    memcpy(frame + n, text, length);
    put(l, frame, n + length);
}

void load_send(LoadLine *l, const char *text, size_t length) { put_frame(l, 1, text, length); }

static void take_text(LoadLine *l, char *text, size_t length, bool last)
{
    if (last && !l->message) {
        char after = text[length];
        text[length] = '\0';
        l->hear(l, text, length);
        text[length] = after;
        return;
    }
    l->message = realloc(l->message, l->message_used + length + 1);
    must(l->message != NULL, "memory");
    memcpy(l->message + l->message_used, text, length);
    l->message_used += length;
    if (!last)
        return;
    char *whole = l->message;
    size_t all = l->message_used;
    l->message = NULL;
    l->message_used = 0;
    whole[all] = '\0';
    l->hear(l, whole, all);
    free(whole);
}

/* Takes one frame from `at` and returns its length in bytes; 0: it is not complete. False in *alive: the house
 * closes the connection. */
static size_t take_frame(LoadLine *l, size_t at, bool *alive)
{
    const unsigned char *b = (const unsigned char *)l->in + at;
    size_t have = l->used - at, head = 2, length;
    if (have < 2)
        return 0;
    length = b[1] & 127;
    head += length == 126 ? 2 : length == 127 ? 8 : 0;
    if (have < head)
        return 0;
    if (head > 2)
        for (size_t i = length = 0; i < head - 2; i++)
            length = length << 8 | b[2 + i];
    if (have < head + length)
        return 0;
    switch (b[0] & 15) {
    case 0:
    case 1: take_text(l, l->in + at + head, length, b[0] & 0x80); break;
    case 8: *alive = false; break;
    case 9: put_frame(l, 10, l->in + at + head, length); break;
    default: break;
    }
    return head + length;
}

static bool take_bytes(LoadLine *l)
{
    size_t at = 0, n;
    bool alive = true;
    if (!l->open) {
        char *end = memmem(l->in, l->used, "\r\n\r\n", 4);
        if (!end)
            return true;
        if (strncmp(l->in, "HTTP/1.1 101", 12) != 0)
            return false;
        l->open = true;
        at = (size_t)(end + 4 - l->in);
    }
    while (alive && (n = take_frame(l, at, &alive)) > 0)
        at += n;
    memmove(l->in, l->in + at, l->used - at);
    l->used -= at;
    if (l->used == 0 && l->room > LEAST) {      /* ten thousand silent connections hold no memory */
        free(l->in);
        l->in = NULL;
        l->room = 0;
    }
    return alive;
}

static bool read_line(LoadLine *l)
{
    for (;;) {
        if (l->room - l->used < LEAST) {
            l->room += 2 * LEAST;
            l->in = realloc(l->in, l->room + 1);        /* and a zero after a message */
            must(l->in != NULL, "memory");
        }
        ssize_t n = recv(l->socket, l->in + l->used, l->room - l->used, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        if (n < 0)
            return true;
        l->used += (size_t)n;
        if (!take_bytes(l))
            return false;
    }
}

bool load_wait(int epoll, int64_t ns)
{
    struct epoll_event event[EVENTS];
    struct timespec most = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    int count = epoll_pwait2(epoll, event, EVENTS, &most, NULL);
    for (int i = 0; i < count; i++)
        if (!read_line(event[i].data.ptr))
            return false;
    return count >= 0 || errno == EINTR;
}
