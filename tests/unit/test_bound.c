/* Bounds: the search agrees with proof search, a bound does not depend on threads or interruptions, and a
 * truncated or foreign file of answers does no harm. */
#include "games/registry.h"
#include "solve/bound.h"
#include "solve/bound_search.h"
#include "solve/proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { TABLE = 1 << 16, PLIES = 10, LINES = PLIES };

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void the_search_agrees_with_proof_search(void **state)
{
    (void)state;
    const Game *g = registry_find("dorix");
    BoundSearch *s = bound_search_create(g, TABLE);
    Proof *f = proof_create(g, 1 << 20);
    uint64_t seed = 3;
    int yes = 0, no = 0;
    for (int round = 0; round < 3000; round++) {
        static Move legal[2048];
        Position p;
        size_t count;
        g->start(&p);
        for (int i = 0, plies = 8 + (int)(next_random(&seed) % 24); i < plies; i++) {
            count = g->moves(&p, legal, 2048);
            if (count == 0)
                break;
            g->play(&p, legal[next_random(&seed) % count], &p);
        }
        int side = (int)(next_random(&seed) & 1), plies = 1 + (int)(next_random(&seed) % 4);
        uint64_t nodes;
        BoundAnswer a = bound_search(s, &p, side, plies, NULL, 0, &nodes);
        Truth t =
            g->outcome(&p).over ? g->outcome(&p).winner == side ? TRUTH_YES : TRUTH_NO : proof_wins(f, &p, side, plies);
        assert_int_equal(a, t == TRUTH_YES ? BOUND_YES : BOUND_NO);
        yes += a == BOUND_YES;
        no += a == BOUND_NO;
    }
    assert_true(yes > 100 && no > 100);
    proof_destroy(f);
    bound_search_destroy(s);
}

typedef struct Lines {
    BoundLine line[LINES];
    int count, most;        /* stop after `most` */
} Lines;

static bool keep(void *context, const BoundLine *line)
{
    Lines *l = context;
    assert_true(l->count < LINES);
    l->line[l->count++] = *line;
    return l->count < l->most;
}

static void run(const char *file, int threads, int most, Lines *out)
{
    BoundJob job = {.game = registry_find("dorix"),
                    .plies = PLIES,
                    .threads = threads,
                    .table_bytes = TABLE,
                    .file = file,
                    .report = keep,
                    .context = out};
    bool stopped;
    Message error = {0};
    *out = (Lines){.most = most};
    if (!bound_run(&job, &stopped, &error))
        fail_msg("%s", error.id);
    assert_int_equal(stopped, most < LINES);
}

static void assert_same(const Lines *a, const Lines *b)
{
    for (int i = 0; i < a->count && i < b->count; i++) {
        assert_false(a->line[i].wins);
        assert_int_equal(a->line[i].nodes, b->line[i].nodes);
        assert_int_equal(a->line[i].hash, b->line[i].hash);
    }
}

static void a_bound_is_the_same_each_time(void **state)
{
    (void)state;
    char path[] = "/tmp/bound.XXXXXX";
    Lines alone, together, first, second;
    int f = mkstemp(path);
    assert_true(f >= 0);
    close(f);
    run(NULL, 1, LINES + 1, &alone);
    run(NULL, 3, LINES + 1, &together);
    assert_int_equal(alone.count, LINES);
    assert_int_equal(together.count, LINES);
    assert_true(alone.line[LINES - 1].nodes > 1000);
    assert_same(&alone, &together);
    /* Interrupted, cut off in the middle of a line, and resumed. */
    run(path, 2, LINES / 2, &first);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    assert_int_equal(ftruncate(fileno(file), ftell(file) - 7), 0);
    fclose(file);
    run(path, 2, LINES + 1, &second);
    assert_int_equal(second.count, LINES);
    assert_same(&alone, &second);
    run(path, 1, LINES + 1, &second);
    assert_same(&alone, &second);
    unlink(path);
}

static void answers_of_something_else_are_refused(void **state)
{
    (void)state;
    char path[] = "/tmp/bound.XXXXXX";
    int f = mkstemp(path);
    static const char text[] = "colonnade-bound 1 pylos 65536\n";
    Lines lines = {.most = 1};
    BoundJob job = {.game = registry_find("dorix"),
                    .plies = 2,
                    .threads = 1,
                    .table_bytes = TABLE,
                    .file = path,
                    .report = keep,
                    .context = &lines};
    bool stopped;
    Message error = {0};
    assert_int_equal(write(f, text, sizeof text - 1), sizeof text - 1);
    close(f);
    assert_false(bound_run(&job, &stopped, &error));
    assert_string_equal(error.id, "{0} holds answers of another game or of another --hash");
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_agrees_with_proof_search),
        cmocka_unit_test(a_bound_is_the_same_each_time),
        cmocka_unit_test(answers_of_something_else_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
