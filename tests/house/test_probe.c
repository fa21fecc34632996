/* Exact values for visitors: what a house with tables answers, what it refuses, and how a remote adviser uses it.
 * The tables here are made up, so that nothing else could find their values. */
#include "engine/adviser.h"
#include "engine/oracle_far.h"
#include "games/registry.h"
#include "made_up.h"
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static int setup(void **state)
{
    world.oracle = made_up_oracle;
    made_up_asked = made_up_cold = 0;
    return talk_setup(state);
}

static const char question[] = "{\"do\":\"probe\",\"game\":\"pylos\",\"position\":\"%s\",\"id\":7}";

static const char *start_of(const char *game)
{
    static char text[POSITION_TEXT];
    Position p;
    registry_find(game)->start(&p);
    registry_find(game)->write_position(&p, text);
    return text;
}

static void a_house_with_tables_answers(void **state)
{
    (void)state;
    Line l = {0};
    char text[400];
    line_open(&world, &l);
    json_t *m = wait_for(&l, "welcome");
    assert_int_equal(json_array_size(json_object_get(m, "tables")), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(m, "tables"), 0)), "pylos");
    json_decref(m);
    snprintf(text, sizeof text, question, start_of("pylos"));
    int asked = 0;
    for (int time = 0; time < 2; time++) {
        m = ask(&l, text, "probe");
        assert_string_equal(text_of(m, "re"), "7");
        assert_string_equal(text_of(m, "value"), "win 5");
        assert_int_equal(json_array_size(json_object_get(m, "moves")), 16);
        assert_non_null(strchr(json_string_value(json_array_get(json_object_get(m, "moves"), 0)), ' '));
        json_decref(m);
        assert_int_equal(made_up_asked, time ? asked : 17);     /* the second time it is remembered */
        asked = made_up_asked;
    }
    expect_refusal(&l, "{\"do\":\"probe\",\"game\":\"pilea\",\"position\":\"x\"}", "no-table");
    expect_refusal(&l, "{\"do\":\"probe\",\"game\":\"chess\",\"position\":\"x\"}", "no-such-game");
    expect_refusal(&l, "{\"do\":\"probe\",\"game\":\"pylos\",\"position\":\"x\"}", "bad-position");
    expect_refusal(&l, "{\"do\":\"probe\",\"game\":\"pylos\"}", "bad-position");
    expect_refusal(&l, "{\"do\":\"probe\"}", "no-such-game");
    line_close(&world, &l);
    line_free(&l);
}

static bool is_in_time(void)
{
    Buffer answer = {0};
    const char *why = house_probe(world.house, 1, "pylos", start_of("pylos"), &answer);
    buffer_free(&answer);
    assert_true(!why || strcmp(why, "trouble") == 0);
    return !why;
}

/* A question that takes too long is given up, and holds nobody up; what is in memory by then is found the next time. */
static void a_house_does_not_wait_for_its_disk(void **state)
{
    (void)state;
    Line l = {0};
    char text[400];
    line_open(&world, &l);
    json_decref(wait_for(&l, "welcome"));
    snprintf(text, sizeof text, question, start_of("pylos"));
    made_up_cold = 1000;
    for (int time = 1; time <= 3; time++) {
        expect_refusal(&l, text, "trouble");
        assert_int_equal(made_up_asked, 2 * time); /* the position and a move, out of 16 */
    }
    made_up_cold = 1;
    assert_false(is_in_time());
    for (int i = 0; i < 10 && !is_in_time(); i++) /* once, unless the machine is busy */
        ;
    json_t *m = ask(&l, text, "probe");
    assert_string_equal(text_of(m, "value"), "win 5");
    assert_int_equal(json_array_size(json_object_get(m, "moves")), 16);
    json_decref(m);
    line_close(&world, &l);
    line_free(&l);
}

static void who_plays_somebody_looks_nothing_up(void **state)
{
    (void)state;
    Two t;
    char text[400];
    snprintf(text, sizeof text, question, start_of("pylos"));
    begin_two(&t, "pylos", "none");
    expect_refusal(&t.ann, text, "not-allowed");
    act(&t.ann, t.round, 4, "resign", "r");
    json_decref(ask(&t.ann, text, "probe"));
    end_two(&t);
}

static void one_address_may_ask_for_so_much(void **state)
{
    (void)state;
    Line l = {0};
    char text[400];
    world_stop(&world);
    world.limited = true;
    world_open(&world, talk_path, 2);
    line_open(&world, &l);
    skip_all(&l);
    int answered = 0;
    snprintf(text, sizeof text, question, start_of("pylos"));
    for (int i = 0; i < 90; i++) {
        line_send(&world, &l, text);
        world_settle(&world);
        for (const char *heard; (heard = line_next(&l));)
            answered += strstr(heard, "\"is\":\"probe\"") != NULL;
    }
    assert_in_range(answered, 45, 60);
    line_close(&world, &l);
    line_free(&l);
}

/* --- far away --- */

typedef struct FarTest {
    int fetched, late; /* questions; how many of them took the house too long */
    bool down;
    const char *instead;
} FarTest;

static OracleFetched fetch(void *context, const Game *g, const char *position, Buffer *out)
{
    FarTest *t = context;
    t->fetched++;
    if (t->instead) {
        buffer_add(out, t->instead);
        return ORACLE_FETCHED;
    }
    const char *why = t->down ? "" : house_probe(world.house, 1, g->id, position, out);
    bool late = why && strcmp(why, "trouble") == 0;
    t->late += late;
    return !why ? ORACLE_FETCHED : late ? ORACLE_OUT_OF_TIME : ORACLE_UNAVAILABLE;
}

static void an_adviser_far_away_plays_by_it(void **state)
{
    (void)state;
    const Game *g = registry_find("pylos");
    FarTest t = {0};
    Oracle o;
    Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20, .seed = 1});
    assert_true(oracle_of_far(g, fetch, NULL, &t, &o));
    assert_true(adviser_add_oracle(a, o));
    Situation s = {.history = NULL};
    g->start(&s.position);
    for (int ply = 0; ply < 12; ply++) {
        Advice advice;
        Position next;
        Value v;
        assert_true(adviser_choose(a, &s, LEVEL_MAX, 0.01, NULL, NULL, &advice));
        assert_true(advice.value.proven);
        assert_string_equal(advice.source, "table");
        assert_int_equal(t.fetched - t.late, ply + 1); /* one question per move */
        g->play(&s.position, advice.move, &next);
        made_up_value(g, &next, &v);
        assert_int_equal(value_rank(value_of_move(v)), value_rank(advice.value));
        s.position = next;
    }
    adviser_destroy(a);
}

/* A house that has just been started reads its file from the disk: level 10 plays by it all the same. */
static void a_late_answer_is_asked_for_again(void **state)
{
    (void)state;
    const Game *g = registry_find("pylos");
    FarTest t = {0};
    Oracle o;
    Position p;
    Value v, wanted;
    assert_true(oracle_of_far(g, fetch, NULL, &t, &o));
    g->start(&p);
    made_up_cold = 5; /* a lookup or two at a time */
    assert_true(o.ask(o.context, &p, (Effort){0}, true, &v));
    made_up_value(g, &p, &wanted);
    assert_int_equal(value_rank(v), value_rank(wanted));
    assert_in_range(t.late, 3, 7);
    /* But not for ever. */
    Move m;
    assert_true(g->moves(&p, &m, 1) > 0);
    g->play(&p, m, &p);
    g->moves(&p, &m, 1);
    g->play(&p, m, &p);
    made_up_cold = 1000;
    t = (FarTest){0};
    for (int again = 0; again < 2; again++) {
        assert_false(o.ask(o.context, &p, (Effort){0}, true, &v));
        assert_int_equal(t.late, 8);
        assert_int_equal(t.fetched, 8);
    }
    o.close(o.context);
}

static void what_is_not_an_answer_is_not_asked_for_again_at_once(void **state)
{
    (void)state;
    const Game *g = registry_find("pylos");
    static const char *const wrong[] = {
        "", "\n", "perhaps", "win x", "win 99999", "win 5\n1a1", "win 5\n9z9 loss 3", "win 5\n1a1 draw 3", "draw 0"};
    Position p;
    Value v;
    g->start(&p);
    for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; i++) {
        FarTest t = {.down = true, .instead = i ? wrong[i - 1] : NULL};
        Oracle o;
        assert_true(oracle_of_far(g, fetch, NULL, &t, &o));
        for (int again = 0; again < 5; again++)
            assert_false(o.ask(o.context, &p, (Effort){0}, true, &v));
        assert_int_equal(t.fetched, 1);
        o.close(o.context);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, talk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_house_with_tables_answers),
        TEST(a_house_does_not_wait_for_its_disk),
        TEST(who_plays_somebody_looks_nothing_up),
        TEST(one_address_may_ask_for_so_much),
        TEST(an_adviser_far_away_plays_by_it),
        TEST(a_late_answer_is_asked_for_again),
        TEST(what_is_not_an_answer_is_not_asked_for_again_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
