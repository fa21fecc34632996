/* The board, the pieces on it, choices, symmetries, pictures. */
#include <colonnade.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_EACH = 3, LONGEST = 60, ROOM = 40000 };

static cn_move move[ROOM];

static const cn_game *game(const char *id)
{
    const cn_game *g = cn_game_find(id);
    assert_non_null(g);
    return g;
}

/* Calls `look` with every position of a few random games of every ruleset. */
static void everywhere(void (*look)(const cn_game *g, const cn_position *p, size_t moves))
{
    unsigned random = 1;
    for (size_t i = 0; i < cn_game_count(); i++)
        for (int n = 0; n < GAMES_EACH; n++) {
            const cn_game *g = cn_game_at(i);
            cn_position p;
            cn_start(g, &p);
            for (int ply = 0; ply < LONGEST; ply++) {
                size_t count = cn_moves(g, &p, move, ROOM);
                assert_true(count <= cn_game_most_moves(g));
                look(g, &p, count);
                if (count == 0)
                    break;
                random = random * 1103515245u + 12345u;
                cn_play(g, &p, move[(random >> 8) % (count < ROOM ? count : ROOM)], &p);
            }
        }
}

static void test_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < cn_game_count(); i++) {
        cn_board board;
        cn_place place;
        cn_game_board(cn_game_at(i), &board);
        assert_in_range(board.places, 1, CN_MAX_PLACES);
        for (int n = 0; n < board.places; n++) {
            assert_true(cn_place_at(cn_game_at(i), n, &place));
            assert_int_equal(cn_place_find(cn_game_at(i), place.label), n);
            assert_in_range(place.level, 1, board.levels);
            assert_int_equal(place.carriers == 0, place.level == 1);
        }
        assert_false(cn_place_at(cn_game_at(i), board.places, &place));
        assert_false(cn_place_at(cn_game_at(i), -1, &place));
        assert_int_equal(cn_place_find(cn_game_at(i), "z9"), -1);
        assert_int_equal(cn_place_find(cn_game_at(i), NULL), -1);
    }
    cn_place top;
    const cn_game *g = game("pylos");
    assert_true(cn_place_at(g, cn_place_find(g, "4a1"), &top));
    assert_int_equal(top.x, 3);
    assert_int_equal(top.y, 3);
    assert_int_equal(__builtin_popcountll(top.carriers), 4);
    assert_int_equal(cn_lines(game("dorix"), NULL, 0), 2);
}

static void test_kinds(void **state)
{
    (void)state;
    cn_kind kind;
    assert_int_equal(cn_kind_count(game("pyrga")), 3);
    assert_true(cn_kind_at(game("pyrga"), 1, &kind));
    assert_string_equal(kind.id, "triangle");
    assert_int_equal(kind.shape, CN_SHAPE_TRIANGLE);
    assert_false(cn_kind_at(game("pyrga"), 3, &kind));
    assert_true(cn_kind_at(game("pylos"), 0, &kind));
    assert_int_equal(kind.shape, CN_SHAPE_BALL);
    assert_string_equal(kind.letter[1], "b");
}

/* No piece is lost: board and reserves together always hold as many as at the start. */
static int all_pieces(const cn_game *g, const cn_position *p)
{
    int count = 0;
    for (int place = 0; place < CN_MAX_PLACES; place++)
        count += cn_pieces(g, p, place, NULL, 0);
    for (int seat = 0; seat < CN_MAX_SEATS; seat++)
        for (int kind = 0; kind < CN_MAX_KINDS; kind++)
            count += cn_reserve(g, p, seat, kind);
    return count;
}

static void look_at_pieces(const cn_game *g, const cn_position *p, size_t moves)
{
    (void)moves;
    cn_position start;
    cn_start(g, &start);
    assert_int_equal(all_pieces(g, p), all_pieces(g, &start));
    for (int place = 0; place < CN_MAX_PLACES; place++) {
        cn_piece piece[CN_MAX_STACK];
        int height = cn_pieces(g, p, place, piece, CN_MAX_STACK), owner = cn_owner(g, p, place);
        assert_true(owner == CN_NEUTRAL || (height > 0 && owner < cn_game_players(g)));
        for (int i = 0; i < height; i++)
            assert_true(piece[i].kind < cn_kind_count(g) && piece[i].seat <= CN_NEUTRAL);
    }
    assert_int_equal(cn_pieces(g, p, -1, NULL, 0), 0);
    assert_int_equal(cn_owner(g, p, CN_MAX_PLACES), CN_NEUTRAL);
}

static void test_pieces(void **state)
{
    (void)state;
    everywhere(look_at_pieces);
    const cn_game *g = game("dorix");
    cn_position p;
    cn_piece piece[2] = {{9, 9, 9}, {9, 9, 9}};
    assert_true(cn_read_position(g, "-,-,-,-/-,-,-,-/-,-,-,-/wwb,-,-,- w", &p, NULL));
    assert_int_equal(cn_pieces(g, &p, cn_place_find(g, "a1"), piece, 1), 3);
    assert_int_equal(piece[0].seat, 0);
    assert_int_equal(piece[1].seat, 9);
    assert_int_equal(cn_owner(g, &p, cn_place_find(g, "a1")), 1);
    assert_int_equal(cn_reserve(g, &p, 0, 0), 13);
    assert_int_equal(cn_reserve(g, &p, 7, 0), 0);
}

/* Choosing the first option at every fork spells out a move; following its steps leads back to it. */
static void look_at_choices(const cn_game *g, const cn_position *p, size_t moves)
{
    cn_step made[CN_MAX_STEPS];
    cn_choices next;
    if (moves == 0) {
        assert_false(cn_choices_after(g, p, NULL, 0, &next));
        return;
    }
    assert_true(cn_choices_after(g, p, NULL, 0, &next));
    assert_int_equal(next.moves, moves);
    int length = 0;
    while (next.count > 0) {
        char text[CN_STEP_TEXT];
        cn_step step = next.step[next.count - 1], read = {0, 0};
        assert_true(cn_write_step(g, step, text, sizeof text) > 0);
        assert_true(cn_read_step(g, &next, text, &read));
        assert_int_equal(read.role, step.role);
        assert_int_equal(read.value, step.value);
        made[length++] = step;
        assert_true(cn_choices_after(g, p, made, length, &next));
    }
    assert_true(next.complete != 0);
    bool found = false;
    cn_step step[CN_MAX_STEPS];
    for (int path = 0, n; !found && (n = cn_steps(g, p, next.complete, path, step, CN_MAX_STEPS)) > 0; path++)
        found = n == length && memcmp(step, made, (size_t)n * sizeof *made) == 0;
    assert_true(found);
    made[0] = (cn_step){CN_STEP_TO, 255};
    assert_false(cn_choices_after(g, p, made, 1, &next));
}

static void test_choices(void **state)
{
    (void)state;
    everywhere(look_at_choices);
    char text[CN_STEP_TEXT];
    assert_int_equal(cn_write_step(game("dorix"), (cn_step){CN_STEP_TO, 200}, text, sizeof text), 0);
    assert_int_equal(cn_write_step(game("dorix"), (cn_step){CN_STEP_KIND, 200}, text, sizeof text), 0);
    assert_int_equal(cn_write_step(game("dorix"), (cn_step){CN_STEP_DIRECTION, 200}, text, sizeof text), 0);
    assert_int_equal(cn_write_step(game("dorix"), (cn_step){200, 0}, text, sizeof text), 0);
}

/* Turning and then playing is playing and then turning. */
static void look_at_symmetries(const cn_game *g, const cn_position *p, size_t moves)
{
    cn_position turned, played, one, other;
    for (int s = 0; moves > 0 && s < cn_symmetries(g); s++) {
        cn_move first;
        cn_moves(g, p, &first, 1);
        cn_transform(g, p, s, &turned);
        cn_play(g, &turned, cn_transform_move(g, p, first, s), &one);
        cn_play(g, p, first, &played);
        cn_transform(g, &played, s, &other);
        assert_true(cn_equal(&one, &other));
    }
    int symmetry = cn_canonical(g, p, &one);
    cn_transform(g, p, symmetry, &other);
    assert_true(cn_equal(&one, &other));
}

static void test_symmetries(void **state)
{
    (void)state;
    everywhere(look_at_symmetries);
    assert_int_equal(cn_symmetries(game("pylos")), 8);
}

static void test_a_constraint_names_its_places(void **state)
{
    (void)state;
    const cn_game *g = game("pyrga");
    cn_position p;
    cn_places places = 0;
    char text[CN_ERROR_TEXT];
    cn_start(g, &p);
    assert_false(cn_constraint(g, &p, &places, text, sizeof text));
    assert_true(cn_play_text(g, &p, "Ca1", &p, NULL));
    assert_true(cn_constraint(g, &p, &places, text, sizeof text));
    assert_int_equal(places, UINT64_C(1) << cn_place_find(g, "a1"));
    assert_non_null(strstr(text, "a1"));
    assert_null(strchr(text, '{'));
    assert_false(cn_constraint(game("pylos"), &p, &places, text, sizeof text));
}

static void test_pictures(void **state)
{
    (void)state;
    for (size_t i = 0; i < cn_game_count(); i++) {
        cn_position p;
        cn_start(cn_game_at(i), &p);
        char *english = cn_svg(cn_game_at(i), &p, 0, false), *french = cn_svg(cn_game_at(i), &p, 0, true);
        assert_non_null(strstr(english, "<svg"));
        assert_non_null(strstr(english, "White"));
        assert_non_null(strstr(french, "Blanc"));
        cn_free(english);
        cn_free(french);
        assert_non_null(cn_game_rules(cn_game_at(i), true));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),     cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_pieces),     cmocka_unit_test(test_choices),
        cmocka_unit_test(test_symmetries), cmocka_unit_test(test_a_constraint_names_its_places),
        cmocka_unit_test(test_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
