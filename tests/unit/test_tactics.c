/* The stored forced wins: every ruleset with two sides has fifty or more, their moves are legal, a separate proof
 * agrees with their lengths, and the engine finds them. Only samples are tried: `colonnade bench tactics` tries
 * them all. */
#include "contest/tactics.h"
#include "core/file.h"
#include "games/registry.h"
#include "solve/proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 256, LEAST = 50, FILE_LIMIT = 1 << 20, SAMPLE = 8, NODES = 150000, PROVEN_PLIES = 5, PROVEN = 6 };

static bool has_tactics(const Game *g) { return g->sides == 2; }

static int read_all(const Game *g, Tactic out[MOST])
{
    char path[128];
    Buffer b = {0};
    Message error = {0};
    int count = 0;
    snprintf(path, sizeof path, "bench/tactics/%s.tsv", g->id);
    assert_true(file_read(path, FILE_LIMIT, &b, &error));
    char *rest = b.text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (tactics_read(g, line, &out[count], &error))
            assert_true(++count < MOST);
        else
            assert_null(error.id);
    buffer_free(&b);
    return count;
}

static void there_are_enough_of_every_length(void **state)
{
    (void)state;
    static Tactic t[MOST];
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (!has_tactics(g))
            continue;
        int count = read_all(g, t), longer = 0;
        if (count < LEAST)
            print_message("bench/tactics/%s.tsv has %d positions, at least %d are wanted\n", g->id, count, LEAST);
        assert_true(count >= LEAST);
        for (int k = 0; k < count; k++) {
            assert_in_range(t[k].plies, TACTICS_LEAST, TACTICS_MOST);
            longer += t[k].plies > 5;
            for (int j = 0; j < k; j++)
                assert_false(position_equal(&t[j].position, &t[k].position));
        }
        /* Where wins are never that long, none can be stored. */
        if (longer && 3 * longer < count)
            print_message("bench/tactics/%s.tsv: %d of %d wins take more than 5 plies, a third should\n", g->id, longer,
                          count);
        assert_true(!longer || 3 * longer >= count);
    }
}

static void proofs_agree_with_the_lengths(void **state)
{
    (void)state;
    static Tactic t[MOST];
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (!has_tactics(g))
            continue;
        int count = read_all(g, t), left = PROVEN;
        Proof *f = proof_create(g, 1 << 22);
        assert_non_null(f);
        for (int k = 0; k < count && left > 0; k++) {
            if (t[k].plies > PROVEN_PLIES)
                continue;
            int side = game_side(g, g->mover(&t[k].position));
            left--;
            assert_int_equal(proof_wins(f, &t[k].position, side, t[k].plies), TRUTH_YES);
            assert_int_equal(proof_wins(f, &t[k].position, side, t[k].plies - 1), TRUTH_NO);
            for (int m = 0; m < t[k].moves; m++) {
                Position next;
                g->play(&t[k].position, t[k].move[m], &next);
                assert_int_equal(proof_wins(f, &next, side, t[k].plies - 1), TRUTH_YES);
            }
        }
        assert_true(left < PROVEN);
        proof_destroy(f);
    }
}

/* With a number of positions instead of one second, so that the result is the same everywhere. */
static void a_sample_is_found(void **state)
{
    (void)state;
    static Tactic t[MOST];
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (!has_tactics(g))
            continue;
        int count = read_all(g, t), tried = 0;
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 22});
        assert_non_null(a);
        for (int k = 0; k < count && tried < SAMPLE; k++) {
            if (t[k].plies > 7)
                continue;
            AdviceList list;
            Situation s = {.position = t[k].position};
            tried++;
            adviser_forget(a);
            assert_true(adviser_play(a, &s, (SearchLimits){.nodes = NODES}, NULL, NULL, &list));
            bool found = false;
            for (int m = 0; m < t[k].moves; m++)
                found |= list.advice[0].move == t[k].move[m];
            if (!found)
                print_message("%s, position %d\n", g->id, k + 1);
            assert_true(found);
        }
        adviser_destroy(a);
    }
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "x",
        "x\t3\ty",
        "..../..../..../....|.../.../...|../..|. w\t3",
        "..../..../..../....|.../.../...|../..|. w\t3\t9z9",
    };
    const Game *g = registry_find("pylos");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Tactic t;
        Message error = {0};
        assert_false(tactics_read(g, wrong[i], &t, &error));
        assert_non_null(error.id);
    }
}

static void a_few_can_be_made(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Cancel stop = {false};
    Buffer b[2] = {0};
    for (int run = 0; run < 2; run++)
        assert_true(tactics_generate(g, 3, 5, &stop, &b[run]));
    assert_string_equal(b[0].text, b[1].text);
    int count = 0;
    char *rest = b[0].text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        Tactic t;
        Message error = {0};
        count += tactics_read(g, line, &t, &error);
        assert_null(error.id);
    }
    assert_int_equal(count, 3);
    buffer_free(&b[0]);
    buffer_free(&b[1]);
    cancel_ask(&stop);
    assert_false(tactics_generate(g, 3, 5, &stop, &b[0]));
    buffer_free(&b[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_enough_of_every_length),
        cmocka_unit_test(proofs_agree_with_the_lengths),
        cmocka_unit_test(a_sample_is_found),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(a_few_can_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
