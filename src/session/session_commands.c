/* The list of commands, and the commands about the session rather than the board. */
#include "session/session_private.h"

#include "core/utf8.h"
#include "games/registry.h"
#include "lang/plain.h"
#include "session/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const SessionCommand session_commands[] = {
    {{"moves", "coups"}, "", "", T("list the legal moves"), false, session_moves},
    {{"steps", "étapes"}, "", T("[STEP...]"), T("what a move can begin or continue with"), false, session_steps},
    {{"why", "pourquoi"},
     "",
     T("MOVE"),
     T("whether a move or a place may be chosen, or which rule forbids it"),
     false,
     session_why},
    {{"undo", "annuler"}, "u ", T("[N]"), T("take a move back, or N of them"), false, session_undo},
    {{"redo", "rétablir"}, "refaire ", T("[N]"), T("play again what was taken back"), false, session_redo},
    {{"to", "vers"}, "goto ", T("N"), T("look at the game after N moves; #N is a node of its tree"), false, session_to},
    {{"seat", "siège"},
     "seats sieges ",
     T("[PLAYER LEVEL]"),
     T("who plays: a level from 1 to 10, or `human`"),
     false,
     session_seat},
    {{"levels", "niveaux"}, "", "", T("what the levels are called and how they play"), true, session_levels},
    {{"go", "continuer"}, "", "", T("let the level that is to move play"), false, session_go},
    {{"wait", "attendre"}, "", "", T("let the levels wait until `go`"), false, session_wait},
    {{"hint", "conseil"}, "", "", T("a move that looks good"), false, session_hint},
    {{"analyse", "analyser"}, "analyze ", T("[SECONDS]"), T("what the best moves are worth"), false, session_analyse},
    {{"explore", "explorer"},
     "",
     T("[MOVE...]"),
     T("play these moves, then say what every move is worth for certain; `back` goes back, `landmarks` lists positions "
       "worth seeing"),
     false,
     session_explore},
    {{"review", "revue"}, "", "", T("go through the game and name the mistakes"), false, session_review},
    {{"look", "regarder"}, "voir ", T("[PLACE]"), T("what stands on a place, or everywhere"), false, session_look},
    {{"where", "où"}, "", "", T("where you may play now"), false, session_where},
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
    {{"draw", "nulle"}, "", "", T("offer a draw; a level agrees when it is not better"), false, session_draw},
    {{"agree", "accepter"},
     "accept ",
     "",
     T("say yes to what was offered, as a partner who gives up"),
     false,
     session_agree},
    {{"decline", "refuser"}, "", "", T("say no to it"), false, session_decline},
    {{"claim", "réclamer"}, "", "", T("claim a win because somebody far away stays away"), false, session_claim},
    {{"say", "dire"}, "", T("[N]"), T("say phrase N to somebody far away, or list them"), false, session_far_say},
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
    {{"kept", "gardées"}, "gardees ", "", T("list the games that are kept"), true, session_kept},
    {{"resume", "reprendre"},
     "",
     T("[GAME]"),
     T("go on with the last game that was interrupted, or another"),
     true,
     session_resume},
    {{"rename", "renommer"}, "", T("N NAME"), T("give a kept game a name"), true, session_rename},
    {{"delete", "supprimer"}, "", T("N|all"), T("delete a kept game, or all of them"), true, session_delete},
    {{"export", "exporter"}, "", T("N|all [FILE]"), T("write a kept game, or all of them"), true, session_export},
    {{"keep", "garder"},
     "",
     "",
     T("keep the game now; that happens by itself from its second move on"),
     false,
     session_keep_it},
    {{"rematch", "revanche"},
     "",
     "",
     T("the same game again, with everybody one seat further"),
     false,
     session_rematch},
    {{"new", "nouvelle"}, "nouveau ", T("[GAME]"), T("start a new game"), true, session_new_game},
    {{"fair", "équitable"},
     "",
     T("[GAME] [N]"),
     T("begin from an opening that is proven to be a draw; `fair list` lists some"),
     true,
     session_fair},
    {{"games", "jeux"}, "", "", T("list the games"), true, session_games},
    {{"rules", "règles"}, "", T("[GAME]"), T("the rules of the game"), true, session_rules},
    {{"lesson", "leçon"}, "", T("[GAME]"), T("a first lesson; `lesson end` ends it"), true, session_lesson},
    {{"puzzle", "problème"},
     "puzzles problemes ",
     T("[GAME] [N]"),
     T("a puzzle; then `puzzle next`, `again`, `solution`, `end`, `list` or `today`"),
     true,
     session_puzzle},
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
                    T("Type a move in notation, or its steps separated by spaces, or one of these words:"), 0);
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

/* By id or title in upper or lower case, or by its number in the list. */
const Game *session_find_game(const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);
    if (end != name && *end == '\0')
        return number >= 1 && (size_t)number <= registry_count() ? registry_game((size_t)number - 1) : NULL;
    for (size_t i = 0; i < registry_count(); i++)
        if (strcasecmp(registry_game(i)->id, name) == 0)
            return registry_game(i);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (size_t i = 0; i < registry_count(); i++)
            if (strcasecmp(lang_text((Lang)lang, registry_game(i)->title), name) == 0)
                return registry_game(i);
    return NULL;
}

static void start(Session *s, const Game *game, Reply *reply)
{
    if (!session_begin(s, game, NULL, reply) || (s->date[0] && !tree_set_tag(s->play.tree, "Date", s->date, NULL))) {
        session_no_memory(s, reply);
        return;
    }
    if (session_has_levels(s))
        session_write_tags(s);
    reply->changed = true;
    buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, game->title));
    size_t said = reply->text.length;
    speech_teams(s->options.lang, game, &reply->text);
    if (reply->text.length > said)
        buffer_add_char(&reply->text, '\n');
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
    if (*rest == '\0' && s->play.tree) {
        start(s, tree_game(s->play.tree), reply);
    } else if (*rest == '\0') {
        session_refuse(s, reply, &(Message){.id = T("choose a game first: `games` lists them")});
    } else if (!session_choose(s, rest, reply)) {
        reply->ok = false;
        session_say(s, &reply->text, T("there is no game {0}: `games` lists them"), 1, rest);
    }
}

void session_rematch(Session *s, const char *rest, Reply *reply)
{
    const Game *g = round_game(s->play.round);
    RoundSeat before[MAX_PLAYERS] = {{0}};
    int from[MAX_PLAYERS] = {0};
    RoundOptions options;
    (void)rest;
    round_rematch(s->play.round, &options);
    s->clock = options.clock;
    for (int seat = 0; seat < g->players; seat++) {
        before[seat] = *round_seat(s->play.round, seat);
        from[seat] = round_rematch_seat(s->play.round, seat);
    }
    /* A level that stood in for somebody leaves; the person sits down again. */
    for (int seat = 0; seat < g->players; seat++)
        s->level[seat] = before[from[seat]].left ? 0 : before[from[seat]].level;
    start(s, g, reply);
    for (int seat = 0; reply->ok && seat < g->players; seat++) {
        const RoundSeat *old = &before[from[seat]];
        RoundAction sit = {.type = ROUND_SIT,
                           .seat = seat,
                           .kind = s->level[seat] ? ROUND_LEVEL : ROUND_PERSON,
                           .level = s->level[seat],
                           .text = old->name};
        if (old->name[0])
            session_act(s, sit, reply);
    }
}

void session_rules(Session *s, const char *rest, Reply *reply)
{
    const Game *game = *rest ? session_find_game(rest) : s->play.tree ? tree_game(s->play.tree) : NULL;
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
    plain_add(text, false, &reply->text);
}

/* --- words --- */

void session_comment(Session *s, const char *rest, Reply *reply)
{
    Message error = {0};
    int node = tree_current(s->play.tree);
    if (*rest == '\0') {
        const char *text = tree_node(s->play.tree, node)->comment;
        if (text)
            buffer_format(&reply->text, "%s\n", text);
        else
            session_say(s, &reply->text, T("There is no comment here."), 0);
    } else if (tree_set_comment(s->play.tree, node, strcmp(rest, "-") == 0 ? "" : rest, &error)) {
        s->play.unkept = true;
        session_tell(reply, "comment %d", node);
        session_say(s, &reply->text, strcmp(rest, "-") == 0 ? T("The comment is gone.") : T("The comment is kept."), 0);
    } else {
        session_refuse(s, reply, &error);
    }
}

void session_name(Session *s, const char *rest, Reply *reply)
{
    size_t length;
    int seat = session_read_seat(s, rest, &length);
    if (seat < 0) {
        session_refuse(s, reply, &(Message){.id = T("whose name? Write the colour of the player, then the name")});
        return;
    }
    const char *name = rest[length] ? rest + length + 1 : "";
    if (strlen(name) >= ROUND_NAME) {
        session_refuse(s, reply, &(Message){.id = T("this name is too long")});
        return;
    }
    const RoundSeat *sits = round_seat(s->play.round, seat);
    RoundAction sit = {.type = ROUND_SIT, .seat = seat, .kind = sits->kind, .level = sits->level, .text = name};
    if (!session_act(s, sit, reply))
        return;
    session_say(s, &reply->text, *name ? T("{0} is {1} now.") : T("{0} has no name now."), 2,
                lang_text(s->options.lang, scene_seat_name(seat)), sits->name);
}

void session_language(Session *s, const char *rest, Reply *reply)
{
    if (!lang_parse(rest, &s->options.lang))
        session_refuse(s, reply, &(Message){.id = T("which language? Write fr or en")});
    else
        session_say(s, &reply->text, T("The language is now English."), 0);
}

void session_quit(Session *s, const char *rest, Reply *reply)
{
    (void)s, (void)rest;
    reply->quit = true;
}
