/* Pyrga and Pilotis: each ruling PYR-1 to PYR-6 by name, and the answers to malformed text. */
#include "core/grid.h"
#include "games/pyrga/pyrga.h"
#include "games/pyrga/pyrga_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { LIST_TEXT = 1024, ERROR_TEXT = 512 };

#define EMPTY    "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-"
#define SQUARE   "-,-,-,-/-,-,-,-/-,S,-,-/-,-,-,-"
#define TRIANGLE "-,-,-,-/-,-,-,-/-,T,-,-/-,-,-,-"
#define POINTS   ": the last piece was a triangle that points there"
#define SENDS    ", where you are sent"
#define EDGE     ": that way lies the edge of the board"

static const char *english(const Message *error)
{
    static char text[ERROR_TEXT];
    message_english(error, text, sizeof text);
    return text;
}

static Position at(const char *text)
{
    Position p;
    Message error;
    if (!pyrga.read_position(text, &p, &error))
        fail_msg("%s: %s", text, english(&error));
    assert_null(pyrga.check(&p));
    return p;
}

static size_t list(const Position *p, Move out[80])
{
    size_t n = pyrga.moves(p, out, 80);
    assert_int_equal(pyrga.count(p), n);
    return n;
}

/* The legal moves, in their order, with a space between two. */
static void assert_moves(const char *position, const char *expected)
{
    Position p = at(position);
    Move m[80];
    char found[LIST_TEXT] = "";
    size_t n = list(&p, m), length = 0;
    for (size_t i = 0; i < n; i++) {
        if (i)
            found[length++] = ' ';
        length += pyrga.write_move(&p, m[i], found + length);
    }
    assert_string_equal(found, expected);
}

/* Which places the legal moves use, by number. */
static unsigned places_used(const Position *p)
{
    Move m[80];
    unsigned used = 0;
    size_t n = list(p, m);
    for (size_t i = 0; i < n; i++) {
        Step step[MAX_STEPS];
        pyrga.steps(p, m[i], 0, step);
        used |= 1u << step[1].value;
    }
    return used;
}

static void assert_outcome(const Game *g, const Position *p, int winner, int reason)
{
    Outcome o = g->outcome(p);
    assert_true(o.over);
    assert_int_equal(o.winner, winner);
    assert_int_equal(o.reason, reason);
    assert_int_equal(g->moves(p, NULL, 0), 0);
    assert_int_equal(g->count(p), 0);
}

static void play(const Game *g, Position *p, const char *text)
{
    Move m;
    Message error;
    if (!g->read_move(p, text, &m, &error))
        fail_msg("%s: %s", text, english(&error));
    g->play(p, m, p);
    assert_null(g->check(p));
}

static void assert_refused(const char *position, const char *move, const char *expected)
{
    Position p = at(position);
    Move m;
    Message error;
    assert_false(pyrga.read_move(&p, move, &m, &error));
    assert_string_equal(english(&error), expected);
}

static void assert_rejected(const char *position, const char *expected)
{
    Position p;
    Message error;
    assert_false(pyrga.read_position(position, &p, &error));
    assert_string_equal(english(&error), expected);
}

/* --- PYR-1 --- */

static void pyr_1_triangle_points_at_a_place(void **state)
{
    (void)state;
    assert_moves("-,-,-,-/-,-,-,-/-,-,-,-/C,-,-,- b Ca1", "Sa1 Ta1n Ta1e");
    assert_moves("-,-,-,C/-,-,-,-/-,-,-,-/-,-,-,- b Cd4", "Sd4 Td4s Td4w");
    assert_moves("-,-,-,-/C,-,-,-/-,-,-,-/-,-,-,- b Ca3", "Sa3 Ta3n Ta3e Ta3s");
    assert_moves("-,-,-,-/-,-,-,-/-,-,-,-/-,C,-,- b Cb1", "Sb1 Tb1n Tb1e Tb1w");
    assert_moves("-,-,-,-/-,-,-,-/-,C,-,-/-,-,-,- b Cb2", "Sb2 Tb2n Tb2e Tb2s Tb2w");
    Position start;
    Move m[80];
    pyrga.start(&start);
    assert_int_equal(list(&start, m), 16 + 48 + 16);
    assert_refused(EMPTY " w -", "Ta1s", "character 4: a triangle on a1 cannot point south" EDGE);
    assert_refused(EMPTY " w -", "Td1e", "character 4: a triangle on d1 cannot point east" EDGE);
    assert_refused(EMPTY " w -", "Ta2w", "character 4: a triangle on a2 cannot point west" EDGE);
    assert_refused(EMPTY " w -", "Tb4n", "character 4: a triangle on b4 cannot point north" EDGE);
}

/* --- PYR-2 --- */

static void pyr_2_square_sends_to_neighbours(void **state)
{
    (void)state;
    /* In a corner, on an edge (the board does not wrap round) and inside; a neighbour may hold pieces. */
    Position p = at("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,S b Sd1");
    assert_int_equal(places_used(&p), 1u << 2 | 1u << 7);
    p = at("-,-,-,-/-,-,-,-/-,-,-,S/-,-,-,- b Sd2");
    assert_int_equal(places_used(&p), 1u << 6 | 1u << 3 | 1u << 11);
    assert_moves("-,-,-,S/-,stC,-,-/sTC,S,Stc,-/-,sT,-,- b Sb2", "Cb1");
    assert_refused(SQUARE " b Sb2", "Sc3", "character 2: must be next to b2: the last piece was a square");
    assert_refused(SQUARE " b Sb2", "Cb2", "character 2: must be next to b2: the last piece was a square");
}

static void pyr_2_triangle_sends_to_the_edge_without_its_own_place(void **state)
{
    (void)state;
    /* A complete tower in between hides nothing. */
    assert_moves("S,S,-,S/-,-,-,-/T,stc,-,-/-,-,-,- b Ta2e", "Sc2 Sd2 Tc2n Tc2e Tc2s Tc2w Td2n Td2s Td2w Cc2 Cd2");
    Position p = at(TRIANGLE " b Tb2n");
    assert_int_equal(places_used(&p), 1u << 9 | 1u << 13);
    p = at("-,-,-,-/-,-,T,-/-,-,-,-/-,-,-,- b Tc3s");
    assert_int_equal(places_used(&p), 1u << 2 | 1u << 6);
    p = at("-,-,-,-/-,-,T,-/-,-,-,-/-,-,-,- b Tc3w");
    assert_int_equal(places_used(&p), 1u << 8 | 1u << 9);
    assert_refused(TRIANGLE " b Tb2n", "Sb2", "character 2: must be north of b2" POINTS);
    assert_refused(TRIANGLE " b Tb2e", "Sb3", "character 2: must be east of b2" POINTS);
    assert_refused(TRIANGLE " b Tb2s", "Sb3", "character 2: must be south of b2" POINTS);
    assert_refused(TRIANGLE " b Tb2w", "Sb3", "character 2: must be west of b2" POINTS);
}

static void pyr_2_round_sends_to_its_own_place(void **state)
{
    (void)state;
    const char *position = "-,-,-,-/-,-,-,-/-,sC,-,-/-,-,-,S b Cb2";
    assert_moves(position, "Tb2n Tb2e Tb2s Tb2w");
    assert_refused(position, "Sb3", "character 2: must be on b2: the last piece was a round one");
}

static void pyr_2_only_missing_kinds_that_are_left(void **state)
{
    (void)state;
    /* Black has no square left, and a1 has its round piece. */
    const char *position = "s,s,s,s/s,T,T,T/T,T,-,-/C,-,-,- b Ca1";
    assert_moves(position, "Ta1n Ta1e");
    assert_refused(position, "Sa1", "character 1: no square left in reserve");
    assert_refused(position, "Ca1", "character 2: a1 already has a round piece");
    assert_refused("-,-,-,-/-,-,-,-/-,S,-,-/-,s,-,S b Sb2", "Sb1", "character 2: b1 already has a square");
    assert_refused("-,-,-,-/-,-,-,-/-,S,-,-/-,t,-,S b Sb2", "Tb1n", "character 2: b1 already has a triangle");
    Position p = at(position);
    assert_int_equal(pyrga.reserve(&p, 1, 0), 0);
    assert_int_equal(pyrga.reserve(&p, 1, 1), 5);
    assert_int_equal(pyrga.reserve(&p, 0, 1), 0);
    assert_int_equal(pyrga.reserve(&p, 0, 2), 4);
}

/* --- PYR-3 --- */

static void pyr_3_complete_where_sent_then_any_empty_place(void **state)
{
    (void)state;
    /* a1 is complete: Black plays on one of the 13 empty places, not on a lone piece. */
    const char *position = "S,t,-,-/-,-,-,-/-,-,-,-/sTC,-,-,- b Ca1";
    Position p = at(position);
    Move m[80];
    assert_int_equal(places_used(&p), 0xffffu & ~(1u << 0 | 1u << 12 | 1u << 13));
    assert_int_equal(list(&p, m), 13 + (48 - 2 - 2 - 3) + 13);
    assert_refused(position, "Sb4", "character 2: must be on an empty place: nothing can be played on a1" SENDS);
    assert_refused("-,-,-,S/-,-,-,-/sTC,-,-,-/S,stC,-,t b Sa1", "Cd1",
                   "character 2: must be on an empty place: nothing can be played next to a1" SENDS);
    assert_refused("-,-,S,S/-,-,-,-/-,-,-,-/stC,T,s,- b Tb1w", "Cc1",
                   "character 2: must be on an empty place: nothing can be played west of b1" SENDS);
}

static void pyr_3_missing_kind_not_left_then_any_empty_place(void **state)
{
    (void)state;
    /* a1 wants a triangle and Black has none left. */
    const char *position = "t,t,t,t/t,S,S,S/S,S,C,-/sC,-,-,- b Ca1";
    assert_moves(position, "Sb1 Sc1 Sd1 Sd2 Cb1 Cc1 Cd1 Cd2");
    assert_refused(position, "Ta1n", "character 1: no triangle left in reserve");
}

/* --- PYR-4 --- */

static void pyr_4_pyrga_stuck_is_counted(void **state)
{
    (void)state;
    Position p = at("S,S,S,T/T,C,C,s/s,s,t,t/STc,t,c,c w Ca1");
    assert_outcome(&pyrga, &p, 0, PYRGA_COUNTED);
    assert_refused("S,S,S,T/T,C,C,s/s,s,t,t/STc,t,c,c w Ca1", "Sa2", "the game is over");
}

static void pyr_4_pilotis_stuck_loses(void **state)
{
    (void)state;
    /* White is ahead in towers, and stuck. */
    Position p = at("S,S,S,T/T,C,C,s/s,s,t,t/STc,t,c,c w Ca1");
    assert_outcome(&pilotis, &p, 1, PYRGA_NO_PLACE_LEFT);
}

static void pyr_4_pilotis_stuck_with_one_piece_left_loses(void **state)
{
    (void)state;
    Position p = at("tC,st,S,c/STC,Stc,t,S/sT,TC,sC,st/sTc,Tc,C,S b Cc1");
    assert_outcome(&pilotis, &p, 0, PYRGA_NO_PLACE_LEFT);
    assert_outcome(&pyrga, &p, 1, PYRGA_COUNTED);
}

static void pyr_4_pilotis_with_all_pieces_played_is_counted(void **state)
{
    (void)state;
    /* White, to move, has two towers against one. */
    Position p = at("s,sC,SC,st/Sc,-,tC,Tc/Tc,sTC,Sc,Stc/t,sTC,t,ST w Cd3");
    assert_outcome(&pilotis, &p, 0, PYRGA_COUNTED);
    assert_outcome(&pyrga, &p, 0, PYRGA_COUNTED);
}

/* --- PYR-5 --- */

static void pyr_5_tower_won_on_opponents_move(void **state)
{
    (void)state;
    const Game *const games[] = {&pyrga, &pilotis};
    for (int i = 0; i < 2; i++) {
        Position p = at("s,s,s,t/t,t,c,-/-,-,-,-/STC,STC,ST,- b Sb1");
        assert_false(games[i]->outcome(&p).over);
        play(games[i], &p, "Cc1");
        assert_outcome(games[i], &p, 0, PYRGA_THREE_TOWERS);
    }
}

static void pyr_5_two_pieces_of_three_own_a_tower(void **state)
{
    (void)state;
    Position p = at("s,t,-,-/-,-,-,-/-,-,-,-/STc,sTC,StC,- b Cc1");
    assert_outcome(&pyrga, &p, 0, PYRGA_THREE_TOWERS);
    p = at("S,T,C,-/-,-,-,-/-,-,-,-/sTc,Stc,stC,- w Tc1e");
    assert_outcome(&pilotis, &p, 1, PYRGA_THREE_TOWERS);
}

static void pyr_5_three_towers_of_two_players_go_on(void **state)
{
    (void)state;
    Position p = at("-,-,-,-/-,-,-,-/-,-,-,-/STc,sTC,stC,- b Cc1");
    assert_false(pyrga.outcome(&p).over);
    assert_false(pilotis.outcome(&p).over);
}

/* --- PYR-6: everywhere the mover is stuck with all places taken --- */

static void pyr_6_towers_come_before_pairs(void **state)
{
    (void)state;
    Position p = at("S,S,S,T/T,T,C,C/t,t,t,s/STc,st,sc,c w Ca1");
    assert_outcome(&pyrga, &p, 0, PYRGA_COUNTED);
}

static void pyr_6_pairs_come_before_single_pieces(void **state)
{
    (void)state;
    /* A tower each; Black has the only pair of one colour, White more single pieces. */
    Position p = at("S,S,T,T/T,C,C,s/s,t,t,c/STc,stC,sc,St w Ca1");
    assert_outcome(&pyrga, &p, 1, PYRGA_COUNTED);
}

static void pyr_6_single_pieces_decide_last(void **state)
{
    (void)state;
    Position p = at("S,S,T,T/C,C,s,s/s,t,t,c/STC,stC,c,c w Tb1w");
    assert_outcome(&pyrga, &p, 1, PYRGA_COUNTED);
}

static void pyr_6_mixed_pairs_are_nobodys_and_equal_is_a_draw(void **state)
{
    (void)state;
    Position p = at("S,S,C,C/C,T,s,t/t,t,c,c/STc,stC,sT,sT w Ca1");
    assert_outcome(&pyrga, &p, DRAW, PYRGA_COUNTED);
}

/* --- what a position remembers, choices, symmetry --- */

static void only_the_last_direction_is_remembered(void **state)
{
    (void)state;
    Position p;
    Piece piece[MAX_STACK];
    char text[POSITION_TEXT];
    pyrga.start(&p);
    play(&pyrga, &p, "Cb2");
    play(&pyrga, &p, "Tb2n");
    /* Kinds are in the order S T C, not in the order of play. */
    assert_int_equal(pyrga.pieces(&p, 5, piece), 2);
    assert_int_equal(piece[0].kind, 1 /* triangle */);
    assert_int_equal(piece[0].seat, 1);
    assert_int_equal(piece[0].direction, NORTH);
    assert_int_equal(piece[1].kind, 2 /* round */);
    assert_int_equal(piece[1].seat, 0);
    assert_int_equal(piece[1].direction, DIRECTION_NONE);
    play(&pyrga, &p, "Sb3");
    assert_int_equal(pyrga.pieces(&p, 5, piece), 2);
    assert_int_equal(piece[0].direction, DIRECTION_NONE);
    pyrga.write_position(&p, text);
    assert_string_equal(text, "-,-,-,-/-,S,-,-/-,tC,-,-/-,-,-,- b Sb3");
    Position same = at(text);
    assert_true(position_equal(&p, &same));
}

static void steps_are_kind_place_direction(void **state)
{
    (void)state;
    Position p;
    Move m;
    Step step[MAX_STEPS];
    pyrga.start(&p);
    assert_true(pyrga.read_move(&p, "Tb2n", &m, NULL));
    assert_int_equal(pyrga.steps(&p, m, 0, step), 3);
    assert_int_equal(step[0].role, STEP_KIND);
    assert_int_equal(step[0].value, 1 /* triangle */);
    assert_int_equal(step[1].role, STEP_TO);
    assert_int_equal(step[1].value, 5);
    assert_int_equal(step[2].role, STEP_DIRECTION);
    assert_int_equal(step[2].value, NORTH);
    assert_int_equal(pyrga.steps(&p, m, 1, step), 0);
    assert_true(pyrga.read_move(&p, "Cd4", &m, NULL));
    assert_int_equal(pyrga.steps(&p, m, 0, step), 2);
}

static void moves_of_a_turned_board_are_the_turned_moves(void **state)
{
    (void)state;
    Position p = at("T,-,-,t/S,-,-,tC/s,sC,T,-/tC,-,-,- b Tc2w");
    Move m[80], turned[80];
    size_t n = list(&p, m);
    for (int s = 0; s < GRID_SYMMETRIES; s++) {
        Position q, back, after, expected;
        pyrga.transform(&p, s, &q);
        assert_null(pyrga.check(&q));
        pyrga.transform(&q, grid_inverse(s), &back);
        assert_true(position_equal(&back, &p));
        assert_int_equal(list(&q, turned), n);
        for (size_t i = 0; i < n; i++) {
            pyrga.play(&p, m[i], &after);
            pyrga.transform(&after, s, &expected);
            size_t same = 0;
            for (size_t j = 0; j < n; j++) {
                pyrga.play(&q, turned[j], &after);
                same += position_equal(&after, &expected);
            }
            assert_int_equal(same, 1);
        }
    }
}

static void a_short_list_gets_the_first_moves(void **state)
{
    (void)state;
    Position p;
    Move all[80], some[4] = {0};
    pyrga.start(&p);
    list(&p, all);
    assert_int_equal(pyrga.moves(&p, some, 3), 80);
    assert_memory_equal(some, all, 3 * sizeof *all);
    assert_int_equal(some[3], 0);
}

/* --- bad text --- */

static void move_form_errors(void **state)
{
    (void)state;
    const char *start = EMPTY " w -", *kind = "character 1: a kind of piece is expected here: S, T or C";
    assert_refused(start, "", kind);
    assert_refused(start, "sb2", kind);
    assert_refused(start, "b2", kind);
    assert_refused(start, "Sq2", "character 2: a place is expected here: a column from a to d, then a row from 1 to 4");
    assert_refused(start, "Sb5", "character 3: a row from 1 to 4 is expected here");
    assert_refused(start, "Tb2", "character 4: the triangle's direction is expected here: n, e, s or w");
    assert_refused(start, "Tb2N", "character 4: the triangle's direction is expected here: n, e, s or w");
    assert_refused(start, "Sb2n", "character 4: nothing more is expected here");
    assert_refused(start, "Tb2n ", "character 5: nothing more is expected here");
}

static void position_place_errors(void **state)
{
    (void)state;
    assert_rejected("", "character 1: a place is missing here: write - for an empty one");
    assert_rejected("-,-,-,-/-,-,-/-,-,-,-/-,-,-,- w -", "character 9: row 3 has 3 places, expected 4");
    assert_rejected("-,-,-,-/-,X,-,-/-,-,-,-/-,-,-,- w -",
                    "character 11: a piece is expected here: S, T or C for a white one, s, t or c for a black one");
    assert_rejected("-,-,-,-/-,TS,-,-/-,-,-,-/-,-,-,- w -",
                    "character 12: the pieces on b3 are not in the order S T C");
    assert_rejected("-,-,-,-/-,Ss,-,-/-,-,-,-/-,-,-,- w Sb3", "character 12: b3 has two pieces of one kind");
    assert_rejected("-,-,-,-/-,StCc,-,-/-,-,-,-/-,-,-,- w Cb3", "character 14: b3 has two pieces of one kind");
    assert_rejected("c,c,c,c/c,c,-,-/-,-,-,-/-,-,-,- w Ca4",
                    "character 11: c stands on the board more than five times: no reserve allows it");
}

static void position_mover_errors(void **state)
{
    (void)state;
    assert_rejected(EMPTY " r -", "character 33: the player to move is expected here, one of: w b");
    assert_rejected(EMPTY " b -", "character 33: it is White's turn (pieces on the board: White 0, Black 0)");
    assert_rejected(SQUARE " w Sb2", "character 33: it is Black's turn (pieces on the board: White 1, Black 0)");
    assert_rejected("-,-,-,-/-,-,-,-/-,s,-,-/-,-,-,- w Sb2",
                    "character 33: neither player can be to move (pieces on the board: White 0, Black 1)");
    assert_rejected("-,-,-,-/-,-,-,-/-,S,S,-/-,-,-,- b Sb2",
                    "character 33: neither player can be to move (pieces on the board: White 2, Black 0)");
    assert_rejected("-,-,-,-/STC,STC,STC,-/stc,stc,stc,-/-,-,-,- w Ca2",
                    "character 1: both players have three towers: the game ended when the first had them");
}

static void position_last_move_errors(void **state)
{
    (void)state;
    assert_rejected(EMPTY " w", "character 34: a space and the last move are expected here, - when there is none");
    assert_rejected(EMPTY " w Sb2", "character 35: an empty board has no last move: write -");
    assert_rejected(EMPTY " w - ", "character 36: nothing more is expected here");
    assert_rejected(SQUARE " b -", "character 35: the last move is missing: only an empty board has none");
    assert_rejected(SQUARE " b ", "character 35: a kind of piece is expected here: S, T or C");
    assert_rejected(SQUARE " b Sb3", "character 35: the last move is not on the board: there is no square on b3");
    assert_rejected(SQUARE " b Tb2n", "character 35: the last move is not on the board: there is no triangle on b2");
    assert_rejected(SQUARE " b Cb2", "character 35: the last move is not on the board: there is no round piece on b2");
    assert_rejected(SQUARE " b Sb2n", "character 38: nothing more is expected here");
    assert_rejected("-,-,-,-/-,-,-,-/-,St,-,-/-,-,-,- w Sb2",
                    "character 36: the last move was Black's, but the square on b2 is white");
    assert_rejected("-,-,-,-/-,-,-,-/-,St,-,T/-,-,-,- b Tb2n",
                    "character 36: the last move was White's, but the triangle on b2 is black");
    assert_rejected("T,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- b Ta4",
                    "character 38: the triangle's direction is expected here: n, e, s or w");
    assert_rejected("T,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- b Ta4n", "character 38: a triangle on a4 cannot point north" EDGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pyr_1_triangle_points_at_a_place),
        cmocka_unit_test(pyr_2_square_sends_to_neighbours),
        cmocka_unit_test(pyr_2_triangle_sends_to_the_edge_without_its_own_place),
        cmocka_unit_test(pyr_2_round_sends_to_its_own_place),
        cmocka_unit_test(pyr_2_only_missing_kinds_that_are_left),
        cmocka_unit_test(pyr_3_complete_where_sent_then_any_empty_place),
        cmocka_unit_test(pyr_3_missing_kind_not_left_then_any_empty_place),
        cmocka_unit_test(pyr_4_pyrga_stuck_is_counted),
        cmocka_unit_test(pyr_4_pilotis_stuck_loses),
        cmocka_unit_test(pyr_4_pilotis_stuck_with_one_piece_left_loses),
        cmocka_unit_test(pyr_4_pilotis_with_all_pieces_played_is_counted),
        cmocka_unit_test(pyr_5_tower_won_on_opponents_move),
        cmocka_unit_test(pyr_5_two_pieces_of_three_own_a_tower),
        cmocka_unit_test(pyr_5_three_towers_of_two_players_go_on),
        cmocka_unit_test(pyr_6_towers_come_before_pairs),
        cmocka_unit_test(pyr_6_pairs_come_before_single_pieces),
        cmocka_unit_test(pyr_6_single_pieces_decide_last),
        cmocka_unit_test(pyr_6_mixed_pairs_are_nobodys_and_equal_is_a_draw),
        cmocka_unit_test(only_the_last_direction_is_remembered),
        cmocka_unit_test(steps_are_kind_place_direction),
        cmocka_unit_test(moves_of_a_turned_board_are_the_turned_moves),
        cmocka_unit_test(a_short_list_gets_the_first_moves),
        cmocka_unit_test(move_form_errors),
        cmocka_unit_test(position_place_errors),
        cmocka_unit_test(position_mover_errors),
        cmocka_unit_test(position_last_move_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
