/* Records: what we write reads back and is written again byte for byte; an error comes with its line and column;
 * hostile texts cost little. */
#include "core/record.h"

#include "core/memory.h"
#include "games/pyrga/pyrga.h"
#include "ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

/* The ring without repetition, for games of any length. */
static Game endless;

static const Game *find(const char *id)
{
    endless = ring3;
    endless.id = "endless";
    endless.never_repeats = true;
    return strcmp(id, pyrga.id) == 0 ? &pyrga : strcmp(id, endless.id) == 0 ? &endless : ring_find(id);
}

static Tree *read_back(const char *text)
{
    RecordError error;
    char sentence[256];
    Tree *m = record_read(text, strlen(text), find, &error);
    if (!m) {
        message_english(&error.message, sentence, sizeof sentence);
        fail_msg("%zu:%zu: %s\n%s", error.line, error.column, sentence, text);
    }
    return m;
}

/* The text is what we would write, so it comes back unchanged. */
static void assert_canonical(const char *text)
{
    Buffer out = {0};
    Tree *m = read_back(text);
    assert_true(record_write(m, &out, NULL));
    assert_string_equal(out.text, text);
    buffer_free(&out);
    tree_free(m);
}

static void assert_rejected(const char *text, size_t line, size_t column, const char *sentence)
{
    RecordError error;
    char found[256], expected[256];
    Tree *m = record_read(text, strlen(text), find, &error);
    assert_null(m);
    size_t n = message_english(&error.message, found, sizeof found);
    snprintf(found + n, sizeof found - n, " at %zu:%zu", error.line, error.column);
    snprintf(expected, sizeof expected, "%s at %zu:%zu", sentence, line, column);
    assert_string_equal(found, expected);
}

#define RING "[Game \"ring\"]\n"

static void plain_games_round_trip(void **state)
{
    (void)state;
    assert_canonical(RING "[Result \"ongoing\"]\n\nongoing\n");
    assert_canonical(RING "[White \"Anne\"]\n[Black \"Bruno \\\"B\\\" \\\\\"]\n[Date \"2025.11.??\"]\n[Result \"b\"]\n"
                          "[Reason \"centre reached\"]\n[Event \"Été\"]\n[Site \"Lyon\"]\n\n"
                          "1. right right 2. right goal b\n");
}

static void three_players_share_a_round(void **state)
{
    (void)state;
    assert_canonical("[Game \"ring-3\"]\n[Result \"ongoing\"]\n\n1. right right right 2. left left ongoing\n");
    assert_canonical(
        "[Game \"ring-3\"]\n[Result \"ongoing\"]\n[Position \"2 b\"]\n\n1... right right 2. left ongoing\n");
    assert_canonical("[Game \"ring-3\"]\n[Result \"ongoing\"]\n[Position \"2 r\"]\n\n"
                     "1..... right 2. left {so} 2... left (2... right left) 2..... right ongoing\n");
}

static void variations_and_comments_round_trip(void **state)
{
    (void)state;
    assert_canonical(
        RING "[Result \"ongoing\"]\n\n{before the first move} 1. right {one} (1. left {two} 1... left (1... right {a\n"
             "\\{ brace \\} and \\\\ and\\n a line\\n\\n after}) 2. left) 1... right 2. left (2.\n"
             "right) ongoing\n");
    Tree *m = read_back(RING "1. right (1. left left (1... right)) 1... right 2. right ongoing");
    assert_int_equal(tree_count(m), 7);
    assert_int_equal(tree_ply(m), 3);
    assert_int_equal(tree_current(m), tree_main_end(m));
    tree_free(m);
}

static void input_may_be_laid_out_freely(void **state)
{
    (void)state;
    Tree *m = read_back(
        "\xef\xbb\xbf\r\n[ Black\t\"B\" ] [Game \"ring\"] 1.right\r\n right{ said\r\n  so }2. left(2.right)ongoing");
    Buffer out = {0};
    assert_true(record_write(m, &out, NULL));
    assert_string_equal(out.text, RING "[Black \"B\"]\n[Result \"ongoing\"]\n\n"
                                       "1. right right {said so} 2. left (2. right) ongoing\n");
    buffer_free(&out);
    tree_free(m);
}

static void declared_ends_round_trip(void **state)
{
    (void)state;
    assert_canonical(RING "[Result \"w\"]\n[Reason \"resigned b\"]\n\n1. right w\n");
    assert_canonical(RING "[Result \"b\"]\n[Reason \"time w\"]\n\n1. right b\n");
    assert_canonical(RING "[Result \"draw\"]\n[Reason \"agreed\"]\n\n1. right draw\n");
    assert_canonical(RING "[Result \"draw\"]\n[Reason \"repetition\"]\n\n1. right left 2. right left draw\n");
    assert_canonical("[Game \"ring-3\"]\n[Result \"draw\"]\n[Reason \"resigned r\"]\n\n1. right draw\n");
    Tree *m = read_back(RING "1. right b");
    assert_int_equal(tree_outcome(m).reason, REASON_RESIGNED);
    assert_int_equal(tree_ended_by(m, tree_current(m)), 0);
    tree_free(m);
}

static void towers_come_back_as_they_were_built(void **state)
{
    (void)state;
    Tree *m = read_back("[Game \"pyrga\"]\n1. Cb2 Tb2n 2. Tb3s Sb2 ongoing");
    Piece piece[MAX_STACK];
    assert_int_equal(tree_pieces(m, 5, piece), 3);
    assert_int_equal(piece[0].kind, 2 /* round */);
    assert_int_equal(piece[1].direction, NORTH);
    tree_free(m);
}

static void bad_files_are_rejected_with_line_and_column(void **state)
{
    (void)state;
    assert_rejected("", 1, 1, "the tag that names the game is missing: [Game \"…\"]");
    assert_rejected("[White \"é\"]\n", 1, 1, "the tag that names the game is missing: [Game \"…\"]");
    assert_rejected("[Game \"chess\"]\n", 1, 8, "there is no game chess");
    assert_rejected("[Game ring]", 1, 7, "the value of the tag is expected here, between quotes");
    assert_rejected("[Game \"ring]\n", 1, 7, "this quote is not closed on its line");
    assert_rejected("[Game \"ri\\ng\"]\n", 1, 10, "after \\ one of these is expected: \" \\");
    assert_rejected("[Game \"ring\")\n", 1, 13, "this tag is not closed: ] is expected here");
    assert_rejected("[\"ring\"]\n", 1, 2, "a tag is expected here, as in [White \"Anne\"]");
    assert_rejected(RING RING, 2, 2, "there are two tags Game");
    assert_rejected(RING "[Date \"2025.13.01\"]\n", 2, 8, "a date is written 2024.12.31, with ? for what is not known");
    assert_rejected(RING "[Position \"2 x\"]\n", 2, 14, "the player to move is expected here, one of: w b");
    assert_rejected(RING "\n1. right {é} rigth", 3, 16, "ring: no such move");
    assert_rejected(RING "\n1. goal", 3, 4, "ring: the goal is not here");
    assert_rejected(RING "\n1. right 2. right", 3, 10, "the number of the next move is 1...");
    assert_rejected(RING "\n1. left goal 2. left", 3, 17, "the game is over");
    assert_rejected(RING "\n1. right", 3, 9, "the record ends without its result: ongoing is one");
    assert_rejected(RING "\n1. right (1. left", 3, 10, "this variation is never closed");
    assert_rejected(RING "\n1. right (1. left ongoing", 3, 19,
                    "the result comes at the end of the record, not in a variation");
    assert_rejected(RING "\n1. right () ongoing", 3, 10, "this variation is empty");
    assert_rejected(RING "\n1. right ((", 3, 11, "a variation comes after the move that it replaces");
    assert_rejected(RING "\n(1. left)", 3, 1, "a variation comes after the move that it replaces");
    assert_rejected(RING "\n1. right)", 3, 9, "this parenthesis closes nothing");
    assert_rejected(RING "\n1. right (1. right)", 3, 14,
                    "right is already there: a variation begins with another move");
    assert_rejected(RING "\n1. right ({so} 1. left)", 3, 11, "a comment comes after the move that it is about");
    assert_rejected(RING "\n1. right {so} {again}", 3, 15, "there is a comment here already");
    assert_rejected(RING "\n1. right {so", 3, 10, "this comment is never closed");
    assert_rejected(RING "\n1. right {so {", 3, 14, "inside a comment, write \\{");
    assert_rejected(RING "\n1. right {so \\x}", 3, 14, "after \\ one of these is expected: { } \\ n");
    assert_rejected(RING "\n1. right }", 3, 10, "a move is expected here");
    assert_rejected(RING "\n1. right ongoing 2.", 3, 18, "nothing may follow the result");
    assert_rejected(RING "[Result \"w\"]\n\n1. right ongoing", 2, 10,
                    "the tag says w, the end of the record says ongoing");
    assert_rejected(RING "\n1. left goal w", 3, 14, "the moves lead to b, the record says w");
    assert_rejected(RING "\n1. left goal ongoing", 3, 14, "the moves lead to b, the record says ongoing");
    assert_rejected(RING "[Reason \"counted\"]\n1. left goal b", 2, 10, "the moves do not end that way: counted");
    assert_rejected(RING "[Reason \"counted\"]\n1. left b", 2, 10, "the moves do not end that way: counted");
    assert_rejected(RING "[Reason \"resigned b\"]\n1. left b", 2, 10, "the result would then be w, not b");
    assert_rejected("[Game \"ring-3\"]\n1. left b", 2, 9,
                    "who resigned or ran out of time is missing, as in resigned w");
    assert_rejected(RING "\n1. right \x01", 3, 10, "this is not text: there is a control character here");
    assert_rejected(RING "\n{\xc3}", 3, 2, "this text is not UTF-8");
}

static void newer_formats_are_named(void **state)
{
    (void)state;
    assert_rejected("[Format \"2\"]\n[Game ?what is this", 1, 10,
                    "this record is in format 2, made by a newer version: this one reads format 1");
    assert_rejected("[Format \"two\"]\n" RING, 1, 10, "the format of a record is a number");
    tree_free(read_back("[Format \"1\"]\n" RING "ongoing"));
}

static void lines_are_wrapped(void **state)
{
    (void)state;
    Tree *m = tree_new(&ring3, NULL);
    Buffer out = {0};
    char word[200];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    /* With three players and steps in one direction, a position repeats after 12 moves. */
    for (int i = 0; i < 23; i++) {
        assert_true(tree_play_text(m, "right", NULL));
        assert_true(tree_set_comment(m, tree_current(m), i == 7 ? word : "some words, été, to be wrapped", NULL));
    }
    assert_true(record_write(m, &out, NULL));
    size_t long_lines = 0;
    for (char *line = out.text; *line; line = strchr(line, '\n') + 1) {
        size_t bytes = (size_t)(strchr(line, '\n') - line);
        size_t width = 0;
        for (size_t i = 0; i < bytes; i++)
            width += ((unsigned char)line[i] & 0xc0) != 0x80;
        long_lines += width > RECORD_WIDTH;
    }
    assert_int_equal(long_lines, 1);
    assert_canonical(out.text);
    buffer_free(&out);
    tree_free(m);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

/* A tree of `nodes` moves, each played from a random node, with some comments. */
static Tree *random_tree(const Game *game, uint32_t seed, int nodes)
{
    static const char *const words[] = {"good", "{", "}", "\\", "\n", "(1.", "été", "\"", "ongoing", "\\n", "]"};
    Tree *m = tree_new(game, NULL);
    MoveList legal = {0};
    for (int tries = 0; tries < 4 * nodes && tree_count(m) < nodes; tries++) {
        if (next_random(&seed) % 4 == 0)
            tree_goto(m, (int)(next_random(&seed) % (uint32_t)tree_count(m)));
        assert_true(movelist_fill(&legal, game, tree_position(m)));
        if (tree_outcome(m).over || legal.count == 0) {
            tree_goto(m, (int)(next_random(&seed) % (uint32_t)tree_count(m)));
            continue;
        }
        assert_true(tree_play(m, legal.move[next_random(&seed) % legal.count], NULL));
        if (next_random(&seed) % 3 == 0) {
            Buffer text = {0};
            for (uint32_t i = next_random(&seed) % 30; i > 0; i--)
                buffer_format(&text, "%s%s", words[next_random(&seed) % 11], i % 3 ? " " : "");
            assert_true(tree_set_comment(m, tree_current(m), buffer_text(&text), NULL));
            buffer_free(&text);
        }
    }
    movelist_free(&legal);
    return m;
}

static void random_trees_round_trip(void **state)
{
    (void)state;
    static const Game *const games[] = {&ring2, &ring3, &pyrga};
    for (uint32_t seed = 0; seed < 60; seed++) {
        Buffer out = {0};
        Tree *m = random_tree(games[seed % 3], seed, 120);
        assert_true(record_write(m, &out, NULL));
        assert_canonical(out.text);
        Tree *again = read_back(out.text);
        assert_int_equal(tree_count(again), tree_count(m));
        tree_free(again);
        tree_free(m);
        buffer_free(&out);
    }
}

static void deep_nesting_costs_no_stack(void **state)
{
    (void)state;
    Buffer text = {0};
    buffer_add(&text, "[Game \"pyrga\"]\n\n");
    for (int i = 0; i < 500000; i++)
        buffer_add(&text, "(");
    RecordError error;
    assert_null(record_read(text.text, text.length, find, &error));
    buffer_free(&text);

    /* Every move has a variation, whose next move has one, too. */
    Tree *m = tree_new(find("endless"), NULL);
    for (int i = 0; i < 5000; i++) {
        assert_true(tree_play_text(m, "left", NULL));
        tree_undo(m);
        assert_true(tree_play_text(m, "right", NULL));
    }
    assert_int_equal(tree_count(m), 10001);
    Buffer out = {0};
    assert_true(record_write(m, &out, NULL));
    assert_canonical(out.text);
    buffer_free(&out);
    tree_free(m);
}

static void long_games_are_refused_not_suffered(void **state)
{
    (void)state;
    Buffer text = {0};
    for (int i = 0; i < RECORD_MAX_BYTES / 8 + 1; i++)
        buffer_add(&text, "[Game ] ");
    RecordError error;
    assert_null(record_read(text.text, text.length, find, &error));
    assert_string_equal(error.message.id, "this is too long for a record: {0} MiB at most");
    buffer_free(&text);
}

static void memory_that_runs_out_is_an_error(void **state)
{
    (void)state;
    static const char text[] =
        RING "[White \"A\"]\n[Result \"w\"]\n[Reason \"resigned b\"]\n\n{so} 1. right (1. left) w\n";
    bool finished = false;
    for (long n = 0; !finished; n++) {
        RecordError error;
        memory_fail_after(n);
        Tree *m = record_read(text, strlen(text), find, &error);
        memory_fail_after(-1);
        finished = m != NULL;
        if (!m)
            assert_string_equal(error.message.id, "there is not enough memory");
        tree_free(m);
        assert_true(n < 200);
    }
    Tree *m = read_back(text);
    finished = false;
    for (long n = 0; !finished; n++) {
        Buffer out = {0};
        Message error;
        memory_fail_after(n);
        finished = record_write(m, &out, &error);
        memory_fail_after(-1);
        if (finished)
            assert_string_equal(out.text, text);
        buffer_free(&out);
        assert_true(n < 200);
    }
    tree_free(m);
}

static void several_records_are_told_apart(void **state)
{
    (void)state;
    static const char *const record[] = {
        "[Game \"pyrga\"]\n[White \"A ] [ \\\" B\"]\n\n{one \\} [Game \"x\"]} 1. Cb2 ongoing\n\n",
        "[White \"C\"]\n[Game \"pyrga\"]\n\nongoing\n\n",
        "[Game \"pyrga\"] 1. Cb2 (1. Cb3) ongoing",
    };
    Buffer all = {0};
    for (size_t i = 0; i < 3; i++)
        buffer_add(&all, record[i]);
    size_t at = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t length = record_extent(all.text + at, all.length - at);
        assert_int_equal(length, strlen(record[i]));
        tree_free(read_back(record[i]));
        at += length;
    }
    assert_int_equal(at, all.length);
    buffer_free(&all);
    for (const char *cut = record[0]; *cut; cut++)      /* wherever it is cut off, nothing beyond the cut is read */
        assert_true(record_extent(cut, strlen(cut)) <= strlen(cut));
    assert_int_equal(record_extent("", 0), 0);
    assert_int_equal(record_extent("{\\", 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_games_round_trip),
        cmocka_unit_test(three_players_share_a_round),
        cmocka_unit_test(variations_and_comments_round_trip),
        cmocka_unit_test(input_may_be_laid_out_freely),
        cmocka_unit_test(declared_ends_round_trip),
        cmocka_unit_test(towers_come_back_as_they_were_built),
        cmocka_unit_test(bad_files_are_rejected_with_line_and_column),
        cmocka_unit_test(newer_formats_are_named),
        cmocka_unit_test(lines_are_wrapped),
        cmocka_unit_test(random_trees_round_trip),
        cmocka_unit_test(deep_nesting_costs_no_stack),
        cmocka_unit_test(long_games_are_refused_not_suffered),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
        cmocka_unit_test(several_records_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
