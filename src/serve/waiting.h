/* Connections whose socket takes no more for now: finds those that can continue.
 *
 * With epoll the system reports them at once; elsewhere they are polled fifty times per second, as
 * long as there are any. */
#ifndef COLONNADE_SERVE_WAITING_H
#define COLONNADE_SERVE_WAITING_H

#include <libwebsockets.h>
#include <stdbool.h>

typedef struct Waiting Waiting;

/* `go_on` is called for a connection that has room again; it may call waiting_remove for that connection.
 * NULL: no memory, or no descriptor. The protocol's callback must call waiting_look for
 * LWS_CALLBACK_RAW_RX_FILE. */
Waiting *waiting_open(struct lws_context *context, struct lws_vhost *vhost, const char *protocol,
                      void (*go_on)(struct lws *wsi));
void waiting_look(Waiting *w);
bool waiting_add(Waiting *w, struct lws *wsi);
void waiting_remove(Waiting *w, struct lws *wsi);
/* The connection is gone; it need not have been waiting. */
void waiting_forget(Waiting *w, struct lws *wsi);
/* After the context has been destroyed. NULL is allowed. */
void waiting_close(Waiting *w);

#endif
