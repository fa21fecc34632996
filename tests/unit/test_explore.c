/* The explorer says what is certain and nothing else. */
#include "engine/explore.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static Adviser *explored(const char *game, const char *position, uint64_t nodes, Exploration *out)
{
    const Game *g = registry_find(game);
    Situation s = {0};
    Message error;
    if (position)
        assert_true(g->read_position(position, &s.position, &error));
    else
        g->start(&s.position);
    Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 4 << 20});
    assert_non_null(a);
    assert_true(explore_position(a, &s, (SearchLimits){.nodes = nodes}, out));
    return a;
}

static void the_first_moves_of_a_proven_game(void **state)
{
    (void)state;
    Exploration e;
    size_t wins = 0, losses = 0;
    Adviser *a = explored("pyrga", NULL, 1000000, &e);
    assert_int_equal(e.count, 80);
    assert_int_equal(e.known, 80);
    assert_int_equal(e.value.result, 1);
    assert_int_equal(e.value.plies, 25);
    for (size_t i = 0; i < e.count; i++) {
        wins += value_wins(e.advice[i].value);
        losses += value_loses(e.advice[i].value);
        assert_true(e.advice[i].value.result == 0 || e.advice[i].value.plies >= 25);
    }
    assert_int_equal(e.keep, wins);
    assert_true(losses > 0 && !explore_is_only(&e));
    adviser_destroy(a);
}

static void an_only_move(void **state)
{
    (void)state;
    Exploration e;
    Adviser *a = explored("pyrga", "st,SC,stC,StC/T,T,Stc,Sc/-,-,Tc,Sc/sT,tC,-,Tc b Cb4", 400000, &e);
    assert_int_equal(e.value.result, 1);
    assert_true(explore_is_only(&e));
    assert_true(explore_keeps(&e, &e.advice[0]));
    assert_false(explore_keeps(&e, &e.advice[1]));
    adviser_destroy(a);
}

/* In the middle of Pylos a short search knows nothing for certain: no estimate gets through. */
static void what_is_not_proven_is_unknown(void **state)
{
    (void)state;
    Exploration e;
    Adviser *a = explored("pylos-expert", "wbwb/bwwb/wbbw/b.w.|..b/.../...|../..|. w", 3000, &e);
    assert_false(e.value.proven);
    assert_int_equal(e.keep, 0);
    assert_true(e.count > 0 && e.known < e.count);
    for (size_t i = e.known; i < e.count; i++) {
        assert_false(e.advice[i].value.proven);
        assert_int_equal(e.advice[i].value.score, 0);
        assert_false(explore_keeps(&e, &e.advice[i]));
    }
    adviser_destroy(a);
}

/* The book knows this position, although its moves get hardly any effort. */
static void a_position_may_be_known_before_its_moves(void **state)
{
    (void)state;
    Exploration e;
    Adviser *a = explored("pyrga", "-,-,-,-/-,-,-,-/-,S,-,-/-,c,-,- w Cb1", 100, &e);
    assert_true(value_draws(e.value));
    assert_true(e.known < e.count);
    assert_int_equal(e.keep, 0);
    adviser_destroy(a);
}

static void what_is_solved(void **state)
{
    (void)state;
    for (const char *const *id = (const char *const[]){"pylos", "pylos-children", "pylos-expert", "pylos-lenient",
                                                       "pylos-expert-lenient", "pyrga", "pilotis", "pilea", NULL};
         *id; id++)
        assert_true(explore_knows(registry_find(*id)));
    for (const char *const *id = (const char *const[]){"dorix", "dorix-3", "dorix-4", NULL}; *id; id++)
        assert_false(explore_knows(registry_find(*id)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_moves_of_a_proven_game),
        cmocka_unit_test(an_only_move),
        cmocka_unit_test(what_is_not_proven_is_unknown),
        cmocka_unit_test(a_position_may_be_known_before_its_moves),
        cmocka_unit_test(what_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
