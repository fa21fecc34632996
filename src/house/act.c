/* Actions of seats: what is asked for, in words; the round decides.
 *
 * An action names the last event that its sender has seen. When something has happened since
 * that the sender should know before it acts, it is told so instead. An action that is
 * repeated with the same nonce is not done again: it gets the same answer. */
#include "house/house_private.h"

#include "core/memory.h"

#include <stdio.h>
#include <string.h>

typedef struct Acting {
    Request *request;
    HouseRound *in;
    Member *member;
    int seat;
    RoundAction action;
    char tag[STORE_TAG];
    const char *nonce;
} Acting;

static Member *member_of(const Request *q)
{
    const char *id = request_text(q, "round");
    Member *m = q->visitor->member;
    while (m && (!id || strcmp(m->in->id, id) != 0))
        m = m->next_of_visitor;
    return m;
}

static bool good_nonce(const char *nonce)
{
    size_t n = nonce ? strspn(nonce, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") : 0;
    return n > 0 && n < NONCE && nonce[n] == '\0';
}

/* --- words --- */

/* What follows `word` and a blank in the text; NULL: the text begins otherwise. */
static const char *after_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && (text[n] == ' ' || text[n] == '\0') ? text + n + (text[n] == ' ') : NULL;
}

static bool read_offer(const char *word, RoundOffer *out)
{
    for (int i = 0; i < ROUND_OFFERS; i++)
        if (strcmp(word, round_offer_word((RoundOffer)i)) == 0) {
            *out = (RoundOffer)i;
            return true;
        }
    return false;
}

static bool read_action(const char *text, RoundAction *a)
{
    static const struct {
        const char *word;
        RoundActionType type;
        bool yes;
    } plain[] = {{"resign", ROUND_RESIGN, false},
                 {"claim", ROUND_CLAIM, false},
                 {"abort", ROUND_ABORT, false},
                 {"stand", ROUND_STAND, false}},
      about_offers[] = {{"offer", ROUND_OFFER, false},
                        {"yes", ROUND_ANSWER, true},
                        {"no", ROUND_ANSWER, false},
                        {"withdraw", ROUND_WITHDRAW, false}};
    const char *rest = after_word(text, "move");
    if (rest) {
        a->type = ROUND_MOVE;
        a->text = rest;
        a->node = ROUND_HEAD;
        return *rest != '\0';
    }
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, plain[i].word) == 0) {
            a->type = plain[i].type;
            return true;
        }
        rest = after_word(text, about_offers[i].word);
        if (rest) {
            a->type = about_offers[i].type;
            a->yes = about_offers[i].yes;
            return read_offer(rest, &a->offer);
        }
    }
    return false;
}

/* --- seats --- */

/* The seat that the action is for: the one that is named, the only one held, or, for a move, the
 * one whose turn it is. */
static bool find_seat(Acting *a)
{
    const Round *round = a->in->round;
    unsigned held = a->member->seats;
    const char *letter = request_text(a->request, "seat");
    int mover = round_mover(round);
    if (letter)
        a->seat = seat_of_letter(round_game(round), letter);
    else if (held & (held - 1) && a->action.type == ROUND_MOVE && held >> mover & 1)
        a->seat = mover;
    else
        for (a->seat = 0; a->seat < MAX_PLAYERS && !(held >> a->seat & 1);)
            a->seat++;
    return a->seat >= 0 && a->seat < round_game(round)->players && held >> a->seat & 1;
}

/* The time that messages take to the mover and back is not charged, up to the quota. */
static int64_t lag_of(const HouseRound *r, int seat, const Visitor *v, int64_t most)
{
    int64_t lag = v->journey < 0 ? 0 : v->journey < most ? v->journey : most;
    return lag < r->quota[seat] ? lag : r->quota[seat];
}

/* Charges the quota for a move. It grows with each move, by half of what one move may use, and only up to a few
 * moves' worth. So delaying the answers to pings on purpose gains half of that per move in the long run; refused
 * moves gain nothing. */
static void take_from_quota(HouseRound *r, int seat, int64_t lag, int64_t most)
{
    int64_t *quota = &r->quota[seat];
    *quota += most / 2 - lag;
    if (*quota > 7 * most)
        *quota = 7 * most;
}

/* --- acting --- */

static const DoneAction *find_tag(const HouseRound *r, const char *text)
{
    for (int i = 0; i < TAGS && i < r->tags; i++)
        if (strcmp(r->tag[i].text, text) == 0)
            return &r->tag[i];
    return NULL;
}

static Pending *answer(Acting *a)
{
    Pending *p = rounds_pending(a->request->house, a->in, a->request->visitor);
    if (!p)
        return NULL;
    snprintf(p->nonce, sizeof p->nonce, "%s", a->nonce);
    snprintf(p->re, sizeof p->re, "%s", a->request->re);
    return p;
}

/* True: it was done before, or it is too late; the answer is under way. */
static bool known_or_stale(Acting *a)
{
    HouseRound *r = a->in;
    int64_t number = 0;
    const DoneAction *tag = find_tag(r, a->tag);
    bool numbered = request_number(a->request, "number", &number);
    bool late = number < r->matters || number > round_events(r->round);
    if (!tag && numbered && !late)
        return false;
    Pending *p = answer(a);
    if (!p || (!tag && !numbered)) {
        request_refuse(a->request, p ? "bad-number" : "trouble");
        if (p) {
            visitor_release(a->request->house, p->visitor);
            memory_free(p);
        }
        return true;
    }
    p->last = tag ? tag->number : 0;
    p->stale = !tag;
    p->first = number > 0 && number <= round_events(r->round) ? (uint32_t)number : 0;
    rounds_wait(a->request->house, r, p);
    return true;
}

/* A pair continues by itself after its first game, and nobody may call off a tournament game. */
static bool is_needless(const Acting *a)
{
    if (a->action.type == ROUND_ABORT)
        return a->in->start.tournament != 0;
    return a->action.type == ROUND_OFFER && a->action.offer == ROUND_REMATCH && a->in->start.kind == START_PAIR &&
           a->in->start.game == 1;
}

static void apply(Acting *a)
{
    House *h = a->request->house;
    HouseRound *r = a->in;
    RoundEvents e;
    RoundRefusal why;
    RoundOptions o;
    round_rematch(r->round, &o);
    a->action.seat = a->seat;
    if (a->action.type == ROUND_MOVE)
        a->action.lag = lag_of(r, a->seat, a->request->visitor, o.lag);
    bool done = round_apply(r->round, &a->action, house_now(h), &e, &why);
    if (done && a->action.type == ROUND_MOVE)
        take_from_quota(r, a->seat, a->action.lag, o.lag);
    if (done) {
        Pending *p = answer(a);
        if (p && e.count == 0) {
            p->last = round_events(r->round);
            rounds_wait(h, r, p);
        } else if (!rounds_submit(h, r, &e, a->tag, NULL, 0, p)) {
            request_refuse(a->request, "trouble");
        }
    } else {
        if (e.count)
            rounds_submit(h, r, &e, NULL, NULL, 0, NULL);
        say_refused(h, a->request->visitor, a->request->re, r->id, a->nonce, say_why(why.code), &why.detail);
    }
    rounds_look(h, r);
}

void request_act(Request *q)
{
    Acting a = {.request = q, .member = member_of(q), .nonce = request_text(q, "nonce")};
    const char *text = request_text(q, "action");
    if (!a.member) {
        request_refuse(q, "not-entered");
        return;
    }
    a.in = a.member->in;
    if (a.in->broken)
        request_refuse(q, "trouble");
    else if (!good_nonce(a.nonce))
        request_refuse(q, "bad-nonce");
    else if (!text || !read_action(text, &a.action))
        request_refuse(q, "bad-action");
    else if (is_needless(&a))
        request_refuse(q, "not-allowed");
    else if (!find_seat(&a))
        request_refuse(q, "not-seated");
    else {
        snprintf(a.tag, sizeof a.tag, "%c:%s", game_seat_letter(a.seat), a.nonce);
        if (!known_or_stale(&a))
            apply(&a);
    }
}

/* --- what is not kept --- */

void request_say(Request *q)
{
    Member *m = member_of(q);
    const char *phrase = request_text(q, "phrase");
    int known = 0;
    while (known < HOUSE_PHRASES && (!phrase || strcmp(phrase, house_phrases[known]) != 0))
        known++;
    if (!m || !m->seats || known == HOUSE_PHRASES) {
        request_refuse(q, !m ? "not-entered" : !m->seats ? "not-seated" : "no-such-phrase");
        return;
    }
    int seat = 0;
    while (!(m->seats >> seat & 1))
        seat++;
    char letter[2] = {game_seat_letter(seat), '\0'};
    Say s = say_begin("said");
    s.json.out = &s.text;
    json_text(&s.json, "round", m->in->id);
    json_text(&s.json, "seat", letter);
    json_text(&s.json, "phrase", house_phrases[known]);
    say_said(q->house, m->in, q->visitor->account, &s);
}

/* For programs that do not know the rules: what can be played now. */
void request_moves(Request *q)
{
    Member *m = member_of(q);
    if (!m || m->in->broken) {
        request_refuse(q, m ? "trouble" : "not-entered");
        return;
    }
    Round *round = m->in->round;
    const Game *g = round_game(round);
    const Position *p = &tree_node(round_tree(round), round_head(round))->position;
    bool playing = round_phase(round) == ROUND_PLAYING;
    size_t count = playing ? g->moves(p, NULL, 0) : 0;
    Move *moves = count ? memory_resize(NULL, count * sizeof *moves) : NULL;
    char mover[2] = {game_seat_letter(round_mover(round)), '\0'};
    Say s = say_begin("moves");
    s.json.out = &s.text;
    say_re(&s, q->re);
    json_text(&s.json, "round", m->in->id);
    json_number(&s.json, "number", round_events(round));
    json_text(&s.json, "seat", playing ? mover : "");
    json_open_array(&s.json, "moves");
    if (moves)
        g->moves(p, moves, count);
    for (size_t i = 0; moves && i < count; i++) {
        char text[MOVE_TEXT];
        g->write_move(p, moves[i], text);
        json_text(&s.json, NULL, text);
    }
    json_close_array(&s.json);
    memory_free(moves);
    say_send(q->house, q->visitor, &s);
}
