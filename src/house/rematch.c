/* Rematches, and the second game of a pair: the same people with the same links, each moved on by one seat.
 *
 * The next round's name follows from this one's. So it is made once, however often the house is asked, even if the
 * house was stopped in between. It begins with the same letters, so it belongs to the same server. */
#include "house/house_private.h"

#include <stdio.h>
#include <string.h>

void rematch_id(const char *id, char out[STORE_ROUND])
{
    unsigned char hash[STORE_HASH];
    char text[STORE_ROUND + 8];
    snprintf(text, sizeof text, "next %s", id);
    store_hash_token(text, hash);
    house_round_name(hash, out);
    memcpy(out, id, 3);
}

typedef struct Holders {
    StoreSeat seats[STORE_SEATS];
    size_t count;
    const Round *before;
} Holders;

/* Where somebody sits in the next round. */
static int next_seat(const Round *before, int old)
{
    int players = round_game(before)->players;
    for (int seat = 0; seat < players; seat++)
        if (round_rematch_seat(before, seat) == old)
            return seat;
    return old;
}

static bool move_holder(void *context, int seat, const unsigned char hash[STORE_HASH])
{
    Holders *to = context;
    if (to->count == STORE_SEATS)
        return false;
    StoreSeat *s = &to->seats[to->count++];
    s->seat = seat % 64 < MAX_PLAYERS ? seat / 64 * 64 + next_seat(to->before, seat % 64) : seat;
    memcpy(s->hash, hash, STORE_HASH);
    return true;
}

static Round *begin(const Round *before, int64_t now, RoundEvents *all)
{
    RoundOptions options;
    round_rematch(before, &options);
    RoundAction sit[MAX_PLAYERS];
    for (int seat = 0; seat < options.game->players; seat++) {
        const RoundSeat *old = round_seat(before, round_rematch_seat(before, seat));
        sit[seat] =
            (RoundAction){.type = ROUND_SIT, .seat = seat, .kind = old->kind, .level = old->level, .text = old->name};
        if (old->left) {
            sit[seat].kind = ROUND_PERSON;  /* whoever left that round may play this one */
            sit[seat].level = 0;
        }
    }
    return seats_begin(&options, sit, options.game->players, now, all);
}

/* Tells those who are in the old round where it continues. */
static void tell(House *h, HouseRound *r, const char *next)
{
    Say s = say_begin("next");
    s.json.out = &s.text;
    json_text(&s.json, "round", r->id);
    json_text(&s.json, "next", next);
    say_to_round(h, r, &s);
}

bool rematch_follows(const HouseRound *r) { return round_rematch_agreed(r->round) || start_leads_on(r); }

void rematch_look(House *h, HouseRound *r)
{
    char id[STORE_ROUND];
    RoundEvents e;
    if (!rematch_follows(r) || r->followed || r->pending || r->broken || !leases_hold(h, r->id))
        return;
    rematch_id(r->id, id);
    if (rounds_find(h, id)) {
        r->followed = true;
        tell(h, r, id);
        return;
    }
    Holders holders = {.before = r->round};
    Round *round = begin(r->round, house_now(h), &e);
    HouseRound *next = round ? rounds_add(h, id, round) : NULL;
    if (!next) {
        round_free(round);
        return;
    }
    store_holders(h->store, r->id, move_holder, &holders, NULL);
    next->fresh = true;
    next->listed = r->listed;
    start_next(r, &next->start);
    for (int seat = 0; seat < round_game(round)->players; seat++)
        next->account[seat] = r->account[round_rematch_seat(r->round, seat)];
    ratings_look(h, next);
    rounds_empty(h, next);
    Pending *p = rounds_pending(h, next, NULL);
    if (p)
        snprintf(p->follows, sizeof p->follows, "%s", r->id);
    if (!rounds_submit(h, next, &e, NULL, holders.seats, holders.count, p))
        rounds_drop(h, next);
}

void rematch_made(House *h, const char *before)
{
    HouseRound *r = rounds_loaded(h, before);
    if (r)
        rematch_look(h, r);
}
