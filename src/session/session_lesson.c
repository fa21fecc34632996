/* First lessons: a few positions, in each a move to make with one's own hands.
 *
 * A lesson plays on a tree of its own; the game that was under way waits and comes back. */
#include "session/session_private.h"

#include "games/registry.h"

#include <stdio.h>
#include <string.h>

/* `*` in the pattern stands for any signs. */
static bool fits(const char *pattern, const char *text)
{
    if (*pattern == '*')
        return fits(pattern + 1, text) || (*text && fits(pattern, text + 1));
    return *pattern == *text && (*pattern == '\0' || fits(pattern + 1, text + 1));
}

/* The position that a step begins with; NULL: no memory, or the lesson itself is wrong. */
static Tree *set_up(const LangLesson *l)
{
    const Game *g = registry_find(l->game);
    Message error;
    Position p;
    if (!g || (*l->position && !g->read_position(l->position, &p, &error)))
        return NULL;
    Tree *m = tree_new(g, *l->position ? &p : NULL);
    for (const char *c = l->moves; m && *c;) {
        char move[MOVE_TEXT];
        size_t n = strcspn(c, " ");
        snprintf(move, sizeof move, "%.*s", (int)n, c);
        c += n + strspn(c + n, " ");
        if (!tree_play_text(m, move, &error)) {
            tree_free(m);
            m = NULL;
        }
    }
    return m;
}

/* How the move that is asked for is typed; one of them, when it is left open. */
static void say_how(Session *s, const LangLesson *l, Buffer *out)
{
    if (s->options.shown || !session_fill_moves(s))
        return;
    for (size_t i = 0; i < s->legal.count; i++) {
        char text[MOVE_TEXT];
        tree_game(s->tree)->write_move(tree_position(s->tree), s->legal.move[i], text);
        if (fits(l->goal, text)) {
            session_say(s, out, strchr(l->goal, '*') ? T("Type {0}, for example.") : T("Type {0}."), 1, text);
            return;
        }
    }
}

static void ask(Session *s, Reply *reply)
{
    const LangLesson *l = lang_lesson(s->lesson.family, s->lesson.step);
    Tree *m = set_up(l);
    if (!m) {
        session_lesson_end(s);
        session_no_memory(s, reply);
        return;
    }
    tree_free(s->tree);
    s->tree = m;
    reply->changed = true;
    session_say(s, &reply->text, l->say, 0);
    say_how(s, l, &reply->text);
}

void session_lesson_end(Session *s)
{
    if (!s->lesson.family)
        return;
    s->lesson.family = NULL;
    tree_free(s->tree);
    s->tree = s->lesson.aside;
    s->unsaved = s->lesson.unsaved;
    s->lesson.aside = NULL;
    s->held = true;
    session_clock_switch(s, -1);
}

void session_lesson_moved(Session *s, const char *move, Reply *reply)
{
    const LangLesson *l = lang_lesson(s->lesson.family, s->lesson.step);
    if (!fits(l->goal, move)) {
        tree_undo(s->tree);
        session_say(s, &reply->text, T("Not quite. Try again."), 0);
        session_say(s, &reply->text, l->say, 0);
        say_how(s, l, &reply->text);
        return;
    }
    session_say(s, &reply->text, l->well, 0);
    s->lesson.step++;
    if (lang_lesson(s->lesson.family, s->lesson.step)) {
        ask(s, reply);
        return;
    }
    session_lesson_end(s);
    session_say(s, &reply->text, T("The lesson is over."), 0);
}

void session_lesson(Session *s, const char *rest, Reply *reply)
{
    if (strcmp(rest, "end") == 0 || strcmp(rest, "fin") == 0) {
        if (!s->lesson.family) {
            session_refuse(s, reply, &(Message){.id = T("there is no lesson under way")});
            return;
        }
        session_lesson_end(s);
        session_say(s, &reply->text, T("The lesson is over."), 0);
        reply->changed = true;
        return;
    }
    const Game *g = *rest ? session_find_game(rest) : s->tree ? tree_game(s->tree) : NULL;
    if (!g || !lang_lesson(g->family, 0)) {
        session_refuse(s, reply, &(Message){.id = T("a lesson in which game? Write its name after the word")});
        return;
    }
    session_lesson_end(s);
    session_clock_charge(s);
    s->lesson.aside = s->tree;
    s->lesson.unsaved = s->unsaved;
    s->tree = NULL;
    s->lesson.family = g->family;
    s->lesson.step = 0;
    s->clock.seat = -1;
    session_say(s, &reply->text, T("A first lesson. Make the moves it asks for; `lesson end` ends it."), 0);
    ask(s, reply);
}
