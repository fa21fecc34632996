/* Advice from a table: exact, labelled as such, and played to the end. On a small board, where every position can
 * be queried. */
#include "core/file.h"
#include "engine/adviser.h"
#include "engine/explore.h"
#include "engine/oracle_tablebase.h"
#include "games/registry.h"
#include "small_pylos.h"
#include "solve/extremes.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { EVERY = INSTRUMENTED ? 1009 : 101, LONGEST_GAME = 200 };   /* one position in how many is tested; plies */

typedef struct Fixture {
    char folder[64], path[128];
    void *state;
    Tablebase *tables;
    Adviser *adviser;
} Fixture;

static Adviser *create_adviser(const char *folder)
{
    Adviser *a = adviser_create(&small, (AdviserOptions){.tt_bytes = 1 << 20, .threads = 1});
    Oracle oracle;
    assert_non_null(a);
    assert_true(oracle_of_tablebase(&small, folder, &oracle));
    assert_true(adviser_add_oracle(a, oracle));
    return a;
}

static int set_up(void **state)
{
    static Fixture f;
    Message error = {0};
    RetroResult solution;
    snprintf(f.folder, sizeof f.folder, "/tmp/colonnade-advice-XXXXXX");
    assert_non_null(mkdtemp(f.folder));
    snprintf(f.path, sizeof f.path, "%s/small.table", f.folder);
    f.state = small.index->create(&error);
    assert_non_null(f.state);
    RetroJob job = {.index = small.index, .state = f.state, .name = "small", .threads = 2};
    assert_int_equal(retro_solve(&job, &solution, &error), RETRO_DONE);
    assert_true(tablebase_write(f.path, "small", small.index, f.state, &solution, 2, &error));
    retro_free(&solution);
    f.tables = tablebase_open(&small, f.folder, &error);
    assert_non_null(f.tables);
    f.adviser = create_adviser(f.folder);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    adviser_destroy(f->adviser);
    tablebase_close(f->tables);
    small.index->destroy(f->state);
    unlink(f->path);
    rmdir(f->folder);
    return 0;
}

/* The next position, starting at number *n. */
static bool next_position(const Fixture *f, uint64_t *n, Position *p)
{
    for (uint64_t size = small.index->size(f->state); *n < size; ++*n)
        if (small.index->unrank(f->state, *n, p)) {
            *n += EVERY;
            return true;
        }
    return false;
}

static void check_advice(const Fixture *f, const Position *p, const Advice *a)
{
    Value v;
    assert_true(tablebase_move_value(f->tables, p, a->move, &v));
    assert_true(a->value.proven && a->exact);
    assert_non_null(a->source);
    assert_int_equal(a->value.result, v.result);
    assert_int_equal(a->value.plies, v.plies);
}

/* The explorer knows everything, and which moves keep the result. */
static void the_explorer_knows_every_move(void **state)
{
    const Fixture *f = *state;
    Situation s = {0};
    Exploration e;
    int only = 0;
    for (uint64_t n = 0; next_position(f, &n, &s.position);) {
        Value v;
        size_t keep = 0;
        assert_true(tablebase_value(f->tables, &s.position, &v));
        assert_true(explore_position(f->adviser, &s, (SearchLimits){.depth = 1}, &e));
        assert_int_equal(e.value.result, v.result);
        assert_int_equal(e.value.plies, v.plies);
        assert_int_equal(e.count, small.moves(&s.position, NULL, 0));
        assert_int_equal(e.known, e.count);
        for (size_t i = 0; i < e.count; i++) {
            check_advice(f, &s.position, &e.advice[i]);
            assert_int_equal(explore_keeps(&e, &e.advice[i]), e.advice[i].value.result == v.result);
            keep += e.advice[i].value.result == v.result;
        }
        assert_int_equal(e.keep, keep);
        assert_int_equal(explore_is_only(&e), keep == 1 && e.count > 1);
        only += explore_is_only(&e);
    }
    assert_true(only > 0);
}

/* When a single move of `p` keeps the result, how many others there are; 0: several moves keep it, or it is the
 * only move. */
static int others_than_one(const Fixture *f, const Position *p, int result)
{
    Move move[PLAIN_MOVES];
    int keep = 0, count = (int)small.moves(p, move, PLAIN_MOVES);
    for (int i = 0; i < count; i++) {
        Value v;
        assert_true(tablebase_move_value(f->tables, p, move[i], &v));
        keep += v.result == result;
    }
    return keep == 1 ? count - 1 : 0;
}

static void check_extremes(const Fixture *f, int threads)
{
    Extremes e;
    Message error = {0};
    Position p;
    int longest = 0, others[2] = {0};
    assert_true(extremes_find(&small, f->folder, UINT64_MAX, threads, &e, &error));
    for (uint64_t n = 0; n < small.index->size(f->state); n++) {
        Value v;
        if (!small.index->unrank(f->state, n, &p))
            continue;
        assert_true(tablebase_value(f->tables, &p, &v));
        longest = value_wins(v) && v.plies > longest ? v.plies : longest;
        int more = value_loses(v) ? 0 : others_than_one(f, &p, v.result);
        if (!value_loses(v) && more > others[v.result])
            others[v.result] = more;
    }
    assert_int_equal(e.value.plies, longest);
    for (int i = 0; i < 2; i++) {
        Value v;
        assert_int_equal(e.only[i].others, others[i]);
        assert_int_equal(others_than_one(f, &e.only[i].position, i), others[i]);
        assert_true(tablebase_move_value(f->tables, &e.only[i].position, e.only[i].move, &v));
        assert_int_equal(v.result, i);
        assert_int_equal(e.only[i].value.result, i);
    }
}

static void extremes_are_those_of_all_positions(void **state)
{
    const Fixture *f = *state;
    Extremes some;
    Message error = {0};
    check_extremes(f, 1);
    check_extremes(f, 3);
    assert_true(extremes_find(&small, f->folder, 100, 2, &some, &error));
    assert_in_range(some.only[0].looked, 20, 500);
    assert_in_range(some.only[1].looked, 20, 500);
    assert_false(extremes_find(&small, "/nowhere", 100, 2, &some, &error));
}

static void an_analysis_is_exact_and_says_so(void **state)
{
    const Fixture *f = *state;
    Situation s = {0};
    AdviceList list;
    for (uint64_t n = 0; next_position(f, &n, &s.position);) {
        Value v;
        assert_true(tablebase_value(f->tables, &s.position, &v));
        assert_true(adviser_analyse(f->adviser, &s, (SearchLimits){.depth = 1}, NULL, NULL, &list));
        assert_string_equal(list.source, "table");
        assert_int_equal(list.count, small.moves(&s.position, NULL, 0));
        for (size_t i = 0; i < list.count; i++) {
            const Advice *a = &list.advice[i];
            check_advice(f, &s.position, a);
            assert_true(value_draws(a->value) || a->length == a->value.plies);
            assert_true(i == 0 || value_rank(list.advice[i - 1].value) >= value_rank(list.advice[i].value));
        }
        assert_int_equal(list.advice[0].value.plies, v.plies);
    }
}

/* --- level 10 --- */

static uint64_t seed = 1;
static size_t random_below(size_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (size_t)((seed >> 33) % n);
}

/* Level 10 against random play: how many plies the game lasts, and its result for level 10 (also 0 when it has not
 * ended). */
static int play_on(const Fixture *f, Position p, int *result)
{
    int seat = small.mover(&p), ply = 0;
    for (; ply < LONGEST_GAME && !small.outcome(&p).over; ply++) {
        Move moves[PLAIN_MOVES];
        size_t count = small.moves(&p, moves, PLAIN_MOVES);
        Move m = moves[random_below(count)];
        if (small.mover(&p) == seat) {
            Advice a;
            assert_true(adviser_choose(f->adviser, &(Situation){.position = p}, LEVEL_MAX, 0, NULL, NULL, &a));
            m = a.move;
        }
        small.play(&p, m, &p);
    }
    Outcome o = small.outcome(&p);
    *result = !o.over ? 0 : o.winner == seat ? 1 : -1;
    return ply;
}

static void level_10_wins_in_time_and_never_throws_anything_away(void **state)
{
    const Fixture *f = *state;
    int kinds[3] = {0};
    Position p;
    for (uint64_t n = 0; next_position(f, &n, &p);) {
        Value v;
        int result;
        assert_true(tablebase_value(f->tables, &p, &v));
        int plies = play_on(f, p, &result);
        kinds[v.result + 1]++;
        assert_true(result >= v.result);
        assert_true(v.result <= 0 || plies <= v.plies);
        assert_true(v.result >= 0 || result > v.result || plies >= v.plies);
    }
    assert_true(kinds[0] > 5 && kinds[1] > 0 && kinds[2] > 5);
}

/* When both sides play by the table, a win takes exactly its distance. */
static void best_play_lasts_as_long_as_the_table_says(void **state)
{
    const Fixture *f = *state;
    Position start;
    for (uint64_t n = 0; next_position(f, &n, &start);) {
        Value v;
        int ply = 0;
        Position p = start;
        assert_true(tablebase_value(f->tables, &p, &v));
        for (; v.result != 0 && !small.outcome(&p).over && ply <= v.plies; ply++) {
            Advice a;
            assert_true(adviser_choose(f->adviser, &(Situation){.position = p}, LEVEL_MAX, 0, NULL, NULL, &a));
            small.play(&p, a.move, &p);
        }
        assert_true(v.result == 0 || ply == v.plies);
    }
}

/* The number of replies to `m` that keep the opponent's result. */
static int good_replies(const Fixture *f, const Position *p, Move m)
{
    Position q;
    Move replies[PLAIN_MOVES];
    Value best, v;
    int good = 0;
    small.play(p, m, &q);
    assert_true(tablebase_value(f->tables, &q, &best));
    size_t count = small.moves(&q, replies, PLAIN_MOVES);
    for (size_t i = 0; i < count; i++) {
        assert_true(tablebase_move_value(f->tables, &q, replies[i], &v));
        good += v.result == best.result;
    }
    return good;
}

static void what_is_not_won_is_made_hard(void **state)
{
    const Fixture *f = *state;
    Position p;
    int choices = 0;
    for (uint64_t n = 0; next_position(f, &n, &p);) {
        Value best, v;
        Advice a;
        Move moves[PLAIN_MOVES];
        assert_true(tablebase_value(f->tables, &p, &best));
        if (value_wins(best))
            continue;
        assert_true(adviser_choose(f->adviser, &(Situation){.position = p}, LEVEL_MAX, 0, NULL, NULL, &a));
        int chosen = good_replies(f, &p, a.move);
        size_t count = small.moves(&p, moves, PLAIN_MOVES);
        for (size_t i = 0; i < count; i++) {
            assert_true(tablebase_move_value(f->tables, &p, moves[i], &v));
            if (v.result != best.result || v.plies != best.plies)
                continue;
            int other = good_replies(f, &p, moves[i]);
            assert_true(chosen <= other);
            choices += chosen < other;
        }
    }
    assert_true(choices > 0);
}

/* --- without a table that can be trusted --- */

static void without_a_table_search_answers(void **state)
{
    const Fixture *f = *state;
    const Game *pylos = registry_find("pylos"), *dorix = registry_find("dorix");
    Oracle oracle;
    assert_false(oracle_of_tablebase(pylos, f->folder, &oracle));
    assert_false(oracle_of_tablebase(pylos, "/nowhere", &oracle));
    assert_false(oracle_of_tablebase(dorix, f->folder, &oracle));
    Adviser *a = adviser_create(pylos, (AdviserOptions){.tt_bytes = 1 << 20, .threads = 1});
    Situation s = {0};
    AdviceList list;
    assert_non_null(a);
    pylos->start(&s.position);
    assert_true(adviser_analyse(a, &s, (SearchLimits){.depth = 2}, NULL, NULL, &list));
    assert_null(list.source);
    assert_true(list.depth >= 1 && list.nodes > 0);
    assert_true(adviser_play(a, &s, (SearchLimits){.depth = 2}, NULL, NULL, &list));
    assert_null(list.source);
    adviser_destroy(a);
}

/* Every block is damaged: the table opens, knows nothing, and search goes on. */
static void with_a_damaged_table_search_answers(void **state)
{
    const Fixture *f = *state;
    Buffer b = {0};
    Message error = {0};
    char folder[] = "/tmp/colonnade-advice-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/small.table", folder);
    assert_true(file_read(f->path, 1 << 24, &b, &error));
    uint64_t blocks = tablebase_info(f->tables)->blocks;
    size_t front = b.length - b.length / 3;
    assert_true(blocks * 16 < front);
    for (size_t at = front; at < b.length; at += 3)
        b.text[at] ^= 0x55;
    assert_true(file_write(path, b.text, b.length, &error));
    Adviser *a = create_adviser(folder);
    Situation s = {0};
    int fallen_back = 0;
    for (uint64_t n = 0; next_position(f, &n, &s.position);) {
        Advice advice;
        AdviceList list;
        assert_true(adviser_play(a, &s, (SearchLimits){.depth = 2}, NULL, NULL, &list));
        fallen_back += !list.source;
        if (list.source)
            check_advice(f, &s.position, &list.advice[0]);
        assert_true(adviser_choose(a, &s, 9, 0, NULL, NULL, &advice));
        assert_true(advice.move != 0);
    }
    assert_true(fallen_back > 0);
    adviser_destroy(a);
    unlink(path);
    rmdir(folder);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_analysis_is_exact_and_says_so),
        cmocka_unit_test(the_explorer_knows_every_move),
        cmocka_unit_test(extremes_are_those_of_all_positions),
        cmocka_unit_test(level_10_wins_in_time_and_never_throws_anything_away),
        cmocka_unit_test(best_play_lasts_as_long_as_the_table_says),
        cmocka_unit_test(what_is_not_won_is_made_hard),
        cmocka_unit_test(without_a_table_search_answers),
        cmocka_unit_test(with_a_damaged_table_search_answers),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
