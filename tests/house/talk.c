/* See talk.h. */
#include "talk.h"

#include "../unit/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

char talk_path[128];
World world;

static char folder[64];

int talk_setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-house-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(talk_path, sizeof talk_path, "%s/house.db", folder);
    world = (World){.oracle = world.oracle};
    world_open(&world, talk_path, 1);
    return 0;
}

int talk_teardown(void **state)
{
    (void)state;
    world_stop(&world);
    return folder_remove(folder);
}

/* --- talking --- */

static char shown[4000];       /* the last messages, for failures */

json_t *wait_for(Line *l, const char *what)
{
    world_settle(&world);
    shown[0] = '\0';
    for (const char *text; (text = line_next(l));) {
        json_t *m = json_loads(text, 0, NULL);
        if (!m)
            fail_msg("not JSON: %s", text);
        if (strcmp(json_string_value(json_object_get(m, "is")), what) == 0)
            return m;
        size_t n = strlen(shown);
        snprintf(shown + n, sizeof shown - n, "%s\n", text);
        json_decref(m);
    }
    fail_msg("no %s, but:\n%s", what, shown);
    return NULL;
}

json_t *ask(Line *l, const char *text, const char *what)
{
    line_send(&world, l, text);
    return wait_for(l, what);
}

void skip_all(Line *l)
{
    world_settle(&world);
    while (line_next(l))
        ;
}

const char *text_of(const json_t *m, const char *name)
{
    const char *text = json_string_value(json_object_get(m, name));
    if (!text) {
        char *whole = json_dumps(m, 0);
        print_error("no %s in %s\n", name, whole);
        free(whole);
        fail();
    }
    return text ? text : "";
}

void expect_refusal(Line *l, const char *text, const char *why)
{
    json_t *m = ask(l, text, "refused");
    assert_string_equal(text_of(m, "why"), why);
    json_decref(m);
}

void begin_two(Two *t, const char *game, const char *clock)
{
    char text[300];
    *t = (Two){0};
    line_open(&world, &t->ann);
    line_open(&world, &t->bob);
    snprintf(text, sizeof text,
             "{\"do\":\"open\",\"game\":\"%s\",\"clock\":\"%s\",\"seats\":[\"me\",\"link\"],\"name\":\"Ann\",\"id\":1}",
             game, clock);
    json_t *m = ask(&t->ann, text, "opened");
    assert_string_equal(text_of(m, "re"), "1");
    snprintf(t->round, sizeof t->round, "%s", text_of(m, "round"));
    for (size_t i = 0; i < 2; i++)
        snprintf(t->token[i], sizeof t->token[i], "%s",
                 text_of(json_array_get(json_object_get(m, "seats"), i), "token"));
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"token\":\"%s\",\"name\":\"Bob\"}", t->token[1]);
    m = ask(&t->bob, text, "seated");
    assert_string_equal(text_of(m, "seat"), "b");
    json_decref(m);
    skip_all(&t->ann);
    skip_all(&t->bob);
}

void end_two(Two *t)
{
    line_close(&world, &t->ann);
    line_close(&world, &t->bob);
    line_free(&t->ann);
    line_free(&t->bob);
}

void send_act(Line *l, const char *round, int number, const char *action, const char *nonce)
{
    char text[300];
    snprintf(text, sizeof text, "{\"do\":\"act\",\"round\":\"%s\",\"number\":%d,\"action\":\"%s\",\"nonce\":\"%s\"}",
             round, number, action, nonce);
    line_send(&world, l, text);
}

int act(Line *l, const char *round, int number, const char *action, const char *nonce)
{
    send_act(l, round, number, action, nonce);
    json_t *m = wait_for(l, "done");
    int last = (int)json_integer_value(json_object_get(m, "number"));
    assert_string_equal(text_of(m, "nonce"), nonce);
    json_decref(m);
    return last;
}

const char *last_event(const json_t *m)
{
    static char line[600];
    const json_t *events = json_object_get(m, "events");
    assert_true(json_array_size(events) > 0);
    snprintf(line, sizeof line, "%s", json_string_value(json_array_get(events, json_array_size(events) - 1)));
    return line;
}
