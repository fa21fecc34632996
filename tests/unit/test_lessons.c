/* The first lessons: enough steps, also in French; what they ask for can be played, and found by following what
 * the board points at; and they end with a forced win. */
#include "games/registry.h"
#include "lang/lang.h"
#include "session/session.h"
#include "session/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FEWEST = 8, MOST = 12, WORDS = 256 };

static Session *begin(const char *family)
{
    char line[64];
    Reply reply = {0};
    Session *s = session_new(&(SessionOptions){.lang = LANG_FR, .shown = true, .waits = true});
    assert_non_null(s);
    snprintf(line, sizeof line, "lesson %s", family);
    session_command(s, line, &reply);
    assert_true(reply.ok);
    reply_free(&reply);
    return s;
}

static SessionLesson now(const Session *s)
{
    SessionLesson l;
    assert_true(session_lesson_now(s, &l));
    return l;
}

static void command(Session *s, const char *line)
{
    Reply reply = {0};
    session_command(s, line, &reply);
    if (!reply.ok)
        fail_msg("%s: %s", line, buffer_text(&reply.text));
    reply_free(&reply);
}

/* What follows the key in the state's JSON, up to the closing character; "" for an empty list or null. */
static void look_up(Session *s, const char *steps, const char *key, char close, char out[WORDS])
{
    Buffer json = {0};
    view_state(s, steps, false, &json);
    const char *at = strstr(buffer_text(&json), key);
    assert_non_null(at);
    at += strlen(key);
    const char *end = strchr(at, close);
    assert_true(end && end - at < WORDS);
    snprintf(out, WORDS, "%.*s", (int)(end - at), at);
    buffer_free(&json);
}

static void points(Session *s, const char *steps, char out[WORDS]) { look_up(s, steps, "\"points\":[", ']', out); }

/* The legal moves, and how many of them the lesson asks for; `right` and `wrong`: one of each, "" for none. */
static size_t sort_moves(Session *s, size_t *wanted, char right[MOVE_TEXT], char wrong[MOVE_TEXT])
{
    const Game *g = tree_game(session_tree(s));
    const Position *p = tree_position(session_tree(s));
    MoveList legal = {0};
    assert_true(movelist_fill(&legal, g, p));
    *wanted = 0;
    *right = *wrong = '\0';
    for (size_t i = 0; i < legal.count; i++) {
        char text[MOVE_TEXT];
        g->write_move(p, legal.move[i], text);
        bool fits = session_lesson_wants(s, text);
        *wanted += fits;
        strcpy(fits ? right : wrong, text);
    }
    size_t count = legal.count;
    movelist_free(&legal);
    return count;
}

static size_t alternatives(const char *goal)
{
    size_t count = 1;
    for (const char *c = goal; *c; c++)
        count += *c == ' ';
    return count;
}

/* Makes the choices that are pointed at, one by one, and plays the resulting move. */
static void follow_the_points(Session *s)
{
    char steps[WORDS] = "", words[WORDS], move[WORDS];
    for (points(s, steps, words); *words; points(s, steps, words)) {
        char word[32];
        assert_int_equal(sscanf(words, "\"%31[^\"]\"", word), 1);
        assert_true(strlen(steps) + strlen(word) + 2 < sizeof steps);
        if (*steps)
            strcat(steps, " ");
        strcat(steps, word);
    }
    look_up(s, steps, "\"complete\":\"", '"', move);
    command(s, move);
}

static void one_step(Session *s, const LangLesson *l)
{
    char right[MOVE_TEXT], wrong[MOVE_TEXT], words[WORDS];
    size_t wanted, legal = sort_moves(s, &wanted, right, wrong);
    bool open = strcmp(l->goal, "*") == 0;
    if (wanted < alternatives(l->goal) || (wanted == legal && legal > 1 && !open))
        fail_msg("%s: %s: %zu of %zu legal moves", l->family, l->goal, wanted, legal);
    points(s, "", words);
    assert_true((*words == '\0') == (open || l->find));
    if (*wrong) {
        command(s, wrong);
        assert_true(now(s).wrong && !now(s).done);
        assert_string_equal(now(s).hint, lang_text(LANG_FR, *l->hint ? l->hint : l->say));
    }
    if (open || (l->find && !*wrong))
        command(s, right);
    else
        follow_the_points(s);
    assert_true(now(s).done && !now(s).wrong);
    points(s, "", words);
    assert_string_equal(words, "");
}

static void every_step_can_be_done(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (strcmp(g->id, g->family) != 0)
            continue;
        Session *s = begin(g->family);
        int steps = now(s).steps;
        assert_in_range(steps, FEWEST, MOST);
        for (int step = 0; step < steps; step++) {
            const LangLesson *l = lang_lesson(g->family, step);
            assert_int_equal(now(s).step, step + 1);
            one_step(s, l);
            if (step + 1 < steps)
                command(s, "lesson next");
        }
        session_free(s);
    }
}

static void every_sentence_is_in_french(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++)
        for (int step = 0; lang_lesson(registry_game(i)->family, step); step++) {
            const LangLesson *l = lang_lesson(registry_game(i)->family, step);
            const char *said[] = {l->say, l->well, l->hint};
            for (int k = 0; k < 3; k++)
                if (*said[k])
                    assert_string_not_equal(lang_text(LANG_FR, said[k]), said[k]);
        }
}

/* --- the tactic at the end --- */

/* Whether `side` wins within `plies`, whatever the other side does. */
static bool forced(const Game *g, const Position *p, int side, int plies)
{
    Outcome o = g->outcome(p);
    if (o.over || plies == 0)
        return o.over && o.winner == side;
    MoveList legal = {0};
    bool own = game_side(g, g->mover(p)) == side;
    bool wins = !own;
    assert_true(movelist_fill(&legal, g, p));
    for (size_t i = 0; i < legal.count && wins != own; i++) {
        Position after;
        g->play(p, legal.move[i], &after);
        wins = forced(g, &after, side, plies - 1);
    }
    movelist_free(&legal);
    return wins;
}

/* In the session's position the wanted moves, and no others, force a win within `plies`. */
static bool wanted_alone_win(Session *s, int plies)
{
    const Game *g = tree_game(session_tree(s));
    const Position *p = tree_position(session_tree(s));
    MoveList legal = {0};
    bool so = true;
    assert_true(movelist_fill(&legal, g, p));
    for (size_t i = 0; i < legal.count && so; i++) {
        Position after;
        char text[MOVE_TEXT];
        g->write_move(p, legal.move[i], text);
        g->play(p, legal.move[i], &after);
        so = forced(g, &after, game_side(g, g->mover(p)), plies) == session_lesson_wants(s, text);
    }
    movelist_free(&legal);
    return so;
}

static void the_end_is_a_forced_win(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (strcmp(g->id, g->family) != 0)
            continue;
        Session *s = begin(g->family);
        while (now(s).step + 1 < now(s).steps)
            command(s, "lesson next");
        const LangLesson *first = lang_lesson(g->family, now(s).step - 1);
        /* In Pylos the win comes when the opponent spends the last ball: a ply later. */
        if (!wanted_alone_win(s, 2) && !wanted_alone_win(s, 3))
            fail_msg("%s: %s is not the only move that wins", g->family, first->goal);
        command(s, "lesson next");
        const LangLesson *second = lang_lesson(g->family, now(s).step - 1);
        assert_string_equal(second->position, first->position);
        char before[2 * WORDS];
        snprintf(before, sizeof before, "%s%s%s ", first->moves, *first->moves ? " " : "", first->goal);
        if (strncmp(second->moves, before, strlen(before)) != 0)
            fail_msg("%s: %s does not go on from %s", g->family, second->moves, before);
        if (!wanted_alone_win(s, 0) && !wanted_alone_win(s, 1))
            fail_msg("%s: %s does not win", g->family, second->goal);
        session_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_can_be_done),
        cmocka_unit_test(every_sentence_is_in_french),
        cmocka_unit_test(the_end_is_a_forced_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
