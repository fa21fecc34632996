/* Ratings as people see them beside a round: the rating of each seat, and what a game has changed. chores.c computes
 * them. */
#include "house/house_private.h"

#include "house/rate.h"
#include "store/accounts.h"
#include "store/ledger.h"

#include <stdlib.h>
#include <string.h>

int ratings_points(Glicko g) { return (g.rating + GLICKO_POINT / 2) / GLICKO_POINT; }

typedef struct FoundRating {
    Glicko rating;
    int64_t at; /* 0: there is none */
} FoundRating;

static bool keep_rating(void *context, const char *text, int64_t at)
{
    FoundRating *f = context;
    f->at = rate_take(text, &f->rating) ? at : 0;
    return false;
}

bool ratings_of(House *h, int64_t account, const char *label, Glicko *out, int64_t *last)
{
    FoundRating f = {.rating = glicko_newcomer};
    if (!store_last_rating(h->store, account, label, keep_rating, &f, NULL))
        return false;
    *out = f.at ? f.rating : glicko_newcomer;
    *last = f.at;
    return true;
}

/* A seat that was added to an account afterwards was a guest's when it was played. */
static bool keep_account(void *context, const StorePlayed *p)
{
    if (p->seat >= 0 && p->seat < MAX_PLAYERS && !p->later)
        ((int64_t *)context)[p->seat] = p->account;
    return true;
}

bool ratings_accounts(House *h, const char *round, int64_t out[MAX_PLAYERS])
{
    memset(out, 0, MAX_PLAYERS * sizeof *out);
    return store_players(h->store, round, keep_account, out, NULL);
}

void ratings_look(House *h, HouseRound *r)
{
    for (int seat = 0; seat < round_game(r->round)->players; seat++) {
        Glicko g;
        int64_t last;
        r->points[seat] = 0;
        if (!r->account[seat] || !ratings_of(h, r->account[seat], round_game(r->round)->id, &g, &last) || !last)
            continue;
        g = glicko_later(g, glicko_periods(house_now(h) - last));
        r->points[seat] = ratings_points(g);
        r->unsure[seat] = g.deviation > GLICKO_SURE;
    }
}

void ratings_say_seat(Json *j, const HouseRound *r, int seat)
{
    if (!r->points[seat])
        return;
    json_number(j, "rating", r->points[seat]);
    if (r->unsure[seat])
        json_bool(j, "unsure", true);
}

static bool keep_tally(void *context, const char *text, int64_t number)
{
    (void)number;
    rate_take_tally(text, context);
    return false;
}

static bool has_ratings(const HouseRound *r)
{
    bool any = false;
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        any |= r->points[seat] != 0;
    return any;
}

static void say_ratings(Json *j, const HouseRound *r)
{
    const Game *g = round_game(r->round);
    if (!has_ratings(r))
        return;
    json_open_array(j, "ratings");
    for (int seat = 0; seat < g->players; seat++) {
        char letter[2] = {game_seat_letter(seat), '\0'};
        if (!r->points[seat])
            continue;
        json_open_object(j, NULL);
        json_text(j, "seat", letter);
        ratings_say_seat(j, r, seat);
        json_close_object(j);
    }
    json_close_array(j);
}

void ratings_say_round(House *h, Json *j, const HouseRound *r)
{
    const Game *g = round_game(r->round);
    RateTally tally = {0};
    if (r->start.rated) {
        if (g->players > 2)
            json_bool(j, "experimental", true);
        else if (store_last_tally(h->store, g->id, keep_tally, &tally, NULL))
            json_number(j, "advantage", r->start.kind == START_FAIR ? 0 : rate_advantage(&tally));
    }
    say_ratings(j, r);
}

void ratings_seated(House *h, HouseRound *r)
{
    if (!has_ratings(r))
        return;
    Say s = say_begin("ratings");
    s.json.out = &s.text;
    json_text(&s.json, "round", r->id);
    say_ratings(&s.json, r);
    say_to_round(h, r, &s);
}

/* --- what a game has changed --- */

static bool keep_number(void *context, const StoreRated *r)
{
    *(int64_t *)context = r->number;
    return false;
}

static bool say_change(void *context, const StoreRating *r)
{
    Json *j = context;
    Glicko before, after;
    char letter[2] = {game_seat_letter(r->seat), '\0'};
    if (!rate_take(r->before, &before) || !rate_take(r->after, &after))
        return true;
    json_open_object(j, NULL);
    json_text(j, "seat", letter);
    json_number(j, "before", ratings_points(before));
    json_number(j, "rating", ratings_points(after));
    if (after.deviation > GLICKO_SURE)
        json_bool(j, "unsure", true);
    json_close_object(j);
    return true;
}

void ratings_told(House *h, const char *round)
{
    HouseRound *r = rounds_loaded(h, round);
    int64_t number = 0;
    if (!r || r->broken)
        return;
    ratings_look(h, r);
    store_rated_round(h->store, round, keep_number, &number, NULL);
    Say s = say_begin("rated");
    s.json.out = &s.text;
    json_text(&s.json, "round", round);
    json_open_array(&s.json, "seats");
    store_rated_seats(h->store, number, say_change, &s.json, NULL);
    json_close_array(&s.json);
    say_to_round(h, r, &s);
    lobby_change(h);
}
