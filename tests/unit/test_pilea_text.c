/* Pilea's text, steps and symmetries: what is refused and at which character. */
#include "games/pilea/pilea.h"

#include "pilea_position.h"

#include "core/grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define PILES   "b,b,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,wbw,-,-,b/ww,b,-,-,w w"
#define CAPTURE "-,-,w,-,-/w,b,-,-,-/-,-,xxx,-,-/b,-,-,-,b/w,w,w,b,b w"
#define DOUBLE  "-,-,w,-,-/w,b,-,b,w/-,-,xxx,-,-/-,-,-,-,b/w,w,-,b,b w"

/* Reading the move fails with `why`. */
static void refused(const char *before, const char *move, const char *why)
{
    Position p = position(before);
    Move read;
    Message error;
    char sentence[256];
    assert_false(pilea.read_move(&p, move, &read, &error));
    message_english(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, why);
}

/* The position text is refused with `why`. */
static void rejected(const char *text, const char *why)
{
    Position p;
    Message error;
    char sentence[256];
    assert_false(pilea.read_position(text, &p, &error));
    message_english(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, why);
}

static void a_move_of_the_wrong_form_names_the_character(void **state)
{
    (void)state;
    refused(CAPTURE, "", "character 1: a place is expected here: a column from a to e, then a row from 1 to 5");
    refused(CAPTURE, "f1-e1", "character 1: a place is expected here: a column from a to e, then a row from 1 to 5");
    refused(CAPTURE, "c6-c5", "character 2: a row from 1 to 5 is expected here");
    refused(CAPTURE, "c5", "character 3: - for the top cube or = for the whole pile is expected here");
    refused(CAPTURE, "c5-", "character 4: a place is expected here: a column from a to e, then a row from 1 to 5");
    refused(CAPTURE, "c5-c4 ", "character 6: a capture, x, or the end of the move is expected here");
    refused(CAPTURE, "c5-c4xb4", "character 9: > and the place for the captured cube are expected here");
    refused(CAPTURE, "c5-c4xb4>",
            "character 10: a place is expected here: a column from a to e, then a row from 1 to 5");
    refused(CAPTURE, "c5-c4xb4>e5x",
            "character 13: a place is expected here: a column from a to e, then a row from 1 to 5");
    refused(CAPTURE, "c5=d5", "character 3: c5 holds a single cube: write c5-d5");
    refused(CAPTURE, "c5-c4xb4>e5xa1>e4xa1>e4xa1>e4xa1>e4xa1>e4xa1>e4xa1>e4",
            "character 13: a1 is not captured: no opposing pile there is newly between two of yours");
    refused(START, "b2b3", "character 3: nothing more is expected here");
}

static void a_position_that_cannot_be_is_rejected(void **state)
{
    (void)state;
    static const char grey[] = "must hold the three grey cubes, xxx, with at most one cube on them";
    char why[128];
    snprintf(why, sizeof why, "character 25: c3 %s", grey);
    rejected("-,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,-,-,-,- w", why);
    rejected("-,-,-,-,-/-,-,-,-,-/-,-,xx,-,-/-,-,-,-,-/-,-,-,-,- w", why);
    rejected("-,-,-,-,-/-,-,-,-,-/-,-,xxxx,-,-/-,-,-,-,-/-,-,-,-,- w", why);
    rejected("-,-,-,-,-/-,-,-,-,-/-,-,w,-,-/-,-,-,-,-/-,-,-,-,- b", why);
    rejected("-,w,-,w,-/-,-,-,-,-/-,-,xxxwb,-,-/-,w,bb,w,-/b,-,-,-,b b", why);
    rejected("-,x,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w", "character 3: grey cubes stand only on c3");
    rejected("-,r,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w", "character 3: a cube is expected here, w or b");
    rejected("-,-,-,-,-/-,-,-,-,-/-,-,xxx?,-,-/-,-,-,-,-/-,-,-,-,- w", "character 28: a cube is expected here, w or b");
    rejected("w,w,w,w,ww/b,b,b,b,b/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w",
             "character 10: this is one cube too many: w has 5");
    rejected("-,bw,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w",
             "character 3: b5 is piled up, but piles grow only after all ten cubes are placed: there are 2");
    rejected("-,-,-,-,-/-,-,-,-,-/-,-,xxxw,-,-/-,-,-,-,-/-,-,-,-,- b",
             "character 25: c3 is piled up, but piles grow only after all ten cubes are placed: there are 1");
    rejected("-,b,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w",
             "character 1: the players place cubes in turn, w first: 0 white and 1 black cannot be");
    rejected("w,-,w,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- b",
             "character 1: the players place cubes in turn, w first: 2 white and 0 black cannot be");
    rejected("w,-,b,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- b",
             "character 53: w is to move: w has placed 1 and b 1");
    rejected("-,-,w,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w",
             "character 53: b is to move: w has placed 1 and b 0");
    rejected("-,-,-,-/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/-,-,-,-,- w", "character 1: row 5 has 4 places, expected 5");
    rejected(START " ", "character 54: nothing more is expected here");
    rejected("", "character 1: a place is missing here: write - for an empty one");
}

static void steps_ask_top_or_whole_only_when_both_can_be(void **state)
{
    (void)state;
    static const struct {
        const char *position, *move;
        int count;
        Step step[7];
    } cases[] = {
        {START, "b2", 1, {{STEP_TO, 6}}},
        {PILES, "b2=b3", 3, {{STEP_FROM, 6}, {STEP_TO, 11}, {STEP_WHOLE, 0}}},
        {PILES, "b2-b3", 3, {{STEP_FROM, 6}, {STEP_TO, 11}, {STEP_TOP, 0}}},
        {PILES, "a1-b1", 2, {{STEP_FROM, 0}, {STEP_TO, 1}}},
        {CAPTURE, "c5-d5", 2, {{STEP_FROM, 22}, {STEP_TO, 23}}},
        {DOUBLE,
         "c5-c4xb4>a5xd4>b4",
         6,
         {{STEP_FROM, 22}, {STEP_TO, 17}, {STEP_CAPTURE, 16}, {STEP_DROP, 20}, {STEP_CAPTURE, 18}, {STEP_DROP, 16}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position p = position(cases[i].position);
        Move m;
        Step out[MAX_STEPS];
        assert_true(pilea.read_move(&p, cases[i].move, &m, NULL));
        assert_int_equal(pilea.steps(&p, m, 0, out), cases[i].count);
        assert_memory_equal(out, cases[i].step, sizeof(Step) * (size_t)cases[i].count);
        assert_int_equal(pilea.steps(&p, m, 1, out), 0);
    }
}

static void symmetries_take_each_pile_to_its_place(void **state)
{
    (void)state;
    Position p = position(PILES), q;
    for (int s = 0; s < GRID_SYMMETRIES; s++) {
        pilea.transform(&p, s, &q);
        assert_null(pilea.check(&q));
        for (int place = 0; place < 25; place++) {
            Piece a[MAX_STACK], b[MAX_STACK];
            int n = pilea.pieces(&p, place, a);
            assert_int_equal(pilea.pieces(&q, grid_turn_place(5, s, place), b), n);
            assert_memory_equal(a, b, sizeof(Piece) * (size_t)n);
        }
    }
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    static const char *const texts[] = {START,
                                        PILES,
                                        CAPTURE,
                                        DOUBLE,
                                        "-,w,-,w,-/-,-,-,-,-/-,-,xxxw,-,-/-,w,bbb,w,-/b,-,-,-,b b",
                                        "-,-,-,-,-/-,-,-,-,-/-,-,xxx,-,wbwbwbwbwb/-,-,-,-,-/-,-,-,-,- w"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Position p = position(texts[i]);
        char text[POSITION_TEXT];
        size_t length = pilea.write_position(&p, text);
        assert_string_equal(text, texts[i]);
        assert_int_equal(length, strlen(text));
        Position start;
        pilea.start(&start);
        assert_int_equal(position_equal(&p, &start), i == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_of_the_wrong_form_names_the_character),
        cmocka_unit_test(a_position_that_cannot_be_is_rejected),
        cmocka_unit_test(steps_ask_top_or_whole_only_when_both_can_be),
        cmocka_unit_test(symmetries_take_each_pile_to_its_place),
        cmocka_unit_test(what_is_written_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
