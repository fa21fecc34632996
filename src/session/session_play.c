/* Playing: making moves, going back and forth, and how a game ends. */
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
    const TreeNode *here = tree_node(s->play.tree, tree_current(s->play.tree));
    if (s->options.plain) {
        speech_move(s->options.lang, tree_game(s->play.tree), &tree_node(s->play.tree, here->parent)->position,
                    here->move, out);
        buffer_add_char(out, '\n');
        return;
    }
    static const char *const plays[MAX_PLAYERS] = {T("White plays {0}."), T("Black plays {0}."), T("Red plays {0}."),
                                                   T("Green plays {0}.")};
    char text[MOVE_TEXT];
    session_say(s, out, plays[seat], 1, write_move(s->play.tree, tree_current(s->play.tree), text));
}

static void play(Session *s, Move move, Reply *reply)
{
    const Game *g = tree_game(s->play.tree);
    char text[MOVE_TEXT];
    g->write_move(tree_position(s->play.tree), move, text);
    RoundAction action = {
        .type = ROUND_MOVE, .seat = tree_mover(s->play.tree), .node = tree_current(s->play.tree), .text = text};
    if (!session_act(s, action, reply))
        return;
    s->play.held = false;
    session_stand(s, tree_current(s->play.tree), reply);
    if (s->lesson.family)
        session_lesson_moved(s, text, reply);
    else if (s->puzzle.now)
        session_puzzle_moved(s, reply);
}

/* How a choice is typed and read aloud: its word in the language, or a place's label. */
static void step_word(const Session *s, Lang lang, Step step, char out[STEP_TEXT])
{
    /* The words among what step_write writes, for the catalogue. */
    static const char *const words[] = {T("square"), T("triangle"), T("round"), T("north"), T("east"), T("south"),
                                        T("west"),   T("stop"),     T("top"),   T("whole"), T("pass")};
    char text[STEP_TEXT];
    step_write(tree_game(s->play.tree), step, text);
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
    if (step_read(tree_game(s->play.tree), choices, word, out))
        return true;
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (int i = 0; i < choices->count; i++) {
            step_word(s, (Lang)lang, choices->step[i], name);
            session_fold(name, strlen(name), plain, sizeof plain);
            if (strcmp(plain, typed) == 0) {
                *out = choices->step[i];
                return true;
            }
        }
    return false;
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

/* Whether a single word is a step but not a place: those are moves, or nearly. */
static bool is_step_word(Session *s, const char *word)
{
    Choices choices;
    Step step;
    if (!session_fill_moves(s))
        return false;
    steps_next(tree_game(s->play.tree), tree_position(s->play.tree), &s->legal, NULL, 0, &choices);
    return read_step(s, &choices, word, &step) && !is_place(step);
}

/* Follows the words as steps; false: the reply says which one is not a step. */
static bool follow(Session *s, const char *words, Choices *choices, Reply *reply)
{
    const Game *game = tree_game(s->play.tree);
    Step prefix[MAX_STEPS] = {{0}};
    int length = 0;
    char copy[SESSION_LINE], *save = NULL;
    if (!session_fill_moves(s)) {
        session_no_memory(s, reply);
        return false;
    }
    snprintf(copy, sizeof copy, "%s", words);
    steps_next(game, tree_position(s->play.tree), &s->legal, prefix, 0, choices);
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
        steps_next(game, tree_position(s->play.tree), &s->legal, prefix, length, choices);
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

/* For people who have just chosen a game and may never have typed a move. */
static void say_how_to_play(Session *s, Reply *reply)
{
    const Game *g = tree_game(s->play.tree);
    char first[MOVE_TEXT];
    if (!session_fill_moves(s) || s->legal.count == 0)
        return;
    g->write_move(tree_position(s->play.tree), s->legal.move[0], first);
    session_say(s, &reply->text,
                T("Type a move, such as {0}. `help` lists what else you can type, `rules` explains the game, `lesson` "
                  "teaches it."),
                1, first);
}

void session_play_line(Session *s, const char *line, Reply *reply)
{
    Message error = {0};
    Move move;
    if (!s->play.tree) {
        if (!session_choose(s, line, reply)) {
            session_say(s, &reply->text, T("`games` lists the games, `help` what you can type."), 0);
            reply->ok = false;
        } else if (!s->options.shown && !s->options.scripted) {
            say_how_to_play(s, reply);
        }
    } else if (tree_outcome(s->play.tree).over) {
        reply->ok = false;
        session_tell(reply, "refused %s", round_refusal_word(ROUND_IS_OVER));
        session_say(s, &reply->text, T("the game is over: `undo` takes a move back, `new` starts another game"), 0);
    } else if (strchr(line, ' ')) {
        play_steps(s, line, reply);
    } else if (game_read_typed(tree_game(s->play.tree), tree_position(s->play.tree), line, &move, &error)) {
        play(s, move, reply);
    } else if (is_step_word(s, line)) {
        play_steps(s, line, reply);
    } else {
        session_tell(reply, "refused %s", round_refusal_word(ROUND_ILLEGAL));
        session_refuse(s, reply, &error);
        /* Not even its first character fits: something else may have been meant. */
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
        tree_game(s->play.tree)->write_move(tree_position(s->play.tree), s->legal.move[i], text);
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
        tree_game(s->play.tree)->write_move(tree_position(s->play.tree), choices.complete, text);
        session_say(s, &reply->text, T("These steps make the move {0}."), 1, text);
    } else if (choices.count == 0) {
        session_say_status(s, &reply->text);
    } else {
        session_say(s, &reply->text, T("Next is one of:"), 0);
        say_choices(s, &choices, &reply->text);
    }
}

void session_show_board(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    session_board(s, &reply->text);
}

void session_position(Session *s, const char *rest, Reply *reply)
{
    const Game *game = tree_game(s->play.tree);
    Message error = {0};
    Position p;
    if (*rest == '\0') {
        char text[POSITION_TEXT];
        game->write_position(tree_position(s->play.tree), text);
        buffer_format(&reply->text, "%s\n", text);
        return;
    }
    if (!game->read_position(rest, &p, &error)) {
        session_refuse(s, reply, &error);
        return;
    }
    Tree *t = tree_new(game, &p);
    bool ok = t && (!s->date[0] || tree_set_tag(t, "Date", s->date, &error)) && session_begin(s, game, t, reply);
    tree_free(t);
    if (!ok)
        session_no_memory(s, reply);
    reply->changed = ok;
}

/* --- back and forth --- */

/* A count of at least 1 in `rest`; 0: there is none, and the reply says so. */
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

/* --- going back: without a number, to the person's own last choice, past the answers of levels; `redo` is the way
 * back. --- */

/* Whether a level plays there, or the defence of a puzzle. */
static bool is_answered(const Session *s, int seat)
{
    return round_seat(s->play.round, seat)->kind == ROUND_LEVEL || (s->puzzle.now && seat != session_puzzle_solver(s));
}

static bool levels_to_skip(const Session *s, const char *rest)
{
    bool people = false, levels = false;
    for (int seat = 0; seat < round_game(s->play.round)->players; seat++) {
        levels = levels || is_answered(s, seat);
        people = people || (round_seat(s->play.round, seat)->kind == ROUND_PERSON && !is_answered(s, seat));
    }
    return *rest == '\0' && people && levels;
}

static bool is_levels_turn(const Session *s, int node)
{
    const TreeNode *n = tree_node(s->play.tree, node);
    int seat = round_game(s->play.round)->mover(&n->position);
    return is_answered(s, seat) && !tree_outcome_at(s->play.tree, node).over;
}

/* Whether the game was declared over here, which can be taken back. */
static bool is_declared(const Session *s)
{
    return session_at_head(s) && round_phase(s->play.round) == ROUND_OVER &&
           tree_outcome(s->play.tree).reason >= REASON_RESIGNED;
}

static int next_node(const Session *s, int node)
{
    const TreeNode *n = tree_node(s->play.tree, node);
    return n->line != TREE_NONE ? n->line : n->first_child;
}

bool session_can_undo(const Session *s) { return s->play.round && (tree_ply(s->play.tree) > 0 || is_declared(s)); }

static bool can_declare_again(const Session *s)
{
    return s->play.reopened.node == tree_current(s->play.tree) && round_phase(s->play.round) == ROUND_PLAYING;
}

bool session_can_redo(const Session *s)
{
    return s->play.round && (next_node(s, tree_current(s->play.tree)) != TREE_NONE || can_declare_again(s));
}

/* After moving about, levels do not play on by themselves. */
static void arrive(Session *s, int node, Reply *reply)
{
    reply->changed = true;
    session_stand(s, node, reply);
    s->play.held = true;
}

void session_goto(Session *s, int node)
{
    Reply reply = {0};
    if (s->play.round && node >= 0 && node < tree_count(s->play.tree))
        arrive(s, node, &reply);
    reply_free(&reply);
}

/* `N`: after N moves of the current line; `#N`: node N of the tree. */
void session_to(Session *s, const char *rest, Reply *reply)
{
    char *end;
    bool by_node = *rest == '#';
    long n = strtol(rest + by_node, &end, 10);
    int node = tree_current(s->play.tree), ply = tree_ply(s->play.tree);
    bool ok = end != rest + by_node && *end == '\0' && n >= 0;
    if (ok && by_node) {
        ok = n < tree_count(s->play.tree);
        node = (int)n;
    } else if (ok && n <= ply) {
        node = tree_path(s->play.tree, (int)n);
    } else {
        for (; ok && ply < n; ply++) {
            node = next_node(s, node);
            ok = node != TREE_NONE;
            if (!ok)
                break;
        }
    }
    if (!ok) {
        session_refuse(s, reply, &(Message){.id = T("there is no such move")});
        return;
    }
    arrive(s, node, reply);
}

static void take_end_back(Session *s, Reply *reply)
{
    Outcome o = tree_outcome(s->play.tree);
    int node = tree_current(s->play.tree), seat = tree_ended_by(s->play.tree, node);
    if (!session_act(s, (RoundAction){.type = ROUND_REOPEN, .seat = ROUND_HOUSE}, reply))
        return;
    s->play.reopened.node = node;
    s->play.reopened.reason = (Reason)o.reason;
    s->play.reopened.seat = seat;
    s->play.held = true;
    session_say(s, &reply->text, T("The end of the game is taken back."), 0);
    /* Whoever has no time left could not even move. */
    if (o.reason == REASON_TIME &&
        session_act(s, (RoundAction){.type = ROUND_SET_CLOCK, .clock = {.kind = ROUND_UNTIMED}}, reply))
        session_say(s, &reply->text, T("There is no clock any more."), 0);
}

void session_undo(Session *s, const char *rest, Reply *reply)
{
    int wanted = read_count(s, rest, reply), node = tree_current(s->play.tree), done = 0;
    bool skip = levels_to_skip(s, rest);
    if (wanted > 0 && is_declared(s)) {
        take_end_back(s, reply);
        if (!reply->ok || --wanted == 0)
            return;
    }
    while (wanted > 0 && (skip ? done == 0 || is_levels_turn(s, node) : done < wanted)) {
        char text[MOVE_TEXT];
        int parent = tree_node(s->play.tree, node)->parent;
        if (parent == TREE_NONE)
            break;
        session_say(s, &reply->text, T("{0} is taken back."), 1, write_move(s->play.tree, node, text));
        node = parent;
        done++;
    }
    if (wanted > 0 && done == 0 && !reply->changed)
        session_refuse(s, reply, &(Message){.id = T("there is no move to take back")});
    else if (done > 0)
        arrive(s, node, reply);
}

void session_redo(Session *s, const char *rest, Reply *reply)
{
    int wanted = read_count(s, rest, reply), done = 0;
    bool skip = levels_to_skip(s, rest);
    if (wanted > 0 && can_declare_again(s)) {
        RoundAction again = {.type = ROUND_DECLARE, .seat = s->play.reopened.seat, .reason = s->play.reopened.reason};
        session_act(s, again, reply);
        return;
    }
    while (wanted > 0 && (skip ? done == 0 || is_levels_turn(s, tree_current(s->play.tree)) : done < wanted)) {
        int seat = tree_mover(s->play.tree), next = next_node(s, tree_current(s->play.tree));
        if (next == TREE_NONE)
            break;
        tree_goto(s->play.tree, next);
        session_say_move(s, seat, &reply->text);
        if (tree_outcome(s->play.tree).over)
            session_say_status(s, &reply->text);
        done++;
    }
    if (wanted > 0 && done == 0)
        session_refuse(s, reply, &(Message){.id = T("there is no move to play again")});
    if (done == 0)
        return;
    session_tell(reply, "at %d", tree_current(s->play.tree));
    arrive(s, tree_current(s->play.tree), reply);
}
