/* Elo, its error bars, and the sequential test. */
#include "contest/rating.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void elo_follows_from_the_share(void **state)
{
    (void)state;
    assert_true(fabs(rating_elo((Tally){50, 0, 50}).difference) < 1e-9);
    assert_true(fabs(rating_elo((Tally){10, 80, 10}).difference) < 1e-9);
    double ten_to_one = rating_elo((Tally){100, 0, 10}).difference;
    assert_true(ten_to_one > 399 && ten_to_one < 401);
    assert_true(isinf(rating_elo((Tally){5, 0, 0}).difference));
}

static void more_games_narrow_the_interval(void **state)
{
    (void)state;
    Elo few = rating_elo((Tally){12, 6, 2}), many = rating_elo((Tally){120, 60, 20});
    assert_true(few.low < few.difference && few.difference < few.high);
    assert_true(few.low < many.low && many.high < few.high);
}

/* 200 games at 55 %, no draws: the normal approximation, worked out by hand. */
static void the_test_adds_up_evidence(void **state)
{
    (void)state;
    double llr = rating_llr((Tally){110, 0, 90}, 0, 20);
    assert_true(llr > 0.81 && llr < 0.84);
    assert_int_equal(rating_test((Tally){110, 0, 90}, 0, 20), TEST_OPEN);
    assert_int_equal(rating_test((Tally){600, 0, 400}, 0, 20), TEST_ACCEPTED);
    assert_int_equal(rating_test((Tally){400, 0, 600}, 0, 20), TEST_REJECTED);
    assert_int_equal(rating_test((Tally){0, 0, 0}, 0, 20), TEST_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_follows_from_the_share),
        cmocka_unit_test(more_games_narrow_the_interval),
        cmocka_unit_test(the_test_adds_up_evidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
