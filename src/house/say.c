/* Messages to visitors: see docs/house.md. Each begins with the word that names it. */
#include "house/accounts_private.h"

#include "core/memory.h"

#include <string.h>

const char *const house_phrases[HOUSE_PHRASES] = {"hello",  "good-luck",  "nice-move", "oops",
                                                  "thanks", "one-moment", "good-game", "goodbye"};

/* The round's own word, or "trouble" where the house is at fault and not the sender. */
const char *say_why(RoundRefusalCode code)
{
    return code == ROUND_NO_MEMORY || code == ROUND_DAMAGED ? "trouble" : round_refusal_word(code);
}

Say say_begin(const char *what)
{
    Say s = {0};
    s.json.out = &s.text;
    json_open_object(&s.json, NULL);
    json_text(&s.json, "is", what);
    return s;
}

/* The buffer moves when the Say is copied. */
static Json *json_of(Say *s)
{
    s->json.out = &s->text;
    return &s->json;
}

void say_re(Say *s, const char *re)
{
    if (re && *re)
        json_text(json_of(s), "re", re);
}

HouseText *say_text(Say *s)
{
    json_close_object(json_of(s));
    HouseText *t = s->text.failed ? NULL : memory_resize(NULL, sizeof *t + s->text.length + 1);
    if (t) {
        t->uses = 1;
        t->length = s->text.length;
        memcpy(t->bytes, s->text.text, s->text.length + 1);
    }
    buffer_free(&s->text);
    return t;
}

void house_text_free(HouseText *t)
{
    if (t && --t->uses == 0)
        memory_free(t);
}

/* A visitor for whom a message cannot be made is cut off, and gets it when it comes back. */
static void deliver(House *h, Visitor *v, HouseText *t)
{
    if (!v->line)
        return;
    if (!t) {
        visitor_hang_up(h, v, 1013);
        return;
    }
    t->uses++;
    if (v->shadow)
        h->world.far_send(h->world.far, v->line, t);
    else
        h->world.send(h->world.context, v->line, t);
}

void say_send(House *h, Visitor *v, Say *s)
{
    HouseText *t = say_text(s);
    deliver(h, v, t);
    house_text_free(t);
}

void say_to_round(House *h, HouseRound *r, Say *s)
{
    HouseText *t = say_text(s);
    for (Member *m = r->member, *next; m; m = next) {
        next = m->next_in_round;
        deliver(h, m->visitor, t);
    }
    house_text_free(t);
}

void say_said(House *h, HouseRound *r, int64_t account, Say *s)
{
    HouseText *t = say_text(s);
    for (Member *m = r->member, *next; m; m = next) {
        next = m->next_in_round;
        if (!account || accounts_hears(m->visitor, account))
            deliver(h, m->visitor, t);
    }
    house_text_free(t);
}

void say_refused(House *h, Visitor *v, const char *re, const char *round, const char *nonce, const char *why,
                 const Message *detail)
{
    Say s = say_begin("refused");
    say_re(&s, re);
    if (round && *round)
        json_text(json_of(&s), "round", round);
    if (nonce && *nonce)
        json_text(json_of(&s), "nonce", nonce);
    json_text(json_of(&s), "why", why);
    if (detail && detail->id) {
        json_open_array(json_of(&s), "says");
        json_text(json_of(&s), NULL, detail->id);
        for (int i = 0; i < MESSAGE_HOLES && detail->arg[i][0]; i++)
            json_text(json_of(&s), NULL, detail->arg[i]);
        json_close_array(json_of(&s));
    }
    h->count.refusals++;
    say_send(h, v, &s);
}

/* --- events --- */

static Say begin_events(const House *h, const HouseRound *r, const char *what, uint32_t from)
{
    Say s = say_begin(what);
    json_text(json_of(&s), "round", r->id);
    json_number(json_of(&s), "from", from);
    json_number(json_of(&s), "now", house_now(h));
    return s;
}

/* The events as the strings of a JSON array. */
void say_lines(const RoundEvents *e, Buffer *out)
{
    Json j = {.out = out};
    for (int i = 0; i < e->count; i++) {
        char line[ROUND_LINE];
        round_event_write(&e->event[i], line);
        json_text(&j, NULL, line);
    }
}

static void tell_events(House *h, HouseRound *r, const Pending *p)
{
    HouseText *t = NULL;
    for (Member *m = r->member, *next; m; m = next) {
        next = m->next_in_round;
        if (m->sent >= p->last)
            continue;
        if (!t) {
            Say s = begin_events(h, r, "events", p->first);
            buffer_format(&s.text, ",\"events\":[%s]", buffer_text(&p->lines));
            t = say_text(&s);
        }
        m->sent = p->last;
        deliver(h, m->visitor, t);
    }
    house_text_free(t);
}

/* Events read from the store, in messages of limited size. */
typedef struct Telling {
    House *house;
    HouseRound *in;
    Visitor *visitor;
    Say say;
    int count;
    uint32_t last, most;
    bool once;                  /* one message, whatever remains */
} Telling;

static void end_part(Telling *t)
{
    json_close_array(json_of(&t->say));
    say_send(t->house, t->visitor, &t->say);
}

static bool tell_event(void *context, const StoreEvent *e)
{
    Telling *t = context;
    if (e->number > t->most)
        return false;
    if (t->count == PART) {
        if (t->once)
            return false;
        end_part(t);
        t->say = begin_events(t->house, t->in, "events", e->number);
        json_open_array(json_of(&t->say), "events");
        t->count = 0;
    }
    json_text(json_of(&t->say), NULL, e->line);
    t->last = e->number;
    t->count++;
    return true;
}

static uint32_t tell_stored(Telling *t, uint32_t after)
{
    t->last = after;
    json_open_array(json_of(&t->say), "events");
    if (store_read(t->house->store, t->in->id, after + 1, tell_event, t, NULL)) {
        end_part(t);
    } else {
        buffer_free(&t->say.text);          /* a part would be taken for the whole: the visitor comes back for it */
        visitor_hang_up(t->house, t->visitor, 1013);
    }
    return t->last;
}

static void add_letters(Json *j, const char *name, const HouseRound *r, unsigned seats)
{
    char letters[MAX_PLAYERS + 1];
    int n = 0;
    for (int seat = 0; seat < round_game(r->round)->players; seat++)
        if (seats >> seat & 1)
            letters[n++] = game_seat_letter(seat);
    letters[n] = '\0';
    json_text(j, name, letters);
}

void say_round(House *h, Member *m, const char *re, uint32_t after)
{
    HouseRound *r = m->in;
    Telling t = {.house = h, .in = r, .visitor = m->visitor, .most = r->stored};
    if (after > r->stored)
        after = 0; /* of another round, or of a house that no longer exists: tell everything */
    t.say = begin_events(h, r, "round", after + 1);
    Json *j = json_of(&t.say);
    say_re(&t.say, re);
    json_text(j, "game", round_game(r->round)->id);
    add_letters(j, "you", r, m->seats);
    add_letters(j, "open", r, r->open);
    if (h->accounts)
        add_letters(j, "accounts", r, accounts_linked(r));
    json_bool(j, "listed", r->listed);
    json_number(j, "number", r->stored);
    start_say(j, r);
    ratings_say_round(h, j, r);
    if (rematch_follows(r)) {
        char next[STORE_ROUND];
        rematch_id(r->id, next);
        json_text(j, "next", next);
    }
    m->sent = tell_stored(&t, after);
    if (m->sent < r->stored)
        m->sent = r->stored;
}

static void tell_stale(House *h, const Pending *p)
{
    Telling t = {.house = h, .in = p->in, .visitor = p->visitor, .most = p->in->stored, .once = true};
    t.say = begin_events(h, p->in, "stale", p->first + 1);
    if (p->nonce[0])
        json_text(json_of(&t.say), "nonce", p->nonce);
    json_number(json_of(&t.say), "number", p->in->stored);
    tell_stored(&t, p->first);
}

/* --- what became of a request --- */

static void tell_done(House *h, const Pending *p)
{
    Say s = say_begin("done");
    say_re(&s, p->re);
    json_text(json_of(&s), "round", p->in->id);
    json_text(json_of(&s), "nonce", p->nonce);
    json_number(json_of(&s), "number", p->last);
    say_send(h, p->visitor, &s);
}

static void tell_trouble(House *h, const Pending *p)
{
    Say s = say_begin("trouble");
    say_re(&s, p->re);
    json_text(json_of(&s), "round", p->in->id);
    if (p->nonce[0])
        json_text(json_of(&s), "nonce", p->nonce);
    say_send(h, p->visitor, &s);
}

/* Somebody has sat down, or opened the round. */
static void tell_seated(House *h, Pending *p)
{
    Visitor *v = p->visitor;
    HouseText *t = memory_resize(NULL, sizeof *t + p->reply.length + 1);
    if (t) {
        t->uses = 1;
        t->length = p->reply.length;
        memcpy(t->bytes, buffer_text(&p->reply), p->reply.length + 1);
    }
    deliver(h, v, t);
    house_text_free(t);
    if (p->in->lost)
        visitor_hang_up(h, v, 1012); /* the visitor comes back to whoever has the round now */
    Member *m = v->line && !p->in->lost ? rounds_join(h, p->in, v, p->seats) : NULL;
    if (!m)
        return;
    /* Whoever watched before knows the events, but not that they have a seat now. */
    say_round(h, m, NULL, m->sent);
    say_here(h, p->in);
    ratings_seated(h, p->in);
}

void say_pending(House *h, Pending *p, StoreResult result)
{
    if (p->write && result == STORE_DONE)
        tell_events(h, p->in, p);
    if (!p->visitor || !p->visitor->line)
        return;
    if (result != STORE_DONE || p->reply.failed)
        tell_trouble(h, p);
    else if (p->reply.length)
        tell_seated(h, p);
    else if (p->stale)
        tell_stale(h, p);
    else if (p->nonce[0])
        tell_done(h, p);
}

void say_here(House *h, HouseRound *r)
{
    unsigned here = 0;
    int watching = 0;
    for (Member *m = r->member; m; m = m->next_in_round) {
        here |= m->seats;
        watching += m->seats == 0;
    }
    Say s = say_begin("here");
    json_text(json_of(&s), "round", r->id);
    add_letters(json_of(&s), "seats", r, here);
    json_number(json_of(&s), "watching", watching);
    say_to_round(h, r, &s);
}

void say_seats(Json *j, const HouseRound *r)
{
    json_open_array(j, "seats");
    for (int seat = 0; seat < round_game(r->round)->players; seat++) {
        const RoundSeat *s = round_seat(r->round, seat);
        char letter[2] = {game_seat_letter(seat), '\0'};
        json_open_object(j, NULL);
        json_text(j, "seat", letter);
        json_text(j, "kind", s->kind == ROUND_EMPTY && r->open >> seat & 1 ? "open" : round_kind_word(s->kind));
        if (s->kind == ROUND_LEVEL)
            json_number(j, "level", s->level);
        if (s->name[0])
            json_text(j, "name", s->name);
        if (r->account[seat])
            json_bool(j, "account", true);
        ratings_say_seat(j, r, seat);
        json_close_object(j);
    }
    json_close_array(j);
}
