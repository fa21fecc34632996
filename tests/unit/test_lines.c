/* A line with a proven value is best play: every position along it has that value. */
#include "core/random.h"
#include "engine/adviser.h"
#include "games/registry.h"
#include "solve/proof.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { POSITIONS = INSTRUMENTED ? 20 : 200, EARLIEST = 10, SPREAD = 12 };

/* A position of a random game that is not over; false: the game ended earlier. */
static bool random_position(const Game *g, int plies, uint64_t *seed, Position *out)
{
    MoveList legal = {0};
    g->start(out);
    bool ok = true;
    for (int i = 0; ok && i < plies; i++) {
        ok = movelist_fill(&legal, g, out) && legal.count > 0;
        if (ok)
            g->play(out, legal.move[random_next(seed) % legal.count], out);
    }
    movelist_free(&legal);
    return ok && !g->outcome(out).over;
}

/* Follows the line; `result` and `distance` are those of `p` for its mover. */
static void check_line(Proof *proof, const Position *p, const Advice *a)
{
    const Game *g = proof_game(proof);
    Position at = *p;
    int result = a->value.result, distance = a->value.plies;
    for (int i = 0; i < a->length; i++) {
        Move legal[256];
        size_t count = g->moves(&at, legal, 256), found = 0;
        for (size_t k = 0; k < count; k++)
            found += legal[k] == a->line[i];
        assert_int_equal(found, 1);
        g->play(&at, a->line[i], &at);
        result = -result;
        distance -= distance > 0;
        Value v = proof_value(proof, &at, distance >= 0);
        assert_true(v.proven);
        assert_int_equal(v.result, result);
        if (distance >= 0 && result != 0 && !g->outcome(&at).over)
            assert_int_equal(v.plies, distance);
    }
}

static void every_prefix_keeps_the_value(const char *name)
{
    const Game *g = registry_find(name);
    Adviser *adviser = adviser_create(g, (AdviserOptions){.tt_bytes = 4 << 20, .threads = 1});
    Proof *proof = proof_create(g, 8 << 20);
    uint64_t seed = 11;
    long proven = 0, beyond = 0;
    assert_true(adviser && proof);
    for (int n = 0; n < POSITIONS;) {
        Position p;
        AdviceList list;
        if (!random_position(g, EARLIEST + n % SPREAD, &seed, &p))
            continue;
        n++;
        Situation s = {.position = p};
        assert_true(adviser_analyse(adviser, &s, (SearchLimits){.nodes = 20000}, NULL, NULL, &list));
        for (size_t i = 0; i < list.count; i++) {
            if (!list.advice[i].value.proven)
                continue;
            proven++;
            beyond += list.advice[i].length > 1;
            check_line(proof, &p, &list.advice[i]);
        }
    }
    assert_true(proven > POSITIONS && beyond > proven / 4);
    proof_destroy(proof);
    adviser_destroy(adviser);
}

static void lines_of_pyrga_keep_their_value(void **state)
{
    (void)state;
    every_prefix_keeps_the_value("pyrga");
}

static void lines_of_pilotis_keep_their_value(void **state)
{
    (void)state;
    every_prefix_keeps_the_value("pilotis");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_pyrga_keep_their_value),
        cmocka_unit_test(lines_of_pilotis_keep_their_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
