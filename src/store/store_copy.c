/* Goes through every round of a store, and copies all of them to another store. */
#include "store/accounts.h"
#include "store/ledger.h"
#include "store/tournaments.h"

#include "core/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* --- every round --- */

enum { PAGE = 256 };        /* rounds read at once */

typedef struct Page {
    struct {
        StoreFound found;
        StoreCard card;
        char round[STORE_ROUND], ratings[STORE_TEXT];
    } entry[PAGE];
    int count;
} Page;

static bool keep_found(void *context, const StoreFound *f)
{
    Page *p = context;
    int i = p->count++;
    p->entry[i].found = *f;
    p->entry[i].card = *f->card;
    snprintf(p->entry[i].round, STORE_ROUND, "%s", f->round);
    snprintf(p->entry[i].ratings, STORE_TEXT, "%s", f->ratings);
    p->entry[i].found.card = &p->entry[i].card;
    p->entry[i].found.ratings = p->entry[i].ratings;
    p->entry[i].found.round = p->entry[i].round;
    return p->count < PAGE;
}

bool store_every(Store *s, StoreFind *each, void *context, Message *error)
{
    Page *p = memory_resize(NULL, sizeof *p);
    if (!p)
        return message_set(error, 0, T("not enough memory"), 0);
    int64_t after = 0;
    bool ok = true, on = true;
    do {
        p->count = 0;
        ok = store_onward(s, after, PAGE, keep_found, p, error);
        for (int i = 0; ok && on && i < p->count; i++) {
            after = p->entry[i].found.place;
            on = each(context, &p->entry[i].found);
        }
    } while (ok && on && p->count == PAGE);
    memory_free(p);
    return ok;
}

/* --- copying --- */

enum { WAITING = 256 };     /* writes under way, at most */

typedef struct Copy {
    Store *from, *to;
    StoreCopied *copied;
    Message *error;
    bool failed;
    /* the round being copied */
    const char *round;
    StoreCard card;
    StoreSeat seat[STORE_SEATS];
    size_t seats;                       /* waiting in `seat` */
    StoreEvent event[STORE_EVENTS];
    size_t count;
    uint32_t first, last;               /* of those waiting in `event`; of the round */
    /* accounts: the last one, and how many on this page */
    int64_t account;
    int accounts;
    int64_t rated, chores;              /* the last rated game; chores so far */
    int64_t tournament;                 /* being copied */
} Copy;

static void note_done(void *context, StoreResult result)
{
    Copy *c = context;
    if (result != STORE_DONE && !c->failed) {
        c->failed = true;
        store_trouble(c->to, c->error);
        if (result == STORE_STALE)
            message_set(c->error, 0, T("the store that is copied to is not empty"), 0);
    }
}

static bool submit(Copy *c, const StoreWrite *w)
{
    if (!store_submit(c->to, w, note_done, c)) {
        c->failed = true;
        return message_set(c->error, 0, T("not enough memory"), 0);
    }
    while (store_waiting(c->to) >= WAITING) {
        store_collect(c->to);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return !c->failed;
}

/* Writes the events that wait. The first event has a write of its own, with the card, which says when the round was
 * made; the last one says when it was changed. */
static bool write_events(Copy *c)
{
    bool begins = c->first == 1, ends = c->first + c->count - 1 == c->last;
    StoreWrite w = {.round = c->round,
                    .first = c->first,
                    .events = c->event,
                    .count = c->count,
                    .card = begins || ends ? &c->card : NULL};
    bool ok = submit(c, &w);
    for (size_t i = 0; i < c->count; i++)
        memory_free((void *)(uintptr_t)c->event[i].line);
    c->copied->events += c->count;
    c->first += (uint32_t)c->count;
    c->count = 0;
    return ok;
}

/* Keeps line and tag in one block. */
static bool keep_event(void *context, const StoreEvent *e)
{
    Copy *c = context;
    size_t line = strlen(e->line) + 1, tag = strlen(e->tag) + 1;
    char *text = memory_resize(NULL, line + tag);
    if (!text) {
        c->failed = true;
        return message_set(c->error, 0, T("not enough memory"), 0);
    }
    memcpy(text, e->line, line);
    memcpy(text + line, e->tag, tag);
    c->event[c->count++] = (StoreEvent){.at = e->at, .line = text, .tag = text + line};
    return (e->number > 1 && c->count < STORE_EVENTS && e->number < c->last) || write_events(c);
}

static bool write_seats(Copy *c)
{
    StoreWrite w = {
        .round = c->round, .first = c->last + 1, .card = &c->card, .seats = c->seat, .seat_count = c->seats};
    bool ok = c->seats == 0 || submit(c, &w);
    c->seats = 0;
    return ok;
}

static bool keep_seat(void *context, int seat, const unsigned char hash[STORE_HASH])
{
    Copy *c = context;
    c->seat[c->seats].seat = seat;
    memcpy(c->seat[c->seats++].hash, hash, STORE_HASH);
    return c->seats < STORE_SEATS || write_seats(c);
}

/* --- accounts, and where they sat --- */

static bool act(Copy *c, const StoreAct *a) { return submit(c, &(StoreWrite){.acts = a, .act_count = 1}); }

static bool copy_player(void *context, const StorePlayed *p)
{
    return act(
        context,
        &(StoreAct){.kind = STORE_PLAY, .round = p->round, .seat = p->seat, .account = p->account, .number = p->later});
}

static bool copy_account(void *context, const StoreAccount *a)
{
    Copy *c = context;
    c->account = a->id;
    c->accounts++;
    return act(c, &(StoreAct){.kind = STORE_ADD_ACCOUNT,
                              .account = a->id,
                              .text = a->name,
                              .key = a->key,
                              .secret = a->secret,
                              .at = a->made,
                              .number = a->state});
}

static bool copy_code(void *context, int64_t account, const unsigned char hash[STORE_HASH])
{
    StoreAct a = {.kind = STORE_ADD_CODE, .account = account};
    memcpy(a.hash, hash, STORE_HASH);
    return act(context, &a);
}

static bool copy_session(void *context, const StoreSession *s)
{
    StoreAct a = {.kind = STORE_ADD_SESSION,
                  .account = s->account,
                  .number = s->number,
                  .text = s->label,
                  .at = s->made,
                  .seen = s->seen,
                  .until = s->until};
    memcpy(a.hash, s->hash, STORE_HASH);
    return act(context, &a);
}

static bool copy_passkey(void *context, const StorePasskey *p)
{
    StoreAct a = {.kind = STORE_ADD_PASSKEY,
                  .account = p->account,
                  .number = p->number,
                  .key = p->id,
                  .secret = p->key,
                  .other = p->counter,
                  .text = p->label,
                  .at = p->made,
                  .seen = p->seen};
    store_hash_token(p->id, a.hash);
    return act(context, &a);
}

static bool copy_block(void *context, int64_t account, int64_t whom)
{
    return act(context, &(StoreAct){.kind = STORE_BLOCK, .account = account, .number = whom});
}

static bool copy_report(void *context, const StoreReport *r)
{
    return act(context, &(StoreAct){.kind = STORE_REPORT,
                                    .account = r->account,
                                    .number = r->number,
                                    .other = r->about,
                                    .round = r->round,
                                    .seat = r->seat,
                                    .text = r->text,
                                    .at = r->at,
                                    .until = r->closed});
}

static bool copy_accounts(Copy *c)
{
    bool ok;
    do {
        c->accounts = 0;
        ok = store_accounts(c->from, c->account, PAGE, copy_account, c, c->error) && !c->failed;
        c->copied->accounts += (uint64_t)c->accounts;
    } while (ok && c->accounts == PAGE);
    return ok && store_codes(c->from, 0, copy_code, c, c->error) &&
           store_sessions(c->from, 0, copy_session, c, c->error) &&
           store_passkeys(c->from, 0, copy_passkey, c, c->error) && store_blocks(c->from, 0, copy_block, c, c->error) &&
           store_reports(c->from, 0, false, copy_report, c, c->error);
}

/* --- ratings --- */

/* A page of rated games; their seats are read once the page is complete. */
typedef struct RatedPage {
    Copy *copy;
    int count;
    int64_t number[PAGE];
} RatedPage;

static bool copy_rated(void *context, const StoreRated *r)
{
    RatedPage *p = context;
    p->number[p->count++] = r->number;
    return act(p->copy, &(StoreAct){.kind = STORE_RATE,
                                    .number = r->number,
                                    .round = r->round,
                                    .text = r->label,
                                    .at = r->at,
                                    .other = r->advantage,
                                    .seen = r->lowest,
                                    .key = r->tally,
                                    .secret = r->ratings});
}

static bool copy_rating(void *context, const StoreRating *r)
{
    Copy *c = context;
    return act(c, &(StoreAct){.kind = STORE_RATE_SEAT,
                              .number = c->rated,
                              .seat = r->seat,
                              .account = r->account,
                              .text = r->label,
                              .key = r->before,
                              .secret = r->after});
}

static bool copy_chore(void *context, const char *round)
{
    Copy *c = context;
    return act(c, &(StoreAct){.kind = STORE_ADD_CHORE, .number = STORE_RATE_IT, .round = round, .at = ++c->chores});
}

static bool copy_ratings(Copy *c)
{
    RatedPage p = {.copy = c};
    bool ok;
    do {
        p.count = 0;
        ok = store_rated(c->from, c->rated, PAGE, copy_rated, &p, c->error) && !c->failed;
        for (int i = 0; ok && i < p.count; i++) {
            c->rated = p.number[i];
            ok = store_rated_seats(c->from, c->rated, copy_rating, c, c->error) && !c->failed;
        }
    } while (ok && p.count == PAGE);
    return ok && store_chores(c->from, STORE_RATE_IT, INT32_MAX, copy_chore, c, c->error);
}

/* --- tournaments --- */

static bool copy_entrant(void *context, const StoreEntrant *e)
{
    Copy *c = context;
    StoreAct a = {.kind = STORE_ADD_ENTRANT,
                  .number = c->tournament,
                  .seat = e->number,
                  .account = e->account,
                  .text = e->account ? "" : e->name,
                  .key = e->feed,
                  .other = e->rating,
                  .at = e->from,
                  .until = e->until};
    sodium_hex2bin(a.hash, sizeof a.hash, e->token, strlen(e->token), NULL, NULL, NULL);
    return act(c, &a);
}

static bool copy_pairing(void *context, const StorePairing *p)
{
    Copy *c = context;
    return act(c, &(StoreAct){.kind = STORE_ADD_PAIRING,
                              .number = c->tournament,
                              .seat = p->turn,
                              .other = p->table,
                              .account = p->first,
                              .until = p->second,
                              .round = p->round,
                              .text = p->result});
}

static bool copy_tournaments(Copy *c)
{
    StoreTournament t;
    for (c->tournament = 1; store_tournament(c->from, c->tournament, &t, c->error); c->tournament++) {
        if (!t.id)
            return true;
        StoreAct a = {.kind = STORE_ADD_TOURNAMENT,
                      .number = t.id,
                      .text = t.name,
                      .key = t.label,
                      .secret = t.options,
                      .at = t.made,
                      .seat = (int)t.state,
                      .until = t.rounds,
                      .seen = t.paired,
                      .other = t.entrants};
        if (!act(c, &a) || !store_entrants(c->from, t.id, copy_entrant, c, c->error) ||
            !store_pairings(c->from, t.id, copy_pairing, c, c->error) || c->failed)
            return false;
    }
    return false;
}

/* --- rounds and notes --- */

/* Positions are not copied: whoever opens the store indexes them again. */
static bool ask_to_trace(Copy *c, const StoreFound *f)
{
    return !f->card->listed || f->card->open ||
           act(c, &(StoreAct){.kind = STORE_ADD_CHORE, .number = STORE_TRACE_IT, .round = f->round, .at = f->changed});
}

static bool copy_round(void *context, const StoreFound *f)
{
    Copy *c = context;
    char number[16];
    uint32_t bad;
    c->round = f->round;
    c->card = *f->card;
    c->seats = c->count = 0;
    c->first = 1;
    c->failed = !store_verify(c->from, f->round, &bad, c->error) ||
                !store_last(c->from, f->round, &c->last, c->error) || c->failed;
    if (!c->failed && bad) {
        snprintf(number, sizeof number, "%lu", (unsigned long)bad);
        message_set(c->error, 0, T("round {0} is damaged at event {1}"), 2, f->round, number);
        c->failed = true;
    }
    if (c->failed)
        return false;
    c->copied->rounds++;
    if (!store_read(c->from, f->round, 1, keep_event, c, c->error) ||
        !store_holders(c->from, f->round, keep_seat, c, c->error) || !write_seats(c) ||
        !store_players(c->from, f->round, copy_player, c, c->error) || !ask_to_trace(c, f))
        c->failed = true;
    return !c->failed;
}

static bool copy_note(void *context, const char *key, const char *value)
{
    Copy *c = context;
    c->copied->notes++;
    return submit(c, &(StoreWrite){.note = {key, value}});
}

static bool note_round(void *context, const StoreFound *f)
{
    (void)f;
    *(bool *)context = true;
    return false;
}

static bool note_any(void *context, const char *key, const char *value)
{
    (void)key;
    (void)value;
    *(bool *)context = true;
    return false;
}

static bool note_account(void *context, const StoreAccount *a)
{
    (void)a;
    *(bool *)context = true;
    return false;
}

static bool is_empty(Store *s, Message *error)
{
    bool some = false;
    if (!store_onward(s, 0, 1, note_round, &some, error) || !store_notes(s, note_any, &some, error) ||
        !store_accounts(s, 0, 1, note_account, &some, error))
        return false;
    return !some || message_set(error, 0, T("the store that is copied to is not empty"), 0);
}

bool store_copy(Store *from, Store *to, StoreCopied *copied, Message *error)
{
    *copied = (StoreCopied){0};
    Copy *c = memory_resize(NULL, sizeof *c);
    if (!c)
        return message_set(error, 0, T("not enough memory"), 0);
    *c = (Copy){.from = from, .to = to, .copied = copied, .error = error};
    bool ok = is_empty(to, error) && store_hold(from, error);
    if (ok) {
        ok = store_every(from, copy_round, c, error) && !c->failed && store_notes(from, copy_note, c, error) &&
             copy_accounts(c) && copy_ratings(c) && copy_tournaments(c);
        store_let_go(from);
    }
    while (store_waiting(to)) {
        store_collect(to);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    ok = ok && !c->failed;
    memory_free(c);
    return ok;
}
