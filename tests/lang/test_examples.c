/* The examples in the rules for players (lang/rules/): every move that a text calls
 * legal is, every move that it calls illegal is not, and what the text says about the
 * position reached is true. Each move played must stand in the text of both languages. */
#include "games/registry.h"
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Quoted as code in both languages, so that the text and this test change together. */
static void assert_told(const Game *g, const char *move)
{
    char code[MOVE_TEXT + 2];
    snprintf(code, sizeof code, "`%s`", move);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        if (!strstr(lang_rules((Lang)lang, g->family), code))
            fail_msg("%s: %s is not in the rules (%s)", g->id, code, lang_code((Lang)lang));
}

static void play(const Game *g, Position *p, const char *text)
{
    Move m;
    Message error = {0};
    if (!g->read_move(p, text, &m, &error)) {
        char why[256];
        message_english(&error, why, sizeof why);
        fail_msg("%s: %s: %s", g->id, text, why);
    }
    g->play(p, m, p);
    assert_told(g, text);
}

static void play_all(const Game *g, Position *p, const char *const *moves)
{
    for (; *moves; moves++)
        play(g, p, *moves);
}

static const Game *begin(const char *id, Position *p)
{
    const Game *g = registry_find(id);
    assert_non_null(g);
    g->start(p);
    return g;
}

static void assert_illegal(const Game *g, const Position *p, const char *text)
{
    Move m;
    Message error = {0};
    assert_false(g->read_move(p, text, &m, &error));
}

/* Every legal move is on one of these places. */
static void assert_only_on(const Game *g, const Position *p, const char *places)
{
    Move moves[256];
    size_t count = g->moves(p, moves, 256);
    assert_in_range(count, 1, 256);
    for (size_t i = 0; i < count; i++) {
        char text[MOVE_TEXT], place[3] = {0};
        g->write_move(p, moves[i], text);
        memcpy(place, text + 1, 2);
        assert_non_null(strstr(places, place));
    }
}

static int top_seat(const Game *g, const Position *p, const char *label, int *height)
{
    for (int i = 0; i < g->board->places; i++)
        if (strcmp(g->board->place[i].label, label) == 0) {
            Piece piece[MAX_STACK];
            *height = g->pieces(p, i, piece);
            return *height ? piece[*height - 1].seat : -1;
        }
    fail_msg("no place %s", label);
    return -1;
}

static void pylos(void **state)
{
    (void)state;
    Position p;
    const Game *g = begin("pylos", &p);
    play_all(g, &p, (const char *const[]){"1b2", "1c2", "1b3", "1c3", "1a2", "1a3", "1a2-2b2", "1d2", "1a1", NULL});
    assert_illegal(g, &p, "1d3x1c2");
    assert_illegal(g, &p, "1d3");
    play(g, &p, "1d3x1d2x1d3");
    assert_int_equal(g->reserve(&p, 0, 0), 11);
    assert_int_equal(g->reserve(&p, 1, 0), 12);
}

static void pyrga(void **state)
{
    (void)state;
    Position p;
    const Game *g = begin("pyrga", &p);
    play(g, &p, "Sb2");
    assert_only_on(g, &p, "a2 c2 b1 b3");
    play(g, &p, "Tc2n");
    assert_only_on(g, &p, "c3 c4");
    play(g, &p, "Cc3");
    assert_only_on(g, &p, "c3");
    play(g, &p, "Sc3");
    assert_only_on(g, &p, "c2 c4 b3 d3");
    play(g, &p, "Sc2");
    play(g, &p, "Tc3w");
    assert_only_on(g, &p, "b3 a3");
}

static void pilotis(void **state)
{
    (void)state;
    Position p;
    const Game *g = begin("pilotis", &p);
    play(g, &p, "Ta1e");
    assert_only_on(g, &p, "b1 c1 d1");
    play(g, &p, "Cc1");
    assert_only_on(g, &p, "c1");
    play(g, &p, "Tc1n");
    assert_only_on(g, &p, "c2 c3 c4");
    play(g, &p, "Sc2");
    play(g, &p, "Sc1");
    assert_only_on(g, &p, "b1 d1 c2");
}

static void dorix(void **state)
{
    (void)state;
    Position p;
    const Game *g = begin("dorix", &p);
    play_all(g, &p, (const char *const[]){"b2", "c2", "b3", "c3", NULL});
    assert_illegal(g, &p, "b2");
    play(g, &p, "b2:c2,b3");
    int height;
    assert_int_equal(top_seat(g, &p, "b2", &height), -1);
    assert_int_equal(top_seat(g, &p, "c2", &height), 0);
    assert_int_equal(top_seat(g, &p, "b3", &height), 0);
    play(g, &p, "c3");
    assert_int_equal(top_seat(g, &p, "c3", &height), 1);
    assert_int_equal(height, 2);
}

static void pilea(void **state)
{
    (void)state;
    Position p;
    const Game *g = begin("pilea", &p);
    play_all(g, &p, (const char *const[]){"a1", "b2", "c2", "d2", "d4", "b4", "e1", "c4", "a5", "e5", NULL});
    assert_illegal(g, &p, "a1-a2");
    play(g, &p, "a1-a2xb2>e3");
    int height;
    assert_int_equal(top_seat(g, &p, "e3", &height), 1);
    play(g, &p, "b4-c4");
    assert_int_equal(top_seat(g, &p, "c4", &height), 1);
    assert_int_equal(height, 2);
    assert_illegal(g, &p, "d4-c4");
    play(g, &p, "c2-d2");
    assert_int_equal(top_seat(g, &p, "d2", &height), 0);
    assert_int_equal(height, 2);
}

/* A ruleset without rules for its players would leave `rules` with nothing to say. */
static void every_family_has_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        char code[64];
        snprintf(code, sizeof code, "`%s`", g->id);
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            const char *text = lang_rules((Lang)lang, g->family);
            assert_non_null(text);
            assert_non_null(strstr(text, code));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pylos), cmocka_unit_test(pyrga), cmocka_unit_test(pilotis),
        cmocka_unit_test(dorix), cmocka_unit_test(pilea), cmocka_unit_test(every_family_has_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
