/* First lessons: a few positions, each with a move to make yourself. */
#include "session/session_private.h"

#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Matches one pattern, up to its space or end; `*` stands for any characters. */
static bool fits_one(const char *pattern, const char *text)
{
    if (*pattern == '*')
        return fits_one(pattern + 1, text) || (*text && fits_one(pattern, text + 1));
    if (*pattern == ' ' || *pattern == '\0')
        return *text == '\0';
    return *pattern == *text && fits_one(pattern + 1, text + 1);
}

static bool fits(const char *patterns, const char *text)
{
    for (const char *c = patterns; *c; c += strspn(c, " ")) {
        if (fits_one(c, text))
            return true;
        c += strcspn(c, " ");
    }
    return false;
}

/* Any move at all. */
static bool is_open(const LangLesson *l) { return strcmp(l->goal, "*") == 0; }

static int count_steps(const char *family)
{
    int steps = 0;
    while (lang_lesson(family, steps))
        steps++;
    return steps;
}

/* The position that a step begins with; NULL: there is no memory, or the lesson itself is wrong. */
static Tree *set_up(const LangLesson *l)
{
    const Game *g = registry_find(l->game);
    Message error;
    Position p;
    if (!g || (*l->position && !g->read_position(l->position, &p, &error)))
        return NULL;
    Tree *t = tree_new(g, *l->position ? &p : NULL);
    for (const char *c = l->moves; t && *c;) {
        char move[MOVE_TEXT];
        size_t n = strcspn(c, " ");
        snprintf(move, sizeof move, "%.*s", (int)n, c);
        c += n + strspn(c + n, " ");
        if (!tree_play_text(t, move, &error)) {
            tree_free(t);
            t = NULL;
        }
    }
    return t;
}

/* How to type the move that is asked for, or one of them if there are several. */
static void say_how(Session *s, const LangLesson *l, Buffer *out)
{
    if (s->options.shown || (l->find && !s->lesson.wrong && !s->lesson.shown) || !session_fill_moves(s))
        return;
    for (size_t i = 0; i < s->legal.count; i++) {
        char text[MOVE_TEXT];
        tree_game(s->play.tree)->write_move(tree_position(s->play.tree), s->legal.move[i], text);
        if (fits(l->goal, text)) {
            session_say(s, out, strpbrk(l->goal, "* ") ? T("Type {0}, for example.") : T("Type {0}."), 1, text);
            return;
        }
    }
}

static void tell(const Session *s, const char *what, Reply *reply)
{
    session_tell(reply, "lesson %s %d %s", s->lesson.family, s->lesson.step + 1, what);
}

static void ask(Session *s, Reply *reply)
{
    const LangLesson *l = lang_lesson(s->lesson.family, s->lesson.step);
    Tree *t = set_up(l);
    bool ok = session_exercise_lay_out(s, t, reply);
    tree_free(t);
    s->lesson.done = s->lesson.wrong = s->lesson.shown = false;
    if (!ok)
        return;
    tell(s, "asked", reply);
    session_say(s, &reply->text, l->say, 0);
    say_how(s, l, &reply->text);
}

void session_lesson_end(Session *s, Reply *reply)
{
    tell(s, "over", reply);
    s->lesson.family = NULL;
}

void session_lesson_moved(Session *s, const char *move, Reply *reply)
{
    const LangLesson *l = lang_lesson(s->lesson.family, s->lesson.step);
    if (!fits(l->goal, move)) {
        session_stand(s, tree_node(s->play.tree, tree_current(s->play.tree))->parent, reply);
        tell(s, "wrong", reply);
        s->lesson.wrong = true;
        session_say(s, &reply->text, T("Not quite. Try again."), 0);
        session_say(s, &reply->text, *l->hint ? l->hint : l->say, 0);
        say_how(s, l, &reply->text);
        return;
    }
    tell(s, "right", reply);
    session_say(s, &reply->text, l->well, 0);
    s->lesson.done = true;
    s->lesson.wrong = false;
    /* On a screen people look at what the move did before they go on. */
    if (s->options.shown && s->options.waits)
        return;
    if (lang_lesson(s->lesson.family, s->lesson.step + 1)) {
        s->lesson.step++;
        ask(s, reply);
        return;
    }
    session_exercise_end(s, reply);
    session_say(s, &reply->text, T("The lesson is over."), 0);
}

static void go_to_step(Session *s, int step, Reply *reply)
{
    if (!s->lesson.family || step < 0 || step >= count_steps(s->lesson.family)) {
        session_refuse(
            s, reply,
            &(Message){.id = s->lesson.family ? T("the lesson has no such step") : T("there is no lesson under way")});
        return;
    }
    s->lesson.step = step;
    ask(s, reply);
}

/* Shows the move to whoever does not find it. */
static void show_step(Session *s, Reply *reply)
{
    const LangLesson *l = s->lesson.family ? lang_lesson(s->lesson.family, s->lesson.step) : NULL;
    if (!l || s->lesson.done) {
        session_refuse(s, reply, &(Message){.id = T("there is no lesson under way")});
        return;
    }
    s->lesson.shown = true;
    reply->changed = true;
    session_say(s, &reply->text, *l->hint ? l->hint : l->say, 0);
    say_how(s, l, &reply->text);
}

static void begin(Session *s, const char *rest, Reply *reply)
{
    const Game *g = *rest ? session_find_game(rest) : s->play.round ? round_game(s->play.round) : NULL;
    if (!g || !lang_has_lesson(g->family)) {
        session_refuse(s, reply, &(Message){.id = T("a lesson in which game? Write its name after the word")});
        return;
    }
    if (!lang_lesson(g->family, 0)) {
        session_refuse(s, reply, &(Message){.id = T("the lessons cannot be fetched now; try again later")});
        return;
    }
    session_exercise_begin(s, reply);
    s->lesson.family = g->family;
    s->lesson.step = 0;
    session_say(s, &reply->text, T("A first lesson. Make the moves it asks for; `lesson end` ends it."), 0);
    ask(s, reply);
}

void session_lesson(Session *s, const char *rest, Reply *reply)
{
    char word[32];
    session_fold(rest, strlen(rest), word, sizeof word);
    if (strcmp(word, "end") == 0 || strcmp(word, "fin") == 0) {
        if (!s->lesson.family) {
            session_refuse(s, reply, &(Message){.id = T("there is no lesson under way")});
            return;
        }
        session_exercise_end(s, reply);
        session_say(s, &reply->text, T("The lesson is over."), 0);
        reply->changed = true;
    } else if (strcmp(word, "next") == 0 || strcmp(word, "suite") == 0) {
        go_to_step(s, s->lesson.step + 1, reply);
    } else if (strcmp(word, "back") == 0 || strcmp(word, "retour") == 0) {
        go_to_step(s, s->lesson.step - 1, reply);
    } else if (strcmp(word, "show") == 0 || strcmp(word, "montre") == 0) {
        show_step(s, reply);
    } else {
        begin(s, rest, reply);
    }
}

bool session_lesson_now(const Session *s, SessionLesson *out)
{
    const LangLesson *l = s->lesson.family ? lang_lesson(s->lesson.family, s->lesson.step) : NULL;
    if (l)
        *out = (SessionLesson){.family = s->lesson.family,
                               .step = s->lesson.step + 1,
                               .steps = count_steps(s->lesson.family),
                               .done = s->lesson.done,
                               .wrong = s->lesson.wrong,
                               .points = !s->lesson.done &&
                                         (s->lesson.shown || (!is_open(l) && (!l->find || s->lesson.wrong))),
                               .say = lang_text(s->options.lang, l->say),
                               .well = lang_text(s->options.lang, l->well),
                               .hint = lang_text(s->options.lang, *l->hint ? l->hint : l->say)};
    return l != NULL;
}

bool session_lesson_wants(const Session *s, const char *move)
{
    const LangLesson *l = s->lesson.family ? lang_lesson(s->lesson.family, s->lesson.step) : NULL;
    return l && !s->lesson.done && fits(l->goal, move);
}
