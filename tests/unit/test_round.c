/* Rounds: seats, clocks, offers, time, taking back, replay. */
#include "core/record.h"

#include "round_acts.h"

static void the_last_seat_begins_the_game(void **unused)
{
    (void)unused;
    RoundOptions options = {.game = registry_find("pyrga")};
    Round *r = round_new(&options, 0, &events);
    assert_string_equal(happened(), "started");
    assert_true(act(r, (RoundAction){.type = ROUND_SIT, .seat = 1, .kind = ROUND_LEVEL, .level = 3}, 5));
    assert_false(play(r, "Sb2", 6));
    assert_int_equal(why.code, ROUND_SEAT_IS_EMPTY);
    assert_false(act(r, (RoundAction){.type = ROUND_SIT, .seat = 1, .kind = ROUND_PERSON}, 7));
    assert_int_equal(why.code, ROUND_SEAT_IS_TAKEN);
    assert_true(act(r, (RoundAction){.type = ROUND_SIT, .seat = 0, .kind = ROUND_PERSON, .text = " Zoé\t A. "}, 8));
    assert_string_equal(happened(), "sat began");
    assert_string_equal(round_seat(r, 0)->name, "Zoé A.");
    assert_string_equal(tree_name(round_tree(r), 0), "Zoé A.");
    assert_false(act(r, (RoundAction){.type = ROUND_STAND, .seat = 0}, 9));
    assert_int_equal(why.code, ROUND_HAS_BEGUN);
    round_free(r);
}

static void a_move_must_be_legal_and_in_turn(void **unused)
{
    (void)unused;
    Round *r = start("pyrga", untimed, false);
    assert_false(play(r, "Sz9", 0));
    assert_int_equal(why.code, ROUND_ILLEGAL);
    assert_non_null(why.detail.id);
    assert_false(act(r, (RoundAction){.type = ROUND_MOVE, .seat = 1, .node = ROUND_HEAD, .text = "Sb2"}, 0));
    assert_int_equal(why.code, ROUND_NOT_YOUR_TURN);
    assert_true(play(r, "Sb2", 0));
    assert_string_equal(happened(), "moved");
    assert_false(act(r, (RoundAction){.type = ROUND_MOVE, .seat = 0, .node = 0, .text = "Sb2"}, 0));
    assert_int_equal(why.code, ROUND_STALE);
    round_free(r);
}

static void clocks_run_and_the_increment_is_added(void **unused)
{
    (void)unused;
    Round *r = start("pyrga", (RoundClock){ROUND_INCREMENT, 10000, 2000}, false);
    assert_true(play(r, "Sb2", 3000));
    assert_int_equal(round_seat(r, 0)->time, 9000);
    assert_int_equal(round_time_left(r, 1, 4000), 9000);
    /* Time that goes backwards costs nothing and gives nothing. */
    assert_true(play(r, "Sa2", 1000));
    assert_int_equal(events.event[0].at, 3000);
    assert_int_equal(round_seat(r, 1)->time, 12000);
    int64_t deadline = 0;
    assert_true(round_deadline(r, &deadline));
    assert_int_equal(deadline, 3000 + 9000 + 400);
    assert_true(act(r, (RoundAction){.type = ROUND_TICK, .seat = ROUND_HOUSE}, deadline - 1));
    assert_int_equal(events.count, 0);
    assert_true(act(r, (RoundAction){.type = ROUND_TICK, .seat = ROUND_HOUSE}, deadline));
    assert_string_equal(happened(), "flagged ended");
    assert_int_equal(round_result(r, 0), ROUND_LOST);
    assert_int_equal(round_result(r, 1), ROUND_WON);
    assert_int_equal(round_seat(r, 0)->time, 0);
    assert_false(round_deadline(r, &deadline));
    round_free(r);
}

static void lag_is_credited_up_to_a_limit(void **unused)
{
    (void)unused;
    Round *r = start("pyrga", (RoundClock){ROUND_SUDDEN, 1000, 0}, false);
    RoundAction a = {.type = ROUND_MOVE, .node = ROUND_HEAD, .text = "Sb2", .lag = 300};
    assert_true(act(r, a, 1200));
    assert_int_equal(round_seat(r, 0)->time, 100);
    a = (RoundAction){.type = ROUND_MOVE, .seat = 1, .node = ROUND_HEAD, .text = "Sa2", .lag = 100000};
    assert_false(act(r, a, 1200 + 1400));
    assert_int_equal(why.code, ROUND_LATE);
    assert_string_equal(happened(), "flagged ended");
    round_free(r);
}

static void time_per_move_starts_anew(void **unused)
{
    (void)unused;
    Round *r = start("pyrga", (RoundClock){ROUND_PER_MOVE, 86400000, 0}, false);
    assert_true(play(r, "Sb2", 86399000));
    assert_int_equal(round_seat(r, 0)->time, 86400000);
    assert_false(act(r, (RoundAction){.type = ROUND_CLAIM, .seat = 1}, 86399001));
    assert_int_equal(why.code, ROUND_NOT_ALLOWED);
    round_free(r);
}

static void pauses_and_restarts_cost_nothing(void **unused)
{
    (void)unused;
    Round *r = start("pyrga", (RoundClock){ROUND_SUDDEN, 10000, 0}, false);
    assert_false(act(r, (RoundAction){.type = ROUND_PAUSE, .seat = 0}, 0));
    assert_true(act(r, (RoundAction){.type = ROUND_PAUSE, .seat = ROUND_HOUSE}, 1000));
    assert_int_equal(round_time_left(r, 0, 900000), 9000);
    assert_true(act(r, (RoundAction){.type = ROUND_RUN, .seat = ROUND_HOUSE}, 900000));
    assert_int_equal(round_time_left(r, 0, 901000), 8000);
    assert_true(act(r, (RoundAction){.type = ROUND_RESTART, .seat = ROUND_HOUSE, .amount = 5000}, 2000000));
    assert_int_equal(round_time_left(r, 0, 2000000), 14000);
    round_free(r);
}

static void a_draw_needs_everybody(void **unused)
{
    (void)unused;
    Round *r = start("dorix-3", untimed, false);
    unsigned asked = 0;
    assert_true(offer(r, 2, ROUND_DRAW));
    assert_int_equal(round_offered(r, ROUND_DRAW, &asked), 2);
    assert_int_equal(asked, 3);
    assert_false(offer(r, 2, ROUND_DRAW));
    assert_int_equal(why.code, ROUND_ALREADY_OFFERED);
    assert_false(answer(r, 2, ROUND_DRAW, true));
    assert_int_equal(why.code, ROUND_NO_OFFER);
    assert_true(answer(r, 0, ROUND_DRAW, true));
    assert_string_equal(happened(), "answered");
    assert_true(offer(r, 1, ROUND_DRAW));   /* the same offer means yes */
    assert_string_equal(happened(), "answered ended");
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(round_result(r, seat), ROUND_DREW);
    round_free(r);
}

static void a_move_declines_and_one_may_not_insist(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, false);
    assert_true(play(r, "1a1", 0));
    assert_true(offer(r, 0, ROUND_DRAW));
    assert_true(play(r, "1b1", 0));
    assert_string_equal(happened(), "answered moved");
    assert_false(offer(r, 0, ROUND_DRAW));
    assert_int_equal(why.code, ROUND_TOO_SOON);
    assert_true(offer(r, 1, ROUND_DRAW));
    assert_true(act(r, (RoundAction){.type = ROUND_WITHDRAW, .seat = 1, .offer = ROUND_DRAW}, 0));
    assert_false(offer(r, 1, ROUND_DRAW));
    static const char *const more[] = {"1c1", "1d1", "1a2", "1b3", "1c2", "1d2", "1a3", "1c4"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        assert_true(play(r, more[i], 0));
    assert_false(offer(r, 0, ROUND_DRAW));
    assert_true(play(r, "1d4", 0));
    assert_true(offer(r, 0, ROUND_DRAW));
    round_free(r);
}

static void taking_back_goes_to_ones_own_last_choice(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, false);
    assert_false(offer(r, 0, ROUND_TAKE_BACK));
    assert_int_equal(why.code, ROUND_NOTHING_TO_TAKE_BACK);
    assert_true(play(r, "1a1", 0) && play(r, "1b1", 0) && play(r, "1c1", 0));
    assert_true(offer(r, 1, ROUND_TAKE_BACK));
    assert_true(answer(r, 0, ROUND_TAKE_BACK, true));
    assert_string_equal(happened(), "answered taken-back");
    assert_int_equal(round_head(r), 1);
    assert_int_equal(round_mover(r), 1);
    assert_int_equal(tree_count(round_tree(r)), 2);
    assert_true(resign(r, 0));  /* where it stands after taking back */
    assert_int_equal(round_result(r, 1), ROUND_WON);
    round_free(r);
}

static void a_rematch_is_agreed_once_the_game_is_over(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, false);
    assert_false(offer(r, 0, ROUND_REMATCH));
    assert_int_equal(why.code, ROUND_IS_NOT_OVER);
    assert_true(resign(r, 1));
    assert_true(offer(r, 0, ROUND_REMATCH));
    assert_true(answer(r, 1, ROUND_REMATCH, true));
    assert_true(round_rematch_agreed(r));
    assert_int_equal(round_rematch_seat(r, 0), 1);
    assert_int_equal(round_rematch_seat(r, 1), 0);
    round_free(r);
}

static void a_game_can_be_called_off_at_its_beginning(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, false);
    assert_true(play(r, "1a1", 0) && play(r, "1b1", 0));
    assert_false(act(r, (RoundAction){.type = ROUND_ABORT, .seat = 1}, 0));
    assert_int_equal(why.code, ROUND_NOT_ALLOWED);
    assert_true(act(r, (RoundAction){.type = ROUND_ABORT, .seat = ROUND_HOUSE}, 0));
    assert_int_equal(round_result(r, 0), ROUND_OPEN);
    assert_false(play(r, "1c1", 0));
    assert_int_equal(why.code, ROUND_IS_OVER);
    round_free(r);
}

static void free_rounds_branch_and_lose_nothing(void **unused)
{
    (void)unused;
    Round *r = start("pylos", untimed, true);
    assert_true(play(r, "1a1", 0) && play(r, "1b1", 0) && play(r, "1c1", 0));
    assert_true(act(r, (RoundAction){.type = ROUND_MOVE, .seat = 1, .node = 1, .text = "1d1"}, 0));
    assert_int_equal(tree_count(round_tree(r)), 5);
    assert_int_equal(round_head(r), 4);
    assert_true(resign(r, 0));
    assert_true(act(r, (RoundAction){.type = ROUND_REOPEN, .seat = 0}, 0));
    assert_int_equal(round_phase(r), ROUND_PLAYING);
    /* Back on the first line, which is the game again. */
    assert_true(act(r, (RoundAction){.type = ROUND_MOVE, .seat = 1, .node = 3, .text = "1d1"}, 0));
    assert_int_equal(tree_node(round_tree(r), round_head(r))->ply, 4);
    round_free(r);
}

static void log_event(void *context, const RoundEvent *event)
{
    char line[ROUND_LINE];
    round_event_write(event, line);
    buffer_format((Buffer *)context, "%s\n", line);
}

static void a_record_is_adopted_as_events(void **unused)
{
    (void)unused;
    static const char text[] = "[Game \"dorix-3\"]\n[White \"Anne\"]\n[Date \"2026.01.02\"]\n[Result \"ongoing\"]\n"
                               "[BlackLeft \"time 4 level 7\"]\n\n"
                               "1. a1 {first} 1... b1 (1... c1 d1) (1... d4) 1..... c2 2. a2 b2 (2... b3)\nongoing\n";
    RecordError error;
    Tree *tree = record_read(text, strlen(text), registry_find, &error);
    assert_non_null(tree);
    RoundOptions options = {.game = tree_game(tree), .free = true};
    Round *r = round_new(&options, 7, &events);
    Buffer log = {0};
    log_event(&log, &events.event[0]);
    assert_true(round_adopt(r, tree, 9, log_event, &log));
    Buffer record = {0}, state = {0}, replayed = {0};
    assert_true(record_write(round_tree(r), &record, NULL));
    assert_string_equal(record.text, text);
    assert_true(round_seat(r, 1)->left);
    Round *again = round_replay(buffer_text(&log), log.length, registry_find, NULL);
    assert_non_null(again);
    round_write(r, &state);
    round_write(again, &replayed);
    assert_string_equal(state.text, replayed.text);
    round_free(again);
    round_free(r);
    tree_free(tree);
    buffer_free(&record);
    buffer_free(&state);
    buffer_free(&replayed);
    buffer_free(&log);
}

/* A line names a reason of the game's own; only the round knows whether the game has it. */
static void an_end_for_a_reason_of_another_game_is_damage(void **unused)
{
    (void)unused;
    static const char text[] = "[Game \"dorix\"]\n\n1. a1 a2 2. b2 a3 3. c3 a4 4. d4 w\n";
    Tree *tree = record_read(text, strlen(text), registry_find, NULL);
    assert_non_null(tree);
    Round *r = round_new(&(RoundOptions){.game = tree_game(tree), .free = true}, 7, &events);
    Buffer log = {0};
    log_event(&log, &events.event[0]);
    assert_true(round_adopt(r, tree, 9, log_event, &log));
    char *reason = strstr(buffer_text(&log), "diagonal-held");
    assert_non_null(reason);
    Round *again = round_replay(buffer_text(&log), log.length, registry_find, NULL);
    assert_non_null(again);
    round_free(again);
    memcpy(reason, "centre-helped", strlen("diagonal-held"));
    assert_null(round_replay(buffer_text(&log), log.length, registry_find, NULL));
    round_free(r);
    tree_free(tree);
    buffer_free(&log);
}

static void events_have_one_text(void **unused)
{
    (void)unused;
    RoundEvent e;
    static const char *const good[] = {
        "1 0 started pylos none fair 400 60000 5",
        "1 -5 started dorix increment:300000+3000 free 0 60000 5",
        "2 17 sat w person 0 Zoé A.",
        "3 17 sat b level 10",
        "9 20 moved w 0 299000 1a1",
        "10 20 left r stayed-away 5",
        "11 20 ended draw agreed -",
        "12 20 ended w top-reached -",
        "13 20 clock move:86400000",
    };
    static const char *const bad[] = {
        "",
        "1",
        "1 0",
        "01 0 began",
        "1 0 began ",
        "1  0 began",
        "1 0 started pylos none fair 400 60000 5 ",
        "1 0 started chess none fair 400 60000 5",
        "2 17 sat x person 0",
        "2 17 sat w person 11",
        "9 20 moved w -1 0 1a1",
        "9 20 ended - agreed -",
        "1 0 clock sudden:0",
        "1 0 clock sudden:99999999999999999999",
        "2 17 sat w person 0 A\tB",
        "2 17 sat w person 0 \xff",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(round_event_read(good[i], registry_find, &e));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(round_event_read(bad[i], registry_find, &e));
    for (int code = 1; code < ROUND_REFUSALS; code++)
        assert_true(strlen(round_refusal_text((RoundRefusalCode)code)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_seat_begins_the_game),
        cmocka_unit_test(a_move_must_be_legal_and_in_turn),
        cmocka_unit_test(clocks_run_and_the_increment_is_added),
        cmocka_unit_test(lag_is_credited_up_to_a_limit),
        cmocka_unit_test(time_per_move_starts_anew),
        cmocka_unit_test(pauses_and_restarts_cost_nothing),
        cmocka_unit_test(a_draw_needs_everybody),
        cmocka_unit_test(a_move_declines_and_one_may_not_insist),
        cmocka_unit_test(taking_back_goes_to_ones_own_last_choice),
        cmocka_unit_test(a_rematch_is_agreed_once_the_game_is_over),
        cmocka_unit_test(a_game_can_be_called_off_at_its_beginning),
        cmocka_unit_test(free_rounds_branch_and_lose_nothing),
        cmocka_unit_test(a_record_is_adopted_as_events),
        cmocka_unit_test(an_end_for_a_reason_of_another_game_is_damage),
        cmocka_unit_test(events_have_one_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
