/* See waiting.h. */
#include "serve/waiting.h"

#include "core/memory.h"

#ifdef COLONNADE_HAS_EPOLL
#include <sys/epoll.h>
#else
#include <poll.h>
#endif

struct Waiting {
    lws_sorted_usec_list_t timer;   /* first: the timer's function is given only this */
    void (*go_on)(struct lws *wsi);
    int epoll;                  /* libwebsockets owns and watches it */
    /* Without epoll: */
    struct lws_context *context;
    struct lws **wsi;
    struct pollfd *socket;      /* of each */
    size_t count, capacity;
};

#ifdef COLONNADE_HAS_EPOLL

Waiting *waiting_open(struct lws_context *context, struct lws_vhost *vhost, const char *protocol,
                      void (*go_on)(struct lws *wsi))
{
    (void)context;
    Waiting *w = memory_resize(NULL, sizeof *w);
    if (!w)
        return NULL;
    *w = (Waiting){.epoll = epoll_create1(EPOLL_CLOEXEC), .go_on = go_on};
    lws_sock_file_fd_type watched = {.filefd = w->epoll};
    if (w->epoll >= 0 && lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, watched, protocol, NULL))
        return w;
    memory_free(w);
    return NULL;
}

void waiting_look(Waiting *w)
{
    struct epoll_event event[64];
    int count = epoll_wait(w->epoll, event, sizeof event / sizeof *event, 0);
    for (int i = 0; i < count; i++)
        w->go_on(event[i].data.ptr);
}

bool waiting_add(Waiting *w, struct lws *wsi)
{
    struct epoll_event event = {.events = EPOLLOUT, .data.ptr = wsi};
    return epoll_ctl(w->epoll, EPOLL_CTL_ADD, lws_get_socket_fd(wsi), &event) == 0;
}

void waiting_remove(Waiting *w, struct lws *wsi) { epoll_ctl(w->epoll, EPOLL_CTL_DEL, lws_get_socket_fd(wsi), NULL); }

/* A closed socket leaves by itself. */
void waiting_forget(Waiting *w, struct lws *wsi)
{
    (void)w;
    (void)wsi;
}

void waiting_close(Waiting *w) { memory_free(w); }

#else

enum { PAUSE = 20000 };         /* microseconds */

Waiting *waiting_open(struct lws_context *context, struct lws_vhost *vhost, const char *protocol,
                      void (*go_on)(struct lws *wsi))
{
    (void)vhost;
    (void)protocol;
    Waiting *w = memory_resize(NULL, sizeof *w);
    if (w)
        *w = (Waiting){.context = context, .go_on = go_on};
    return w;
}

static void look_again(lws_sorted_usec_list_t *timer) { waiting_look((Waiting *)(void *)timer); }

static void schedule(Waiting *w)
{
    if (w->count > 0)
        lws_sul_schedule(w->context, 0, &w->timer, look_again, PAUSE);
}

/* Backwards: a connection that goes on may leave the list, and then the last takes its place. */
void waiting_look(Waiting *w)
{
    if (poll(w->socket, (nfds_t)w->count, 0) > 0)
        for (size_t i = w->count; i-- > 0;)
            if (w->socket[i].revents)
                w->go_on(w->wsi[i]);
    schedule(w);
}

static bool grow(Waiting *w)
{
    size_t more = w->capacity ? 2 * w->capacity : 16;
    struct lws **wsi = memory_resize(w->wsi, more * sizeof(struct lws *));
    if (wsi)
        w->wsi = wsi;
    struct pollfd *socket = memory_resize(w->socket, more * sizeof *socket);
    if (socket)
        w->socket = socket;
    if (wsi && socket)
        w->capacity = more;
    return wsi && socket;
}

bool waiting_add(Waiting *w, struct lws *wsi)
{
    if (w->count == w->capacity && !grow(w))
        return false;
    w->wsi[w->count] = wsi;
    w->socket[w->count++] = (struct pollfd){.fd = lws_get_socket_fd(wsi), .events = POLLOUT};
    if (w->count == 1)
        schedule(w);
    return true;
}

void waiting_remove(Waiting *w, struct lws *wsi)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->wsi[i] == wsi) {
            w->count--;
            w->wsi[i] = w->wsi[w->count];
            w->socket[i] = w->socket[w->count];
            return;
        }
}

void waiting_forget(Waiting *w, struct lws *wsi) { waiting_remove(w, wsi); }

void waiting_close(Waiting *w)
{
    if (!w)
        return;
    memory_free(w->wsi);
    memory_free(w->socket);
    memory_free(w);
}

#endif
