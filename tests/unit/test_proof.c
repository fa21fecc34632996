/* Proof search compared with a plain memoised search that knows nothing but the rules, and its manners: limits,
 * determinism, games whose positions repeat. */
#include "games/registry.h"
#include "solve/proof.h"

#include "random_play.h"
#include "ring.h"

#include "instrumented.h"

#include <pthread.h>
#include <unistd.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static const char *const proven_game[] = {"pyrga", "pilotis"};
enum { PROVEN_GAMES = 2, LATE_POSITIONS = INSTRUMENTED ? 36 : 180, TABLE = 4 << 20 };

/* --- the plain search --- */

typedef struct Known {
    Position position;
    int result, distance;   /* as Value; distance of a draw: 0 */
    bool used;
} Known;

typedef struct Plain {
    const Game *game;
    Known *known;
    size_t count, capacity; /* a power of two */
} Plain;

static Known *plain_slot(Plain *s, const Position *p)
{
    size_t i = (size_t)position_hash(s->game, p) & (s->capacity - 1);
    while (s->known[i].used && !position_equal(&s->known[i].position, p))
        i = (i + 1) & (s->capacity - 1);
    return &s->known[i];
}

static void plain_keep(Plain *s, const Known *k)
{
    if (2 * s->count >= s->capacity) {
        Plain larger = {s->game, NULL, 0, s->capacity ? 2 * s->capacity : 1024};
        larger.known = calloc(larger.capacity, sizeof *larger.known);
        assert_non_null(larger.known);
        for (size_t i = 0; i < s->capacity; i++)
            if (s->known[i].used)
                plain_keep(&larger, &s->known[i]);
        free(s->known);
        *s = larger;
    }
    *plain_slot(s, &k->position) = *k;
    s->count++;
}

/* Better for the mover: a sooner win, a draw, a later loss. */
static bool better(const Known *a, const Known *b)
{
    if (a->result != b->result)
        return a->result > b->result;
    return a->result > 0 ? a->distance < b->distance : a->distance > b->distance;
}

static Known plain_value(Plain *s, const Position *p)
{
    const Game *g = s->game;
    Known best = {*p, -2, 0, true};
    if (s->capacity && plain_slot(s, p)->used)
        return *plain_slot(s, p);
    Outcome o = g->outcome(p);
    if (o.over) {
        best.result = o.winner == DRAW ? 0 : o.winner == g->mover(p) ? 1 : -1;
        return best;
    }
    Move legal[256];
    size_t count = g->moves(p, legal, 256);
    for (size_t i = 0; i < count; i++) {
        Position q;
        g->play(p, legal[i], &q);
        Known below = plain_value(s, &q);
        Known here = {*p, -below.result, below.result ? below.distance + 1 : 0, true};
        if (best.result == -2 || better(&here, &best))
            best = here;
    }
    plain_keep(s, &best);
    return best;
}

/* --- agreement --- */

static void assert_agrees(const Game *g, Proof *f, Plain *s, const Position *p)
{
    char text[POSITION_TEXT];
    g->write_position(p, text);
    Known k = plain_value(s, p);
    Value v = proof_value(f, p, true);
    if (!v.proven || v.result != k.result)
        fail_msg("%s %s: proof search says %d, plain search %d", g->id, text, v.result, k.result);
    if (k.result != 0 && v.plies != k.distance)
        fail_msg("%s %s: proof search says %d plies, plain search %d", g->id, text, v.plies, k.distance);
    for (int side = 0; side < 2; side++)
        for (int within = 1; within <= 12; within++) {
            bool wins = k.result == (g->mover(p) == side ? 1 : -1) && k.distance <= within;
            if (proof_wins(f, p, side, within) != (wins ? TRUTH_YES : TRUTH_NO))
                fail_msg("%s %s: wrong about a win within %d plies", g->id, text, within);
        }
}

static void proof_agrees_with_plain_search_on_late_positions(void **state)
{
    (void)state;
    for (int i = 0; i < PROVEN_GAMES; i++) {
        const Game *g = registry_find(proven_game[i]);
        Proof *f = proof_create(g, TABLE);
        assert_non_null(f);
        seed = 20;
        for (int n = 0; n < LATE_POSITIONS; n++) {
            Position p = random_position(g, 18 + n % 10);
            Plain s = {g, NULL, 0, 0};
            /* What is remembered about one position must not harm another. */
            assert_agrees(g, f, &s, &p);
            free(s.known);
        }
        proof_destroy(f);
    }
}

static void a_tiny_table_changes_no_answer(void **state)
{
    (void)state;
    const Game *g = registry_find("pilotis");
    Proof *large = proof_create(g, TABLE), *tiny = proof_create(g, 1);
    seed = 7;
    for (int n = 0; n < 40; n++) {
        Position p = random_position(g, 14 + n % 6);
        Value a = proof_value(large, &p, true), b = proof_value(tiny, &p, true);
        assert_true(a.proven && b.proven);
        assert_int_equal(a.result, b.result);
        assert_int_equal(a.plies, b.plies);
    }
    proof_destroy(large);
    proof_destroy(tiny);
}

static void a_glance_says_what_the_single_functions_say(void **state)
{
    (void)state;
    for (int i = 0; i < PROVEN_GAMES; i++) {
        const Game *g = registry_find(proven_game[i]);
        seed = 3;
        for (int n = 0; n < 3000; n++) {
            Position p = random_position(g, n % 26);
            Glance seen = {0};
            g->search.glance(&p, &seen);
            assert_int_equal(seen.outcome.over, g->outcome(&p).over);
            assert_int_equal(seen.sure_win == 1, g->search.winning_move(&p) != 0);
            if (seen.sure_win != 1)
                assert_true(seen.key == g->search.key(&p) && seen.win > 0 && seen.hold > 0);
            Move legal[256];
            size_t count = g->moves(&p, legal, 256);
            for (size_t m = 0; m < count; m++) {
                Position q;
                g->play(&p, legal[m], &q);
                g->search.glance(&q, &seen);
                Outcome o = g->outcome(&q);
                assert_int_equal(seen.outcome.over, o.over);
                if (o.over)
                    assert_int_equal(seen.outcome.winner, o.winner);
            }
        }
    }
}

/* --- manners --- */

static void the_same_questions_take_the_same_nodes(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        Proof *f = proof_create(g, TABLE);
        seed = 11;
        for (int n = 0; n < 20; n++) {
            Position p = random_position(g, 10);
            proof_value(f, &p, n % 2 == 0);
        }
        nodes[i] = proof_effort(f).nodes;
        proof_destroy(f);
    }
    assert_true(nodes[0] > 0);
    assert_int_equal(nodes[0], nodes[1]);
}

static void limits_end_a_question_and_later_ones_go_on(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Proof *f = proof_create(g, TABLE);
    Position start;
    g->start(&start);
    proof_limit(f, 500, 0);
    assert_int_equal(proof_wins(f, &start, 0, 0), TRUTH_UNKNOWN);
    assert_true(proof_effort(f).nodes <= 500);
    proof_limit(f, 0, 0.01);
    assert_int_equal(proof_wins(f, &start, 1, 0), TRUTH_UNKNOWN);
    proof_limit(f, 0, 0);
    seed = 5;
    Position late = random_position(g, 20);
    assert_true(proof_value(f, &late, true).proven);
    proof_destroy(f);
}

static void *ask_soon(void *context)
{
    usleep(20000);
    cancel_ask(context);
    return NULL;
}

static void a_wish_to_stop_ends_the_question_under_way_and_none_after_it(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Proof *f = proof_create(g, TABLE);
    Position start;
    g->start(&start);
    Cancel cancel = {false};
    proof_cancel(f, &cancel);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask_soon, &cancel), 0);
    assert_int_equal(proof_wins(f, &start, 0, 0), TRUTH_UNKNOWN);
    pthread_join(thread, NULL);
    uint64_t before = proof_effort(f).nodes;
    assert_int_equal(proof_wins(f, &start, 1, 0), TRUTH_UNKNOWN);   /* the request to stop still holds */
    assert_true(proof_effort(f).nodes - before < 1024);
    cancel_clear(&cancel);
    seed = 6;
    Position later = random_position(g, 5);
    assert_int_not_equal(proof_wins(f, &later, 0, 0), TRUTH_UNKNOWN);
    assert_true(proof_effort(f).nodes - before > 1024);
    proof_destroy(f);
}

static bool refuse(void *context, const ProofEffort *so_far)
{
    ++*(int *)context;
    return so_far->nodes < 1;
}

static void progress_can_end_a_question(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Proof *f = proof_create(g, TABLE);
    Position start;
    int calls = 0;
    g->start(&start);
    proof_report(f, refuse, &calls);
    assert_int_equal(proof_wins(f, &start, 0, 0), TRUTH_UNKNOWN);
    assert_int_equal(calls, 1);
    proof_destroy(f);
}

static void cycles_are_harmless_within_a_number_of_plies(void **state)
{
    (void)state;
    /* Whoever stands on the last place of the ring wins; walking on for ever is possible. */
    Proof *f = proof_create(&ring2, 1 << 16);
    Position p;
    ring2.start(&p);
    assert_int_equal(proof_wins(f, &p, 0, 0), TRUTH_UNKNOWN);
    for (int within = 1; within <= 40; within++) {
        assert_int_equal(proof_wins(f, &p, 0, within), TRUTH_NO);
        assert_int_equal(proof_wins(f, &p, 1, within), TRUTH_NO);
    }
    p.w[0] = RING_PLACES - 1;
    assert_int_equal(proof_wins(f, &p, 0, 1), TRUTH_YES);
    assert_int_equal(proof_wins(f, &p, 1, 30), TRUTH_NO);
    proof_destroy(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proof_agrees_with_plain_search_on_late_positions),
        cmocka_unit_test(a_tiny_table_changes_no_answer),
        cmocka_unit_test(a_glance_says_what_the_single_functions_say),
        cmocka_unit_test(the_same_questions_take_the_same_nodes),
        cmocka_unit_test(limits_end_a_question_and_later_ones_go_on),
        cmocka_unit_test(a_wish_to_stop_ends_the_question_under_way_and_none_after_it),
        cmocka_unit_test(progress_can_end_a_question),
        cmocka_unit_test(cycles_are_harmless_within_a_number_of_plies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
