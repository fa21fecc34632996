/* The two-sided search, on every ruleset with two sides: deterministic, with true distances and the same values
 * whatever the table, and it stops when told to. */
#include "games/registry.h"
#include "search/worker.h"

#include "instrumented.h"

#include <pthread.h>
#include <stdatomic.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { SAMPLES = INSTRUMENTED ? 4 : 8, DEPTH = 3, MINIMAX_NODES = 60000, LONGEST = 300 };

static uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

static bool searchable(const Game *g) { return g->sides == 2 && g->search.evaluate; }

/* A position some plies before the end of a random game; false: the game went on too long. */
static bool late_position(const Game *g, uint64_t *random, int before_end, Position *out)
{
    static Position path[LONGEST + 1];
    MoveList list = {0};
    int ply = 0;
    g->start(&path[0]);
    while (ply < LONGEST && !g->outcome(&path[ply]).over) {
        assert_true(movelist_fill(&list, g, &path[ply]));
        g->play(&path[ply], list.move[next_random(random) % list.count], &path[ply + 1]);
        ply++;
    }
    movelist_free(&list);
    if (!g->outcome(&path[ply]).over || ply < before_end)
        return false;
    *out = path[ply - before_end];
    return true;
}

static Position opening_position(const Game *g, uint64_t seed, int plies)
{
    uint64_t random = seed * 77 + 1;
    Position p;
    MoveList list = {0};
    g->start(&p);
    for (int i = 0; i < plies; i++) {
        Position next;
        assert_true(movelist_fill(&list, g, &p));
        g->play(&p, list.move[next_random(&random) % list.count], &next);
        if (!g->outcome(&next).over)
            p = next;
    }
    movelist_free(&list);
    return p;
}

/* --- plain minimax --- */

typedef struct Minimax {
    const Game *game;
    long nodes;             /* left */
    Position path[16];
} Minimax;

/* Finds wins and losses within `depth` plies; everything else is 0. */
static int minimax(Minimax *m, int ply, int depth)
{
    const Game *g = m->game;
    const Position *p = &m->path[ply];
    if (--m->nodes < 0)
        return 0;
    Outcome o = g->outcome(p);
    if (o.over)
        return o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? score_win_in(ply) : score_loss_in(ply);
    for (int i = 0; i < ply; i++)
        if (position_equal(&m->path[i], p))
            return 0;
    if (depth == 0)
        return 0;
    MoveList list = {0};
    assert_true(movelist_fill(&list, g, p));
    int best = -SCORE_INFINITE;
    for (size_t i = 0; i < list.count; i++) {
        g->play(p, list.move[i], &m->path[ply + 1]);
        int value = -minimax(m, ply + 1, depth - 1);
        best = value > best ? value : best;
    }
    movelist_free(&list);
    return best;
}

static bool proven(int value) { return score_is_win(value) || score_is_loss(value); }

/* One node is not enough to look at every move: the rest are estimates, never invented losses. */
static void tiny_efforts_make_nothing_up(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        Search *s = search_create(g, 1 << 20, 1);
        assert_non_null(s);
        Position start;
        g->start(&start);
        SearchResult r;
        assert_true(search_run(s, &start, NULL, 0, (SearchLimits){.nodes = 1, .lines = 100000}, NULL, NULL, &r));
        for (size_t i = 0; i < r.count; i++) {
            assert_false(proven(r.line[i].score));
            assert_true(i == 0 || r.line[i].score <= r.line[i - 1].score);
        }
        search_destroy(s);
    }
}

static void distances_are_those_of_plain_minimax(void **state)
{
    (void)state;
    int compared = 0, decided = 0;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        Search *s = search_create(g, 1 << 20, 1);
        assert_non_null(s);
        uint64_t random = 12345;
        for (int sample = 0, tries = 0; sample < SAMPLES && tries < 200; tries++) {
            Minimax m = {.game = g, .nodes = MINIMAX_NODES};
            if (!late_position(g, &random, 2 + sample % 4, &m.path[0]))
                continue;
            SearchResult r;
            assert_true(
                search_run(s, &m.path[0], NULL, 0, (SearchLimits){.depth = DEPTH, .lines = 100000}, NULL, NULL, &r));
            Position root = m.path[0];
            bool enough = true;
            for (size_t i = 0; i < r.count && enough; i++) {
                g->play(&root, r.line[i].move, &m.path[1]);
                int value = -minimax(&m, 1, DEPTH - 1);
                enough = m.nodes >= 0;
                if (!enough)
                    break;
                compared++;
                if (proven(value)) {
                    decided++;
                    assert_int_equal(r.line[i].score, value);
                    assert_true(r.line[i].exact);
                } else if (proven(r.line[i].score)) {
                    /* From the table or the check for immediate wins: farther than minimax looked. */
                    assert_true(score_distance(r.line[i].score) > DEPTH);
                }
            }
            sample += enough;
        }
        search_destroy(s);
    }
    assert_true(compared > 60 * SAMPLES);
    assert_true(decided > 12 * SAMPLES);
}

static void one_thread_with_a_node_limit_does_the_same_twice(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        for (int sample = 0; sample < 3; sample++) {
            Position p = opening_position(g, (uint64_t)sample + 1, 6 * sample);
            SearchResult r[2];
            Search *s[2];
            for (int i = 0; i < 2; i++) {
                s[i] = search_create(g, 1 << 20, 1);
                assert_non_null(s[i]);
                if (i == 1) { /* a cleared search is as good as a new one */
                    Position other = opening_position(g, 99, 4);
                    assert_true(search_run(s[1], &other, NULL, 0, (SearchLimits){.nodes = 5000}, NULL, NULL, &r[1]));
                    search_forget(s[1]);
                }
                assert_true(
                    search_run(s[i], &p, NULL, 0, (SearchLimits){.nodes = 20000, .lines = 2}, NULL, NULL, &r[i]));
            }
            assert_int_equal(r[0].nodes, r[1].nodes);
            assert_int_equal(r[0].depth, r[1].depth);
            assert_int_equal(r[0].count, r[1].count);
            for (size_t i = 0; i < r[0].count; i++) {
                assert_int_equal(r[0].line[i].move, r[1].line[i].move);
                assert_int_equal(r[0].line[i].score, r[1].line[i].score);
            }
            assert_in_range(r[0].nodes, 1, 20001);
            search_destroy(s[0]);
            search_destroy(s[1]);
        }
    }
}

/* Where positions cannot repeat, the value at a depth does not depend on the table. */
static void a_tiny_and_a_large_table_give_equal_values(void **state)
{
    (void)state;
    static const size_t bytes[2] = {64, 8 << 20};
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        uint64_t random = 777;
        for (int sample = 0; sample < SAMPLES; sample++) {
            Position p;
            if (!late_position(g, &random, 3 + sample % 6, &p))
                continue;
            int value[2], distance[2];
            for (int i = 0; i < 2; i++) {
                SearchResult r;
                Search *s = search_create(g, bytes[i], 1);
                assert_non_null(s);
                assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.depth = 4}, NULL, NULL, &r));
                value[i] = r.line[0].score;
                distance[i] = proven(value[i]) ? score_distance(value[i]) : 0;
                search_destroy(s);
            }
            /* Beyond the depth, a table may know more. */
            if (distance[0] > 4 || distance[1] > 4)
                continue;
            if (proven(value[0]) || proven(value[1]))
                assert_int_equal(value[0], value[1]);
        }
    }
}

/* A table so large that it is cleared as it is touched: clearing takes no time, and nothing is left in it. */
static void a_huge_table_is_emptied_at_once(void **state)
{
    (void)state;
    const Game *g = registry_game(0);
    Position p = opening_position(g, 7, 6);
    Search *s = search_create(g, (size_t)1 << 29, 1);
    assert_non_null(s);
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        SearchResult r;
        assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.depth = 6}, NULL, NULL, &r));
        nodes[i] = r.nodes;
        clock_t before = clock();
        search_forget(s);
        assert_true(clock() - before < CLOCKS_PER_SEC / 10);
    }
    assert_int_equal(nodes[0], nodes[1]);
    search_destroy(s);
}

static void lines_are_legal_and_end_where_they_say(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        Search *s = search_create(g, 1 << 20, 1);
        assert_non_null(s);
        uint64_t random = 4242;
        for (int sample = 0; sample < SAMPLES; sample++) {
            Position p;
            if (!late_position(g, &random, 1 + sample % 5, &p))
                continue;
            SearchResult r;
            assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.nodes = 20000}, NULL, NULL, &r));
            const SearchLine *best = &r.line[0];
            assert_int_equal(best->line[0], best->move);
            MoveList list = {0};
            for (int i = 0; i < best->length; i++) {
                assert_true(movelist_fill(&list, g, &p));
                bool legal = false;
                for (size_t j = 0; j < list.count; j++)
                    legal |= list.move[j] == best->line[i];
                assert_true(legal);
                g->play(&p, best->line[i], &p);
            }
            movelist_free(&list);
            if (proven(best->score) && best->length == score_distance(best->score))
                assert_true(g->outcome(&p).over);
        }
        search_destroy(s);
    }
}

/* --- stopping --- */

typedef struct Running {
    Search *search;
    Position position;
    SearchResult result;
    bool ok;
    Cancel cancel;
} Running;

static void *run_without_limit(void *context)
{
    Running *r = context;
    r->ok = search_run(r->search, &r->position, NULL, 0, (SearchLimits){.cancel = &r->cancel}, NULL, NULL, &r->result);
    return NULL;
}

/* Processor seconds that this program has used, however busy the machine is. */
static double worked(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop_is_heard_within_50_ms(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        for (int threads = 1; threads <= 2; threads++) {
            Running r = {.search = search_create(g, 1 << 20, threads), .position = opening_position(g, 5, 4)};
            assert_non_null(r.search);
            pthread_t thread;
            assert_int_equal(pthread_create(&thread, NULL, run_without_limit, &r), 0);
            usleep(60000);
            double told = worked();
            cancel_ask(&r.cancel);
            pthread_join(thread, NULL);
            double waited = (worked() - told) / threads;
            assert_true(r.ok);
            assert_true(r.result.count > 0);
            /* A program with sanitizers gets some grace. */
            if (waited > 0.05)
                print_message("%s, %d threads: %.0f ms\n", g->id, threads, waited * 1000);
            assert_true(waited < 0.5);
            search_destroy(r.search);
        }
    }
}

static void a_wish_that_comes_before_the_run_is_not_lost(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        Running r = {.search = search_create(g, 1 << 20, 2), .position = opening_position(g, 5, 4)};
        assert_non_null(r.search);
        cancel_ask(&r.cancel);
        run_without_limit(&r);
        assert_true(r.ok && r.result.count > 0);
        assert_true(r.result.nodes < 100000);
        search_destroy(r.search);
    }
}

static void limits_of_time_and_depth_are_kept(void **state)
{
    (void)state;
    const Game *g = registry_game(0);
    Search *s = search_create(g, 1 << 20, 1);
    assert_non_null(s);
    Position p;
    g->start(&p);
    SearchResult r;
    double before = worked();
    assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.seconds = 0.1}, NULL, NULL, &r));
    assert_true(worked() - before < 1);
    assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.depth = 3}, NULL, NULL, &r));
    assert_int_equal(r.depth, 3);
    search_destroy(s);
}

static void several_threads_find_the_same_wins(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g))
            continue;
        uint64_t random = 31337;
        Search *s[2] = {search_create(g, 1 << 20, 1), search_create(g, 1 << 20, 3)};
        assert_true(s[0] && s[1]);
        for (int sample = 0; sample < SAMPLES; sample++) {
            Position p;
            if (!late_position(g, &random, 3, &p))
                continue;
            SearchResult r[2];
            for (int i = 0; i < 2; i++)
                assert_true(search_run(s[i], &p, NULL, 0, (SearchLimits){.depth = 4}, NULL, NULL, &r[i]));
            for (int i = 0; i < 2; i++)
                if (proven(r[i].line[0].score) && score_distance(r[i].line[0].score) <= 4)
                    assert_int_equal(r[0].line[0].score, r[1].line[0].score);
        }
        search_destroy(s[0]);
        search_destroy(s[1]);
    }
}

/* A position that has occurred twice is a draw the next time. */
static void the_history_of_the_game_counts(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (!searchable(g) || g->never_repeats)
            continue;
        uint64_t random = 99;
        Search *s = search_create(g, 1 << 20, 1);
        assert_non_null(s);
        Position p;
        if (late_position(g, &random, 8, &p)) {
            MoveList list = {0};
            assert_true(movelist_fill(&list, g, &p));
            uint64_t *seen = calloc(list.count * 2, sizeof *seen);
            assert_non_null(seen);
            size_t count = 0, over = 0;
            for (size_t i = 0; i < list.count; i++) {
                Position child;
                g->play(&p, list.move[i], &child);
                uint64_t hash = position_hash(g, &child);
                bool known = g->outcome(&child).over;
                over += known;
                for (size_t j = 0; j < count; j++)
                    known |= seen[j] == hash;
                for (int twice = 0; twice < 2 && !known; twice++)
                    seen[count++] = hash;
            }
            SearchResult r;
            assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.depth = 3, .lines = 1000}, NULL, NULL, &r));
            assert_true(search_run(s, &p, seen, count, (SearchLimits){.depth = 3, .lines = 1000}, NULL, NULL, &r));
            for (size_t i = 0; i < r.count; i++)
                assert_true(over > 0 || r.line[i].score == SCORE_DRAWN);
            free(seen);
            movelist_free(&list);
        }
        search_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_plain_minimax),
        cmocka_unit_test(one_thread_with_a_node_limit_does_the_same_twice),
        cmocka_unit_test(a_tiny_and_a_large_table_give_equal_values),
        cmocka_unit_test(a_huge_table_is_emptied_at_once),
        cmocka_unit_test(lines_are_legal_and_end_where_they_say),
        cmocka_unit_test(stop_is_heard_within_50_ms),
        cmocka_unit_test(a_wish_that_comes_before_the_run_is_not_lost),
        cmocka_unit_test(tiny_efforts_make_nothing_up),
        cmocka_unit_test(limits_of_time_and_depth_are_kept),
        cmocka_unit_test(several_threads_find_the_same_wins),
        cmocka_unit_test(the_history_of_the_game_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
