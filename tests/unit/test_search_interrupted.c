/* A search that is interrupted at any node: what it calls proven is true, and an unfinished iteration does not
 * spoil what an earlier one knew. */
#include "games/registry.h"
#include "search/search.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 300, TRUTH_NODES = 40000, POSITIONS = INSTRUMENTED ? 2 : 8 };

static uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

static bool proven(int value) { return score_is_win(value) || score_is_loss(value); }

static SearchLine run(const Game *g, const Position *p, uint64_t nodes)
{
    Search *s = search_create(g, 1 << 18, 1);
    SearchResult r;
    assert_non_null(s);
    assert_true(search_run(s, p, NULL, 0, (SearchLimits){.nodes = nodes}, NULL, NULL, &r));
    SearchLine best = r.line[0];
    search_destroy(s);
    return best;
}

/* The moves of `p`, best first, each with its value; false: that takes too long. */
static bool find_truth(const Position *p, Search *s, SearchResult *out)
{
    search_forget(s);
    assert_true(search_run(s, p, NULL, 0, (SearchLimits){.nodes = TRUTH_NODES, .lines = 100000}, NULL, NULL, out));
    for (size_t i = 0; i < out->count; i++)
        if (!proven(out->line[i].score) || !out->line[i].shortest)
            return false;
    return out->count > 1;
}

static int true_value(const SearchResult *truth, Move m)
{
    for (size_t i = 0; i < truth->count; i++)
        if (truth->line[i].move == m)
            return truth->line[i].score;
    fail_msg("a move that is not legal");
    return 0;
}

static void check_claim(const SearchResult *truth, const SearchLine *claim)
{
    int best = truth->line[0].score;
    if (!claim->exact || !proven(claim->score))
        return;
    assert_int_equal(score_is_win(claim->score), score_is_win(best));
    assert_int_equal(score_is_win(claim->score), score_is_win(true_value(truth, claim->move)));
    assert_true(score_distance(claim->score) >= score_distance(true_value(truth, claim->move)));
    if (claim->shortest) {
        assert_int_equal(claim->score, best);
        assert_int_equal(claim->score, true_value(truth, claim->move));
    }
}

/* A loss in 7, for which every iteration from the sixth on knows the defence; an interrupted one used to play 2b3,
 * which loses in 5, and to call that the value. */
static void an_unfinished_iteration_spoils_nothing(void **state)
{
    (void)state;
    const Game *g = registry_find("pylos");
    Position p;
    Message error;
    assert_true(g->read_position("wwwb/bwbb/bwww/bwwb|w../bbw/b.w|../..|. w", &p, &error));
    Search *s = search_create(g, 1 << 20, 1);
    SearchResult truth;
    assert_non_null(s);
    assert_true(find_truth(&p, s, &truth));
    assert_int_equal(truth.line[0].score, score_loss_in(7));
    int claims = 0;
    for (uint64_t nodes = 800; nodes < 40000; nodes += nodes / 8) {
        SearchLine best = run(g, &p, nodes);
        check_claim(&truth, &best);
        claims += best.shortest && proven(best.score);
    }
    assert_true(claims > 2);
    search_destroy(s);
}

/* Positions of random games, so near the end that a search settles every move. A search that relies on evaluations
 * more than is wise looks at less, and still claims nothing wrong. */
static void what_is_claimed_is_true_wherever_it_stops(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (g->sides != 2 || !g->search.evaluate)
            continue;
        Game rash = *g;
        rash.search.doubt = 1;
        static Position path[LONGEST + 1];
        uint64_t random = 2718;
        MoveList list = {0};
        Search *s = search_create(g, 1 << 20, 1);
        assert_non_null(s);
        for (int done = 0, tries = 0; done < POSITIONS && tries < 4 * POSITIONS; tries++) {
            int plies = 0, back = 3 + tries % 6;
            g->start(&path[0]);
            for (; plies < LONGEST && !g->outcome(&path[plies]).over; plies++) {
                assert_true(movelist_fill(&list, g, &path[plies]));
                g->play(&path[plies], list.move[next_random(&random) % list.count], &path[plies + 1]);
            }
            SearchResult truth;
            if (!g->outcome(&path[plies]).over || plies < back || !find_truth(&path[plies - back], s, &truth))
                continue;
            done++;
            for (uint64_t nodes = 3; nodes < 2000; nodes += nodes / 3 + 1) {
                SearchLine best = run(g, &path[plies - back], nodes);
                check_claim(&truth, &best);
                best = run(&rash, &path[plies - back], nodes);
                check_claim(&truth, &best);
            }
        }
        movelist_free(&list);
        search_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unfinished_iteration_spoils_nothing),
        cmocka_unit_test(what_is_claimed_is_true_wherever_it_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
