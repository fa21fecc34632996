/* Pylos: each ruling by its number, with the sentences that quote it. */
#include "games/pylos/pylos.h"
#include "games/pylos/pylos_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { MANY = 1024 };

static const Game *const rulesets[] = {&pylos, &pylos_children, &pylos_expert, &pylos_lenient, &pylos_expert_lenient};

/* Named after what White, to move, can do. */
#define START   "..../..../..../....|.../.../...|../..|. w"
#define SQUARE  "..../..../w.../ww..|.../.../...|../..|. w"  /* 1b2 makes a square */
#define CARRIED "..../..../www./ww..|.../.../w..|../..|. w"  /* 1c1 makes a square; 2a1 lies on four white balls */
#define LINE    "..../..../..../www.|.../.../...|../..|. w"  /* 1d1 makes a line */
#define SQUARE2 "..../bwb./wbw./bwb.|.../w../ww.|../..|. w"  /* 2b2 makes a square on level 2 */
#define SQUARE3 "wbwb/bwbw/wbwb/bwbw|bwb/wbw/bbb|w./ww|. w"  /* 3b2 makes one on level 3, with the last ball */
#define LAST    "wbwb/bwbw/wbwb/bwbw|bwb/www/bwb|b./wb|. w"  /* 3b2, with the last ball, makes none */

static Position position(const char *text)
{
    Position p;
    Message error;
    char said[256] = "";
    if (!pylos.read_position(text, &p, &error)) {
        message_english(&error, said, sizeof said);
        fail_msg("%s: %s", text, said);
    }
    return p;
}

/* The move that `text` names, which must be legal and written `canonical`. */
static Move read_as(const Game *g, const char *at, const char *text, const char *canonical)
{
    Position p = position(at);
    Move m = 0, all[MANY];
    Message error;
    char written[MOVE_TEXT], said[256];
    if (!g->read_move(&p, text, &m, &error)) {
        message_english(&error, said, sizeof said);
        fail_msg("%s: %s in %s: %s", g->id, text, at, said);
    }
    size_t count = g->moves(&p, all, MANY), found = 0;
    for (size_t i = 0; i < count; i++)
        found += all[i] == m;
    if (found != 1)
        fail_msg("%s: %s in %s is listed %zu times", g->id, text, at, found);
    g->write_move(&p, m, written);
    assert_string_equal(written, canonical);
    return m;
}

static Move legal(const Game *g, const char *at, const char *text) { return read_as(g, at, text, text); }

static void illegal(const Game *g, const char *at, const char *text, const char *sentence)
{
    Position p = position(at);
    Move m, all[MANY];
    Message error;
    char said[256], written[MOVE_TEXT];
    if (g->read_move(&p, text, &m, &error))
        fail_msg("%s: %s is accepted in %s", g->id, text, at);
    message_english(&error, said, sizeof said);
    assert_string_equal(said, sentence);
    for (size_t i = 0, count = g->moves(&p, all, MANY); i < count; i++) {
        g->write_move(&p, all[i], written);
        assert_string_not_equal(written, text);
    }
}

static void leads_to(const Game *g, const char *at, const char *move, const char *after)
{
    Position p = position(at);
    char text[POSITION_TEXT];
    g->play(&p, legal(g, at, move), &p);
    g->write_position(&p, text);
    assert_string_equal(text, after);
}

/* Moves in all, by the list and by the counter. */
static size_t count(const Game *g, const char *at)
{
    Position p = position(at);
    Move all[MANY];
    size_t n = g->moves(&p, all, MANY);
    assert_int_equal(g->count(&p), n);
    assert_int_equal(g->moves(&p, NULL, 0), n);
    return n;
}

/* Moves whose text begins with `start`. */
static size_t count_starting(const Game *g, const char *at, const char *start)
{
    Position p = position(at);
    Move all[MANY];
    char written[MOVE_TEXT];
    size_t n = 0;
    g->moves(&p, all, MANY);
    for (size_t i = 0, listed = count(g, at); i < listed; i++) {
        g->write_move(&p, all[i], written);
        n += strncmp(written, start, strlen(start)) == 0;
    }
    return n;
}

static void outcome(const Game *g, const char *at, const char *move, const char *result, int reason)
{
    Position p = position(at);
    if (move)
        g->play(&p, legal(g, at, move), &p);
    Outcome o = g->outcome(&p);
    Move any;
    assert_string_equal(game_result_text(g, o), result);
    assert_int_equal(o.reason, reason);
    assert_int_equal(g->moves(&p, &any, 1) == 0, o.over);
    assert_int_equal(g->count(&p) == 0, o.over);
}

/* --- PYL-1 --- */

static void pyl_1_any_usable_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(count(rulesets[i], START), 16);
        leads_to(rulesets[i], START, "1c2", "..../..../..w./....|.../.../...|../..|. b");
        leads_to(rulesets[i], "..../.wb./.bw./....|.../.../...|../..|. b", "2b2",
                 "..../.wb./.bw./....|.../.b./...|../..|. w");
        /* 12 of level 1, 2b2, and no raise: both black balls are under 2b2 */
        assert_int_equal(count(rulesets[i], "..../.wb./.bw./....|.../.../...|../..|. b"), 13);
    }
    illegal(&pylos, "..../.w../.bw./....|.../.../...|../..|. b", "2b2",
            "character 1: 2b2 hangs in the air: 1c3 is empty");
    illegal(&pylos, START, "4a1", "character 1: 4a1 hangs in the air: 3a1 is empty");
    illegal(&pylos, SQUARE, "1a2", "character 1: there is already a ball on 1a2");
}

static void pyl_1_raise_moves_one_ball(void **state)
{
    (void)state;
    for (size_t i = 0; i < 5; i++)
        leads_to(rulesets[i], "...w/..../bw../wb..|.../.../...|../..|. w", "1d4-2a1",
                 "..../..../bw../wb..|.../.../w..|../..|. b");
}

static void pyl_1_raise_goes_strictly_higher(void **state)
{
    (void)state;
    const char *two = "..../..../bwbw/wbwb|.../.../w..|../..|. w";
    illegal(&pylos, two, "2a1-2c1",
            "character 5: a ball can only be raised to a higher level: 2c1 is not higher than 2a1");
    illegal(&pylos, two, "2a1-1a4",
            "character 5: a ball can only be raised to a higher level: 1a4 is not higher than 2a1");
    illegal(&pylos, SQUARE, "1a1-1a1",
            "character 5: a ball can only be raised to a higher level: 1a1 is not higher than 1a1");
    /* Two levels at once are fine: from 1d4 onto 2a1 2b1 2a2 2b2. */
    leads_to(&pylos, "...w/bwb./wbw./bwb.|.../bw./wb.|../..|. w", "1d4-3a1",
             "..../bwb./wbw./bwb.|.../bw./wb.|../w.|. b");
    assert_int_equal(count_starting(&pylos, "...w/bwb./wbw./bwb.|.../bw./wb.|../..|. w", "2"), 0);
}

static void pyl_1_raised_ball_carries_nothing(void **state)
{
    (void)state;
    const char *at = "..../..../bw../wb..|.../.../...|../..|. w";
    illegal(&pylos, at, "1a1-2a1", "character 5: 2a1 would hang in the air: 1a1 carries it and cannot be raised there");
    illegal(&pylos, at, "1b2-2a1", "character 5: 2a1 would hang in the air: 1b2 carries it and cannot be raised there");
    illegal(&pylos, at, "1a1-2b1", "character 5: 2b1 hangs in the air: 1c1 is empty");
    assert_int_equal(count(&pylos, at), 13); /* 12 places of level 1, and 2a1 from the reserve */
    /* On two levels at once: 2a1 is free, but 3a1 lies on it. */
    illegal(&pylos, "..../bwb./wbw./bwb.|.../bb./wb.|../..|. w", "2a1-3a1",
            "character 5: 3a1 would hang in the air: 2a1 carries it and cannot be raised there");
}

static void pyl_1_only_own_free_balls_rise(void **state)
{
    (void)state;
    const char *at = "b.../..../wwbw/wbwb|.../.../w..|../..|. w";
    illegal(&pylos, at, "1a1-2b1", "character 1: the ball on 1a1 carries the one on 2a1: it cannot be raised");
    illegal(&pylos, at, "1a4-2b1", "character 1: the ball on 1a4 is not yours");
    illegal(&pylos, at, "1b4-2b1", "character 1: 1b4 is empty: there is no ball to raise");
    legal(&pylos, at, "1d2-2b1");
    illegal(&pylos, at, "1c1-2c1", "character 5: 2c1 would hang in the air: 1c1 carries it and cannot be raised there");
}

/* --- PYL-2 --- */

static void pyl_2_obliged_to_take_one(void **state)
{
    (void)state;
    const char *obliged = "character 4: 1b2 completes a square of your colour: take back one or two balls";
    illegal(&pylos, SQUARE, "1b2", obliged);
    illegal(&pylos_expert, SQUARE, "1b2", obliged);
    /* 12 other places; after 1b2 four free balls: 4 single ones and 6 pairs. */
    assert_int_equal(count(&pylos, SQUARE), 22);
    assert_int_equal(count_starting(&pylos, SQUARE, "1b2"), 10);
    leads_to(&pylos, SQUARE, "1b2x1a1", "..../..../ww../.w..|.../.../...|../..|. b");
    leads_to(&pylos, SQUARE, "1b2x1a1x1b1", "..../..../ww../....|.../.../...|../..|. b");
    illegal(&pylos, SQUARE, "1b2x1a1x1b1x1a2", "character 12: two balls at most can be taken back");
}

static void pyl_2_only_completed_squares_of_ones_colour(void **state)
{
    (void)state;
    illegal(&pylos, SQUARE, "1c1x1c1",
            "character 4: no ball can be taken back: 1c1 completes no square of your colour");
    /* Black on the last place of White's square; a square that was there before. */
    illegal(&pylos, "..../..../w.../ww..|.../.../...|../..|. b", "1b2x1b2",
            "character 4: no ball can be taken back: 1b2 completes no square of your colour");
    illegal(&pylos, "..../..../ww../ww..|.../.../...|../..|. w", "1c1x1c1",
            "character 4: no ball can be taken back: 1c1 completes no square of your colour");
    illegal(&pylos, "..../..../b.../ww..|.../.../...|../..|. w", "1b2x1b2",
            "character 4: no ball can be taken back: 1b2 completes no square of your colour");
    /* 1d1 and 1a2 are not neighbours, though their numbers are consecutive. */
    legal(&pylos, "..../w.../w..w/....|.../.../...|../..|. w", "1d1");
}

static void pyl_2_only_own_free_balls(void **state)
{
    (void)state;
    illegal(&pylos, CARRIED, "1c1x1a1", "character 5: the ball on 1a1 carries the one on 2a1: it cannot be taken back");
    illegal(&pylos, "b.../..../w.../ww..|.../.../...|../..|. w", "1b2x1a4",
            "character 5: the ball on 1a4 is not yours");
    illegal(&pylos, SQUARE, "1b2x1d4", "character 5: 1d4 is empty: there is no ball to take back");
    illegal(&pylos, SQUARE, "1b2x1a1x1a1", "character 9: 1a1 is empty: there is no ball to take back");
    illegal(&pylos, "...b/..../w.../ww..|.../.../...|../..|. w", "1b2x1a1x1d4",
            "character 9: the ball on 1d4 is not yours");
}

static void pyl_2_second_freed_by_the_first(void **state)
{
    (void)state;
    leads_to(&pylos, CARRIED, "1c1x2a1x1a1", "..../..../www./.ww.|.../.../...|../..|. b");
    /* Free: 1c1, 1c2, 2a1; freed by 2a1: 1a1, 1b1, 1a2, 1b2. */
    assert_int_equal(count_starting(&pylos, CARRIED, "1c1"), 3 + 3 + 4);
    /* With 2b1 on them as well, 1b1 and 1b2 stay where they are. */
    const char *two = "..../w.../wwww/wwb.|.../.../wb.|../..|. w";
    illegal(&pylos, two, "1b3x2a1x1b2", "character 9: the ball on 1b2 carries the one on 2b1: it cannot be taken back");
    legal(&pylos, two, "1b3x2a1x1a1");
    /* The ball above must be the player's own: Black's 2a1 keeps all four down. */
    assert_int_equal(count_starting(&pylos, "..../..../www./ww..|.../.../b..|../..|. w", "1c1"), 2 + 1);
}

static void pyl_2_on_any_level(void **state)
{
    (void)state;
    illegal(&pylos, SQUARE2, "2b2", "character 4: 2b2 completes a square of your colour: take back one or two balls");
    assert_int_equal(count_starting(&pylos, SQUARE2, "2b2"), 10);
    leads_to(&pylos, SQUARE2, "2b2x2a1x2b2", "..../bwb./wbw./bwb.|.../w../.w.|../..|. b");
    illegal(&pylos, SQUARE3, "3b2", "character 4: 3b2 completes a square of your colour: take back one or two balls");
    assert_int_equal(count(&pylos, SQUARE3), 10);
}

static void pyl_2_several_squares_give_two_balls(void **state)
{
    (void)state;
    const char *cross = "..../www./w.w./www.|.../.../...|../..|. w"; /* 1b2 completes four squares */
    assert_int_equal(count_starting(&pylos, cross, "1b2"), 9 + 36);
    illegal(&pylos, cross, "1b2x1a1x1b1x1c1", "character 12: two balls at most can be taken back");
}

static void pyl_2_raising_counts(void **state)
{
    (void)state;
    const char *at = "...w/bwb./wbw./bwb.|.../w../ww.|../..|. w";
    illegal(&pylos, at, "1d4-2b2", "character 8: 2b2 completes a square of your colour: take back one or two balls");
    leads_to(&pylos, at, "1d4-2b2x2b2", "..../bwb./wbw./bwb.|.../w../ww.|../..|. b");
    illegal(&pylos, at, "1d4-2b2x1d4", "character 9: 1d4 is empty: there is no ball to take back");
    assert_int_equal(count_starting(&pylos, at, "1d4-2b2"), 10);
    assert_int_equal(count_starting(&pylos, at, "2b2"), 5 + 10); /* from the reserve 1d4 is still there */
}

static void pyl_2_same_ball_back_passes_the_turn(void **state)
{
    (void)state;
    leads_to(&pylos, SQUARE, "1b2x1b2", "..../..../w.../ww..|.../.../...|../..|. b");
}

/* --- PYL-3 --- */

static void pyl_3_pair_is_one_move(void **state)
{
    (void)state;
    Move m = legal(&pylos, SQUARE, "1b2x1a1x1b2");
    assert_true(m == read_as(&pylos, SQUARE, "1b2x1b2x1a1", "1b2x1a1x1b2"));
    assert_int_equal(count_starting(&pylos, SQUARE, "1b2x1b2x1a1"), 0);
    /* Places are ordered by level first. */
    read_as(&pylos, CARRIED, "1c1x2a1x1c2", "1c1x1c2x2a1");
}

static void pyl_3_only_possible_order(void **state)
{
    (void)state;
    legal(&pylos, CARRIED, "1c1x2a1x1b1");
    illegal(&pylos, CARRIED, "1c1x1b1x2a1",
            "character 5: the ball on 1b1 carries the one on 2a1: it cannot be taken back");
}

static void pyl_3_steps_offer_both_orders(void **state)
{
    (void)state;
    Position p = position(CARRIED);
    Step s[MAX_STEPS];
    Move either = legal(&pylos, CARRIED, "1c1x1c2x2a1"), forced = legal(&pylos, CARRIED, "1c1x2a1x1a1");
    Move one = legal(&pylos, CARRIED, "1c1x2a1");
    assert_int_equal(pylos.steps(&p, either, 0, s), 3);
    assert_true(s[0].role == STEP_TO && s[0].value == 2);
    assert_true(s[1].role == STEP_TAKE && s[1].value == 6 && s[2].role == STEP_TAKE && s[2].value == 16);
    assert_int_equal(pylos.steps(&p, either, 1, s), 3);
    assert_true(s[1].role == STEP_TAKE && s[1].value == 16 && s[2].role == STEP_TAKE && s[2].value == 6);
    assert_int_equal(pylos.steps(&p, either, 2, s), 0);
    assert_int_equal(pylos.steps(&p, forced, 0, s), 3);
    assert_true(s[1].value == 16 && s[2].value == 0);
    assert_int_equal(pylos.steps(&p, forced, 1, s), 0);
    assert_int_equal(pylos.steps(&p, one, 0, s), 3);
    assert_true(s[1].role == STEP_TAKE && s[1].value == 16 && s[2].role == STEP_STOP);
    assert_int_equal(pylos.steps(&p, one, 1, s), 0);
}

/* --- PYL-4 --- */

static void pyl_4_children_take_nothing_back(void **state)
{
    (void)state;
    assert_int_equal(count(&pylos_children, SQUARE), 13);
    leads_to(&pylos_children, SQUARE, "1b2", "..../..../ww../ww..|.../.../...|../..|. b");
    illegal(&pylos_children, SQUARE, "1b2x1b2", "character 4: balls are never taken back in this ruleset");
    assert_true(pylos_children.never_repeats);
    assert_false(pylos.never_repeats);
}

static void pyl_4_lines_only_for_experts(void **state)
{
    (void)state;
    const char *obliged = "character 4: 1d1 completes a line of your colour: take back one or two balls";
    illegal(&pylos_expert, LINE, "1d1", obliged);
    assert_int_equal(count(&pylos_expert, LINE), 12 + 4 + 6);
    assert_int_equal(count(&pylos, LINE), 13);
    illegal(&pylos, LINE, "1d1x1d1", "character 4: no ball can be taken back: 1d1 completes no square of your colour");
    illegal(&pylos_lenient, LINE, "1d1x1d1",
            "character 4: no ball can be taken back: 1d1 completes no square of your colour");
    assert_int_equal(count_starting(&pylos_expert, SQUARE, "1b2"), 10); /* squares count as ever */
}

/* Every line of levels 1 and 2, completed from each of its places. */
static void pyl_4_rows_and_columns(void **state)
{
    (void)state;
    for (int level = 1; level <= 2; level++)
        for (int column = 0; column <= 1; column++)
            for (int line = 0, width = 5 - level; line < width; line++)
                for (int hole = 0; hole < width; hole++) {
                    char at[] = "..../..../..../....|.../.../...|../..|. w", to[4], start[8];
                    for (int i = 0; level == 2 && i < 19; i++)
                        at[i] = at[i] == '.' ? "wwbb"[(i / 5 * 2 + i % 5) % 4] : at[i];
                    for (int i = 0; i < width; i++) {
                        int c = column ? line : i, r = column ? i : line;
                        if (i != hole)
                            at[(level == 2 ? 20 : 0) + (width - 1 - r) * (width + 1) + c] = 'w';
                        else
                            snprintf(to, sizeof to, "%d%c%c", level, 'a' + c, '1' + r);
                    }
                    snprintf(start, sizeof start, "%sx%s", to, to);
                    legal(&pylos_expert, at, start);
                    legal(&pylos, at, to);
                }
}

static void pyl_4_no_other_lines(void **state)
{
    (void)state;
    /* diagonals, three of four, three round the corner of a row, two on level 3 */
    legal(&pylos_expert, "..../..w./.w../w...|.../.../...|../..|. w", "1d4");
    legal(&pylos_expert, "..../.w../..w./...w|.../.../...|../..|. w", "1a4");
    legal(&pylos_expert, "..../..../..../ww..|.../.../...|../..|. w", "1c1");
    legal(&pylos_expert, "..../..../ww../..w.|.../.../...|../..|. w", "1d1");
    legal(&pylos_expert, "wbwb/bwbw/wbwb/bwbw|.../.w./w..|../..|. w", "2c3");
    legal(&pylos_expert, "wbwb/bwbw/wbwb/bwbw|bwb/wbw/bwb|../w.|. w", "3b1");
    /* mixed colours, and Black's line completed by White */
    legal(&pylos_expert, "..../..../..../wbw.|.../.../...|../..|. w", "1d1");
    legal(&pylos_expert, "..../..../..../bbb.|.../.../...|../..|. w", "1d1");
    illegal(&pylos_expert, "..../..../..../bbb.|.../.../...|../..|. w", "1d1x1d1",
            "character 4: no ball can be taken back: 1d1 completes neither a square nor a line of your colour");
}

static void pyl_4_square_and_line_give_two_balls(void **state)
{
    (void)state;
    const char *both = "..../..../..ww/www.|.../.../...|../..|. w";
    assert_int_equal(count_starting(&pylos_expert, both, "1d1"), 6 + 15);
    illegal(&pylos_expert, both, "1d1x1a1x1b1x1c1", "character 12: two balls at most can be taken back");
}

/* --- PYL-5 --- */

static void pyl_5_empty_reserve_loses_at_once(void **state)
{
    (void)state;
    outcome(&pylos, LAST, NULL, "ongoing", REASON_NONE);
    for (size_t i = 0; i < 5; i++)
        outcome(rulesets[i], LAST, "3b2", "b", PYLOS_RESERVE_EMPTY);
    /* Lost although there are places left and it is the other player's turn. */
    illegal(&pylos, "wwwb/wwbw/bwww/wbwb|w.w/b.b/ww.|../..|. b", "2b2", "the game is over: a reserve is empty");
    outcome(&pylos, "wwwb/wwbw/bwww/wbwb|w.w/b.b/ww.|../..|. b", NULL, "b", PYLOS_RESERVE_EMPTY);
    outcome(&pylos, "bbbw/bbwb/wbbb/bwbw|b.b/w.w/bb.|../..|. w", NULL, "w", PYLOS_RESERVE_EMPTY);
}

static void pyl_5_take_backs_refill_the_reserve_first(void **state)
{
    (void)state;
    outcome(&pylos, SQUARE3, "3b2x3b2", "ongoing", REASON_NONE);
    outcome(&pylos_children, SQUARE3, "3b2", "b", PYLOS_RESERVE_EMPTY);
    outcome(&pylos_lenient, SQUARE3, "3b2", "b", PYLOS_RESERVE_EMPTY);
}

static void pyl_5_top_wins(void **state)
{
    (void)state;
    const char *white = "wbwb/bwbw/wbwb/bwbw|bwb/wbw/bwb|bw/bw|w b";
    const char *black = "wbwb/bwbw/wbwb/bwbw|bwb/wbw/bww|bw/bw|b w";
    for (size_t i = 0; i < 5; i++) {
        outcome(rulesets[i], white, NULL, "w", PYLOS_TOP_REACHED);
        outcome(rulesets[i], black, NULL, "b", PYLOS_TOP_REACHED);
        illegal(rulesets[i], white, "4a1", "the game is over: the top is reached");
    }
    /* 29 balls include 15 of one colour, which has lost before the top is filled. */
    outcome(&pylos, "wbwb/bwbw/wbwb/bwbw|bwb/wbw/bwb|bw/bw|. w", NULL, "w", PYLOS_RESERVE_EMPTY);
}

/* --- PYL-6 --- */

static void pyl_6_lenient_may_take_nothing(void **state)
{
    (void)state;
    assert_int_equal(count_starting(&pylos_lenient, SQUARE, "1b2"), 11);
    assert_int_equal(count_starting(&pylos_expert_lenient, SQUARE, "1b2"), 11);
    leads_to(&pylos_lenient, SQUARE, "1b2", "..../..../ww../ww..|.../.../...|../..|. b");
    leads_to(&pylos_lenient, SQUARE, "1b2x1a1x1b2", "..../..../w.../.w..|.../.../...|../..|. b");
    assert_int_equal(count_starting(&pylos_expert_lenient, LINE, "1d1"), 11);
    leads_to(&pylos_expert_lenient, LINE, "1d1", "..../..../..../wwww|.../.../...|../..|. b");
    assert_int_equal(count(&pylos_lenient, LINE), 13);
}

static void pyl_6_stop_ends_every_choice(void **state)
{
    (void)state;
    Position p = position(SQUARE);
    Step s[MAX_STEPS];
    assert_int_equal(pylos_lenient.steps(&p, legal(&pylos_lenient, SQUARE, "1b2"), 0, s), 2);
    assert_true(s[0].role == STEP_TO && s[1].role == STEP_STOP);
    assert_int_equal(pylos_lenient.steps(&p, legal(&pylos_lenient, SQUARE, "1c1"), 0, s), 1);
    assert_int_equal(pylos_children.steps(&p, legal(&pylos_children, SQUARE, "1b2"), 0, s), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pyl_1_any_usable_place),
        cmocka_unit_test(pyl_1_raise_moves_one_ball),
        cmocka_unit_test(pyl_1_raise_goes_strictly_higher),
        cmocka_unit_test(pyl_1_raised_ball_carries_nothing),
        cmocka_unit_test(pyl_1_only_own_free_balls_rise),
        cmocka_unit_test(pyl_2_obliged_to_take_one),
        cmocka_unit_test(pyl_2_only_completed_squares_of_ones_colour),
        cmocka_unit_test(pyl_2_only_own_free_balls),
        cmocka_unit_test(pyl_2_second_freed_by_the_first),
        cmocka_unit_test(pyl_2_on_any_level),
        cmocka_unit_test(pyl_2_several_squares_give_two_balls),
        cmocka_unit_test(pyl_2_raising_counts),
        cmocka_unit_test(pyl_2_same_ball_back_passes_the_turn),
        cmocka_unit_test(pyl_3_pair_is_one_move),
        cmocka_unit_test(pyl_3_only_possible_order),
        cmocka_unit_test(pyl_3_steps_offer_both_orders),
        cmocka_unit_test(pyl_4_children_take_nothing_back),
        cmocka_unit_test(pyl_4_lines_only_for_experts),
        cmocka_unit_test(pyl_4_rows_and_columns),
        cmocka_unit_test(pyl_4_no_other_lines),
        cmocka_unit_test(pyl_4_square_and_line_give_two_balls),
        cmocka_unit_test(pyl_5_empty_reserve_loses_at_once),
        cmocka_unit_test(pyl_5_take_backs_refill_the_reserve_first),
        cmocka_unit_test(pyl_5_top_wins),
        cmocka_unit_test(pyl_6_lenient_may_take_nothing),
        cmocka_unit_test(pyl_6_stop_ends_every_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
