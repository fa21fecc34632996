/* Which rounds are this house's. A house that does not share its store has all of them; where several servers share
 * it, each has the rounds of the shards that it holds leases on (store.h).
 *
 * A house reads and writes only rounds of its own leases. When it loses a lease, it drops the rounds of that shard
 * from memory and sends their visitors away to come back: their next message leads them to the new owner. A lease
 * that the house could not renew in time counts as lost until proven otherwise, because what the house reads
 * could be out of date. */
#include "house/house_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVING_MS = 20 }; /* between looks at rounds that still wait for a write before their lease is given back */

bool leases_hold(const House *h, const char *round)
{
    const Lease *l = &h->lease[store_shard(round)];
    return !h->shared || (l->mine && !l->leaving && house_is_known(h));
}

bool leases_any(const House *h)
{
    for (int i = 0; i < STORE_SHARDS; i++)
        if (h->lease[i].mine && !h->lease[i].leaving)
            return house_is_known(h);
    return false;
}

uint64_t leases_epoch(const House *h, const char *round) { return h->lease[store_shard(round)].epoch; }

/* --- when nobody was there --- */

static int64_t note_number(House *h, const char *key)
{
    char value[STORE_TEXT];
    return store_read_note(h->store, key, value, NULL) ? strtoll(value, NULL, 10) : 0;
}

static void read_downtimes(Lease *l, const char *text)
{
    int used;
    l->downs = 0;
    l->since = INT64_MIN;
    while (l->downs < DOWNTIMES &&
           sscanf(text, "%" SCNd64 "-%" SCNd64 " %n", &l->down[l->downs].from, &l->down[l->downs].to, &used) == 2) {
        text += used;
        l->since = l->down[l->downs++].to;
    }
}

/* For a house that does not share its store: notes say when it was away, for as long as that can matter to a round. */
static void read_own_downtimes(House *h)
{
    char text[STORE_TEXT], value[STORE_TEXT] = "";
    int64_t alive = note_number(h, "alive");
    Lease *l = &h->lease[0];
    if (!store_read_note(h->store, "down", text, NULL))
        text[0] = '\0';
    read_downtimes(l, text);
    if (alive) {
        if (l->downs >= DOWNTIMES - 1) {
            /* The two oldest become one that spans both: nobody loses time by that. */
            l->down[1].from = l->down[0].from;
            memmove(l->down, l->down + 1, (size_t)--l->downs * sizeof *l->down);
        }
        l->down[l->downs++] = (Downtime){alive, h->opened_at};
        for (int i = 0; i < l->downs; i++) {
            size_t n = strlen(value);
            snprintf(value + n, sizeof value - n, "%" PRId64 "-%" PRId64 " ", l->down[i].from, l->down[i].to);
        }
        store_submit(h->store, &(StoreWrite){.note = {"down", value}}, NULL, NULL);
    }
    l->since = h->opened_at;
    l->mine = true;
    for (int i = 1; i < STORE_SHARDS; i++)
        h->lease[i] = *l;
}

/* --- losing and giving back --- */

/* Drops everything of these shards from memory, with everybody who is there. */
static void clear(House *h, uint64_t shards)
{
    for (int i = 0; i < BUCKETS; i++)
        for (HouseRound *r = h->bucket[i], *next; r; r = next) {
            next = r->next;
            if (shards >> store_shard(r->id) & 1)
                rounds_lose(h, r);
        }
}

/* Visitors who are in rounds of these shards at another server come back, and find them at yet another. */
static void send_away(House *h, uint64_t shards)
{
    for (Visitor *v = h->visitor, *next; v && shards; v = next) {
        next = v->next;
        if (!(v->far & shards))
            continue;
        v->far = 0;
        visitor_hang_up(h, v, 1012);
    }
}

void house_unreachable(House *h, int64_t server)
{
    uint64_t shards = 0;
    for (int i = 0; i < STORE_SHARDS; i++)
        if (h->lease[i].owner == server)
            shards |= UINT64_C(1) << i;
    send_away(h, shards);
    lobby_forget(h, server);
    h->keep_at = 0;
}

static uint64_t leaving(const House *h)
{
    uint64_t mask = 0;
    for (int i = 0; i < STORE_SHARDS; i++)
        mask |= h->lease[i].leaving ? UINT64_C(1) << i : 0;
    return mask;
}

/* Shards to be given back for which no write is pending any more; nothing of them is in memory afterwards. */
static uint64_t ready_to_leave(House *h)
{
    uint64_t ready = leaving(h);
    for (int i = 0; i < BUCKETS && ready; i++)
        for (const HouseRound *r = h->bucket[i]; r; r = r->next)
            if (r->pending)
                ready &= ~(UINT64_C(1) << store_shard(r->id));
    if (ready)
        clear(h, ready);
    return ready;
}

/* Gives the other servers their share, beginning with shards that nobody is in. */
static void balance(House *h)
{
    int rounds[STORE_SHARDS] = {0}, share = (STORE_SHARDS + (int)h->site.servers - 1) / (int)h->site.servers, mine = 0;
    for (int i = 0; i < STORE_SHARDS; i++)
        mine += h->lease[i].mine && !h->lease[i].leaving;
    for (int i = 0; i < BUCKETS && mine > share; i++)
        for (const HouseRound *r = h->bucket[i]; r; r = r->next)
            rounds[store_shard(r->id)]++;
    for (; mine > share; mine--) {
        int least = -1;
        for (int i = 0; i < STORE_SHARDS; i++)
            if (h->lease[i].mine && !h->lease[i].leaving && (least < 0 || rounds[i] < rounds[least]))
                least = i;
        h->lease[least].leaving = true;
        h->keep_at = 0;
    }
}

/* --- renewing --- */

/* Compares the leases as they are now with what we knew. */
static void compare(House *h)
{
    uint64_t lost = 0, moved = 0;
    for (int i = 0; i < STORE_SHARDS; i++) {
        const StoreLease *now = &h->site.lease[i];
        Lease *l = &h->lease[i];
        bool mine = now->owner == h->site.self, same = l->owner == now->owner && l->epoch == now->epoch;
        if (same)
            continue;
        if (l->mine && l->owner == h->site.self)
            lost |= UINT64_C(1) << i;
        else
            moved |= UINT64_C(1) << i;
        h->count.lost += l->mine && !l->leaving;
        h->count.taken += mine;
        *l = (Lease){.mine = mine, .owner = now->owner, .epoch = now->epoch};
        read_downtimes(l, now->down);
        if (mine) {
            h->sweeping = true;
            h->swept = 0;
        }
    }
    if (lost)
        clear(h, lost);
    send_away(h, moved);
}

static void renew(House *h, int64_t now)
{
    uint64_t release = ready_to_leave(h);
    h->keep_at = now + STORE_BEAT_MS;
    if (!store_keep(h->store, h->address, now, release, &h->site, NULL)) {
        far_flush(h); /* nobody waits for ever */
        return;
    }
    h->kept = now;
    compare(h);
    if (!h->closing)
        balance(h);
    h->count.servers = h->site.servers;
    h->count.leases = 0;
    for (int i = 0; i < STORE_SHARDS; i++)
        h->count.leases += h->lease[i].mine && !h->lease[i].leaving;
    far_flush(h);
}

int64_t leases_tick(House *h)
{
    int64_t now = house_now(h);
    if (!h->shared || h->closing)
        return INT64_MAX;
    if (now >= h->keep_at)
        renew(h, now);
    return leaving(h) ? now + LEAVING_MS : h->keep_at;
}

void house_hint(House *h) { h->keep_at = 0; }

void house_reachable(House *h)
{
    house_hint(h); /* a held request may wait for that server */
    lobby_change(h); /* and that server does not know our lobby */
}

bool house_is_known(const House *h) { return !h->shared || house_now(h) - h->kept < STORE_LEASE_MS; }

const StoreSite *house_site(const House *h) { return h->shared ? &h->site : NULL; }

void leases_open(House *h, const char *address)
{
    h->shared = store_is_shared(h->store);
    snprintf(h->address, sizeof h->address, "%s", address ? address : "");
    if (h->shared)
        renew(h, h->opened_at);
    else
        read_own_downtimes(h);
    h->count.leases = h->shared ? h->count.leases : STORE_SHARDS;
}
