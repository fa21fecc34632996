/* Dorix: each ruling by name, and the answers to wrong texts. Every test uses written positions, so that a reader
 * can check it by hand. */
#include "core/grid.h"

#include "dorix_play.h"

/* --- DOR-1 --- */

static void dor_1_reserves(void **state)
{
    (void)state;
    const Game *game[] = {&dorix, &dorix_3, &dorix_4};
    const int pawns[] = {15, 12, 10};
    for (int i = 0; i < 3; i++) {
        Position p;
        game[i]->start(&p);
        assert_int_equal(game[i]->mover(&p), 0);
        for (int seat = 0; seat < game[i]->players; seat++)
            assert_int_equal(game[i]->reserve(&p, seat, 0), pawns[i]);
    }
    Position p = position(&dorix, "-,-,-,-/-,wbw,-,-/-,-,-,b/-,-,-,- w");
    assert_int_equal(dorix.reserve(&p, 0, 0), 13);
    assert_int_equal(dorix.reserve(&p, 1, 0), 13);
}

static void dor_1_empty_places_and_own_piles(void **state)
{
    (void)state;
    assert_moves(&dorix, "-,b,b,w/b,b,w,b/b,-,b,b/-,b,b,b w",
                 MOVES("a1", "a4", "b2", "c3:d3,c4", "c3:c4,d3", "c3:b3,c4", "c3:c4,b3", "c3:b3,d3", "c3:d3,b3",
                       "c3:c2,b3", "c3:b3,c2", "c3:c2,c4", "c3:c4,c2", "c3:c2,d3", "c3:d3,c2", "d4:c4,d3", "d4:d3,c4"));
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,w,-,-/-,-,-,- w", "b2", "-,-,-,-/-,-,-,-/-,ww,-,-/-,-,-,- b");
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,w,-,-/-,-,-,- w", "b3", "-,-,-,-/-,w,-,-/-,w,-,-/-,-,-,- b");
    assert_refused(&dorix, "-,-,-,-/-,-,-,-/-,wb,-,-/-,-,-,- w", "b2",
                   "character 1: b2 is not your pile: put the pawn on an empty place or a pile of your own");
}

static void dor_1_never_on_a_partners_pile(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,-,-/-,r,-,g/w,-,-,- w";
    assert_refused(&dorix_4, text, "b2",
                   "character 1: b2 is your partner's pile: put the pawn on an empty place or a pile of your own");
    assert_refused(&dorix_4, text, "d2",
                   "character 1: d2 is not your pile: put the pawn on an empty place or a pile of your own");
    assert_int_equal(moves_beginning(&dorix_4, text, ""), 14);
}

static void dor_1_no_lifting_from_a_full_reserve(void **state)
{
    (void)state;
    assert_refused(&dorix, "-,-,-,-/-,-,-,-/-,w,-,-/-,-,-,- w", "b2-b3",
                   "character 1: no pawn may be lifted while the reserve is not empty: it holds 14");
}

/* --- DOR-2: White's reserve is empty in these --- */

static void dor_2_lift_and_put(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,-,-/-,-,-,-/bwwwwwwwwwwwwww,-,b,w w";
    assert_leads(&dorix, text, "d1-a4", "w,-,-,-/-,-,-,-/-,-,-,-/bwwwwwwwwwwwwww,-,b,- b");
    assert_leads(&dorix, text, "a1-d4", "-,-,-,w/-,-,-,-/-,-,-,-/bwwwwwwwwwwwww,-,b,w b");
    assert_leads(&dorix, text, "d1-a1", "-,-,-,-/-,-,-,-/-,-,-,-/bwwwwwwwwwwwwwww,-,b,- b");
    /* 13 empty places, the other pile, the place itself: from a1 (d1 collapses on c1) and from d1. */
    assert_int_equal(moves_beginning(&dorix, text, "a1-"), 15);
    assert_int_equal(moves_beginning(&dorix, text, "d1-"), 15);
    assert_int_equal(moves_beginning(&dorix, text, ""), 30);
    assert_refused(&dorix, text, "d1", "character 1: the reserve is empty: a pawn must be lifted, so write from-to");
    assert_refused(&dorix, text, "b4-d1", "character 1: b4 is empty: there is no pawn to lift");
    assert_refused(&dorix, text, "c1-d1", "character 1: the pawn on top of c1 is not yours");
    assert_refused(&dorix, text, "d1-c1",
                   "character 4: c1 is not your pile: put the pawn on an empty place or a pile of your own");
}

static void dor_2_a_lone_pawn_may_be_put_back(void **state)
{
    (void)state;
    /* d1 has become an empty place, so c1 is not lower than it and nothing collapses. */
    const char *text = "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwww,-,b,w w";
    assert_leads(&dorix, text, "d1-d1", "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwww,-,b,w b");
    assert_refused(&dorix, text, "d1-d1:c1",
                   "character 4: d1 is empty: only a pile that was there before can collapse");
}

static void dor_2_put_back_on_its_own_pile_it_collapses(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwww,bb,-,w w";
    assert_leads(&dorix, text, "a1-a1:b1", "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwww,bbw,-,w b");
    assert_refused(&dorix, text, "a1-a1",
                   "character 6: a1 collapses: name the piles that receive a pawn (1 of them) after a colon");
}

static void dor_2_control_is_judged_after_lifting(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,bw,-/-,-,-,-/wwwwwwwwwwwwww,-,-,- w";
    assert_refused(&dorix, text, "c3-c3", "character 4: without its top pawn, c3 is no longer your pile");
    assert_int_equal(moves_beginning(&dorix, text, "c3-"), 15); /* 14 empty places and a1 */
    assert_int_equal(moves_beginning(&dorix, text, "a1-"), 16); /* 14 empty places, a1 and c3 */
    /* The pawn below decides, whatever lies deeper. */
    assert_leads(&dorix_3, "-,-,-,-/-,-,wrw,-/-,-,-,-/rwwwwwwwwww,b,-,- w", "c3-c4",
                 "-,-,w,-/-,-,wr,-/-,-,-,-/rwwwwwwwwww,b,-,- b");
    assert_int_equal(moves_beginning(&dorix_3, "-,-,-,-/-,-,wrw,-/-,-,-,-/rwwwwwwwwww,b,-,- w", "c3-c3"), 0);
    assert_int_equal(moves_beginning(&dorix_3, "-,-,-,-/-,-,rww,-/-,-,-,-/rwwwwwwwwww,b,-,- w", "c3-c3"), 1);
}

static void dor_2_heights_are_compared_after_lifting(void **state)
{
    (void)state;
    /* From a1 of two pawns to b1 of one: a1 has one left and is lower than b1's two. */
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/bw,w,-,wwwwwwwwwwwww w", "a1-b1:a1",
                 "-,-,-,-/-,-,-,-/-,-,-,-/bw,w,-,wwwwwwwwwwwww b");
    /* Three pawns: two are left, which is not lower. One pawn: none is left, and an empty place is not a pile. */
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/bww,w,-,wwwwwwwwwwww w", "a1-b1",
                 "-,-,-,-/-,-,-,-/-,-,-,-/bw,ww,-,wwwwwwwwwwww b");
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/w,w,-,wwwwwwwwwwwww w", "a1-b1",
                 "-,-,-,-/-,-,-,-/-,-,-,-/-,ww,-,wwwwwwwwwwwww b");
}

/* --- DOR-3 --- */

static void dor_3_pass_without_reserve_and_tops(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwwwwb,-,b,- w";
    assert_moves(&dorix, text, MOVES("pass"));
    assert_leads(&dorix, text, "pass", "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwwwwb,-,b,- b");
    assert_refused(&dorix, text, "a1-b1", "you can neither put a pawn nor move one: write pass");
}

static void dor_3_pass_with_reserve_but_no_place(void **state)
{
    (void)state;
    const char *text = "b,b,r,r/b,wb,r,r/r,b,b,r/r,r,b,r w";
    assert_moves(&dorix_3, text, MOVES("pass"));
    assert_leads(&dorix_3, text, "pass", "b,b,r,r/b,wb,r,r/r,b,b,r/r,r,b,r b");
}

static void dor_3_pass_when_the_lifted_pawn_has_no_place(void **state)
{
    (void)state;
    /* White's only top pawn is on another player's, and no place is empty. */
    assert_moves(&dorix_3, "b,b,r,r/b,wwwwwwwwwwwrw,r,r/r,b,b,r/r,r,b,b w", MOVES("pass"));
    /* On White's own pawn it can be put back: eleven pawns and one, with four neighbours. */
    assert_int_equal(moves_beginning(&dorix_3, "b,b,r,r/b,wwwwwwwwwwww,r,r/r,b,b,r/r,r,b,b w", "b3-b3:"), 24);
}

static void dor_3_no_passing_otherwise(void **state)
{
    (void)state;
    assert_refused(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w", "pass",
                   "character 1: passing is not allowed: a pawn of the reserve can still be put down");
    assert_refused(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwwww,b,-,- w", "pass",
                   "character 1: passing is not allowed: a pawn on top of a pile can still be moved");
}

/* --- DOR-6 --- */

static void dor_6_a_diagonal_wins(void **state)
{
    (void)state;
    assert_result(&dorix, "-,-,-,w/-,-,bw,-/-,w,-,-/w,-,-,b b", "w");
    assert_result(&dorix, "b,-,-,w/-,b,w,-/-,-,wb,-/-,-,-,b w", "b");
    assert_result(&dorix, "-,-,-,w/-,-,w,-/-,w,-,-/-,b,b,b b", "ongoing");
    assert_result(&dorix, "-,-,-,w/-,-,wb,-/-,w,-,-/w,b,b,- b", "ongoing");
    assert_result(&dorix, "w,w,w,w/-,-,-,-/-,b,b,-/b,-,-,- b", "ongoing"); /* a row is not a diagonal */
    assert_result(&dorix_3, "-,-,-,r/-,-,r,-/-,r,-,-/r,b,b,w w", "r");
}

static void dor_6_one_side_holding_both_has_won(void **state)
{
    (void)state;
    assert_result(&dorix, "w,-,-,w/-,w,w,-/-,w,w,-/w,b,b,w b", "w");
    assert_result(&dorix_4, "g,-,-,g/-,b,b,-/-,g,g,-/b,r,w,b w", "bg");
}

static void dor_6_a_collapse_can_complete_it(void **state)
{
    (void)state;
    const char *text = "-,-,-,w/-,-,w,-/w,w,-,-/b,b,b,- w";
    assert_leads(&dorix, text, "a2:a1,b2", "-,-,-,w/-,-,w,-/-,ww,-,-/bw,b,b,- b");
    assert_result(&dorix, "-,-,-,w/-,-,w,-/-,ww,-,-/bw,b,b,- b", "w");
}

static void dor_6_who_does_not_move_can_win(void **state)
{
    (void)state;
    /* White's own collapse gives b2 to Black, who holds the other three places. */
    assert_leads(&dorix, "-,-,-,b/-,-,bbb,-/-,w,bw,w/b,-,w,- w", "c2:c1,d2,b2",
                 "-,-,-,b/-,-,bbb,-/-,wb,-,ww/b,-,ww,- b");
    assert_result(&dorix, "-,-,-,b/-,-,bbb,-/-,wb,-,ww/b,-,ww,- b", "b");
    /* So does uncovering: Black's pawn lies under the one that White lifts. */
    const char *before = "-,-,-,b/-,-,b,-/-,b,-,-/bw,wwwwwwwwwwwwww,-,- w";
    assert_leads(&dorix, before, "a1-a4", "w,-,-,b/-,-,b,-/-,b,-,-/b,wwwwwwwwwwwwww,-,- b");
    assert_result(&dorix, before, "ongoing");
    assert_result(&dorix, "w,-,-,b/-,-,b,-/-,b,-,-/b,wwwwwwwwwwwwww,-,- b", "b");
}

static void dor_6_both_hold_one_play_goes_on(void **state)
{
    (void)state;
    assert_result(&dorix, "b,-,-,w/-,b,w,-/-,w,b,-/w,-,-,b w", "ongoing");
    assert_result(&dorix_3, "r,-,-,w/-,r,w,-/-,w,r,-/w,-,-,r b", "ongoing");
    assert_result(&dorix_4, "r,-,-,b/-,w,g,-/-,b,w,-/g,-,-,r b", "ongoing");
}

static void dor_6_partners_hold_together(void **state)
{
    (void)state;
    assert_result(&dorix_4, "-,-,-,w/-,-,r,-/-,w,-,-/r,b,g,b b", "wr");
    assert_result(&dorix_4, "b,-,-,w/-,g,-,-/-,-,g,-/r,-,-,g r", "bg");
    assert_result(&dorix_4, "-,-,-,w/-,-,b,-/-,w,-,-/r,b,g,b b", "ongoing");
    assert_result(&dorix_3, "-,-,-,w/-,-,r,-/-,w,-,-/r,b,b,b b", "ongoing"); /* three players have no partners */
}

static void dor_6_no_move_after_the_end(void **state)
{
    (void)state;
    assert_refused(&dorix, "-,-,-,w/-,-,w,-/-,w,-,-/w,b,b,b b", "a2", "the game is over");
    assert_refused(&dorix, "-,-,-,w/-,-,w,-/-,w,-,-/w,b,b,b b", "pass", "the game is over");
}

/* --- seats, piles, symmetry --- */

static void the_turn_goes_round(void **state)
{
    (void)state;
    assert_leads(&dorix_3, "-,-,-,-/-,-,-,-/-,-,-,-/w,b,-,- r", "c1", "-,-,-,-/-,-,-,-/-,-,-,-/w,b,r,- w");
    assert_leads(&dorix_4, "-,-,-,-/-,-,-,-/-,-,-,-/w,b,-,- r", "c1", "-,-,-,-/-,-,-,-/-,-,-,-/w,b,r,- g");
    assert_leads(&dorix_4, "-,-,-,-/-,-,-,-/-,-,-,-/w,b,r,- g", "d1", "-,-,-,-/-,-,-,-/-,-,-,-/w,b,r,g w");
}

static void the_highest_piles_are_exact(void **state)
{
    (void)state;
    assert_leads(&dorix_4, "-,-,-,bbbbbbbbbbrrrrrrrrrrggggggggggwwwwwwwwww/-,-,-,-/-,-,-,-/-,-,-,- w", "d4-a1",
                 "-,-,-,bbbbbbbbbbrrrrrrrrrrggggggggggwwwwwwwww/-,-,-,-/-,-,-,-/w,-,-,- b");
    assert_leads(&dorix_4, "-,-,-,-/-,-,-,-/-,-,-,-/bbbbbbbbbbrrrrrrrrrrggggggggggwwwwwwwwww,-,-,- w", "a1-a1",
                 "-,-,-,-/-,-,-,-/-,-,-,-/bbbbbbbbbbrrrrrrrrrrggggggggggwwwwwwwwww,-,-,- b");
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwwbwbbbbbbbbbbbbb,w,-,- b", "a1:b1",
                 "-,-,-,-/-,-,-,-/-,-,-,-/wwwwwwwwwwwwwbwbbbbbbbbbbbbb,wb,-,- w");
}

static void turned_piles_stand_where_places_turn(void **state)
{
    (void)state;
    Position p = position(&dorix_4, "g,rb,-,bw/wgr,-,g,-/b,-,bbg,w/-,r,-,rw g");
    for (int s = 0; s < GRID_SYMMETRIES; s++) {
        Position q;
        dorix_4.transform(&p, s, &q);
        assert_null(dorix_4.check(&q));
        for (int place = 0; place < 16; place++) {
            Piece here[MAX_STACK], there[MAX_STACK];
            int height = dorix_4.pieces(&p, place, here);
            assert_int_equal(dorix_4.pieces(&q, grid_turn_place(4, s, place), there), height);
            for (int i = 0; i < height; i++)
                assert_int_equal(here[i].seat, there[i].seat);
        }
    }
}

/* --- text --- */

static void move_errors_say_where(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,-,-/-,-,-,-/w,b,-,- w";
    const char *place = "a place is expected here: a column from a to d, then a row from 1 to 4";
    char sentence[256];
    const struct {
        const char *move;
        int at;
    } form[] = {{"", 1}, {"e1", 1}, {"B2", 1}, {"a1-", 4}, {"a1-x", 4}, {"a1:", 4}, {"a1:b1,", 7}, {" a1", 1}};
    for (size_t i = 0; i < sizeof form / sizeof form[0]; i++) {
        Message m = {.id = place, .at = (size_t)form[i].at};
        message_english(&m, sentence, sizeof sentence);
        assert_refused(&dorix, text, form[i].move, sentence);
    }
    assert_refused(&dorix, text, "a5", "character 2: a row from 1 to 4 is expected here");
    assert_refused(&dorix, text, "a1,b1", "character 3: nothing more is expected here");
    assert_refused(&dorix, text, "a1:b1:c1", "character 6: nothing more is expected here");
    assert_refused(&dorix, text, "passe", "character 5: nothing more is expected here");
    assert_refused(&dorix, text, "a1:b1,b1,b1,b1,b1", "character 16: a pile has no more than four neighbours");
}

static void position_errors_say_where(void **state)
{
    (void)state;
    assert_bad_position(&dorix, "-,wx,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 4: a pile is written bottom to top with the letters w b, an empty place as -");
    assert_bad_position(&dorix, "-,r,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 3: a pile is written bottom to top with the letters w b, an empty place as -");
    assert_bad_position(&dorix_3, "-,g,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 3: a pile is written bottom to top with the letters w b r, an empty place as -");
    assert_bad_position(&dorix_4, "-,w-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 4: a pile is written bottom to top with the letters w b r g, an empty place as -");
    assert_bad_position(&dorix, "wwwwwwwwwwwwwww,w,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 17: too many pawns of w: each player has 15");
    assert_bad_position(&dorix_3, "bbbbbbbbbbbbb,w,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 13: too many pawns of b: each player has 12");
    assert_bad_position(&dorix_4, "gggggggggg,g,-,-/-,-,-,-/-,-,-,-/-,-,-,- w",
                        "character 12: too many pawns of g: each player has 10");
    assert_bad_position(&dorix, "-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-,- w", "character 9: row 3 has 5 places, expected 4");
    assert_bad_position(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- r",
                        "character 33: the player to move is expected here, one of: w b");
    assert_bad_position(&dorix_3, "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- g",
                        "character 33: the player to move is expected here, one of: w b r");
    assert_bad_position(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w ", "character 34: nothing more is expected here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dor_1_reserves),
        cmocka_unit_test(dor_1_empty_places_and_own_piles),
        cmocka_unit_test(dor_1_never_on_a_partners_pile),
        cmocka_unit_test(dor_1_no_lifting_from_a_full_reserve),
        cmocka_unit_test(dor_2_lift_and_put),
        cmocka_unit_test(dor_2_a_lone_pawn_may_be_put_back),
        cmocka_unit_test(dor_2_put_back_on_its_own_pile_it_collapses),
        cmocka_unit_test(dor_2_control_is_judged_after_lifting),
        cmocka_unit_test(dor_2_heights_are_compared_after_lifting),
        cmocka_unit_test(dor_3_pass_without_reserve_and_tops),
        cmocka_unit_test(dor_3_pass_with_reserve_but_no_place),
        cmocka_unit_test(dor_3_pass_when_the_lifted_pawn_has_no_place),
        cmocka_unit_test(dor_3_no_passing_otherwise),
        cmocka_unit_test(dor_6_a_diagonal_wins),
        cmocka_unit_test(dor_6_one_side_holding_both_has_won),
        cmocka_unit_test(dor_6_a_collapse_can_complete_it),
        cmocka_unit_test(dor_6_who_does_not_move_can_win),
        cmocka_unit_test(dor_6_both_hold_one_play_goes_on),
        cmocka_unit_test(dor_6_partners_hold_together),
        cmocka_unit_test(dor_6_no_move_after_the_end),
        cmocka_unit_test(the_turn_goes_round),
        cmocka_unit_test(the_highest_piles_are_exact),
        cmocka_unit_test(turned_piles_stand_where_places_turn),
        cmocka_unit_test(move_errors_say_where),
        cmocka_unit_test(position_errors_say_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
