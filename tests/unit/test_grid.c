/* Square boards: the symmetries form a group and agree on places and directions. */
#include "core/grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void inverse_undoes(void **state)
{
    (void)state;
    for (int n = 4; n <= 5; n++)
        for (int s = 0; s < GRID_SYMMETRIES; s++)
            for (int p = 0; p < n * n; p++)
                assert_int_equal(grid_turn_place(n, grid_inverse(s), grid_turn_place(n, s, p)), p);
}

static void neighbours_turn_along(void **state)
{
    (void)state;
    for (int n = 4; n <= 5; n++)
        for (int s = 0; s < GRID_SYMMETRIES; s++)
            for (int p = 0; p < n * n; p++)
                for (Direction d = NORTH; d <= WEST; d++) {
                    int q = grid_neighbour(n, p, d);
                    int turned = grid_neighbour(n, grid_turn_place(n, s, p), grid_turn_direction(s, d));
                    assert_int_equal(turned, q < 0 ? -1 : grid_turn_place(n, s, q));
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(inverse_undoes), cmocka_unit_test(neighbours_turn_along)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
