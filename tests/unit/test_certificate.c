/* Certificates: ours hold, and damaged ones are refused with the moves that refute them. Checksums are corrected
 * after each change, so that the checker itself must refuse, unless the test is about the checksum. */
#include "core/memory.h"
#include "games/registry.h"
#include "solve/certificate.h"
#include "solve/proof.h"

#include "certificate_bytes.h"
#include "random_play.h"
#include "ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { TABLE = 1 << 20 };

/* Makes a certificate of at least `bytes` for a position worth `result` after `plies` random moves. */
static void make(const Game *g, int plies, int result, size_t bytes, Buffer *out)
{
    Proof *f = proof_create(g, TABLE);
    assert_non_null(f);
    for (;;) {
        Position p = random_position(g, plies);
        if (proof_value(f, &p, false).result != result)
            continue;
        buffer_clear(out);
        assert_int_equal(certificate_make(f, g, &p, 0, out), CERTIFICATE_MADE);
        if (out->length >= bytes)
            break;
    }
    proof_destroy(f);
}

static bool holds(const Game *g, const char *bytes, size_t length, CertificateCheck *out, Message *error)
{
    *out = (CertificateCheck){0};
    *error = (Message){0};
    return bytes_check(g, bytes, length, out, error);
}

static void certificates_of_both_games_hold(void **state)
{
    (void)state;
    static const char *const games[] = {"pyrga", "pilotis"};
    for (int i = 0; i < 2; i++)
        for (int result = -1; result <= 1; result++)
            for (int plies = 7; plies <= 9; plies++) {
                const Game *g = registry_find(games[i]);
                Buffer b = {0};
                CertificateCheck k;
                Message error;
                seed = (uint64_t)(100 + plies);
                make(g, plies, result, 200, &b);
                if (!holds(g, b.text, b.length, &k, &error))
                    fail_msg("%s after %s", error.id, k.line);
                assert_true(k.positions > 10 && k.ends > 5 && k.replies > k.positions / 2);
                buffer_free(&b);
            }
}

static void a_game_that_is_over_needs_no_moves(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Proof *f = proof_create(g, TABLE);
    Position p;
    Buffer b = {0};
    CertificateCheck k;
    Message error;
    assert_true(g->read_position("STC,STC,STC,-/st,st,st,-/sc,-,-,-/-,-,-,- b Ca4", &p, &error));
    assert_true(g->outcome(&p).over);
    assert_int_equal(certificate_make(f, g, &p, 0, &b), CERTIFICATE_MADE);
    assert_true(holds(g, b.text, b.length, &k, &error));
    assert_int_equal(k.positions, 0);
    assert_int_equal(k.ends, 1);
    buffer_free(&b);
    proof_destroy(f);
}

/* --- mutilation --- */

static char *find(Buffer *b, const char *text)
{
    char *at = memmem(b->text, b->length, text, strlen(text));
    assert_non_null(at);
    return at;
}

static size_t data_at(Buffer *b) { return bytes_data(b->text, b->length); }

static void make_sum_good(Buffer *b) { bytes_mend(b->text, b->length); }

/* Replaces `from`, which is in the header, by `to`. */
static void replace(Buffer *b, const char *from, const char *to)
{
    size_t at = (size_t)(find(b, from) - b->text), rest = at + strlen(from);
    Buffer n = {0};
    buffer_add_bytes(&n, b->text, at);
    buffer_add(&n, to);
    buffer_add_bytes(&n, b->text + rest, b->length - rest);
    buffer_free(b);
    *b = n;
}

typedef struct Fault {
    const char *what;
    void (*break_it)(Buffer *b);
    bool sum;               /* left as it was */
    bool line;              /* some moves refute it */
    const char *sentence;   /* how the refusal begins */
} Fault;

static void flip_first_choice(Buffer *b) { b->text[data_at(b)] ^= 1; }
static void flip_last_byte(Buffer *b) { b->text[b->length - 1] ^= 1; }
static void cut_last_byte(Buffer *b) { b->length--; }
static void cut_half(Buffer *b) { b->length -= (b->length - data_at(b)) / 2; }
static void cut_all_data(Buffer *b) { b->length = data_at(b); }
static void add_a_byte(Buffer *b) { buffer_add_char(b, 0); }
static void claim_a_loss(Buffer *b) { replace(b, "value win", "value loss"); }
static void claim_a_draw(Buffer *b) { replace(b, "value win", "value draw"); }
static void claim_other_side(Buffer *b)
{
    replace(b, "value win", "value loss");
    bool white = memmem(b->text, b->length, "strategy w", 10) != NULL;
    replace(b, white ? "strategy w" : "strategy b", white ? "strategy b" : "strategy w");
}
static void other_position(Buffer *b)
{
    char *line = find(b, "position "), *end = strchr(line, '\n');
    char old[POSITION_TEXT + 16];
    snprintf(old, sizeof old, "%.*s", (int)(end - line), line);
    replace(b, old, "position -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w -");
    if (memmem(b->text, b->length, "strategy b", 10))
        replace(b, "strategy b", "strategy w");
}
static void no_position(Buffer *b) { replace(b, "position ", "position x"); }
static void other_game(Buffer *b) { replace(b, "game pyrga", "game pilotis"); }
static void other_version(Buffer *b) { replace(b, "colonnade-proof 3", "colonnade-proof 4"); }
static void other_layout(Buffer *b) { replace(b, "colonnade-proof 3", "colonnade-proof 2"); }
static void other_file(Buffer *b) { replace(b, "colonnade-proof 3", "colonnade proof 3"); }
static void cut_header(Buffer *b) { b->length = (size_t)(find(b, "checksum ") - b->text); }
static void no_side(Buffer *b) { replace(b, " wins ", " loses "); }
static void more_choices(Buffer *b) { replace(b, " wins ", " wins 9"); }
static void fewer_choices(Buffer *b)
{
    char *at = find(b, " wins ") + 6;
    while (at[1] != ' ')
        *at++ = '0';
    *at = '3';
}
static void huge_choices(Buffer *b) { replace(b, " wins ", " wins 99999999999"); }
static void no_memory_line(Buffer *b) { replace(b, "memory 16777216 1\n", ""); }
static void no_memory(Buffer *b) { replace(b, "memory 16777216", "memory 1"); }
static void huge_memory(Buffer *b) { replace(b, "memory 16777216", "memory 999999999999"); }
static void half_memory(Buffer *b) { replace(b, "memory 16777216 1", "memory 16777216"); }
static void less_memory(Buffer *b) { replace(b, "memory 16777216", "memory 8"); }
static void fewer_bytes(Buffer *b)
{
    char *at = strchr(find(b, " wins ") + 6, ' ') + 1;
    while (*at != '\n')
        *at++ = '0';
}

static void broken_certificates_are_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"first choice, sum wrong", flip_first_choice, true, true, "the strategy"},
        {"first choice", flip_first_choice, false, true, "the strategy"},
        {"last byte, sum wrong", flip_last_byte, true, false, "the "},
        {"cut by one byte", cut_last_byte, false, false, "the "},
        {"cut in half", cut_half, false, true, "the strategy has no answer here"},
        {"no data", cut_all_data, false, false, "the strategy has no answer here"},
        {"one byte more", add_a_byte, false, false, "the certificate goes on"},
        {"a loss is claimed", claim_a_loss, false, false, "the certificate's strategies do not show"},
        {"a draw is claimed", claim_a_draw, false, false, "the certificate's strategies do not show"},
        {"the loser is said to win", claim_other_side, false, true, "the strategy"},
        {"another position", other_position, false, true, "the strategy"},
        {"no position", no_position, false, false, ""},
        {"another game", other_game, false, false, "the certificate is about another game"},
        {"another version", other_version, false, false, "this certificate has a version"},
        {"another layout", other_layout, false, false, ""},
        {"another file", other_file, false, false, "this is not a certificate"},
        {"half a header", cut_header, true, false, "the certificate's header is cut short"},
        {"a strategy that loses", no_side, false, false, "line {0} of the certificate"},
        {"more choices announced", more_choices, false, false, ""},
        {"fewer choices announced", fewer_choices, false, true, "the strategy needs more positions"},
        {"absurdly many choices", huge_choices, false, false, "line {0} of the certificate"},
        {"fewer bytes announced", fewer_bytes, false, false, ""},
        {"nothing about memory", no_memory_line, false, false, "line {0} of the certificate"},
        {"half a line about memory", half_memory, false, false, "line {0} of the certificate"},
        {"nothing remembered", no_memory, false, false, "line {0} of the certificate"},
        {"absurdly much remembered", huge_memory, false, false, "line {0} of the certificate"},
        {"less remembered than was", less_memory, false, true, "the strategy"},
    };
    const Game *g = registry_find("pyrga");
    Buffer good = {0};
    seed = 5;
    make(g, 8, 1, 400, &good);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const Fault *fault = &faults[i];
        Buffer b = {0};
        CertificateCheck k;
        Message error;
        buffer_add_bytes(&b, good.text, good.length);
        fault->break_it(&b);
        if (!fault->sum)
            make_sum_good(&b);
        if (holds(g, b.text, b.length, &k, &error))
            fail_msg("%s: accepted", fault->what);
        assert_non_null(error.id);
        if (strncmp(error.id, fault->sentence, strlen(fault->sentence)) != 0)
            fail_msg("%s: %s", fault->what, error.id);
        if (fault->line && !k.line[0])
            fail_msg("%s: no line of moves (%s)", fault->what, error.id);
        buffer_free(&b);
    }
    buffer_free(&good);
}

/* Plays the line that is said to refute the certificate. */
static void the_breaking_line_is_legal_play(void **state)
{
    (void)state;
    const Game *g = registry_find("pilotis");
    Buffer good = {0};
    seed = 9;
    make(g, 8, 1, 400, &good);
    size_t data = data_at(&good);
    int refused = 0, tried = 0;
    for (size_t bit = 8 * data; bit < 8 * good.length; bit += 7, tried++) {
        CertificateCheck k;
        Message error;
        Certificate c;
        good.text[bit / 8] ^= (char)(1 << bit % 8);
        make_sum_good(&good);
        if (!holds(g, good.text, good.length, &k, &error)) {
            refused++;
            Position p;
            assert_true(bytes_read(good.text, good.length, &c, &error));
            assert_true(g->read_position(c.position, &p, &error));
            for (char *rest = k.line, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
                Move m;
                if (!g->read_move(&p, word, &m, &error))
                    fail_msg("%s is not legal", word);
                g->play(&p, m, &p);
            }
        }
        good.text[bit / 8] ^= (char)(1 << bit % 8);
    }
    /* Another move may also win, and then the change is harmless; that is rare. */
    assert_true(tried > 100 && refused > tried / 2);
    buffer_free(&good);
}

/* Version 1 certificates remember everything; people have some. */
static void the_first_version_is_still_read(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Buffer b = {0};
    CertificateCheck now, then;
    Message error;
    seed = 5;
    make(g, 8, 1, 400, &b);
    assert_true(holds(g, b.text, b.length, &now, &error));
    replace(&b, "colonnade-proof 3", "colonnade-proof 1");
    replace(&b, "memory 16777216 1\n", "");
    make_sum_good(&b);
    assert_true(holds(g, b.text, b.length, &then, &error));
    assert_memory_equal(&now, &then, sizeof now);
    assert_int_equal(now.remembered, now.positions);
    b.text[data_at(&b)] ^= 1;
    make_sum_good(&b);
    assert_false(holds(g, b.text, b.length, &then, &error));
    buffer_free(&b);
}

/* --- trees --- */

static const char WON_IN_16[] = "-,-,-,-/S,-,-,-/st,T,-,-/-,-,-,- w Ta2e";

static void make_tree(const Game *g, const char *position, int plies, bool distance, Buffer *out)
{
    Proof *f = proof_create(g, TABLE);
    Position p;
    Message error;
    assert_true(g->read_position(position, &p, &error));
    assert_int_equal(certificate_make_tree(f, g, &p, plies, distance, out), CERTIFICATE_MADE);
    proof_destroy(f);
}

static void trees_show_the_distance(void **state)
{
    (void)state;
    static const char *const games[] = {"pyrga", "pilotis"};
    for (int i = 0; i < 2; i++) {
        const Game *g = registry_find(games[i]);
        Buffer b = {0};
        CertificateCheck k;
        Certificate c;
        Message error;
        make_tree(g, WON_IN_16, 0, true, &b);
        if (!holds(g, b.text, b.length, &k, &error))
            fail_msg("%s after %s", error.id, k.line);
        assert_true(bytes_read(b.text, b.length, &c, &error));
        assert_int_equal(c.distance, 16);
        assert_int_equal(c.strategies, 2);
        /* Claiming one ply less is false, for either side. */
        replace(&b, "wins 16", "wins 15");
        replace(&b, "value win 16", "value win 15");
        replace(&b, "lasts 15", "lasts 14");
        make_sum_good(&b);
        assert_false(holds(g, b.text, b.length, &k, &error));
        assert_string_equal(error.id, "the strategy goes on for too long");
        replace(&b, "wins 15", "wins 17");
        replace(&b, "value win 15", "value win 17");
        replace(&b, "lasts 14", "lasts 16");
        make_sum_good(&b);
        assert_false(holds(g, b.text, b.length, &k, &error));
        assert_true(k.line[0]);
        /* And the two strategies must fit the claim. */
        replace(&b, "value win 17", "value win 16");
        make_sum_good(&b);
        assert_false(holds(g, b.text, b.length, &k, &error));
        assert_string_equal(error.id, "the certificate's strategies do not show the value that it claims");
        buffer_free(&b);
    }
}

static void trees_within_so_many_plies_and_of_draws(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Buffer b = {0};
    CertificateCheck k;
    Certificate c;
    Message error;
    make_tree(g, WON_IN_16, 18, false, &b);
    assert_true(holds(g, b.text, b.length, &k, &error));
    assert_true(bytes_read(b.text, b.length, &c, &error));
    assert_int_equal(c.strategies, 1);
    assert_int_equal(c.strategy[0].plies, 18);
    buffer_clear(&b);
    Proof *f = proof_create(g, TABLE);
    Position p;
    assert_true(g->read_position(WON_IN_16, &p, &error));
    assert_int_equal(certificate_make_tree(f, g, &p, 15, false, &b), CERTIFICATE_UNPROVEN);
    seed = 21;
    do
        p = random_position(g, 9);
    while (proof_value(f, &p, false).result != 0);
    assert_int_equal(certificate_make_tree(f, g, &p, 0, true, &b), CERTIFICATE_MADE);
    assert_true(holds(g, b.text, b.length, &k, &error));
    proof_destroy(f);
    buffer_free(&b);
}

/* Any bits encode legal moves in a tree, so most changes show only at the end of a game. */
static void broken_trees_are_refused(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Buffer b = {0};
    CertificateCheck k;
    Message error;
    int refused = 0, tried = 0;
    make_tree(g, WON_IN_16, 0, true, &b);
    size_t step = 8 * (b.length - data_at(&b)) / 60 | 1;
    for (size_t bit = 8 * data_at(&b); bit < 8 * b.length; bit += step, tried++) {
        b.text[bit / 8] ^= (char)(1 << bit % 8);
        make_sum_good(&b);
        refused += !holds(g, b.text, b.length, &k, &error);
        b.text[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_true(tried > 50 && refused > tried / 2);
    b.length--;
    make_sum_good(&b);
    assert_false(holds(g, b.text, b.length, &k, &error));
    buffer_add_char(&b, 0);
    buffer_add_char(&b, 0);
    make_sum_good(&b);
    assert_false(holds(g, b.text, b.length, &k, &error));
    buffer_free(&b);
}

static void circles_are_refused(void **state)
{
    (void)state;
    /* White walks to the right for ever and calls that a win. */
    Buffer b = {0};
    CertificateCheck k;
    Message error;
    buffer_add(&b, "colonnade-proof 1\ngame ring\nposition 0 w\nvalue win\nstrategy w wins 9 2\n"
                   "checksum 0000000000000000\n\xff\xff");
    make_sum_good(&b);
    assert_false(holds(&ring2, b.text, b.length, &k, &error));
    assert_string_equal(error.id, "the strategy goes round in a circle");
    assert_string_equal(k.line, "right left");
    buffer_free(&b);
}

static void games_that_may_repeat_have_certificates_too(void **state)
{
    (void)state;
    Proof *f = proof_create(&ring2, TABLE);
    Position p;
    Buffer b = {0};
    CertificateCheck k;
    Message error;
    ring2.start(&p);
    assert_int_equal(certificate_make(f, &ring2, &p, 20, &b), CERTIFICATE_UNPROVEN);
    p.w[0] = RING_PLACES - 1;
    assert_int_equal(certificate_make(f, &ring2, &p, 20, &b), CERTIFICATE_MADE);
    assert_true(holds(&ring2, b.text, b.length, &k, &error));
    assert_int_equal(k.ends, 1);
    buffer_free(&b);
    proof_destroy(f);
}

static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Buffer good = {0};
    seed = 5;
    make(g, 9, 1, 300, &good);
    int refused = 0;
    for (long n = 0; n < 60; n++) {
        CertificateCheck k;
        Message error;
        memory_fail_after(n);
        bool held = holds(g, good.text, good.length, &k, &error);
        memory_fail_after(-1);
        refused += !held;
        if (!held)
            assert_string_equal(error.id, "out of memory");
    }
    assert_true(refused > 10);
    for (long n = 0; n < 60; n++) {
        Proof *f = proof_create(g, TABLE);
        Buffer b = {0};
        Position p;
        seed = 5;
        p = random_position(g, 12);
        memory_fail_after(n);
        CertificateResult r = certificate_make(f, g, &p, 0, &b);
        memory_fail_after(-1);
        assert_true(r == CERTIFICATE_MADE || r == CERTIFICATE_NO_MEMORY || r == CERTIFICATE_UNPROVEN);
        buffer_free(&b);
        proof_destroy(f);
    }
    buffer_free(&good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certificates_of_both_games_hold),
        cmocka_unit_test(a_game_that_is_over_needs_no_moves),
        cmocka_unit_test(broken_certificates_are_refused),
        cmocka_unit_test(the_breaking_line_is_legal_play),
        cmocka_unit_test(the_first_version_is_still_read),
        cmocka_unit_test(trees_show_the_distance),
        cmocka_unit_test(trees_within_so_many_plies_and_of_draws),
        cmocka_unit_test(broken_trees_are_refused),
        cmocka_unit_test(circles_are_refused),
        cmocka_unit_test(games_that_may_repeat_have_certificates_too),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
