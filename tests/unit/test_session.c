/* The session: what a person types and reads, in both languages; files; games that
 * are kept; memory that runs out. */
#include "session/session.h"

#include "core/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[64];

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-session-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static Session *open_session(Lang lang)
{
    Session *s = session_new(
        &(SessionOptions){.lang = lang, .ascii = true, .files = true, .date = "2025.11.15", .state = folder});
    assert_non_null(s);
    return s;
}

/* Says `line` and checks the whole answer; NULL: any answer will do. */
static Reply say(Session *s, const char *line, bool ok, const char *answer)
{
    static Reply reply;
    session_command(s, line, &reply);
    if (reply.ok != ok)
        fail_msg("%s: %s", line, buffer_text(&reply.text));
    if (answer)
        assert_string_equal(buffer_text(&reply.text), answer);
    Reply flags = reply;
    flags.text = (Buffer){0};
    reply_free(&reply);
    return flags;
}

static void assert_says(Session *s, const char *line, const char *part)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    if (!strstr(buffer_text(&reply.text), part))
        fail_msg("%s: no \"%s\" in: %s", line, part, buffer_text(&reply.text));
    reply_free(&reply);
}

static void a_short_game_in_english(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN);
    say(s, "b2", false, "`games` lists the games, `help` what you can type.\n");
    say(s, "moves", false, "choose a game first: `games` lists them\n");
    assert_true(say(s, "new pyrga", true, "Pyrga\n").changed);
    say(s, "Cb2", true, "White plays Cb2.\n");
    say(s, "moves", true, "There are 5 legal moves:\nSb2 Tb2n Tb2e Tb2s Tb2w\n");
    say(s, "steps", true, "Next is one of:\nsquare triangle\n");
    say(s, "steps triangle b2", true, "Next is one of:\nnorth east south west\n");
    say(s, "steps triangle b2 north", true, "These steps make the move Tb2n.\n");
    say(s, "steps ball", false, "ball is not one of the choices here\n");
    say(s, "triangle b2", false, "This is not a whole move yet. It goes on with one of:\nnorth east south west\n");
    assert_true(say(s, "triangle b2 north", true, "Black plays Tb2n.\n").changed);
    say(s, "position", true, "-,-,-,-/-,-,-,-/-,tC,-,-/-,-,-,- w Tb2n\n");
    say(s, "result", true, "White to move\n");
    say(s, "why Sb3", true, "Sb3 is legal.\n");
    assert_says(s, "why Sa1", "b2");
    assert_false(say(s, "Sa1", false, NULL).changed);
    say(s, "undo", true, "Tb2n is taken back.\n");
    say(s, "redo", true, "Black plays Tb2n.\n");
    say(s, "undo 9", true, "Tb2n is taken back.\nCb2 is taken back.\n");
    say(s, "undo", false, "there is no move to take back\n");
    say(s, "undo x", false, "how many moves? Write a number from 1\n");
    say(s, "redo 2", true, "White plays Cb2.\nBlack plays Tb2n.\n");
    say(s, "resign", true, "Black has won (resigned)\n");
    say(s, "Sb3", false, "the game is over: `undo` takes a move back, `new` starts another game\n");
    say(s, "undo", true, "The end of the game is taken back.\n");
    say(s, "resign b", true, "White has won (resigned)\n");
    say(s, "undo", true, NULL);
    say(s, "resign x", false, NULL);
    say(s, "draw", true, "a draw (agreed)\n");
    assert_true(say(s, "quit", true, "").quit);
    session_free(s);
}

static void the_same_in_french(void **state)
{
    (void)state;
    Session *s = open_session(LANG_FR);
    say(s, "nouvelle pyrga", true, "Pyrga\n");
    say(s, "Cb2", true, "Blanc joue Cb2.\n");
    say(s, "COUPS", true, NULL);
    say(s, "étapes", true, NULL);
    say(s, "annuler", true, NULL);
    say(s, "rétablir", true, NULL);
    say(s, "Résultat", true, "C'est à Noir de jouer\n");
    assert_says(s, "règles", "PYRGA");
    assert_says(s, "aide", "  annuler");
    assert_says(s, "aide règles", "  règles");
    say(s, "abandonner", true, NULL);
    /* English words are understood all the same. */
    say(s, "undo", true, NULL);
    say(s, "langue en", true, "The language is now English.\n");
    say(s, "result", true, "Black to move\n");
    assert_true(say(s, "quitter", true, NULL).quit);
    session_free(s);
}

static void every_command_is_found_by_its_words(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN);
    static const char *const words[] = {
        "moves",          "coups",    "steps",  "etapes",  "why",         "pourquoi", "undo",      "annuler",
        "redo",           "retablir", "board",  "plateau", "result",      "resultat", "position",  "resign",
        "abandonner",     "draw",     "nulle",  "comment", "commentaire", "name",     "nom",       "record",
        "enregistrement", "save",     "sauver", "load",    "charger",     "resume",   "reprendre", "new",
        "nouvelle",       "games",    "jeux",   "rules",   "regles",      "language", "langue",    "help",
        "aide",           "?",        "quit",   "quitter", "q",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char line[64];
        snprintf(line, sizeof line, "help %s", words[i]);
        say(s, line, true, NULL);
    }
    say(s, "help nothing", false, "no command is called nothing; `help` lists them\n");
    session_free(s);
}

static void taking_back_and_playing_otherwise_makes_the_game(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN);
    say(s, "new pilea", true, NULL);
    say(s, "a1", true, NULL);
    say(s, "a2", true, NULL);
    say(s, "comment a quiet start", true, "The comment is kept.\n");
    say(s, "comment", true, "a quiet start\n");
    say(s, "undo", true, NULL);
    say(s, "b2", true, NULL);
    say(s, "name w Anne", true, "White is Anne now.\n");
    say(s, "record", true,
        "[Game \"pilea\"]\n[White \"Anne\"]\n[Date \"2025.11.15\"]\n[Result \"ongoing\"]\n\n"
        "1. a1 b2 (1... a2 {a quiet start}) ongoing\n");
    Buffer prompt = {0};
    session_prompt(s, &prompt);
    assert_string_equal(prompt.text, "Anne (White)> ");
    buffer_free(&prompt);
    session_free(s);
}

static void games_are_saved_and_loaded(void **state)
{
    (void)state;
    char line[256], path[128];
    Session *s = open_session(LANG_EN);
    say(s, "new dorix-3", true, NULL);
    say(s, "save", false, "which file? Write its name after the word\n");
    say(s, "a1", true, NULL);
    snprintf(path, sizeof path, "%s/a game.cgr", folder);
    snprintf(line, sizeof line, "save %s", path);
    say(s, line, true, NULL);
    say(s, "b2", true, NULL);
    say(s, "save", true, NULL);
    say(s, "new pylos", true, NULL);
    snprintf(line, sizeof line, "load %s", path);
    assert_true(say(s, line, true, "Dorix, three players\n").changed);
    say(s, "result", true, "Red to move\n");

    /* A bad file says where, and leaves the game alone. */
    FILE *f = fopen(path, "w");
    fputs("[Game \"dorix\"]\n\n1. a1 a1 ongoing\n", f);
    fclose(f);
    assert_says(s, line, "a game.cgr:3:7: ");
    say(s, "result", true, "Red to move\n");
    assert_says(s, "load /nowhere/at all", "there is no file /nowhere/at all");

    /* What is not a game is not overwritten. */
    f = fopen(path, "w");
    fputs("my diary\n", f);
    fclose(f);
    snprintf(line, sizeof line, "save %s", path);
    say(s, line, false, NULL);
    assert_says(s, "save /dev/null", "/dev/null");
    session_free(s);
}

static void files_can_be_forbidden(void **state)
{
    (void)state;
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN});
    say(s, "load /etc/passwd", false, "files cannot be used here\n");
    say(s, "resume", false, "no interrupted game is kept\n");
    say(s, "1", true, NULL);
    say(s, "save x", false, "files cannot be used here\n");
    Buffer out = {0};
    assert_false(session_keep(s, &out));
    session_free(s);
}

static void unfinished_games_are_kept_and_resumed(void **state)
{
    (void)state;
    Buffer out = {0};
    Session *s = open_session(LANG_EN);
    say(s, "delete all", true, NULL);
    assert_false(session_can_resume(s));
    say(s, "resume", false, "no interrupted game is kept\n");
    say(s, "new pylos", true, NULL);
    say(s, "1a1", true, NULL);
    assert_true(session_keep(s, &out));
    assert_string_equal(out.text, "The unfinished game is kept: `resume` goes on with it next time.\n");
    session_free(s);

    /* Another game does not take its place. */
    s = open_session(LANG_EN);
    say(s, "new pilea", true, NULL);
    say(s, "a1", true, NULL);
    say(s, "b1", true, NULL);
    assert_true(session_keep(s, &out));
    session_free(s);

    s = open_session(LANG_EN);
    assert_true(session_can_resume(s));
    say(s, "resume pilea", false, NULL);
    say(s, "kept", true, NULL);
    say(s, "resume", true, NULL);
    say(s, "resign", true, NULL);
    assert_false(session_keep(s, &out));
    say(s, "resume", true, NULL);
    say(s, "draw", true, NULL);
    assert_false(session_keep(s, &out));
    assert_false(session_can_resume(s));
    say(s, "delete all", true, "All kept games are deleted.\n");
    session_free(s);
    buffer_free(&out);
}

static void a_state_folder_that_cannot_be_made_is_said(void **state)
{
    (void)state;
    Buffer out = {0};
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN, .files = true, .state = "/dev/null/x"});
    say(s, "new pylos", true, NULL);
    say(s, "1a1", true, NULL);
    assert_says(s, "1b1", "The game could not be kept:\n");
    say(s, "1c1", true, "White plays 1c1.\n");      /* said once */
    assert_true(session_keep(s, &out));
    assert_non_null(strstr(out.text, "could not be kept"));
    assert_non_null(strstr(out.text, "1. 1a1 1b1 2. 1c1 ongoing\n"));
    buffer_free(&out);
    session_free(s);
}

static void lines_that_are_no_lines_are_refused(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN);
    char line[2 * SESSION_LINE];
    say(s, "", true, "");
    say(s, "   # a note", true, "");
    say(s, "\xff\xfe", false, "this line is too long, or is not text\n");
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\0';
    say(s, line, false, NULL);
    line[SESSION_LINE - 1] = '\0';
    say(s, line, false, NULL);
    say(s, "new pyrga", true, NULL);
    say(s, line, false, NULL);
    line[500] = ' ';
    say(s, line, false, NULL);
    say(s, "\t Cb2 \r", true, "White plays Cb2.\n");
    session_free(s);
}

static void count_word(void *context, const char *word)
{
    (void)word;
    ++*(int *)context;
}

static int completions(Session *s, const char *line)
{
    int count = 0;
    session_complete(s, line, count_word, &count);
    return count;
}

static void words_are_completed(void **state)
{
    (void)state;
    Session *s = open_session(LANG_EN);
    assert_int_equal(completions(s, "re"), 9); /* redo review reserve result resign record resume rename rematch */
    assert_int_equal(completions(s, "new dorix-"), 2);
    assert_int_equal(completions(s, "pilo"), 1);
    say(s, "new pyrga", true, NULL);
    say(s, "Cb2", true, NULL);
    assert_int_equal(completions(s, "T"), 4);
    assert_int_equal(completions(s, "why Tb2"), 4);
    assert_int_equal(completions(s, "save T"), 0);
    session_free(s);
}

static void the_board_shows_what_history_knows(void **state)
{
    (void)state;
    Buffer out = {0};
    Session *s = open_session(LANG_EN);
    say(s, "new pyrga", true, NULL);
    say(s, "Cb2", true, NULL);
    say(s, "Tb2n", true, NULL);
    say(s, "Sb3", true, NULL);
    session_board(s, &out);
    assert_non_null(strstr(out.text, "Ct^"));
    buffer_free(&out);
    session_free(s);
}

/* Plays a game by commands, in which the allocation after `n` others fails (negative: none). Puts the final record
 * into `whole` and returns true, or returns false when something was refused. */
static bool play_short_of_memory(long n, bool *pending, char whole[1024])
{
    static const char *const lines[] = {"new pylos", "1a1",  "moves", "record", "comment x",
                                        "help",      "undo", "1b2",   "board"};
    Reply reply = {0};
    memory_fail_after(n);
    Session *s = session_new(&(SessionOptions){.lang = LANG_FR, .date = "2025.01.01"});
    bool refused = !s;
    for (size_t i = 0; s && i < sizeof lines / sizeof *lines; i++) {
        session_command(s, lines[i], &reply);
        refused |= !reply.ok;
    }
    *pending = memory_fail_pending();
    memory_fail_after(-1);
    if (s) {        /* it goes on once there is memory again */
        session_command(s, refused ? "new pylos" : "record", &reply);
        assert_true(reply.ok);
        snprintf(whole, 1024, "%s", buffer_text(&reply.text));
    }
    reply_free(&reply);
    session_free(s);
    return !refused;
}

static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    char right[1024], whole[1024];
    bool pending;
    int refused = 0;
    assert_true(play_short_of_memory(-1, &pending, right));
    for (long n = 0; n == 0 || !pending; n++) {
        if (play_short_of_memory(n, &pending, whole))
            assert_string_equal(whole, right);      /* whatever was not refused was done */
        else
            refused++;
        assert_true(n < 10000);
    }
    assert_true(refused > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_game_in_english),
        cmocka_unit_test(the_same_in_french),
        cmocka_unit_test(every_command_is_found_by_its_words),
        cmocka_unit_test(taking_back_and_playing_otherwise_makes_the_game),
        cmocka_unit_test(games_are_saved_and_loaded),
        cmocka_unit_test(files_can_be_forbidden),
        cmocka_unit_test(unfinished_games_are_kept_and_resumed),
        cmocka_unit_test(a_state_folder_that_cannot_be_made_is_said),
        cmocka_unit_test(lines_that_are_no_lines_are_refused),
        cmocka_unit_test(words_are_completed),
        cmocka_unit_test(the_board_shows_what_history_knows),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
