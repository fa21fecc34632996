/* Passkeys of accounts, instead of a password or in addition to it. The browser is given a challenge that belongs to
 * this line and is good once. passkey.c checks what it signs. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "core/words.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    CHALLENGE_MS = 5 * MINUTE,
    PASSKEYS = 20, /* per account */
};

/* --- challenges --- */

/* Why this visitor cannot use passkeys here; NULL: it can. */
static const char *why_not(const House *h, const Visitor *v, char site[PASSKEY_SITE])
{
    if (!h->accounts)
        return "no-accounts";
    if (v->overheard)
        return "overheard";
    return passkey_offered() && v->page && passkey_site(v->page, site) ? NULL : "no-passkeys";
}

static bool add_id(void *context, const StorePasskey *p)
{
    json_text(context, NULL, p->id);
    return true;
}

/* {"do":"challenge"}: what a browser needs to make a passkey or to sign with one. */
void request_challenge(Request *q)
{
    House *h = q->house;
    Visitor *v = q->visitor;
    char site[PASSKEY_SITE], user[24];
    unsigned char bits[32];
    const char *why = why_not(h, v, site);
    if (why) {
        request_refuse(q, why);
        return;
    }
    h->world.random(h->world.context, bits, sizeof bits);
    sodium_bin2base64(v->challenge, sizeof v->challenge, bits, sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    v->challenged = house_now(h);
    v->future = accounts_number(h);
    snprintf(user, sizeof user, "%" PRId64, v->account ? v->account : v->future);
    Say s = say_begin("challenge");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_text(&s.json, "challenge", v->challenge);
    json_text(&s.json, "site", site);
    json_text(&s.json, "user", user);
    json_text(&s.json, "verification", h->unverified ? "preferred" : "required");
    json_open_array(&s.json, "passkeys");
    if (v->account)
        store_passkeys(h->store, v->account, add_id, &s.json, NULL);
    json_close_array(&s.json);
    say_send(h, v, &s);
}

/* The challenge that this line was given, once; false: there is none, or it is too old. */
static bool take_challenge(House *h, Visitor *v, char challenge[PASSKEY_CHALLENGE], PasskeyAsked *out)
{
    char site[PASSKEY_SITE];
    bool good = !why_not(h, v, site) && v->challenge[0] && house_now(h) - v->challenged < CHALLENGE_MS;
    memcpy(challenge, v->challenge, PASSKEY_CHALLENGE);
    v->challenge[0] = '\0';
    *out = (PasskeyAsked){.origin = v->page, .challenge = challenge, .verified = !h->unverified};
    return good;
}

static const char *text_in(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* --- what a browser made or signed --- */

bool accounts_passkey_given(const Request *q, const char *name)
{
    return json_is_object(json_object_get(q->json, name));
}

typedef struct Known {
    int64_t number, account, counter;
    char key[PASSKEY_KEY];
} Known;

static bool keep_known(void *context, const StorePasskey *p)
{
    Known *k = context;
    *k = (Known){.number = p->number, .account = p->account, .counter = p->counter};
    snprintf(k->key, sizeof k->key, "%s", p->key);
    return false;
}

/* Whether the request's `passkey` is a signature by this account (0: by any); stores whose it is in a->account. */
static bool check_signature(AccountWait *a, Request *q, const PasskeyAsked *asked, int64_t account)
{
    const json_t *given = json_object_get(q->json, "passkey");
    const char *id = text_in(given, "id"), *user = text_in(given, "user");
    char number[24];
    unsigned char hash[STORE_HASH];
    Known known = {0};
    store_hash_token(id ? id : "", hash);
    if (!store_passkey(q->house->store, hash, keep_known, &known, NULL) || !known.number ||
        (account && known.account != account))
        return false;
    snprintf(number, sizeof number, "%" PRId64, known.account);
    if ((user && strcmp(user, number) != 0) ||
        !passkey_check(asked, text_in(given, "client"), text_in(given, "data"), text_in(given, "signature"), known.key,
                       known.counter, &a->counter))
        return false;
    a->account = known.account;
    a->passkey = known.number;
    return true;
}

bool accounts_prove_passkey(AccountWait *a, Request *q, int64_t account, bool makes)
{
    const json_t *made = json_object_get(q->json, "made");
    char challenge[PASSKEY_CHALLENGE];
    PasskeyAsked asked;
    bool signs = accounts_passkey_given(q, "passkey");
    bool ok = take_challenge(q->house, q->visitor, challenge, &asked) &&
              (!signs || check_signature(a, q, &asked, account)) &&
              (!makes || passkey_register(&asked, text_in(made, "client"), text_in(made, "data"), &a->fresh_key));
    if (!ok)
        accounts_refuse(a, "wrong-passkey");
    else if (signs)
        a->stale = "wrong-passkey";
    return ok;
}

StoreAct accounts_use_passkey(const AccountWait *a)
{
    return (StoreAct){.kind = STORE_USE_PASSKEY,
                      .account = a->account,
                      .number = a->passkey,
                      .other = a->counter,
                      .at = house_now(a->house)};
}

StoreAct accounts_add_passkey(const AccountWait *a)
{
    int64_t now = house_now(a->house);
    StoreAct act = {.kind = STORE_ADD_PASSKEY,
                    .account = a->account,
                    .number = accounts_number(a->house),
                    .key = a->fresh_key.id,
                    .secret = a->fresh_key.key,
                    .other = a->fresh_key.counter,
                    .text = a->label,
                    .at = now,
                    .seen = now};
    store_hash_token(a->fresh_key.id, act.hash);
    return act;
}

/* --- those of an account --- */

static bool add_passkey(void *context, const StorePasskey *p)
{
    Json *j = context;
    json_open_object(j, NULL);
    json_number(j, "passkey", p->number);
    json_text(j, "label", p->label);
    json_number(j, "made", p->made);
    json_number(j, "seen", p->seen);
    json_close_object(j);
    return true;
}

void accounts_list_passkeys(House *h, int64_t account, Json *j)
{
    json_open_array(j, "passkeys");
    store_passkeys(h->store, account, add_passkey, j, NULL);
    json_close_array(j);
}

static bool count_passkey(void *context, const StorePasskey *p)
{
    (void)p;
    ++*(int *)context;
    return true;
}

static int passkeys_of(House *h, int64_t account)
{
    int count = 0;
    return store_passkeys(h->store, account, count_passkey, &count, NULL) ? count : PASSKEYS;
}

static void say_passkeys(AccountWait *a)
{
    accounts_changed(a->house, a->account, "passkeys", a->visitor);
    Say s = say_begin("passkeys");
    s.json.out = &s.text;
    say_re(&s, a->re);
    accounts_list_passkeys(a->house, a->account, &s.json);
    accounts_said(a, &s);
}

void accounts_read_label(AccountWait *a, const Request *q)
{
    char *clean = NULL;
    if (words_clean(request_text(q, "label"), false, ACCOUNT_DEVICE - 1, &clean, NULL))
        snprintf(a->label, sizeof a->label, "%s", clean ? clean : "");
    memory_free(clean);
}

static void add_fresh(AccountWait *a)
{
    StoreAct act = accounts_add_passkey(a);
    if (!a->passkey)
        a->stale = "wrong-passkey"; /* it exists already */
    accounts_submit(a, &act, 1);
}

/* {"do":"passkey-add","made":…,"label":…}, with the password or another passkey. */
void request_passkey_add(Request *q)
{
    if (q->visitor->account && passkeys_of(q->house, q->visitor->account) >= PASSKEYS)
        request_refuse(q, "too-many-passkeys");
    else
        accounts_begin_own(q, NULL, true, add_fresh, say_passkeys);
}

static void drop(AccountWait *a)
{
    StoreAccount account;
    StoreAct act = {.kind = STORE_DROP_PASSKEY, .account = a->account, .number = a->dropped};
    if (!a->passkey)
        a->stale = "no-such-passkey";
    if (!store_account(a->house->store, a->account, NULL, &account, NULL))
        accounts_refuse(a, "trouble");
    else if (!account.secret[0] && passkeys_of(a->house, a->account) < 2)
        accounts_refuse(a, "last-passkey"); /* there would be no way in */
    else
        accounts_submit(a, &act, 1);
}

/* {"do":"passkey-remove","number":…}, with the password or a passkey. */
void request_passkey_remove(Request *q)
{
    int64_t number = 0;
    if (!request_number(q, "number", &number) || number <= 0) {
        request_refuse(q, "no-such-passkey");
        return;
    }
    accounts_begin_own(q, NULL, false, drop, say_passkeys);
}

/* {"do":"passkey-name","number":…,"label":…} */
void request_passkey_name(Request *q)
{
    AccountWait *a = accounts_signed_in(q) ? accounts_wait(q) : NULL;
    StoreAct act = {.kind = STORE_NAME_PASSKEY};
    if (!a)
        return;
    accounts_read_label(a, q);
    a->stale = "no-such-passkey";
    a->stored = say_passkeys;
    act.account = a->account;
    act.text = a->label;
    request_number(q, "number", &act.number);
    accounts_submit(a, &act, 1);
}
