/* Drawing and counting when memory runs out: never a crash, always a message. */
#include "core/memory.h"
#include "core/perft.h"
#include "draw/draw_svg.h"
#include "draw/draw_text.h"
#include "draw/qr.h"
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

/* The same modules as from libqrencode 4.1.1, in every size; FNV-1a of the rows. */
static void test_a_text_becomes_a_qr_code(void **state)
{
    (void)state;
    static const struct {
        int length, side;
        uint64_t hash;
    } known[] = {
        {1, 21, UINT64_C(0xea0bd181bcf2b52b)},   {20, 25, UINT64_C(0xf49ecd57ef54390f)},
        {34, 29, UINT64_C(0xca5c84f72cf23bf1)},  {56, 33, UINT64_C(0x9c2399bce2008f33)},
        {81, 37, UINT64_C(0x1d83b090e6281b95)},  {107, 41, UINT64_C(0x0e57bfd30de17cca)},
        {138, 45, UINT64_C(0x29b1ebf3f4ea59ef)}, {155, 49, UINT64_C(0x58ff577c96c5510d)},
        {193, 53, UINT64_C(0x31a41347c1d857aa)}, {232, 57, UINT64_C(0xfc6c4d1b67f5da41)},
    };
    char text[QR_BYTES + 2] = "";
    Qr code;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint64_t hash = UINT64_C(14695981039346656037);
        for (int i = 0; i < known[k].length; i++)
            text[i] = "http://abcXYZ#=-_09"[(i * 7 + known[k].length) % 19];
        text[known[k].length] = '\0';
        assert_true(qr_make(text, &code));
        assert_int_equal(code.side, known[k].side);
        for (int y = 0; y < code.side; y++)
            for (int x = 0; x < code.side; x++)
                hash = (hash ^ code.dark[y][x]) * UINT64_C(1099511628211);
        assert_int_equal(hash, known[k].hash);
    }
    memset(text, 'a', QR_BYTES + 1);
    text[QR_BYTES] = '\0';
    assert_true(qr_make(text, &code));
    text[QR_BYTES] = 'a';
    text[QR_BYTES + 1] = '\0';
    assert_false(qr_make(text, &code));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_text_becomes_a_qr_code),         cmocka_unit_test(test_text_survives_failing_memory),
        cmocka_unit_test(test_pictures_survive_failing_memory),  cmocka_unit_test(test_perft_says_that_memory_failed),
        cmocka_unit_test(test_a_move_marks_the_places_it_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
