/* Rounds in memory: finding them, and bringing what happens to the store and from there to everybody in the round.
 *
 * `round` is always the fold of the stored events followed by those of the pending writes, unless the round is
 * broken. Pending entries are decided in order. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

static unsigned bucket_of(const char *id)
{
    unsigned hash = 5381;
    for (; *id; id++)
        hash = hash * 33 + (unsigned char)*id;
    return hash % BUCKETS;
}

HouseRound *rounds_loaded(House *h, const char *id)
{
    HouseRound *r = h->bucket[bucket_of(id)];
    while (r && strcmp(r->id, id) != 0)
        r = r->next;
    return r;
}

HouseRound *rounds_add(House *h, const char *id, Round *round)
{
    HouseRound *r = memory_resize(NULL, sizeof *r);
    if (!r)
        return NULL;
    memset(r, 0, sizeof *r);
    snprintf(r->id, sizeof r->id, "%s", id);
    r->round = round;
    r->house = h;
    r->pending_end = &r->pending;
    r->made = r->idle = house_now(h);
    r->wake = INT64_MAX;
    HouseRound **bucket = &h->bucket[bucket_of(id)];
    r->next = *bucket;
    *bucket = r;
    h->count.rounds++;
    return r;
}

static void pending_free(House *h, Pending *p)
{
    if (p->visitor)
        visitor_release(h, p->visitor);
    buffer_free(&p->lines);
    buffer_free(&p->reply);
    memory_free(p);
}

static void take_out(HouseRound **at, HouseRound *r)
{
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
}

static void round_destroy(House *h, HouseRound *r)
{
    while (r->pending) {
        Pending *p = r->pending;
        r->pending = p->next;
        pending_free(h, p);
    }
    round_free(r->round);
    memory_free(r);
}

void rounds_drop(House *h, HouseRound *r)
{
    take_out(&h->bucket[bucket_of(r->id)], r);
    while (r->member)
        rounds_part(h, r->member);
    round_destroy(h, r);
    h->count.rounds--;
}

void rounds_lose(House *h, HouseRound *r)
{
    take_out(&h->bucket[bucket_of(r->id)], r);
    h->count.rounds--;
    r->lost = true;
    while (r->member) {
        visitor_hang_up(h, r->member->visitor, 1012);
        rounds_part(h, r->member);
    }
    if (!r->pending) {
        round_destroy(h, r);
        return;
    }
    r->next = h->lost;      /* the store still reports on it */
    h->lost = r;
}

void rounds_drop_all(House *h)
{
    for (int i = 0; i < BUCKETS; i++)
        while (h->bucket[i])
            rounds_drop(h, h->bucket[i]);
    for (HouseRound *next; h->lost; h->lost = next) {
        next = h->lost->next;
        round_destroy(h, h->lost);
    }
}

/* --- reading from the store --- */

typedef struct Loading {
    Round *round;
    uint32_t last, matters;
    int64_t made;
    bool damaged, listed;
    bool restarted;             /* and nothing has been done since */
    unsigned open;
    RoundStart start;
    DoneAction tag[TAGS];
    int tags;
} Loading;

/* The mark on the first event: "listed=1 open=2" (open seats as bits), then how the round began. */
static void read_mark(Loading *l, const char *tag)
{
    int listed = 0;
    unsigned open = 0;
    if (sscanf(tag, "listed=%d open=%u", &listed, &open) == 2) {
        l->listed = listed != 0;
        l->open = open;
    }
    start_unmark(tag, &l->start);
}

static void note_tag(DoneAction *tag, int *tags, const char *text, uint32_t number)
{
    DoneAction *t = &tag[(*tags)++ % TAGS];
    snprintf(t->text, sizeof t->text, "%s", text);
    t->number = number;
}

/* Whether somebody who has not seen this event may have meant their action differently. */
static bool matters(const RoundEvent *e)
{
    switch ((RoundEventType)e->type) {
    case ROUND_MOVED:
    case ROUND_TAKEN_BACK:
    case ROUND_LEFT:
    case ROUND_ENDED:
    case ROUND_ABORTED:
    case ROUND_REMATCH_AGREED: return true;
    default: return false;
    }
}

static bool load_event(void *context, const StoreEvent *s)
{
    Loading *l = context;
    RoundEvent e;
    l->damaged = !round_event_read(s->line, registry_find, &e) || e.number != s->number ||
                 (l->round ? !round_take(l->round, &e, NULL) : !(l->round = round_from(&e)));
    if (l->damaged)
        return false;
    if (s->number == 1) {
        l->made = s->at;
        read_mark(l, s->tag);
    } else if (*s->tag) {
        note_tag(l->tag, &l->tags, s->tag, s->number);
    }
    l->last = s->number;
    if (matters(&e))
        l->matters = e.number;
    if (e.type != ROUND_WENT && e.type != ROUND_CAME_BACK)
        l->restarted = e.type == ROUND_RESTARTED;
    return true;
}

static bool load(House *h, const char *id, Loading *l)
{
    *l = (Loading){0};
    h->unread = !store_read(h->store, id, 1, load_event, l, NULL);
    if (!h->unread && l->round && !l->damaged)
        return true;
    round_free(l->round);
    return false;
}

static void take_loaded(HouseRound *r, const Loading *l)
{
    r->round = l->round;
    r->stored = l->last;
    r->matters = l->matters;
    r->made = l->made;
    r->listed = l->listed;
    r->open = l->open;
    r->start = l->start;
    memcpy(r->tag, l->tag, sizeof r->tag);
    r->tags = l->tags;
}

/* Nobody pays for the time that the house was away while a round was under way. Clocks that count days stop for that
 * long. On other clocks the time since the last event is not charged at all, and the mover gets some extra time:
 * once, however often the house crashes before anybody acts. */
static void make_up_for_downtime(House *h, HouseRound *r, bool again)
{
    RoundClock clock = round_clock(r->round);
    const Lease *l = &h->lease[store_shard(r->id)];
    if (round_phase(r->round) != ROUND_PLAYING || clock.kind == ROUND_UNTIMED || round_last(r->round) >= l->since)
        return;
    if (clock.kind != ROUND_PER_MOVE) {
        rounds_act(h, r, &(RoundAction){.type = ROUND_RESTART, .seat = ROUND_HOUSE, .amount = again ? 0 : COURTESY});
        return;
    }
    for (int i = 0; i < l->downs; i++) {
        RoundEvents e;
        if (l->down[i].to <= round_last(r->round))
            continue;
        if (round_apply(r->round, &(RoundAction){.type = ROUND_PAUSE, .seat = ROUND_HOUSE}, l->down[i].from, &e,
                        NULL) ||
            e.count)
            rounds_submit(h, r, &e, NULL, NULL, 0, NULL);
        if (round_apply(r->round, &(RoundAction){.type = ROUND_RUN, .seat = ROUND_HOUSE}, l->down[i].to, &e, NULL) &&
            e.count)
            rounds_submit(h, r, &e, NULL, NULL, 0, NULL);
    }
}

HouseRound *rounds_find(House *h, const char *id)
{
    HouseRound *r = rounds_loaded(h, id);
    Loading l;
    h->unread = !leases_hold(h, id);
    if (h->unread)
        return NULL;
    if (r || !load(h, id, &l))
        return r;
    r = rounds_add(h, id, NULL);
    if (!r) {
        round_free(l.round);
        return NULL;
    }
    take_loaded(r, &l);
    accounts_load(h, r);
    ratings_look(h, r);
    rounds_card(r, &r->card);
    r->card.due = 0;        /* not known; it is written when the round leaves memory */
    rounds_empty(h, r);
    make_up_for_downtime(h, r, l.restarted);
    rematch_look(h, r);
    rounds_look(h, r);
    return r;
}

HouseRound *rounds_see(House *h, const char *id)
{
    HouseRound *r = rounds_find(h, id);
    Loading l;
    if (r || leases_hold(h, id) || !load(h, id, &l))
        return r;
    r = memory_resize(NULL, sizeof *r);
    if (!r) {
        round_free(l.round);
        return NULL;
    }
    *r = (HouseRound){.lost = true};
    snprintf(r->id, sizeof r->id, "%s", id);
    take_loaded(r, &l);
    accounts_load(h, r);
    return r;
}

void rounds_seen(HouseRound *r)
{
    if (!r || !r->lost)
        return;
    round_free(r->round);
    memory_free(r);
}

/* After a failed write, what is stored counts. */
static bool read_again(House *h, HouseRound *r)
{
    Loading l;
    if (!load(h, r->id, &l))
        return false;
    round_free(r->round);
    take_loaded(r, &l);
    accounts_load(h, r);
    ratings_look(h, r);
    r->broken = false;
    r->thinking = 0;
    return true;
}

void rounds_mend(House *h, HouseRound *r)
{
    if (r->broken && !r->pending)
        read_again(h, r);
    rounds_look(h, r);
}

/* --- writing --- */

void rounds_card(const HouseRound *r, StoreCard *out)
{
    const Round *round = r->round;
    *out = (StoreCard){.open = round_phase(round) != ROUND_OVER,
                       .listed = r->listed,
                       .length = round_head(round),      /* unless the round is free, a node's number is its ply */
                       .due = r->wake};
    snprintf(out->label, sizeof out->label, "%s", round_game(round)->id);
    size_t used = 0;
    for (int seat = 0; seat < round_game(round)->players; seat++) {
        const RoundSeat *s = round_seat(round, seat);
        int n = s->kind == ROUND_LEVEL && !s->name[0]
                    ? snprintf(out->players + used, sizeof out->players - used, "level:%d\n", s->level)
                    : snprintf(out->players + used, sizeof out->players - used, "%.60s\n", s->name);
        used += n > 0 && (size_t)n < sizeof out->players - used ? (size_t)n : 0;
    }
    if (round_is_aborted(round))
        snprintf(out->result, sizeof out->result, "aborted");
    else if (!out->open)
        snprintf(out->result, sizeof out->result, "%s", game_result_text(round_game(round), round_outcome(round)));
}

Pending *rounds_pending(House *h, HouseRound *r, Visitor *v)
{
    (void)h;
    Pending *p = memory_resize(NULL, sizeof *p);
    if (!p)
        return NULL;
    *p = (Pending){.in = r, .visitor = v};
    if (v)
        v->uses++;
    return p;
}

static void append(HouseRound *r, Pending *p)
{
    p->next = NULL;
    *r->pending_end = p;
    r->pending_end = &p->next;
}

static Pending *take_first(HouseRound *r)
{
    Pending *p = r->pending;
    r->pending = p->next;
    if (!r->pending)
        r->pending_end = &r->pending;
    return p;
}

/* What a stored event means for lists and for seats. */
static void after_commit(House *h, HouseRound *r)
{
    h->chores.due |= round_phase(r->round) == ROUND_OVER;
    if (r->listed)
        lobby_change(h);
    rounds_present(h, r);
    start_look(h, r);
    rematch_look(h, r);
}

static void finish(House *h, Pending *p, StoreResult result)
{
    HouseRound *r = p->in;
    if (p->write && result == STORE_DONE) {
        r->stored = p->last;
        r->fresh = false;
        h->count.events += p->last - p->first + 1;
    } else if (p->write) {
        r->broken = true;
        h->count.failures++;
    }
    say_pending(h, p, p->write ? result : r->broken ? STORE_FAILED : STORE_DONE);
    pending_free(h, p);
}

static void decided(void *context, StoreResult result)
{
    HouseRound *r = context;
    House *h = r->house;
    char follows[STORE_ROUND];
    memcpy(follows, r->pending->follows, sizeof follows);
    finish(h, take_first(r), result);
    while (r->pending && !r->pending->write)
        finish(h, take_first(r), STORE_DONE);
    if (result == STORE_LOST)
        house_hint(h);
    if (r->pending)
        return;
    if (r->lost) {
        take_out(&h->lost, r);
        round_destroy(h, r);
        return;
    }
    if (r->broken && r->fresh) {
        rounds_drop(h, r);
        return;
    }
    if (r->broken)
        read_again(h, r);
    else
        after_commit(h, r);
    rounds_look(h, r);
    if (follows[0])
        rematch_made(h, follows);
}

void rounds_wait(House *h, HouseRound *r, Pending *p)
{
    append(r, p);
    if (r->pending == p) {
        take_first(r);
        finish(h, p, STORE_DONE);
    }
}

/* A card is written when somebody sat down, or when something began or ended: what moves change is known to whoever
 * has the round in memory. */
static bool needs_card(const RoundEvents *e)
{
    for (int i = 0; i < e->count; i++)
        if (e->event[i].type != ROUND_MOVED && e->event[i].type != ROUND_OFFERED &&
            e->event[i].type != ROUND_ANSWERED && e->event[i].type != ROUND_WITHDREW &&
            e->event[i].type != ROUND_WENT && e->event[i].type != ROUND_CAME_BACK && e->event[i].type != ROUND_FLAGGED)
            return true;
    return false;
}

bool rounds_submit(House *h, HouseRound *r, const RoundEvents *e, const char *tag, const StoreSeat *seats,
                   size_t seat_count, Pending *p)
{
    char line[ROUND_EVENTS][ROUND_LINE];
    StoreEvent event[ROUND_EVENTS];
    if (!p)
        p = rounds_pending(h, r, NULL);
    for (int i = 0; i < e->count; i++) {
        round_event_write(&e->event[i], line[i]);
        if (matters(&e->event[i]))
            r->matters = e->event[i].number;
        /* The mark is on the last event of an action: whoever has that one has them all. */
        event[i] = (StoreEvent){.at = house_now(h), .line = line[i], .tag = i == e->count - 1 ? tag : NULL};
    }
    StoreWrite w = {.round = r->id,
                    .first = e->event[0].number,
                    .events = event,
                    .count = (size_t)e->count,
                    .seats = seats,
                    .seat_count = seat_count,
                    .epoch = leases_epoch(h, r->id)};
    StoreAct acts[MAX_PLAYERS + CHORES];
    w.act_count = accounts_acts(r, e, acts);
    w.act_count += chores_of(r, e, house_now(h), acts + w.act_count);
    w.acts = acts;
    char mark[STORE_TAG];
    if (w.first == 1) {
        int n = snprintf(mark, sizeof mark, "listed=%d open=%u", r->listed, r->open);
        start_mark(&r->start, mark + n, sizeof mark - (size_t)n);
        event[0].tag = mark;
    }
    if (needs_card(e)) {
        rounds_card(r, &r->card);
        w.card = &r->card;
    }
    if (p) {
        p->write = true;
        p->first = w.first;
        p->last = w.first + (uint32_t)e->count - 1;
        say_lines(e, &p->lines);
    }
    if (p && !p->lines.failed && !p->reply.failed && store_submit(h->store, &w, decided, r)) {
        append(r, p);
        if (tag)
            note_tag(r->tag, &r->tags, tag, p->last);
        return true;
    }
    if (p)
        pending_free(h, p);
    r->broken = true;
    r->wake = house_now(h);
    return false;
}

bool rounds_act(House *h, HouseRound *r, const RoundAction *a)
{
    RoundEvents e;
    if (r->broken || !leases_hold(h, r->id))
        return false;
    bool done = round_apply(r->round, a, house_now(h), &e, NULL);
    if (e.count)
        rounds_submit(h, r, &e, NULL, NULL, 0, NULL);
    return done;
}
