/* The list of commands, and those that are about the session rather than the board. */
#include "session/session_private.h"

#include "core/utf8.h"
#include "games/registry.h"
#include "session/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const SessionCommand session_commands[] = {
    {{"moves", "coups"}, "", "", T("list the legal moves"), false, session_moves},
    {{"steps", "étapes"}, "", T("[STEP...]"), T("what a move can begin, or go on, with"), false, session_steps},
    {{"why", "pourquoi"}, "", T("MOVE"), T("whether a move is legal, or which rule forbids it"), false, session_why},
    {{"undo", "annuler"}, "u ", T("[N]"), T("take a move back, or N of them"), false, session_undo},
    {{"redo", "rétablir"}, "refaire ", T("[N]"), T("play again what was taken back"), false, session_redo},
    {{"seat", "siège"},
     "seats sieges ",
     T("[PLAYER LEVEL]"),
     T("who plays: a level from 1 to 10, or `human`"),
     false,
     session_seat},
    {{"go", "continuer"}, "", "", T("let the level that is to move play"), false, session_go},
    {{"hint", "conseil"}, "", "", T("a move that looks good"), false, session_hint},
    {{"analyse", "analyser"}, "analyze ", T("[SECONDS]"), T("what the best moves are worth"), false, session_analyse},
    {{"review", "revue"}, "", "", T("go through the game and name the mistakes"), false, session_review},
    {{"look", "regarder"}, "voir ", T("[PLACE]"), T("what stands on a place, or everywhere"), false, session_look},
    {{"where", "où"}, "", "", T("where one may play now"), false, session_where},
    {{"reserve", "réserve"}, "", "", T("what everybody has left"), false, session_reserve},
    {{"last", "dernier"}, "", T("[N]"), T("the last move in words, or the last N"), false, session_last},
    {{"threats", "menaces"}, "", "", T("what could win with the next move"), false, session_threats},
    {{"clock", "pendule"},
     "",
     T("[TIME]"),
     T("how much time is left; 5+3 gives 5 minutes and 3 seconds per move"),
     true,
     session_clock},
    {{"board", "plateau"}, "b ", "", T("show the board"), false, session_show_board},
    {{"result", "résultat"}, "", "", T("how the game stands"), false, session_result},
    {{"position", "position"},
     "",
     T("[POSITION]"),
     T("write the position, or start from one"),
     false,
     session_position},
    {{"resign", "abandonner"}, "abandon ", "", T("give the game up, for the player to move"), false, session_resign},
    {{"draw", "nulle"}, "", "", T("offer a draw; people agree, a level when it is not better"), false, session_draw},
    {{"comment", "commentaire"},
     "commenter ",
     T("[TEXT]"),
     T("say something about the last move; - takes it away"),
     false,
     session_comment},
    {{"name", "nom"},
     "",
     T("PLAYER NAME"),
     T("give a player (white, black, red or green) a name"),
     false,
     session_name},
    {{"record", "enregistrement"}, "feuille ", "", T("write the whole game"), false, session_record},
    {{"save", "sauver"}, "enregistrer sauvegarder ", T("[FILE]"), T("save the game"), false, session_save},
    {{"load", "charger"}, "ouvrir open ", T("FILE"), T("load a saved game"), true, session_load},
    {{"resume", "reprendre"}, "", "", T("go on with a game that was interrupted"), true, session_resume},
    {{"new", "nouvelle"}, "nouveau ", T("[GAME]"), T("start a new game"), true, session_new_game},
    {{"games", "jeux"}, "", "", T("list the games"), true, session_games},
    {{"rules", "règles"}, "", T("[GAME]"), T("the rules of the game"), true, session_rules},
    {{"lesson", "leçon"}, "", T("[GAME]"), T("a first lesson; `lesson end` ends it"), true, session_lesson},
    {{"language", "langue"}, "lang ", "fr|en", T("change the language"), true, session_language},
    {{"help", "aide"}, "? h ", T("[WORD]"), T("this list, or one line of it"), true, session_help},
    {{"quit", "quitter"}, "exit q ", "", T("leave"), true, session_quit},
};
const size_t session_command_count = sizeof session_commands / sizeof *session_commands;

/* --- help --- */

static void say_help(const Session *s, const SessionCommand *c, Buffer *out)
{
    char usage[64];
    Lang lang = s->options.lang;
    int used = snprintf(usage, sizeof usage, "%s%s%s", session_command_word(c, lang), *c->arguments ? " " : "",
                        *c->arguments ? lang_text(lang, c->arguments) : "");
    if (used < 0 || (size_t)used >= sizeof usage)
        used = (int)sizeof usage - 1;
    int width = (int)utf8_count(usage, (size_t)used);
    buffer_format(out, "  %s%*s  %s\n", usage, width < 22 ? 22 - width : 0, "", lang_text(lang, c->help));
}

void session_help(Session *s, const char *rest, Reply *reply)
{
    const SessionCommand *only = *rest ? session_find_command(rest) : NULL;
    if (*rest && !only) {
        reply->ok = false;
        session_say(s, &reply->text, T("no command is called {0}; `help` lists them"), 1, rest);
    } else if (only) {
        say_help(s, only, &reply->text);
    } else {
        session_say(s, &reply->text,
                    T("Type a move in notation, or its steps separated by blanks, or one of these words:"), 0);
        for (size_t i = 0; i < session_command_count; i++)
            say_help(s, &session_commands[i], &reply->text);
    }
}

/* --- games --- */

void session_games(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        buffer_format(&reply->text, "%3zu  %-20s  %s\n", i + 1, g->id, lang_text(s->options.lang, g->title));
    }
}

/* By id, or by its number in the list. */
const Game *session_find_game(const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);
    if (end != name && *end == '\0')
        return number >= 1 && (size_t)number <= registry_count() ? registry_game((size_t)number - 1) : NULL;
    return registry_find(name);
}

/* Who plays with whom. */
static void say_teams(const Session *s, const Game *g, Buffer *out)
{
    Buffer team[2] = {{0}};
    if (g->sides != 2 || g->players == 2)
        return;
    for (int side = 0; side < 2; side++) {
        SpeechList list = {0};
        for (int seat = 0; seat < g->players; seat++)
            if (game_side(g, seat) == side)
                speech_list_add(&list, lang_text(s->options.lang, scene_seat_name(seat)));
        speech_list_end(s->options.lang, &list, false, &team[side]);
    }
    session_say(s, out, T("{0} play together against {1}."), 2, buffer_text(&team[0]), buffer_text(&team[1]));
    buffer_free(&team[0]);
    buffer_free(&team[1]);
}

static void start(Session *s, const Game *game, Reply *reply)
{
    Message error;
    Tree *m = tree_new(game, NULL);
    if (!m || (s->date[0] && !tree_set_tag(m, "Date", s->date, &error))) {
        tree_free(m);
        session_no_memory(s, reply);
        return;
    }
    session_set_tree(s, m);
    if (session_has_levels(s))
        session_write_tags(s);
    reply->changed = true;
    buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, game->title));
    say_teams(s, game, &reply->text);
}

bool session_choose(Session *s, const char *name, Reply *reply)
{
    const Game *game = session_find_game(name);
    if (game)
        start(s, game, reply);
    return game != NULL;
}

void session_new_game(Session *s, const char *rest, Reply *reply)
{
    if (*rest == '\0' && s->tree) {
        start(s, tree_game(s->tree), reply);
    } else if (*rest == '\0') {
        session_refuse(s, reply, &(Message){.id = T("choose a game first: `games` lists them")});
    } else if (!session_choose(s, rest, reply)) {
        reply->ok = false;
        session_say(s, &reply->text, T("there is no game {0}: `games` lists them"), 1, rest);
    }
}

void session_rules(Session *s, const char *rest, Reply *reply)
{
    const Game *game = *rest ? session_find_game(rest) : s->tree ? tree_game(s->tree) : NULL;
    if (!game) {
        session_refuse(s, reply, &(Message){.id = T("choose a game first: `games` lists them")});
        return;
    }
    const char *text = lang_rules(s->options.lang, game->family);
    if (!text) {
        reply->ok = false;
        session_say(s, &reply->text, T("the rules of {0} are missing from this build"), 1, game->id);
        return;
    }
    buffer_add(&reply->text, text);
    if (*text && text[strlen(text) - 1] != '\n')
        buffer_add_char(&reply->text, '\n');
}

/* --- words --- */

void session_comment(Session *s, const char *rest, Reply *reply)
{
    Message error = {0};
    int node = tree_current(s->tree);
    if (*rest == '\0') {
        const char *text = tree_node(s->tree, node)->comment;
        if (text)
            buffer_format(&reply->text, "%s\n", text);
        else
            session_say(s, &reply->text, T("There is no comment here."), 0);
    } else if (tree_set_comment(s->tree, node, strcmp(rest, "-") == 0 ? "" : rest, &error)) {
        s->unsaved = true;
        session_say(s, &reply->text, strcmp(rest, "-") == 0 ? T("The comment is gone.") : T("The comment is kept."), 0);
    } else {
        session_refuse(s, reply, &error);
    }
}

void session_name(Session *s, const char *rest, Reply *reply)
{
    Message error = {0};
    size_t length;
    int seat = session_read_seat(s, rest, &length);
    if (seat < 0)
        session_refuse(s, reply, &(Message){.id = T("whose name? Write the colour of the player, then the name")});
    else if (!tree_set_tag(s->tree, tree_seat_tag(seat), rest[length] ? rest + length + 1 : "", &error))
        session_refuse(s, reply, &error);
    else {
        const char *colour = lang_text(s->options.lang, scene_seat_name(seat)), *name = tree_name(s->tree, seat);
        s->unsaved = true;
        session_say(s, &reply->text, name ? T("{0} is {1} now.") : T("{0} has no name now."), 2, colour,
                    name ? name : "");
    }
}

void session_language(Session *s, const char *rest, Reply *reply)
{
    if (!lang_parse(rest, &s->options.lang))
        session_refuse(s, reply, &(Message){.id = T("which language? Write fr or en")});
    else
        session_say(s, &reply->text, T("This is English now."), 0);
}

void session_quit(Session *s, const char *rest, Reply *reply)
{
    (void)s, (void)rest;
    reply->quit = true;
}
