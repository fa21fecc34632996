/* Rounds of other servers: requests are handed to the server that has the lease, and its answers come back.
 *
 * A visitor has one home, the server that its line leads to. When it asks for a round of another server, it gets a
 * shadow there: a visitor without a line of its own, which joins rounds like any other. Its home enforces the
 * limits. A request for a round that no server has at the moment waits a few seconds until one does. */
#include "house/accounts_private.h"

#include "core/memory.h"

#include <stdio.h>
#include <string.h>

struct HeldRequest {
    HeldRequest *next;
    Visitor *visitor;
    int64_t since;
    size_t length;
    char text[];
};

/* --- at home --- */

/* The round that a request is about; false: it names none, or one that cannot be found. */
static bool target(Request *q, char out[STORE_ROUND])
{
    const char *token = q->where == WHERE_TOKEN ? request_text(q, "token") : NULL, *id = request_text(q, "round");
    if (token)
        return token_round(q->house, token, id, out);
    return id && strlen(id) < STORE_ROUND && snprintf(out, STORE_ROUND, "%s", id) > 0;
}

static void hold(Request *q)
{
    House *h = q->house;
    HeldRequest *held = h->helds < HELD ? memory_resize(NULL, sizeof *held + q->length) : NULL;
    if (!held) {
        request_refuse(q, "trouble");
        return;
    }
    *held = (HeldRequest){.visitor = q->visitor, .since = q->since, .length = q->length};
    memcpy(held->text, q->text, q->length);
    q->visitor->uses++;
    *h->held_end = held;
    h->held_end = &held->next;
    h->helds++;
}

/* Sends the request to whoever has the lease. */
static bool forward(Request *q, int shard)
{
    House *h = q->house;
    Visitor *v = q->visitor;
    int64_t owner = h->lease[shard].owner;
    if (!owner || owner == h->site.self || !h->world.forward)
        return false;
    Buffer text = {0};
    accounts_vouch(q, &text);
    bool sent = !text.failed && text.length <= HOUSE_MESSAGE &&
                h->world.forward(h->world.far, owner, v->number, v->guest, v->journey, buffer_text(&text), text.length);
    buffer_free(&text);
    if (!sent)
        return false;
    v->far |= UINT64_C(1) << shard;
    v->forwarded = true;
    h->count.forwarded++;
    return true;
}

bool far_route(Request *q)
{
    House *h = q->house;
    char id[STORE_ROUND];
    if (!h->shared || q->where == WHERE_HERE)
        return false;
    if (q->where == WHERE_ANY ? leases_any(h) : !target(q, id) || leases_hold(h, id))
        return false;
    if (q->visitor->shadow)         /* its home knows less than we do: the visitor comes back once that has changed */
        visitor_hang_up(h, q->visitor, 1012);
    else if (q->where == WHERE_ANY || !forward(q, store_shard(id))) {
        if (house_now(h) - q->since > HOLD)
            request_refuse(q, "trouble");
        else
            hold(q);
    }
    return true;
}

void far_flush(House *h)
{
    HeldRequest *held = h->held;
    h->held = NULL;
    h->held_end = &h->held;
    h->helds = 0;
    for (HeldRequest *next; held; held = next) {
        next = held->next;
        if (held->visitor->line)
            house_take(h, held->visitor, held->text, held->length, held->since);
        visitor_release(h, held->visitor);
        memory_free(held);
    }
}

void far_free(House *h)
{
    for (HeldRequest *next; h->held; h->held = next) {
        next = h->held->next;
        memory_free(h->held);
    }
}

/* --- what comes back --- */

static Visitor *find(const House *h, uint64_t number)
{
    Visitor *v = h->numbered[number % BUCKETS];
    while (v && v->number != number)
        v = v->next_numbered;
    return v;
}

void far_number(House *h, Visitor *v)
{
    v->number = ++h->numbers;
    v->next_numbered = h->numbered[v->number % BUCKETS];
    h->numbered[v->number % BUCKETS] = v;
}

void far_forget(House *h, Visitor *v)
{
    Visitor **at = &h->numbered[v->number % BUCKETS];
    while (*at && *at != v)
        at = &(*at)->next_numbered;
    if (*at)
        *at = v->next_numbered;
    if (v->forwarded && h->world.forget)
        h->world.forget(h->world.far, v->number);
}

void house_far_text(House *h, uint64_t number, const char *text, size_t length)
{
    Visitor *v = find(h, number);
    HouseText *t = v && v->line ? memory_resize(NULL, sizeof *t + length + 1) : NULL;
    if (!t) {
        if (v && v->line)
            visitor_hang_up(h, v, 1013);
        return;
    }
    t->uses = 1;
    t->length = length;
    memcpy(t->bytes, text, length);
    t->bytes[length] = '\0';
    h->world.send(h->world.context, v->line, t);
}

void house_far_hang_up(House *h, uint64_t number, int reason)
{
    Visitor *v = find(h, number);
    if (v && v->line)
        visitor_hang_up(h, v, reason);
}

void house_far_guest(House *h, uint64_t number, const char *guest)
{
    Visitor *v = find(h, number);
    if (v && !v->guest[0])
        snprintf(v->guest, sizeof v->guest, "%s", guest);
}

/* --- shadows --- */

Visitor *house_far_enter(House *h, void *line)
{
    Visitor *v = h->closing ? NULL : visitor_new(h, line, 0);
    if (v)
        v->shadow = true;
    return v;
}

const char *house_far_receive(House *h, Visitor *v, const char *guest, int64_t journey, const char *text, size_t length)
{
    if (!v->guest[0])
        snprintf(v->guest, sizeof v->guest, "%s", guest);
    v->journey = journey;
    if (!h->closing && v->line)
        house_take(h, v, text, length, house_now(h));
    return v->guest;
}
