/* See away.h. */
#include "remote/away_private.h"

#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"
#include "core/memory.h"
#include "games/registry.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { AGAIN_MS = 2000 }; /* before asking again for what the house could not store */

static void copy(char *out, size_t size, const char *text) { snprintf(out, size, "%s", text); }

int64_t away_now(const Away *a) { return own_ms() + a->ahead; }

static void forget_round(Away *a)
{
    round_free(a->round);
    a->round = NULL;
    buffer_clear(&a->log);
}

/* --- hearing --- */

static const char *field(const json_t *m, const char *name)
{
    const char *text = json_string_value(json_object_get(m, name));
    return text ? text : "";
}

static int seat_of(const char *letter)
{
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (letter[0] == game_seat_letter(seat))
            return seat;
    return -1;
}

/* An open seat of somebody else's that we would take; "": there is none. *before: it was there before ours. */
static const char *find_seat(const Away *a, const json_t *lobby, bool *before)
{
    const char *found = "";
    bool ours = false;
    size_t i;
    json_t *r;
    *before = false;
    json_array_foreach(json_object_get(lobby, "open"), i, r)
    {
        bool game = !a->game[0] || strcmp(a->game, field(r, "game")) == 0;
        bool clock = !a->clock[0] || strcmp(a->clock, field(r, "clock")) == 0;
        bool start = !a->start[0] || strcmp(a->start, *field(r, "start") ? field(r, "start") : "sheet") == 0;
        /* We join a rated game only if we asked for one; guests would be refused there. */
        bool rated = a->rated == json_is_true(json_object_get(r, "rated"));
        if (strcmp(field(r, "round"), a->id) == 0) {
            ours = true;
        } else if (game && clock && start && rated && registry_find(field(r, "game"))) {
            /* The newest come first: the last match is the oldest, and was there before ours if it stands behind it. */
            found = field(r, "round");
            *before = ours;
        }
    }
    return found;
}

static void take_seat(Away *a, const char *id)
{
    copy(a->id, sizeof a->id, id);
    a->token[0] = '\0';
    a->settle = 0;
    a->open_asked = false;
    forget_round(a);
    away_enter(a, true);
}

/* Two people who open seats at the same moment would wait for each other for ever. So the later one joins the
 * earlier; after a while, either joins the other. */
static void settle(Away *a, const json_t *lobby)
{
    bool before;
    char other[AWAY_ID];
    copy(other, sizeof other, find_seat(a, lobby, &before));
    if (a->link || !a->round || round_phase(a->round) != ROUND_SEATING || !other[0]) {
        a->settle = 0;
        return;
    }
    if (a->settle == 0 && !before)
        a->settle = own_ms() + 3000 + (int64_t)randombytes_uniform(3000);
    if (!before && own_ms() < a->settle)
        return;
    for (int seat = 0; seat < round_game(a->round)->players; seat++)
        if (a->seats >> seat & 1)
            away_act(a, seat, "abort");
    a->nonce[0] = '\0';
    take_seat(a, other);
}

/* In the lobby: takes a seat that fits, or else opens a round of our own. */
static void choose_seat(Away *a, const json_t *lobby)
{
    bool before;
    if (a->open_asked && a->id[0]) {
        settle(a, lobby);
        return;
    }
    if (a->id[0] || a->open_asked)
        return;
    const char *found = find_seat(a, lobby, &before);
    if (*found) {
        take_seat(a, found);
        return;
    }
    away_open_round(a);
}

static void take_opened(Away *a, const json_t *m)
{
    size_t i;
    json_t *seat;
    copy(a->id, sizeof a->id, field(m, "round"));
    json_array_foreach(json_object_get(m, "seats"), i, seat)
    {
        if (strcmp(field(seat, "kind"), "me") == 0)
            copy(a->token, sizeof a->token, field(seat, "token"));
        else if (i < MAX_PLAYERS && strcmp(field(seat, "kind"), "link") == 0)
            copy(a->invitation[i], AWAY_TOKEN, field(seat, "token"));
    }
}

/* Keeps the events of a message, to report them one per call. */
static void hold(Away *a, const json_t *m)
{
    json_decref(a->message);
    a->message = json_deep_copy(m);
    a->told = 0;
}

static void take_start(Away *a, const json_t *m)
{
    const json_t *pair = json_object_get(m, "pair"), *points = json_object_get(pair, "points");
    a->began.fair = (int)json_integer_value(json_object_get(m, "fair"));
    a->began.pair = (int)json_integer_value(json_object_get(pair, "game"));
    for (size_t i = 0; i < 2; i++)
        a->began.points[i] = json_number_value(json_array_get(points, i));
}

/* The ratings of the seats that are listed; the others have none. */
static void take_ratings(const json_t *seats, AwayRating out[MAX_PLAYERS])
{
    size_t i;
    json_t *entry;
    memset(out, 0, MAX_PLAYERS * sizeof *out);
    json_array_foreach(seats, i, entry)
    {
        int seat = seat_of(field(entry, "seat"));
        if (seat >= 0)
            out[seat] = (AwayRating){.points = (int)json_integer_value(json_object_get(entry, "rating")),
                                     .unsure = json_is_true(json_object_get(entry, "unsure")),
                                     .before = (int)json_integer_value(json_object_get(entry, "before"))};
    }
}

/* The ratings of a round's players, or what it changed. */
static bool take_news_of_ratings(Away *a, const json_t *m, bool here, AwayReport *out)
{
    bool rated = strcmp(field(m, "is"), "rated") == 0;
    out->earlier = !here && a->earlier[0] && strcmp(field(m, "round"), a->earlier) == 0;
    if ((!rated && strcmp(field(m, "is"), "ratings") != 0) || (!here && !out->earlier))
        return false;
    take_ratings(json_object_get(m, rated ? "seats" : "ratings"), out->rating);
    if (here)
        memcpy(a->rating, out->rating, sizeof a->rating);
    out->news = rated ? AWAY_RATED : AWAY_RATINGS;
    return true;
}

static void take_round(Away *a, const json_t *m)
{
    a->entered = true;
    take_start(a, m);
    a->began.rated = json_is_true(json_object_get(m, "rated"));
    a->began.experimental = json_is_true(json_object_get(m, "experimental"));
    a->began.advantage = (int)json_integer_value(json_object_get(m, "advantage"));
    take_ratings(json_object_get(m, "ratings"), a->rating);
    a->first = !a->round;
    copy(a->id, sizeof a->id, field(m, "round"));
    a->seats = 0;
    for (const char *letter = field(m, "you"); *letter; letter++)
        if (seat_of(letter) >= 0)
            a->seats |= 1u << seat_of(letter);
    a->ahead = json_integer_value(json_object_get(m, "now")) - own_ms();
    hold(a, m);
    if (away_busy(a))
        away_send_action(a); /* again, with the same nonce: done twice it is done once */
}

static void take_refusal(Away *a, const json_t *m, AwayReport *out)
{
    const json_t *says = json_object_get(m, "says");
    out->news = AWAY_REFUSED;
    copy(out->word, sizeof out->word, field(m, "why"));
    hold(a, m);
    if (json_array_size(says) > 0) {
        out->detail.id = json_string_value(json_array_get(json_object_get(a->message, "says"), 0));
        for (size_t i = 1; i < json_array_size(says) && i <= MESSAGE_HOLES; i++)
            copy(out->detail.arg[i - 1], MESSAGE_ARG, json_string_value(json_array_get(says, i)));
    }
    if (a->nonce[0] && strcmp(field(m, "nonce"), a->nonce) == 0)
        away_end_action(a);
}

/* Handles messages about an action of ours. */
static void take_answer(Away *a, const json_t *m, AwayReport *out)
{
    const char *is = field(m, "is");
    bool ours = a->nonce[0] && strcmp(field(m, "nonce"), a->nonce) == 0;
    if (strcmp(is, "done") == 0 && ours) {
        away_end_action(a);
        out->news = AWAY_DONE;
    } else if (strcmp(is, "stale") == 0 && ours) {
        away_end_action(a);
        hold(a, m);
        out->news = AWAY_REFUSED;
        copy(out->word, sizeof out->word, "stale");
    } else if (strcmp(is, "trouble") == 0 && ours) {
        away_end_action(a);
        out->news = AWAY_REFUSED;
        copy(out->word, sizeof out->word, "trouble");
    } else if (strcmp(is, "trouble") == 0 && !a->round) {
        if (!a->token[0])
            a->id[0] = '\0'; /* the seat that we wanted may be gone by then */
        a->again = own_ms() + AGAIN_MS;
        out->news = AWAY_TROUBLE;
    } else if (strcmp(is, "refused") == 0) {
        /* The seat that we wanted is gone: look for another, or open our own. */
        if (!a->round && !a->token[0] && !a->watch && a->id[0]) {
            a->id[0] = '\0';
            away_ask_lobby(a);
            return;
        }
        take_refusal(a, m, out);
    }
}

static void follow(Away *a, const json_t *m, AwayReport *out)
{
    forget_round(a);
    a->nonce[0] = '\0';
    a->queued = 0;
    copy(a->earlier, sizeof a->earlier, a->id);
    copy(a->id, sizeof a->id, field(m, "next"));
    away_enter(a, false);
    out->news = AWAY_NEXT;
}

static void hear(Away *a, const char *text, AwayReport *out)
{
    json_t *m = json_loads(text, 0, NULL);
    const char *is = field(m, "is");
    bool here = strcmp(field(m, "round"), a->id) == 0;
    if (json_object_get(m, "now"))
        a->ahead = json_integer_value(json_object_get(m, "now")) - own_ms();
    if (strcmp(is, "lobby") == 0)
        choose_seat(a, m);
    else if (strcmp(field(m, "re"), "sign-in") == 0) {
        if (strcmp(is, "refused") == 0)
            take_refusal(a, m, out);
    } else if (strcmp(is, "opened") == 0) {
        take_opened(a, m);
        out->news = AWAY_OPENED;
    } else if (strcmp(is, "seated") == 0) {
        copy(a->token, sizeof a->token, field(m, "token"));
        copy(a->id, sizeof a->id, field(m, "round"));
    } else if (strcmp(is, "round") == 0 && (here || !a->id[0] || !a->round))
        take_round(a, m);
    else if (strcmp(is, "events") == 0 && here)
        hold(a, m);
    else if (strcmp(is, "next") == 0 && here)
        follow(a, m, out);
    else if (strcmp(is, "said") == 0 && here) {
        out->news = AWAY_SAID;
        out->seat = seat_of(field(m, "seat"));
        copy(out->word, sizeof out->word, field(m, "phrase"));
    } else if (strcmp(is, "pair") == 0 && here) {
        take_start(a, m);
        out->news = AWAY_PAIR;
    } else if (strcmp(is, "closing") == 0)
        out->news = AWAY_CLOSING;
    else if (!take_news_of_ratings(a, m, here, out))
        take_answer(a, m, out);
    json_decref(m);
}

/* The next event of the message being reported. */
static bool tell_event(Away *a, AwayReport *out)
{
    const json_t *events = json_object_get(a->message, "events");
    while (a->told < json_array_size(events)) {
        const char *line = json_string_value(json_array_get(events, a->told++));
        uint32_t known = a->round ? round_events(a->round) : 0;
        if (!line || !round_event_read(line, registry_find, &out->event) || out->event.number <= known)
            continue;
        bool ok = out->event.number == known + 1 &&
                  (a->round ? round_take(a->round, &out->event, NULL) : (a->round = round_from(&out->event)) != NULL);
        if (!ok) {
            away_enter(a, false); /* something is missing: ask for it */
            break;
        }
        buffer_format(&a->log, "%s\n", line);
        out->news = a->first ? AWAY_SEATED : AWAY_EVENT;
        if (a->first && a->told < json_array_size(events))
            continue; /* what happened before we came is not reported one by one */
        a->first = false;
        return true;
    }
    json_decref(a->message);
    a->message = NULL;
    return false;
}

static void ask_for_place(Away *a)
{
    a->again = 0;
    a->open_asked = a->open_asked && a->id[0];
    if (a->round || (a->token[0] && a->id[0]) || a->watch)
        away_enter(a, false);
    else if (a->token[0])
        away_enter(a, true);
    else if (a->link)
        away_open_round(a);
    else
        away_ask_lobby(a);
}

static void connected(Away *a)
{
    a->entered = false;
    away_sign_in(a);
    ask_for_place(a);
}

void away_next(Away *a, AwayReport *out)
{
    const char *text;
    *out = (AwayReport){.seat = -1};
    for (;;) {
        if (a->message && tell_event(a, out))
            return;
        switch (wire_next(a->wire, &text)) {
        case WIRE_UP:
            connected(a);
            out->news = AWAY_CONNECTED;
            return;
        case WIRE_DOWN:
            a->entered = false;
            out->news = AWAY_LOST;
            return;
        case WIRE_REFUSED: out->news = AWAY_NO_HOUSE; return;
        case WIRE_HEARD: hear(a, text, out); break;
        case WIRE_NOTHING:
            if (a->again && own_ms() >= a->again)
                ask_for_place(a);
            if (a->lobby_wanted || (a->settle && own_ms() >= a->settle && a->entered))
                away_ask_lobby(a);
            return;
        }
        if (out->news != AWAY_NOTHING)
            return;
    }
}

/* --- opening and looking --- */

Away *away_open(const AwayOptions *o, Message *error)
{
    Away *a = sodium_init() < 0 ? NULL : memory_resize(NULL, sizeof *a);
    if (!a) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(a, 0, sizeof *a);
    a->to = o->to;
    a->link = o->link;
    a->rated = o->rated;
    a->watch = o->to.watch[0] != '\0';
    copy(a->token, sizeof a->token, o->to.seat);
    copy(a->id, sizeof a->id, o->to.watch);
    copy(a->name, sizeof a->name, o->name ? o->name : "");
    copy(a->session, sizeof a->session, o->session ? o->session : "");
    copy(a->game, sizeof a->game, o->game ? o->game : "");
    copy(a->clock, sizeof a->clock, o->clock ? o->clock : "");
    copy(a->start, sizeof a->start, o->start ? o->start : "");
    a->wire = wire_open(&o->to, error);
    if (a->wire)
        return a;
    memory_free(a);
    return NULL;
}

void away_close(Away *a)
{
    if (!a)
        return;
    wire_close(a->wire);
    round_free(a->round);
    buffer_free(&a->log);
    json_decref(a->message);
    memory_free(a);
}

int away_ready(const Away *a) { return wire_ready(a->wire); }
Round *away_round(Away *a) { return a->round; }
const char *away_log(const Away *a) { return buffer_text(&a->log); }
unsigned away_seats(const Away *a) { return a->seats; }
const AwayStart *away_start(const Away *a) { return &a->began; }
const AwayRating *away_ratings(const Away *a) { return a->rating; }
const char *away_name(const Away *a) { return a->id; }

bool away_link(const Away *a, int seat, char *out, size_t size)
{
    return wire_link(&a->to, "seat", a->seats >> seat & 1 ? a->token : a->invitation[seat], out, size);
}

bool away_watch_link(const Away *a, char *out, size_t size) { return wire_link(&a->to, "watch", a->id, out, size); }
