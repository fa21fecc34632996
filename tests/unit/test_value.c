/* Values: one order, one text, and how a move reverses them. */
#include "core/value.h"
#include "search/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void a_list_is_in_order_whatever_is_known(void **state)
{
    (void)state;
    const Value best_first[] = {
        value_proven(1, 1),        value_proven(1, 7),   value_within(1, 30), value_proven(1, -1),
        value_estimate(INT16_MAX), value_estimate(1),    value_estimate(-1),  value_estimate(-EVALUATION_LIMIT),
        value_proven(-1, -1),      value_within(-1, 30), value_proven(-1, 8), value_proven(-1, 0),
    };
    for (size_t i = 1; i < sizeof best_first / sizeof *best_first; i++)
        assert_true(value_rank(best_first[i - 1]) > value_rank(best_first[i]));
    assert_int_equal(value_rank(value_proven(0, -1)), value_rank(value_estimate(0)));
    assert_int_equal(value_rank(value_unknown()), 0);
    assert_int_equal(value_score(value_proven(-1, 3)), -EVALUATION_LIMIT);
    assert_int_equal(value_score(value_proven(0, 3)), 0);
    assert_int_equal(value_score(value_estimate(77)), 77);
}

static void a_move_turns_a_value_round(void **state)
{
    (void)state;
    const Value all[] = {value_proven(1, 6), value_proven(-1, -1), value_within(-1, 9), value_proven(0, -1),
                         value_estimate(350)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Value made = value_of_move(all[i]), back = value_after_move(made);
        assert_int_equal(made.proven, all[i].proven);
        assert_int_equal(made.result, -all[i].result);
        assert_int_equal(made.plies, value_counted(all[i]) ? all[i].plies + 1 : -1);
        assert_int_equal(made.score, -all[i].score);
        assert_true(back.proven == all[i].proven && back.result == all[i].result && back.plies == all[i].plies &&
                    back.most == all[i].most && back.score == all[i].score);
    }
    assert_int_equal(value_after_move(value_proven(1, 0)).plies, 0);
    assert_int_equal(value_within(1, 5).most, 5);
    assert_int_equal(value_of_move(value_proven(1, -1)).most, VALUE_LONGEST);
}

static void check_words(Value v, const char *text, const char *json)
{
    char out[VALUE_TEXT];
    Buffer b = {0};
    Json j = {&b, false};
    assert_int_equal(value_text(v, out), strlen(text));
    assert_string_equal(out, text);
    value_json(&j, NULL, v);
    assert_string_equal(buffer_text(&b), json);
    buffer_free(&b);
}

static void a_value_has_one_text_and_one_object(void **state)
{
    (void)state;
    check_words(value_proven(1, 12), "win 12", "{\"result\":\"win\",\"plies\":12}");
    check_words(value_proven(-1, -1), "loss", "{\"result\":\"loss\"}");
    check_words(value_within(1, 4), "win", "{\"result\":\"win\"}");
    check_words(value_proven(0, 3), "draw", "{\"result\":\"draw\"}");
    check_words(value_estimate(350), "+350", "{\"score\":350}");
    check_words(value_estimate(-99999), "-20000", "{\"score\":-20000}");
    check_words(value_proven(-1, VALUE_LONGEST), "loss 16000", "{\"result\":\"loss\",\"plies\":16000}");
}

/* An upper bound can prove a loss, but not a win. */
static void the_numbers_of_search_become_values(void **state)
{
    (void)state;
    SearchLine line = {.score = score_win_in(5), .exact = true, .shortest = true};
    assert_true(search_value(&line).result == 1 && search_value(&line).plies == 5);
    line.shortest = false;
    assert_true(search_value(&line).result == 1 && search_value(&line).plies == -1 && search_value(&line).most == 5);
    line.exact = false;
    line.most = SCORE_INFINITE;
    assert_false(search_value(&line).proven);
    line.score = -SCORE_INFINITE;       /* never looked at */
    assert_false(search_value(&line).proven);
    assert_int_equal(search_value(&line).score, -EVALUATION_LIMIT);
    line.most = score_loss_in(6);
    assert_true(search_value(&line).result == -1 && search_value(&line).most == 6);
    line = (SearchLine){.score = -40, .exact = true};
    assert_true(!search_value(&line).proven && search_value(&line).score == -40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_in_order_whatever_is_known),
        cmocka_unit_test(a_move_turns_a_value_round),
        cmocka_unit_test(a_value_has_one_text_and_one_object),
        cmocka_unit_test(the_numbers_of_search_become_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
