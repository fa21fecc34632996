/* Trees of moves, records and rounds through the public library. */
#include <colonnade.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const cn_game *game(const char *id)
{
    const cn_game *g = cn_game_find(id);
    assert_non_null(g);
    return g;
}

static void test_a_tree_goes_there_and_back(void **state)
{
    (void)state;
    cn_tree *t = cn_tree_new(game("pyrga"), NULL);
    cn_error error;
    cn_node node;
    assert_non_null(t);
    assert_true(cn_tree_play_text(t, "Cb2", &error));
    assert_true(cn_tree_play_text(t, "Tb2n", &error));
    assert_false(cn_tree_play_text(t, "Tb2n", &error));
    assert_int_equal(error.code, CN_ERROR_TEXT_WRONG);
    assert_true(cn_tree_undo(t));
    assert_true(cn_tree_play_text(t, "Sb2", NULL));
    assert_int_equal(cn_tree_count(t), 4);
    assert_true(cn_tree_node(t, cn_tree_current(t), &node));
    assert_int_equal(node.parent, 1);
    assert_int_equal(node.ply, 2);
    assert_int_equal(node.winner, CN_ONGOING);
    assert_true(cn_tree_node(t, 1, &node));
    assert_int_equal(node.first_child, 2);
    assert_int_equal(cn_tree_main_end(t), 2);
    assert_true(cn_tree_promote(t, 3));
    assert_int_equal(cn_tree_main_end(t), 3);
    assert_false(cn_tree_goto(t, 4));
    assert_false(cn_tree_goto(t, -1));
    assert_false(cn_tree_node(t, 99, &node));
    assert_true(cn_tree_goto(t, 0));
    assert_false(cn_tree_undo(t));
    assert_true(cn_tree_redo(t));
    cn_tree_free(t);
    cn_tree_free(NULL);
}

static void test_a_tree_knows_the_order_of_a_stack(void **state)
{
    (void)state;
    const cn_game *g = game("pyrga");
    cn_tree *t = cn_tree_new(g, NULL);
    cn_piece piece[CN_MAX_STACK];
    assert_true(cn_tree_play_text(t, "Cb2", NULL));
    assert_true(cn_tree_play_text(t, "Tb2n", NULL));
    assert_int_equal(cn_tree_pieces(t, cn_place_find(g, "b2"), piece, CN_MAX_STACK), 2);
    assert_int_equal(piece[1].kind, 1);
    assert_int_equal(piece[1].direction, CN_NORTH);
    assert_int_equal(cn_tree_pieces(t, 99, piece, CN_MAX_STACK), 0);
    char *svg = cn_tree_svg(t, false);
    assert_non_null(strstr(svg, "<svg"));
    cn_free(svg);
    cn_tree_free(t);
}

static void test_a_record_is_read_as_it_was_written(void **state)
{
    (void)state;
    cn_tree *t = cn_tree_new(game("dorix"), NULL);
    cn_error error;
    assert_true(cn_tree_play_text(t, "a1", NULL));
    assert_true(cn_tree_set_comment(t, 1, "A corner.", &error));
    assert_false(cn_tree_set_comment(t, 7, "nowhere", &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_true(cn_tree_set_tag(t, "White", "Ada", &error));
    assert_false(cn_tree_set_tag(t, "not a name", "x", &error));
    assert_true(cn_tree_end(t, CN_REASON_RESIGNED, 1, &error));
    assert_false(cn_tree_play_text(t, "b1", &error));
    assert_int_equal(error.code, CN_ERROR_OVER);
    assert_false(cn_tree_end(t, CN_REASON_THREE_TOWERS, 1, &error));
    assert_false(cn_tree_end(t, CN_REASON_RESIGNED, 5, &error));
    char *text = cn_tree_write(t, &error);
    assert_non_null(text);
    cn_tree *again = cn_tree_read(text, strlen(text), &error);
    assert_non_null(again);
    cn_node node;
    assert_true(cn_tree_node(again, 1, &node));
    assert_string_equal(node.comment, "A corner.");
    assert_int_equal(node.winner, 0);
    assert_int_equal(node.reason, CN_REASON_RESIGNED);
    assert_string_equal(cn_tree_tag(again, "White"), "Ada");
    assert_null(cn_tree_tag(again, "Black"));
    char *second = cn_tree_write(again, &error);
    assert_string_equal(text, second);
    cn_free(text);
    cn_free(second);
    cn_tree_free(t);
    cn_tree_free(again);
}

static void test_a_wrong_record_says_where(void **state)
{
    (void)state;
    static const char text[] = "[Game \"pyrga\"]\n\n1. Cb2 Sd4 *\n";
    cn_error error = {0};
    assert_null(cn_tree_read(text, sizeof text - 1, &error));
    assert_int_equal(error.code, CN_ERROR_TEXT_WRONG);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.at, 9);
    assert_non_null(strstr(error.text, "line 3, character 9: "));
    assert_null(cn_tree_read("", 0, NULL));
}

/* --- rounds --- */

static cn_action act(cn_action_type type, int seat)
{
    return (cn_action){.size = sizeof(cn_action), .type = type, .seat = seat, .node = CN_HEAD};
}

static cn_round *begun(cn_events *events)
{
    cn_round *r = cn_round_new(&(cn_round_options){.size = sizeof(cn_round_options),
                                                   .game = game("dorix"),
                                                   .clock = {.kind = CN_INCREMENT, .base = 60000, .step = 1000}},
                               0, events);
    assert_non_null(r);
    for (int seat = 0; seat < 2; seat++) {
        cn_action sit = act(CN_ACT_SIT, seat);
        sit.kind = CN_SEAT_PERSON;
        sit.text = seat ? "Bob" : "Ada";
        assert_int_equal(cn_round_act(r, &sit, 0, events, NULL), CN_DONE);
    }
    return r;
}

static void test_a_round_keeps_clocks_and_turns(void **state)
{
    (void)state;
    cn_events events;
    cn_error error;
    cn_state now;
    cn_seat seat;
    cn_round *r = begun(&events);
    assert_int_equal(events.event[events.count - 1].type, CN_EVENT_BEGAN);
    cn_action m = act(CN_ACT_MOVE, 1);
    m.text = "a1";
    assert_int_equal(cn_round_act(r, &m, 0, &events, &error), CN_NOT_YOUR_TURN);
    assert_int_equal(error.code, CN_ERROR_REFUSED);
    assert_string_equal(cn_refusal_word(CN_NOT_YOUR_TURN), "not-your-turn");
    assert_int_equal(events.count, 0);
    m.seat = 0;
    assert_int_equal(cn_round_act(r, &m, 5000, &events, &error), CN_DONE);
    assert_int_equal(events.event[0].type, CN_EVENT_MOVED);
    assert_string_equal(events.event[0].text, "a1");
    m.seat = 1;
    m.text = "a1";
    assert_int_equal(cn_round_act(r, &m, 6000, NULL, &error), CN_ILLEGAL);
    assert_true(strlen(error.text) > 5);
    cn_round_state(r, &now);
    assert_int_equal(now.phase, CN_PLAYING);
    assert_int_equal(now.mover, 1);
    assert_int_equal(now.head, 1);
    assert_true(cn_round_seat(r, 0, 6000, &seat));
    assert_string_equal(seat.name, "Ada");
    assert_int_equal(seat.time, 56000);         /* five seconds spent, one gained */
    assert_false(cn_round_seat(r, 2, 0, &seat));
    int64_t deadline;
    if (cn_round_deadline(r, &deadline)) {
        cn_action tick = act(CN_ACT_TICK, CN_HOUSE);
        assert_int_equal(cn_round_act(r, &tick, deadline + 1, &events, NULL), CN_DONE);
        cn_round_state(r, &now);
        assert_int_equal(now.phase, CN_OVER);
        assert_int_equal(now.reason, CN_REASON_TIME);
        assert_int_equal(now.winner, 0);
    } else
        fail();
    cn_round_free(r);
}

static void test_a_round_replays_from_its_lines(void **state)
{
    (void)state;
    char log[8192] = "";
    cn_events events;
    cn_round *r = cn_round_new(
        &(cn_round_options){.size = sizeof(cn_round_options), .game = game("pylos"), .free = true}, 7, &events);
    assert_non_null(r);
    cn_action m = act(CN_ACT_MOVE, 0);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < events.count; k++) {
            strcat(log, events.event[k].line);
            strcat(log, "\n");
        }
        if (i == 2)
            break;
        m.seat = i;
        m.text = i ? "1c3" : "1b2";
        assert_int_equal(cn_round_act(r, &m, 10 + i, &events, NULL), CN_DONE);
    }
    cn_error error = {0};
    cn_round *again = cn_round_replay(log, strlen(log), &error);
    assert_non_null(again);
    cn_state one, other;
    cn_round_state(r, &one);
    cn_round_state(again, &other);
    assert_int_equal(one.events, other.events);
    assert_int_equal(one.head, other.head);
    cn_position p, q;
    cn_tree_position(cn_round_tree(again), &p);
    assert_true(cn_tree_goto(cn_round_tree(r), one.head) && cn_tree_goto(cn_round_tree(again), one.head));
    cn_tree_position(cn_round_tree(r), &p);
    cn_tree_position(cn_round_tree(again), &q);
    assert_true(cn_equal(&p, &q));
    strcat(log, "rubbish\n");
    assert_null(cn_round_replay(log, strlen(log), &error));
    assert_int_equal(error.line, one.events + 1);
    cn_round_free(r);
    cn_round_free(again);
    cn_round_free(NULL);
}

static void test_structs_of_the_wrong_size_are_refused(void **state)
{
    (void)state;
    assert_null(cn_round_new(&(cn_round_options){.game = game("pylos")}, 0, NULL));
    assert_null(cn_round_new(NULL, 0, NULL));
    cn_events events;
    cn_round *r = begun(&events);
    cn_error error;
    assert_int_equal(cn_round_act(r, &(cn_action){.type = CN_ACT_RESIGN}, 0, &events, &error), CN_BAD_VALUE);
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    cn_action odd = act((cn_action_type)99, 0);
    assert_int_equal(cn_round_act(r, &odd, 0, &events, NULL), CN_BAD_VALUE);
    assert_int_equal(cn_round_offered(r, (cn_offer)9, NULL), -1);
    assert_int_equal(cn_round_offered(r, CN_OFFER_DRAW, NULL), -1);
    assert_string_equal(cn_refusal_word((cn_refusal)99), "");
    cn_round_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_tree_goes_there_and_back),
        cmocka_unit_test(test_a_tree_knows_the_order_of_a_stack),
        cmocka_unit_test(test_a_record_is_read_as_it_was_written),
        cmocka_unit_test(test_a_wrong_record_says_where),
        cmocka_unit_test(test_a_round_keeps_clocks_and_turns),
        cmocka_unit_test(test_a_round_replays_from_its_lines),
        cmocka_unit_test(test_structs_of_the_wrong_size_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
