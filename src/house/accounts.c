/* See accounts_private.h: signing up, signing in, coming back with a code. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "core/words.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIGNS_AT_ONCE = 10,         /* passwords of one address … */
    SIGN_MS = 10 * SECOND,      /* … and one more each so many ms */
    TRIES_PER_HOUR = 50,        /* that may fail for one name, from wherever */
};
static const int64_t session_ms = INT64_C(30) * DAY;

/* What a name's password is compared with that has no account: it takes as long, and never fits. */
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

/* In the store, so that they are counted together wherever somebody tries, and after a restart too. */
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

/* Has the password looked at (stored NULL: none is) and the new one (NULL: none) made into what is stored. */
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
    if (used)                       /* first: where its counter has not grown, nothing is done */
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

/* --- sessions --- */

static StoreAct new_session(AccountWait *a)
{
    House *h = a->house;
    int64_t now = house_now(h);
    house_token(h, a->token);
    a->session = accounts_number(h);
    a->until = now + session_ms;
    StoreAct act = {.kind = STORE_ADD_SESSION,
                    .account = a->account,
                    .number = a->session,
                    .text = a->device,
                    .at = now,
                    .seen = a->cookie ? 0 : now,    /* see accounts_ticket.c */
                    .until = a->until};
    store_hash_token(a->token, act.hash);
    return act;
}

static void sign(House *h, Visitor *v, int64_t account, int64_t session, const char *name, const char *token)
{
    accounts_part(v);
    v->account = account;
    v->session = session;
    snprintf(v->name, sizeof v->name, "%.*s", HOUSE_NAME - 1, name);
    store_hash_token(token, v->proof);
    accounts_load_blocked(h, v);
}

static void add_ticket(const AccountWait *a, Json *j)
{
    char ticket[HOUSE_TICKET];
    accounts_new_ticket(a->house, a->token, a->until, ticket);
    json_text(j, "ticket", ticket);
    sodium_memzero(ticket, sizeof ticket);
}

/* {"is":"signed-in",…}: how the account and this session are called, and what to come back with. */
static void say_signed_in(AccountWait *a)
{
    House *h = a->house;
    if (a->visitor->line)
        sign(h, a->visitor, a->account, a->session, a->name, a->token);
    if (a->code[0])
        accounts_changed(h, a->account);        /* the others are out */
    Say s = say_begin("signed-in");
    s.json.out = &s.text;
    say_re(&s, a->re);
    json_text(&s.json, "name", a->name);
    json_number(&s.json, "account", a->account);
    json_number(&s.json, "session", a->session);
    json_number(&s.json, "until", a->until);
    if (a->cookie)
        add_ticket(a, &s.json);
    else
        json_text(&s.json, "token", a->token);
    if (a->fresh) {
        json_open_array(&s.json, "codes");
        for (int i = 0; i < ACCOUNT_CODES; i++)
            json_text(&s.json, NULL, a->codes[i]);
        json_close_array(&s.json);
    }
    accounts_said(a, &s);
}

/* --- signing up, in, and with a code --- */

static void add_account(AccountWait *a)
{
    StoreAct acts[3 + ACCOUNT_CODES] = {{.kind = STORE_ADD_ACCOUNT,
                                         .account = a->account,
                                         .text = a->name,
                                         .key = a->key,
                                         .secret = a->made,
                                         .at = house_now(a->house)}};
    size_t count = 1 + accounts_new_codes(a, acts + 1);
    if (a->fresh_key.id[0])
        acts[count++] = accounts_add_passkey(a);
    acts[count++] = new_session(a);
    accounts_submit(a, acts, count);
}

/* With a password, or with a passkey alone. */
static void prove_new(AccountWait *a, Request *q, const char *password)
{
    if (!accounts_passkey_given(q, "made")) {
        accounts_prove(a, NULL, NULL, password);
        return;
    }
    accounts_read_label(a, q);
    a->account = q->visitor->future;
    if (accounts_prove_passkey(a, q, 0, true))
        add_account(a);
}

void request_sign_up(Request *q)
{
    const char *name = request_text(q, "name"), *password = request_text(q, "password");
    const char *why = account_name_refusal(name);
    StoreAccount known;
    if (!why && !accounts_passkey_given(q, "made"))
        why = account_password_refusal(password, name);
    if (q->house->accounts && why) {
        request_refuse(q, why);
        return;
    }
    AccountWait *a = accounts_begin(q);
    if (!a)
        return;
    snprintf(a->name, sizeof a->name, "%s", name);
    account_name_key(name, a->key);
    a->account = accounts_number(q->house);
    a->proved = add_account;
    a->stored = say_signed_in;
    a->stale = "name-taken";
    /* Names are public: everybody sees them at the table. */
    if (!store_account(q->house->store, 0, a->key, &known, NULL) || known.id)
        accounts_refuse(a, known.id ? "name-taken" : "trouble");
    else
        prove_new(a, q, password);
}

static void add_session(AccountWait *a)
{
    StoreAct acts[2] = {new_session(a),
                        {.kind = STORE_KEEP_SESSIONS, .account = a->account, .number = ACCOUNT_SESSIONS}};
    accounts_submit(a, acts, 2);
}

/* The account of the name that the request gives, or nobody; false: refused. */
static bool find_account(AccountWait *a, const char *name, StoreAccount *out)
{
    account_name_key(name ? name : "", a->key);
    if (accounts_may_try(a)) {
        if (store_account(a->house->store, 0, a->key, out, NULL)) {
            if (out->state != STORE_OPEN)
                *out = (StoreAccount){0};
            a->account = out->id;
            snprintf(a->name, sizeof a->name, "%.*s", HOUSE_NAME - 1, out->name);
            return true;
        }
        accounts_refuse(a, "trouble");
    } else {
        accounts_refuse(a, "too-many-tries");
    }
    return false;
}

/* With the token of a session that is there already. */
static bool sign_in_by_token(House *h, Visitor *v, const char *token, StoreSession *session, StoreAccount *account)
{
    unsigned char hash[STORE_HASH];
    store_hash_token(token, hash);
    if (!h->accounts || !store_session(h->store, hash, session, NULL) || !session->number ||
        session->until <= house_now(h) || !store_account(h->store, session->account, NULL, account, NULL) ||
        account->state != STORE_OPEN)
        return false;
    sign(h, v, account->id, session->number, account->name, token);
    if (house_now(h) - session->seen >= HOUR) {
        StoreAct see = {
            .kind = STORE_SEE_SESSION, .account = account->id, .number = session->number, .at = house_now(h)};
        store_submit(h->store, &(StoreWrite){.acts = &see, .act_count = 1}, NULL, NULL);
    }
    return true;
}

static void say_back(House *h, Visitor *v, const char *re, const StoreSession *session)
{
    Say s = say_begin("signed-in");
    s.json.out = &s.text;
    say_re(&s, re);
    json_text(&s.json, "name", v->name);
    json_number(&s.json, "account", v->account);
    json_number(&s.json, "session", v->session);
    json_number(&s.json, "until", session->until);
    say_send(h, v, &s);
}

void house_introduce(House *h, Visitor *v, const char *token, bool overheard, const char *page)
{
    StoreSession session;
    StoreAccount account;
    v->overheard = overheard;
    v->page = page ? memory_resize(NULL, strlen(page) + 1) : NULL;
    if (v->page)
        memcpy(v->page, page, strlen(page) + 1);
    if (token && sign_in_by_token(h, v, token, &session, &account))
        say_back(h, v, NULL, &session);
}

static void sign_in_by_passkey(AccountWait *a, Request *q)
{
    StoreAccount account;
    if (!accounts_prove_passkey(a, q, 0, false))
        return;
    if (!store_account(q->house->store, a->account, NULL, &account, NULL) || account.state != STORE_OPEN) {
        accounts_refuse(a, "wrong-passkey");
        return;
    }
    snprintf(a->name, sizeof a->name, "%.*s", HOUSE_NAME - 1, account.name);
    add_session(a);
}

void request_sign_in(Request *q)
{
    const char *token = request_text(q, "token");
    StoreSession session;
    StoreAccount account;
    if (token && q->house->accounts) {
        if (sign_in_by_token(q->house, q->visitor, token, &session, &account))
            say_back(q->house, q->visitor, q->re, &session);
        else
            request_refuse(q, "no-such-session");
        return;
    }
    AccountWait *a = accounts_begin(q);
    if (!a)
        return;
    a->proved = add_session;
    a->stored = say_signed_in;
    a->wrong = a->stale = "wrong-password";
    if (accounts_passkey_given(q, "passkey"))
        sign_in_by_passkey(a, q);
    else if (find_account(a, request_text(q, "name"), &account))
        accounts_prove(a, request_text(q, "password"), account.secret, NULL);
}

/* Every session ends, and every passkey: whoever had the old password, or has found a device, is out. */
static void use_code(AccountWait *a)
{
    StoreAct acts[5] = {{.kind = STORE_USE_CODE, .account = a->account},
                        {.kind = STORE_SET_SECRET, .account = a->account, .secret = a->made},
                        {.kind = STORE_END_SESSIONS, .account = a->account},
                        {.kind = STORE_DROP_PASSKEY, .account = a->account}};
    memcpy(acts[0].hash, a->code, STORE_HASH);
    acts[4] = new_session(a);
    accounts_submit(a, acts, 5);
}

void request_recover(Request *q)
{
    const char *name = request_text(q, "name"), *code = request_text(q, "code");
    const char *password = request_text(q, "password");
    StoreAccount account;
    if (q->house->accounts && account_password_refusal(password, name)) {
        request_refuse(q, "bad-password");
        return;
    }
    AccountWait *a = accounts_begin(q);
    if (!a)
        return;
    account_code_hash(code ? code : "", a->code);
    a->proved = use_code;
    a->stored = say_signed_in;
    a->stale = "wrong-code";
    if (find_account(a, name, &account))
        accounts_prove(a, NULL, NULL, password);
}
