/* Messages to a house: each line is for one of three visitors (its first byte chooses), and is sent as it is,
 * except that %r becomes the newest round and %t the newest token. An empty line lets a minute pass, one that
 * begins with ! disconnects the visitor. Whatever the visitors say, every answer is JSON, and the log replays and
 * agrees with its checksums. */
#include "core/memory.h"
#include "fuzz/fuzz.h"
#include "games/registry.h"
#include "house/world.h"
#include "round/round.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VISITORS = 3, MOST_LINES = 48 };

static World world;
static Line line[VISITORS];
static char round_name[STORE_ROUND], token[HOUSE_TOKEN];

static void note(const json_t *message, const char *name, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(message, name));
    if (text && strlen(text) < size)
        snprintf(out, size, "%s", text);
}

static void hear(Line *l)
{
    for (const char *text; (text = line_next(l));) {
        size_t i;
        json_t *message = json_loads(text, 0, NULL), *seat;
        FUZZ_REQUIRE(json_is_object(message) && json_string_value(json_object_get(message, "is")));
        if (strcmp(json_string_value(json_object_get(message, "is")), "opened") == 0)
            json_array_foreach(json_object_get(message, "seats"), i, seat) note(seat, "token", token, sizeof token);
        note(message, "round", round_name, sizeof round_name);
        json_decref(message);
    }
}

static void send(Line *l, const char *text)
{
    Buffer b = {0};
    for (; *text; text++)
        if (text[0] == '%' && (text[1] == 'r' || text[1] == 't'))
            buffer_add(&b, *++text == 'r' ? round_name : token);
        else
            buffer_add_char(&b, *text);
    if (l->visitor && b.length)
        house_receive(world.house, l->visitor, b.text, b.length);
    buffer_free(&b);
}

static void take(const char *text)
{
    Line *l = &line[(unsigned char)text[0] % VISITORS];
    if (text[0] == '\0') {
        world_pass(&world, 60000);
    } else if (text[0] == '!') {
        l = &line[(unsigned char)text[1] % VISITORS];
        line_close(&world, l);
        line_free(l);
        line_open(&world, l);
    } else {
        send(l, text + 1);
    }
    store_collect(world.store);
    house_tick(world.house);
    for (int i = 0; i < VISITORS; i++)
        hear(&line[i]);
}

static bool replay(void *context, const StoreEvent *s)
{
    Round **round = context;
    RoundEvent e;
    FUZZ_REQUIRE(round_event_read(s->line, registry_find, &e) && e.number == s->number);
    if (*round)
        FUZZ_REQUIRE(round_take(*round, &e, NULL));
    else
        FUZZ_REQUIRE((*round = round_from(&e)) != NULL);
    return true;
}

static void check_log(void)
{
    Round *round = NULL;
    uint32_t bad = 1;
    if (!round_name[0])
        return;
    FUZZ_REQUIRE(store_verify(world.store, round_name, &bad, NULL) && bad == 0);
    FUZZ_REQUIRE(store_read(world.store, round_name, 1, replay, &round, NULL));
    round_free(round);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64], rest[80];
    char *text = fuzz_text(data, size), *at = text;
    snprintf(path, sizeof path, "/dev/shm/colonnade-fuzz-%d.db", (int)getpid());
    world = (World){0};
    round_name[0] = token[0] = '\0';
    world_open(&world, path, 1);
    for (int i = 0; i < VISITORS; i++)
        line_open(&world, &line[i]);
    for (int i = 0; at && i < MOST_LINES; i++) {
        char *end = strchr(at, '\n');
        if (end)
            *end = '\0';
        take(at);
        at = end ? end + 1 : NULL;
    }
    world_settle(&world);
    check_log();
    for (int i = 0; i < VISITORS; i++) {
        line_close(&world, &line[i]);
        line_free(&line[i]);
    }
    world_stop(&world);
    free(text);
    for (int i = 0; i < 4; i++) {
        static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
        snprintf(rest, sizeof rest, "%s%s", path, ends[i]);
        unlink(rest);
    }
    return 0;
}
