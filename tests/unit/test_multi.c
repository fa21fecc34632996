/* Search for three sides: forced wins compared with trying everything, and determinism. */
#include "core/memory.h"
#include "games/dorix/dorix.h"
#include "search/multi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 32);
}

/* A position of a random game, not over. */
static Position some_position(const Game *g, int plies, uint64_t *seed)
{
    Position p;
    g->start(&p);
    for (int i = 0; i < plies; i++) {
        Position next;
        g->play(&p, g->pick(&p, next_random(seed)), &next);
        if (g->outcome(&next).over)
            g->start(&next);
        p = next;
    }
    return p;
}

/* Whether `side` can force a win within `plies`, whatever the others do. */
static bool can_force(const Game *g, const Position *p, int side, int plies)
{
    Outcome o = g->outcome(p);
    if (o.over)
        return o.winner == side;
    if (plies == 0)
        return false;
    MoveList legal = {0};
    bool ours = game_side(g, g->mover(p)) == side, forced = !ours;
    assert_true(movelist_fill(&legal, g, p));
    for (size_t i = 0; i < legal.count && forced != ours; i++) {
        Position next;
        g->play(p, legal.move[i], &next);
        forced = can_force(g, &next, side, plies - 1);
    }
    movelist_free(&legal);
    return forced;
}

enum { DEPTH = 4 };  /* plies that exhaustive search can afford: up to the mover's second move */

/* A small tree's worth of nodes must find what is forced within DEPTH plies. */
static void forced_wins_are_found(void **state)
{
    (void)state;
    const Game *g = &dorix_3;
    const MultiMethod method[] = {MULTI_TREE, MULTI_PARANOID};
    for (size_t k = 0; k < 2; k++) {
        Multi *m = multi_create(g, 1 << 24, method[k]);
        assert_non_null(m);
        uint64_t seed = 11;
        int at_once = 0, later = 0;
        for (int n = 0; n < 3000; n++) {
            Position p = some_position(g, 8 + n % 24, &seed);
            bool one = can_force(g, &p, g->mover(&p), 1);
            bool four = one || can_force(g, &p, g->mover(&p), DEPTH);
            if (!four)
                continue;
            SearchResult r;
            assert_true(multi_run(m, &p, NULL, 0, (SearchLimits){.nodes = 200000}, NULL, NULL, &r));
            assert_true(score_is_win(r.line[0].score));
            int distance = score_distance(r.line[0].score);
            assert_true(one ? distance == 1 : distance > 1);
            Position next;
            g->play(&p, r.line[0].move, &next);
            if (distance <= DEPTH)
                assert_true(can_force(g, &next, g->mover(&p), distance - 1));
            at_once += one;
            later += !one;
        }
        assert_true(at_once > 20);
        assert_true(later > 3);
        multi_destroy(m);
    }
}

/* What is called proven is true, for every move of the list. */
static void proofs_are_true(void **state)
{
    (void)state;
    const Game *g = &dorix_3;
    for (int method = 0; method < MULTI_METHODS; method++) {
        Multi *m = multi_create(g, 1 << 24, (MultiMethod)method);
        assert_non_null(m);
        uint64_t seed = 5;
        int wins = 0, losses = 0;
        for (int n = 0; n < 120; n++) {
            Position p = some_position(g, 10 + n % 24, &seed);
            SearchResult r;
            assert_true(multi_run(m, &p, NULL, 0, (SearchLimits){.nodes = 3000, .lines = 1000}, NULL, NULL, &r));
            assert_int_equal(r.count, g->moves(&p, NULL, 0));
            for (size_t i = 0; i < r.count; i++) {
                const SearchLine *line = &r.line[i];
                int distance = score_distance(line->score);
                Position next;
                g->play(&p, line->move, &next);
                assert_true(line->line[0] == line->move);
                assert_true(i < 2 || r.line[i - 1].score >= line->score); /* a new best move may come first */
                if (!line->exact || distance > DEPTH)
                    continue;
                if (score_is_win(line->score)) {
                    assert_true(can_force(g, &next, g->mover(&p), distance - 1));
                    wins++;
                } else if (score_is_loss(line->score)) {
                    Outcome o = g->outcome(&next);
                    int mover = g->mover(&p), forced = o.over && o.winner != mover;
                    for (int side = 0; side < g->sides; side++)
                        forced |= side != mover && can_force(g, &next, side, distance - 1);
                    assert_true(forced);
                    losses++;
                }
            }
        }
        assert_true(wins > 5);
        assert_true(losses > 20);
        multi_destroy(m);
    }
}

/* Even when the tree was pruned often; a proven win's line leads to the end. */
static void a_line_can_be_played(void **state)
{
    (void)state;
    const Game *g = &dorix_3;
    Multi *m = multi_create(g, 1, MULTI_BEST);
    assert_non_null(m);
    uint64_t seed = 23;
    for (int n = 0; n < 20; n++) {
        Position p = some_position(g, 6 + 2 * n, &seed);
        SearchResult r;
        assert_true(multi_run(m, &p, NULL, 0, (SearchLimits){.nodes = n % 2 ? 60000 : 2000}, NULL, NULL, &r));
        for (size_t i = 0; i < r.count; i++) {
            Position at = p;
            for (int k = 0; k < r.line[i].length; k++) {
                Move legal[4096];
                size_t count = g->moves(&at, legal, 4096), found = 0;
                while (found < count && legal[found] != r.line[i].line[k])
                    found++;
                assert_true(found < count);
                g->play(&at, legal[found], &at);
            }
            if (score_is_win(r.line[i].score) && score_distance(r.line[i].score) == r.line[i].length)
                assert_int_equal(g->outcome(&at).winner, g->mover(&p));
        }
    }
    multi_destroy(m);
}

static void a_node_limit_makes_it_deterministic(void **state)
{
    (void)state;
    const Game *g = &dorix_3;
    for (int method = 0; method < MULTI_METHODS; method++) {
        uint64_t first[20];
        for (int run = 0; run < 2; run++) {
            Multi *m = multi_create(g, 1 << 22, (MultiMethod)method);
            assert_non_null(m);
            uint64_t seed = 3;
            for (int n = 0; n < 20; n++) {
                Position p = some_position(g, 3 * n, &seed);
                SearchResult r;
                multi_forget(m);
                assert_true(multi_run(m, &p, NULL, 0, (SearchLimits){.nodes = 4000}, NULL, NULL, &r));
                uint64_t sum = r.nodes;
                for (size_t i = 0; i < r.count; i++)
                    sum = sum * 1000003 + r.line[i].move + (uint64_t)(int64_t)r.line[i].score;
                if (run == 0)
                    first[n] = sum;
                assert_true(first[n] == sum);
            }
            multi_destroy(m);
        }
    }
}

static void failing_memory_is_told(void **state)
{
    (void)state;
    const Game *g = &dorix_3;
    Position p;
    g->start(&p);
    for (int method = 0; method < MULTI_METHODS; method++) {
        bool pending = false;
        for (long n = 0; !pending; n++) {
            memory_fail_after(n);
            Multi *m = multi_create(g, 1 << 20, (MultiMethod)method);
            SearchResult r;
            bool ok = m && multi_run(m, &p, NULL, 0, (SearchLimits){.depth = 3}, NULL, NULL, &r);
            pending = memory_fail_pending();
            memory_fail_after(-1);
            assert_int_equal(ok, pending);      /* it succeeds when nothing has failed, and only then */
            /* And it can be used again. */
            assert_true(!m || multi_run(m, &p, NULL, 0, (SearchLimits){.depth = 1}, NULL, NULL, &r));
            multi_destroy(m);
            assert_true(n < 10000);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forced_wins_are_found),  cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(a_line_can_be_played),   cmocka_unit_test(a_node_limit_makes_it_deterministic),
        cmocka_unit_test(failing_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
