/* Who is connected, and who makes room for whom.
 *
 * One address has at most a part of all connections, so that it cannot shut out the
 * others. Where there is no room, a connection that waits for nothing (no answer is under
 * way) gives way to a new one: the one that has waited longest, of the same address when
 * that has too many, else of the address that has the most. Addresses of IPv6 are told
 * apart by their first half: the other half is chosen by whoever has it. */
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

/* Whether one more may come from this address; `many` come from it, where it speaks for others,
 * and only the number of all counts. *leaving is the connection that makes room for it and
 * has to be closed now, as it was given to peers_add, or NULL. */
bool peers_admit(Peers *p, const PeerAddress *from, bool many, void **leaving);

/* A connection that was admitted; it waits. NULL: there is no room. */
Peer *peers_add(Peers *p, const PeerAddress *from, void *connection);
void peers_remove(Peers *p, Peer *peer);        /* NULL is allowed */

/* The connection counts for this address from now on. False: that one has enough, nothing was changed. */
bool peers_move(Peers *p, Peer *peer, const PeerAddress *to);

/* Says whether somebody works for this connection. One that is busy never makes room. */
void peers_set_busy(Peers *p, Peer *peer, bool busy);

int peers_count(const Peers *p);        /* connections */

/* It has to make room: nothing more is done for it. */
bool peers_is_leaving(const Peer *peer);

#endif
