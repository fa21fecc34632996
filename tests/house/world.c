/* See world.h. */
#include "world.h"

#include "house/hasher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t now(void *context) { return ((World *)context)->now; }

static void chance(void *context, unsigned char *out, size_t size)
{
    World *w = context;
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)random_next_wide(&w->seed);
}

static void take(void *context, void *line, HouseText *t)
{
    (void)context;
    Line *l = line;
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 16;
        l->inbox = realloc(l->inbox, l->room * sizeof *l->inbox);
    }
    l->inbox[l->count++] = t;
}

static void hang_up(void *context, void *line, int reason)
{
    (void)context;
    ((Line *)line)->hung_up = reason;
}

static void think(void *context, const HouseThought *t)
{
    World *w = context;
    if (w->thoughts < 256) {
        w->thought[w->thoughts] = *t;
        w->thought[w->thoughts].history = NULL;
        w->thought[w->thoughts++].history_count = 0;
    }
}

static bool prove(void *context, const HouseSecret *s)
{
    World *w = context;
    if (w->secrets == 8)
        return false;
    w->secret[w->secrets++] = *s;
    return true;
}

static void fail(const Message *m)
{
    char text[300];
    message_english(m, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    abort();
}

void world_open(World *w, const char *path, uint64_t seed)
{
    Message error = {0};
    if (w->now == 0)
        w->now = INT64_C(1700000000000);
    w->seed = seed;
    w->thoughts = 0;
    snprintf(w->path, sizeof w->path, "%s", path);
    w->store = store_open(path, &(StoreOptions){.by_hand = true, .careless = true}, &error);
    if (!w->store)
        fail(&error);
    HouseWorld around = {
        .context = w, .now = now, .random = chance, .send = take, .hang_up = hang_up, .think = think, .prove = prove};
    w->house = house_open(
        w->store, &around,
        &(HouseOptions){.name = "Test", .oracle = w->oracle, .unlimited = !w->limited, .accounts = w->accounts},
        &error);
    if (!w->house)
        fail(&error);
    world_settle(w);
}

void world_stop(World *w)
{
    house_close(w->house);
    while (store_waiting(w->store))
        store_collect(w->store);
    house_free(w->house);
    store_close(w->store);
}

void world_kill(World *w)
{
    /* What was submitted but not committed is lost with the process. */
    store_abandon(w->store);
    house_free(w->house);
    store_close(w->store);
}

void world_settle(World *w)
{
    for (int i = 0; i < 100; i++) {
        store_collect(w->store);
        while (w->secrets) {
            HouseProof p;
            HouseSecret s = w->secret[--w->secrets];
            hasher_answer(&s, &p);
            house_proved(w->house, &p);
        }
        if (house_tick(w->house) > 1 && !store_waiting(w->store))
            return;
    }
}

void world_pass(World *w, int64_t ms)
{
    int64_t end = w->now + ms;
    while (w->now < end) {
        store_collect(w->store);
        int64_t next = house_tick(w->house);
        store_collect(w->store);
        w->now = w->now + next < end ? w->now + next : end;
    }
    world_settle(w);
}

void line_open(World *w, Line *l)
{
    l->hung_up = 0;
    l->visitor = house_enter(w->house, l, (uint64_t)(uintptr_t)l);
}

void line_close(World *w, Line *l)
{
    if (l->visitor)
        house_leave(w->house, l->visitor);
    l->visitor = NULL;
}

void line_send(World *w, Line *l, const char *text) { house_receive(w->house, l->visitor, text, strlen(text)); }

const char *line_next(Line *l) { return l->taken < l->count ? l->inbox[l->taken++]->bytes : NULL; }

void line_free(Line *l)
{
    for (size_t i = 0; i < l->count; i++)
        house_text_free(l->inbox[i]);
    free(l->inbox);
    *l = (Line){0};
}
