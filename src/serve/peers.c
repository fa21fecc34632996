/* Connections and their addresses: see peers.h. There are few of either, so linear search is enough: it takes
 * microseconds even when all places are taken. */
#include "serve/peers.h"

#include "core/memory.h"

#include <assert.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

typedef struct Origin {
    PeerAddress address;
    int count;                  /* connections that stay; 0: this entry is free … */
    int leaving;                /* … unless some are leaving */
} Origin;

struct Peer {
    void *connection;           /* NULL: this place is free */
    Origin *origin;
    uint64_t since;             /* when it began to wait, in steps */
    bool busy, leaving;
};

struct Peers {
    int most, most_of_one, room;
    int count;                  /* connections that stay */
    uint64_t steps;
    Peer *peer;                 /* `room` of each: those that leave need a place until they are gone */
    Origin *origin;
};

Peers *peers_create(int most, int most_of_one_address)
{
    Peers *p = memory_resize(NULL, sizeof *p);
    if (!p)
        return NULL;
    *p = (Peers){.most = most, .most_of_one = most_of_one_address, .room = 2 * most};
    p->peer = memory_resize(NULL, (size_t)p->room * sizeof *p->peer);
    p->origin = memory_resize(NULL, (size_t)p->room * sizeof *p->origin);
    if (!p->peer || !p->origin) {
        peers_free(p);
        return NULL;
    }
    memset(p->peer, 0, (size_t)p->room * sizeof *p->peer);
    memset(p->origin, 0, (size_t)p->room * sizeof *p->origin);
    return p;
}

void peers_free(Peers *p)
{
    if (!p)
        return;
    memory_free(p->peer);
    memory_free(p->origin);
    memory_free(p);
}

int peers_count(const Peers *p) { return p->count; }

PeerAddress peers_address(const struct sockaddr *a)
{
    PeerAddress out = {{0}};
    if (a->sa_family == AF_INET) {
        out.bytes[10] = out.bytes[11] = 0xff;
        memcpy(out.bytes + 12, &((const struct sockaddr_in *)(const void *)a)->sin_addr, 4);
    } else if (a->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr;
        memcpy(out.bytes, six, IN6_IS_ADDR_V4MAPPED(six) ? 16 : 8);
    }
    return out;
}

static Origin *find(const Peers *p, const PeerAddress *address)
{
    for (int i = 0; i < p->room; i++) {
        Origin *o = &p->origin[i];
        if (o->count + o->leaving > 0 && memcmp(&o->address, address, sizeof *address) == 0)
            return o;
    }
    return NULL;
}

/* Who gives way: a connection of this address, or (NULL) of the address that has most. */
static Peer *choose(const Peers *p, const Origin *among)
{
    Peer *best = NULL;
    for (int i = 0; i < p->room; i++) {
        Peer *peer = &p->peer[i];
        if (!peer->connection || peer->busy || peer->leaving || (among && peer->origin != among))
            continue;
        if (!best || peer->origin->count > best->origin->count ||
            (peer->origin->count == best->origin->count && peer->since < best->since))
            best = peer;
    }
    return best;
}

bool peers_admit(Peers *p, const PeerAddress *from, bool many, void **leaving)
{
    const Origin *o = find(p, from);
    bool crowded = !many && o && o->count >= p->most_of_one;
    *leaving = NULL;
    if (!crowded && p->count < p->most)
        return true;
    Peer *peer = choose(p, crowded ? o : NULL);
    if (!peer)
        return false;
    peer->leaving = true;
    peer->origin->count--;
    peer->origin->leaving++;
    p->count--;
    *leaving = peer->connection;
    return true;
}

/* The address's entry, a new one if it has none; NULL: there is no room. */
static Origin *origin_of(const Peers *p, const PeerAddress *address)
{
    Origin *o = find(p, address);
    for (int i = 0; !o && i < p->room; i++)
        if (p->origin[i].count + p->origin[i].leaving == 0) {
            o = &p->origin[i];
            *o = (Origin){.address = *address};
        }
    return o;
}

Peer *peers_add(Peers *p, const PeerAddress *from, void *connection)
{
    Origin *o = origin_of(p, from);
    for (int i = 0; o && i < p->room; i++)
        if (!p->peer[i].connection) {
            p->peer[i] = (Peer){.connection = connection, .origin = o, .since = p->steps++};
            o->count++;
            p->count++;
            return &p->peer[i];
        }
    return NULL;
}

void peers_remove(Peers *p, Peer *peer)
{
    if (!peer)
        return;
    assert(peer->connection);
    if (peer->leaving) {
        peer->origin->leaving--;
    } else {
        peer->origin->count--;
        p->count--;
    }
    *peer = (Peer){0};
}

bool peers_move(Peers *p, Peer *peer, const PeerAddress *to)
{
    Origin *o = origin_of(p, to);
    if (!o || peer->leaving)
        return false;
    if (o == peer->origin)
        return true;
    if (o->count >= p->most_of_one)
        return false;
    peer->origin->count--;
    peer->origin = o;
    o->count++;
    return true;
}

void peers_set_busy(Peers *p, Peer *peer, bool busy)
{
    peer->busy = busy;
    if (!busy)
        peer->since = p->steps++;
}

bool peers_is_leaving(const Peer *peer) { return peer->leaving; }
