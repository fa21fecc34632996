/* Drawing and counting when memory runs out: never a crash, always said. */
#include "core/memory.h"
#include "core/perft.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef void Draw(const Scene *s, Buffer *out);

static void as_text(const Scene *s, Buffer *out) { draw_text(s, &(TextStyle){.colour = true}, out); }
static void as_picture(const Scene *s, Buffer *out) { draw_svg(s, &(SvgStyle){0}, out); }

static void fail_each_allocation(Draw *draw)
{
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        Position p;
        Scene s;
        g->start(&p);
        scene_set(&s, g, &p);
        bool failed = true;
        for (long n = 0; failed; n++) {
            Buffer out = {0};
            memory_fail_after(n);
            draw(&s, &out);
            memory_fail_after(-1);
            failed = out.failed;
            buffer_free(&out);
            assert_true(n < 100);
        }
    }
}

static void test_text_survives_failing_memory(void **state)
{
    (void)state;
    fail_each_allocation(as_text);
}

static void test_pictures_survive_failing_memory(void **state)
{
    (void)state;
    fail_each_allocation(as_picture);
}

static void test_perft_says_that_memory_failed(void **state)
{
    (void)state;
    const Game *g = registry_game(0);
    Position p;
    uint64_t count;
    g->start(&p);
    Perft perft = {.game = g};
    memory_fail_after(1);
    assert_int_equal(perft_bulk(&perft, &p, 4, &count), PERFT_NO_MEMORY);
    memory_fail_after(-1);
    assert_int_equal(perft_bulk(&perft, &p, 4, &count), PERFT_OK);
    uint64_t full;
    assert_int_equal(perft_full(&perft, &p, 4, &full), PERFT_OK);
    assert_int_equal(count, full);
    perft_free(&perft);
}

static void test_a_move_marks_the_places_it_names(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Position p, q;
    Move m;
    Scene s;
    g->start(&p);
    assert_true(g->read_move(&p, "Tb2n", &m, NULL));
    g->play(&p, m, &q);
    scene_set(&s, g, &q);
    scene_mark_move(&s, &p, m);
    assert_int_equal(s.marked, 1 << 5);
    assert_int_equal(s.height[5], 1);
    Buffer out = {0};
    draw_text(&s, &(TextStyle){.ascii = true}, &out);
    assert_non_null(strstr(out.text, "T^*"));
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_survives_failing_memory),
        cmocka_unit_test(test_pictures_survive_failing_memory),
        cmocka_unit_test(test_perft_says_that_memory_failed),
        cmocka_unit_test(test_a_move_marks_the_places_it_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
