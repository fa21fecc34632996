/* Fair starts: drawn, reached by their moves, the same each time, and absent where nothing is known. */
#include "core/opening_layer.h"
#include "engine/fair.h"
#include "games/registry.h"
#include "solve/proof.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* From the 14th on, those of Pyrga and Pilotis are proven one by one. */
enum { SAMPLE = INSTRUMENTED ? 14 : 20, TABLE = 32 << 20 };

static void follow(const Game *g, const FairStart *f)
{
    Position p;
    MoveList legal = {0};
    g->start(&p);
    for (int i = 0; i < f->plies; i++) {
        bool found = false;
        assert_true(movelist_fill(&legal, g, &p));
        for (size_t k = 0; k < legal.count; k++)
            found = found || legal.move[k] == f->line[i];
        assert_true(found);
        g->play(&p, f->line[i], &p);
    }
    movelist_free(&legal);
    assert_true(position_equal(&p, &f->position));
    assert_false(g->outcome(&p).over);
}

static void its_moves_lead_to_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (!fair_exists(g))
            continue;
        Fair *f = fair_create(g);
        FairStart one, again;
        for (int number = 1; number <= SAMPLE; number += 3) {
            assert_true(fair_start(f, number, NULL, &one));
            assert_int_equal(one.number, number);
            follow(g, &one);
        }
        /* The answer does not depend on earlier questions. */
        assert_true(fair_start(f, 2, NULL, &one));
        assert_true(fair_start(f, SAMPLE, NULL, &again));
        assert_true(fair_start(f, 2, NULL, &again));
        assert_true(position_equal(&one.position, &again.position));
        fair_destroy(f);
    }
}

/* By a proof that shares no table with the one that found it, and without the book. */
static void what_is_proven_is_drawn(void **state)
{
    (void)state;
    for (const char *const *id = (const char *const[]){"pyrga", "pilotis", NULL}; *id; id++) {
        const Game *g = registry_find(*id);
        Fair *f = fair_create(g);
        Proof *proof = proof_create(g, TABLE);
        FairStart one;
        proof_use_book(proof, false);
        for (int number = 14; number <= SAMPLE; number++) {
            assert_true(fair_start(f, number, NULL, &one));
            assert_true(value_draws(proof_value(proof, &one.position, false)));
        }
        proof_destroy(proof);
        fair_destroy(f);
    }
}

static void what_a_table_told_is_in_its_layer(void **state)
{
    (void)state;
    const Game *g = registry_find("pylos");
    const OpeningLayer *layer = opening_layer_of(g);
    Fair *f = fair_create(g);
    FairStart one;
    for (int number = 1; number <= SAMPLE; number++) {
        assert_true(fair_start(f, number, NULL, &one));
        assert_true(opening_layer_has(layer, g, &one.position));
        assert_int_equal(opening_layer_value(layer, g, &one.position, NULL), 0);
    }
    fair_destroy(f);
}

static bool are_symmetric(const Game *g, const Position *a, const Position *b)
{
    Position one, other;
    position_canonical(g, a, &one, NULL);
    position_canonical(g, b, &other, NULL);
    return position_equal(&one, &other);
}

static void a_list_has_nothing_twice(void **state)
{
    (void)state;
    const Game *g = registry_find("pylos");
    FairStart list[SAMPLE * 2];
    Fair *f = fair_create(g);
    int count = fair_list(f, 1, SAMPLE * 2, NULL, list);
    assert_int_equal(count, SAMPLE * 2);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            assert_true(list[k].number < list[i].number);
            assert_false(are_symmetric(g, &list[k].position, &list[i].position));
        }
    /* The layer has 121 draws; symmetric ones count once. */
    static FairStart all[FAIR_NUMBERS];
    if (!INSTRUMENTED) {
        count = fair_list(f, 1, FAIR_NUMBERS, NULL, all);
        assert_in_range(count, SAMPLE * 2, 121);
    }
    fair_destroy(f);
}

static void there_is_none_where_none_is_known(void **state)
{
    (void)state;
    for (const char *const *id = (const char *const[]){"pylos-children", "dorix", "dorix-3", "dorix-4", NULL}; *id;
         id++) {
        const Game *g = registry_find(*id);
        Fair *f = fair_create(g);
        FairStart one;
        assert_false(fair_exists(g));
        assert_false(fair_start(f, 1, NULL, &one));
        assert_int_equal(fair_list(f, 1, 1, NULL, &one), 0);
        fair_destroy(f);
    }
}

static void a_number_is_within_its_range(void **state)
{
    (void)state;
    Fair *f = fair_create(registry_find("pylos"));
    FairStart one;
    assert_false(fair_start(f, 0, NULL, &one));
    assert_false(fair_start(f, -1, NULL, &one));
    assert_false(fair_start(f, FAIR_NUMBERS + 1, NULL, &one));
    assert_true(fair_start(f, FAIR_NUMBERS, NULL, &one));
    fair_destroy(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_moves_lead_to_it),
        cmocka_unit_test(what_is_proven_is_drawn),
        cmocka_unit_test(what_a_table_told_is_in_its_layer),
        cmocka_unit_test(a_list_has_nothing_twice),
        cmocka_unit_test(there_is_none_where_none_is_known),
        cmocka_unit_test(a_number_is_within_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
