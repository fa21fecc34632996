/* Why something may not be played: a written move, or a place chosen after the first steps of a move. The words are
 * the game's own. */
#include "session/session_private.h"
#include "session/speech.h"

#include "core/steps.h"

#include <stdio.h>
#include <string.h>

/* -1: the word names no place. */
static int find_place(const Game *g, const char *word)
{
    for (int i = 0; i < g->board->places; i++)
        if (strcmp(g->board->place[i].label, word) == 0)
            return i;
    return -1;
}

/* Follows all words but the last, which must name a place. False: they are something else. */
static bool read_choice(Session *s, const char *words, Step *step, int *length, Choices *open, int *place)
{
    const Game *g = tree_game(s->play.tree);
    char copy[SESSION_LINE], *save = NULL;
    snprintf(copy, sizeof copy, "%s", words);
    *length = 0;
    *place = -1;
    steps_next(g, tree_position(s->play.tree), &s->legal, step, 0, open);
    for (char *word = strtok_r(copy, " ", &save), *next; word; word = next) {
        next = strtok_r(NULL, " ", &save);
        if (!next) {
            *place = find_place(g, word);
        } else {
            if (*length == MAX_STEPS || !step_read(g, open, word, &step[*length]))
                return false;
            ++*length;
            steps_next(g, tree_position(s->play.tree), &s->legal, step, *length, open);
        }
    }
    return *place >= 0;
}

/* The rule that forbids a piece of a kind on a place, in the words of reading the move. */
static bool rule_against(const Game *g, const Position *p, int kind, const char *label, Message *out)
{
    static const char *const directions[] = {"", "n", "e", "s", "w"};
    const char *letter = g->kinds > 1 ? g->kind[kind].letter[0] : "";
    Move move;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
        char text[MOVE_TEXT];
        snprintf(text, sizeof text, "%s%s%s", letter, label, directions[i]);
        /* What is missing after the place does not count against it. */
        if (!g->read_move(p, text, &move, out) && out->at <= strlen(letter) + strlen(label))
            return true;
    }
    return false;
}

static void say_instead(Session *s, const Choices *open, const char *label, Buffer *out)
{
    const Game *g = tree_game(s->play.tree);
    SpeechList list = {.count = 0};
    Buffer others = {0};
    for (int i = 0; i < open->count; i++)
        if (step_names_place(open->step[i]))
            speech_list_add(&list, g->board->place[open->step[i].value].label);
    bool any = list.count > 0;
    speech_list_end(s->options.lang, &list, true, &others);
    session_say(s, out, any ? T("Not {0} now: choose {1}.") : T("Not {0} now: something else must be chosen."), 2,
                label, buffer_text(&others));
    buffer_free(&others);
}

/* False: the words are not a place after steps. */
static bool why_not_there(Session *s, const char *words, Reply *reply)
{
    const Game *g = tree_game(s->play.tree);
    const Position *p = tree_position(s->play.tree);
    Step step[MAX_STEPS] = {{0}};
    Choices open;
    Message rule = {0};
    int length, place;
    if (!session_fill_moves(s) || !read_choice(s, words, step, &length, &open, &place))
        return false;
    const char *label = g->board->place[place].label;
    for (int i = 0; i < open.count; i++)
        if (step_names_place(open.step[i]) && open.step[i].value == place) {
            session_say(s, &reply->text, T("{0} can be chosen."), 1, label);
            return true;
        }
    /* Before a kind is chosen, a place is fine if it suits one of them. */
    bool chosen = length == 1 && step[0].role == STEP_KIND, found = length == 0 || chosen;
    for (int kind = 0; kind < g->kinds && found; kind++)
        if (!chosen || step[0].value == kind)
            found = rule_against(g, p, kind, label, &rule);
    if (found) {
        char why[SESSION_SENTENCE];
        rule.at = 0;
        lang_message(s->options.lang, &rule, why, sizeof why);
        session_say(s, &reply->text, T("Not {0}: {1}."), 2, label, why);
    } else if (length == 0 && open.count > 0 && open.step[0].role == STEP_KIND) {
        session_say(s, &reply->text, T("{0} can be chosen."), 1, label);
    } else {
        say_instead(s, &open, label, &reply->text);
    }
    return true;
}

void session_why(Session *s, const char *rest, Reply *reply)
{
    Message error = {0};
    Move move;
    if (*rest == '\0')
        session_refuse(s, reply, &(Message){.id = T("which move? Write it after the word")});
    else if (tree_outcome(s->play.tree).over)
        session_say_status(s, &reply->text);
    else if (game_read_typed(tree_game(s->play.tree), tree_position(s->play.tree), rest, &move, &error))
        session_say(s, &reply->text, T("{0} is legal."), 1, rest);
    else if (!why_not_there(s, rest, reply))
        session_say_message(s, &reply->text, &error);
}
