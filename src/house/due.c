/* What happens to rounds without a request: time runs out, people go away, nobody comes. */
#include "house/house_private.h"

#include <string.h>

static void earliest(int64_t *wake, int64_t at)
{
    if (at < *wake)
        *wake = at;
}

static bool is_person(const RoundSeat *s) { return s->kind == ROUND_PERSON && !s->left; }

/* Whether it matters that nobody is on the line for a seat; it does not if there are days for a move. */
static bool presence_counts(const HouseRound *r, int seat)
{
    const RoundSeat *s = round_seat(r->round, seat);
    return round_phase(r->round) == ROUND_PLAYING && is_person(s) && !s->gone &&
           round_clock(r->round).kind != ROUND_PER_MOVE;
}

/* When a round that has not begun is withdrawn. A game that is to be played now needs somebody who waits for it. */
static int64_t unseated_end(const HouseRound *r)
{
    int64_t end = r->made + UNPLAYED_DAYS, gone = 0;
    bool waits = false;
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        if (is_person(round_seat(r->round, seat))) {
            waits |= r->away[seat] == 0;
            gone = r->away[seat] > gone ? r->away[seat] : gone;
        }
    RoundClockKind kind = round_clock(r->round).kind;
    if (r->open && !waits && gone && (kind == ROUND_SUDDEN || kind == ROUND_INCREMENT))
        earliest(&end, gone + SEEK_GRACE);
    return end;
}

static bool may_leave_memory(const HouseRound *r)
{
    if (r->member || r->pending || r->thinking || r->broken)
        return false;
    RoundPhase phase = round_phase(r->round);
    return phase == ROUND_OVER || (phase == ROUND_SEATING && !r->open) ||
           (phase == ROUND_PLAYING && round_clock(r->round).kind == ROUND_PER_MOVE);
}

/* When the next of these happens. */
static int64_t next_due(const HouseRound *r)
{
    int64_t wake = INT64_MAX, deadline;
    switch (round_phase(r->round)) {
    case ROUND_SEATING: earliest(&wake, unseated_end(r)); break;
    case ROUND_PLAYING:
        if (round_deadline(r->round, &deadline))
            earliest(&wake, deadline + 1);
        if (round_clock(r->round).kind == ROUND_UNTIMED)
            earliest(&wake, round_last(r->round) + UNPLAYED_DAYS);
        for (int seat = 0; seat < round_game(r->round)->players; seat++)
            if (presence_counts(r, seat) && r->away[seat])
                earliest(&wake, r->away[seat] + GRACE);
        break;
    default: break;
    }
    return wake;
}

void rounds_look(House *h, HouseRound *r)
{
    if (r->broken) {
        /* No later than planned before: people come and go while it waits. */
        int64_t now = house_now(h);
        if (r->wake <= now || r->wake > now + SECOND)
            r->wake = now + SECOND;
    } else {
        r->wake = next_due(r);
        if (may_leave_memory(r))
            earliest(&r->wake, r->idle + KEEP);
        levels_look(h, r);
    }
    earliest(&h->wake, r->wake);
}

static void seats_due(House *h, HouseRound *r, int64_t now)
{
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        if (presence_counts(r, seat) && r->away[seat] && r->away[seat] + GRACE <= now)
            rounds_act(h, r, &(RoundAction){.type = ROUND_ABSENT, .seat = seat});
}

static void round_due(House *h, HouseRound *r, int64_t now)
{
    const RoundAction tick = {.type = ROUND_TICK, .seat = ROUND_HOUSE};
    const RoundAction end = {.type = ROUND_ABORT, .seat = ROUND_HOUSE};
    switch (round_phase(r->round)) {
    case ROUND_SEATING:
        if (unseated_end(r) <= now)
            rounds_act(h, r, &end);
        break;
    case ROUND_PLAYING:
        seats_due(h, r, now);
        rounds_act(h, r, &tick);
        if (round_clock(r->round).kind == ROUND_UNTIMED && round_last(r->round) + UNPLAYED_DAYS <= now)
            rounds_act(h, r, &end);
        break;
    default: break;
    }
}

/* Removes the round from memory; its card says when it is due. */
static void put_away(House *h, HouseRound *r)
{
    StoreCard card;
    int64_t due = next_due(r);
    rounds_card(r, &card);
    card.due = due;
    if (card.open && memcmp(&card, &r->card, sizeof card) != 0)
        store_submit(
            h->store,
            &(StoreWrite){.round = r->id, .first = r->stored + 1, .card = &card, .epoch = leases_epoch(h, r->id)}, NULL,
            NULL);
    rounds_drop(h, r);
}

void rounds_tick(House *h)
{
    int64_t now = house_now(h);
    if (now < h->wake)
        return;
    h->wake = INT64_MAX;
    for (int i = 0; i < BUCKETS; i++)
        for (HouseRound *r = h->bucket[i], *next; r; r = next) {
            next = r->next;
            if (r->wake <= now && !leases_hold(h, r->id)) {
                earliest(&h->wake, now + SECOND);
                continue;
            }
            if (r->wake <= now && r->broken && !r->pending)
                rounds_mend(h, r);
            else if (r->wake <= now && may_leave_memory(r) && r->idle + KEEP <= now) {
                put_away(h, r);
                continue;
            } else if (r->wake <= now && !r->broken) {
                round_due(h, r, now);
                rounds_look(h, r);
            }
            earliest(&h->wake, r->wake);
        }
}
