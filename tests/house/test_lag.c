/* Network delay is not charged: as much as the server measured, within bounds that hold whatever a visitor does. */
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MINUTE = 60000, MOST = 150 + MINUTE / 250, GAMES = 200 };     /* LAG of sudden:60000 */

static const char clock_text[] = "sudden:60000";

static int lag_told(const Two *t)
{
    char text[200], game[32], clock[32], fair[16];
    Line l = {0};
    int number, lag;
    long long at;
    line_open(&world, &l);
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"round\":\"%s\"}", t->round);
    json_t *m = ask(&l, text, "round");
    const char *first = json_string_value(json_array_get(json_object_get(m, "events"), 0));
    assert_int_equal(sscanf(first, "%d %lld started %31s %31s %15s %d", &number, &at, game, clock, fair, &lag), 6);
    json_decref(m);
    line_close(&world, &l);
    line_free(&l);
    return lag;
}

/* After `ms`, Ann or Bob puts a ball on the next free place of level 1; returns what the clock then says. */
static int64_t move_after(Two *t, int ply, int64_t ms)
{
    char action[32], nonce[16];
    long long left;
    int number, at_ply;
    long long at;
    Line *mover = ply % 2 ? &t->bob : &t->ann;
    world.now += ms;
    snprintf(action, sizeof action, "move 1%c%d", "abcd"[ply % 4], ply / 4 + 1);
    snprintf(nonce, sizeof nonce, "n%d", ply);
    send_act(mover, t->round, 4 + ply, action, nonce);
    json_t *m = wait_for(mover, "events");
    assert_int_equal(sscanf(last_event(m), "%d %lld moved %*c %d %lld", &number, &at, &at_ply, &left), 4);
    json_decref(m);
    skip_all(&t->ann);
    skip_all(&t->bob);
    return left;
}

static void what_the_server_measured_is_not_charged(void **state)
{
    (void)state;
    Two t;
    begin_two(&t, "pylos", clock_text);
    assert_int_equal(lag_told(&t), MOST);
    house_journey(world.house, t.ann.visitor, 200);
    assert_int_equal(move_after(&t, 0, 1000), MINUTE - 1000 + 200);
    assert_int_equal(move_after(&t, 1, 1000), MINUTE - 1000);          /* Bob was not measured */
    house_journey(world.house, t.ann.visitor, 120);                    /* a faster answer counts at once … */
    assert_int_equal(move_after(&t, 2, 500), MINUTE - 800 - 500 + 120);
    house_journey(world.house, t.ann.visitor, 320);                    /* … a slower one gradually */
    move_after(&t, 3, 0);
    assert_int_equal(move_after(&t, 4, 500), MINUTE - 800 - 380 - 500 + 170);
    end_two(&t);
}

static void nobody_gains_time(void **state)
{
    (void)state;
    Two t;
    begin_two(&t, "pylos", clock_text);
    house_journey(world.house, t.ann.visitor, 100);
    house_journey(world.house, t.ann.visitor, -5);
    assert_int_equal(move_after(&t, 0, 30), MINUTE);            /* less than the delay: the clock does not grow */
    end_two(&t);
}

static void what_visitors_say_about_it_is_not_heard(void **state)
{
    (void)state;
    Two t;
    char text[300];
    begin_two(&t, "pylos", clock_text);
    world.now += 5000;
    snprintf(text, sizeof text,
             "{\"do\":\"act\",\"round\":\"%s\",\"number\":4,\"action\":\"move 1a1\",\"nonce\":\"x\",\"lag\":4000,"
             "\"now\":1,\"journey\":4000,\"at\":0}",
             t.round);
    line_send(&world, &t.ann, text);
    json_t *m = wait_for(&t.ann, "events");
    assert_non_null(strstr(last_event(m), " moved w 0 55000 1a1"));
    json_decref(m);
    end_two(&t);
}

/* A visitor may answer the server's pings as late as it likes; illegal moves only cost it credit. */
static int64_t credited(bool illegal_moves)
{
    Two t;
    int64_t charged = 0, before = MINUTE;
    begin_two(&t, "pylos", clock_text);
    house_journey(world.house, t.ann.visitor, 1 << 20);
    for (int ply = 0; ply < 16; ply++) {
        for (int i = 0; illegal_moves && ply % 2 == 0 && i < 5; i++) {
            char nonce[24];
            snprintf(nonce, sizeof nonce, "bad%d-%d", ply, i);
            send_act(&t.ann, t.round, 4 + ply, "move 4a1", nonce);
            json_decref(wait_for(&t.ann, "refused"));
        }
        int64_t left = move_after(&t, ply, 1000);
        if (ply % 2 == 0) {
            assert_in_range(before - left, 1000 - MOST, 1000);
            charged += before - left;
            before = left;
        }
    }
    end_two(&t);
    return 8 * 1000 - charged;
}

static void late_answers_gain_little_and_refused_moves_nothing(void **state)
{
    (void)state;
    int64_t honest = credited(false);
    assert_in_range(honest, MOST, 3 * MOST + 8 * (MOST / 2));
    assert_true(credited(true) == honest);
}

/* Whatever the delays and the thinking times: the charge is never more than the time that passed, and never less
 * than the bounds allow. */
static void bounds_hold_in_any_game(void **state)
{
    (void)state;
    uint64_t chance = 12345;
    for (int game = 0; game < GAMES; game++) {
        Two t;
        int64_t left[2] = {MINUTE, MINUTE}, credit[2] = {0, 0};
        begin_two(&t, "pylos", clock_text);
        for (int ply = 0; ply < 16; ply++) {
            Line *mover = ply % 2 ? &t.bob : &t.ann;
            int64_t ms = random_next(&chance) % 3000;
            house_journey(world.house, mover->visitor, random_next(&chance) % (random_next(&chance) % 4 ? 300 : 5000));
            int64_t now = move_after(&t, ply, ms), charged = left[ply % 2] - now;
            assert_true(charged <= ms && charged >= 0 && charged >= ms - MOST);
            credit[ply % 2] += ms - charged;
            assert_true(credit[ply % 2] <= 3 * MOST + (ply / 2 + 1) * (MOST / 2));
            left[ply % 2] = now;
        }
        end_two(&t);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_setup, talk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_the_server_measured_is_not_charged),
        TEST(nobody_gains_time),
        TEST(what_visitors_say_about_it_is_not_heard),
        TEST(late_answers_gain_little_and_refused_moves_nothing),
        TEST(bounds_hold_in_any_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
