/* The lobby: open seats, and games to watch. Whoever asks for it is told of changes at most once per second, with
 * the whole list: it is short.
 *
 * A server's part of it is a text: "here N", then a line for each round, newest first: "o" or "p" (open, playing),
 * when it was made, and its entry. The list combines our own part with those that other servers have sent. */
#include "house/house_private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void lobby_change(House *h) { h->lobby_changed = true; }

/* --- our part --- */

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

static void add(Buffer *out, const HouseRound *r)
{
    char clock[64];
    Json json = {.out = out}, *j = &json;
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

static void write_part(const House *h, Buffer *out)
{
    static const struct {
        RoundPhase phase;
        char letter;
        int most;
    } lists[] = {{ROUND_SEATING, 'o', LIST_SEEKS}, {ROUND_PLAYING, 'p', LIST_PLAYING}};
    const HouseRound *list[LIST_SEEKS];
    buffer_format(out, "here %zu\n", h->count.visitors);
    for (int k = 0; k < 2; k++) {
        int count = collect(h, lists[k].phase, list, lists[k].most);
        for (int i = 0; i < count; i++) {
            buffer_format(out, "%c %" PRId64 " ", lists[k].letter, list[i]->made);
            add(out, list[i]);
            buffer_add_char(out, '\n');
        }
    }
}

/* --- other servers' --- */

void house_far_lobby(House *h, int64_t server, const char *text, size_t length)
{
    LobbyPart *part = NULL;
    for (int i = 0; i < STORE_SERVERS; i++)
        if (h->part[i].server == server)
            part = &h->part[i];
    for (int i = 0; i < STORE_SERVERS && !part; i++)
        if (!h->part[i].server)
            part = &h->part[i];
    if (!part || memchr(text, '\0', length))
        return;
    part->server = server;
    buffer_clear(&part->text);
    buffer_add_bytes(&part->text, text, length);
    h->lobby_old = true;
}

void lobby_forget(House *h, int64_t server)
{
    for (int i = 0; i < STORE_SERVERS; i++)
        if (h->part[i].server == server) {
            buffer_free(&h->part[i].text);
            h->part[i] = (LobbyPart){0};
            h->lobby_old = true;
        }
}

void lobby_free(House *h)
{
    for (int i = 0; i < STORE_SERVERS; i++)
        buffer_free(&h->part[i].text);
    house_text_free(h->lobby);
}

/* --- the list --- */

typedef struct Entry {
    int64_t made;
    const char *text;
    size_t length;
} Entry;

enum { ENTRIES = LIST_SEEKS * (STORE_SERVERS + 1) };

static int newest_entry(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    return x->made < y->made ? 1 : x->made > y->made ? -1 : 0;
}

/* The entries of a part whose line begins with the letter. */
static int find_entries(const Buffer *part, char letter, Entry *out, int count)
{
    for (const char *at = buffer_text(part), *end; (end = strchr(at, '\n')); at = end + 1) {
        char *rest;
        if (at[0] != letter || at[1] != ' ' || count == ENTRIES)
            continue;
        int64_t made = strtoll(at + 2, &rest, 10);
        if (*rest == ' ' && rest < end)
            out[count++] = (Entry){made, rest + 1, (size_t)(end - rest - 1)};
    }
    return count;
}

static void list(const House *h, const Buffer *own, char letter, int most, Buffer *out)
{
    static Entry entry[ENTRIES];
    int count = find_entries(own, letter, entry, 0);
    for (int i = 0; i < STORE_SERVERS; i++)
        if (h->part[i].server)
            count = find_entries(&h->part[i].text, letter, entry, count);
    if (count > most || h->shared)
        qsort(entry, (size_t)count, sizeof *entry, newest_entry);
    for (int i = 0; i < count && i < most; i++) {
        if (i)
            buffer_add_char(out, ',');
        buffer_add_bytes(out, entry[i].text, entry[i].length);
    }
}

static int64_t people(const House *h)
{
    int64_t count = (int64_t)h->count.visitors;
    for (int i = 0; i < STORE_SERVERS; i++)
        if (h->part[i].server && strncmp(buffer_text(&h->part[i].text), "here ", 5) == 0)
            count += strtoll(buffer_text(&h->part[i].text) + 5, NULL, 10);
    return count;
}

static HouseText *make(const House *h, const Buffer *own)
{
    Say s = say_begin("lobby");
    s.json.out = &s.text;
    json_number(&s.json, "now", house_now(h));
    json_number(&s.json, "here", people(h));
    buffer_add(&s.text, ",\"open\":[");
    list(h, own, 'o', LIST_SEEKS, &s.text);
    buffer_add(&s.text, "],\"playing\":[");
    list(h, own, 'p', LIST_PLAYING, &s.text);
    buffer_add(&s.text, "]");
    if (own->failed)
        s.text.failed = true;
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
    Buffer own = {0};
    write_part(h, &own);
    house_text_free(h->lobby);
    h->lobby = make(h, &own);
    if (h->lobby_changed && h->shared && h->world.far_lobby && !own.failed)
        h->world.far_lobby(h->world.far, buffer_text(&own), own.length);
    buffer_free(&own);
    h->lobby_changed = h->lobby_old = false;
    h->lobby_sent = house_now(h);
}

void lobby_tick(House *h)
{
    if ((!h->lobby_changed && !h->lobby_old) || house_now(h) - h->lobby_sent < SECOND)
        return;
    renew(h);
    for (Visitor *v = h->visitor; v; v = v->next)
        if (v->in_lobby)
            send(h, v);
}

/* {"do":"lobby"} begins it, {"do":"lobby","on":false} ends it. */
void request_lobby(Request *q)
{
    q->visitor->in_lobby = !json_is_false(json_object_get(q->json, "on"));
    if (!q->visitor->in_lobby)
        return;
    if (!q->house->lobby || house_now(q->house) - q->house->lobby_sent >= SECOND)
        renew(q->house);
    send(q->house, q->visitor);
}
