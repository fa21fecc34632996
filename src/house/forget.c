/* See forget.h. */
#include "house/forget.h"

#include "core/memory.h"
#include "games/registry.h"
#include "house/house.h"
#include "round/round.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct HeldSeat {
    char round[STORE_ROUND];
    int seat;
} HeldSeat;

typedef struct HeldSeats {
    HeldSeat *seat;
    size_t count, room;
    bool failed;
} HeldSeats;

static bool note_held(void *context, const char *round, int seat)
{
    HeldSeats *h = context;
    if (seat >= MAX_PLAYERS)
        return true;            /* a feed's key */
    if (h->count == h->room) {
        size_t room = h->room ? 2 * h->room : 16;
        void *grown = memory_resize(h->seat, room * sizeof *h->seat);
        h->failed = !grown;
        if (!grown)
            return false;
        h->seat = grown;
        h->room = room;
    }
    snprintf(h->seat[h->count].round, STORE_ROUND, "%s", round);
    h->seat[h->count++].seat = seat;
    return true;
}

/* --- one round --- */

typedef struct Renaming {
    int seat;
    const char *name;               /* from now on */
    StoreCard card;
    bool found;
    StoreChange change[STORE_EVENTS];
    char line[STORE_EVENTS][ROUND_LINE];
    size_t count;
    uint32_t last;
} Renaming;

static bool keep_card(void *context, const StoreFound *f)
{
    Renaming *r = context;
    r->card = *f->card;
    r->found = true;
    return false;
}

/* What says who sat down there. Somebody who gets up and sits down more often than a write has room for
 * keeps the last names; the seat is the card's and the token's in any case. */
static bool rename_event(void *context, const StoreEvent *s)
{
    Renaming *r = context;
    RoundEvent e;
    r->last = s->number;
    if (r->count < STORE_EVENTS && round_event_read(s->line, registry_find, &e) && e.type == ROUND_SAT &&
        e.seat == r->seat && e.kind == ROUND_PERSON) {
        snprintf(e.text, sizeof e.text, "%s", r->name);
        round_event_write(&e, r->line[r->count]);
        r->change[r->count] = (StoreChange){s->number, r->line[r->count]};
        r->count++;
    }
    return true;
}

/* The seat's line of the players' names. */
static void rename_player(StoreCard *card, int seat, const char *name)
{
    char *at = card->players;
    for (int i = 0; i < seat; i++) {
        at = strchr(at, '\n');
        if (!at)
            return;
        at++;
    }
    char rest[STORE_TEXT];
    const char *end = strchr(at, '\n');
    snprintf(rest, sizeof rest, "%s", end ? end : "");
    snprintf(at, sizeof card->players - (size_t)(at - card->players), "%s%s", name, rest);
}

static void note_result(void *context, StoreResult result) { *(StoreResult *)context = result; }

static bool write_and_wait(Store *s, const StoreWrite *w, Message *error)
{
    StoreResult result = STORE_FAILED;
    if (!store_submit(s, w, note_result, &result))
        return message_set(error, 0, T("not enough memory"), 0);
    while (store_waiting(s)) {
        store_collect(s);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    if (result != STORE_DONE)
        store_trouble(s, error);
    return result == STORE_DONE;
}

static bool forget_seat(Store *s, const HeldSeat *held, const char *name, const StoreSeat keys[2], ForgetCount *count,
                        Message *error)
{
    uint32_t bad;
    char number[16];
    Renaming *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return message_set(error, 0, T("not enough memory"), 0);
    *r = (Renaming){.seat = held->seat, .name = name};
    StoreQuery q = {.round = held->round, .open = -1, .limit = 1};
    bool ok = store_verify(s, held->round, &bad, error) && store_search(s, &q, keep_card, r, error);
    if (ok && bad) {
        snprintf(number, sizeof number, "%" PRIu32, bad);
        ok = message_set(error, 0, T("round {0} is damaged at event {1}"), 2, held->round, number);
    }
    if (ok && r->found && r->card.open) {
        count->under_way++;
    } else if (ok && r->found) {
        ok = store_read(s, held->round, 1, rename_event, r, error);
        rename_player(&r->card, held->seat, name);
        StoreWrite w = {.round = held->round,
                        .first = r->last + 1,
                        .changes = r->change,
                        .change_count = r->count,
                        .card = &r->card,
                        .forget = keys,
                        .forget_count = 2};
        ok = ok && write_and_wait(s, &w, error);
        count->seats += ok;
    }
    memory_free(r);
    return ok;
}

/* The next guest's number, which nobody else gets. */
static bool next_guest(Store *s, char out[24], Message *error)
{
    char value[STORE_TEXT];
    if (!store_read_note(s, "guests", value, error))
        return false;
    long long number = strtoll(value, NULL, 10) + 1;
    snprintf(out, 24, "~%lld", number);
    return write_and_wait(s, &(StoreWrite){.note = {"guests", out + 1}}, error);
}

bool forget_token(Store *s, const char *token, ForgetCount *count, Message *error)
{
    HeldSeats held = {0};
    StoreSeat keys[2] = {0};        /* the seat's token and the key of its feed */
    char name[24], feed[HOUSE_TOKEN];
    house_feed_key(token, feed);
    store_hash_token(token, keys[0].hash);
    store_hash_token(feed, keys[1].hash);
    bool ok = store_seats(s, keys[0].hash, note_held, &held, error);
    if (held.failed)
        ok = message_set(error, 0, T("not enough memory"), 0);
    ok = ok && (held.count == 0 || next_guest(s, name, error));
    for (size_t i = 0; ok && i < held.count; i++)
        ok = forget_seat(s, &held.seat[i], name, keys, count, error);
    memory_free(held.seat);
    return ok;
}
