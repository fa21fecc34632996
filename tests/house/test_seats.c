/* Sitting down where it is not yet stored that somebody has. */
#include "../unit/faulty_vfs.h"
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* Somebody opens a round, and somebody else sits down twice, the second time on a new line because the first was
 * lost before the answer came. The second line has not been told anything about the seat. */
static void sit_twice(Line *ann, Line *bob, char round[32])
{
    Line lost = {0};
    char text[200];
    line_open(&world, ann);
    json_t *m = ask(ann, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"link\"]}", "opened");
    snprintf(round, 32, "%s", text_of(m, "round"));
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"token\":\"%s\",\"name\":\"Bob\",\"id\":\"again\"}",
             text_of(json_array_get(json_object_get(m, "seats"), 1), "token"));
    json_decref(m);
    line_open(&world, &lost);
    line_send(&world, &lost, text);
    line_close(&world, &lost);
    line_free(&lost);
    line_open(&world, bob);
    m = json_loads(line_next(bob), 0, NULL);
    assert_string_equal(text_of(m, "is"), "welcome");
    json_decref(m);
    line_send(&world, bob, text);
    assert_null(line_next(bob));
}

static void end_both(Line *ann, Line *bob)
{
    line_close(&world, ann);
    line_close(&world, bob);
    line_free(ann);
    line_free(bob);
}

static void who_sits_down_again_hears_once_it_is_stored(void **state)
{
    (void)state;
    Line ann = {0}, bob = {0};
    char round[32];
    sit_twice(&ann, &bob, round);
    json_t *m = wait_for(&bob, "seated");
    assert_string_equal(text_of(m, "seat"), "b");
    assert_string_equal(text_of(m, "re"), "again");
    json_decref(m);
    m = wait_for(&bob, "round");
    assert_string_equal(text_of(m, "round"), round);
    assert_string_equal(text_of(m, "you"), "b");
    assert_int_equal(json_integer_value(json_object_get(m, "number")), 4);
    json_decref(m);
    end_both(&ann, &bob);
}

static void a_seat_that_cannot_be_stored_is_not_promised(void **state)
{
    (void)state;
    Line ann = {0}, bob = {0};
    char round[32];
    world_stop(&world);
    faulty_begin();
    world_open(&world, talk_path, 1);
    sit_twice(&ann, &bob, round);
    atomic_store(&faulty.full, 1);
    json_t *m = wait_for(&bob, "trouble");
    assert_string_equal(text_of(m, "re"), "again");
    json_decref(m);
    assert_null(line_next(&bob));
    atomic_store(&faulty.full, 0);
    end_both(&ann, &bob);
    world_stop(&world);
    faulty_end();
    world_open(&world, talk_path, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_setup, talk_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_sits_down_again_hears_once_it_is_stored),
        TEST(a_seat_that_cannot_be_stored_is_not_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
