/* Advice on request: a hint, an analysis, a review of the game. */
#include "session/session_private.h"

#include "core/memory.h"
#include "engine/review.h"
#include "session/speech.h"
#include "session/worth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 6, LINE_MOVES = 6 };

static const double hint_seconds = 1, longest_seconds = 3600;

SearchLimits session_limits(const Session *s, SearchLimits limits)
{
    enum { SCRIPTED_NODES = 2000 };
    if (s->options.scripted) {
        limits.seconds = 0;
        limits.nodes = SCRIPTED_NODES;
    } else if (s->options.patience > 0 && limits.seconds > s->options.patience) {
        limits.seconds = s->options.patience;
    }
    return limits;
}

/* Analyses the current position; false: the reply says why not. The list belongs to the adviser. */
static bool analyse(Session *s, SearchLimits limits, bool all, AdviceList *out, Reply *reply)
{
    Situation situation;
    uint64_t *hashes = NULL;
    if (tree_outcome(s->play.tree).over) {
        reply->ok = false;
        session_say_status(s, &reply->text);
        return false;
    }
    Adviser *a = session_adviser(s, reply);
    if (!a)
        return false;
    limits = session_limits(s, limits);
    bool ok = session_situation(s, &situation, &hashes);
    if (ok)
        ok = all ? adviser_analyse(a, &situation, limits, NULL, NULL, out)
                 : adviser_play(a, &situation, limits, NULL, NULL, out);
    memory_free(hashes);
    if (!ok)
        session_no_memory(s, reply);
    return ok && out->count > 0;
}

static void tell_advice(const Session *s, const char *word, const Advice *a, Reply *reply)
{
    char move[MOVE_TEXT], value[VALUE_TEXT];
    tree_game(s->play.tree)->write_move(tree_position(s->play.tree), a->move, move);
    value_text(a->value, value);
    session_tell(reply, "%s %s %s", word, move, value);
}

void session_hint(Session *s, const char *rest, Reply *reply)
{
    AdviceList list;
    char move[MOVE_TEXT], value[WORTH_VALUE];
    (void)rest;
    if (!analyse(s, (SearchLimits){.lines = 1, .seconds = hint_seconds}, false, &list, reply))
        return;
    tree_game(s->play.tree)->write_move(tree_position(s->play.tree), list.advice[0].move, move);
    worth_value(s->options.lang, list.advice[0].value, value);
    tell_advice(s, "hint", &list.advice[0], reply);
    const char *sentence = list.source ? T("{0} is best: {1}, exact, from a table.") : T("{0} looks best ({1}).");
    session_say(s, &reply->text, sentence, 2, move, value);
}

/* The first moves of a line, in notation. */
static void write_line(const Session *s, const Advice *a, Buffer *out)
{
    const Game *g = tree_game(s->play.tree);
    Position p = *tree_position(s->play.tree);
    for (int i = 0; i < a->length && i < LINE_MOVES; i++) {
        char text[MOVE_TEXT];
        g->write_move(&p, a->line[i], text);
        buffer_format(out, "%s%s", i ? " " : "", text);
        g->play(&p, a->line[i], &p);
    }
}

void session_analyse(Session *s, const char *rest, Reply *reply)
{
    AdviceList list;
    char *end, number[24];
    double seconds = *rest ? strtod(rest, &end) : ADVISER_ANALYSE_SECONDS;
    if (*rest && (*end || !(seconds > 0) || seconds > longest_seconds)) {
        session_refuse(s, reply, &(Message){.id = T("how long? Write seconds after the word")});
        return;
    }
    if (!analyse(s, (SearchLimits){.lines = SHOWN, .seconds = seconds}, true, &list, reply))
        return;
    snprintf(number, sizeof number, "%d", list.depth);
    if (list.source)
        session_say(s, &reply->text, T("Values for the player to move, exact, from a table:"), 0);
    else if (list.depth > 0)
        session_say(s, &reply->text, T("Values for the player to move, {0} moves deep:"), 1, number);
    else
        session_say(s, &reply->text, T("Values for the player to move:"), 0);
    for (size_t i = 0; i < list.count && i < SHOWN; i++) {
        Buffer line = {0};
        char value[WORTH_VALUE];
        worth_value(s->options.lang, list.advice[i].value, value);
        tell_advice(s, "worth", &list.advice[i], reply);
        write_line(s, &list.advice[i], &line);
        buffer_format(&reply->text, s->options.plain ? "%s, %s\n" : "  %-14s  %s\n", value, buffer_text(&line));
        buffer_free(&line);
    }
}

/* --- review --- */

static void say_judgement(Session *s, int node, const ReviewMove *r, Buffer *out)
{
    static const char *const sentence[] = {
        [REVIEW_DOUBTFUL] = T("doubtful: {0}; better {1}: {2}"),
        [REVIEW_MISTAKE] = T("mistake: {0}; better {1}: {2}"),
        [REVIEW_BLUNDER] = T("blunder: {0}; better {1}: {2}"),
    };
    const Game *g = tree_game(s->play.tree);
    const TreeNode *before = tree_node(s->play.tree, tree_node(s->play.tree, node)->parent);
    char played[WORTH_VALUE], best[WORTH_VALUE], move[MOVE_TEXT], better[MOVE_TEXT];
    worth_value(s->options.lang, r->played.value, played);
    worth_value(s->options.lang, r->best.value, best);
    g->write_move(&before->position, tree_node(s->play.tree, node)->move, move);
    g->write_move(&before->position, r->best.move, better);
    buffer_format(out, "%d. %s %s  ", before->round,
                  lang_text(s->options.lang, scene_seat_name(g->mover(&before->position))), move);
    char judged[512];
    lang_format(s->options.lang, judged, sizeof judged, sentence[r->mark], 3, played, better, best);
    session_say(s, out, r->source ? T("{0} (exact, from a table)") : "{0}", 1, judged);
}

static void tell_judgement(Session *s, int node, const ReviewMove *r, Reply *reply)
{
    static const char *const word[] = {"fine", "doubtful", "mistake", "blunder"};
    const TreeNode *before = tree_node(s->play.tree, tree_node(s->play.tree, node)->parent);
    char better[MOVE_TEXT], played[VALUE_TEXT], best[VALUE_TEXT];
    tree_game(s->play.tree)->write_move(&before->position, r->best.move, better);
    value_text(r->played.value, played);
    value_text(r->best.value, best);
    session_tell(reply, "review %d %s %s; %s %s", node, word[r->mark], played, better, best);
}

static void say_summary(Session *s, int marks[MAX_PLAYERS][REVIEW_BLUNDER + 1], Buffer *out)
{
    for (int seat = 0; seat < tree_game(s->play.tree)->players; seat++) {
        char number[3][16];
        for (int i = 0; i < 3; i++)
            snprintf(number[i], sizeof number[i], "%d", marks[seat][REVIEW_DOUBTFUL + i]);
        session_say(s, out, T("{0}: doubtful {1}, mistakes {2}, blunders {3}"), 4,
                    lang_text(s->options.lang, scene_seat_name(seat)), number[0], number[1], number[2]);
    }
}

/* The node of the main line after `ply` moves. */
static int main_node(const Tree *m, int ply)
{
    int node = 0;
    while (ply-- > 0)
        node = tree_node(m, node)->first_child;
    return node;
}

void session_review(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    int marks[MAX_PLAYERS][REVIEW_BLUNDER + 1] = {{0}},
                                            plies = tree_node(s->play.tree, tree_main_end(s->play.tree))->ply;
    Adviser *a = session_adviser(s, reply);
    if (!a)
        return;
    for (int ply = 1; ply <= plies; ply++) {
        ReviewMove r;
        int node = main_node(s->play.tree, ply);
        int seat =
            tree_game(s->play.tree)->mover(&tree_node(s->play.tree, tree_node(s->play.tree, node)->parent)->position);
        SearchLimits limits = session_limits(s, (SearchLimits){.seconds = REVIEW_MS_PER_MOVE / 1000.0});
        if (!review_move(a, s->play.tree, node, limits, &r)) {
            session_no_memory(s, reply);
            return;
        }
        if (cancel_asked(&s->cancel)) {
            session_say(s, &reply->text, T("The review is stopped."), 0);
            break;
        }
        marks[seat][r.mark]++;
        tell_judgement(s, node, &r, reply);
        if (r.mark != REVIEW_FINE)
            say_judgement(s, node, &r, &reply->text);
    }
    say_summary(s, marks, &reply->text);
}
