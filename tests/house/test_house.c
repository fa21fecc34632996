/* The house without sockets: what visitors ask and are told. */
#include "world.h"

#include "games/registry.h"

#include <dirent.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[64], path[128];
static World world;

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-house-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/house.db", folder);
    world = (World){0};
    world_open(&world, path, 1);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    world_stop(&world);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        unlink(name);
    }
    closedir(d);
    return rmdir(folder);
}

/* --- talking --- */

static char shown[4000];       /* the last messages, for failures */

/* Sends, settles, and returns the first message of this kind, skipping others; the caller decrefs. */
static json_t *wait_for(Line *l, const char *what)
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

static json_t *ask(Line *l, const char *text, const char *what)
{
    line_send(&world, l, text);
    return wait_for(l, what);
}

static void skip_all(Line *l)
{
    world_settle(&world);
    while (line_next(l))
        ;
}

static const char *text_of(const json_t *m, const char *name)
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

static void expect_refusal(Line *l, const char *text, const char *why)
{
    json_t *m = ask(l, text, "refused");
    assert_string_equal(text_of(m, "why"), why);
    json_decref(m);
}

/* A round of two: Ann opens it and sits on w; Bob gets the token of b. */
typedef struct Two {
    Line ann, bob;
    char round[32], token[2][32];
} Two;

static void begin_two(Two *t, const char *game, const char *clock)
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

static void end_two(Two *t)
{
    line_close(&world, &t->ann);
    line_close(&world, &t->bob);
    line_free(&t->ann);
    line_free(&t->bob);
}

static void send_act(Line *l, const char *round, int number, const char *action, const char *nonce)
{
    char text[300];
    snprintf(text, sizeof text, "{\"do\":\"act\",\"round\":\"%s\",\"number\":%d,\"action\":\"%s\",\"nonce\":\"%s\"}",
             round, number, action, nonce);
    line_send(&world, l, text);
}

static int act(Line *l, const char *round, int number, const char *action, const char *nonce)
{
    send_act(l, round, number, action, nonce);
    json_t *m = wait_for(l, "done");
    int last = (int)json_integer_value(json_object_get(m, "number"));
    assert_string_equal(text_of(m, "nonce"), nonce);
    json_decref(m);
    return last;
}

static const char *last_event(const json_t *m)
{
    static char line[600];
    const json_t *events = json_object_get(m, "events");
    assert_true(json_array_size(events) > 0);
    snprintf(line, sizeof line, "%s", json_string_value(json_array_get(events, json_array_size(events) - 1)));
    return line;
}

/* --- tests --- */

static void a_visitor_is_welcome(void **state)
{
    (void)state;
    Line l = {0};
    line_open(&world, &l);
    json_t *m = wait_for(&l, "welcome");
    assert_int_equal(json_integer_value(json_object_get(m, "version")), 1);
    assert_int_equal(json_array_size(json_object_get(m, "games")), registry_count());
    assert_int_equal(json_array_size(json_object_get(m, "phrases")), 8);
    json_decref(m);
    m = ask(&l, "{\"do\":\"ping\",\"id\":\"x\"}", "pong");
    assert_string_equal(text_of(m, "re"), "x");
    json_decref(m);
    line_close(&world, &l);
    line_free(&l);
}

static void two_people_play(void **state)
{
    (void)state;
    Two t;
    begin_two(&t, "pylos", "increment:300000+3000");
    int n = act(&t.ann, t.round, 4, "move 1a1", "a1");
    assert_int_equal(n, 5);
    json_t *m = wait_for(&t.bob, "events");
    assert_non_null(strstr(last_event(m), " moved w 0 303000 1a1"));
    json_decref(m);
    assert_int_equal(act(&t.bob, t.round, 5, "move 1b1", "b1"), 6);
    expect_refusal(&t.bob, "{\"do\":\"act\",\"round\":\"none\",\"number\":6,\"action\":\"resign\",\"nonce\":\"x\"}",
                   "not-entered");
    send_act(&t.bob, t.round, 6, "move 1c1", "b2");
    m = wait_for(&t.bob, "refused");
    assert_string_equal(text_of(m, "why"), "not-your-turn");
    json_decref(m);
    send_act(&t.ann, t.round, 6, "move 1b1", "a2");
    m = wait_for(&t.ann, "refused");
    assert_string_equal(text_of(m, "why"), "illegal");
    assert_true(json_array_size(json_object_get(m, "says")) > 0);
    json_decref(m);
    act(&t.ann, t.round, 6, "resign", "a3");
    m = wait_for(&t.bob, "events");
    assert_non_null(strstr(last_event(m), " ended b resigned w"));
    json_decref(m);
    end_two(&t);
}

static void sending_twice_is_harmless_and_late_is_stale(void **state)
{
    (void)state;
    Two t;
    begin_two(&t, "pylos", "none");
    send_act(&t.ann, t.round, 4, "move 1a1", "n1");
    send_act(&t.ann, t.round, 4, "move 1a1", "n1");
    json_t *m = wait_for(&t.ann, "done"), *again = wait_for(&t.ann, "done");
    assert_true(json_equal(m, again));
    json_decref(m);
    json_decref(again);
    assert_int_equal(act(&t.ann, t.round, 4, "move 1a1", "n1"), 5);
    /* Another nonce with the old number: she has missed her own move. */
    send_act(&t.ann, t.round, 4, "move 1b1", "n2");
    m = wait_for(&t.ann, "stale");
    assert_int_equal(json_integer_value(json_object_get(m, "number")), 5);
    assert_int_equal(json_array_size(json_object_get(m, "events")), 1);
    json_decref(m);
    /* What happened besides moves does not make a move late. */
    skip_all(&t.bob);
    act(&t.ann, t.round, 5, "offer draw", "n3");
    assert_int_equal(act(&t.bob, t.round, 5, "move 1b1", "m1"), 8);
    end_two(&t);
}

static void a_reconnect_gets_exactly_the_gap(void **state)
{
    (void)state;
    Two t;
    char text[200];
    begin_two(&t, "pylos", "none");
    act(&t.ann, t.round, 4, "move 1a1", "n1");
    line_close(&world, &t.bob);
    line_free(&t.bob);
    line_open(&world, &t.bob);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\",\"after\":3}", t.token[1]);
    json_t *m = ask(&t.bob, text, "round");
    assert_string_equal(text_of(m, "you"), "b");
    assert_int_equal(json_integer_value(json_object_get(m, "from")), 4);
    assert_int_equal(json_array_size(json_object_get(m, "events")), 2);
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"round\":\"%s\"}", t.round);
    Line watcher = {0};
    line_open(&world, &watcher);
    m = ask(&watcher, text, "round");
    assert_string_equal(text_of(m, "you"), "");
    assert_int_equal(json_array_size(json_object_get(m, "events")), 5);
    json_decref(m);
    m = wait_for(&t.ann, "here");
    json_decref(m);
    act(&t.bob, t.round, 5, "move 1b1", "m1");
    m = wait_for(&watcher, "events");
    assert_int_equal(json_integer_value(json_object_get(m, "from")), 6);
    json_decref(m);
    send_act(&watcher, t.round, 6, "resign", "w");
    m = wait_for(&watcher, "refused");
    assert_string_equal(text_of(m, "why"), "not-seated");
    json_decref(m);
    line_close(&world, &watcher);
    line_free(&watcher);
    end_two(&t);
}

static void a_restart_goes_on_where_the_log_ends(void **state)
{
    (void)state;
    Two t;
    char text[200];
    begin_two(&t, "pylos", "sudden:60000");
    act(&t.ann, t.round, 4, "move 1a1", "n1");
    send_act(&t.bob, t.round, 5, "move 1b1", "m1");     /* not committed: nobody was told */
    line_close(&world, &t.ann);
    line_close(&world, &t.bob);
    line_free(&t.ann);
    line_free(&t.bob);
    world_kill(&world);
    world.now += 3600 * 1000;           /* an hour: Bob had a minute */
    world_open(&world, path, 2);
    line_open(&world, &t.bob);
    line_open(&world, &t.ann);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\",\"after\":5}", t.token[1]);
    json_t *m = ask(&t.bob, text, "round");
    assert_non_null(strstr(last_event(m), " restarted 15000"));
    json_decref(m);
    world_pass(&world, 70000);          /* his minute and the courtesy: still in time */
    int n = act(&t.bob, t.round, 5, "move 1b1", "m1");
    assert_true(n > 6);
    end_two(&t);
}

static void time_runs_out_by_itself(void **state)
{
    (void)state;
    Two t;
    begin_two(&t, "pylos", "sudden:60000");
    world_pass(&world, 62000);
    json_t *m = wait_for(&t.bob, "events");
    assert_non_null(strstr(last_event(m), " ended b "));
    json_decref(m);
    end_two(&t);
}

static void who_goes_away_can_be_claimed_against(void **state)
{
    (void)state;
    Two t;
    begin_two(&t, "pylos", "none");
    line_close(&world, &t.bob);
    json_t *m = wait_for(&t.ann, "here");
    assert_string_equal(text_of(m, "seats"), "w");
    json_decref(m);
    world_pass(&world, 9000);
    m = wait_for(&t.ann, "events");
    assert_non_null(strstr(last_event(m), " went b"));
    json_decref(m);
    send_act(&t.ann, t.round, 5, "claim", "c1");
    m = wait_for(&t.ann, "refused");
    assert_string_equal(text_of(m, "why"), "nobody-gone");
    json_decref(m);
    world_pass(&world, 5 * 60000);
    act(&t.ann, t.round, 5, "claim", "c2");
    line_open(&world, &t.bob);
    end_two(&t);
}

static void a_rematch_swaps_seats_and_keeps_the_links(void **state)
{
    (void)state;
    Two t;
    char text[200], next[32];
    begin_two(&t, "pylos", "none");
    int n = act(&t.ann, t.round, 4, "resign", "r1");
    n = act(&t.ann, t.round, n, "offer rematch", "r2");
    skip_all(&t.bob);
    act(&t.bob, t.round, n, "yes rematch", "r3");
    json_t *m = wait_for(&t.ann, "next");
    snprintf(next, sizeof next, "%s", text_of(m, "next"));
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\"}", t.token[0]);
    m = ask(&t.ann, text, "round");
    assert_string_equal(text_of(m, "round"), next);
    assert_string_equal(text_of(m, "you"), "b");
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\",\"round\":\"%s\"}", t.token[0], t.round);
    m = ask(&t.ann, text, "round");
    assert_string_equal(text_of(m, "you"), "w");
    assert_string_equal(text_of(m, "next"), next);
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"mine\",\"tokens\":[\"%s\",\"nobody's\"]}", t.token[0]);
    m = ask(&t.ann, text, "mine");
    assert_int_equal(json_array_size(json_object_get(m, "rounds")), 2);
    json_decref(m);
    end_two(&t);
}

static void an_open_seat_is_in_the_lobby_until_it_is_taken(void **state)
{
    (void)state;
    Line ann = {0}, bob = {0};
    char text[200];
    line_open(&world, &ann);
    line_open(&world, &bob);
    json_t *m = ask(&ann, "{\"do\":\"open\",\"game\":\"dorix-3\",\"seats\":[\"open\",\"me\",\"level:2\"]}", "opened");
    char round[32];
    snprintf(round, sizeof round, "%s", text_of(m, "round"));
    json_decref(m);
    m = ask(&bob, "{\"do\":\"lobby\"}", "lobby");
    const json_t *open = json_object_get(m, "open");
    assert_int_equal(json_array_size(open), 1);
    assert_string_equal(text_of(json_array_get(open, 0), "round"), round);
    assert_string_equal(text_of(json_array_get(json_object_get(json_array_get(open, 0), "seats"), 0), "kind"), "open");
    assert_string_equal(text_of(json_array_get(json_object_get(json_array_get(open, 0), "seats"), 1), "name"), "~1");
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"round\":\"%s\"}", round);
    expect_refusal(&ann, text, "already-seated");
    m = ask(&bob, text, "seated");
    assert_string_equal(text_of(m, "seat"), "w");
    json_decref(m);
    world_pass(&world, 2000);
    m = wait_for(&bob, "lobby");
    assert_int_equal(json_array_size(json_object_get(m, "open")), 0);
    assert_int_equal(json_array_size(json_object_get(m, "playing")), 1);
    json_decref(m);
    line_close(&world, &ann);
    line_close(&world, &bob);
    line_free(&ann);
    line_free(&bob);
}

static void a_level_moves_when_it_is_asked(void **state)
{
    (void)state;
    Line ann = {0};
    line_open(&world, &ann);
    json_t *m = ask(&ann, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"level:3\",\"me\"]}", "opened");
    json_decref(m);
    world_settle(&world);
    assert_int_equal(world.thoughts, 1);
    assert_int_equal(world.thought[0].level, 3);
    HouseAnswer a = {.number = world.thought[0].number, .question = HOUSE_MOVE, .seat = 0, .move = "1a1"};
    memcpy(a.round, world.thought[0].round, sizeof a.round);
    house_answer(world.house, &a);
    m = wait_for(&ann, "events");
    assert_non_null(strstr(last_event(m), " moved w 0 0 1a1"));
    json_decref(m);
    house_answer(world.house, &a);      /* an answer counts once */
    world_settle(&world);
    assert_null(line_next(&ann));
    line_close(&world, &ann);
    line_free(&ann);
}

static void strange_requests_are_refused(void **state)
{
    (void)state;
    Line l = {0};
    line_open(&world, &l);
    expect_refusal(&l, "", "not-a-request");
    expect_refusal(&l, "[1]", "not-a-request");
    expect_refusal(&l, "{\"do\":\"ping\",\"do\":\"ping\"}", "not-a-request");
    expect_refusal(&l, "{}", "no-such-request");
    expect_refusal(&l, "{\"do\":\"dance\"}", "no-such-request");
    expect_refusal(&l, "{\"do\":7}", "no-such-request");
    expect_refusal(&l, "{\"do\":\"open\"}", "no-such-game");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\"]}", "bad-seats");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"open\",\"open\"]}", "bad-seats");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"level:11\"]}", "bad-seats");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"clock\":\"x\"}", "bad-clock");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"name\":\"~7\"}", "bad-name");
    expect_refusal(&l, "{\"do\":\"sit\",\"token\":\"none\"}", "no-such-token");
    expect_refusal(&l, "{\"do\":\"sit\",\"round\":\"none\"}", "no-such-round");
    expect_refusal(&l, "{\"do\":\"enter\",\"round\":\"none\"}", "no-such-round");
    expect_refusal(&l, "{\"do\":\"record\"}", "no-such-round");
    expect_refusal(&l, "{\"do\":\"mine\"}", "bad-tokens");
    expect_refusal(&l, "{\"do\":\"say\",\"phrase\":\"hello\"}", "not-entered");
    line_close(&world, &l);
    line_free(&l);
}

static void phrases_moves_and_records(void **state)
{
    (void)state;
    Two t;
    char text[200];
    begin_two(&t, "pylos", "none");
    snprintf(text, sizeof text, "{\"do\":\"say\",\"round\":\"%s\",\"phrase\":\"good-luck\"}", t.round);
    line_send(&world, &t.ann, text);
    json_t *m = wait_for(&t.bob, "said");
    assert_string_equal(text_of(m, "seat"), "w");
    assert_string_equal(text_of(m, "phrase"), "good-luck");
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"moves\",\"round\":\"%s\"}", t.round);
    m = ask(&t.ann, text, "moves");
    assert_int_equal(json_array_size(json_object_get(m, "moves")), 16);
    json_decref(m);
    int n = act(&t.ann, t.round, 4, "move 1a1", "n1");
    act(&t.ann, t.round, n, "resign", "n2");
    snprintf(text, sizeof text, "{\"do\":\"record\",\"round\":\"%s\"}", t.round);
    m = ask(&t.bob, text, "record");
    assert_non_null(strstr(text_of(m, "text"), "[White \"Ann\"]"));
    assert_non_null(strstr(text_of(m, "text"), "1a1"));
    json_decref(m);
    m = ask(&t.bob, "{\"do\":\"search\"}", "found");     /* it was between the two of them */
    assert_int_equal(json_array_size(json_object_get(m, "rounds")), 0);
    json_decref(m);
    end_two(&t);
}

static void days_stand_still_while_the_house_is_away(void **state)
{
    (void)state;
    Two t;
    char text[200];
    begin_two(&t, "pylos", "move:86400000");
    act(&t.ann, t.round, 4, "move 1a1", "n1");
    world_pass(&world, 20 * 3600 * 1000);       /* Bob has four hours left */
    line_close(&world, &t.ann);
    line_close(&world, &t.bob);
    line_free(&t.ann);
    line_free(&t.bob);
    for (int i = 0; i < 12; i++) {              /* more often than it remembers one by one */
        world_stop(&world);
        world.now += INT64_C(100) * 3600 * 1000;
        world_open(&world, path, 3);
    }
    line_open(&world, &t.ann);
    line_open(&world, &t.bob);
    snprintf(text, sizeof text, "{\"do\":\"mine\",\"tokens\":[\"%s\"]}", t.token[1]);
    json_t *m = ask(&t.bob, text, "mine");
    const json_t *entry = json_array_get(json_object_get(m, "rounds"), 0);
    assert_string_equal(text_of(entry, "phase"), "playing");
    assert_in_range(json_integer_value(json_object_get(entry, "left")), 4 * 3600 * 1000 - 120000,
                    4 * 3600 * 1000 + 120000);
    json_decref(m);
    world_pass(&world, 5 * 3600 * 1000);
    m = ask(&t.bob, text, "mine");
    assert_string_equal(text_of(json_array_get(json_object_get(m, "rounds"), 0), "result"), "w");
    json_decref(m);
    end_two(&t);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_visitor_is_welcome),
        TEST(two_people_play),
        TEST(sending_twice_is_harmless_and_late_is_stale),
        TEST(a_reconnect_gets_exactly_the_gap),
        TEST(a_restart_goes_on_where_the_log_ends),
        TEST(time_runs_out_by_itself),
        TEST(who_goes_away_can_be_claimed_against),
        TEST(a_rematch_swaps_seats_and_keeps_the_links),
        TEST(an_open_seat_is_in_the_lobby_until_it_is_taken),
        TEST(a_level_moves_when_it_is_asked),
        TEST(strange_requests_are_refused),
        TEST(phrases_moves_and_records),
        TEST(days_stand_still_while_the_house_is_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
