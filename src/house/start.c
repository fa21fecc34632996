/* How a round begins: from the ruleset's start, from a fair start, or as one of a pair of games with the seats
 * swapped.
 *
 * Drawing a fair start takes a proof, so it is done where the levels think (thinker.h). Whoever asked for one waits
 * here meanwhile; the house does not. The mark on a round's first event includes how it began, so that a restart
 * does not lose it. */
#include "house/house_private.h"

#include "core/memory.h"
#include "engine/fair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FAIR_TRIES = 3 };        /* numbers tried before the house says that there is none */

struct FairWait {
    struct FairWait *next;
    Visitor *visitor;           /* NULL: it is for a tournament game */
    json_t *json;               /* the request, to be repeated with the position */
    FairGame for_game;
    char re[NONCE];
    const Game *game;
    uint32_t number;
    int tries;
    int64_t until;              /* when it is given up */
};

/* --- what was asked for --- */

const char *start_read(const Request *q, const Game *g, RoundStart *out)
{
    const char *word = request_text(q, "start");
    *out = (RoundStart){.kind = START_SHEET};
    if (json_object_get(q->json, "start") && !word)
        return "bad-start";
    bool rated = json_is_true(json_object_get(q->json, "rated"));
    out->rated = rated;
    if (rated && (!q->visitor->account || request_text(q, "position")))
        return q->visitor->account ? "not-rated" : "not-signed-in";
    if (!word || strcmp(word, "sheet") == 0)
        return NULL;
    if (strcmp(word, "pair") == 0) {
        *out = (RoundStart){.kind = START_PAIR, .game = 1, .rated = rated};
        return g->players == 2 ? NULL : "bad-start";
    }
    if (strcmp(word, "fair") != 0 || request_text(q, "position"))
        return "bad-start";
    *out = (RoundStart){.kind = START_FAIR, .number = q->fair_number, .rated = rated};
    return fair_exists(g) && q->house->world.think ? NULL : "no-fair-start";
}

/* --- the mark --- */

void start_mark(const RoundStart *s, char *out, size_t size)
{
    char rated[48] = "";
    int used = s->rated ? snprintf(rated, sizeof rated, " rated") : 0;
    if (s->tournament)
        snprintf(rated + used, sizeof rated - (size_t)used, " tournament=%" PRId64, s->tournament);
    if (s->kind == START_FAIR)
        snprintf(out, size, " fair=%lu%s", (unsigned long)s->number, rated);
    else if (s->kind == START_PAIR && s->game == 1)
        snprintf(out, size, " pair=1%s", rated);
    else if (s->kind == START_PAIR)
        snprintf(out, size, " pair=2:%s:%d%s", s->first, s->points, rated);
    else
        snprintf(out, size, "%s", rated);
}

void start_unmark(const char *mark, RoundStart *out)
{
    const char *fair = strstr(mark, " fair="), *pair = strstr(mark, " pair="),
               *tournament = strstr(mark, " tournament=");
    unsigned number;
    *out = (RoundStart){.kind = START_SHEET};
    if (fair && sscanf(fair, " fair=%u", &number) == 1)
        *out = (RoundStart){.kind = START_FAIR, .number = number};
    else if (pair) {
        *out = (RoundStart){.kind = START_PAIR, .game = 1};
        if (sscanf(pair, " pair=2:%16[a-z0-9]:%d", out->first, &out->points) == 2)
            out->game = 2;
    }
    out->rated = strstr(mark, " rated") != NULL;
    if (tournament)
        sscanf(tournament, " tournament=%" SCNd64, &out->tournament);
}

/* --- pairs --- */

bool start_leads_on(const HouseRound *r)
{
    return r->start.kind == START_PAIR && r->start.game == 1 && round_phase(r->round) == ROUND_OVER &&
           !round_is_aborted(r->round);
}

int start_half_points(const HouseRound *r, int seat)
{
    RoundResult result = round_result(r->round, seat);
    return result == ROUND_WON ? 2 : result == ROUND_DREW ? 1 : 0;
}

void start_next(const HouseRound *r, RoundStart *out)
{
    *out = r->start;
    out->tournament = 0;        /* a rematch is not a tournament game */
    if (r->start.kind != START_PAIR)
        return;
    *out = (RoundStart){.kind = START_PAIR, .game = 1, .rated = r->start.rated};
    if (!start_leads_on(r))
        return;
    out->game = 2;
    out->tournament = r->start.tournament;
    out->points = start_half_points(r, round_rematch_seat(r->round, 0));
    memcpy(out->first, r->id, sizeof out->first);
}

/* The players' points from both games together, by their seats in this round. */
static void add_points(Json *j, const HouseRound *r)
{
    json_open_array(j, "points");
    for (int seat = 0; seat < 2; seat++) {
        int before = r->start.game == 1 ? 0 : seat == 0 ? r->start.points : 2 - r->start.points;
        json_double(j, NULL, (before + start_half_points(r, seat)) / 2.0);
    }
    json_close_array(j);
}

void start_say(Json *j, const HouseRound *r)
{
    static const char *const words[] = {"sheet", "fair", "pair"};
    if (r->start.rated)
        json_bool(j, "rated", true);
    if (r->start.tournament)
        json_number(j, "tournament", r->start.tournament);
    if (r->start.kind == START_SHEET)
        return;
    json_text(j, "start", words[r->start.kind]);
    if (r->start.kind == START_FAIR) {
        json_number(j, "fair", r->start.number);
        return;
    }
    json_open_object(j, "pair");
    json_number(j, "game", r->start.game);
    if (r->start.game == 2)
        json_text(j, "first", r->start.first);
    add_points(j, r);
    json_close_object(j);
}

/* Tells those who are there how the pair ended, once. */
void start_look(House *h, HouseRound *r)
{
    if (r->start.kind != START_PAIR || r->start.game != 2 || r->start.told || round_phase(r->round) != ROUND_OVER)
        return;
    r->start.told = true;
    Say s = say_begin("pair");
    s.json.out = &s.text;
    json_text(&s.json, "round", r->id);
    start_say(&s.json, r);
    say_to_round(h, r, &s);
}

/* --- fair starts --- */

static void ask(House *h, FairWait *w)
{
    unsigned char bits[4];
    h->world.random(h->world.context, bits, sizeof bits);
    uint32_t chance = (uint32_t)bits[0] << 16 | (uint32_t)bits[1] << 8 | bits[2];
    w->number = 1 + chance % FAIR_NUMBERS;
    h->world.think(h->world.context, &(HouseThought){.question = HOUSE_FAIR, .number = w->number, .game = w->game});
}

void start_draw(Request *q, const Game *g)
{
    House *h = q->house;
    FairWait *w = memory_resize(NULL, sizeof *w);
    if (!w) {
        request_refuse(q, "trouble");
        return;
    }
    *w = (FairWait){.next = h->fair,
                    .visitor = q->visitor,
                    .json = json_incref(q->json),
                    .game = g,
                    .until = house_now(h) + MINUTE};
    memcpy(w->re, q->re, sizeof w->re);
    q->visitor->uses++;
    h->fair = w;
    ask(h, w);
}

void start_draw_for(House *h, const FairGame *g, const Game *game)
{
    for (FairWait *w = h->fair; w; w = w->next)
        if (!w->visitor && strcmp(w->for_game.round, g->round) == 0)
            return;
    FairWait *w = h->world.think && game ? memory_resize(NULL, sizeof *w) : NULL;
    if (!w)
        return;
    *w = (FairWait){.next = h->fair, .for_game = *g, .game = game, .until = house_now(h) + MINUTE};
    h->fair = w;
    ask(h, w);
}

static void drop(House *h, FairWait *w)
{
    FairWait **at = &h->fair;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    json_decref(w->json);
    if (w->visitor)
        visitor_release(h, w->visitor);
    memory_free(w);
}

/* Opens the round from the position; without one, says that there is none. */
static void open_there(House *h, FairWait *w, const char *position)
{
    Request q = {.house = h, .visitor = w->visitor, .json = w->json, .fair = position, .fair_number = w->number};
    memcpy(q.re, w->re, sizeof q.re);
    if (!w->visitor) {
        if (!h->closing)
            tournaments_drawn(h, &w->for_game, position, w->number);
    } else if (w->visitor->line && !h->closing) {
        if (position)
            request_open(&q);
        else
            request_refuse(&q, "trouble");
    }
    drop(h, w);
}

void start_drawn(House *h, const HouseAnswer *a)
{
    FairWait *w = h->fair;
    while (w && (w->game != a->game || w->number != a->number))
        w = w->next;
    if (!w)
        return;
    if (a->position[0] || ++w->tries == FAIR_TRIES)
        open_there(h, w, a->position[0] ? a->position : NULL);
    else
        ask(h, w);
}

/* Nobody waits for ever: the thinker may have run out of memory. */
void start_tick(House *h)
{
    int64_t now = house_now(h);
    for (FairWait *w = h->fair, *next; w; w = next) {
        next = w->next;
        if (w->until <= now)
            open_there(h, w, NULL);
    }
}

void start_forget(House *h)
{
    while (h->fair)
        drop(h, h->fair);
}
