/* Accounts where several servers share a store: each server may have lines of the same people.
 *
 * The session's hash vouches for a visitor who asks another server for something. Once a change to an account is
 * stored, all servers are told. That is only a hint: whatever needs an account asks the store anyway. */
#include "house/accounts_private.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* --- a visitor who asks elsewhere --- */

/* The proof always comes first, even when it is empty: one that the visitor wrote is then a duplicate key, which is
 * refused. */
void accounts_vouch(const Request *q, Buffer *out)
{
    char hex[2 * STORE_HASH + 1] = "";
    const char *begin = memchr(q->text, '{', q->length);
    if (!q->house->accounts || !begin) {
        buffer_format(out, "%.*s", (int)q->length, q->text);
        return;
    }
    if (q->visitor->account)
        sodium_bin2hex(hex, sizeof hex, q->visitor->proof, STORE_HASH);
    buffer_format(out, "{\"proof\":\"%s\",%.*s", hex, (int)(q->length - (size_t)(begin + 1 - q->text)), begin + 1);
}

void accounts_follow(Request *q)
{
    const char *hex = request_text(q, "proof");
    unsigned char hash[STORE_HASH];
    StoreSession session;
    StoreAccount account;
    Visitor *v = q->visitor;
    if (!q->house->accounts || !hex || sodium_hex2bin(hash, STORE_HASH, hex, strlen(hex), NULL, NULL, NULL) != 0) {
        accounts_part(v);
        return;
    }
    if (v->account && memcmp(hash, v->proof, STORE_HASH) == 0)
        return;
    accounts_part(v);
    if (!store_session(q->house->store, hash, &session, NULL) || !session.number ||
        session.until <= house_now(q->house) ||
        !store_account(q->house->store, session.account, NULL, &account, NULL) || account.state != STORE_OPEN)
        return;
    v->account = account.id;
    v->session = session.number;
    snprintf(v->name, sizeof v->name, "%.*s", HOUSE_NAME - 1, account.name);
    memcpy(v->proof, hash, STORE_HASH);
    accounts_load_blocked(q->house, v);
}

/* --- what has changed --- */

static void tell_all(House *h, const char *text, size_t length)
{
    for (size_t i = 0; h->shared && h->world.forward && i < h->site.servers; i++)
        if (h->site.server[i].id != h->site.self)
            h->world.forward(h->world.far, h->site.server[i].id, 0, "", 0, text, length);
}

/* {"is":"notice","what":…}: somebody who was signed in has changed how to sign in. */
static void say_notice(House *h, Visitor *v, const char *notice)
{
    Say s = say_begin("notice");
    s.json.out = &s.text;
    json_text(&s.json, "what", notice);
    say_send(h, v, &s);
}

/* Tells sessions that they have ended, and reads the lists of blocked people again. */
static void look_again(House *h, int64_t account, const char *notice, const Visitor *by)
{
    for (Visitor *v = h->visitor, *next; v; v = next) {
        next = v->next;
        if (v->account != account)
            continue;
        if (!accounts_ended(h, v)) {
            accounts_load_blocked(h, v);
            if (notice && v != by && !v->shadow)
                say_notice(h, v, notice);
        } else if (v->shadow)             /* its home tells it */
            accounts_part(v);
        else
            accounts_sign_out(h, v);
    }
}

void accounts_changed(House *h, int64_t account, const char *notice, const Visitor *by)
{
    char text[128];
    int n = snprintf(text, sizeof text, "{\"do\":\"account-changed\",\"account\":%" PRId64 ",\"notice\":\"%s\"}",
                     account, notice ? notice : "");
    tell_all(h, text, (size_t)n);
    look_again(h, account, notice, by);
}

void accounts_seats_changed(House *h, const char *round)
{
    HouseRound *r = rounds_loaded(h, round);
    int64_t owner = h->shared ? h->lease[store_shard(round)].owner : 0;
    char text[128];
    if (r)
        accounts_add_seats(h, r);
    if (!owner || owner == h->site.self || !h->world.forward)
        return;
    int n = snprintf(text, sizeof text, "{\"do\":\"account-changed\",\"round\":\"%s\"}", round);
    h->world.forward(h->world.far, owner, 0, "", 0, text, (size_t)n);
}

/* {"do":"account-changed",…}: from another server, which has stored it. */
void request_account_changed(Request *q)
{
    const char *round = request_text(q, "round"), *notice = request_text(q, "notice");
    HouseRound *r = round ? rounds_loaded(q->house, round) : NULL;
    int64_t account = 0;
    if (!q->visitor->shadow || !q->house->accounts) {
        request_refuse(q, "no-such-request");
        return;
    }
    if (r)
        accounts_add_seats(q->house, r);
    if (request_number(q, "account", &account) && account)
        look_again(q->house, account, notice && *notice ? notice : NULL, NULL);
}
