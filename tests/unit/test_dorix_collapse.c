/* Dorix: what collapses and what receives (DOR-4, DOR-5), each ruling by name. */
#include "dorix_play.h"

/* --- DOR-4 --- */

static void dor_4_empty_place_is_not_a_pile(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,-,-,-/-,www,-,-/-,-,-,- w";
    assert_leads(&dorix, text, "b2", "-,-,-,-/-,-,-,-/-,wwww,-,-/-,-,-,- b");
    assert_refused(&dorix, text, "b2:c2", "character 1: b2 does not collapse: no neighbouring pile is lower");
    assert_refused(&dorix, "-,-,-,-/-,b,-,-/-,www,-,-/-,-,-,- w", "b2:c2",
                   "character 4: a pawn cannot fall on c2: an empty place is not a pile");
}

static void dor_4_a_pawn_on_an_empty_place_collapses_nothing(void **state)
{
    (void)state;
    assert_leads(&dorix, "-,-,-,-/-,b,-,-/b,-,b,-/-,b,-,- w", "b2", "-,-,-,-/-,b,-,-/b,w,b,-/-,b,-,- b");
}

static void dor_4_only_lower_piles_receive(void **state)
{
    (void)state;
    /* With the new pawn b2 is two high: a2 (two) and b1 (three) receive nothing, c2 (one) does. */
    const char *text = "-,-,-,-/-,-,-,-/wb,w,b,-/-,wbb,-,- w";
    assert_leads(&dorix, text, "b2:c2", "-,-,-,-/-,-,-,-/wb,w,bw,-/-,wbb,-,- b");
    assert_int_equal(moves_beginning(&dorix, text, "b2"), 1);
    assert_refused(&dorix, text, "b2:a2", "character 4: a pawn cannot fall on a2: it is not lower than b2");
}

static void dor_4_only_orthogonal_neighbours_receive(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/b,-,b,-/-,w,-,b/b,-,b,- w";
    assert_leads(&dorix, text, "b2", "-,-,-,-/b,-,b,-/-,ww,-,b/b,-,b,- b");
    /* The board does not wrap round: d2 is not next to a3. */
    assert_leads(&dorix, "-,-,-,-/w,-,-,-/-,-,-,b/-,-,-,- w", "a3", "-,-,-,-/ww,-,-,-/-,-,-,b/-,-,-,- b");
    assert_refused(&dorix, "-,-,-,-/-,b,b,-/-,w,-,-/-,-,-,- w", "b2:c3",
                   "character 4: a pawn cannot fall on c3: it is not next to b2");
}

static void dor_4_pawns_fall_from_the_top_down(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,b,-,-/w,rgw,g,-/-,-,-,- w";
    assert_int_equal(moves_beginning(&dorix_4, text, "b2"), 6);
    assert_leads(&dorix_4, text, "b2:a2,c2,b3", "-,-,-,-/-,bg,-,-/ww,r,gw,-/-,-,-,- b");
    assert_leads(&dorix_4, text, "b2:b3,a2,c2", "-,-,-,-/-,bw,-,-/ww,r,gg,-/-,-,-,- b");
    assert_leads(&dorix_4, text, "b2:c2,b3,a2", "-,-,-,-/-,bw,-,-/wg,r,gw,-/-,-,-,- b");
}

static void dor_4_fewer_pawns_than_receivers(void **state)
{
    (void)state;
    /* Two pawns on four neighbours: 4 · 3 ordered choices; three on four: 4 · 3 · 2. */
    const char *two = "-,-,-,-/-,b,-,-/b,w,b,-/-,b,-,- w", *three = "-,-,-,-/-,b,-,-/b,bw,b,-/-,b,-,- w";
    assert_int_equal(moves_beginning(&dorix, two, "b2:"), 12);
    assert_leads(&dorix, two, "b2:b3,b1", "-,-,-,-/-,bw,-,-/b,-,b,-/-,bw,-,- b");
    assert_int_equal(moves_beginning(&dorix, three, "b2:"), 24);
    assert_leads(&dorix, three, "b2:c2,b1,a2", "-,-,-,-/-,b,-,-/bb,-,bw,-/-,bw,-,- b");
    assert_refused(&dorix, two, "b2:a2,b1,c2", "character 12: piles that b2 collapses on: 2; piles named: 3");
    /* Two pawns on three neighbours; and more pawns than receivers, where the rest stay. */
    assert_int_equal(moves_beginning(&dorix, "-,-,-,-/-,b,-,-/b,w,b,-/-,-,-,- w", "b2:"), 6);
    assert_leads(&dorix, "-,-,-,-/-,b,-,-/b,w,b,-/-,-,-,- w", "b2:b3,a2", "-,-,-,-/-,bw,-,-/bw,-,b,-/-,-,-,- b");
    assert_int_equal(moves_beginning(&dorix, "-,-,-,-/-,b,-,-/b,wwwww,b,-/-,b,-,- w", "b2:"), 24);
    assert_leads(&dorix, "-,-,-,-/-,b,-,-/b,wbwbw,b,-/-,b,-,- w", "b2:c2,b1,a2,b3",
                 "-,-,-,-/-,bw,-,-/bb,wb,bw,-/-,bw,-,- b");
}

static void dor_4_is_not_optional_and_one_pawn_a_pile(void **state)
{
    (void)state;
    const char *text = "-,-,-,-/-,b,-,-/b,ww,-,-/-,-,-,- w";
    assert_refused(&dorix, text, "b2",
                   "character 3: b2 collapses: name the piles that receive a pawn (2 of them) after a colon");
    assert_refused(&dorix, text, "b2:a2", "character 6: piles that b2 collapses on: 2; piles named: 1");
    assert_refused(&dorix, text, "b2:a2,a2", "character 7: a2 can receive only one pawn");
    assert_int_equal(moves_beginning(&dorix, text, "b2"), 2);
}

/* --- DOR-5 --- */

static void dor_5_receiving_piles_do_not_collapse(void **state)
{
    (void)state;
    /* c2 becomes three high beside d2's one: a collapse if it were the pile just played on. */
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,bww,bb,b/-,-,-,- w", "b2:c2", "-,-,-,-/-,-,-,-/-,bww,bbw,b/-,-,-,- b");
    /* Heights before the collapse count: b1 has lost its pawn, yet a1, now higher, keeps its own. */
    assert_leads(&dorix, "-,-,-,-/-,-,-,-/-,-,-,-/b,w,b,- w", "b1:c1,a1", "-,-,-,-/-,-,-,-/-,-,-,-/bw,-,bw,- b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dor_4_empty_place_is_not_a_pile),
        cmocka_unit_test(dor_4_a_pawn_on_an_empty_place_collapses_nothing),
        cmocka_unit_test(dor_4_only_lower_piles_receive),
        cmocka_unit_test(dor_4_only_orthogonal_neighbours_receive),
        cmocka_unit_test(dor_4_pawns_fall_from_the_top_down),
        cmocka_unit_test(dor_4_fewer_pawns_than_receivers),
        cmocka_unit_test(dor_4_is_not_optional_and_one_pawn_a_pile),
        cmocka_unit_test(dor_5_receiving_piles_do_not_collapse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
