/* Tournaments in a virtual world: whoever stays away loses on time, rounds follow each other, and a house that
 * crashes at any moment makes every game once and counts every result once. */
#include "house/arrange.h"
#include "house/house_private.h"
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void write_acts(const StoreAct *acts, size_t count)
{
    assert_true(store_submit(world.store, &(StoreWrite){.acts = acts, .act_count = count}, NULL, NULL));
    store_collect(world.store);
}

static void make(const char *options)
{
    const StoreAct add = {
        .kind = STORE_ADD_TOURNAMENT, .number = 1, .text = "Cup", .key = "pyrga", .secret = options, .at = 1};
    write_acts(&add, 1);
}

static void join(int count)
{
    Line l = {0};
    line_open(&world, &l);
    for (int i = 1; i <= count; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"do\":\"join\",\"tournament\":1,\"name\":\"P%d\"}", i);
        json_t *m = ask(&l, text, "joined");
        assert_int_equal(json_integer_value(json_object_get(m, "number")), i);
        assert_int_equal(strlen(text_of(m, "token")), HOUSE_TOKEN - 1);
        json_decref(m);
    }
    line_close(&world, &l);
    line_free(&l);
}

static Arranged *look(void)
{
    Arranged *a = arranged_read(world.store, 1, NULL);
    assert_non_null(a);
    return a;
}

static void start(void)
{
    static ArrangeRound round;
    Arranged *a = look();
    assert_null(arrange_next(a, world.house->world.random, world.house->world.context, &round));
    arranged_free(a);
    write_acts(round.act, round.count);
}

/* A day and an hour later, whoever was to move has lost. Two more minutes, because the house checks rounds that
 * nobody watches once per minute. */
static void let_a_day_pass(void)
{
    world.now += DAY + HOUR;
    world_settle(&world);
    world_pass(&world, 2 * MINUTE);
}

static bool count_round(void *context, const StoreFound *f)
{
    (void)f;
    ++*(int *)context;
    return true;
}

/* Every game of the schedule exists, once, and has a result. */
static void expect_over(int rounds)
{
    Arranged *a = look();
    int games = 0, made = 0;
    assert_int_equal(a->stored.state, STORE_PLAYED);
    assert_int_equal(a->stored.paired, rounds);
    for (int i = 0; i < a->tournament.games; i++) {
        if (!a->round[i][0])
            continue;
        games++;
        assert_int_equal(a->tournament.game[i].result, TOURNAMENT_SECOND); /* the first to move never did */
    }
    assert_true(store_every(world.store, count_round, &made, NULL));
    assert_int_equal(made, games);
    arranged_free(a);
}

static void who_stays_away_loses_on_time(void **state)
{
    (void)state;
    make("kind=swiss start=sheet days=1 rounds=3");
    join(5);
    start();
    for (int round = 1; round <= 3; round++) {
        world_pass(&world, 5 * SECOND);
        Arranged *a = look();
        assert_int_equal(a->stored.paired, round);
        assert_true(tournament_awaited(&a->tournament));
        arranged_free(a);
        let_a_day_pass();
    }
    expect_over(3);
}

static void a_house_that_falls_goes_on_where_it_was(void **state)
{
    (void)state;
    int falls = 0;
    bool over = false;
    make("kind=round-robin start=sheet days=1 rounds=0");
    join(6);
    start();
    for (int i = 0; i < 400 && !over; i++) {
        Line l = {0};
        world_kill(&world);
        world_open(&world, talk_path, (uint64_t)i + 1);
        line_open(&world, &l); /* somebody watches: the house notes that it is up, and time counts */
        falls++;
        world_pass(&world, i % 7 * 20 * SECOND);
        if (i % 3 == 0)
            world.now += DAY;
        if (i % 2)
            house_tick(world.house); /* and crashes before committing any of it */
        else
            world_settle(&world);
        Arranged *a = look();
        over = a->stored.state == STORE_PLAYED;
        arranged_free(a);
        line_close(&world, &l);
        line_free(&l);
    }
    assert_true(over && falls > 10);
    expect_over(5);
}

/* A visitor who asks for something missing, or at the wrong moment, gets an answer that says why. */
static void wrong_requests_get_an_answer(void **state)
{
    (void)state;
    Line l = {0};
    make("kind=swiss start=sheet days=1 rounds=0 closed");
    line_open(&world, &l);
    expect_refusal(&l, "{\"do\":\"join\",\"tournament\":1,\"name\":\"Ann\"}", "not-allowed");
    expect_refusal(&l, "{\"do\":\"join\"}", "no-such-tournament");
    expect_refusal(&l, "{\"do\":\"tournament\",\"tournament\":9e99}", "no-such-tournament");
    expect_refusal(&l, "{\"do\":\"tournament\",\"tournament\":9223372036854775807}", "no-such-tournament");
    expect_refusal(&l, "{\"do\":\"withdraw\",\"tournament\":1,\"token\":\"x\"}", "not-entered");
    expect_refusal(&l, "{\"do\":\"withdraw\",\"tournament\":1}", "not-entered");
    json_decref(ask(&l, "{\"do\":\"tournaments\",\"before\":-5}", "tournaments"));
    line_close(&world, &l);
    line_free(&l);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_setup, talk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(who_stays_away_loses_on_time),
        TEST(a_house_that_falls_goes_on_where_it_was),
        TEST(wrong_requests_get_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
