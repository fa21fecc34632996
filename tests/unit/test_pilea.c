/* Pilea, ruling by ruling: each test is named after the ruling that it protects. */
#include "games/pilea/pilea.h"
#include "games/pilea/pilea_rules.h"

#include "pilea_position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* How many listed moves are `text` or `text` with captures; `exact` receives the
 * move that is `text` to the letter, or 0. The count function must agree. */
static size_t listed(const Position *p, const char *text, Move *exact)
{
    MoveList list = {0};
    assert_true(movelist_fill(&list, &pilea, p));
    assert_int_equal(pilea.count(p), list.count);
    size_t n = 0, length = strlen(text);
    *exact = 0;
    for (size_t i = 0; i < list.count; i++) {
        char written[MOVE_TEXT];
        pilea.write_move(p, list.move[i], written);
        if (strncmp(written, text, length) != 0 || (written[length] != '\0' && written[length] != 'x'))
            continue;
        n++;
        if (written[length] == '\0')
            *exact = list.move[i];
    }
    movelist_free(&list);
    return n;
}

static size_t variants(const char *from, const char *move)
{
    Position p = position(from);
    Move exact;
    return listed(&p, move, &exact);
}

/* `move` is listed and read, and leads to `after`. */
static void leads(const char *before, const char *move, const char *after)
{
    Position p = position(before), q;
    Move exact, read = 0;
    char text[POSITION_TEXT];
    listed(&p, move, &exact);
    if (!exact)
        fail_msg("%s: %s is not listed", before, move);
    assert_true(pilea.read_move(&p, move, &read, NULL));
    assert_int_equal(read, exact);
    pilea.play(&p, exact, &q);
    assert_null(pilea.check(&q));
    pilea.write_position(&q, text);
    assert_string_equal(text, after);
}

/* `move` is not listed, and reading it says `why`. */
static void refused(const char *before, const char *move, const char *why)
{
    Position p = position(before);
    Move exact, read;
    Message error;
    char sentence[256];
    listed(&p, move, &exact);
    assert_int_equal(exact, 0);
    assert_false(pilea.read_move(&p, move, &read, &error));
    message_english(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, why);
}

/* White's pile of height `h` on `from`, one of height `t` with top `owner` on `to` (none: t = 0), the other cubes
 * singly along the top row and the right column. */
static void level_position(char out[POSITION_TEXT], int from, int h, int to, int t, char owner)
{
    static const int far[] = {24, 19, 14, 9, 4, 20, 21, 22, 23};
    char pile[25][16] = {{0}};
    int left[2] = {5, 5}, next = 0;
    pile[from][h - 1] = 'w';
    left[0]--;
    if (t) {
        pile[to][t - 1] = owner;
        left[owner == 'b']--;
    }
    for (int level = 0; level < h - 1 || level < t - 1; level++)
        for (int which = 0; which < 2; which++)
            if (level < (which ? t : h) - 1) {
                int colour = left[1] >= left[0];
                left[colour]--;
                pile[which ? to : from][level] = "wb"[colour];
            }
    for (int colour = 0; colour < 2; colour++)
        while (left[colour]-- > 0)
            pile[far[next++]][0] = "wb"[colour];
    strcpy(pile[12], "xxx");
    char *c = out;
    for (int row = 4; row >= 0; row--)
        for (int column = 0; column < 5; column++) {
            const char *cubes = pile[5 * row + column];
            c += sprintf(c, "%s%c", *cubes ? cubes : "-", column < 4 ? ',' : row ? '/' : ' ');
        }
    strcpy(c, "w");
}

/* --- PIL-1 --- */

static void pil_1_ten_cubes_are_placed_in_turn(void **state)
{
    (void)state;
    static const char *const order[] = {"a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"};
    Position p;
    Move m, exact;
    pilea.start(&p);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(pilea.mover(&p), i % 2);
        assert_int_equal(pilea.reserve(&p, 0, 0), 5 - (i + 1) / 2);
        assert_int_equal(pilea.reserve(&p, 1, 0), 5 - i / 2);
        assert_int_equal(pilea.count(&p), 24 - i);
        assert_int_equal(listed(&p, order[i], &exact), 1);
        assert_true(pilea.read_move(&p, order[i], &m, NULL));
        pilea.play(&p, m, &p);
        assert_null(pilea.check(&p));
    }
    char text[POSITION_TEXT];
    pilea.write_position(&p, text);
    assert_string_equal(text, "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/b,w,b,w,b/w,b,w,b,w w");
    assert_int_equal(listed(&p, "b2-b3", &exact), 1);
    assert_int_equal(listed(&p, "b3", &exact), 0);
}

static void pil_1_cubes_go_to_empty_places(void **state)
{
    (void)state;
    const char *p = "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/w,b,-,-,- w";
    refused(p, "a1", "character 1: a cube is placed on an empty place: a1 is occupied");
    refused(p, "b1", "character 1: a cube is placed on an empty place: b1 is occupied");
    refused(p, "c3", "character 1: a cube is placed on an empty place: c3 is occupied");
}

static void pil_1_placing_captures_nothing(void **state)
{
    (void)state;
    const char *p = "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/w,b,-,-,- w";
    leads(p, "c1", "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/w,b,w,-,- b");
    assert_int_equal(variants(p, "c1"), 1);
    refused(p, "c1xb1>e5", "character 3: nothing is captured before all ten cubes are placed");
    refused(p, "a1-a2", "character 3: nothing moves before all ten cubes are placed");
}

/* --- PIL-2 --- */

#define PILES "b,b,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,wbw,-,-,b/ww,b,-,-,w w"

static void pil_2_pile_or_top_goes_to_an_empty_place(void **state)
{
    (void)state;
    leads(PILES, "b2=b3", "b,b,-,-,-/-,-,-,-,-/-,wbw,xxx,-,-/-,-,-,-,b/ww,b,-,-,w b");
    leads(PILES, "b2-b3", "b,b,-,-,-/-,-,-,-,-/-,w,xxx,-,-/-,wb,-,-,b/ww,b,-,-,w b");
    char text[POSITION_TEXT];
    for (int h = 1; h <= 9; h++) {
        level_position(text, 6, h, 11, 0, 'w');
        assert_int_equal(variants(text, "b2-b3"), 1);
        assert_int_equal(variants(text, "b2=b3"), h > 1);
    }
}

static void pil_2_whole_piles_never_go_to_occupied_places(void **state)
{
    (void)state;
    refused(PILES, "a1=b1", "character 4: a whole pile moves only to an empty place: b1 is occupied");
    char text[POSITION_TEXT];
    for (int h = 2; h <= 5; h++)
        for (int t = 1; t <= 5; t++) {
            level_position(text, 6, h, 11, t, t & 1 ? 'w' : 'b');
            assert_int_equal(variants(text, "b2=b3"), 0);
        }
}

static void pil_2_one_level_up_or_down_at_most(void **state)
{
    (void)state;
    char text[POSITION_TEXT];
    for (int h = 1; h <= 7; h++)
        for (int t = 1; t <= 7 && h + t <= 9; t++)
            for (int colour = 0; colour < 2; colour++) {
                level_position(text, 6, h, 11, t, "wb"[colour]);
                int climb = t + 1 - h;
                if ((variants(text, "b2-b3") > 0) != (climb >= -1 && climb <= 1))
                    fail_msg("%s: from level %d to level %d", text, h, t + 1);
            }
    level_position(text, 6, 1, 11, 2, 'w');
    refused(text, "b2-b3",
            "character 4: a cube climbs one level at most: from level 1 on b2 to level 3 on b3 is too far up");
    level_position(text, 6, 5, 11, 2, 'b');
    refused(text, "b2-b3",
            "character 4: a cube descends one level at most: from level 5 on b2 to level 3 on b3 is too far down");
}

static void pil_2_only_own_piles_to_neighbours(void **state)
{
    (void)state;
    refused(PILES, "b1-c1", "character 1: the pile on b1 is not yours: its top cube is b");
    refused(PILES, "c1-c2", "character 1: c1 is empty: there is nothing to move");
    refused(PILES, "c3-c2", "character 1: the grey cubes on c3 do not move");
    refused(PILES, "b2-c1",
            "character 4: a pile or cube moves to a neighbour in its row or column: c1 is not next to b2");
    refused(PILES, "b2-b4",
            "character 4: a pile or cube moves to a neighbour in its row or column: b4 is not next to b2");
    refused("-,-,-,-,w/b,-,-,-,-/-,-,xxx,-,-/b,b,b,b,-/w,w,w,w,- w", "e5-a4",
            "character 4: a pile or cube moves to a neighbour in its row or column: a4 is not next to e5");
    leads("b,b,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,wbw,-,-,b/ww,b,-,-,w b", "e2-e1",
          "b,b,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,wbw,-,-,-/ww,b,-,-,wb w");
}

/* --- PIL-3 --- */

static void pil_3_centre_from_level_4_or_5_only(void **state)
{
    (void)state;
    char text[POSITION_TEXT];
    for (int h = 1; h <= 8; h++) {
        level_position(text, 7, h, 7, 0, 'w');
        assert_int_equal(variants(text, "c2-c3"), h == 4 || h == 5);
        assert_int_equal(variants(text, "c2=c3"), 0);
    }
    level_position(text, 7, 3, 7, 0, 'w');
    refused(text, "c2-c3",
            "character 1: the centre can be reached only from level 4 or 5: the top cube of c2 is on level 3");
    level_position(text, 7, 6, 7, 0, 'w');
    refused(text, "c2-c3",
            "character 1: the centre can be reached only from level 4 or 5: the top cube of c2 is on level 6");
}

/* The remaining black pile stands between b2 and d2, but the game is over. */
static void pil_3_reaching_the_centre_wins_at_once(void **state)
{
    (void)state;
    const char *p = "-,w,-,w,-/-,-,-,-,-/-,-,xxx,-,-/-,w,bbbw,w,-/b,-,-,-,b w";
    const char *won = "-,w,-,w,-/-,-,-,-,-/-,-,xxxw,-,-/-,w,bbb,w,-/b,-,-,-,b b";
    assert_int_equal(variants(p, "c2-c3"), 1);
    leads(p, "c2-c3", won);
    refused(p, "c2-c3xc2>a5", "character 6: reaching the centre wins at once: nothing is captured");
    Position q = position(won);
    Outcome o = pilea.outcome(&q);
    assert_true(o.over);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.reason, PILEA_CENTRE_REACHED);
    assert_int_equal(pilea.count(&q), 0);
    assert_int_equal(pilea.moves(&q, NULL, 0), 0);
    refused(won, "a1-a2", "the game is over");
    Position black = position("-,w,-,w,-/-,-,-,-,-/-,-,xxxb,-,-/-,w,bbw,w,-/b,-,-,-,b w");
    assert_int_equal(pilea.outcome(&black).winner, 1);
    Position before = position(p);
    assert_false(pilea.outcome(&before).over);
}

/* --- PIL-4 --- */

#define CAPTURE "-,-,w,-,-/w,b,-,-,-/-,-,xxx,-,-/b,-,-,-,b/w,w,w,b,b w"

static void pil_4_a_pile_between_two_loses_its_top(void **state)
{
    (void)state;
    leads(CAPTURE, "c5-c4xb4>e5", "-,-,-,-,b/w,-,w,-,-/-,-,xxx,-,-/b,-,-,-,b/w,w,w,b,b b");
    leads(CAPTURE, "c5-c4xb4>c5", "-,-,b,-,-/w,-,w,-,-/-,-,xxx,-,-/b,-,-,-,b/w,w,w,b,b b");
    assert_int_equal(variants(CAPTURE, "c5-c4"), 14);
    leads("-,-,w,-,-/w,wbb,-,-,-/-,-,xxx,-,-/b,-,-,-,b/w,w,-,-,b w", "c5-c4xb4>e5",
          "-,-,-,-,b/w,wb,w,-,-/-,-,xxx,-,-/b,-,-,-,b/w,w,-,-,b b");
    leads("-,w,-,w,-/w,b,-,-,-/w,-,xxx,-,-/b,-,-,-,b/w,-,-,b,b w", "a3-b3xb4>a3",
          "-,w,-,w,-/w,-,-,-,-/b,w,xxx,-,-/b,-,-,-,b/w,-,-,b,b b");
}

static void pil_4_capture_is_not_optional(void **state)
{
    (void)state;
    refused(CAPTURE, "c5-c4", "character 6: captures are not optional: b4 is captured too and its cube needs a place");
    refused(CAPTURE, "c5-d5xb4>e5",
            "character 7: b4 is not captured: no opposing pile there is newly between two of yours");
    refused(CAPTURE, "c5-c4xb4>e5xb4>d5", "character 13: b4 loses one cube only: it is captured once");
}

static void pil_4_captured_cube_goes_to_another_empty_place(void **state)
{
    (void)state;
    refused(CAPTURE, "c5-c4xb4>b4", "character 10: a captured cube cannot be put back on b4, the place it came from");
    refused(CAPTURE, "c5-c4xb4>a1", "character 10: a captured cube goes to an empty place: a1 is occupied");
    refused(CAPTURE, "c5-c4xb4>c4", "character 10: a captured cube goes to an empty place: c4 is occupied");
    refused(CAPTURE, "c5-c4xb4>c3", "character 10: a captured cube goes to an empty place: c3 is occupied");
}

static void pil_4_stepping_in_between_is_safe(void **state)
{
    (void)state;
    leads("-,b,-,w,b/w,-,w,-,-/-,-,xxx,-,-/b,-,-,-,-/b,b,-,w,w b", "b5-b4",
          "-,-,-,w,b/w,b,w,-,-/-,-,xxx,-,-/b,-,-,-,-/b,b,-,w,w w");
    leads("-,-,-,w,b/w,b,w,-,-/-,-,xxx,-,-/b,-,-,-,-/b,b,-,w,w w", "d5-d4",
          "-,-,-,-,b/w,b,w,w,-/-,-,xxx,-,-/b,-,-,-,-/b,b,-,w,w b");
    /* A flank that only gets higher was a flank before. */
    leads("-,-,w,-,b/w,b,w,-,-/-,-,xxx,-,-/b,-,-,-,-/b,b,-,w,w w", "c5-c4",
          "-,-,-,-,b/w,b,ww,-,-/-,-,xxx,-,-/b,-,-,-,-/b,b,-,w,w b");
}

static void pil_4_another_triple_is_new(void **state)
{
    (void)state;
    const char *p = "-,w,-,-,b/w,b,w,-,-/-,-,xxx,-,-/b,w,-,-,-/b,-,-,w,b w";
    refused(p, "b2-b3", "character 6: captures are not optional: b4 is captured too and its cube needs a place");
    leads(p, "b2-b3xb4>d4", "-,w,-,-,b/w,-,w,b,-/-,w,xxx,-,-/b,-,-,-,-/b,-,-,w,b b");
}

static void pil_4_the_pile_left_behind_can_be_captured(void **state)
{
    (void)state;
    const char *p = "b,b,-,w,w/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,b/w,bw,w,-,b w";
    leads(p, "b1-b2xb1>a3", "b,b,-,w,w/-,-,-,-,-/b,-,xxx,-,-/-,w,-,-,b/w,-,w,-,b b");
    refused(p, "b1-b2", "character 6: captures are not optional: b1 is captured too and its cube needs a place");
    refused(p, "b1-b2xb1>b1", "character 10: a captured cube cannot be put back on b1, the place it came from");
    leads(p, "b1=b2", "b,b,-,w,w/-,-,-,-,-/-,-,xxx,-,-/-,bw,-,-,b/w,-,w,-,b b");
    /* In the line of the move, onto an empty place and onto an own pile. */
    leads("b,b,-,w,w/w,-,-,-,-/-,-,xxx,-,-/-,-,-,-,b/w,bw,-,-,b w", "b1-c1xb1>a3",
          "b,b,-,w,w/w,-,-,-,-/b,-,xxx,-,-/-,-,-,-,b/w,-,w,-,b b");
    leads(p, "b1-c1xb1>a3", "b,b,-,w,w/-,-,-,-,-/b,-,xxx,-,-/-,-,-,-,b/w,-,ww,-,b b");
}

static void pil_4_landing_makes_a_flank(void **state)
{
    (void)state;
    leads("-,w,-,-,-/-,b,b,w,-/-,-,xxx,-,-/-,-,-,-,b/w,w,w,b,b w", "b5-b4xc4>e5",
          "-,-,-,-,b/-,bw,-,w,-/-,-,xxx,-,-/-,-,-,-,b/w,w,w,b,b b");
}

static void pil_4_two_side_by_side_are_safe(void **state)
{
    (void)state;
    leads("w,-,-,-,-/-,b,b,w,-/-,-,xxx,-,-/-,-,-,-,b/w,w,w,b,b w", "a5-a4",
          "-,-,-,-,-/w,b,b,w,-/-,-,xxx,-,-/-,-,-,-,b/w,w,w,b,b b");
}

static void pil_4_grey_is_neither_captured_nor_a_flank(void **state)
{
    (void)state;
    leads("-,-,-,-,b/w,-,-,-,-/-,b,xxx,-,-/-,-,-,-,b/w,w,w,b,bw w", "a4-a3",
          "-,-,-,-,b/-,-,-,-,-/w,b,xxx,-,-/-,-,-,-,b/w,w,w,b,bw b");
    leads("-,-,-,-,-/-,w,-,-,-/-,-,xxx,w,-/b,-,-,-,b/w,w,bb,b,w w", "b4-b3",
          "-,-,-,-,-/-,-,-,-,-/-,w,xxx,w,-/b,-,-,-,b/w,w,bb,b,w b");
}

/* e1 lies between d1 and a2 in place order, but not on the board. */
static void pil_4_lines_end_at_the_edge(void **state)
{
    (void)state;
    leads("-,b,-,b,-/-,-,-,-,-/-,-,xxx,-,-/w,-,-,w,-/b,w,-,-,wwbb w", "d2-d1",
          "-,b,-,b,-/-,-,-,-,-/-,-,xxx,-,-/w,-,-,-,-/b,w,-,w,wwbb b");
}

/* --- PIL-5 --- */

#define DOUBLE "-,-,w,-,-/w,b,-,b,w/-,-,xxx,-,-/-,-,-,-,b/w,w,-,b,b w"

static void pil_5_captures_in_the_order_chosen(void **state)
{
    (void)state;
    const char *after = "b,-,-,-,b/w,-,w,-,w/-,-,xxx,-,-/-,-,-,-,b/w,w,-,b,b b";
    leads(DOUBLE, "c5-c4xb4>a5xd4>e5", after);
    leads(DOUBLE, "c5-c4xd4>e5xb4>a5", after);
    refused(DOUBLE, "c5-c4xb4>a5",
            "character 12: captures are not optional: d4 is captured too and its cube needs a place");
    assert_int_equal(variants(DOUBLE, "c5-c4"), 2 * 14 * 14);
}

static void pil_5_a_place_emptied_on_the_way_can_be_used(void **state)
{
    (void)state;
    leads(DOUBLE, "c5-c4xb4>a5xd4>b4", "b,-,-,-,-/w,b,w,-,w/-,-,xxx,-,-/-,-,-,-,b/w,w,-,b,b b");
    refused(DOUBLE, "c5-c4xb4>d4xd4>a5", "character 10: a captured cube goes to an empty place: d4 is occupied");
    const char *higher = "-,-,w,-,-/w,b,-,bb,w/-,-,xxx,-,-/-,-,-,-,b/w,w,-,-,b w";
    leads(higher, "c5-c4xb4>a5xd4>b4", "b,-,-,-,-/w,b,w,b,w/-,-,xxx,-,-/-,-,-,-,b/w,w,-,-,b b");
    refused(higher, "c5-c4xd4>a5xb4>d4", "character 16: a captured cube goes to an empty place: d4 is occupied");
    assert_int_equal(variants(higher, "c5-c4"), 15 * 15 + 15 * 14);
}

static void pil_5_captures_lead_to_nothing_more(void **state)
{
    (void)state;
    /* b4 keeps a white cube, so that b3 stands between b4 and b2. */
    const char *uncovered = "-,-,w,-,-/w,wb,-,-,-/-,b,xxx,-,-/-,w,-,-,b/w,-,-,b,b w";
    leads(uncovered, "c5-c4xb4>e5", "-,-,-,-,b/w,w,w,-,-/-,b,xxx,-,-/-,w,-,-,b/w,-,-,b,b b");
    assert_int_equal(variants(uncovered, "c5-c4"), 15);
    refused(uncovered, "c5-c4xb4>e5xb3>e4",
            "character 13: b3 is not captured: no opposing pile there is newly between two of yours");
    /* The cube is put between a1 and c1. */
    leads("-,-,w,-,-/w,b,-,-,-/-,-,xxx,-,-/b,-,-,-,b/w,-,w,bb,w w", "c5-c4xb4>b1",
          "-,-,-,-,-/w,-,w,-,-/-,-,xxx,-,-/b,-,-,-,b/w,b,w,bb,w b");
}

static void pil_5_three_at_once(void **state)
{
    (void)state;
    const char *p = "b,-,-,-,b/-,-,-,-,-/-,-,xxx,-,-/w,b,-,b,w/-,w,bw,w,- w";
    leads(p, "c1-c2xc1>e4xd2>c1xb2>d2", "b,-,-,-,b/-,-,-,-,b/-,-,xxx,-,-/w,-,w,b,w/-,w,b,w,- b");
    assert_int_equal(variants(p, "c1-c2"), 6 * 14 * 14 * 14);
}

/* --- PIL-6 --- */

static void pil_6_pass_only_without_a_move(void **state)
{
    (void)state;
    const char *covered = "wb,-,wb,-,wb/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/wb,-,wb,-,- w";
    leads(covered, "pass", "wb,-,wb,-,wb/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/wb,-,wb,-,- b");
    refused(covered, "a1-a2", "character 1: you have no legal move and must pass: write pass");
    leads("wb,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/wb,-,-,-,b/w,wb,-,-,wb w", "pass",
          "wb,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/wb,-,-,-,b/w,wb,-,-,wb b");
    refused("wb,-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/wb,-,-,-,b/w,wb,-,-,wb b", "pass",
            "character 1: you may pass only when you have no legal move");
    refused(START, "pass", "character 1: you may pass only when you have no legal move");
    Position p = position(covered);
    assert_int_equal(pilea.count(&p), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pil_1_ten_cubes_are_placed_in_turn),
        cmocka_unit_test(pil_1_cubes_go_to_empty_places),
        cmocka_unit_test(pil_1_placing_captures_nothing),
        cmocka_unit_test(pil_2_pile_or_top_goes_to_an_empty_place),
        cmocka_unit_test(pil_2_whole_piles_never_go_to_occupied_places),
        cmocka_unit_test(pil_2_one_level_up_or_down_at_most),
        cmocka_unit_test(pil_2_only_own_piles_to_neighbours),
        cmocka_unit_test(pil_3_centre_from_level_4_or_5_only),
        cmocka_unit_test(pil_3_reaching_the_centre_wins_at_once),
        cmocka_unit_test(pil_4_a_pile_between_two_loses_its_top),
        cmocka_unit_test(pil_4_capture_is_not_optional),
        cmocka_unit_test(pil_4_captured_cube_goes_to_another_empty_place),
        cmocka_unit_test(pil_4_stepping_in_between_is_safe),
        cmocka_unit_test(pil_4_another_triple_is_new),
        cmocka_unit_test(pil_4_the_pile_left_behind_can_be_captured),
        cmocka_unit_test(pil_4_landing_makes_a_flank),
        cmocka_unit_test(pil_4_two_side_by_side_are_safe),
        cmocka_unit_test(pil_4_grey_is_neither_captured_nor_a_flank),
        cmocka_unit_test(pil_4_lines_end_at_the_edge),
        cmocka_unit_test(pil_5_captures_in_the_order_chosen),
        cmocka_unit_test(pil_5_a_place_emptied_on_the_way_can_be_used),
        cmocka_unit_test(pil_5_captures_lead_to_nothing_more),
        cmocka_unit_test(pil_5_three_at_once),
        cmocka_unit_test(pil_6_pass_only_without_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
