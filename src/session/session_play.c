/* Playing: moves in and out, back and forth, and how a game ends. */
#include "session/session_private.h"

#include "core/steps.h"
#include "games/registry.h"
#include "session/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *write_move(const Tree *m, int node, char out[MOVE_TEXT])
{
    const TreeNode *n = tree_node(m, node);
    tree_game(m)->write_move(&tree_node(m, n->parent)->position, n->move, out);
    return out;
}

/* --- a move --- */

void session_say_move(Session *s, int seat, Buffer *out)
{
    const TreeNode *here = tree_node(s->tree, tree_current(s->tree));
    if (s->options.plain) {
        speech_move(s->options.lang, tree_game(s->tree), &tree_node(s->tree, here->parent)->position, here->move, out);
        buffer_add_char(out, '\n');
        return;
    }
    static const char *const plays[MAX_PLAYERS] = {T("White plays {0}."), T("Black plays {0}."), T("Red plays {0}."),
                                                   T("Green plays {0}.")};
    char text[MOVE_TEXT];
    session_say(s, out, plays[seat], 1, write_move(s->tree, tree_current(s->tree), text));
}

static void say_played(Session *s, int seat, Buffer *out)
{
    session_say_move(s, seat, out);
    if (tree_outcome(s->tree).over)
        session_say_status(s, out);
}

static void play(Session *s, Move move, Reply *reply)
{
    Message error = {0};
    int seat = tree_mover(s->tree);
    char text[MOVE_TEXT];
    tree_game(s->tree)->write_move(tree_position(s->tree), move, text);
    session_clock_charge(s);
    if (!tree_play(s->tree, move, &error)) {
        session_refuse(s, reply, &error);
        return;
    }
    /* What is played now is the game; what was taken back becomes a variation. */
    tree_promote(s->tree, tree_current(s->tree));
    s->unsaved = true;
    reply->changed = true;
    s->held = false;
    session_clock_switch(s, seat);
    say_played(s, seat, &reply->text);
    if (s->lesson.family)
        session_lesson_moved(s, text, reply);
}

/* How a choice is typed, and read aloud: its word in the language, a place's label. */
static void step_word(const Session *s, Lang lang, Step step, char out[STEP_TEXT])
{
    /* Those of step_write that are words, for the catalogue. */
    static const char *const words[] = {T("square"), T("triangle"), T("round"), T("north"), T("east"), T("south"),
                                        T("west"),   T("stop"),     T("top"),   T("whole"), T("pass")};
    char text[STEP_TEXT];
    step_write(tree_game(s->tree), step, text);
    snprintf(out, STEP_TEXT, "%s", text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], text) == 0)
            snprintf(out, STEP_TEXT, "%s", lang_text(lang, text));
}

/* The choice that a word names, in any language. */
static bool read_step(const Session *s, const Choices *choices, const char *word, Step *out)
{
    char typed[64], name[STEP_TEXT], plain[64];
    session_fold(word, strlen(word), typed, sizeof typed);
    for (int i = 0; i < choices->count; i++)
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            step_word(s, (Lang)lang, choices->step[i], name);
            session_fold(name, strlen(name), plain, sizeof plain);
            if (strcmp(plain, typed) == 0) {
                *out = choices->step[i];
                return true;
            }
        }
    return step_read(tree_game(s->tree), choices, word, out);
}

static bool is_place(Step step)
{
    switch ((StepRole)step.role) {
    case STEP_FROM:
    case STEP_TO:
    case STEP_TAKE:
    case STEP_COLLAPSE:
    case STEP_CAPTURE:
    case STEP_DROP: return true;
    default: return false;
    }
}

/* A single word that is a step, and no place: those are moves, or nearly. */
static bool is_step_word(Session *s, const char *word)
{
    Choices choices;
    Step step;
    if (!session_fill_moves(s))
        return false;
    steps_next(tree_game(s->tree), tree_position(s->tree), &s->legal, NULL, 0, &choices);
    return read_step(s, &choices, word, &step) && !is_place(step);
}

/* Follows the words as steps; false: the reply says which of them is none. */
static bool follow(Session *s, const char *words, Choices *choices, Reply *reply)
{
    const Game *game = tree_game(s->tree);
    Step prefix[MAX_STEPS] = {{0}};
    int length = 0;
    char copy[SESSION_LINE], *save = NULL;
    if (!session_fill_moves(s)) {
        session_no_memory(s, reply);
        return false;
    }
    snprintf(copy, sizeof copy, "%s", words);
    steps_next(game, tree_position(s->tree), &s->legal, prefix, 0, choices);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (choices->complete || length == MAX_STEPS || !read_step(s, choices, word, &prefix[length])) {
            reply->ok = false;
            session_say(s, &reply->text,
                        choices->complete ? T("the move is complete before step {0}")
                                          : T("{0} is not one of the choices here"),
                        1, word);
            return false;
        }
        length++;
        steps_next(game, tree_position(s->tree), &s->legal, prefix, length, choices);
    }
    return true;
}

static void say_choices(Session *s, const Choices *choices, Buffer *out)
{
    size_t column = 0;
    for (int i = 0; i < choices->count; i++) {
        char text[STEP_TEXT];
        step_word(s, s->options.lang, choices->step[i], text);
        session_add_word(out, &column, text);
    }
    buffer_add_char(out, '\n');
}

static void play_steps(Session *s, const char *words, Reply *reply)
{
    Choices choices;
    if (!follow(s, words, &choices, reply))
        return;
    if (choices.complete) {
        play(s, choices.complete, reply);
        return;
    }
    reply->ok = false;
    session_say(s, &reply->text, T("This is not a whole move yet. It goes on with one of:"), 0);
    say_choices(s, &choices, &reply->text);
}

void session_play_line(Session *s, const char *line, Reply *reply)
{
    Message error = {0};
    Move move;
    if (!s->tree) {
        if (!session_choose(s, line, reply)) {
            session_say(s, &reply->text, T("`games` lists the games, `help` what you can type."), 0);
            reply->ok = false;
        }
    } else if (tree_outcome(s->tree).over) {
        reply->ok = false;
        session_say(s, &reply->text, T("the game is over: `undo` takes a move back, `new` starts another game"), 0);
    } else if (strchr(line, ' ') || is_step_word(s, line)) {
        play_steps(s, line, reply);
    } else if (tree_game(s->tree)->read_move(tree_position(s->tree), line, &move, &error)) {
        play(s, move, reply);
    } else {
        session_refuse(s, reply, &error);
        /* Not even its first character fits: it may have been meant as something else. */
        if (error.at == 1)
            session_say(s, &reply->text, SESSION_ADVICE, 0);
    }
}

/* --- asking --- */

void session_moves(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    if (!session_fill_moves(s)) {
        session_no_memory(s, reply);
        return;
    }
    char count[32];
    snprintf(count, sizeof count, "%zu", s->legal.count);
    if (s->legal.count == 0) {
        session_say_status(s, &reply->text);
        return;
    }
    session_say(s, &reply->text, s->legal.count == 1 ? T("There is one legal move:") : T("There are {0} legal moves:"),
                1, count);
    size_t column = 0;
    for (size_t i = 0; i < s->legal.count; i++) {
        char text[MOVE_TEXT];
        tree_game(s->tree)->write_move(tree_position(s->tree), s->legal.move[i], text);
        session_add_word(&reply->text, &column, text);
    }
    buffer_add_char(&reply->text, '\n');
}

void session_steps(Session *s, const char *rest, Reply *reply)
{
    Choices choices;
    if (!follow(s, rest, &choices, reply))
        return;
    if (choices.complete) {
        char text[MOVE_TEXT];
        tree_game(s->tree)->write_move(tree_position(s->tree), choices.complete, text);
        session_say(s, &reply->text, T("These steps make the move {0}."), 1, text);
    } else if (choices.count == 0) {
        session_say_status(s, &reply->text);
    } else {
        session_say(s, &reply->text, T("Next is one of:"), 0);
        say_choices(s, &choices, &reply->text);
    }
}

void session_why(Session *s, const char *rest, Reply *reply)
{
    Message error = {0};
    Move move;
    if (*rest == '\0')
        session_refuse(s, reply, &(Message){.id = T("which move? Write it after the word")});
    else if (tree_outcome(s->tree).over)
        session_say_status(s, &reply->text);
    else if (tree_game(s->tree)->read_move(tree_position(s->tree), rest, &move, &error))
        session_say(s, &reply->text, T("{0} is legal."), 1, rest);
    else
        session_say_message(s, &reply->text, &error);
}

void session_result(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    session_say_status(s, &reply->text);
}

void session_show_board(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    session_board(s, &reply->text);
}

void session_position(Session *s, const char *rest, Reply *reply)
{
    const Game *game = tree_game(s->tree);
    Message error = {0};
    Position p;
    if (*rest == '\0') {
        char text[POSITION_TEXT];
        game->write_position(tree_position(s->tree), text);
        buffer_format(&reply->text, "%s\n", text);
        return;
    }
    if (!game->read_position(rest, &p, &error)) {
        session_refuse(s, reply, &error);
        return;
    }
    Tree *m = tree_new(game, &p);
    if (!m || (s->date[0] && !tree_set_tag(m, "Date", s->date, &error))) {
        tree_free(m);
        session_no_memory(s, reply);
        return;
    }
    session_set_tree(s, m);
    reply->changed = true;
}

/* --- back and forth --- */

/* A count of at least 1 in `rest`; 0: it is none, and the reply says so. */
static int read_count(const Session *s, const char *rest, Reply *reply)
{
    char *end;
    if (*rest == '\0')
        return 1;
    long n = strtol(rest, &end, 10);
    if (*end == '\0' && n >= 1)
        return n > TREE_MAX_PLY ? TREE_MAX_PLY : (int)n;
    session_refuse(s, reply, &(Message){.id = T("how many moves? Write a number from 1")});
    return 0;
}

/* Without a number, one goes back or on to where a person is to move: past the moves of levels. */
static bool goes_on(const Session *s, const char *rest, int done, int wanted)
{
    bool people = false;
    for (int seat = 0; seat < tree_game(s->tree)->players; seat++)
        people = people || s->level[seat] == 0;
    if (*rest || !people || !session_has_levels(s))
        return done < wanted;
    return done == 0 || (s->level[tree_mover(s->tree)] > 0 && !tree_outcome(s->tree).over);
}

/* After a walk through the game: nobody plays on by itself, and nobody's time was used. */
static void arrive(Session *s)
{
    s->held = true;
    session_clock_switch(s, -1);
}

void session_goto(Session *s, int node)
{
    if (!s->tree || node < 0 || node >= tree_count(s->tree))
        return;
    session_clock_charge(s);
    tree_goto(s->tree, node);
    arrive(s);
}

void session_undo(Session *s, const char *rest, Reply *reply)
{
    int wanted = read_count(s, rest, reply);
    for (int done = 0; wanted > 0 && goes_on(s, rest, done, wanted); done++) {
        int before = tree_current(s->tree);
        char text[MOVE_TEXT];
        if (!tree_undo(s->tree)) {
            reply->ok = done > 0;
            if (done == 0)
                session_say(s, &reply->text, T("there is no move to take back"), 0);
            break;
        }
        reply->changed = true;
        s->unsaved = true;
        if (tree_current(s->tree) == before)
            session_say(s, &reply->text, T("The end of the game is taken back."), 0);
        else
            session_say(s, &reply->text, T("{0} is taken back."), 1, write_move(s->tree, before, text));
    }
    arrive(s);
}

void session_redo(Session *s, const char *rest, Reply *reply)
{
    int wanted = read_count(s, rest, reply);
    for (int done = 0; wanted > 0 && goes_on(s, rest, done, wanted); done++) {
        int seat = tree_mover(s->tree);
        if (!tree_redo(s->tree)) {
            reply->ok = done > 0;
            if (done == 0)
                session_say(s, &reply->text, T("there is no move to play again"), 0);
            break;
        }
        reply->changed = true;
        say_played(s, seat, &reply->text);
    }
    arrive(s);
}

/* --- ending --- */

void session_end(Session *s, Reason reason, int seat, Reply *reply)
{
    Message error = {0};
    if (!tree_end(s->tree, reason, seat, &error)) {
        session_refuse(s, reply, &error);
        return;
    }
    s->unsaved = true;
    reply->changed = true;
    session_clock_switch(s, -1);
    session_say_status(s, &reply->text);
}

/* Whoever is to move; a person when it is a level's turn. */
static int speaker(const Session *s)
{
    int players = tree_game(s->tree)->players, mover = tree_mover(s->tree);
    for (int i = 0; i < players; i++)
        if (s->level[(mover + i) % players] == 0)
            return (mover + i) % players;
    return mover;
}

void session_resign(Session *s, const char *rest, Reply *reply)
{
    size_t length = 0;
    int seat = *rest ? session_read_seat(s, rest, &length) : speaker(s);
    if (seat < 0 || rest[length]) {
        reply->ok = false;
        session_say(s, &reply->text, T("who resigns? Write the colour of the player, or nothing for the one to move"),
                    0);
        return;
    }
    session_end(s, REASON_RESIGNED, seat, reply);
}
