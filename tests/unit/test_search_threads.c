/* The threads of a search keep together, and each leaves alone what another is working on. */
#include "games/registry.h"
#include "search/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void what_is_under_way_is_seen_until_it_ends(void **state)
{
    (void)state;
    static Underway u;
    const uint64_t key = UINT64_C(0x123456789abcdef1);
    assert_false(underway_has(&u, key));
    underway_begin(&u, key);
    underway_begin(&u, key);    /* two threads at the same position */
    assert_true(underway_has(&u, key));
    assert_false(underway_has(&u, key + 1));
    underway_end(&u, key);
    assert_false(underway_has(&u, key));
    for (uint64_t i = 1; i <= UNDERWAY_BUCKET + 2; i++)     /* more than there is room for */
        underway_begin(&u, key + i);
    for (uint64_t i = 1; i <= UNDERWAY_BUCKET + 2; i++)
        underway_end(&u, key + i);
    for (uint64_t i = 1; i <= UNDERWAY_BUCKET + 2; i++)
        assert_false(underway_has(&u, key + i));
}

typedef struct Heard {
    int depth, reports;
} Heard;

static void hear(void *context, const SearchResult *so_far)
{
    Heard *h = context;
    assert_true(so_far->depth >= h->depth);
    assert_true(so_far->count > 0);
    h->depth = so_far->depth;
    h->reports++;
}

/* Whichever thread finishes first, the caller hears of it, and every root move is there exactly once. */
static void threads_reach_the_depth_together(void **state)
{
    (void)state;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        if (g->sides != 2 || !g->search.evaluate)
            continue;
        Search *s = search_create(g, 1 << 20, 4);
        assert_non_null(s);
        for (int lines = 1; lines <= 3; lines += 2) {
            Position p;
            Heard h = {0};
            SearchResult r;
            MoveList list = {0};
            g->start(&p);
            assert_true(search_run(s, &p, NULL, 0, (SearchLimits){.depth = 5, .lines = lines}, hear, &h, &r));
            assert_int_equal(r.depth, h.depth);
            assert_in_range(h.reports, 1, 10);
            assert_true(movelist_fill(&list, g, &p));
            assert_int_equal(r.count, list.count);
            for (size_t i = 0; i < list.count; i++) {
                size_t found = 0;
                for (size_t j = 0; j < r.count; j++)
                    found += r.line[j].move == list.move[i];
                assert_int_equal(found, 1);
            }
            for (size_t i = 1; i < r.count; i++)
                assert_true(r.line[i - 1].score >= r.line[i].score);
            movelist_free(&list);
        }
        search_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_under_way_is_seen_until_it_ends),
        cmocka_unit_test(threads_reach_the_depth_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
