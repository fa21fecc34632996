/* The lobby: open seats, and games to look at. Whoever asks for it is told of changes, at most
 * once per second, with the whole list: it is short. */
#include "house/house_private.h"

#include <stdlib.h>

void lobby_change(House *h) { h->lobby_changed = true; }

static int newest_first(const void *a, const void *b)
{
    const HouseRound *const *x = a, *const *y = b;
    return (*x)->made<(*y)->made ? 1 : (*x)->made>(*y)->made ? -1 : 0;
}

/* The newest `most` rounds of a phase. */
static int collect(const House *h, RoundPhase phase, const HouseRound **out, int most)
{
    enum { ROOM = 4096 };
    static const HouseRound *all[ROOM];
    int count = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (const HouseRound *r = h->bucket[i]; r && count < ROOM; r = r->next)
            if (r->listed && !r->fresh && !r->broken && round_phase(r->round) == phase &&
                (phase != ROUND_SEATING || r->open))
                all[count++] = r;
    qsort(all, (size_t)count, sizeof *all, newest_first);
    for (int i = 0; i < count && i < most; i++)
        out[i] = all[i];
    return count < most ? count : most;
}

static void add(Json *j, const HouseRound *r)
{
    char clock[64];
    round_clock_write(round_clock(r->round), clock);
    json_open_object(j, NULL);
    json_text(j, "round", r->id);
    json_text(j, "game", round_game(r->round)->id);
    json_text(j, "clock", clock);
    start_say(j, r);
    json_number(j, "made", r->made);
    json_number(j, "moves", round_head(r->round));
    say_seats(j, r);
    json_close_object(j);
}

static HouseText *make(House *h)
{
    const HouseRound *list[LIST_SEEKS];
    Say s = say_begin("lobby");
    s.json.out = &s.text;
    json_number(&s.json, "now", house_now(h));
    json_number(&s.json, "here", (int64_t)h->count.visitors);
    json_open_array(&s.json, "open");
    int count = collect(h, ROUND_SEATING, list, LIST_SEEKS);
    for (int i = 0; i < count; i++)
        add(&s.json, list[i]);
    json_close_array(&s.json);
    json_open_array(&s.json, "playing");
    count = collect(h, ROUND_PLAYING, list, LIST_PLAYING);
    for (int i = 0; i < count; i++)
        add(&s.json, list[i]);
    json_close_array(&s.json);
    return say_text(&s);
}

static void send(House *h, Visitor *v)
{
    if (!h->lobby || !v->line)
        return;
    h->lobby->uses++;
    h->world.send(h->world.context, v->line, h->lobby);
}

static void renew(House *h)
{
    house_text_free(h->lobby);
    h->lobby = make(h);
    h->lobby_changed = false;
    h->lobby_sent = house_now(h);
}

void lobby_tick(House *h)
{
    if (!h->lobby_changed || house_now(h) - h->lobby_sent < SECOND)
        return;
    renew(h);
    for (Visitor *v = h->visitor; v; v = v->next)
        if (v->in_lobby)
            send(h, v);
}

/* {"do":"lobby"} begins, {"do":"lobby","on":false} ends it. */
void request_lobby(Request *q)
{
    q->visitor->in_lobby = !json_is_false(json_object_get(q->json, "on"));
    if (!q->visitor->in_lobby)
        return;
    if (!q->house->lobby || house_now(q->house) - q->house->lobby_sent >= SECOND)
        renew(q->house);
    send(q->house, q->visitor);
}
