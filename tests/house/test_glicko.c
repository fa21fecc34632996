/* Ratings against published values, and invariants that always hold. */
#include "house/glicko.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

static Glicko of(int rating, int deviation)
{
    return (Glicko){rating * GLICKO_POINT, deviation * GLICKO_POINT, 60 * (GLICKO_UNIT / 1000)};
}

/* Glickman, "Example of the Glicko-2 system": 1500 ± 200 beats 1400 ± 30 and loses to 1550 ± 100 and 1700 ± 300. The
 * paper rounds on the way: 1464.06 there is 1464.05 without. */
static void glickmans_example(void **state)
{
    (void)state;
    const GlickoResult results[] = {{of(1400, 30), 0, 2}, {of(1550, 100), 0, 0}, {of(1700, 300), 0, 0}};
    Glicko g = glicko_after(of(1500, 200), results, 3, GLICKO_PERIOD);
    assert_in_range(g.rating, 1464050, 1464070);
    assert_in_range(g.deviation, 151510, 151530);
    assert_in_range(g.volatility, 59990000, 60000000);
    /* To the last digit, on every machine. */
    char text[64];
    snprintf(text, sizeof text, "%d %d %d", g.rating, g.deviation, g.volatility);
    assert_string_equal(text, "1464051 151517 59995984");
}

static void equals_gain_what_the_other_loses(void **state)
{
    (void)state;
    Glicko won = glicko_after(glicko_newcomer, &(GlickoResult){glicko_newcomer, 0, 2}, 1, 0);
    Glicko lost = glicko_after(glicko_newcomer, &(GlickoResult){glicko_newcomer, 0, 0}, 1, 0);
    Glicko drew = glicko_after(glicko_newcomer, &(GlickoResult){glicko_newcomer, 0, 1}, 1, 0);
    assert_int_equal(won.rating - 1500000, 1500000 - lost.rating);
    assert_int_equal(drew.rating, 1500000);
    assert_true(won.rating > 1600000 && won.deviation < glicko_newcomer.deviation);
}

/* The better seat is expected to win: a win there earns less, and a draw costs points. */
static void the_advantage_of_a_seat_counts(void **state)
{
    (void)state;
    Glicko even = glicko_after(of(1500, 80), &(GlickoResult){of(1500, 80), 0, 2}, 1, 0);
    Glicko ahead = glicko_after(of(1500, 80), &(GlickoResult){of(1500, 80), 100, 2}, 1, 0);
    Glicko behind = glicko_after(of(1500, 80), &(GlickoResult){of(1500, 80), -100, 2}, 1, 0);
    assert_true(ahead.rating < even.rating && even.rating < behind.rating);
    Glicko draw = glicko_after(of(1500, 80), &(GlickoResult){of(1500, 80), 100, 1}, 1, 0);
    assert_true(draw.rating < 1500000);
    /* As much as if the opponent were weaker by that. */
    Glicko weaker = glicko_after(of(1500, 80), &(GlickoResult){of(1400, 80), 0, 2}, 1, 0);
    assert_int_equal(ahead.rating, weaker.rating);
}

static void advantages_from_few_games_are_small(void **state)
{
    (void)state;
    assert_int_equal(glicko_advantage(0, 0, 0), 0);
    assert_int_equal(glicko_advantage(0, 50, 0), 0);
    assert_int_equal(glicko_advantage(1, 0, 0), 17);
    assert_int_equal(glicko_advantage(600, 0, 400), 69); /* 400 log10(610 / 410) */
    assert_int_equal(glicko_advantage(400, 0, 600), -69);
    assert_int_equal(glicko_advantage(1000000, 0, 0), 400);
}

static void doubt_grows_with_time(void **state)
{
    (void)state;
    const int64_t day = INT64_C(86400000);
    Glicko g = of(1700, 60);
    assert_int_equal(glicko_later(g, 0).deviation, g.deviation);
    assert_true(glicko_later(g, glicko_periods(30 * day)).deviation > g.deviation);
    assert_in_range(glicko_later(g, glicko_periods(365 * day)).deviation, 109 * GLICKO_POINT, 111 * GLICKO_POINT);
    assert_int_equal(glicko_later(g, glicko_periods(30000 * day)).deviation, 350 * GLICKO_POINT);
    assert_int_equal(glicko_periods(-5), 0);
}

/* Whatever happens, everything stays within bounds. */
static void bounds_hold(void **state)
{
    (void)state;
    Glicko up = glicko_newcomer, down = glicko_newcomer;
    for (int i = 0; i < 3000; i++) {
        Glicko was = up;
        up = glicko_after(up, &(GlickoResult){down, -400, 2}, 1, 5);
        down = glicko_after(down, &(GlickoResult){was, 400, 0}, 1, 5);
        assert_in_range(up.rating, 100 * GLICKO_POINT, 4000 * GLICKO_POINT);
        assert_in_range(down.rating, 100 * GLICKO_POINT, 4000 * GLICKO_POINT);
        assert_in_range(up.deviation, 45 * GLICKO_POINT, 350 * GLICKO_POINT);
    }
    assert_true(up.rating > 2000 * GLICKO_POINT && down.rating < 1000 * GLICKO_POINT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glickmans_example),
        cmocka_unit_test(equals_gain_what_the_other_loses),
        cmocka_unit_test(the_advantage_of_a_seat_counts),
        cmocka_unit_test(advantages_from_few_games_are_small),
        cmocka_unit_test(doubt_grows_with_time),
        cmocka_unit_test(bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
