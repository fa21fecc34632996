/* See accounts_private.h: requests that wait for a password, a passkey or the store, and limits on attempts. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "core/words.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIGNS_AT_ONCE = 10,         /* passwords from one address at once … */
    SIGN_MS = 10 * SECOND,      /* … and then one per this many ms */
    TRIES_PER_HOUR = 50,        /* failed attempts on one name, from any address */
};

/* Compared with the password when a name has no account: it takes as long, and never matches. */
static const char nobodys[] =
    "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

struct Accounts {
    AccountWait *asked;
    uint64_t last;
    Tickets tickets;
    int64_t cleaned;
    Forgetting forgetting;
};

/* --- beginning and end --- */

Accounts *accounts_open(House *h)
{
    Accounts *a = memory_resize(NULL, sizeof *a);
    if (!a)
        return NULL;
    memset(a, 0, sizeof *a);
    h->world.random(h->world.context, a->tickets.key, sizeof a->tickets.key);
    return a;
}

Forgetting *accounts_list(House *h) { return &h->accounts->forgetting; }
Tickets *accounts_tickets(House *h) { return &h->accounts->tickets; }

static void asked_free(AccountWait *a)
{
    AccountWait **at = &a->house->accounts->asked;
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    if (a->secret)
        a->visitor->asking = false;
    visitor_release(a->house, a->visitor);
    sodium_memzero(a, sizeof *a);
    memory_free(a);
}

void accounts_close(House *h)
{
    if (!h->accounts)
        return;
    while (h->accounts->asked)
        asked_free(h->accounts->asked);
    sodium_memzero(h->accounts, sizeof *h->accounts);
    memory_free(h->accounts);
    h->accounts = NULL;
}

void accounts_part(Visitor *v)
{
    memory_free(v->blocked);
    v->blocked = NULL;
    v->blocked_count = 0;
    v->account = v->session = 0;
    v->name[0] = '\0';
}

int64_t accounts_number(House *h)
{
    uint64_t bits;
    h->world.random(h->world.context, (unsigned char *)&bits, sizeof bits);
    return (int64_t)(bits >> 12) + 1;       /* 52 bits: every client can read it */
}

/* --- limits --- */

static bool may_sign(House *h, uint64_t origin)
{
    int64_t now = house_now(h);
    Caller *c = house_caller(h, origin);
    int64_t earned = (now - c->signed_at) / SIGN_MS;
    if (h->unlimited)
        return true;
    c->signed_at += earned * SIGN_MS;
    c->signs = earned > c->signs ? 0 : c->signs - (int)earned;
    return c->signs < SIGNS_AT_ONCE && ++c->signs;
}

/* Counted in the store, so that attempts add up across servers and restarts. */
bool accounts_may_try(AccountWait *a)
{
    unsigned char hash[STORE_HASH];
    int failed;
    store_hash_token(a->key, hash);
    return a->house->unlimited || !store_attempts(a->house->store, hash, house_now(a->house) - HOUR, &failed, NULL) ||
           failed < TRIES_PER_HOUR;
}

void accounts_in_vain(AccountWait *a)
{
    int64_t now = house_now(a->house);
    StoreAct act = {.kind = STORE_ATTEMPT, .at = now, .until = now - HOUR};
    store_hash_token(a->key, act.hash);
    if (a->key[0])
        store_submit(a->house->store, &(StoreWrite){.acts = &act, .act_count = 1}, NULL, NULL);
}

/* --- a password's way --- */

void accounts_refuse(AccountWait *a, const char *why)
{
    say_refused(a->house, a->visitor, a->re, NULL, NULL, why, NULL);
    asked_free(a);
}

AccountWait *accounts_wait(Request *q)
{
    House *h = q->house;
    AccountWait *a = memory_resize(NULL, sizeof *a);
    if (!a) {
        request_refuse(q, "trouble");
        return NULL;
    }
    *a = (AccountWait){.next = h->accounts->asked,
                       .number = ++h->accounts->last,
                       .house = h,
                       .visitor = q->visitor,
                       .account = q->visitor->account};
    h->accounts->asked = a;
    q->visitor->uses++;
    snprintf(a->re, sizeof a->re, "%s", q->re);
    return a;
}

AccountWait *accounts_begin(Request *q)
{
    House *h = q->house;
    const char *why = !h->accounts                       ? "no-accounts"
                      : q->visitor->overheard            ? "overheard"
                      : q->visitor->asking               ? "busy"
                      : !may_sign(h, q->visitor->origin) ? "too-many-tries"
                                                         : NULL;
    if (why) {
        request_refuse(q, why);
        return NULL;
    }
    AccountWait *a = accounts_wait(q);
    if (!a)
        return NULL;
    a->secret = q->visitor->asking = true;
    a->wrong = "wrong-password";
    a->stale = "trouble";
    const char *keep = request_text(q, "keep"), *device = request_text(q, "device");
    char *clean = NULL;
    a->cookie = keep && strcmp(keep, "cookie") == 0;
    if (words_clean(device, false, ACCOUNT_DEVICE - 1, &clean, NULL))
        snprintf(a->device, sizeof a->device, "%s", clean ? clean : "");
    memory_free(clean);
    return a;
}

/* Has the password checked (unless stored is NULL) and the new one hashed for storing (unless fresh is NULL). */
void accounts_prove(AccountWait *a, const char *password, const char *stored, const char *fresh)
{
    HouseSecret s = {.number = a->number};
    House *h = a->house;
    snprintf(s.password, sizeof s.password, "%s", password && strlen(password) < HOUSE_SECRET ? password : "");
    snprintf(s.stored, sizeof s.stored, "%s", !stored ? "" : stored[0] ? stored : nobodys);
    snprintf(s.fresh, sizeof s.fresh, "%s", fresh ? fresh : "");
    bool taken = h->world.prove(h->world.context, &s);
    sodium_memzero(&s, sizeof s);
    if (!taken)
        accounts_refuse(a, "busy");
}

void house_proved(House *h, const HouseProof *p)
{
    AccountWait *a = h->accounts ? h->accounts->asked : NULL;
    while (a && a->number != p->number)
        a = a->next;
    if (!a)
        return;
    if (!p->ok) {
        accounts_in_vain(a);
        accounts_refuse(a, a->wrong);
        return;
    }
    snprintf(a->made, sizeof a->made, "%s", p->made);
    a->proved(a);
}

static void after_store(void *context, StoreResult result)
{
    AccountWait *a = context;
    if (result == STORE_DONE || (result == STORE_STALE && !a->stale)) {
        a->stored(a);
        return;
    }
    if (result == STORE_STALE && a->code[0])
        accounts_in_vain(a);
    accounts_refuse(a, result == STORE_STALE ? a->stale : "trouble");
}

bool accounts_submit_noting(AccountWait *a, const StoreAct *acts, size_t count, const char *note, const char *value)
{
    StoreAct all[STORE_ACTS];
    size_t used = a->passkey ? 1 : 0;
    if (used)                       /* first: if its counter has not grown, nothing is done */
        all[0] = accounts_use_passkey(a);
    memcpy(all + used, acts, count * sizeof *acts);
    StoreWrite w = {.acts = all, .act_count = used + count, .note = {note, value}};
    if (store_submit(a->house->store, &w, after_store, a))
        return true;
    accounts_refuse(a, "trouble");
    return false;
}

bool accounts_submit(AccountWait *a, const StoreAct *acts, size_t count)
{
    return accounts_submit_noting(a, acts, count, NULL, NULL);
}

void accounts_beat(House *h)
{
    int64_t now = house_now(h);
    StoreAct acts[2] = {{.kind = STORE_END_OLD_SESSIONS, .at = now}, {.kind = STORE_END_ATTEMPTS, .at = now - HOUR}};
    if (!h->accounts)
        return;
    if (h->shared)
        accounts_resume(h);
    if (now - h->accounts->cleaned < HOUR)
        return;
    h->accounts->cleaned = now;
    for (int i = 0; i < 2; i++)
        store_submit(h->store, &(StoreWrite){.acts = &acts[i], .act_count = 1}, NULL, NULL);
}

void accounts_said(AccountWait *a, Say *s)
{
    say_send(a->house, a->visitor, s);
    asked_free(a);
}
