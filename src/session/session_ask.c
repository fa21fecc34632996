/* Questions about the board, answered in sentences. */
#include "session/session_private.h"

#include "session/speech.h"
#include "session/wins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- places and pieces --- */

static int find_place(const Board *b, const char *label)
{
    for (int i = 0; i < b->places; i++)
        if (strcmp(b->place[i].label, label) == 0)
            return i;
    return -1;
}

/* Without a place: the whole board. With the end of a label (b2 where places have levels): all places that end like
 * it. */
void session_look(Session *s, const char *rest, Reply *reply)
{
    const Board *b = tree_game(s->play.tree)->board;
    Scene scene;
    session_scene(s, &scene);
    bool any = false;
    int exact = find_place(b, rest);
    for (int i = 0; i < b->places; i++) {
        const char *label = b->place[i].label;
        size_t length = strlen(label), wanted = strlen(rest);
        bool ends_so = wanted >= 2 && length >= wanted && strcmp(label + length - wanted, rest) == 0;
        bool meant = exact >= 0 ? i == exact : ends_so;
        if (*rest == '\0' ? scene.height[i] == 0 : !meant)
            continue;
        speech_place(s->options.lang, &scene, tree_position(s->play.tree), i, &reply->text);
        buffer_add_char(&reply->text, '\n');
        any = true;
    }
    if (!any && *rest == '\0') {
        session_say(s, &reply->text, T("The board is empty."), 0);
    } else if (!any) {
        reply->ok = false;
        session_say(s, &reply->text, T("there is no place {0}"), 1, rest);
    }
}

void session_reserve(Session *s, const char *rest, Reply *reply)
{
    Scene scene;
    (void)rest;
    session_scene(s, &scene);
    for (int seat = 0; seat < scene.game->players; seat++) {
        speech_reserve(s->options.lang, &scene, seat, &reply->text);
        buffer_add_char(&reply->text, '\n');
    }
}

void session_where(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    if (!session_fill_moves(s)) {
        session_no_memory(s, reply);
    } else if (s->legal.count == 0) {
        session_say_status(s, &reply->text);
    } else {
        speech_where(s->options.lang, tree_game(s->play.tree), tree_position(s->play.tree), &s->legal, &reply->text);
        buffer_add_char(&reply->text, '\n');
    }
}

void session_last(Session *s, const char *rest, Reply *reply)
{
    char *end;
    long wanted = *rest ? strtol(rest, &end, 10) : 1;
    int ply = tree_ply(s->play.tree);
    if (*rest && (*end || wanted < 1)) {
        session_refuse(s, reply, &(Message){.id = T("how many moves? Write a number from 1")});
        return;
    }
    if (ply == 0)
        session_say(s, &reply->text, T("Nothing has been played yet."), 0);
    for (int i = wanted < ply ? ply - (int)wanted + 1 : 1; i <= ply; i++) {
        const TreeNode *node = tree_node(s->play.tree, tree_path(s->play.tree, i));
        speech_move(s->options.lang, tree_game(s->play.tree), &tree_node(s->play.tree, node->parent)->position,
                    node->move, &reply->text);
        buffer_add_char(&reply->text, '\n');
    }
}

/* --- threats --- */

enum { MOST_WINS = 8, REMEMBERED = 32 };

/* The moves that win after the mover's own moves, as text, and after how many of those. */
typedef struct Threats {
    int count, tried, lost;
    char move[REMEMBERED][MOVE_TEXT];
    int after[REMEMBERED];
} Threats;

static void note(Threats *t, const char *move)
{
    int i = 0;
    while (i < t->count && strcmp(t->move[i], move) != 0)
        i++;
    if (i == REMEMBERED)
        return;
    if (i == t->count) {
        snprintf(t->move[i], sizeof t->move[i], "%s", move);
        t->after[i] = 0;
        t->count++;
    }
    t->after[i]++;
}

static bool find_threats(const Game *g, const Position *p, const MoveList *own, Threats *t)
{
    MoveList replies = {0}, wins = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < own->count; i++) {
        Position after;
        g->play(p, own->move[i], &after);
        if (g->outcome(&after).over)
            continue;
        ok = wins_fill(g, &after, &replies, &wins);
        t->tried++;
        t->lost += wins.count > 0;
        for (size_t k = 0; k < wins.count; k++) {
            char text[MOVE_TEXT];
            g->write_move(&after, wins.move[k], text);
            note(t, text);
        }
    }
    movelist_free(&replies);
    movelist_free(&wins);
    return ok;
}

static void say_threats(Session *s, const Threats *t, int next, Buffer *out)
{
    const char *seat = lang_text(s->options.lang, scene_seat_name(next));
    SpeechList list = {0};
    Buffer moves = {0};
    char lost[16], tried[16];
    snprintf(lost, sizeof lost, "%d", t->lost);
    snprintf(tried, sizeof tried, "%d", t->tried);
    for (int i = 0; i < t->count && list.count < MOST_WINS; i++)
        if (t->after[i] * 2 > t->tried)
            speech_list_add(&list, t->move[i]);
    bool threatens = list.count > 0;
    speech_list_end(s->options.lang, &list, true, &moves);
    if (threatens)
        session_say(s, out, T("{0} threatens to win with {1}."), 2, seat, buffer_text(&moves));
    if (t->tried > 0 && t->lost == t->tried)
        session_say(s, out, T("Whatever you play, {0} can win with the next move."), 1, seat);
    else if (t->lost > 0)
        session_say(s, out, T("After {0} of your {1} moves {2} could win at once."), 3, lost, tried, seat);
    else
        session_say(s, out, T("{0} threatens nothing that wins at once."), 1, seat);
    buffer_free(&moves);
}

static void say_wins(Session *s, const MoveList *wins, Reply *reply)
{
    SpeechList list = {0};
    Buffer moves = {0};
    for (size_t i = 0; i < wins->count; i++) {
        char text[MOVE_TEXT];
        tree_game(s->play.tree)->write_move(tree_position(s->play.tree), wins->move[i], text);
        session_tell(reply, "wins %s", text);
        if (i < MOST_WINS)
            speech_list_add(&list, text);
    }
    speech_list_end(s->options.lang, &list, true, &moves);
    if (wins->count > 0)
        session_say(s, &reply->text, T("You can win at once with {0}."), 1, buffer_text(&moves));
    buffer_free(&moves);
}

void session_threats(Session *s, const char *rest, Reply *reply)
{
    const Game *g = tree_game(s->play.tree);
    const Position *p = tree_position(s->play.tree);
    MoveList wins = {0};
    Threats t = {0};
    (void)rest;
    if (tree_outcome(s->play.tree).over) {
        session_say_status(s, &reply->text);
        return;
    }
    bool ok = wins_fill(g, p, &s->legal, &wins);
    if (ok)
        say_wins(s, &wins, reply);
    movelist_free(&wins);
    if (!ok || !find_threats(g, p, &s->legal, &t)) {
        session_no_memory(s, reply);
        return;
    }
    say_threats(s, &t, (tree_mover(s->play.tree) + 1) % g->players, &reply->text);
}
