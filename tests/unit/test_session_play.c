/* The session as a companion: levels in seats, thinking that can be stopped, clocks,
 * lessons, advice, and everything in sentences. */
#include "session/session.h"
#include "session/speech.h"

#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static Session *open_session(Lang lang, bool plain)
{
    Session *s =
        session_new(&(SessionOptions){.lang = lang, .ascii = true, .plain = plain, .seed = 1, .patience = 0.05});
    assert_non_null(s);
    return s;
}

static void say(Session *s, const char *line, bool ok, const char *answer)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    if (reply.ok != ok)
        fail_msg("%s: %s", line, buffer_text(&reply.text));
    if (answer)
        assert_string_equal(buffer_text(&reply.text), answer);
    reply_free(&reply);
}

static void assert_says(Session *s, const char *line, const char *part)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    if (!strstr(buffer_text(&reply.text), part))
        fail_msg("%s: no \"%s\" in: %s", line, part, buffer_text(&reply.text));
    reply_free(&reply);
}

static bool think(Session *s)
{
    Reply reply = {0};
    session_think(s, &reply);
    bool changed = reply.changed;
    reply_free(&reply);
    return changed;
}

static void moves_are_told_in_sentences(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, true);
    say(s, "new pyrga", true, NULL);
    say(s, "Sb2", true, "White put a square on b2.\n");
    say(s, "Tb3n", true, "Black put a triangle on b3, pointing north.\n");
    say(s, "look b3", true, "b3: black triangle pointing north. Nobody controls it yet.\n");
    say(s, "where", true,
        "You must play north of b3: b4. A square may go on b4. A triangle may go on b4. A round piece may go on b4.\n");
    say(s, "last 2", true, "White put a square on b2.\nBlack put a triangle on b3, pointing north.\n");
    say(s, "new pylos", true, NULL);
    for (const char *m = "1a1 1d4 1b1 1c4 1a2 1a4 "; *m; m += 4) {
        char move[4] = {m[0], m[1], m[2], 0};
        say(s, move, true, NULL);
    }
    say(s, "1b2x1b2x1a1", true, "White put a ball on 1b2 and took back 1a1 and 1b2.\n");
    say(s, "look 2a1", true, "2a1 is empty, and nothing carries it yet.\n");
    say(s, "reserve", true, "White has in reserve: 13 balls.\nBlack has in reserve: 12 balls.\n");
    say(s, "new dorix", true, NULL);
    static const char *const dorix[] = {"b2", "c2", "b3", "c3"};
    for (int i = 0; i < 4; i++)
        say(s, dorix[i], true, NULL);
    say(s, "b2:c2,b3", true,
        "White put a pawn on b2. The pile collapsed: its pawns went, from the top down, to c2 and b3. b2 is empty now. "
        "White now controls c2.\n");
    say(s, "look c2", true, "c2, from bottom to top: black pawn, white pawn. White controls it.\n");
    say(s, "look z9", false, "there is no place z9\n");
    say(s, "new pilea", true, NULL);
    static const char *const pilea[] = {"a1", "b2", "c2", "d2", "d4", "b4", "e1", "c4", "a5", "e5"};
    for (int i = 0; i < 10; i++)
        say(s, pilea[i], true, NULL);
    say(s, "a1-a2xb2>e3", true,
        "White moved a cube from a1 to a2. White captured the top cube of b2 and put it on e3. b2 is empty now. "
        "Black now controls e3.\n");
    say(s, "where", true, "A cube or a pile may be moved from d2, e3, b4, c4 or e5.\n");
    say(s, "c4-b4", true, "Black moved a cube from c4 to b4. The pile on b4 is 2 high now.\n");
    session_free(s);
}

static void the_same_sentences_in_french(void **state)
{
    (void)state;
    Session *s = open_session(LANG_FR, true);
    say(s, "nouvelle pyrga", true, NULL);
    say(s, "Sb2", true, "Blanc pose un carré en b2.\n");
    say(s, "Sa2", true, "Noir pose un carré en a2.\n");
    say(s, "regarder a2", true, "a2\u00a0: carré noir. Personne ne la contrôle encore.\n");
    assert_says(s, "où", "Vous devez jouer à côté de a2\u00a0: a1, b2 ou a3.");
    say(s, "étapes", true, "Ensuite, au choix\u00a0:\ncarré triangle rond\n");
    assert_says(s, "carré", "Ce n'est pas encore un coup entier. Ensuite, au choix\u00a0:\n");
    say(s, "Triangle a3 NORD", true, "Blanc pose un triangle en a3, pointé vers le nord.\n");
    say(s, "square a4", true, "Noir pose un carré en a4.\n");
    session_free(s);
}

static void threats_are_named(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, true);
    say(s, "new dorix", true, NULL);
    say(s, "threats", true, "Black threatens nothing that wins at once.\n");
    static const char *const moves[] = {"a1", "b1", "b2", "c1", "c3"};
    for (int i = 0; i < 5; i++)
        say(s, moves[i], true, NULL);
    assert_says(s, "threats", "White threatens to win with d4.");
    say(s, "d1", true, NULL);
    assert_says(s, "threats", "You can win at once with d4.");
    session_free(s);
}

static void levels_play_and_are_taken_back(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, false);
    say(s, "seat b 3", false, "choose a game first: `games` lists them\n");
    say(s, "new pyrga", true, NULL);
    say(s, "seat b 3", true, "Black is played by level 3.\n");
    say(s, "seat b 11", false, NULL);
    say(s, "seat x 3", false, NULL);
    say(s, "seat black", false, NULL);
    say(s, "seat Black 4", true, "Black is played by level 4.\n");
    say(s, "seat noir 3", true, "Black is played by level 3.\n");
    assert_false(session_to_think(s));
    assert_false(think(s));
    say(s, "Sb2", true, NULL);
    assert_true(session_to_think(s));
    assert_true(think(s));
    assert_int_equal(tree_ply(session_tree(s)), 2);
    assert_false(session_to_think(s));
    /* One command takes back the reply and the own move, and another brings both back. */
    say(s, "undo", true, NULL);
    assert_int_equal(tree_ply(session_tree(s)), 0);
    say(s, "redo", true, NULL);
    assert_int_equal(tree_ply(session_tree(s)), 2);
    /* After a single move is taken back, the level waits to be told. */
    say(s, "undo 1", true, NULL);
    assert_false(session_to_think(s));
    say(s, "go", true, "");
    assert_true(think(s));
    assert_says(s, "record", "[Seats \"human,3\"]");
    session_free(s);
}

static void whole_games_between_levels(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, true);
    for (size_t i = 0; i < registry_count(); i++) {
        char line[64];
        snprintf(line, sizeof line, "new %s", registry_game(i)->id);
        say(s, line, true, NULL);
        Reply reply = {0};
        session_command(s, "seat w 1", &reply);
        bool known = reply.ok;
        reply_free(&reply);
        if (!known)
            continue;
        for (int seat = 1; seat < registry_game(i)->players; seat++) {
            snprintf(line, sizeof line, "seat %c 2", game_seat_letter(seat));
            say(s, line, true, NULL);
        }
        int plies = 0;
        while (session_to_think(s) && plies++ < 400)
            assert_true(think(s));
        assert_true(tree_outcome(session_tree(s)).over || plies >= 400);
    }
    session_free(s);
}

static void advice_is_given(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, false);
    say(s, "new pyrga", true, NULL);
    assert_says(s, "hint", " looks best (");
    assert_says(s, "analyse 0.05", "Values for the player to move");
    say(s, "analyse x", false, "how long? Write seconds after the word\n");
    say(s, "analyze 1", true, NULL);
    say(s, "Sb2", true, NULL);
    assert_says(s, "review", "White: doubtful ");
    session_free(s);
}

static void clocks_run_and_fall(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, false);
    double left;
    say(s, "new pyrga", true, NULL);
    assert_false(session_clock_left(s, 0, &left));
    say(s, "clock", true, "There is no clock.\n");
    say(s, "clock x", false, NULL);
    say(s, "clock 0", false, NULL);
    say(s, "clock 5+3", true, NULL);
    assert_true(session_clock_left(s, 0, &left) && left > 299 && left <= 300);
    say(s, "Sb2", true, NULL);
    assert_true(session_clock_left(s, 0, &left) && left > 302 && left <= 303);
    say(s, "clock 0:00.05", true, NULL);
    usleep(80000);
    say(s, "Sb3", false,
        "Black's time is up.\nWhite has won (time)\nthe game is over: `undo` takes a move back, `new` starts another "
        "game\n");
    session_free(s);
}

static void every_lesson_can_be_done(void **state)
{
    (void)state;
    Session *s = open_session(LANG_FR, true);
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        char line[64];
        if (strcmp(g->id, g->family) != 0)
            continue;
        snprintf(line, sizeof line, "lesson %s", g->id);
        say(s, line, true, NULL);
        for (int step = 0; lang_lesson(g->family, step); step++) {
            /* Plays the first legal move that the lesson wants. */
            const LangLesson *l = lang_lesson(g->family, step);
            assert_string_not_equal(lang_text(LANG_FR, l->say), l->say);
            assert_string_not_equal(lang_text(LANG_FR, l->well), l->well);
            MoveList legal = {0};
            bool done = false;
            assert_true(movelist_fill(&legal, tree_game(session_tree(s)), tree_position(session_tree(s))));
            for (size_t k = 0; k < legal.count && !done; k++) {
                Reply reply = {0};
                char text[MOVE_TEXT];
                tree_game(session_tree(s))->write_move(tree_position(session_tree(s)), legal.move[k], text);
                session_command(s, text, &reply);
                done = strstr(buffer_text(&reply.text), lang_text(LANG_FR, l->well)) != NULL;
                reply_free(&reply);
            }
            movelist_free(&legal);
            assert_true(done);
        }
        assert_null(session_tree(s));
    }
    session_free(s);
}

static void a_lesson_leaves_the_game_alone(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, false);
    say(s, "new pylos", true, NULL);
    say(s, "1a1", true, NULL);
    say(s, "lesson", true, NULL);
    say(s, "1b2", true, NULL);
    say(s, "lesson end", true, "The lesson is over.\n");
    assert_int_equal(tree_ply(session_tree(s)), 1);
    say(s, "lesson end", false, NULL);
    session_free(s);
}

static void draws_are_offered(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN, false);
    say(s, "new dorix", true, NULL);
    static const char *const moves[] = {"a1", "b1", "b2", "c1", "c3", "d1"};
    for (int i = 0; i < 6; i++)
        say(s, moves[i], true, NULL);
    /* White wins with the next move: a level in that seat declines a draw, one on the other side accepts. */
    say(s, "seat w 5", true, NULL);
    say(s, "draw", false, "White does not want a draw.\n");
    say(s, "seat w human", true, NULL);
    say(s, "seat b 5", true, NULL);
    say(s, "draw", true, "a draw (agreed)\n");
    session_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_told_in_sentences),
        cmocka_unit_test(the_same_sentences_in_french),
        cmocka_unit_test(threats_are_named),
        cmocka_unit_test(levels_play_and_are_taken_back),
        cmocka_unit_test(whole_games_between_levels),
        cmocka_unit_test(advice_is_given),
        cmocka_unit_test(clocks_run_and_fall),
        cmocka_unit_test(every_lesson_can_be_done),
        cmocka_unit_test(a_lesson_leaves_the_game_alone),
        cmocka_unit_test(draws_are_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
