/* Signing up, signing in, coming back with a code: see accounts_private.h. */
#include "house/accounts_private.h"

#include "core/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const int64_t session_ms = INT64_C(30) * DAY;

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

/* {"is":"signed-in",…}: the names of the account and of this session, and what to come back with. */
static void say_signed_in(AccountWait *a)
{
    House *h = a->house;
    if (a->visitor->line)
        sign(h, a->visitor, a->account, a->session, a->name, a->token);
    if (a->code[0])
        accounts_changed(h, a->account, NULL, NULL);        /* the other sessions have ended */
    Say s = say_begin("signed-in");
    s.json.out = &s.text;
    say_re(&s, a->re);
    json_text(&s.json, "name", a->name);
    json_number(&s.json, "account", a->account);
    json_number(&s.json, "session", a->session);
    json_number(&s.json, "until", a->until);
    if (a->poor)
        json_bool(&s.json, "poor", true);
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

/* The account with the name in the request, or none; false: refused. */
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

/* With the token of an existing session. */
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
    else if (find_account(a, request_text(q, "name"), &account)) {
        const char *password = request_text(q, "password");
        a->poor = account_password_refusal(password, account.name) != NULL;
        accounts_prove(a, password, account.secret, NULL);
    }
}

/* Ends every session and removes every passkey: whoever had the old password or found a device is out. */
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
