/* The house as a whole: visitors, limits, requests, time. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "core/utf8.h"
#include "games/registry.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t house_now(const House *h) { return h->world.now(h->world.context); }

HouseCount house_count(const House *h)
{
    HouseCount count = h->count;
    count.held = (size_t)h->helds;
    return count;
}

/* 128 random bits as base64url. Tokens that begin with '-' (1 in 64) are drawn again: people pass tokens to
 * commands, which would take them for options. */
void house_token(House *h, char out[HOUSE_TOKEN])
{
    unsigned char bits[16];
    do {
        h->world.random(h->world.context, bits, sizeof bits);
        sodium_bin2base64(out, HOUSE_TOKEN, bits, sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    } while (out[0] == '-');
    sodium_memzero(bits, sizeof bits);
}

void house_feed_key(const char *token, char out[HOUSE_TOKEN])
{
    unsigned char hash[STORE_HASH];
    char text[HOUSE_TOKEN + 8];
    snprintf(text, sizeof text, "feed %s", token);
    store_hash_token(text, hash);
    sodium_bin2base64(out, HOUSE_TOKEN, hash, 16, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* --- opening and closing --- */

static void write_note(House *h, const char *key, int64_t number)
{
    char value[24];
    snprintf(value, sizeof value, "%" PRId64, number);
    store_submit(h->store, &(StoreWrite){.note = {key, value}}, NULL, NULL);
}

/* The numbers up to this one have been given to guests. */
static void read_guests(House *h)
{
    char value[STORE_TEXT];
    if (!h->shared && store_read_note(h->store, "guests", value, NULL))
        h->guests = strtoull(value, NULL, 10);
}

void house_beat(House *h) { write_note(h, "alive", house_now(h)); }

House *house_open(Store *store, const HouseWorld *world, const HouseOptions *options, Message *error)
{
    House *h = memory_resize(NULL, sizeof *h);
    if (!h) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(h, 0, sizeof *h);
    h->store = store;
    h->world = *world;
    h->unlimited = options->unlimited;
    h->unverified = options->unverified;
    snprintf(h->name, sizeof h->name, "%s", options->name ? options->name : "");
    utf8_clean(h->name);
    h->wake = INT64_MAX;
    h->opened_at = house_now(h);
    h->held_end = &h->held;
    h->sweeping = true;
    h->chores.due = true;
    leases_open(h, options->address);
    read_guests(h);
    write_note(h, "alive", h->opened_at);
    h->beat = h->opened_at;
    h->probes = probes_open(options->oracle, options->tables);
    h->accounts = options->accounts && world->prove ? accounts_open(h) : NULL;
    if (h->accounts)
        accounts_resume(h);
    return h;
}

void house_close(House *h)
{
    h->closing = true;
    for (Visitor *v = h->visitor, *next; v; v = next) {
        next = v->next;
        if (!v->line)
            continue;
        if (!v->shadow) {
            Say s = say_begin("closing");
            say_send(h, v, &s);
        }
        visitor_hang_up(h, v, 1012);
    }
    write_note(h, "alive", house_now(h));
}

void house_free(House *h)
{
    if (!h)
        return;
    start_forget(h);
    rounds_drop_all(h);
    far_free(h);
    lobby_free(h);
    accounts_close(h);
    while (h->visitor) {
        Visitor *v = h->visitor;
        h->visitor = v->next;
        accounts_part(v);
        memory_free(v->page);
        memory_free(v);
    }
    probes_close(h->probes);
    explorer_close(h->explorer);
    standings_close(h->standings);
    memory_free(h);
}

/* --- visitors --- */

Visitor *visitor_new(House *h, void *line, uint64_t origin)
{
    Visitor *v = memory_resize(NULL, sizeof *v);
    if (!v)
        return NULL;
    *v = (Visitor){.next = h->visitor,
                   .line = line,
                   .uses = 1,
                   .origin = origin,
                   .credit = CREDIT,
                   .credit_at = house_now(h),
                   .journey = -1};
    if (h->visitor)
        h->visitor->before = v;
    h->visitor = v;
    return v;
}

void visitor_hang_up(House *h, Visitor *v, int reason)
{
    if (!v->line)
        return;
    if (v->shadow)
        h->world.far_hang_up(h->world.far, v->line, reason);
    else
        h->world.hang_up(h->world.context, v->line, reason);
}

Visitor *house_enter(House *h, void *line, uint64_t origin)
{
    Visitor *v = h->closing ? NULL : visitor_new(h, line, origin);
    if (!v)
        return NULL;
    far_number(h, v);
    h->count.visitors++;
    Say s = say_begin("welcome");
    s.json.out = &s.text;
    json_number(&s.json, "version", HOUSE_VERSION);
    json_text(&s.json, "house", h->name);
    json_number(&s.json, "now", house_now(h));
    json_open_array(&s.json, "games");
    for (size_t i = 0; i < registry_count(); i++)
        json_text(&s.json, NULL, registry_game(i)->id);
    json_close_array(&s.json);
    json_number(&s.json, "levels", h->world.think ? LEVEL_MAX : 0);
    json_open_array(&s.json, "phrases");
    for (int i = 0; i < HOUSE_PHRASES; i++)
        json_text(&s.json, NULL, house_phrases[i]);
    json_close_array(&s.json);
    probes_list(h->probes, &s.json);
    json_bool(&s.json, "accounts", h->accounts != NULL);
    json_bool(&s.json, "passkeys", h->accounts && passkey_offered());
    say_send(h, v, &s);
    return v;
}

void visitor_release(House *h, Visitor *v)
{
    if (--v->uses > 0)
        return;
    if (v->before)
        v->before->next = v->next;
    else
        h->visitor = v->next;
    if (v->next)
        v->next->before = v->before;
    accounts_part(v);
    memory_free(v->page);
    memory_free(v);
}

void house_leave(House *h, Visitor *v)
{
    v->line = NULL;
    if (!v->shadow) {
        h->count.visitors--;
        far_forget(h, v);
    }
    while (v->member)
        rounds_part(h, v->member);
    visitor_release(h, v);
}

void house_journey(House *h, Visitor *v, int64_t ms)
{
    (void)h;
    if (ms < 0)
        return;
    /* One slow answer says little; a faster one shows that the journey is not that long. */
    v->journey = v->journey < 0 || ms < v->journey ? ms : (3 * v->journey + ms) / 4;
}

bool house_guest(House *h, Visitor *v)
{
    if (v->guest[0])
        return false;
    if (h->shared && h->guests == h->guests_end) {
        int64_t last;
        if (!store_reserve(h->store, "guests", GUESTS, &last, NULL))
            return false;
        h->guests_end = (uint64_t)last;
        h->guests = h->guests_end - GUESTS;
    }
    snprintf(v->guest, sizeof v->guest, "~%" PRIu64, ++h->guests);
    if (!h->shared)
        write_note(h, "guests", (int64_t)h->guests);
    return true;
}

/* --- limits --- */

/* Whether the visitor can afford the cost; one that cannot is cut off. */
static bool may_ask(House *h, Visitor *v, int cost)
{
    int64_t now = house_now(h), earned = (now - v->credit_at) / CREDIT_MS;
    if (h->unlimited || v->shadow)
        return true;
    v->credit_at += earned * CREDIT_MS;
    v->credit = earned > CREDIT - v->credit ? CREDIT : v->credit + (int)earned;
    v->credit -= cost;
    if (v->credit >= 0)
        return true;
    visitor_hang_up(h, v, 1008);
    return false;
}

Caller *house_caller(House *h, uint64_t origin)
{
    int64_t now = house_now(h);
    Caller *c = &h->caller[origin % CALLERS];
    if (c->who != origin)
        *c = (Caller){.who = origin, .since = now, .probed = now};
    return c;
}

bool house_may_open(House *h, Visitor *v)
{
    int64_t now = house_now(h);
    Caller *c = house_caller(h, v->origin);
    if (h->unlimited)
        return true;
    if (now - c->since >= HOUR) {
        c->since = now;
        c->opened = 0;
    }
    return c->opened++ < OPENED_PER_HOUR;
}

/* --- requests --- */

const char *request_text(const Request *q, const char *name)
{
    return json_string_value(json_object_get(q->json, name));
}

bool request_number(const Request *q, const char *name, int64_t *out)
{
    const json_t *value = json_object_get(q->json, name);
    if (!json_is_integer(value))
        return false;
    *out = json_integer_value(value);
    return true;
}

void request_refuse(Request *q, const char *why)
{
    say_refused(q->house, q->visitor, q->re, request_text(q, "round"), request_text(q, "nonce"), why, NULL);
}

/* Keeps the line open, and tells the time. */
static void request_ping(Request *q)
{
    Say s = say_begin("pong");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_number(&s.json, "now", house_now(q->house));
    say_send(q->house, q->visitor, &s);
}

typedef struct RequestKind {
    const char *word;
    RequestDo *run;
    int cost;
    Where where;
} RequestKind;

static const RequestKind kinds[] = {
    {"ping", request_ping, 1, WHERE_HERE},
    {"open", request_open, 10, WHERE_ANY},
    {"sit", request_sit, 5, WHERE_TOKEN},
    {"enter", request_enter, 2, WHERE_TOKEN},
    {"leave", request_leave, 1, WHERE_ROUND},
    {"act", request_act, 1, WHERE_ROUND},
    {"say", request_say, 10, WHERE_ROUND},
    {"moves", request_moves, 2, WHERE_ROUND},
    {"lobby", request_lobby, 2, WHERE_HERE},
    {"mine", request_mine, 10, WHERE_HERE},
    {"search", request_search, 10, WHERE_HERE},
    {"record", request_record, 5, WHERE_ROUND},
    {"feed", request_feed, 2, WHERE_TOKEN},
    {"probe", request_probe, 1, WHERE_HERE},
    {"explore", request_explore, 5, WHERE_HERE},
    {"sign-up", request_sign_up, 5, WHERE_HERE},
    {"sign-in", request_sign_in, 5, WHERE_HERE},
    {"recover", request_recover, 5, WHERE_HERE},
    {"password", request_password, 5, WHERE_HERE},
    {"codes", request_codes, 5, WHERE_HERE},
    {"erase", request_erase, 5, WHERE_HERE},
    {"sign-out", request_sign_out, 5, WHERE_HERE},
    {"account", request_account, 5, WHERE_HERE},
    {"block", request_block, 5, WHERE_HERE},
    {"report", request_report, 10, WHERE_ROUND},
    {"take", request_take, 10, WHERE_HERE},
    {"export", request_export, 10, WHERE_HERE},
    {"rename", request_rename, 1, WHERE_HERE},
    {"tournaments", request_tournaments, 5, WHERE_HERE},
    {"tournament", request_tournament, 5, WHERE_HERE},
    {"join", request_join, 10, WHERE_HERE},
    {"withdraw", request_withdraw, 5, WHERE_HERE},
    {"account-changed", request_account_changed, 1, WHERE_HERE},
    {"challenge", request_challenge, 5, WHERE_HERE},
    {"passkey-add", request_passkey_add, 5, WHERE_HERE},
    {"passkey-remove", request_passkey_remove, 5, WHERE_HERE},
    {"passkey-name", request_passkey_name, 5, WHERE_HERE},
    {"standings", request_standings, 5, WHERE_HERE},
};

static const RequestKind *read_request(Request *q)
{
    const char *word = request_text(q, "do");
    const json_t *re = json_object_get(q->json, "id");
    if (json_is_integer(re))
        snprintf(q->re, sizeof q->re, "%" JSON_INTEGER_FORMAT, json_integer_value(re));
    else if (json_is_string(re) && json_string_length(re) < sizeof q->re)
        snprintf(q->re, sizeof q->re, "%s", json_string_value(re));
    for (size_t i = 0; word && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(word, kinds[i].word) == 0)
            return &kinds[i];
    return NULL;
}

/* `free`: it has been paid for. */
static void handle(House *h, Visitor *v, const char *text, size_t length, int64_t since, bool free)
{
    Request q = {.house = h, .visitor = v, .text = text, .length = length, .since = since};
    q.json = length <= HOUSE_MESSAGE ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const RequestKind *kind = json_is_object(q.json) ? read_request(&q) : NULL;
    if (!json_is_object(q.json))
        say_refused(h, v, NULL, NULL, NULL, "not-a-request", NULL);
    else if (!kind)
        request_refuse(&q, "no-such-request");
    else if (free || kind->cost == 1 || may_ask(h, v, kind->cost - 1)) {
        q.where = kind->where;
        if (v->shadow)
            accounts_follow(&q);
        if (!far_route(&q))
            kind->run(&q);
    }
    json_decref(q.json);
}

void house_take(House *h, Visitor *v, const char *text, size_t length, int64_t since)
{
    handle(h, v, text, length, since, true);
}

void house_receive(House *h, Visitor *v, const char *text, size_t length)
{
    if (!h->closing && v->line && may_ask(h, v, 1))
        handle(h, v, text, length, house_now(h), false);
}

/* --- time --- */

enum { AWAITED = 500 };         /* rounds looked at together */

typedef struct Awaited {
    char id[AWAITED][STORE_ROUND];
    int count;
    int64_t place;
} Awaited;

static bool note_found(void *context, const StoreFound *f)
{
    Awaited *found = context;
    snprintf(found->id[found->count++], STORE_ROUND, "%s", f->round);
    found->place = f->place;
    return found->count < AWAITED;
}

/* After the start, looks at the rounds that are not over, some at a time: a clock may be running, or a seat open. */
static void sweep(House *h)
{
    Awaited found;
    found.count = 0;
    found.place = 0;
    StoreQuery q = {.open = 1, .before = h->swept, .limit = LIST_FOUND};
    if (!store_search(h->store, &q, note_found, &found, NULL))
        return;
    for (int i = 0; i < found.count; i++)
        rounds_find(h, found.id[i]);
    h->swept = found.place;
    h->sweeping = found.count == LIST_FOUND;
}

/* Loads rounds that were put away and are now due. */
static void wake_up(House *h, int64_t now)
{
    Awaited found;
    found.count = 0;
    if (store_due(h->store, now, AWAITED, note_found, &found, NULL))
        for (int i = 0; i < found.count; i++)
            rounds_find(h, found.id[i]);
}

int64_t house_tick(House *h)
{
    int64_t now = house_now(h), keep = leases_tick(h);
    bool sweeping = h->sweeping && leases_any(h);
    if (sweeping)
        sweep(h);
    rounds_tick(h);
    start_tick(h);
    lobby_tick(h);
    chores_tick(h);
    tournaments_tick(h);
    int64_t forget = accounts_tick(h);
    if (now - h->beat >= BEAT) {
        h->beat = now;
        if (h->count.visitors || h->count.rounds)
            write_note(h, "alive", now);
        wake_up(h, now);
        accounts_beat(h);
    }
    int64_t next = sweeping && h->sweeping ? now : h->beat + BEAT;
    next = forget < next ? forget : next;
    next = h->wake < next ? h->wake : next;
    next = h->tournaments.next < next ? h->tournaments.next : next;
    next = keep < next ? keep : next;
    if ((h->lobby_changed || h->lobby_old) && next > h->lobby_sent + SECOND)
        next = h->lobby_sent + SECOND;
    return next > now ? next - now : 1;
}
