/* See forget.h. */
#include "house/forget.h"

#include "core/memory.h"
#include "games/registry.h"
#include "house/house.h"
#include "round/round.h"
#include "store/accounts.h"

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

/* The events that say who sat down there. If somebody sat down more often than one write has room for, the last of
 * these events keep the old name; the card and the token lose it in any case. */
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

/* Renames the seat's line in the card's list of players. */
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

/* Finds what to change to give the seat this name; `w` is the write that does it. On false, `error` says why.
 * r->found and r->card.open say whether the round exists, and whether it is still under way. */
static bool rename_prepare(Store *s, const char *round, Renaming *r, StoreWrite *w, Message *error)
{
    uint32_t bad;
    char number[16];
    StoreQuery q = {.round = round, .open = -1, .limit = 1};
    if (!store_verify(s, round, &bad, error) || !store_search(s, &q, keep_card, r, error))
        return false;
    if (bad) {
        snprintf(number, sizeof number, "%" PRIu32, bad);
        return message_set(error, 0, T("round {0} is damaged at event {1}"), 2, round, number);
    }
    if (!r->found || r->card.open)
        return true;
    if (!store_read(s, round, 1, rename_event, r, error))
        return false;
    rename_player(&r->card, r->seat, r->name);
    *w = (StoreWrite){
        .round = round, .first = r->last + 1, .changes = r->change, .change_count = r->count, .card = &r->card};
    return true;
}

static bool forget_seat(Store *s, const HeldSeat *held, const char *name, const StoreSeat keys[2], ForgetCount *count,
                        Message *error)
{
    StoreWrite w;
    Renaming *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return message_set(error, 0, T("not enough memory"), 0);
    *r = (Renaming){.seat = held->seat, .name = name};
    bool ok = rename_prepare(s, held->round, r, &w, error);
    if (ok && r->found && r->card.open) {
        count->under_way++;
    } else if (ok && r->found) {
        w.forget = keys;
        w.forget_count = 2;
        ok = write_and_wait(s, &w, error);
        count->seats += ok;
    }
    memory_free(r);
    return ok;
}

bool forget_is_named(Store *s, const char *round, int seat)
{
    Renaming *r = memory_resize(NULL, sizeof *r);
    StoreQuery q = {.round = round, .open = 0, .limit = 1};
    if (!r)
        return true;
    *r = (Renaming){.seat = seat};
    bool known = store_search(s, &q, keep_card, r, NULL);
    const char *at = r->card.players;
    for (int i = 0; known && at && i < seat; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    bool named = !known || (r->found && at && *at && *at != '\n' && *at != '~');
    memory_free(r);
    return named;
}

bool forget_name(Store *s, const char *round, int seat, const char *name, uint64_t epoch, StoreDone *done,
                 void *context)
{
    StoreWrite w = {0};
    Renaming *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return false;
    *r = (Renaming){.seat = seat, .name = name};
    bool ok = rename_prepare(s, round, r, &w, NULL) && r->found && !r->card.open;
    w.epoch = epoch;
    ok = ok && store_submit(s, &w, done, context);
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

/* In tournaments too, if there is such an entrant; it is not paired any more. */
static bool forget_entrant(Store *s, const unsigned char hash[STORE_HASH], bool *entered, Message *error)
{
    StoreAct act = {.kind = STORE_FORGET_ENTRANT};
    memcpy(act.hash, hash, STORE_HASH);
    StoreWrite w = {.acts = &act, .act_count = 1};
    Message trouble = {0};
    *entered = write_and_wait(s, &w, &trouble);
    if (*entered || !trouble.id)
        return true;
    *error = trouble;
    return false;
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
    /* A game under way is played with the token, and so are the games that may follow it. */
    ok = ok && (count->under_way || forget_entrant(s, keys[0].hash, &count->entered, error));
    memory_free(held.seat);
    return ok;
}
