/* Leaving a round or staying away: what that means for the side and for the others (ALL-3), and claims. */
#include "round_acts.h"

static void all_3_two_sides_lose_for_the_side(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, false);
    assert_true(resign(r, 0));
    assert_string_equal(happened(), "resigned ended");
    assert_int_equal(round_result(r, 0), ROUND_LOST);
    assert_int_equal(round_result(r, 1), ROUND_WON);
    assert_false(resign(r, 1));
    assert_int_equal(why.code, ROUND_IS_OVER);
    round_free(r);
}

static void all_3_a_partner_consents_or_the_seat_is_left(void **unused)
{
    (void)unused;
    Round *r = start("dorix-4", untimed, false);
    unsigned asked = 0;
    assert_true(resign(r, 0));
    assert_string_equal(happened(), "offered");
    assert_int_equal(round_offered(r, ROUND_GIVE_UP, &asked), 0);
    assert_int_equal(asked, 1u << 2);
    assert_false(answer(r, 1, ROUND_GIVE_UP, true));
    assert_true(answer(r, 2, ROUND_GIVE_UP, true));
    assert_string_equal(happened(), "answered resigned ended");
    assert_int_equal(round_result(r, 2), ROUND_LOST);
    assert_int_equal(round_result(r, 1), ROUND_WON);
    round_free(r);

    r = start("dorix-4", untimed, false);
    assert_true(resign(r, 0) && answer(r, 2, ROUND_GIVE_UP, false));
    assert_string_equal(happened(), "answered resigned left");
    assert_int_equal(round_phase(r), ROUND_PLAYING);
    assert_int_equal(round_seat(r, 0)->kind, ROUND_LEVEL);
    assert_int_equal(round_seat(r, 0)->level, ROUND_STAND_IN);
    assert_int_equal(round_result(r, 0), ROUND_LOST);
    assert_int_equal(round_result(r, 2), ROUND_OPEN);
    assert_false(resign(r, 0));
    assert_int_equal(why.code, ROUND_SEAT_WAS_LEFT);
    /* Nobody is left to ask: the side has resigned. */
    assert_true(resign(r, 2));
    assert_string_equal(happened(), "offered resigned ended");
    assert_int_equal(round_result(r, 3), ROUND_WON);
    round_free(r);
}

/* Moves up to Red's fourth place on the diagonal: White and Black play elsewhere. */
static const char *const red_wins[] = {"a2", "b1", "a1", "a3", "c1", "b2", "b4", "d1", "c3", "c4", "d2", "d4"};

static void all_3_with_three_sides_the_game_goes_on(void **unused)
{
    (void)unused;
    Round *r = start("dorix-3", (RoundClock){ROUND_SUDDEN, 60000, 0}, false);
    assert_true(play(r, red_wins[0], 10) && play(r, red_wins[1], 20));
    assert_true(act(r, (RoundAction){.type = ROUND_RESIGN, .seat = 2}, 30));
    assert_string_equal(happened(), "resigned left");
    assert_int_equal(round_result(r, 2), ROUND_LOST);
    assert_int_equal(round_running(r), -1);     /* the level that took over has all the time it needs */
    for (size_t i = 2; i < sizeof red_wins / sizeof *red_wins; i++)
        assert_true(play(r, red_wins[i], 40));
    assert_string_equal(happened(), "moved ended");
    Outcome o = round_outcome(r);
    assert_int_equal(o.winner, DRAW);
    assert_string_equal(game_reason(round_game(r), (Reason)o.reason), "diagonal held");
    assert_int_equal(round_result(r, 0), ROUND_DREW);
    assert_int_equal(round_result(r, 1), ROUND_DREW);
    assert_int_equal(round_result(r, 2), ROUND_LOST);

    /* The record says who left, when and which level took over; reading it back gives the same. */
    Buffer record = {0}, again = {0};
    assert_true(record_write(round_tree(r), &record, NULL));
    assert_non_null(strstr(record.text, "[RedLeft \"resigned 2 level 5\"]\n"));
    assert_non_null(strstr(record.text, "[Result \"draw\"]\n[Reason \"diagonal held\"]\n"));
    Tree *read = record_read(record.text, record.length, registry_find, NULL);
    assert_non_null(read);
    assert_true(record_write(read, &again, NULL));
    assert_string_equal(record.text, again.text);
    tree_free(read);
    buffer_free(&record);
    buffer_free(&again);
    round_free(r);
}

static void all_3_the_winner_who_stayed_wins(void **unused)
{
    (void)unused;
    Round *r = start("dorix-3", untimed, false);
    assert_true(resign(r, 0));
    for (size_t i = 0; i < sizeof red_wins / sizeof *red_wins; i++)
        assert_true(play(r, red_wins[i], 0));
    assert_int_equal(round_outcome(r).winner, 2);
    assert_int_equal(round_result(r, 0), ROUND_LOST);
    assert_int_equal(round_result(r, 1), ROUND_LOST);
    assert_int_equal(round_result(r, 2), ROUND_WON);
    round_free(r);
}

static void staying_away_can_be_claimed(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, false);
    assert_true(act(r, (RoundAction){.type = ROUND_ABSENT, .seat = 1}, 1000));
    assert_false(act(r, (RoundAction){.type = ROUND_CLAIM, .seat = 0}, 60999));
    assert_int_equal(why.code, ROUND_NOBODY_IS_GONE);
    assert_true(act(r, (RoundAction){.type = ROUND_PRESENT, .seat = 1}, 61000));
    assert_false(act(r, (RoundAction){.type = ROUND_CLAIM, .seat = 0}, 99000));
    assert_true(act(r, (RoundAction){.type = ROUND_ABSENT, .seat = 1}, 100000));
    assert_true(act(r, (RoundAction){.type = ROUND_CLAIM, .seat = 0}, 160000));
    assert_int_equal(round_outcome(r).reason, REASON_GONE);
    assert_int_equal(round_result(r, 0), ROUND_WON);
    round_free(r);

    r = start("dorix-3", untimed, false);
    assert_true(act(r, (RoundAction){.type = ROUND_ABSENT, .seat = 1}, 0));
    assert_true(act(r, (RoundAction){.type = ROUND_CLAIM, .seat = 0}, 60000));
    assert_string_equal(happened(), "left");
    assert_int_equal(round_result(r, 1), ROUND_LOST);
    round_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_3_two_sides_lose_for_the_side),
        cmocka_unit_test(all_3_a_partner_consents_or_the_seat_is_left),
        cmocka_unit_test(all_3_with_three_sides_the_game_goes_on),
        cmocka_unit_test(all_3_the_winner_who_stayed_wins),
        cmocka_unit_test(staying_away_can_be_claimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
