/* A match: its tree, repetition (ALL-1), declared ends, texts, stacks as players see them, and memory that runs
 * out at any moment. */
#include "core/tree.h"

#include "core/memory.h"
#include "games/pyrga/pyrga.h"
#include "ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static Tree *ring(void)
{
    Tree *m = tree_new(&ring2, NULL);
    assert_non_null(m);
    return m;
}

static void play(Tree *m, const char *moves)
{
    char copy[512], *save, text[256];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        Message error;
        if (!tree_play_text(m, word, &error)) {
            message_english(&error, text, sizeof text);
            fail_msg("%s: %s", word, text);
        }
    }
}

static void undo_goes_back_and_redo_follows_the_last_line(void **state)
{
    (void)state;
    Tree *m = ring();
    play(m, "right right");
    int first = tree_current(m);
    assert_true(tree_undo(m));
    play(m, "left");
    int second = tree_current(m);
    assert_int_not_equal(first, second);
    assert_true(tree_undo(m) && tree_undo(m));
    assert_false(tree_undo(m));
    assert_int_equal(tree_current(m), 0);
    assert_true(tree_redo(m) && tree_redo(m));
    assert_int_equal(tree_current(m), second);
    assert_false(tree_redo(m));
    tree_goto(m, first);
    assert_true(tree_undo(m) && tree_redo(m));
    assert_int_equal(tree_current(m), first);
    assert_int_equal(tree_path(m, 2), first);
    tree_free(m);
}

static void a_move_that_is_there_already_adds_nothing(void **state)
{
    (void)state;
    Tree *m = ring();
    play(m, "right right");
    int end = tree_current(m), count = tree_count(m);
    tree_goto(m, 0);
    play(m, "right right");
    assert_int_equal(tree_current(m), end);
    assert_int_equal(tree_count(m), count);
    tree_free(m);
}

static void promoting_makes_the_main_line(void **state)
{
    (void)state;
    Tree *m = ring();
    play(m, "right right right");
    int old = tree_current(m);
    tree_goto(m, tree_path(m, 1));
    play(m, "left left");
    int new = tree_current(m);
    assert_int_equal(tree_main_end(m), old);
    tree_promote(m, new);
    assert_int_equal(tree_main_end(m), new);
    tree_promote(m, old);
    assert_int_equal(tree_main_end(m), old);
    tree_free(m);
}

static void illegal_moves_are_refused_with_the_games_reason(void **state)
{
    (void)state;
    Tree *m = ring();
    Message error = {0};
    assert_false(tree_play_text(m, "goal", &error));
    assert_string_equal(error.id, "ring: the goal is not here");
    assert_int_equal(tree_count(m), 1);
    play(m, "left goal");
    assert_true(tree_outcome(m).over);
    assert_false(tree_play_text(m, "left", &error));
    assert_string_equal(error.id, "the game is over");
    tree_free(m);
}

static void ALL_1_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    Tree *m = ring();
    play(m, "right left right left");
    /* The start occurs for the third time: at the beginning, after 2 moves and after 4. */
    Outcome o = tree_outcome(m);
    assert_true(o.over);
    assert_int_equal(o.winner, DRAW);
    assert_int_equal(o.reason, REASON_REPETITION);
    tree_undo(m);
    assert_false(tree_outcome(m).over);
    /* Other lines do not count: the position occurs only twice on this one. */
    tree_goto(m, tree_path(m, 2));
    play(m, "left");
    assert_int_equal(tree_node(m, tree_current(m))->occurrence, 1);
    play(m, "left");
    assert_false(tree_outcome(m).over);
    tree_free(m);
}

static void ALL_1_needs_the_same_player_to_move(void **state)
{
    (void)state;
    Tree *m = tree_new(&ring3, NULL);
    play(m, "right left right left");
    /* The token stands on the first place for the third time, with another player to move each time. */
    assert_false(tree_outcome(m).over);
    play(m, "right left right left right left right left");
    assert_true(tree_outcome(m).over);
    tree_free(m);
}

static void resigning_gives_the_game_to_the_other_side(void **state)
{
    (void)state;
    Tree *m = ring();
    play(m, "right");
    assert_true(tree_end(m, REASON_RESIGNED, 1, NULL));
    Outcome o = tree_outcome(m);
    assert_true(o.over);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.reason, REASON_RESIGNED);
    assert_int_equal(tree_ended_by(m, tree_current(m)), 1);
    Message error;
    assert_false(tree_play_text(m, "right", &error));
    assert_false(tree_end(m, REASON_AGREED, 0, &error));
    /* Undo takes back the end first, then the move. */
    assert_true(tree_undo(m));
    assert_false(tree_outcome(m).over);
    assert_int_equal(tree_ply(m), 1);
    assert_true(tree_undo(m));
    assert_int_equal(tree_ply(m), 0);
    assert_false(tree_end(m, REASON_AGREED, 0, &error));
    tree_free(m);
}

static void resigning_among_three_ends_in_a_draw_that_names_the_seat(void **state)
{
    (void)state;
    Tree *m = tree_new(&ring3, NULL);
    assert_true(tree_end(m, REASON_TIME, 2, NULL));
    assert_int_equal(tree_outcome(m).winner, DRAW);
    assert_int_equal(tree_ended_by(m, 0), 2);
    tree_free(m);
}

static void a_declared_end_belongs_to_the_main_line(void **state)
{
    (void)state;
    Tree *m = ring();
    play(m, "right right");
    assert_true(tree_end(m, REASON_AGREED, 0, NULL));
    int end = tree_current(m);
    tree_goto(m, 0);
    play(m, "left");
    assert_true(tree_outcome_at(m, end).over);
    tree_promote(m, tree_current(m));
    assert_false(tree_outcome_at(m, end).over);
    tree_free(m);
}

static void rounds_are_counted_by_seats(void **state)
{
    (void)state;
    Position p;
    assert_true(ring3.read_position("0 r", &p, NULL));
    Tree *m = tree_new(&ring3, &p);
    assert_false(tree_at_start(m));
    play(m, "right left left left");
    static const int round[] = {1, 2, 2, 2, 3};
    for (int i = 0; i <= 4; i++)
        assert_int_equal(tree_node(m, tree_path(m, i))->round, round[i]);
    tree_free(m);
}

static void words_are_cleaned(void **state)
{
    (void)state;
    Tree *m = ring();
    Message error;
    assert_true(tree_set_comment(m, 0, "  one\t two \r\n\n three\x1b[31m ", NULL));
    assert_string_equal(tree_node(m, 0)->comment, "one two\n\nthree [31m");
    assert_false(tree_set_comment(m, 0, "bad \xff", &error));
    assert_string_equal(tree_node(m, 0)->comment, "one two\n\nthree [31m");
    assert_true(tree_set_comment(m, 0, " \n ", NULL));
    assert_null(tree_node(m, 0)->comment);
    char long_text[TREE_MAX_COMMENT + 2];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_false(tree_set_comment(m, 0, long_text, &error));
    long_text[sizeof long_text - 2] = '\0';
    assert_true(tree_set_comment(m, 0, long_text, &error));
    tree_free(m);
}

static void tags_keep_their_order(void **state)
{
    (void)state;
    Tree *m = ring();
    Message error;
    assert_true(tree_set_tag(m, "White", "Élodie  \"Lo\"", NULL));
    assert_true(tree_set_tag(m, "Event", "Café\nclub", NULL));
    assert_true(tree_set_tag(m, "Round", "3", NULL));
    assert_string_equal(tree_name(m, 0), "Élodie \"Lo\"");
    assert_null(tree_name(m, 1));
    assert_true(tree_set_tag(m, "White", NULL, NULL));
    assert_int_equal(tree_tag_count(m), 2);
    assert_string_equal(tree_tag_name(m, 0), "Event");
    assert_string_equal(tree_tag_value(m, 0), "Café club");
    assert_false(tree_set_tag(m, "9lives", "x", &error));
    assert_false(tree_set_tag(m, "", "x", &error));
    for (int i = 0; i < TREE_MAX_TAGS - 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "T%d", i);
        assert_true(tree_set_tag(m, name, "x", NULL));
    }
    assert_false(tree_set_tag(m, "Last", "x", &error));
    tree_free(m);
}

static void assert_stack(Tree *m, int place, const char *expected)
{
    Piece piece[MAX_STACK];
    char text[MAX_STACK * 2 + 1] = "";
    int count = tree_pieces(m, place, piece);
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        char kind = "STC"[piece[i].kind];
        text[at++] = piece[i].seat == 0 ? kind : (char)(kind + 'a' - 'A');
        if (piece[i].direction)
            text[at++] = "-nesw"[piece[i].direction];
    }
    text[at] = '\0';
    assert_string_equal(text, expected);
}

static void towers_keep_their_order_and_their_directions(void **state)
{
    (void)state;
    Tree *m = tree_new(&pyrga, NULL);
    int b2 = 1 + 4, b3 = 1 + 8;
    play(m, "Cb2 Tb2n Tb3s Sb2 Cb3");
    /* The position knows that b2 holds S, t and C, not that they came as C, t, S nor where t points. */
    assert_stack(m, b2, "Ctns");
    assert_stack(m, b3, "TsC");
    tree_undo(m);
    tree_undo(m);
    assert_stack(m, b2, "Ctn");
    assert_stack(m, b3, "Ts");
    tree_goto(m, 0);
    assert_stack(m, b2, "");
    play(m, "Tb2n");
    assert_stack(m, b2, "Tn");
    tree_free(m);
}

static void memory_that_runs_out_is_an_error(void **state)
{
    (void)state;
    bool finished = false;
    for (long n = 0; !finished; n++) {
        Message error = {0};
        memory_fail_after(n);
        Tree *m = tree_new(&ring3, NULL);
        bool ok = m && tree_set_tag(m, "White", "Anne", &error) && tree_set_comment(m, 0, "hello", &error);
        /* Every node gets two children, so that the tree outgrows its first memory without a repetition. */
        for (int i = 0; ok && i < 100; i++) {
            tree_goto(m, i / 2);
            ok = tree_play_text(m, i % 2 ? "left" : "right", &error);
        }
        memory_fail_after(-1);
        if (m && !ok)
            assert_string_equal(error.id, "there is not enough memory");
        finished = ok;
        tree_free(m);
        assert_true(n < 50);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_goes_back_and_redo_follows_the_last_line),
        cmocka_unit_test(a_move_that_is_there_already_adds_nothing),
        cmocka_unit_test(promoting_makes_the_main_line),
        cmocka_unit_test(illegal_moves_are_refused_with_the_games_reason),
        cmocka_unit_test(ALL_1_third_occurrence_is_a_draw),
        cmocka_unit_test(ALL_1_needs_the_same_player_to_move),
        cmocka_unit_test(resigning_gives_the_game_to_the_other_side),
        cmocka_unit_test(resigning_among_three_ends_in_a_draw_that_names_the_seat),
        cmocka_unit_test(a_declared_end_belongs_to_the_main_line),
        cmocka_unit_test(rounds_are_counted_by_seats),
        cmocka_unit_test(words_are_cleaned),
        cmocka_unit_test(tags_keep_their_order),
        cmocka_unit_test(towers_keep_their_order_and_their_directions),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
