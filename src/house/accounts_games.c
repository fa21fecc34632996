/* What an account has played: its seats, those it takes along, its data, and what is left when it is erased. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "house/forget.h"
#include "store/tournaments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAKE_TOKENS = 20,           /* in one request */
    TAKE_SEATS = 100,
    FORGET_STEP = 6,            /* seats that are renamed at once */
    FORGET_AGAIN = 100,         /* ms before the house checks that they were; twice as long each time, up to … */
    FORGET_LONGEST = MINUTE,
};

/* --- seats --- */

static bool note_player(void *context, const StorePlayed *p)
{
    HouseRound *r = context;
    if (p->seat >= 0 && p->seat < MAX_PLAYERS) {
        r->account[p->seat] = p->account;
        r->linked |= 1u << p->seat;
    }
    return true;
}

void accounts_load(House *h, HouseRound *r)
{
    memset(r->account, 0, sizeof r->account);
    r->linked = 0;
    if (h->accounts)
        store_players(h->store, r->id, note_player, r, NULL);
}

static bool add_player(void *context, const StorePlayed *p)
{
    HouseRound *r = context;
    /* A seat that is still on its way to the store is more recent than what the store says. */
    return p->seat < 0 || p->seat >= MAX_PLAYERS || r->account[p->seat] ||
           round_seat(r->round, p->seat)->kind != ROUND_PERSON || note_player(r, p);
}

void accounts_add_seats(House *h, HouseRound *r)
{
    if (r->round && !r->broken)
        store_players(h->store, r->id, add_player, r, NULL);
}

size_t accounts_acts(HouseRound *r, const RoundEvents *e, StoreAct acts[MAX_PLAYERS])
{
    unsigned changed = 0;
    size_t count = 0;
    for (int i = 0; i < e->count; i++) {
        int seat = e->event[i].seat;
        if (e->event[i].type == ROUND_STOOD)
            r->account[seat] = 0;
        if (e->event[i].type == ROUND_STOOD || e->event[i].type == ROUND_SAT)
            changed |= 1u << seat;
    }
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (changed >> seat & 1 && (r->account[seat] || r->linked >> seat & 1)) {
            acts[count++] = (StoreAct){.kind = STORE_PLAY, .round = r->id, .seat = seat, .account = r->account[seat]};
            r->linked |= 1u << seat;
        }
    return count;
}

unsigned accounts_seats(const HouseRound *r, int64_t account)
{
    unsigned seats = 0;
    for (int seat = 0; account && seat < round_game(r->round)->players; seat++)
        if (r->account[seat] == account && round_seat(r->round, seat)->kind != ROUND_EMPTY)
            seats |= 1u << seat;
    return seats;
}

unsigned accounts_linked(const HouseRound *r)
{
    unsigned seats = 0;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        seats |= r->account[seat] ? 1u << seat : 0;
    return seats;
}

bool accounts_playing(House *h, int64_t account)
{
    bool playing = false;
    return !store_playing(h->store, account, &playing, NULL) || playing;
}

/* --- games of a guest, taken along --- */

typedef struct Taking {
    House *house;
    Visitor *visitor;
    char re[NONCE];
    int seats, count, waiting;
    bool failed;
    struct {
        char round[STORE_ROUND];
        int seat;
    } held[TAKE_SEATS];
} Taking;

static bool note_held(void *context, const char *round, int seat)
{
    Taking *t = context;
    if (seat >= MAX_PLAYERS)
        return true;            /* a feed's key */
    snprintf(t->held[t->count].round, STORE_ROUND, "%s", round);
    t->held[t->count++].seat = seat;
    return t->count < TAKE_SEATS;
}

static void say_taken(Taking *t)
{
    for (int i = 0; i < t->count; i++)
        accounts_seats_changed(t->house, t->held[i].round);
    if (t->failed) {
        say_refused(t->house, t->visitor, t->re, NULL, NULL, "trouble", NULL);
    } else {
        Say s = say_begin("taken");
        s.json.out = &s.text;
        say_re(&s, t->re);
        json_number(&s.json, "seats", t->seats);
        say_send(t->house, t->visitor, &s);
    }
    visitor_release(t->house, t->visitor);
    memory_free(t);
}

static void took(void *context, StoreResult result)
{
    Taking *t = context;
    t->seats += result == STORE_DONE;
    t->failed |= result == STORE_FAILED;
    if (--t->waiting == 0)
        say_taken(t);
}

static void take_seats(Taking *t)
{
    t->waiting = t->count;
    for (int i = 0; i < t->count; i++) {
        StoreAct act = {.kind = STORE_TAKE_SEAT,
                        .account = t->visitor->account,
                        .round = t->held[i].round,
                        .seat = t->held[i].seat};
        if (!store_submit(t->house->store, &(StoreWrite){.acts = &act, .act_count = 1}, took, t)) {
            t->failed = true;
            t->waiting--;
        }
    }
    if (t->waiting == 0)
        say_taken(t);
}

/* {"do":"take","tokens":[…]}: seats that belong to no account go to whoever holds their tokens. */
void request_take(Request *q)
{
    const json_t *tokens = json_object_get(q->json, "tokens");
    if (!accounts_signed_in(q))
        return;
    Taking *t = json_is_array(tokens) && json_array_size(tokens) <= TAKE_TOKENS ? memory_resize(NULL, sizeof *t) : NULL;
    if (!t) {
        request_refuse(q, "bad-tokens");
        return;
    }
    *t = (Taking){.house = q->house, .visitor = q->visitor};
    q->visitor->uses++;
    snprintf(t->re, sizeof t->re, "%s", q->re);
    for (size_t i = 0; i < json_array_size(tokens) && t->count < TAKE_SEATS; i++) {
        const char *token = json_string_value(json_array_get(tokens, i));
        unsigned char hash[STORE_HASH];
        if (!token)
            continue;
        store_hash_token(token, hash);
        store_seats(q->house->store, hash, note_held, t, NULL);
    }
    take_seats(t);
}

/* --- one's data --- */

typedef struct Played {
    struct {
        char round[STORE_ROUND];
        int64_t place;
        int seat;
        bool later;
    } entry[ACCOUNT_GAMES];
    int count, most;
    int64_t more;               /* where the next page begins; 0: this was the last */
} Played;

static bool note_played(void *context, const StorePlayed *p)
{
    Played *list = context;
    snprintf(list->entry[list->count].round, STORE_ROUND, "%s", p->round);
    list->entry[list->count].place = p->place;
    list->entry[list->count].seat = p->seat;
    list->entry[list->count++].later = p->later;
    return list->count < list->most;
}

/* Seats of an account, newest first; those of one round stay together. */
static bool list_played(House *h, int64_t account, int64_t before, int most, Played *list)
{
    *list = (Played){.most = most};
    if (!store_played(h->store, account, before, most, note_played, list, NULL))
        return false;
    if (list->count == most) {
        int64_t last = list->entry[most - 1].place;
        while (list->entry[list->count - 1].place == last)
            list->count--; /* the round may go on: the next page has all of it */
        list->more = last + 1;
    }
    return true;
}

_Static_assert((int)ACCOUNT_GAMES > (int)MAX_PLAYERS && (int)FORGET_STEP > (int)MAX_PLAYERS,
               "pages are larger than rounds");

static bool add_report(void *context, const StoreReport *r)
{
    Json *j = context;
    json_open_object(j, NULL);
    json_text(j, "round", r->round);
    json_text(j, "text", r->text);
    json_number(j, "at", r->at);
    json_close_object(j);
    return true;
}

static bool add_tournament(void *context, const StoreTournament *t)
{
    json_number(context, NULL, t->id);
    return true;
}

static void add_game(House *h, Json *j, const char *id, int seat, bool later)
{
    char letter[2] = {game_seat_letter(seat), '\0'};
    HouseRound *r = rounds_see(h, id);
    Buffer text = {0};
    json_open_object(j, NULL);
    json_text(j, "round", id);
    json_text(j, "seat", letter);
    json_bool(j, "later", later);
    if (r && !r->broken && archive_record(r, &text))
        json_text(j, "record", buffer_text(&text));
    json_close_object(j);
    buffer_free(&text);
    rounds_seen(r);
}

/* {"do":"export","before":…}: everything that the house stores about this account, in parts. */
void request_export(Request *q)
{
    House *h = q->house;
    int64_t before = 0;
    Played list;
    StoreAccount account;
    if (!accounts_signed_in(q))
        return;
    request_number(q, "before", &before);
    if (!store_account(h->store, q->visitor->account, NULL, &account, NULL) ||
        !list_played(h, account.id, before, ACCOUNT_GAMES, &list)) {
        request_refuse(q, "trouble");
        return;
    }
    Say s = say_begin("export");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_text(&s.json, "name", account.name);
    json_number(&s.json, "account", account.id);
    json_number(&s.json, "made", account.made);
    json_open_array(&s.json, "reports");
    if (!before)
        store_reports(h->store, account.id, false, add_report, &s.json, NULL);
    json_close_array(&s.json);
    if (!before)
        accounts_list_passkeys(h, account.id, &s.json);
    json_open_array(&s.json, "tournaments");
    if (!before)
        store_tournaments_of(h->store, account.id, add_tournament, &s.json, NULL);
    json_close_array(&s.json);
    json_open_array(&s.json, "games");
    for (int i = 0; i < list.count; i++)
        add_game(h, &s.json, list.entry[i].round, list.entry[i].seat, list.entry[i].later);
    json_close_array(&s.json);
    if (list.more)
        json_number(&s.json, "more", list.more);
    say_send(h, q->visitor, &s);
}

/* --- being forgotten --- */

typedef struct Renamed {
    House *house;
    char round[STORE_ROUND];
} Renamed;

/* The round in memory is read again, because the name in it has changed. */
static void renamed(void *context, StoreResult result)
{
    Renamed *done = context;
    HouseRound *r = rounds_loaded(done->house, done->round);
    if (r && result == STORE_DONE) {
        r->broken = true;
        if (!r->pending)
            rounds_mend(done->house, r);
    }
    memory_free(done);
}

static bool rename_seat(House *h, const char *round, int seat, const char *name)
{
    Renamed *done = memory_resize(NULL, sizeof *done);
    if (!done)
        return false;
    *done = (Renamed){.house = h};
    snprintf(done->round, sizeof done->round, "%s", round);
    if (forget_name(h->store, round, seat, name, leases_epoch(h, round), renamed, done))
        return true;
    memory_free(done);
    return false;
}

/* {"do":"rename",…}: sent by the server where somebody was erased to the one that has the round. */
void request_rename(Request *q)
{
    const char *round = request_text(q, "round"), *name = request_text(q, "name");
    int64_t seat;
    if (q->visitor->shadow && round && name && name[0] == '~' && request_number(q, "seat", &seat))
        rename_seat(q->house, round, (int)seat, name);
    else
        request_refuse(q, "no-such-request");
}

static void rename_anywhere(House *h, const char *round, int seat, const char *name)
{
    int64_t owner = h->shared ? h->lease[store_shard(round)].owner : 0;
    if (!h->shared || leases_hold(h, round)) {
        rename_seat(h, round, seat, name);
    } else if (owner && h->world.forward) {
        char text[160];
        int n = snprintf(text, sizeof text, "{\"do\":\"rename\",\"round\":\"%s\",\"seat\":%d,\"name\":\"%s\"}", round,
                         seat, name);
        h->world.forward(h->world.far, owner, 0, "", 0, text, (size_t)n);
    }
}

static bool end_forgetting(House *h, int64_t account)
{
    char key[48];
    snprintf(key, sizeof key, "erase %" PRId64, account);
    store_submit(h->store, &(StoreWrite){.note = {key, "0"}}, NULL, NULL);
    return false;
}

/* All games have been looked at; looks again a little later, until the name is in none of them. */
static bool begin_again(House *h, Forgotten *who)
{
    if (!who->left)
        return end_forgetting(h, who->account);
    who->left = false;
    who->delay = who->delay ? 2 * who->delay : FORGET_AGAIN;
    who->delay = who->delay < FORGET_LONGEST ? who->delay : FORGET_LONGEST;
    who->wake = house_now(h) + who->delay;
    return true;
}

bool accounts_forget_some(House *h, Forgotten *who)
{
    Played list;
    Visitor nobody = {0};
    if (!who->guest[0]) {
        house_guest(h, &nobody);
        memcpy(who->guest, nobody.guest, sizeof who->guest);
    }
    if (!who->guest[0] || !list_played(h, who->account, who->before, FORGET_STEP, &list))
        return true; /* later */
    for (int i = 0; i < list.count; i++)
        if (forget_is_named(h->store, list.entry[i].round, list.entry[i].seat)) {
            who->left = true;
            rename_anywhere(h, list.entry[i].round, list.entry[i].seat, who->guest);
        }
    who->before = list.more;
    return list.more || begin_again(h, who);
}
