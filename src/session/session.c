/* The session itself: its state, and how a line reaches what it asks for. */
#include "session/session_private.h"

#include "core/memory.h"
#include "core/utf8.h"
#include "draw/draw_text.h"
#include "games/registry.h"
#include "session/speech.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_WIDTH = 78 };

Session *session_new(const SessionOptions *options)
{
    Session *s = memory_resize(NULL, sizeof *s);
    if (!s)
        return NULL;
    *s = (Session){.options = *options};
    if (options->date)
        snprintf(s->date, sizeof s->date, "%s", options->date);
    if (options->state && strlen(options->state) < sizeof s->state)
        snprintf(s->state, sizeof s->state, "%s", options->state);
    s->options.date = s->date;
    s->options.state = s->state;
    s->seed = options->seed ? options->seed : 1;
    s->play.reopened.node = s->aside.reopened.node = TREE_NONE;
    s->puzzle.solved.folder = s->state;
    s->kept = kept_new(s->state);
    if (!s->kept) {
        memory_free(s);
        return NULL;
    }
    return s;
}

void session_free(Session *s)
{
    if (!s)
        return;
    session_forget_adviser(s);
    session_clear_play(&s->aside);
    session_clear_play(&s->play);
    kept_free(s->kept);
    solved_free(&s->puzzle.solved);
    movelist_free(&s->legal);
    memory_free(s);
}

void reply_free(Reply *r)
{
    buffer_free(&r->text);
    buffer_free(&r->events);
}

Round *session_round(Session *s) { return s->play.round; }
Tree *session_tree(Session *s) { return s->play.tree; }
Lang session_lang(const Session *s) { return s->options.lang; }
void session_set_columns(Session *s, int columns) { s->options.columns = columns; }

/* --- saying things --- */

void session_say(const Session *s, Buffer *out, const char *english, int argc, ...)
{
    const char *arg[MESSAGE_HOLES] = {"", "", "", ""};
    char line[SESSION_SENTENCE];
    va_list args;
    va_start(args, argc);
    for (int i = 0; i < argc && i < MESSAGE_HOLES; i++)
        arg[i] = va_arg(args, const char *);
    va_end(args);
    lang_format(s->options.lang, line, sizeof line, english, MESSAGE_HOLES, arg[0], arg[1], arg[2], arg[3]);
    buffer_add(out, line);
    buffer_add_char(out, '\n');
}

void session_say_message(const Session *s, Buffer *out, const Message *m)
{
    char line[SESSION_SENTENCE];
    lang_message(s->options.lang, m, line, sizeof line);
    buffer_add(out, line);
    buffer_add_char(out, '\n');
}

void session_refuse(const Session *s, Reply *reply, const Message *m)
{
    reply->ok = false;
    session_say_message(s, &reply->text, m);
}

void session_say_seat(const Session *s, Buffer *out, const char *english, int seat)
{
    session_say(s, out, english, 1, lang_text(s->options.lang, scene_seat_name(seat)));
}

void session_no_memory(const Session *s, Reply *reply)
{
    reply->ok = false;
    session_say(s, &reply->text, T("there is not enough memory"), 0);
}

void session_add_word(Buffer *out, size_t *column, const char *word)
{
    size_t width = utf8_count(word, strlen(word));
    if (*column && *column + 1 + width > TEXT_WIDTH) {
        buffer_add_char(out, '\n');
        *column = 0;
    }
    if (*column)
        buffer_add_char(out, ' ');
    buffer_add(out, word);
    *column += width + (*column > 0);
}

void session_say_status(Session *s, Buffer *out) { session_say_status_at(s, tree_current(s->play.tree), out); }

void session_tell_end(const Session *s, int node, Buffer *out)
{
    Outcome outcome = tree_outcome_at(s->play.tree, node);
    if (outcome.over && outcome.reason < REASON_RESIGNED)
        speech_end(s->options.lang, tree_game(s->play.tree), &tree_node(s->play.tree, node)->position, out);
}

void session_say_status_at(Session *s, int node, Buffer *out)
{
    Scene scene;
    scene_set(&scene, tree_game(s->play.tree), &tree_node(s->play.tree, node)->position);
    scene.outcome = tree_outcome_at(s->play.tree, node);
    size_t before = out->length;
    session_tell_end(s, node, out);
    if (out->length > before)
        buffer_add_char(out, '\n');
    buffer_add(out, lang_text(s->options.lang, scene_status(&scene)));
    if (scene.outcome.over)
        buffer_format(out, " (%s)", lang_text(s->options.lang, game_reason(scene.game, (Reason)scene.outcome.reason)));
    buffer_add_char(out, '\n');
}

/* --- what there is to see --- */

void session_scene(Session *s, Scene *out)
{
    Tree *m = s->play.tree;
    const TreeNode *here = tree_node(m, tree_current(m));
    scene_set(out, tree_game(m), &here->position);
    out->outcome = tree_outcome(m);
    for (int place = 0; place < tree_game(m)->board->places; place++)
        out->height[place] = tree_pieces(m, place, out->piece[place]);
    if (here->parent != TREE_NONE)
        scene_mark_move(out, &tree_node(m, here->parent)->position, here->move);
}

void session_describe(Session *s, Buffer *out)
{
    Scene shown;
    const Scene *scene = &shown;
    bool any = false;
    session_scene(s, &shown);
    for (int i = 0; i < scene->game->board->places; i++)
        if (scene->height[i] > 0) {
            speech_place(s->options.lang, scene, tree_position(s->play.tree), i, out);
            buffer_add_char(out, '\n');
            any = true;
        }
    if (!any)
        session_say(s, out, T("The board is empty."), 0);
    for (int seat = 0; seat < scene->game->players; seat++) {
        speech_reserve(s->options.lang, scene, seat, out);
        buffer_add_char(out, '\n');
    }
}

/* Where the player to move has to play, if not anywhere. */
static void say_limits(Session *s, Buffer *out)
{
    const Game *g = tree_game(s->play.tree);
    Step step[MAX_STEPS];
    if (tree_outcome(s->play.tree).over || !session_fill_moves(s))
        return;
    size_t before = out->length;
    speech_constraint(s->options.lang, g, tree_position(s->play.tree), &s->legal, out);
    if (out->length > before)
        buffer_add_char(out, '\n');
    if (s->legal.count == 1 && g->steps(tree_position(s->play.tree), s->legal.move[0], 0, step) > 0 &&
        step[0].role == STEP_PASS)
        session_say(s, out, T("There is nothing to play: type pass."), 0);
}

void session_turn(Session *s, Buffer *out)
{
    if (!s->play.tree || tree_outcome(s->play.tree).over)
        return;
    session_say_status(s, out);
    say_limits(s, out);
}

void session_board(Session *s, Buffer *out)
{
    if (!s->play.tree)
        return;
    if (s->options.plain) {
        session_describe(s, out);
        session_say_status(s, out);
    } else {
        Scene scene;
        session_scene(s, &scene);
        TextStyle style = {.ascii = s->options.ascii,
                           .colour = s->options.colour,
                           .lang = s->options.lang,
                           .columns = s->options.columns};
        draw_text(&scene, &style, out);
    }
    say_limits(s, out);
}

void session_prompt(const Session *s, Buffer *out)
{
    if (s->play.tree && !tree_outcome(s->play.tree).over) {
        int seat = tree_mover(s->play.tree);
        const char *name = session_exercises(s) ? NULL : tree_name(s->play.tree, seat);
        const char *colour = lang_text(s->options.lang, scene_seat_name(seat));
        char guest[64];
        /* A player who gave the house no name has a number there. */
        if (name && name[0] == '~' && session_is_far(s)) {
            lang_format(s->options.lang, guest, sizeof guest, T("Guest {0}"), 1, name + 1);
            name = guest;
        }
        if (name)
            buffer_format(out, "%s (%s)", name, colour);
        else
            buffer_add(out, colour);
    }
    buffer_add(out, "> ");
}

bool session_fill_moves(Session *s)
{
    if (tree_outcome(s->play.tree).over) {
        s->legal.count = 0;
        return true;
    }
    return movelist_fill(&s->legal, tree_game(s->play.tree), tree_position(s->play.tree));
}

/* --- a line --- */

void session_fold(const char *word, size_t length, char *out, size_t size)
{
    static const char *const accents[] = {"àâä", "ç", "éèêë", "îï", "ôö", "ùûü", "ÀÂÄ", "Ç", "ÉÈÊË", "ÎÏ", "ÔÖ", "ÙÛÜ"};
    static const char plain[] = "aceiouaceiou";
    size_t n = 0;
    for (size_t at = 0; at < length && n + 5 < size;) {
        uint32_t c;
        size_t start = at;
        if (!utf8_next(word, length, &at, &c))
            break;
        char sign[5] = {0}, letter = 0;
        memcpy(sign, word + start, at - start);
        for (size_t i = 0; c >= 0x80 && i < sizeof accents / sizeof *accents; i++)
            if (strstr(accents[i], sign))
                letter = plain[i];
        if (letter) {
            out[n++] = letter;
        } else {
            memcpy(out + n, sign, at - start);
            if (c < 0x80 && c >= 'A' && c <= 'Z')
                out[n] = (char)(c - 'A' + 'a');
            n += at - start;
        }
    }
    out[n] = '\0';
}

int session_read_seat(const Session *s, const char *text, size_t *length)
{
    char word[64], name[64];
    *length = strcspn(text, " ");
    session_fold(text, *length, word, sizeof word);
    const int players = tree_game(s->play.tree)->players;
    for (int seat = 0; seat < players; seat++)
        if (word[0] == game_seat_letter(seat) && word[1] == '\0')
            return seat;
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (int seat = 0; seat < players; seat++) {
            const char *colour = lang_text((Lang)lang, scene_seat_name(seat));
            session_fold(colour, strlen(colour), name, sizeof name);
            if (strcmp(word, name) == 0)
                return seat;
        }
    return -1;
}

static bool is_among(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *at = words; length && (at = strstr(at, word)); at++)
        if ((at == words || at[-1] == ' ') && at[length] == ' ')
            return true;
    return false;
}

const SessionCommand *session_find_command(const char *word)
{
    char folded[64];
    session_fold(word, strcspn(word, " "), folded, sizeof folded);
    for (size_t i = 0; i < session_command_count; i++) {
        const SessionCommand *c = &session_commands[i];
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            char plain[64] = "";
            if (c->word[lang])
                session_fold(c->word[lang], strlen(c->word[lang]), plain, sizeof plain);
            if (*plain && strcmp(folded, plain) == 0)
                return c;
        }
        if (is_among(folded, c->also))
            return c;
    }
    return NULL;
}

bool session_is_command(const char *line) { return session_find_command(line + strspn(line, " ")) != NULL; }

const char *session_command_word(const SessionCommand *c, Lang lang)
{
    return c->word[lang] ? c->word[lang] : c->word[LANG_EN];
}

/* Copies the line without blanks at its ends; anything else that is not text becomes a blank. */
static bool clean(const char *line, char out[SESSION_LINE])
{
    size_t length = strlen(line), n = 0;
    if (length >= SESSION_LINE)
        return false;
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t start = at;
        if (!utf8_next(line, length, &at, &c))
            return false;
        if (c != ' ' && !utf8_control(c)) {
            memcpy(out + n, line + start, at - start);
            n += at - start;
        } else if (n > 0) {
            out[n++] = ' ';
        }
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return true;
}

void session_open_reply(Reply *reply)
{
    buffer_clear(&reply->text);
    buffer_clear(&reply->events);
    *reply = (Reply){.text = reply->text, .events = reply->events, .ok = true};
}

void session_close_reply(Session *s, Reply *reply)
{
    session_keep_now(s, 2, reply);
    if (reply->text.failed || reply->events.failed)
        reply->ok = false;
    if (!reply->ok && !strstr(buffer_text(&reply->events), "refused"))
        session_tell(reply, "refused");
}

/* "@1500 LINE" sets the time of a script; returns the line after it. */
static const char *take_time(Session *s, const char *text)
{
    size_t digits = text[0] == '@' ? strspn(text + 1, "0123456789") : 0;
    if (!s->options.scripted || digits == 0 || digits > 15)
        return text;
    s->now = strtoll(text + 1, NULL, 10);
    text += 1 + digits;
    return text + strspn(text, " ");
}

static void obey(Session *s, const char *text, Reply *reply)
{
    const SessionCommand *command = session_find_command(text);
    if (!command) {
        session_play_line(s, text, reply);
    } else if (!command->anytime && !s->play.round) {
        session_refuse(s, reply, &(Message){.id = T("choose a game first: `games` lists them")});
    } else {
        const char *rest = text + strcspn(text, " ");
        rest += strspn(rest, " ");
        if (!session_far_refuses(s, command->run, rest, reply))
            command->run(s, rest, reply);
    }
}

void session_command(Session *s, const char *line, Reply *reply)
{
    char text[SESSION_LINE];
    session_open_reply(reply);
    if (!clean(line, text)) {
        session_refuse(s, reply, &(Message){.id = T("this line is too long, or is not text")});
    } else {
        const char *order = take_time(s, text);
        session_tick(s, reply);
        bool late = reply->events.length > 0 && round_phase(s->play.round) == ROUND_PLAYING;
        /* Skips notes in a script, and refuses the move of somebody whose seat a level has just taken over. */
        if (*order && *order != '#' && late && !session_find_command(order)) {
            session_tell(reply, "refused %s", round_refusal_word(ROUND_LATE));
            session_refuse(s, reply, &(Message){.id = round_refusal_text(ROUND_LATE)});
        } else if (*order && *order != '#') {
            obey(s, order, reply);
        }
    }
    session_close_reply(s, reply);
}

/* --- completion --- */

static void offer(const char *candidate, const char *word, SessionFound *found, void *context)
{
    if (strncmp(candidate, word, strlen(word)) == 0)
        found(context, candidate);
}

/* Offers the word with accents if they were typed, otherwise without. */
static void offer_word(const char *candidate, const char *word, SessionFound *found, void *context)
{
    char plain[64];
    session_fold(candidate, strlen(candidate), plain, sizeof plain);
    bool typed = *word && strncmp(candidate, word, strlen(word)) == 0;
    offer(typed ? candidate : plain, word, found, context);
}

static void offer_games(const char *word, SessionFound *found, void *context)
{
    for (size_t i = 0; i < registry_count(); i++)
        offer(registry_game(i)->id, word, found, context);
}

static void offer_moves(Session *s, const char *word, SessionFound *found, void *context)
{
    if (!session_fill_moves(s))
        return;
    for (size_t i = 0; i < s->legal.count; i++) {
        char text[MOVE_TEXT];
        tree_game(s->play.tree)->write_move(tree_position(s->play.tree), s->legal.move[i], text);
        offer(text, word, found, context);
    }
}

void session_complete(Session *s, const char *line, SessionFound *found, void *context)
{
    line += strspn(line, " ");
    const char *last = strrchr(line, ' '), *word = last ? last + 1 : line;
    const SessionCommand *command = last ? session_find_command(line) : NULL;
    if (!last) {
        for (size_t i = 0; i < session_command_count; i++)
            offer_word(session_command_word(&session_commands[i], s->options.lang), word, found, context);
        if (s->play.tree)
            offer_moves(s, word, found, context);
        else
            offer_games(word, found, context);
    } else if (command && command->run == session_new_game) {
        offer_games(word, found, context);
    } else if (command && command->run == session_why && s->play.tree) {
        offer_moves(s, word, found, context);
    }
}
