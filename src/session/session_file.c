/* Games to and from files. */
#include "session/session_private.h"

#include "core/file.h"
#include "core/record.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file that `text` names; `~/` is the home folder. False: it is too long. */
static bool find_path(const char *text, char out[SESSION_PATH])
{
    const char *home = strncmp(text, "~/", 2) == 0 ? getenv("HOME") : NULL;
    int n = snprintf(out, SESSION_PATH, "%s%s", home ? home : "", home ? text + 1 : text);
    return n >= 0 && n < SESSION_PATH;
}

static bool may_use_files(const Session *s, Reply *reply)
{
    if (!s->options.files)
        session_refuse(s, reply, &(Message){.id = T("files cannot be used here")});
    return s->options.files;
}

/* --- out --- */

void session_record(Session *s, const char *rest, Reply *reply)
{
    Message error = {0};
    (void)rest;
    session_place_write_tag(s);
    if (!record_write(s->play.tree, &reply->text, &error))
        session_refuse(s, reply, &error);
}

static bool write_match(Session *s, const char *path, Message *error)
{
    session_clock_write_tag(s);
    session_place_write_tag(s);
    Buffer text = {0};
    bool ok = record_write(s->play.tree, &text, error) && file_write(path, text.text, text.length, error);
    buffer_free(&text);
    return ok;
}

/* An existing file that is not a record belongs to something else. */
static bool may_replace(const char *path)
{
    if (access(path, F_OK) != 0)
        return true;
    Buffer old = {0};
    bool ok = file_read(path, RECORD_MAX_BYTES, &old, NULL) && (old.length == 0 || strstr(old.text, "[Game \""));
    buffer_free(&old);
    return ok;
}

void session_save(Session *s, const char *rest, Reply *reply)
{
    char path[SESSION_PATH];
    Message error = {0};
    if (!may_use_files(s, reply))
        return;
    if (*rest == '\0' && s->play.path[0] == '\0') {
        session_refuse(s, reply, &(Message){.id = T("which file? Write its name after the word")});
        return;
    }
    if (!find_path(*rest ? rest : s->play.path, path)) {
        message_set(&error, 0, T("this name is too long: {0}"), 1, rest);
        session_refuse(s, reply, &error);
    } else if (!may_replace(path)) {
        reply->ok = false;
        session_say(s, &reply->text, T("{0} exists and is not a game: it is left alone"), 1, path);
    } else if (!write_match(s, path, &error)) {
        session_refuse(s, reply, &error);
    } else {
        snprintf(s->play.path, sizeof s->play.path, "%s", path);
        session_say(s, &reply->text, T("The game is saved in {0}."), 1, path);
    }
}

/* --- in --- */

/* Where the error is in a text; `path` "": the text came from no file. */
static void say_where(const Session *s, const char *path, const RecordError *wrong, Buffer *out)
{
    char line[24], column[24], where[SESSION_PATH + 64];
    if (!wrong->line)
        return;
    snprintf(line, sizeof line, "%zu", wrong->line);
    snprintf(column, sizeof column, "%zu", wrong->column);
    if (*path)
        lang_format(s->options.lang, where, sizeof where, T("{0}:{1}:{2}: "), 3, path, line, column);
    else
        lang_format(s->options.lang, where, sizeof where, T("line {0}, column {1}: "), 2, line, column);
    buffer_add(out, where);
}

/* NULL: the reply says why, and the session's tree is unchanged. */
static Tree *read_match(const Session *s, const char *path, Reply *reply)
{
    Buffer text = {0};
    Message error = {0};
    RecordError wrong = {0};
    Tree *m = NULL;
    if (!file_read(path, RECORD_MAX_BYTES, &text, &error)) {
        session_refuse(s, reply, &error);
    } else {
        m = record_read(buffer_text(&text), text.length, registry_find, &wrong);
        if (!m)
            say_where(s, path, &wrong, &reply->text);
        if (!m)
            session_refuse(s, reply, &wrong.message);
    }
    buffer_free(&text);
    return m;
}

void session_load(Session *s, const char *rest, Reply *reply)
{
    char path[SESSION_PATH];
    Message error = {0};
    if (!may_use_files(s, reply))
        return;
    if (*rest == '\0') {
        session_refuse(s, reply, &(Message){.id = T("which file? Write its name after the word")});
        return;
    }
    if (!find_path(rest, path)) {
        message_set(&error, 0, T("this name is too long: {0}"), 1, rest);
        session_refuse(s, reply, &error);
        return;
    }
    session_load_file(s, path, reply);
}

void session_load_file(Session *s, const char *path, Reply *reply)
{
    session_open_reply(reply);
    Tree *t = read_match(s, path, reply);
    bool ok = t && session_begin(s, tree_game(t), t, reply);
    tree_free(t);
    if (ok) {
        /* A name that is too long to remember must be given again. */
        if (strlen(path) < sizeof s->play.path)
            snprintf(s->play.path, sizeof s->play.path, "%s", path);
        reply->changed = true;
        buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, tree_game(s->play.tree)->title));
        if (tree_outcome(s->play.tree).over)
            session_say_status(s, &reply->text);
    } else if (t) {
        session_no_memory(s, reply);
    }
    reply->ok = ok;
}

void session_load_text(Session *s, const char *text, Reply *reply)
{
    RecordError wrong = {0};
    session_open_reply(reply);
    Tree *t = record_read(text, strlen(text), registry_find, &wrong);
    if (!t) {
        say_where(s, "", &wrong, &reply->text);
        session_refuse(s, reply, &wrong.message);
    } else if (!session_begin(s, tree_game(t), t, reply)) {
        session_no_memory(s, reply);
    }
    reply->changed = reply->ok;
    tree_free(t);
    session_close_reply(s, reply);
}

/* Plays the words of `moves` one by one; false: the error says which one is refused. */
static bool play_words(Tree *t, const char *moves, int *played, Message *error)
{
    bool ok = true;
    for (*played = 0; ok && *(moves += strspn(moves, " \n")); *played += ok) {
        char move[MOVE_TEXT] = "";
        size_t n = strcspn(moves, " \n");
        if (n < sizeof move)
            memcpy(move, moves, n);
        ok = tree_play_text(t, move, error);
        moves += n;
    }
    return ok;
}

void session_follow(Session *s, const char *game, const char *position, const char *moves, Reply *reply)
{
    const Game *g = registry_find(game);
    Message error = {0};
    Position p;
    int played = 0;
    session_open_reply(reply);
    bool ok = g ? !*position || g->read_position(position, &p, &error)
                : message_set(&error, 0, T("there is no game {0}: `games` lists them"), 1, game);
    Tree *t = ok ? tree_new(g, *position ? &p : NULL) : NULL;
    ok = t && play_words(t, moves, &played, &error);
    /* The moves up to the error make a game to look at; without a game and a position nothing changes. */
    if (t && (ok || *moves)) {
        reply->changed = session_begin(s, g, t, reply);
        s->play.held = true;
    }
    tree_free(t);
    if (!ok && reply->changed) {
        char number[16], why[SESSION_SENTENCE];
        snprintf(number, sizeof number, "%d", played);
        lang_message(s->options.lang, &error, why, sizeof why);
        session_say(s, &reply->text, played ? T("After move {0}: {1}") : T("At the first move: {1}"), 2, number, why);
        reply->ok = false;
    } else if (!ok) {
        session_refuse(s, reply, &error);
    }
    session_close_reply(s, reply);
}
