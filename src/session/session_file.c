/* Games to and from files, and those that are kept when a session ends too early.
 *
 * Kept games lie in the state folder under numbers. A new one takes the first number
 * that is free, the last when none is; the one with the highest number is resumed. */
#include "session/session_private.h"

#include "core/file.h"
#include "core/record.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 9 };

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
    if (!record_write(s->tree, &reply->text, &error))
        session_refuse(s, reply, &error);
}

static bool write_match(Session *s, const char *path, Message *error)
{
    if (s->clock.base > 0 && !tree_outcome(s->tree).over)
        session_clock_write_tag(s);
    Buffer text = {0};
    bool ok = record_write(s->tree, &text, error) && file_write(path, text.text, text.length, error);
    buffer_free(&text);
    return ok;
}

/* What is there and is no record belongs to something else. */
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
    if (*rest == '\0' && s->path[0] == '\0') {
        session_refuse(s, reply, &(Message){.id = T("which file? Write its name after the word")});
        return;
    }
    if (!find_path(*rest ? rest : s->path, path)) {
        message_set(&error, 0, T("this name is too long: {0}"), 1, rest);
        session_refuse(s, reply, &error);
    } else if (!may_replace(path)) {
        reply->ok = false;
        session_say(s, &reply->text, T("{0} exists and is not a game: it is left alone"), 1, path);
    } else if (!write_match(s, path, &error)) {
        session_refuse(s, reply, &error);
    } else {
        snprintf(s->path, sizeof s->path, "%s", path);
        s->unsaved = false;
        session_say(s, &reply->text, T("The game is saved in {0}."), 1, path);
    }
}

/* --- in --- */

/* NULL: the reply says why, and the session's tree is as it was. */
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
        if (!m && wrong.line) {
            char line[24], column[24], where[SESSION_PATH + 64];
            snprintf(line, sizeof line, "%zu", wrong.line);
            snprintf(column, sizeof column, "%zu", wrong.column);
            lang_format(s->options.lang, where, sizeof where, T("{0}, line {1}, column {2}: "), 3, path, line, column);
            buffer_add(&reply->text, where);
        }
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
    Tree *m = read_match(s, path, reply);
    reply->ok = m != NULL;
    if (!m)
        return;
    session_set_tree(s, m);
    /* A name that is too long to remember must be given again. */
    if (strlen(path) < sizeof s->path)
        snprintf(s->path, sizeof s->path, "%s", path);
    reply->changed = true;
    buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, tree_game(m)->title));
    if (tree_outcome(m).over)
        session_say_status(s, &reply->text);
}

/* --- kept games --- */

static bool slot_path(const Session *s, int slot, char out[SESSION_PATH])
{
    int n = snprintf(out, SESSION_PATH, "%s/unfinished-%d.cgr", s->state, slot);
    return s->state[0] && n >= 0 && n < SESSION_PATH;
}

static bool slot_used(const Session *s, int slot)
{
    char path[SESSION_PATH];
    return slot_path(s, slot, path) && access(path, F_OK) == 0;
}

/* 0: none. */
static int last_slot(const Session *s)
{
    int slot = SLOTS;
    while (slot > 0 && !slot_used(s, slot))
        slot--;
    return slot;
}

bool session_can_resume(const Session *s) { return last_slot(s) > 0; }

void session_resume(Session *s, const char *rest, Reply *reply)
{
    char path[SESSION_PATH];
    int slot = last_slot(s);
    (void)rest;
    if (!may_use_files(s, reply))
        return;
    if (slot == 0 || !slot_path(s, slot, path)) {
        session_refuse(s, reply, &(Message){.id = T("no interrupted game is kept")});
        return;
    }
    Tree *m = read_match(s, path, reply);
    if (!m)
        return;
    session_set_tree(s, m);
    s->slot = slot;
    s->unsaved = true;
    reply->changed = true;
    buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, tree_game(m)->title));
}

bool session_keep(Session *s, Buffer *out)
{
    char path[SESSION_PATH];
    Message error = {0};
    session_lesson_end(s);
    if (!s->tree || !s->state[0])
        return false;
    bool finished = tree_outcome_at(s->tree, tree_main_end(s->tree)).over;
    if (finished || !s->unsaved || tree_count(s->tree) == 1) {
        /* Finished or saved elsewhere: the kept one has done its duty. */
        if (s->slot && slot_path(s, s->slot, path))
            unlink(path);
        s->slot = 0;
        return false;
    }
    int slot = s->slot;
    for (int i = 1; slot == 0 && i <= SLOTS; i++)
        if (i == SLOTS || !slot_used(s, i))
            slot = i;
    if (file_make_folder(s->state, &error) && slot_path(s, slot, path) && write_match(s, path, &error)) {
        s->slot = slot;
        session_say(s, out, T("The unfinished game is kept: `resume` goes on with it next time."), 0);
    } else {
        session_say(s, out, T("The unfinished game could not be kept:"), 0);
        session_say_message(s, out, &error);
        /* Nothing is lost that can still be read. */
        Buffer record = {0};
        if (record_write(s->tree, &record, &error)) {
            session_say(s, out, T("This is the game: copy it into a file and load that."), 0);
            buffer_add(out, buffer_text(&record));
        }
        buffer_free(&record);
    }
    return true;
}
