/* Kept games, events for programs, leaving games (ALL-3), undo and redo. */
#include "games/registry.h"
#include "session/session.h"

#include "folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

static Session *open_in(const char *state, uint64_t seed)
{
    Session *s =
        session_new(&(SessionOptions){.lang = LANG_EN, .state = state, .scripted = true, .files = true, .seed = seed});
    assert_non_null(s);
    return s;
}

static Session *open_session(void) { return open_in(NULL, 7); }

/* Runs the line; the reply's events must be `events`, unless that is NULL. */
static bool run(Session *s, const char *line, const char *events)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    bool ok = reply.ok;
    if (events && strcmp(events, buffer_text(&reply.events)) != 0)
        fail_msg("%s led to:\n%s(%s)", line, buffer_text(&reply.events), buffer_text(&reply.text));
    reply_free(&reply);
    return ok;
}

static void assert_says(Session *s, const char *line, const char *part)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    if (!strstr(buffer_text(&reply.text), part))
        fail_msg("%s: no \"%s\" in: %s", line, part, buffer_text(&reply.text));
    reply_free(&reply);
}

/* The text of a whole record with these moves. */
static void assert_record(Session *s, const char *moves) { assert_says(s, "record", moves); }

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-kept-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

/* --- events --- */

static void replies_carry_events(void **state)
{
    (void)state;
    Session *s = open_session();
    run(s, "new pylos", "1 0 started pylos none free 0 60000 5\n");
    run(s, "@100 1a1", "2 100 moved w 0 0 1a1\n");
    run(s, "1a1", "refused illegal\n");
    run(s, "nonsense", "refused illegal\n");
    run(s, "undo", "at 0\n");
    run(s, "undo", "refused\n");
    run(s, "redo", "at 1\n");
    run(s, "@50 clock 1+2", "3 100 clock increment:60000+2000\n");
    run(s, "@400 resign b", "4 400 resigned b\n5 400 ended w resigned b\n");
    run(s, "resign", "refused over\n");
    run(s, "undo", "6 400 reopened\n");
    run(s, "redo", "7 400 ended w resigned b\n");
    /* The list of events reproduces the round. */
    Round *again = round_replay(session_events(s), strlen(session_events(s)), registry_find, NULL);
    Buffer one = {0}, two = {0};
    assert_non_null(again);
    round_write(again, &one);
    round_write(session_round(s), &two);
    assert_string_equal(one.text, two.text);
    round_free(again);
    buffer_free(&one);
    buffer_free(&two);
    session_free(s);
}

static void clocks_follow_the_script(void **state)
{
    (void)state;
    Session *s = open_session();
    run(s, "new pyrga", NULL);
    run(s, "clock 0:10", "2 0 clock sudden:10000\n");
    run(s, "@3000 Sb2", "3 3000 moved w 0 7000 Sb2\n");
    /* Looking back stops the clock. */
    run(s, "@4000 undo", "at 0\n4 4000 paused\n");
    run(s, "@90000 redo", "at 1\n5 90000 resumed\n");
    run(s, "@98000 Sa2", "6 98000 moved b 1 1000 Sa2\nkept ne34jchs\n");
    session_free(s);
}

/* --- ALL-3 --- */

static void all_3_three_sides(void **state)
{
    (void)state;
    Session *s = open_session();
    run(s, "new dorix-3", NULL);
    run(s, "resign", "2 0 resigned w\n3 0 left w resigned 5\n");
    assert_int_equal(session_level(s, 0), 5);
    assert_true(session_to_think(s));
    assert_says(s, "result", "White resigned and has lost; level 5 plays on.");
    assert_says(s, "record", "[WhiteLeft \"resigned 0 level 5\"]");
    run(s, "resign w", "refused seat-left\n");
    run(s, "@0 clock 0:01", NULL);
    run(s, "a1", NULL);
    run(s, "@5000 b1", "6 5000 flagged b\n7 5000 left b time 5\nrefused late\n");
    session_free(s);
}

static void all_3_partners(void **state)
{
    (void)state;
    Session *s = open_session();
    run(s, "new dorix-4", NULL);
    run(s, "resign", "2 0 offered w give-up\n");
    run(s, "agree", "3 0 answered r give-up yes\n4 0 resigned w\n5 0 ended b resigned w\n");
    run(s, "new", NULL);
    run(s, "resign b", "2 0 offered b give-up\n");
    run(s, "decline", "3 0 answered g give-up no\n4 0 resigned b\n5 0 left b resigned 5\n");
    run(s, "agree", "refused no-offer\n");
    session_free(s);
}

/* --- undo, redo, and ends wherever one stands --- */

static void resigning_works_wherever_one_stands(void **state)
{
    (void)state;
    Session *s = open_session();
    run(s, "new pylos", NULL);
    run(s, "1a1", NULL);
    run(s, "1b1", NULL);
    run(s, "1c1", NULL);
    run(s, "undo 2", NULL);
    assert_true(run(s, "resign w", "5 0 resigned w\n6 0 ended b resigned w\nat 3\nkept ne34jchs\n"));
    run(s, "undo", NULL);
    run(s, "undo 3", NULL);
    assert_true(run(s, "draw", NULL));
    assert_says(s, "record", "[Reason \"agreed\"]");
    session_free(s);
}

static void undo_and_redo_mirror_each_other(void **state)
{
    (void)state;
    for (int person = 0; person < 2; person++) {
        Session *s = open_session();
        int seen[32], count = 0;
        run(s, "new pyrga", NULL);
        run(s, person ? "seat w 1" : "seat b 1", NULL);
        for (int i = 0; i < 6 && !tree_outcome(session_tree(s)).over; i++) {
            Reply reply = {0};
            while (session_to_think(s))
                session_think(s, &reply);
            session_command(s, "hint", &reply);
            char move[MOVE_TEXT] = "";
            sscanf(buffer_text(&reply.events), "hint %63s", move);
            session_command(s, move, &reply);
            while (session_to_think(s))
                session_think(s, &reply);
            reply_free(&reply);
        }
        for (seen[count++] = tree_current(session_tree(s)); session_can_undo(s); count++) {
            assert_true(run(s, "undo", NULL));
            seen[count] = tree_current(session_tree(s));
        }
        assert_true(count > 4);
        for (int i = count - 2; i >= 0; i--) {
            assert_true(session_can_redo(s));
            assert_true(run(s, "redo", NULL));
            assert_int_equal(tree_current(session_tree(s)), seen[i]);
        }
        assert_false(session_can_redo(s));
        session_free(s);
    }
}

/* --- kept games --- */

static void games_are_kept_from_the_second_move_on(void **state)
{
    (void)state;
    Session *s = open_in(folder, 7);
    run(s, "new pylos", NULL);
    run(s, "1a1", "2 0 moved w 0 0 1a1\n");
    assert_string_equal(session_kept_id(s), "");
    run(s, "1b1", NULL);
    char first[32], path[128], line[256];
    snprintf(first, sizeof first, "%s", session_kept_id(s));
    snprintf(path, sizeof path, "%s/%s.cgr", folder, first);
    assert_int_equal(access(path, F_OK), 0);

    /* Nothing that begins another game ends this one. */
    run(s, "new pilea", NULL);
    run(s, "a1", NULL);
    run(s, "b1", NULL);
    snprintf(line, sizeof line, "load %s", path);
    assert_true(run(s, line, NULL));
    run(s, "1c1", NULL);    /* goes on as a separate game */
    run(s, "lesson pyrga", NULL);
    run(s, "new dorix", NULL);
    run(s, "a1", NULL);
    run(s, "position -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- b", NULL);
    Reply reply = {0};
    session_command(s, "kept", &reply);
    int games = 0;
    for (const char *c = buffer_text(&reply.events); (c = strstr(c, "game ")); c++)
        games++;
    assert_int_equal(games, 4);
    assert_non_null(strstr(buffer_text(&reply.text), "Pylos, White – Black, 2 moves, White to move"));
    reply_free(&reply);
    snprintf(line, sizeof line, "resume %s", first);
    assert_true(run(s, line, NULL));
    assert_record(s, "1. 1a1 1b1 ongoing");
    session_free(s);
}

static void kept_games_are_renamed_exported_and_deleted(void **state)
{
    (void)state;
    Session *s = open_in(folder, 7);
    char path[128], line[256];
    run(s, "new pylos", NULL);
    run(s, "1a1", NULL);
    run(s, "1b1", NULL);
    run(s, "seat b 4", NULL);
    run(s, "@1000 new pyrga", NULL);
    run(s, "seat b human", NULL);
    run(s, "Sb2", NULL);
    run(s, "Sa2", NULL);
    run(s, "kept", NULL);
    assert_says(s, "rename 1 a fine evening", "It is called a fine evening now.");
    assert_says(s, "rename 2 the other", "It is called the other now.");
    assert_says(s, "kept", "the other: Pylos, White – level 4, 2 moves");
    assert_true(run(s, "resume the other", NULL));
    assert_record(s, "[Name \"the other\"]");
    assert_int_equal(session_level(s, 1), 4);
    assert_says(s, "export all", "[Name \"a fine evening\"]");
    snprintf(path, sizeof path, "%s/all games", folder);
    snprintf(line, sizeof line, "export all %s", path);
    assert_true(run(s, line, NULL));
    assert_false(run(s, line, NULL));   /* what is there is left alone */
    assert_says(s, "delete a fine evening", "The game is deleted.");
    assert_false(run(s, "resume a fine evening", NULL));
    assert_false(run(s, "delete 9", NULL));
    assert_true(run(s, "delete all", NULL));
    assert_says(s, "kept", "No game is kept.");
    session_free(s);
}

static void damaged_games_cost_a_sentence(void **state)
{
    (void)state;
    Session *s = open_in(folder, 7);
    char path[128];
    run(s, "new pylos", NULL);
    run(s, "1a1", NULL);
    run(s, "1b1", NULL);
    snprintf(path, sizeof path, "%s/damaged1.cgr", folder);
    FILE *f = fopen(path, "w");
    fputs("[Game \"pylos\"]\n\n1. zz", f);
    fclose(f);
    assert_says(s, "kept", "damaged1 cannot be read and is left alone.");
    assert_says(s, "kept", "Pylos, ");
    assert_says(s, "resume damaged1", "cannot be read");
    assert_record(s, "1. 1a1 1b1 ongoing");
    session_free(s);
}

static void two_sessions_with_one_game_make_two(void **state)
{
    (void)state;
    Session *a = open_in(folder, 7);
    run(a, "new pylos", NULL);
    run(a, "1a1", NULL);
    run(a, "1b1", NULL);
    Session *b = open_in(folder, 8);
    assert_true(run(b, "resume", NULL));
    run(a, "1c1", NULL);
    run(b, "1d1", NULL);
    assert_string_not_equal(session_kept_id(a), session_kept_id(b));
    assert_record(a, "1. 1a1 1b1 2. 1c1 ongoing");
    assert_says(a, "export all", "2. 1d1 ongoing");
    assert_says(a, "export all", "2. 1c1 ongoing");
    session_free(a);
    session_free(b);
}

/* --- games of an earlier version --- */

static const char *old_path(int slot)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/unfinished-%d.cgr", folder, slot);
    return path;
}

static void write_old(int slot, const char *text)
{
    FILE *f = fopen(old_path(slot), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void take_over(Session *s, const char *part)
{
    Buffer said = {0};
    session_take_over(s, folder, &said);
    if (*part ? !strstr(buffer_text(&said), part) : said.length > 0)
        fail_msg("no \"%s\" in: %s", part, buffer_text(&said));
    buffer_free(&said);
}

/* Each is kept before its file is removed; if the folder cannot be written, they stay where they are. */
static void old_games_are_taken_over_once(void **state)
{
    char games[96], broken[96];
    (void)state;
    snprintf(games, sizeof games, "%s/games", folder);
    snprintf(broken, sizeof broken, "%s/unfinished-1.cgr/games", folder);
    write_old(1, "[Game \"pyrga\"]\n\n1. Sb2 Sa2 ongoing\n");
    write_old(4, "[Game \"pylos\"]\n\n1. 1a1 1b1 ongoing\n");
    write_old(9, "this is no record\n");
    Session *s = open_in(broken, 3);
    take_over(s, "game 4 of an earlier version could not be taken over");
    session_free(s);
    assert_true(access(old_path(1), F_OK) == 0 && access(old_path(4), F_OK) == 0);
    for (int time = 0; time < 2; time++) {
        s = open_in(games, 3);
        take_over(s, time == 0 ? "with the others now: 2." : "unfinished-9.cgr cannot be read and is left alone");
        assert_true(access(old_path(1), F_OK) != 0 && access(old_path(4), F_OK) != 0);
        assert_int_equal(access(old_path(9), F_OK), 0);
        assert_true(run(s, "resume unfinished1", NULL));
        assert_record(s, "Sb2 Sa2");
        assert_true(run(s, "resume unfinished4", NULL));
        assert_record(s, "1a1 1b1");
        session_free(s);
    }
    /* The same file again, because it could not be removed: nothing is kept twice. */
    s = open_in(games, 3);
    assert_int_equal(unlink(old_path(9)), 0);
    write_old(4, "[Game \"pylos\"]\n\n1. 1a1 1b1 ongoing\n");
    take_over(s, "");
    /* Another game with the same number gets its own name. */
    write_old(4, "[Game \"pylos\"]\n\n1. 1d4 ongoing\n");
    take_over(s, "with the others now: 1.");
    take_over(s, "");
    assert_true(run(s, "resume unfinished4a", NULL));
    assert_record(s, "1d4");
    assert_true(run(s, "delete all", NULL));
    session_free(s);
    assert_int_equal(rmdir(games), 0);
}

/* --- where one stands --- */

static void say(Session *s, const char *line, Buffer *out)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    buffer_clear(out);
    buffer_add(out, buffer_text(&reply.text));
    reply_free(&reply);
}

static Session *with_variations(void)
{
    Reply reply = {0};
    Session *s = open_in(folder, 7);
    session_load_text(s,
                      "[Game \"pylos\"]\n\n1. 1a1 1b1 (1... 1c1 2. 1b1 (2. 1d1 1d2) (2. 1d2 1d1 3. 1a4) 2... 1d1) "
                      "(1... 1d4) 2. 1c1 ongoing\n",
                      &reply);
    assert_true(reply.ok);
    reply_free(&reply);
    return s;
}

/* From every node of a tree, to a file and to the kept games, and back in another session. */
static void a_place_is_saved_and_kept(void **state)
{
    (void)state;
    char line[128];
    Buffer here = {0}, there = {0}, record = {0};
    Session *s = with_variations(), *other = open_in(folder, 8);
    assert_true(run(s, "keep", NULL));
    int count = tree_count(session_tree(s));
    assert_int_equal(count, 13);
    for (int node = 0; node < count; node++) {
        snprintf(line, sizeof line, "to #%d", node);
        assert_true(run(s, line, NULL));
        say(s, "position", &here);
        say(s, "record", &record);
        assert_int_equal(strstr(record.text, "[At ") == NULL, node == tree_main_end(session_tree(s)));
        snprintf(line, sizeof line, "save %s/saved", folder);
        assert_true(run(s, line, NULL));
        const char *const back[] = {"load %s/saved", "resume 1"};
        for (int i = 0; i < 2; i++) {
            snprintf(line, sizeof line, back[i], folder);
            assert_true(run(other, line, NULL));
            say(other, "position", &there);
            assert_string_equal(here.text, there.text);
            say(other, "record", &there);
            assert_string_equal(record.text, there.text);
        }
    }
    session_free(other);
    session_free(s);
    buffer_free(&here);
    buffer_free(&there);
    buffer_free(&record);
}

/* A game that two sessions have is not doubled by looking at its moves. */
static void looking_back_makes_no_game(void **state)
{
    (void)state;
    Session *s = with_variations(), *other = open_in(folder, 8);
    assert_true(run(s, "keep", NULL));
    assert_true(run(other, "resume", NULL));
    assert_true(run(other, "1d3", NULL));
    assert_true(run(s, "undo", NULL));
    assert_string_equal(session_kept_id(s), session_kept_id(other));
    assert_says(s, "export all", "2. 1c1 1d3 ongoing");
    session_free(other);
    session_free(s);
}

/* A value there that is not a node of the game counts as its end. */
static void a_place_that_is_not_there_is_the_end(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "x", "4", "-1", "1 3 1", "1 1", "1 0 1", "1 1 0", "1 1 9", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Session *s = open_session();
        Reply reply = {0};
        char text[192];
        snprintf(text, sizeof text,
                 "[Game \"pylos\"]\n[At \"%s\"]\n\n1. 1a1 1b1 (1... 1c1) (1... 1d4) 2. 1c1 ongoing\n", wrong[i]);
        session_load_text(s, text, &reply);
        assert_true(reply.ok);
        if (tree_current(session_tree(s)) != tree_main_end(session_tree(s)))
            fail_msg("[At \"%s\"] leads to node %d", wrong[i], tree_current(session_tree(s)));
        reply_free(&reply);
        session_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_carry_events),
        cmocka_unit_test(clocks_follow_the_script),
        cmocka_unit_test(all_3_three_sides),
        cmocka_unit_test(all_3_partners),
        cmocka_unit_test(resigning_works_wherever_one_stands),
        cmocka_unit_test(undo_and_redo_mirror_each_other),
        cmocka_unit_test_setup_teardown(games_are_kept_from_the_second_move_on, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(kept_games_are_renamed_exported_and_deleted, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(old_games_are_taken_over_once, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(damaged_games_cost_a_sentence, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(two_sessions_with_one_game_make_two, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_place_is_saved_and_kept, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(looking_back_makes_no_game, make_folder, remove_folder),
        cmocka_unit_test(a_place_that_is_not_there_is_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
