/* Dorix moves: listing, counting, picking and reading are separate code, and agree even on unlikely positions. */
#include "games/dorix/dorix.h"
#include "core/grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "thrown.h"

enum { MOST = 4096 };

static void counting_and_picking_agree_with_listing(void **state)
{
    (void)state;
    const Game *game[] = {&dorix, &dorix_3, &dorix_4};
    uint64_t seed = 1;
    for (int round = 0; round < 3000; round++) {
        const Game *g = game[round % 3];
        Position p = thrown(g, &seed);
        Move all[MOST], some[64];
        size_t n = g->moves(&p, all, MOST), few = round % 64 < (int)n ? (size_t)round % 64 : n;
        assert_true(n <= MOST);
        assert_int_equal(n == 0, g->outcome(&p).over);
        assert_int_equal(g->count(&p), n);
        assert_int_equal(g->moves(&p, NULL, 0), n);
        assert_int_equal(g->moves(&p, some, few), n);
        assert_memory_equal(some, all, few * sizeof some[0]);
        for (uint32_t step = 0; step < 61; step++) {
            uint32_t random = step * 70409299u;
            assert_int_equal(g->pick(&p, random), n ? all[random * (uint64_t)n >> 32] : 0);
        }
    }
}

/* Reading judges a move by its own code: of all possible texts, it accepts exactly those that are listed. */
static void reading_takes_exactly_what_is_listed(void **state)
{
    (void)state;
    const Game *game[] = {&dorix, &dorix_3, &dorix_4};
    const Place *place = grid4_board.place;
    uint64_t seed = 7;
    for (int round = 0; round < 60; round++) {
        const Game *g = game[round % 3];
        Position p = thrown(g, &seed);
        size_t taken = 0;
        Move m;
        taken += g->read_move(&p, "pass", &m, NULL);
        for (int from = -1; from < 16; from++)
            for (int to = 0; to < 16; to++) {
                /* Four digits from 0 (no target) to 4 give every list of up to four neighbours. */
                for (int list = 0; list < 625; list++) {
                    char text[MOVE_TEXT] = "";
                    bool gap = false, written = true;
                    if (from >= 0)
                        strcat(strcat(text, place[from].label), "-");
                    strcat(text, place[to].label);
                    for (int i = 0, rest = list; i < 4; i++, rest /= 5) {
                        int target = rest % 5 ? grid_neighbour(4, to, (Direction)(rest % 5)) : -1;
                        written = written && (rest % 5 == 0 || (target >= 0 && !gap));
                        gap = gap || rest % 5 == 0;
                        if (target >= 0)
                            strcat(strcat(text, i ? "," : ":"), place[target].label);
                    }
                    taken += written && g->read_move(&p, text, &m, NULL);
                }
            }
        assert_int_equal(taken, g->count(&p));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_and_picking_agree_with_listing),
        cmocka_unit_test(reading_takes_exactly_what_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
