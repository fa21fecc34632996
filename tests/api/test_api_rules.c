/* Games, positions, texts, errors, moves, results, counts. */
#include <colonnade.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *program;     /* colonnade, which lists the same rulesets as the library */

static const cn_game *game(const char *id)
{
    const cn_game *g = cn_game_find(id);
    assert_non_null(g);
    return g;
}

static void test_games_are_found_by_number_and_by_id(void **state)
{
    (void)state;
    /* The program's list: one ruleset per line, its id first. */
    char command[4096], line[512];
    assert_non_null(program);
    snprintf(command, sizeof command, "'%s' games", program);
    FILE *list = popen(command, "r");
    assert_non_null(list);
    size_t count = 0;
    for (; fgets(line, sizeof line, list); count++) {
        line[strcspn(line, " \t\n")] = '\0';
        assert_non_null(cn_game_at(count));
        assert_string_equal(cn_game_id(cn_game_at(count)), line);
        assert_ptr_equal(cn_game_find(line), cn_game_at(count));
    }
    assert_int_equal(pclose(list), 0);
    assert_int_equal(cn_game_count(), count);
    assert_null(cn_game_at(cn_game_count()));
    assert_null(cn_game_find("chess"));
    assert_null(cn_game_find(""));
    assert_null(cn_game_find(NULL));
    assert_int_equal(cn_game_players(game("dorix-4")), 4);
    assert_int_equal(cn_game_sides(game("dorix-4")), 2);
}

static void test_a_position_is_the_same_after_its_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < cn_game_count(); i++) {
        const cn_game *g = cn_game_at(i);
        cn_position p, q;
        char text[CN_POSITION_TEXT];
        cn_move move[4096];
        cn_start(g, &p);
        for (unsigned ply = 0; ply < 40; ply++) {
            size_t length = cn_write_position(g, &p, text, sizeof text);
            assert_int_equal(length, strlen(text));
            assert_true(cn_read_position(g, text, &q, NULL));
            assert_true(cn_equal(&p, &q));
            assert_int_equal(cn_hash(g, &p), cn_hash(g, &q));
            size_t n = cn_moves(g, &p, move, 4096);
            assert_int_equal(n == 0, cn_winner(g, &p) != CN_ONGOING);
            if (n == 0)
                break;
            cn_play(g, &p, move[(ply * 7919u) % (n < 4096 ? n : 4096)], &p);
        }
    }
}

static void test_errors_leave_the_result_alone(void **state)
{
    (void)state;
    const cn_game *g = game("pyrga");
    cn_position p, before;
    cn_error error = {0};
    cn_start(g, &p);
    before = p;
    assert_false(cn_read_position(g, "rubbish", &p, &error));
    assert_true(strlen(error.text) > 10);
    assert_int_equal(error.code, CN_ERROR_TEXT_WRONG);
    assert_int_equal(error.at, 1);
    assert_false(cn_read_position(g, NULL, &p, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_false(cn_play_text(g, &p, NULL, &p, NULL));
    assert_true(cn_equal(&p, &before));
    assert_true(cn_play_text(g, &p, "Sb2", &p, &error));
    assert_false(cn_equal(&p, &before));
    assert_false(cn_play_text(g, &p, "Sd4", &p, &error));
    assert_string_equal(error.text, "character 2: must be next to b2: the last piece was a square");
    assert_int_equal(error.at, 2);
    assert_int_equal(error.line, 0);
}

static void test_text_is_cut_to_the_room_there_is(void **state)
{
    (void)state;
    const cn_game *g = game("pylos");
    cn_position p;
    char whole[CN_POSITION_TEXT], cut[6] = "??????";
    cn_start(g, &p);
    size_t length = cn_write_position(g, &p, whole, sizeof whole);
    assert_int_equal(cn_write_position(g, &p, cut, sizeof cut - 1), length);
    assert_memory_equal(cut, whole, sizeof cut - 2);
    assert_int_equal(cut[4], '\0');
    assert_int_equal(cut[5], '?');
    assert_int_equal(cn_write_position(g, &p, NULL, 0), length);
    cn_move move;
    assert_int_equal(cn_moves(g, &p, &move, 1), cn_moves(g, &p, NULL, 0));
    assert_int_equal(cn_write_move(g, &p, move, cut, 2), 3);
    assert_int_equal(strlen(cut), 1);
}

static void test_version(void **state)
{
    (void)state;
    assert_string_equal(cn_version(), CN_VERSION);
    assert_int_equal(cn_version_number(), CN_VERSION_NUMBER);
    char text[16];
    snprintf(text, sizeof text, "%d.%d.%d", CN_VERSION_MAJOR, CN_VERSION_MINOR, CN_VERSION_PATCH);
    assert_string_equal(text, CN_VERSION);
}

static void test_moves_as_text(void **state)
{
    (void)state;
    const cn_game *g = game("pyrga");
    cn_position p;
    char text[256], cut[6];
    cn_start(g, &p);
    assert_true(cn_play_text(g, &p, "Ca1", &p, NULL));
    size_t length = cn_moves_text(g, &p, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, "Sa1\nTa1n\nTa1e\n");
    assert_int_equal(cn_moves_text(g, &p, NULL, 0), strlen(text));
    assert_int_equal(cn_moves_text(g, &p, cut, sizeof cut), strlen(text));
    assert_string_equal(cut, "Sa1\nT");
    cn_move move;
    char name[CN_MOVE_TEXT];
    assert_true(cn_read_move(g, &p, "Ta1e", &move, NULL));
    cn_write_move(g, &p, move, name, sizeof name);
    assert_string_equal(name, "Ta1e");
    assert_int_equal(cn_mover(g, &p), 1);
}

static void test_symmetric_positions_share_their_canonical_form(void **state)
{
    (void)state;
    const cn_game *g = game("dorix");
    cn_position a, b;
    assert_true(cn_read_position(g, "-,-,-,-/-,-,-,-/-,-,-,-/w,-,-,- b", &a, NULL));
    assert_true(cn_read_position(g, "-,-,-,w/-,-,-,-/-,-,-,-/-,-,-,- b", &b, NULL));
    assert_false(cn_equal(&a, &b));
    cn_canonical(g, &a, &a);
    cn_canonical(g, &b, &b);
    assert_true(cn_equal(&a, &b));
}

static void test_results(void **state)
{
    (void)state;
    const cn_game *g = game("dorix");
    cn_position p;
    cn_start(g, &p);
    assert_int_equal(cn_winner(g, &p), CN_ONGOING);
    assert_string_equal(cn_result(g, &p), "ongoing");
    assert_int_equal(cn_reason(g, &p), CN_REASON_NONE);
    assert_string_equal(cn_reason_text(g, &p), "");
    assert_true(cn_read_position(g, "-,-,-,b/-,-,b,-/-,b,-,-/b,w,w,w w", &p, NULL));
    assert_int_equal(cn_winner(g, &p), 1);
    assert_string_equal(cn_result(g, &p), "b");
    assert_int_equal(cn_reason(g, &p), CN_REASON_DIAGONAL_HELD);
    assert_string_equal(cn_reason_text(g, &p), "diagonal held");
}

static void test_perft(void **state)
{
    (void)state;
    const cn_game *g = game("pilea");
    cn_position p;
    uint64_t count = 0;
    cn_start(g, &p);
    assert_true(cn_perft(g, &p, 0, &count));
    assert_int_equal(count, 1);
    assert_true(cn_perft(g, &p, 4, &count));
    assert_int_equal(count, 255024);
    assert_false(cn_perft(g, &p, -1, &count));
    assert_false(cn_perft(g, &p, CN_PERFT_MAX_DEPTH + 1, &count));
}

int main(int argc, char **argv)
{
    program = argc > 1 ? argv[1] : NULL;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_found_by_number_and_by_id),
        cmocka_unit_test(test_a_position_is_the_same_after_its_text),
        cmocka_unit_test(test_errors_leave_the_result_alone),
        cmocka_unit_test(test_text_is_cut_to_the_room_there_is),
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_moves_as_text),
        cmocka_unit_test(test_symmetric_positions_share_their_canonical_form),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
