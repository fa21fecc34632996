/* The connections between the servers of one store. Each server has a line to every other. Over it, its visitors'
 * requests go to the server that has the round, and messages come back.
 *
 * The store has the addresses of the servers, and the secret by which both ends prove that they belong to it; nobody
 * else is heard. The traffic is not encrypted: between machines it needs a private network, as the database does.
 * Everything happens in the thread that serves the page. */
#ifndef COLONNADE_SERVE_MESH_H
#define COLONNADE_SERVE_MESH_H

#include "house/house.h"

#include <libwebsockets.h>

#define MESH_PROTOCOL "servers" /* the name under which libwebsockets must know mesh_callback */

typedef struct Mesh Mesh;

/* Listens on "ADDRESS" or "ADDRESS:PORT" of this machine, NULL for any port of 127.0.0.1. NULL: `error` says why. */
Mesh *mesh_open(const char *address, Message *error);
const char *mesh_address(const Mesh *m); /* numeric, for the others */

/* From now on the lines live here. `happened` is called after a message has arrived. */
bool mesh_attach(Mesh *m, struct lws_vhost *vhost, House *house, Store *store, void (*happened)(void *context),
                 void *context);

/* Connects to servers that have come, hangs up on those that have gone, and sends what is waiting. Call it
 * when something has happened. */
void mesh_tick(Mesh *m, int64_t now);

size_t mesh_links(const Mesh *m); /* links to other servers that are in use */

int mesh_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* From now on nobody is notified of anything: the context is about to be destroyed. */
void mesh_stop(Mesh *m);

/* After the context has been destroyed. NULL is allowed. */
void mesh_close(Mesh *m);

/* Fills in what else a house needs from the world. */
void mesh_offer(Mesh *m, HouseWorld *world);

#endif
