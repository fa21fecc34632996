/* The explorer of perfect play: what every move is worth for certain in the current position. Moves after the word
 * walk on, `explore back` walks back, and a number goes to a landmark that `explore landmarks` lists. */
#include "session/session_private.h"

#include "core/memory.h"
#include "engine/explore.h"
#include "engine/landmark.h"
#include "session/worth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Positions for a script, where time stands still: enough for every move from the twelfth ply of Pyrga on. */
enum { SCRIPTED_NODES = 400000 };

static const double explore_seconds = 10;

static void say_move(const Session *s, const Exploration *e, const Advice *a, Reply *reply)
{
    const char *mark = explore_keeps(e, a) ? explore_is_only(e) ? "!!" : "!" : "";
    char move[MOVE_TEXT], value[WORTH_VALUE], plain[VALUE_TEXT];
    tree_game(s->play.tree)->write_move(tree_position(s->play.tree), a->move, move);
    worth_value(s->options.lang, a->value, value);
    value_text(a->value, plain);
    session_tell(reply, "worth %s %s", move, plain);
    if (s->options.plain)
        session_say(s, &reply->text,
                    explore_is_only(e) && *mark ? T("{0}: {1}, the only move")
                    : *mark                     ? T("{0}: {1}")
                                                : T("{0}: {1}, gives something away"),
                    2, move, value);
    else
        buffer_format(&reply->text, "  %-2s %-12s %s\n", mark, move, value);
}

/* Moves that lost games here when levels played each other. */
static void say_mistakes(const Session *s, const Exploration *e, Reply *reply)
{
    const Game *g = tree_game(s->play.tree);
    for (size_t i = 0; i < e->known; i++) {
        const Landmark *l =
            value_wins(e->advice[i].value) ? NULL : landmark_mistake(g, tree_position(s->play.tree), e->advice[i].move);
        char sentence[WORTH_EXPLORED], move[MOVE_TEXT];
        if (!l)
            continue;
        g->write_move(tree_position(s->play.tree), e->advice[i].move, move);
        Landmark here = *l;
        here.move = move;
        worth_landmark(s->options.lang, &here, &here, sentence);
        buffer_format(&reply->text, "%s\n", sentence);
    }
}

static void show(Session *s, Reply *reply)
{
    Situation situation;
    Exploration e;
    uint64_t *hashes = NULL;
    char value[VALUE_TEXT], head[WORTH_EXPLORED];
    if (tree_outcome(s->play.tree).over) {
        session_say_status(s, &reply->text);
        return;
    }
    Adviser *a = session_adviser(s, reply);
    if (!a)
        return;
    SearchLimits limits = session_limits(s, (SearchLimits){.seconds = explore_seconds});
    if (s->options.scripted) {
        limits.nodes = SCRIPTED_NODES;
        adviser_forget(a);
    }
    bool ok = session_situation(s, &situation, &hashes) && explore_position(a, &situation, limits, &e);
    memory_free(hashes);
    if (!ok) {
        session_no_memory(s, reply);
        return;
    }
    value_text(e.value, value);
    session_tell(reply, "explored %d %s %zu %zu %zu", tree_current(s->play.tree), e.value.proven ? value : "unknown",
                 e.keep, e.known, e.count);
    worth_explored(s->options.lang, &e, head);
    buffer_format(&reply->text, "%s\n", head);
    for (size_t i = 0; i < e.known; i++)
        say_move(s, &e, &e.advice[i], reply);
    if (value_wins(e.value))
        say_mistakes(s, &e, reply);
}

/* --- landmarks --- */

static void list_landmarks(const Session *s, Reply *reply)
{
    const Landmark *list;
    size_t count = landmark_list(tree_game(s->play.tree), &list);
    if (count > 0)
        session_say(s, &reply->text, T("Landmarks of perfect play; `explore N` goes to one:"), 0);
    else
        session_say(s, &reply->text, T("There are no landmarks."), 0);
    for (size_t i = 0; i < count; i++) {
        char sentence[WORTH_EXPLORED];
        worth_landmark(s->options.lang, list, &list[i], sentence);
        if (landmark_is_place(&list[i])) {
            session_tell(reply, "landmark %zu %s %s", i + 1, landmark_word(list[i].kind), list[i].position);
            buffer_format(&reply->text, "%3zu  ", i + 1);
        } else {
            buffer_add(&reply->text, "     ");
        }
        buffer_format(&reply->text, "%s\n", sentence);
    }
}

/* False: the reply says that no landmark has that number. */
static bool go_to_landmark(Session *s, const char *word, Reply *reply)
{
    const Landmark *list;
    size_t count = landmark_list(tree_game(s->play.tree), &list), number = strlen(word) < 6 ? (size_t)atol(word) : 0;
    char sentence[WORTH_EXPLORED];
    if (number < 1 || number > count || !landmark_is_place(&list[number - 1])) {
        Message error = {0};
        message_set(&error, 0, T("no landmark has the number {0}: `explore landmarks` lists them"), 1, word);
        session_refuse(s, reply, &error);
        return false;
    }
    session_position(s, list[number - 1].position, reply);
    worth_landmark(s->options.lang, list, &list[number - 1], sentence);
    buffer_format(&reply->text, "%s\n", sentence);
    return reply->ok;
}

/* Plays the moves; false: one is refused, and the reply says why. */
static bool walk(Session *s, const char *moves, Reply *reply)
{
    for (size_t n; *moves && reply->ok; moves += n + strspn(moves + n, " ")) {
        char move[MOVE_TEXT];
        n = strcspn(moves, " ");
        snprintf(move, sizeof move, "%.*s", (int)n, moves);
        session_play_line(s, move, reply);
        reply->changed = true;
    }
    return reply->ok;
}

void session_explore(Session *s, const char *rest, Reply *reply)
{
    char word[32];
    session_fold(rest, strlen(rest), word, sizeof word);
    if (!explore_knows(tree_game(s->play.tree))) {
        Message error = {0};
        message_set(&error, 0, T("{0} is not solved"), 1, tree_game(s->play.tree)->id);
        session_refuse(s, reply, &error);
    } else if (strcmp(word, "landmarks") == 0 || strcmp(word, "reperes") == 0) {
        list_landmarks(s, reply);
    } else if (*word && strspn(word, "0123456789") == strlen(word)) {
        if (go_to_landmark(s, word, reply))
            show(s, reply);
    } else if (strcmp(word, "back") == 0 || strcmp(word, "retour") == 0) {
        session_undo(s, "1", reply);
        if (reply->ok)
            show(s, reply);
    } else if (walk(s, rest, reply)) {
        show(s, reply);
    }
}
