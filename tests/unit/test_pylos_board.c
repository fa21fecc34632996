/* Pylos: malformed texts, the board, and what the invariants catch. */
#include "games/pylos/pylos.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static Position position(const char *text)
{
    Position p;
    assert_true(pylos.read_position(text, &p, NULL));
    return p;
}

/* --- text --- */

static void bad_moves_say_where(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "character 1: a place is expected here: a level from 1 to 4, then a column and a row"},
        {"a1", "character 1: a place is expected here: a level from 1 to 4, then a column and a row"},
        {"5a1", "character 1: a place is expected here: a level from 1 to 4, then a column and a row"},
        {"1", "character 2: a column from a to d is expected here"},
        {"1A1", "character 2: a column from a to d is expected here"},
        {"2d1", "character 2: a column from a to c is expected here"},
        {"1a", "character 3: a row from 1 to 4 is expected here"},
        {"3a3", "character 3: a row from 1 to 2 is expected here"},
        {"4b1", "character 2: the only place of level 4 is 4a1"},
        {"4a2", "character 3: the only place of level 4 is 4a1"},
        {"1a1 ", "character 4: nothing more is expected here"},
        {"1a1-", "character 5: a place is expected here: a level from 1 to 4, then a column and a row"},
        {"1a1-2a1-3a1", "character 8: nothing more is expected here"},
        {"1a1x", "character 5: a place is expected here: a level from 1 to 4, then a column and a row"},
        {"1a1x1e1", "character 6: a column from a to d is expected here"},
        {"1a1x1a1x1a1x1a1", "character 12: two balls at most can be taken back"},
        {"pass", "character 1: a place is expected here: a level from 1 to 4, then a column and a row"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position p;
        Move m;
        Message error;
        char said[256];
        pylos.start(&p);
        if (pylos.read_move(&p, cases[i][0], &m, &error))
            fail_msg("accepted: %s", cases[i][0]);
        message_english(&error, said, sizeof said);
        assert_string_equal(said, cases[i][1]);
    }
}

static void bad_positions_say_where(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "character 1: row 4 of level 1 has 0 places, expected 4"},
        {"..../.../..../....|.../.../...|../..|. w", "character 6: row 3 of level 1 has 3 places, expected 4"},
        {"..../..../..../.....|.../.../...|../..|. w", "character 16: row 1 of level 1 has 5 places, expected 4"},
        {"..../..../..../....|.../..../...|../..|. w", "character 25: row 2 of level 2 has 4 places, expected 3"},
        {"..../..../..../....|.../.../...|../..|.. w", "character 39: row 1 of level 4 has 2 places, expected 1"},
        {"..../.r../..../....|.../.../...|../..|. w", "character 7: a place is written w, b, or . when it is empty"},
        {"..../..W./..../....|.../.../...|../..|. w", "character 8: a place is written w, b, or . when it is empty"},
        {"..../..../....|.../.../...|../..|. w", "character 15: level 1 ends after row 2: 4 rows are expected"},
        {"..../..../..../..../....|.../.../...|../..|. w", "character 20: level 1 has more than 4 rows"},
        {"..../..../..../....|.../.../... w", "character 32: the board ends after level 2: four levels are expected"},
        {"..../..../..../....", "character 20: the board ends after level 1: four levels are expected"},
        {"..../..../..../....|.../.../...|../..|.|. w", "character 40: the board has more than four levels"},
        {"..../..../..../....|.../.../...|../..|.", "character 40: a space and the player to move are expected here"},
        {"..../..../..../....|.../.../...|../..|. r", "character 41: the player to move is expected here, one of: w b"},
        {"..../..../..../....|.../.../...|../..|. w ", "character 42: nothing more is expected here"},
        {"..../.w../.bw./....|.../.b./...|../..|. w", "character 26: 2b2 hangs in the air: 1c3 is empty"},
        {"..../bwb./wbw./bwb.|.../.../...|../w.|. w", "character 36: 3a1 hangs in the air: 2a1 is empty"},
        {"..../..../..../....|.../.../...|../..|w w", "character 39: 4a1 hangs in the air: 3a1 is empty"},
        {"wwww/wwww/wwww/wwww|.../.../...|../..|. w", "character 19: White has more than 15 balls on the board"},
        {"bbbb/bbbb/bbbb/bbbw|bbb/.../...|../..|. w", "character 21: Black has more than 15 balls on the board"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position p;
        Message error;
        char said[256];
        if (pylos.read_position(cases[i][0], &p, &error))
            fail_msg("accepted: %s", cases[i][0]);
        message_english(&error, said, sizeof said);
        assert_string_equal(said, cases[i][1]);
    }
}

/* --- the board --- */

static void balls_lie_between_the_four_under_them(void **state)
{
    (void)state;
    const Place *place = pylos.board->place;
    assert_int_equal(pylos.board->places, 30);
    for (int i = 0; i < 30; i++) {
        const char *name = place[i].label;
        int level = name[0] - '0';
        assert_int_equal(place[i].level, level);
        assert_int_equal(place[i].x, 2 * (name[1] - 'a') + level - 1);
        assert_int_equal(place[i].y, 2 * (name[2] - '1') + level - 1);
        if (i > 0) {
            const Place *q = &place[i - 1];
            assert_true(q->level * 64 + q->y * 8 + q->x < level * 64 + place[i].y * 8 + place[i].x);
        }
    }
}

static void pieces_and_reserves(void **state)
{
    (void)state;
    Position p = position("b.../..../wwbw/wbwb|.../.../w..|../..|. w");
    Piece on[MAX_STACK];
    assert_int_equal(pylos.reserve(&p, 0, 0), 15 - 6);
    assert_int_equal(pylos.reserve(&p, 1, 0), 15 - 4);
    assert_int_equal(pylos.pieces(&p, 12, on), 1);
    assert_true(on[0].kind == 0 && on[0].seat == 1);
    assert_int_equal(pylos.pieces(&p, 16, on), 1);
    assert_int_equal(on[0].seat, 0);
    assert_int_equal(pylos.pieces(&p, 29, on), 0);
}

/* A ball on each place in turn goes where its coordinates say; the mover stays the same. */
static void symmetries_turn_every_level(void **state)
{
    (void)state;
    const Place *place = pylos.board->place;
    for (int s = 0; s < 8; s++)
        for (int i = 0; i < 30; i++)
            for (int black = 0; black < 2; black++) {
                int x = s & 4 ? place[i].y : place[i].x, y = s & 4 ? place[i].x : place[i].y, found = 0;
                x = s & 1 ? 6 - x : x;
                y = s & 2 ? 6 - y : y;
                Position p = {{UINT64_C(1) << (i + 32 * black) | UINT64_C(1) << 63}}, q;
                Piece on[MAX_STACK];
                pylos.transform(&p, s, &q);
                assert_int_equal(pylos.mover(&q), 1);
                for (int j = 0; j < 30; j++)
                    if (pylos.pieces(&q, j, on)) {
                        found++;
                        assert_true(place[j].x == x && place[j].y == y && place[j].level == place[i].level);
                        assert_int_equal(on[0].seat, black);
                    }
                assert_int_equal(found, 1);
            }
}

static void check_names_what_is_broken(void **state)
{
    (void)state;
    const uint64_t b = UINT64_C(1);
    Position p = position("wbwb/bwbw/wbwb/bwbw|bwb/wbw/bbb|w./ww|. w");
    Position twice = {{b | b << 32}}, high = {{b << 30}}, air = {{b << 16}};
    Position many = {{0xffff}}, extra = {{0, 1}};
    assert_null(pylos.check(&p));
    assert_string_equal(pylos.check(&twice), "two balls share a place");
    assert_string_equal(pylos.check(&high), "a bit that isn't a place is set");
    assert_string_equal(pylos.check(&air), "a ball hangs in the air");
    assert_string_equal(pylos.check(&many), "a colour has more balls than it was given");
    assert_string_equal(pylos.check(&extra), "an unused word is not zero");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_moves_say_where),
        cmocka_unit_test(bad_positions_say_where),
        cmocka_unit_test(balls_lie_between_the_four_under_them),
        cmocka_unit_test(pieces_and_reserves),
        cmocka_unit_test(symmetries_turn_every_level),
        cmocka_unit_test(check_names_what_is_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
