/* What people do with their accounts besides signing in: devices, blocking, reporting. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "core/words.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { REPORT_TEXT = 200 };         /* longest text of a report, in bytes */

/* --- who is signed in --- */

void accounts_sign_out(House *h, Visitor *v)
{
    accounts_part(v);
    Say s = say_begin("signed-out");
    say_send(h, v, &s);
}

/* A store that does not answer ends no session. */
bool accounts_ended(House *h, const Visitor *v)
{
    StoreSession session;
    return store_session(h->store, v->proof, &session, NULL) &&
           (session.number != v->session || session.until <= house_now(h));
}

bool accounts_check(House *h, Visitor *v)
{
    if (v->account && accounts_ended(h, v))
        accounts_sign_out(h, v);
    return v->account != 0;
}

bool accounts_signed_in(Request *q)
{
    if (!q->house->accounts)
        request_refuse(q, "no-accounts");
    else if (accounts_check(q->house, q->visitor))
        return true;
    else
        request_refuse(q, "not-signed-in");
    return false;
}

bool accounts_reserved(House *h, const char *name)
{
    char key[ACCOUNT_NAME_KEY];
    StoreAccount account;
    account_name_key(name, key);
    return h->accounts && key[0] && store_account(h->store, 0, key, &account, NULL) && account.id;
}

/* The account's name, the one that the request gives, or the visitor's number as a guest. */
bool accounts_name(Request *q, char out[ROUND_NAME])
{
    const char *given = request_text(q, "name");
    char *clean = NULL;
    if (accounts_check(q->house, q->visitor)) {
        snprintf(out, ROUND_NAME, "%s", q->visitor->name);
        return true;
    }
    if (!words_clean(given, false, ROUND_NAME - 1, &clean, NULL)) {
        request_refuse(q, "bad-name");
        return false;
    }
    if (clean && clean[0] == '~' && strcmp(clean, q->visitor->guest) != 0) {
        memory_free(clean);
        request_refuse(q, "bad-name");
        return false;
    }
    if (clean && clean[0] != '~' && accounts_reserved(q->house, clean)) {
        memory_free(clean);
        request_refuse(q, "name-taken");
        return false;
    }
    if (!clean && !house_guest(q->house, q->visitor) && !q->visitor->guest[0]) {
        request_refuse(q, "trouble");
        return false;
    }
    snprintf(out, ROUND_NAME, "%s", clean ? clean : q->visitor->guest);
    memory_free(clean);
    return true;
}

/* --- devices --- */

static bool add_session(void *context, const StoreSession *s)
{
    Json *j = context;
    json_open_object(j, NULL);
    json_number(j, "session", s->number);
    json_text(j, "device", s->label);
    json_number(j, "made", s->made);
    json_number(j, "seen", s->seen ? s->seen : s->made);
    json_number(j, "until", s->until);
    json_close_object(j);
    return true;
}

typedef struct Blocked {
    int64_t whom[ACCOUNT_BLOCKS];
    int count;
} Blocked;

static bool note_blocked(void *context, int64_t account, int64_t whom)
{
    Blocked *b = context;
    (void)account;
    b->whom[b->count++] = whom;
    return b->count < ACCOUNT_BLOCKS;
}

void accounts_load_blocked(House *h, Visitor *v)
{
    Blocked b = {.count = 0};
    memory_free(v->blocked);
    v->blocked = NULL;
    v->blocked_count = 0;
    if (!store_blocks(h->store, v->account, note_blocked, &b, NULL) || b.count == 0)
        return;
    v->blocked = memory_resize(NULL, (size_t)b.count * sizeof *v->blocked);
    if (!v->blocked)
        return;
    memcpy(v->blocked, b.whom, (size_t)b.count * sizeof *v->blocked);
    v->blocked_count = b.count;
}

void request_account(Request *q)
{
    House *h = q->house;
    Visitor *v = q->visitor;
    StoreAccount account;
    if (!accounts_signed_in(q))
        return;
    if (!store_account(h->store, v->account, NULL, &account, NULL)) {
        request_refuse(q, "trouble");
        return;
    }
    Say s = say_begin("account");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_text(&s.json, "name", account.name);
    json_number(&s.json, "account", account.id);
    json_number(&s.json, "made", account.made);
    json_number(&s.json, "codes", account.codes);
    json_number(&s.json, "session", v->session);
    json_open_array(&s.json, "sessions");
    store_sessions(h->store, account.id, add_session, &s.json, NULL);
    json_close_array(&s.json);
    json_bool(&s.json, "password", account.secret[0] != '\0');
    accounts_list_passkeys(h, account.id, &s.json);
    json_open_array(&s.json, "blocked");
    for (int i = 0; i < v->blocked_count; i++) {
        StoreAccount other;
        if (store_account(h->store, v->blocked[i], NULL, &other, NULL) && other.name[0])
            json_text(&s.json, NULL, other.name);
    }
    json_close_array(&s.json);
    standings_say_account(h, &s.json, account.id);
    say_send(h, v, &s);
}

static void say_signed_out(AccountWait *a)
{
    House *h = a->house;
    bool own = a->visitor->account == a->account && (a->on || a->visitor->session == a->session);
    if (own)
        accounts_part(a->visitor);
    accounts_changed(h, a->account, NULL, NULL);
    Say s = say_begin("signed-out");
    s.json.out = &s.text;
    say_re(&s, a->re);
    if (!own)
        json_number(&s.json, "session", a->session);
    accounts_said(a, &s);
}

/* Ends this session, the one that is named, or all of them; tells the lines that were signed in with them. */
void request_sign_out(Request *q)
{
    AccountWait *a = accounts_signed_in(q) ? accounts_wait(q) : NULL;
    if (!a)
        return;
    a->stored = say_signed_out;
    a->session = q->visitor->session;
    a->on = json_is_true(json_object_get(q->json, "all"));
    request_number(q, "session", &a->session);
    StoreAct act = {.kind = a->on ? STORE_END_SESSIONS : STORE_END_SESSION,
                    .account = a->account,
                    .number = a->on ? 0 : a->session};
    accounts_submit(a, &act, 1);
}

/* --- blocking --- */

bool accounts_hears(const Visitor *v, int64_t account)
{
    for (int i = 0; i < v->blocked_count; i++)
        if (v->blocked[i] == account)
            return false;
    return true;
}

bool accounts_apart(House *h, int64_t account, const HouseRound *r)
{
    bool apart = false;
    for (int seat = 0; account && !apart && seat < round_game(r->round)->players; seat++)
        if (r->account[seat] && r->account[seat] != account && round_seat(r->round, seat)->kind == ROUND_PERSON)
            store_blocked(h->store, account, r->account[seat], &apart, NULL);
    return apart;
}

static void say_blocked(AccountWait *a)
{
    accounts_changed(a->house, a->account, NULL, NULL);
    Say s = say_begin("blocked");
    s.json.out = &s.text;
    say_re(&s, a->re);
    json_text(&s.json, "name", a->name);
    json_bool(&s.json, "on", a->on);
    accounts_said(a, &s);
}

/* {"do":"block","name":…,"on":…}: the two are not seated together, and what the other says is not passed on. */
void request_block(Request *q)
{
    const char *name = request_text(q, "name");
    bool on = !json_is_false(json_object_get(q->json, "on"));
    char key[ACCOUNT_NAME_KEY];
    StoreAccount other;
    if (!accounts_signed_in(q))
        return;
    account_name_key(name ? name : "", key);
    if (!store_account(q->house->store, 0, key, &other, NULL) || !other.id || other.id == q->visitor->account) {
        request_refuse(q, "no-such-account");
        return;
    }
    if (on && q->visitor->blocked_count >= ACCOUNT_BLOCKS) {
        request_refuse(q, "too-many-blocked");
        return;
    }
    AccountWait *a = accounts_wait(q);
    if (!a)
        return;
    a->stored = say_blocked;
    a->on = on;
    snprintf(a->name, sizeof a->name, "%.*s", HOUSE_NAME - 1, other.name);
    StoreAct act = {.kind = on ? STORE_BLOCK : STORE_UNBLOCK, .account = a->account, .number = other.id};
    accounts_submit(a, &act, 1);
}

/* --- reporting --- */

typedef struct Recent {
    int64_t since;
    int count;
} Recent;

static bool count_recent(void *context, const StoreReport *r)
{
    Recent *recent = context;
    recent->count += r->at >= recent->since;
    return true;
}

static void say_reported(AccountWait *a)
{
    Say s = say_begin("reported");
    say_re(&s, a->re);
    accounts_said(a, &s);
}

/* {"do":"report","round":…,"seat":…,"text":…}: for the operator's eyes. */
void request_report(Request *q)
{
    enum { PER_DAY = 10 };
    House *h = q->house;
    const char *id = request_text(q, "round"), *text = request_text(q, "text");
    char *clean = NULL;
    Recent recent = {.since = house_now(h) - DAY};
    if (!accounts_signed_in(q))
        return;
    HouseRound *r = id ? rounds_find(h, id) : NULL;
    int seat = r ? seat_of_letter(round_game(r->round), request_text(q, "seat")) : -1;
    if (!r || seat < 0) {
        request_refuse(q, r ? "no-such-seat" : "no-such-round");
        return;
    }
    if (!words_clean(text, false, REPORT_TEXT, &clean, NULL) || !clean) {
        request_refuse(q, "bad-text");
        return;
    }
    store_reports(h->store, q->visitor->account, false, count_recent, &recent, NULL);
    AccountWait *a = recent.count < PER_DAY ? accounts_wait(q) : NULL;
    if (recent.count >= PER_DAY)
        request_refuse(q, "too-many-reports");
    if (a) {
        a->stored = say_reported;
        StoreAct act = {.kind = STORE_REPORT,
                        .account = a->account,
                        .number = accounts_number(h),
                        .other = r->account[seat],
                        .round = r->id,
                        .seat = seat,
                        .text = clean,
                        .at = house_now(h)};
        accounts_submit(a, &act, 1);
    }
    memory_free(clean);
}
