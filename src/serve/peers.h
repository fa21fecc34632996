/* Who is connected, and who makes room for whom.
 *
 * One address may have only a part of all connections, so that it cannot shut out the
 * others. When there is no room, an idle connection (no answer is under way) gives way
 * to a new one: the one that has been idle longest, of the same address if that has too
 * many, else of the address that has the most. IPv6 addresses are told apart by their
 * first half, because their owners choose the other half freely. */
#ifndef COLONNADE_SERVE_PEERS_H
#define COLONNADE_SERVE_PEERS_H

#include <stdbool.h>
#include <sys/socket.h>

typedef struct PeerAddress {
    unsigned char bytes[16];
} PeerAddress;

typedef struct Peer Peer;       /* one connection */
typedef struct Peers Peers;

/* NULL: not enough memory. */
Peers *peers_create(int most, int most_of_one_address);
void peers_free(Peers *p);              /* NULL is allowed */

PeerAddress peers_address(const struct sockaddr *a);

/* Whether one more may come from this address. `many`: the address speaks for others, and only the
 * total number counts. *leaving is the connection, as it was given to peers_add, that makes room
 * and must be closed now, or NULL. */
bool peers_admit(Peers *p, const PeerAddress *from, bool many, void **leaving);

/* A connection that was admitted; it is idle. NULL: there is no room. */
Peer *peers_add(Peers *p, const PeerAddress *from, void *connection);
void peers_remove(Peers *p, Peer *peer);        /* NULL is allowed */

/* The connection counts for this address from now on. False: the address has enough, and nothing has changed. */
bool peers_move(Peers *p, Peer *peer, const PeerAddress *to);

/* Says whether this connection is in use. A busy one never makes room. */
void peers_set_busy(Peers *p, Peer *peer, bool busy);

int peers_count(const Peers *p);        /* connections */

/* It must make room: nothing more is done for it. */
bool peers_is_leaving(const Peer *peer);

#endif
