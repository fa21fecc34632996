/* Sets of decisions with known values: what is made reads back, measurements are counted correctly, and the stored
 * sets are complete. */
#include "contest/accuracy.h"
#include "core/file.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 30, FILE_LIMIT = 8 << 20, LEAST = 2000 };

static Cancel never;

/* Every position is lost for the player to move, so every move wins; or only those with an odd hash. */
static bool ask(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    const bool *all = context;
    const Game *g = registry_find("pylos");
    (void)effort;
    (void)distance;
    *out = value_proven(*all || position_hash(g, p) & 1 ? -1 : 0, 7);
    return true;
}

static size_t make(const Game *g, bool all, AccuracyItem *out)
{
    Buffer b = {0};
    Oracle truth = {.context = &all, .ask = ask};
    Message error;
    size_t count = 0;
    assert_true(accuracy_generate(g, &truth, true, COUNT, 5, &never, &b));
    char *rest = b.text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (accuracy_read(g, line, &out[count], &error))
            count++;
        else
            assert_null(error.id);
    buffer_free(&b);
    return count;
}

static void what_is_made_is_measured(void **state)
{
    (void)state;
    static AccuracyItem item[COUNT];
    const Game *g = registry_find("pylos");
    AccuracyScore s;
    assert_int_equal(make(g, true, item), COUNT);
    AccuracyOptions o = {.game = g, .limits = {.nodes = 200}, .threads = 2};
    assert_true(accuracy_run(&o, item, COUNT, &never, &s));
    assert_int_equal(s.all.decisions, COUNT);
    assert_int_equal(s.all.kept, COUNT);
    assert_int_equal(s.can_lose.decisions, 0);

    /* Random values are kept at random. */
    assert_int_equal(make(g, false, item), COUNT);
    assert_true(accuracy_run(&o, item, COUNT, &never, &s));
    assert_int_equal(s.all.decisions, COUNT);
    assert_in_range(s.can_lose.decisions, COUNT / 2, COUNT);
    assert_in_range(s.can_lose.kept, 1, s.can_lose.decisions - 1);
    int phases = 0;
    for (int i = 0; i < ACCURACY_PHASES; i++)
        phases += s.phase[i].decisions;
    assert_int_equal(phases, s.can_lose.decisions);
    assert_true(s.half_lose.decisions <= s.can_lose.decisions);
}

static void a_wrong_line_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "x", "x\t3\t=", "..../..../..../....|.../.../...|../..|. w\t0\t= =",
        "..../..../..../....|.../.../...|../..|. w\t0\t= ? = = = = = = = = = = = = = ="};
    AccuracyItem item;
    Message error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(accuracy_read(registry_find("pylos"), wrong[i], &item, &error));
        assert_non_null(error.id);
    }
    assert_false(accuracy_read(registry_find("pylos"), "# words", &item, &error));
    assert_null(error.id);
}

static void the_kept_sets_are_whole(void **state)
{
    (void)state;
    int sets = 0;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        char path[128];
        Buffer b = {0};
        Message error = {0};
        AccuracyItem item;
        int count = 0;
        snprintf(path, sizeof path, "bench/accuracy/%s.tsv", g->id);
        if (!file_read(path, FILE_LIMIT, &b, &error))
            continue;
        char *rest = b.text;
        for (char *line; (line = strsep(&rest, "\n"));)
            if (accuracy_read(g, line, &item, &error))
                count++;
            else
                assert_null(error.id);
        assert_true(count >= LEAST);
        sets++;
        buffer_free(&b);
    }
    assert_true(sets >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_made_is_measured),
        cmocka_unit_test(a_wrong_line_is_refused),
        cmocka_unit_test(the_kept_sets_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
