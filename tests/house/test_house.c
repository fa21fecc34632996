/* The house without sockets: what visitors ask and are told. */
#include "games/registry.h"
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

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
    /* Events other than moves do not make a move stale. */
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
    world_open(&world, talk_path, 2);
    line_open(&world, &t.bob);
    line_open(&world, &t.ann);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\",\"after\":5}", t.token[1]);
    json_t *m = ask(&t.bob, text, "round");
    assert_non_null(strstr(last_event(m), " restarted 15000"));
    json_decref(m);
    /* It crashes again before he has done anything: no more courtesy time, and nothing is charged either. */
    for (int i = 0; i < 3; i++) {
        line_close(&world, &t.ann);
        line_close(&world, &t.bob);
        line_free(&t.ann);
        line_free(&t.bob);
        world_settle(&world);
        world_kill(&world);
        world.now += 3600 * 1000;
        world_open(&world, talk_path, 3);
        line_open(&world, &t.bob);
        line_open(&world, &t.ann);
        m = ask(&t.bob, text, "round");
        assert_non_null(strstr(last_event(m), " restarted 0"));
        json_decref(m);
    }
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
    for (int i = 0; i < 12; i++) {              /* more often than it remembers individually */
        world_stop(&world);
        world.now += INT64_C(100) * 3600 * 1000;
        world_open(&world, talk_path, 3);
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

static void expect_points(const json_t *m, int game, double white, double black)
{
    const json_t *pair = json_object_get(m, "pair"), *points = json_object_get(pair, "points");
    assert_string_equal(text_of(m, "start"), "pair");
    assert_int_equal(json_integer_value(json_object_get(pair, "game")), game);
    assert_true(json_number_value(json_array_get(points, 0)) == white);
    assert_true(json_number_value(json_array_get(points, 1)) == black);
}

/* Ann and Bob at a table that begins in a certain way. */
static void begin_as(Two *t, const char *start)
{
    char text[200];
    *t = (Two){0};
    line_open(&world, &t->ann);
    line_open(&world, &t->bob);
    snprintf(text, sizeof text,
             "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"name\":\"Ann\",\"start\":\"%s\"}",
             start);
    json_t *m = ask(&t->ann, text, "opened");
    snprintf(t->round, sizeof t->round, "%s", text_of(m, "round"));
    snprintf(t->token[0], sizeof t->token[0], "%s", text_of(json_array_get(json_object_get(m, "seats"), 0), "token"));
    json_decref(m);
    m = ask(&t->bob, "{\"do\":\"lobby\"}", "lobby");
    assert_string_equal(text_of(json_array_get(json_object_get(m, "open"), 0), "start"), start);
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"round\":\"%s\",\"name\":\"Bob\"}", t->round);
    m = ask(&t->bob, text, "seated");
    snprintf(t->token[1], sizeof t->token[1], "%s", text_of(m, "token"));
    json_decref(m);
    skip_all(&t->ann);
}

/* The second game begins by itself with swapped seats, even when the house crashed in between, and the points of
 * both are added up. */
static void a_pair_is_two_games(void **state)
{
    (void)state;
    Two t;
    char text[200], second[32];
    begin_as(&t, "pair");
    act(&t.ann, t.round, 4, "move 1a1", "a1");
    send_act(&t.ann, t.round, 5, "offer rematch", "a2");
    json_t *m = wait_for(&t.ann, "refused");
    assert_string_equal(text_of(m, "why"), "not-allowed");
    json_decref(m);
    send_act(&t.bob, t.round, 5, "resign", "b1");
    store_collect(world.store);         /* this is stored; its consequences are not */
    line_close(&world, &t.ann);
    line_close(&world, &t.bob);
    line_free(&t.ann);
    line_free(&t.bob);
    world_kill(&world);
    world_open(&world, talk_path, 2);
    line_open(&world, &t.ann);
    line_open(&world, &t.bob);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\",\"round\":\"%s\"}", t.token[0], t.round);
    m = ask(&t.ann, text, "round");
    expect_points(m, 1, 1, 0);
    snprintf(second, sizeof second, "%s", text_of(m, "next"));
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\"}", t.token[0]);
    m = ask(&t.ann, text, "round");
    assert_string_equal(text_of(m, "round"), second);
    assert_string_equal(text_of(m, "you"), "b");
    assert_string_equal(text_of(json_object_get(m, "pair"), "first"), t.round);
    expect_points(m, 2, 0, 1);
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\"}", t.token[1]);
    json_decref(ask(&t.bob, text, "round"));
    act(&t.bob, second, 4, "move 1a1", "b2");
    act(&t.ann, second, 5, "offer draw", "a3");
    act(&t.bob, second, 6, "yes draw", "b3");
    m = wait_for(&t.ann, "pair");
    expect_points(m, 2, 0.5, 1.5);
    json_decref(m);
    end_two(&t);
}

static void a_pair_that_is_called_off_ends_there(void **state)
{
    (void)state;
    Two t;
    char text[200];
    begin_as(&t, "pair");
    act(&t.ann, t.round, 4, "abort", "a1");
    snprintf(text, sizeof text, "{\"do\":\"mine\",\"tokens\":[\"%s\"]}", t.token[0]);
    json_t *m = ask(&t.ann, text, "mine");
    assert_int_equal(json_array_size(json_object_get(m, "rounds")), 1);
    json_decref(m);
    end_two(&t);
}

static void a_fair_start_is_drawn_elsewhere(void **state)
{
    (void)state;
    Line l = {0}, gone = {0};
    const Game *g = registry_find("pyrga");
    HouseAnswer a = {.question = HOUSE_FAIR, .game = g};
    static const char question[] =
        "{\"do\":\"open\",\"game\":\"pyrga\",\"seats\":[\"me\",\"me\"],\"start\":\"fair\",\"id\":\"f\"}";
    static const char drawn[] = "-,-,-,t/t,-,-,-/-,-,T,Tc/T,t,-,T w Ta3e";
    line_open(&world, &l);
    line_open(&world, &gone);
    line_send(&world, &l, question);
    line_send(&world, &gone, question);
    world_settle(&world);
    assert_int_equal(world.thoughts, 2);
    assert_true(world.thought[0].question == HOUSE_FAIR && world.thought[0].game == g);
    a.number = world.thought[0].number;
    house_answer(world.house, &a);      /* there is none with that number: another one is asked for */
    assert_int_equal(world.thoughts, 3);
    a.number = world.thought[2].number;
    snprintf(a.position, sizeof a.position, "%s", drawn);
    house_answer(world.house, &a);
    json_t *m = wait_for(&l, "opened");
    assert_string_equal(text_of(m, "re"), "f");
    json_decref(m);
    m = wait_for(&l, "round");
    assert_int_equal(json_integer_value(json_object_get(m, "fair")), a.number);
    assert_non_null(strstr(json_string_value(json_array_get(json_object_get(m, "events"), 0)), drawn));
    json_decref(m);
    line_close(&world, &gone);          /* nobody is left when the answer comes */
    a.number = world.thought[1].number;
    house_answer(world.house, &a);
    line_send(&world, &l, question);    /* and one that never comes */
    world_pass(&world, 61000);
    m = wait_for(&l, "refused");
    assert_string_equal(text_of(m, "why"), "trouble");
    json_decref(m);
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"dorix\",\"seats\":[\"me\",\"me\"],\"start\":\"fair\"}",
                   "no-fair-start");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"dorix-3\",\"seats\":[\"me\",\"me\",\"me\"],\"start\":\"pair\"}",
                   "bad-start");
    expect_refusal(&l, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"me\"],\"start\":7}", "bad-start");
    line_send(&world, &l, question);    /* the house ends while somebody waits */
    line_close(&world, &l);
    line_free(&l);
    line_free(&gone);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_setup, talk_teardown)
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
        TEST(a_pair_is_two_games),
        TEST(a_pair_that_is_called_off_ends_there),
        TEST(a_fair_start_is_drawn_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
