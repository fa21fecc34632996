/* The archive: one's own rounds, everybody's, and a round as a record. */
#include "house/accounts_private.h"

#include "core/record.h"
#include "games/registry.h"
#include "house/trail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PER_TOKEN = 20 };        /* rounds that one token may add to the list: rematches */

/* --- mine --- */

typedef struct HeldRounds {
    char round[PER_TOKEN][STORE_ROUND];
    int seat[PER_TOKEN];
    int count;
} HeldRounds;

static bool note_held(void *context, const char *round, int seat)
{
    HeldRounds *held = context;
    if (seat >= MAX_PLAYERS)
        return true;            /* a feed's key */
    snprintf(held->round[held->count], STORE_ROUND, "%s", round);
    held->seat[held->count++] = seat;
    return held->count < PER_TOKEN;
}

static void add_mine(House *h, Json *j, HouseRound *r, int seat, int token)
{
    static const char *const phases[] = {"seating", "playing", "over"};
    char letter[2] = {game_seat_letter(seat), '\0'}, clock[64];
    Round *round = r->round;
    StoreCard card;
    rounds_card(r, &card);
    round_clock_write(round_clock(round), clock);
    json_open_object(j, NULL);
    if (token >= 0)
        json_number(j, "token", token);
    json_text(j, "round", r->id);
    json_text(j, "seat", letter);
    json_text(j, "game", round_game(round)->id);
    json_text(j, "clock", clock);
    start_say(j, r);
    json_text(j, "phase", phases[round_phase(round)]);
    if (round_phase(round) == ROUND_PLAYING) {
        char turn[2] = {game_seat_letter(round_mover(round)), '\0'};
        json_text(j, "turn", turn);
        if (round_clock(round).kind != ROUND_UNTIMED)
            json_number(j, "left", round_time_left(round, round_mover(round), house_now(h)));
    }
    if (card.result[0])
        json_text(j, "result", card.result);
    json_number(j, "moves", round_head(round));
    json_number(j, "number", r->stored);
    json_number(j, "last", round_last(round));
    say_seats(j, r);
    json_close_object(j);
}

typedef struct Seats {
    char round[LIST_FOUND][STORE_ROUND];
    int seat[LIST_FOUND];
    int count;
} Seats;

static bool note_seat(void *context, const StorePlayed *p)
{
    Seats *list = context;
    snprintf(list->round[list->count], STORE_ROUND, "%s", p->round);
    list->seat[list->count++] = p->seat;
    return list->count < LIST_FOUND;
}

/* The newest rounds of the visitor's account: they need no token. */
static void add_accounts(Request *q, Json *j)
{
    Seats list = {.count = 0};
    store_played(q->house->store, q->visitor->account, 0, LIST_FOUND, note_seat, &list, NULL);
    for (int i = 0; i < list.count; i++) {
        HouseRound *r = rounds_see(q->house, list.round[i]);
        if (r && !r->broken)
            add_mine(q->house, j, r, list.seat[i], -1);
        rounds_seen(r);
    }
}

/* {"do":"mine","tokens":[…]}: "token" of an entry is the index of its token, from 0. */
void request_mine(Request *q)
{
    const json_t *tokens = json_object_get(q->json, "tokens");
    if ((tokens && !json_is_array(tokens)) || json_array_size(tokens) > LIST_TOKENS ||
        (!tokens && !json_is_true(json_object_get(q->json, "account")))) {
        request_refuse(q, "bad-tokens");
        return;
    }
    Say s = say_begin("mine");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_number(&s.json, "now", house_now(q->house));
    json_open_array(&s.json, "rounds");
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        const char *token = json_string_value(json_array_get(tokens, i));
        unsigned char hash[STORE_HASH];
        HeldRounds held = {.count = 0};
        if (!token)
            continue;
        store_hash_token(token, hash);
        store_seats(q->house->store, hash, note_held, &held, NULL);
        for (int k = 0; k < held.count; k++) {
            HouseRound *r = rounds_see(q->house, held.round[k]);
            if (r && !r->broken)
                add_mine(q->house, &s.json, r, held.seat[k], (int)i);
            rounds_seen(r);
        }
    }
    if (json_is_true(json_object_get(q->json, "account")) && accounts_check(q->house, q->visitor))
        add_accounts(q, &s.json);
    json_close_array(&s.json);
    say_send(q->house, q->visitor, &s);
}

/* {"do":"feed","token":…}: where the seat's feed is. */
void request_feed(Request *q)
{
    const char *token = request_text(q, "token");
    char key[HOUSE_TOKEN], path[HOUSE_TOKEN + 16];
    HouseRound *r;
    unsigned seats;
    if (!token || !request_token(q, token, NULL, &r, &seats)) {
        if (!token)
            request_refuse(q, "no-such-token");
        return;
    }
    house_feed_key(token, key);
    snprintf(path, sizeof path, "/feed/%s.atom", key);
    Say s = say_begin("feed");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_text(&s.json, "path", path);
    say_send(q->house, q->visitor, &s);
}

/* --- everybody's --- */

typedef struct Finding {
    Json *json;
    int count;
    int64_t place;
} Finding;

/* The ratings of the players before the game, where it was rated: "1500? 1612". */
static void add_ratings(Json *j, const char *ratings)
{
    if (!*ratings)
        return;
    json_open_array(j, "ratings");
    for (const char *at = ratings; *at; at += strcspn(at, " "), at += *at == ' ') {
        json_open_object(j, NULL);
        json_number(j, "rating", strtol(at, NULL, 10));
        if (at[strspn(at, "0123456789")] == '?')
            json_bool(j, "unsure", true);
        json_close_object(j);
    }
    json_close_array(j);
}

static bool add_found(void *context, const StoreFound *f)
{
    Finding *found = context;
    Json *j = found->json;
    json_open_object(j, NULL);
    json_text(j, "round", f->round);
    json_text(j, "game", f->card->label);
    json_open_array(j, "players");
    for (const char *name = f->card->players, *end; (end = strchr(name, '\n')); name = end + 1) {
        char copy[STORE_TEXT];
        snprintf(copy, sizeof copy, "%.*s", (int)(end - name), name);
        json_text(j, NULL, copy);
    }
    json_close_array(j);
    add_ratings(j, f->ratings);
    json_text(j, "result", f->card->result);
    json_number(j, "moves", f->card->length);
    json_number(j, "made", f->made);
    json_number(j, "last", f->changed);
    json_close_object(j);
    found->place = f->place;
    found->count++;
    return true;
}

/* The position after the moves of `text`, which is not empty; returns how many they are, or -1 if they are not
 * legal. */
static int read_opening(const Game *g, const char *text, Position *p)
{
    int plies = 0;
    g->start(p);
    while (*text) {
        char word[MOVE_TEXT];
        size_t n = strcspn(text, " ");
        Move m;
        if (n == 0 || n >= sizeof word || g->outcome(p).over)
            return -1;
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        if (!g->read_move(p, word, &m, NULL))
            return -1;
        g->play(p, m, p);
        text += n + (text[n] == ' ');
        plies++;
    }
    return plies;
}

const char *archive_position(const Request *q, const Game *g, Position *p, int *ply)
{
    const char *position = request_text(q, "position"), *opening = request_text(q, "opening");
    *ply = -1;
    if (position && *position)
        return strlen(position) < POSITION_TEXT && g->read_position(position, p, NULL) ? NULL : "bad-position";
    *ply = read_opening(g, opening ? opening : "", p);
    return *ply >= 0 ? NULL : "bad-opening";
}

/* Reads a position or an opening; both need a ruleset. False: refused. */
static bool read_place(Request *q, StoreQuery *query)
{
    const char *position = request_text(q, "position"), *opening = request_text(q, "opening");
    const Game *g = query->label ? registry_find(query->label) : NULL;
    Position p;
    if ((!position || !*position) && (!opening || !*opening))
        return true;
    const char *why = g ? archive_position(q, g, &p, &query->ply) : "no-such-game";
    if (why) {
        request_refuse(q, why);
        return false;
    }
    query->at_start = query->ply >= 0;
    query->here = trail_number(g, &p);
    return true;
}

/* Finished games that anybody may find, newest first; "more" says where the next list begins. */
void request_search(Request *q)
{
    int64_t shortest = 1, longest = 0, before = 0, rating = 0, since = 0, until = 0;
    request_number(q, "shortest", &shortest);
    request_number(q, "longest", &longest);
    request_number(q, "before", &before);
    request_number(q, "rating", &rating);
    request_number(q, "since", &since);
    request_number(q, "until", &until);
    StoreQuery query = {.label = request_text(q, "game"),
                        .player = request_text(q, "player"),
                        .result = request_text(q, "result"),
                        .shortest = shortest < 0        ? 0
                                    : shortest > 100000 ? 100000
                                                        : (int)shortest,
                        .longest = longest < 0 || longest > 100000 ? 0 : (int)longest,
                        .listed = true,
                        .open = 0,
                        .rating = rating < 0 || rating > 10000 ? 0 : (int)rating,
                        .since = since,
                        .until = until,
                        .before = before,
                        .limit = LIST_FOUND};
    if (!read_place(q, &query))
        return;
    Say s = say_begin("found");
    s.json.out = &s.text;
    say_re(&s, q->re);
    Finding found = {.json = &s.json};
    json_open_array(&s.json, "rounds");
    store_search(q->house->store, &query, add_found, &found, NULL);
    json_close_array(&s.json);
    if (found.count == LIST_FOUND)
        json_number(&s.json, "more", found.place);
    say_send(q->house, q->visitor, &s);
}

/* --- a record --- */

static void name_players(const HouseRound *r, Tree *t)
{
    char date[16];
    time_t made = (time_t)(r->made / SECOND);
    struct tm tm;
    gmtime_r(&made, &tm);
    strftime(date, sizeof date, "%Y.%m.%d", &tm);
    tree_set_tag(t, "Date", date, NULL);
    for (int seat = 0; seat < round_game(r->round)->players; seat++) {
        const RoundSeat *s = round_seat(r->round, seat);
        char name[ROUND_NAME + 8];
        if (s->kind == ROUND_LEVEL && !s->left)
            snprintf(name, sizeof name, "level:%d", s->level);
        else
            snprintf(name, sizeof name, "%s", s->name);
        tree_set_tag(t, tree_seat_tag(seat), name, NULL);
    }
}

bool archive_record(const HouseRound *r, Buffer *out)
{
    name_players(r, round_tree(r->round));
    return record_write(round_tree(r->round), out, NULL) && out->length > 0;
}

/* {"do":"record","round":…}: the game as a file, as docs/records.md describes it. */
void request_record(Request *q)
{
    const char *id = request_text(q, "round");
    HouseRound *r = id ? rounds_find(q->house, id) : NULL;
    Buffer text = {0};
    if (r && !r->broken && archive_record(r, &text)) {
        Say s = say_begin("record");
        s.json.out = &s.text;
        say_re(&s, q->re);
        json_text(&s.json, "round", r->id);
        json_text(&s.json, "text", buffer_text(&text));
        say_send(q->house, q->visitor, &s);
    } else {
        request_refuse(q, r || (id && q->house->unread) ? "trouble" : "no-such-round");
    }
    buffer_free(&text);
}
