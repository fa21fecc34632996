/* Ways to enter a round: opening one, taking a seat, coming back to it, watching. */
#include "house/accounts_private.h"

#include "core/memory.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int seat_of_letter(const Game *g, const char *letter)
{
    for (int seat = 0; letter && seat < g->players; seat++)
        if (letter[0] == game_seat_letter(seat) && letter[1] == '\0')
            return seat;
    return -1;
}

/* --- who somebody is --- */

/* A new token for a seat, and the key of its feed. */
static void new_token(House *h, int seat, char token[HOUSE_TOKEN], StoreSeat out[2])
{
    char key[HOUSE_TOKEN];
    house_token(h, token);
    house_feed_key(token, key);
    out[0].seat = seat;
    store_hash_token(token, out[0].hash);
    out[1].seat = seat + FEED;
    store_hash_token(key, out[1].hash);
}

/* --- opening --- */

typedef enum Chair { CHAIR_ME, CHAIR_LINK, CHAIR_OPEN, CHAIR_LEVEL } Chair;

typedef struct NewRound {
    RoundOptions options;
    RoundStart begin;
    Position start;
    Chair chair[MAX_PLAYERS];
    int level[MAX_PLAYERS];
    bool listed;
    char name[ROUND_NAME];
    RoundEvents events;
    StoreSeat seats[STORE_SEATS];
    size_t seat_count;
    char token[MAX_PLAYERS][HOUSE_TOKEN];
} NewRound;

/* How long a game with this clock is expected to take: those who play slowly may be away for longer. */
static int64_t expected_ms(RoundClock c) { return c.base + 40 * c.step; }

void seats_times(RoundOptions *o)
{
    int64_t expected = expected_ms(o->clock);
    bool live = o->clock.kind == ROUND_SUDDEN || o->clock.kind == ROUND_INCREMENT;
    o->lag = live ? 150 + expected / 250 : 0;
    if (o->lag > SECOND)
        o->lag = SECOND;
    o->claim_after = live ? expected / 10 : 5 * MINUTE;
    if (o->claim_after < 20 * SECOND)
        o->claim_after = 20 * SECOND;
    if (o->claim_after > 5 * MINUTE)
        o->claim_after = 5 * MINUTE;
}

static bool read_chair(const House *h, const char *word, Chair *chair, int *level)
{
    static const char *const words[] = {"me", "link", "open"};
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) {
            *chair = (Chair)i;
            return true;
        }
    char *end;
    if (strncmp(word, "level:", 6) != 0 || word[6] < '0' || word[6] > '9' || !h->world.think)
        return false;
    long n = strtol(word + 6, &end, 10);
    *chair = CHAIR_LEVEL;
    *level = (int)n;
    return *end == '\0' && n >= LEVEL_MIN && n <= LEVEL_MAX;
}

static bool read_chairs(Request *q, NewRound *o)
{
    const json_t *seats = json_object_get(q->json, "seats");
    bool me = false, open = false;
    if (!json_is_array(seats) || (int)json_array_size(seats) != o->options.game->players)
        return false;
    for (int seat = 0; seat < o->options.game->players; seat++) {
        const char *word = json_string_value(json_array_get(seats, (size_t)seat));
        if (!word || !read_chair(q->house, word, &o->chair[seat], &o->level[seat]))
            return false;
        me |= o->chair[seat] == CHAIR_ME;
        open |= o->chair[seat] == CHAIR_OPEN;
    }
    const json_t *listed = json_object_get(q->json, "listed");
    o->listed = open || (listed ? json_is_true(listed) : false);
    return me;
}

/* A rated game is between accounts, one on each seat. */
static bool only_people(const NewRound *o)
{
    int mine = 0;
    for (int seat = 0; seat < o->options.game->players; seat++) {
        if (o->chair[seat] == CHAIR_LEVEL)
            return false;
        mine += o->chair[seat] == CHAIR_ME;
    }
    return mine == 1;
}

static const char *read_opening(Request *q, NewRound *o)
{
    const char *game = request_text(q, "game"), *clock = request_text(q, "clock");
    const char *position = q->fair ? q->fair : request_text(q, "position");
    o->options.game = game ? registry_find(game) : NULL;
    if (!o->options.game)
        return "no-such-game";
    if (clock && !round_clock_read(clock, &o->options.clock))
        return "bad-clock";
    if (!read_chairs(q, o))
        return "bad-seats";
    if (position && (strlen(position) >= POSITION_TEXT || !o->options.game->read_position(position, &o->start, NULL) ||
                     o->options.game->outcome(&o->start).over))
        return "bad-position";
    o->options.start = position ? &o->start : NULL;
    seats_times(&o->options);
    const char *wrong = start_read(q, o->options.game, &o->begin);
    return wrong ? wrong : o->begin.rated && !only_people(o) ? "not-rated" : NULL;
}

Round *seats_begin(const RoundOptions *o, const RoundAction *sit, int count, int64_t now, RoundEvents *all)
{
    Round *round = round_new(o, now, all);
    for (int i = 0; round && i < count; i++) {
        RoundEvents e;
        if (!round_apply(round, &sit[i], now, &e, NULL)) {
            round_free(round);
            return NULL;
        }
        for (int k = 0; k < e.count; k++)
            all->event[all->count++] = e.event[k];
    }
    return round;
}

/* Whoever opens the round sits down, and so do the levels. */
static Round *begin(NewRound *o, int64_t now)
{
    RoundAction sit[MAX_PLAYERS];
    int count = 0;
    for (int seat = 0; seat < o->options.game->players; seat++) {
        bool level = o->chair[seat] == CHAIR_LEVEL;
        if (level || o->chair[seat] == CHAIR_ME)
            sit[count++] = (RoundAction){.type = ROUND_SIT,
                                         .seat = seat,
                                         .kind = level ? ROUND_LEVEL : ROUND_PERSON,
                                         .level = o->level[seat],
                                         .text = level ? NULL : o->name};
    }
    return seats_begin(&o->options, sit, count, now, &o->events);
}

/* One token for all seats of whoever opens the round, and one for each link. */
static void give_tokens(NewRound *o, House *h)
{
    int mine = -1;
    for (int seat = 0; seat < o->options.game->players; seat++) {
        if (o->chair[seat] == CHAIR_ME && mine >= 0) {
            StoreSeat *from = &o->seats[0];
            for (size_t i = 0; i < o->seat_count; i++)
                if (o->seats[i].seat == mine)
                    from = &o->seats[i];
            o->seats[o->seat_count] = from[0];
            o->seats[o->seat_count++].seat = seat;
            o->seats[o->seat_count] = from[1];
            o->seats[o->seat_count++].seat = seat + FEED;
            memcpy(o->token[seat], o->token[mine], HOUSE_TOKEN);
        } else if (o->chair[seat] == CHAIR_ME || o->chair[seat] == CHAIR_LINK) {
            new_token(h, seat, o->token[seat], &o->seats[o->seat_count]);
            o->seat_count += 2;
            if (o->chair[seat] == CHAIR_ME)
                mine = seat;
        }
    }
}

static void write_reply(const NewRound *o, const char *re, const char *id, Buffer *out)
{
    static const char *const words[] = {"me", "link", "open", "level"};
    Json j = {.out = out};
    json_open_object(&j, NULL);
    json_text(&j, "is", "opened");
    if (*re)
        json_text(&j, "re", re);
    json_text(&j, "round", id);
    json_open_array(&j, "seats");
    for (int seat = 0; seat < o->options.game->players; seat++) {
        char letter[2] = {game_seat_letter(seat), '\0'};
        json_open_object(&j, NULL);
        json_text(&j, "seat", letter);
        json_text(&j, "kind", words[o->chair[seat]]);
        if (o->token[seat][0])
            json_text(&j, "token", o->token[seat]);
        if (o->chair[seat] == CHAIR_LEVEL)
            json_number(&j, "level", o->level[seat]);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_close_object(&j);
}

void house_round_name(const unsigned char bits[16], char out[STORE_ROUND])
{
    for (int i = 0; i < 16; i++)
        out[i] = "abcdefghijkmnpqrstuvwxyz23456789"[bits[i] & 31];
    out[16] = '\0';
}

/* A name of 80 bits. */
static void new_id(House *h, char out[STORE_ROUND])
{
    unsigned char bits[16];
    do {                        /* until its shard is one of ours */
        h->world.random(h->world.context, bits, sizeof bits);
        house_round_name(bits, out);
    } while (!leases_hold(h, out) && leases_any(h));
}

static void open_round(Request *q, NewRound *o)
{
    House *h = q->house;
    char id[STORE_ROUND];
    new_id(h, id);
    Round *round = leases_hold(h, id) ? begin(o, house_now(h)) : NULL;
    HouseRound *r = round ? rounds_add(h, id, round) : NULL;
    Pending *p = r ? rounds_pending(h, r, q->visitor) : NULL;
    if (!p) {
        if (r)
            rounds_drop(h, r);
        else
            round_free(round);
        request_refuse(q, "trouble");
        return;
    }
    r->fresh = true;
    r->listed = o->listed;
    r->start = o->begin;
    for (int seat = 0; seat < o->options.game->players; seat++) {
        r->open |= o->chair[seat] == CHAIR_OPEN ? 1u << seat : 0;
        p->seats |= o->chair[seat] == CHAIR_ME ? 1u << seat : 0;
        r->account[seat] = o->chair[seat] == CHAIR_ME ? q->visitor->account : 0;
    }
    ratings_look(h, r);
    rounds_empty(h, r);
    give_tokens(o, h);
    snprintf(p->re, sizeof p->re, "%s", q->re);
    write_reply(o, q->re, id, &p->reply);
    if (!rounds_submit(h, r, &o->events, NULL, o->seats, o->seat_count, p)) {
        request_refuse(q, "trouble");
        rounds_drop(h, r);
    }
}

void request_open(Request *q)
{
    NewRound o = {0};
    const char *wrong = read_opening(q, &o);
    token_guest(q);
    if (wrong)
        request_refuse(q, wrong);
    else if (q->visitor->members >= ENTERED || (!q->fair && !house_may_open(q->house, q->visitor)))
        request_refuse(q, "too-many-rounds");
    else if (o.begin.kind == START_FAIR && !q->fair)
        start_draw(q, o.options.game);
    else if (accounts_name(q, o.name))
        open_round(q, &o);
}

/* --- sitting down --- */

static unsigned seats_of(const HouseRound *r, const Visitor *v)
{
    for (const Member *m = r->member; m; m = m->next_in_round)
        if (m->visitor == v)
            return m->seats;
    return 0;
}

static void enter(Request *q, HouseRound *r, unsigned seats)
{
    int64_t after = 0;
    request_number(q, "after", &after);
    Member *m = rounds_join(q->house, r, q->visitor, seats);
    if (!m) {
        request_refuse(q, "too-many-rounds");
        return;
    }
    say_round(q->house, m, q->re, after > 0 && after < UINT32_MAX ? (uint32_t)after : 0);
    say_here(q->house, r);
}

static void write_seated(Request *q, const HouseRound *r, int seat, const char *token, Buffer *out)
{
    char letter[2] = {game_seat_letter(seat), '\0'};
    Json j = {.out = out};
    json_open_object(&j, NULL);
    json_text(&j, "is", "seated");
    if (*q->re)
        json_text(&j, "re", q->re);
    json_text(&j, "round", r->id);
    json_text(&j, "seat", letter);
    json_text(&j, "token", token);
    json_close_object(&j);
}

/* Takes an empty seat, with an existing token or a new one. */
static void sit(Request *q, HouseRound *r, int seat, const char *token)
{
    House *h = q->house;
    char name[ROUND_NAME], fresh[HOUSE_TOKEN];
    StoreSeat seats[2];
    RoundEvents e;
    RoundRefusal why;
    if (q->visitor->members >= ENTERED) {
        request_refuse(q, "too-many-rounds");
        return;
    }
    if (!accounts_name(q, name))
        return;
    if (r->start.rated && (!q->visitor->account || accounts_seats(r, q->visitor->account))) {
        request_refuse(q, q->visitor->account ? "already-seated" : "not-signed-in");
        return;
    }
    if (accounts_apart(h, q->visitor->account, r)) {
        request_refuse(q, "not-allowed");
        return;
    }
    if (!round_apply(r->round, &(RoundAction){.type = ROUND_SIT, .seat = seat, .kind = ROUND_PERSON, .text = name},
                     house_now(h), &e, &why)) {
        request_refuse(q, say_why(why.code));
        return;
    }
    if (!token)
        new_token(h, seat, fresh, seats);
    r->account[seat] = q->visitor->account;
    ratings_look(h, r);
    Pending *p = rounds_pending(h, r, q->visitor);
    if (p) {
        p->seats = 1u << seat;
        snprintf(p->re, sizeof p->re, "%s", q->re);
        write_seated(q, r, seat, token ? token : fresh, &p->reply);
    }
    if (!rounds_submit(h, r, &e, NULL, seats, token ? 0 : 2, p))
        request_refuse(q, "trouble");
}

/* The seats of this token are taken, but that is not stored yet and may fail: the answer waits until it is decided. */
static void sit_once(Request *q, HouseRound *r, unsigned seats, const char *token)
{
    House *h = q->house;
    Pending *p = rounds_pending(h, r, q->visitor);
    if (!p) {
        request_refuse(q, "trouble");
        return;
    }
    p->seats = seats;
    snprintf(p->re, sizeof p->re, "%s", q->re);
    write_seated(q, r, __builtin_ctz(seats), token, &p->reply);
    rounds_wait(h, r, p);
}

static void sit_by_token(Request *q, const char *token)
{
    HouseRound *r;
    unsigned seats;
    if (!request_token(q, token, request_text(q, "round"), &r, &seats))
        return;
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        if (seats >> seat & 1 && round_seat(r->round, seat)->kind == ROUND_EMPTY) {
            if (r->broken)
                request_refuse(q, "trouble");
            else
                sit(q, r, seat, token);
            return;
        }
    if (r->pending && seats)
        sit_once(q, r, seats, token);
    else
        enter(q, r, seats);
}

void request_sit(Request *q)
{
    const char *token = request_text(q, "token"), *id = request_text(q, "round"), *letter = request_text(q, "seat");
    HouseRound *r = id && !token ? rounds_find(q->house, id) : NULL;
    token_guest(q);
    if (token) {
        sit_by_token(q, token);
        return;
    }
    if (!r || r->broken) {
        request_refuse(q, r || (id && q->house->unread) ? "trouble" : "no-such-round");
        return;
    }
    if (seats_of(r, q->visitor)) {
        request_refuse(q, "already-seated");
        return;
    }
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        if (r->open >> seat & 1 && round_seat(r->round, seat)->kind == ROUND_EMPTY &&
            (!letter || seat == seat_of_letter(round_game(r->round), letter))) {
            sit(q, r, seat, NULL);
            return;
        }
    request_refuse(q, "seat-taken");
}

void request_enter(Request *q)
{
    const char *token = request_text(q, "token"), *id = request_text(q, "round");
    HouseRound *r = NULL;
    unsigned seats = 0;
    if (token && !request_token(q, token, id, &r, &seats))
        return;
    if (!token)
        r = id ? rounds_find(q->house, id) : NULL;
    if (r && r->fresh && r->start.tournament && r->start.game != 2)
        r = NULL;               /* its name is public before it is stored; it has no events yet */
    if (r && accounts_check(q->house, q->visitor))
        seats |= accounts_seats(r, q->visitor->account);
    if (r)
        enter(q, r, seats);
    else
        request_refuse(q, id && q->house->unread ? "trouble" : "no-such-round");
}

void request_leave(Request *q)
{
    const char *id = request_text(q, "round");
    for (Member *m = q->visitor->member; m && id; m = m->next_of_visitor)
        if (strcmp(m->in->id, id) == 0) {
            rounds_part(q->house, m);
            return;
        }
}
