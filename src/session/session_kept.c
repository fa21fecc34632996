/* Kept games: from its second move on a game is kept without being asked for.
 *
 * Invariant: a text that somebody else wrote meanwhile is not replaced; the game then gets a name of its own. A
 * store that fails costs one sentence, once. */
#include "session/session_private.h"

#include "core/file.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/record.h"
#include "games/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char name_tag[] = "Name";

static int64_t stamp_now(const Session *s)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return s->options.scripted ? s->now : (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- keeping --- */

static void new_id(Session *s, char out[KEPT_ID])
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuv";
    do {
        uint64_t r = random_next_wide(&s->seed);
        for (int i = 0; i < 8; i++, r >>= 5)
            out[i] = digits[r & 31];
        out[8] = '\0';
    } while (kept_find(s->kept, out));
}

/* `own`: if somebody else has continued that game, ours becomes a game of its own; otherwise it stays theirs. */
static bool write_game(Session *s, bool own, Message *error)
{
    SessionPlay *t = &s->play;
    Buffer text = {0};
    session_clock_write_tag(s);
    session_place_write_tag(s);
    bool ok = record_write(t->tree, &text, error);
    for (int attempt = 0; ok && attempt < 8; attempt++) {
        if (!t->id[0]) {
            new_id(s, t->id);
            t->print = 0;
        }
        KeptResult result = kept_write(s->kept, t->id, text.text, text.length, t->print, stamp_now(s), error);
        ok = result != KEPT_FAILED;
        if (result == KEPT_DONE) {
            t->print = kept_print(text.text, text.length);
            break;
        }
        if (result == KEPT_CHANGED && !own)
            break;
        if (result == KEPT_CHANGED)
            t->id[0] = '\0';
    }
    buffer_free(&text);
    return ok;
}

void session_keep_now(Session *s, int least, Reply *reply)
{
    Message error = {0};
    bool due = s->play.unkept || (s->play.strayed && s->play.id[0]);
    if (!s->kept || !s->play.round || session_exercises(s) || !due || tree_count(s->play.tree) <= least)
        return;
    if (write_game(s, s->play.unkept, &error)) {
        session_tell(reply, "kept %s%s", s->play.id, s->play.unkept ? "" : " place");
        s->play.unkept = s->play.strayed = s->kept_failed = false;
        return;
    }
    s->play.id[0] = '\0';
    session_tell(reply, "not-kept");
    if (!s->kept_failed) {
        session_say(s, &reply->text, T("The game could not be kept:"), 0);
        session_say_message(s, &reply->text, &error);
    }
    s->kept_failed = true;
}

void session_keep_it(Session *s, const char *rest, Reply *reply)
{
    (void)rest;
    s->play.unkept = true;
    session_keep_now(s, 0, reply);
    if (s->play.id[0])
        session_say(s, &reply->text, T("The game is kept."), 0);
}

bool session_keep(Session *s, Buffer *out)
{
    Reply reply = {0};
    session_exercise_end(s, &reply);
    bool told = s->kept_failed;
    session_keep_now(s, 1, &reply);
    bool lost = s->kept && s->play.round && s->play.unkept && s->kept_failed;
    bool waits = s->play.round && s->play.id[0] && round_phase(s->play.round) == ROUND_PLAYING && s->state[0];
    if (lost) {
        Message error = {0};
        Buffer record = {0};
        if (told)
            session_say(s, out, T("The game could not be kept."), 0);
        buffer_add(out, buffer_text(&reply.text));
        /* Print what can still be read, so that nothing is lost. */
        if (record_write(s->play.tree, &record, &error)) {
            session_say(s, out, T("This is the game: copy it into a file and load that."), 0);
            buffer_add(out, buffer_text(&record));
        }
        buffer_free(&record);
    } else if (waits) {
        session_say(s, out, T("The unfinished game is kept: `resume` goes on with it next time."), 0);
    }
    reply_free(&reply);
    return lost || waits;
}

bool session_give(Session *s, const char *id, const char *record, int64_t stamp)
{
    const KeptGame *old = kept_find(s->kept, id);
    uint64_t print = old ? kept_print(old->text, old->length) : 0;
    return kept_write(s->kept, id, record, strlen(record), print, stamp, NULL) == KEPT_DONE;
}

const char *session_kept_id(const Session *s) { return session_exercises(s) ? s->aside.id : s->play.id; }

const char *session_kept_text(Session *s, const char *id)
{
    const KeptGame *g = kept_find(s->kept, id);
    return g ? g->text : NULL;
}

/* --- the list --- */

static Tree *read_game(const KeptGame *g) { return record_read(g->text, g->length, registry_find, NULL); }

static bool is_open(const Tree *t) { return !tree_outcome_at(t, tree_main_end(t)).over; }

/* "w" while White is to move; "=draw" or "=b" when it is over. */
static void turn_text(const Tree *t, char out[16])
{
    int end = tree_main_end(t);
    Outcome o = tree_outcome_at(t, end);
    if (o.over)
        snprintf(out, 16, "=%s", game_result_text(tree_game(t), o));
    else
        snprintf(out, 16, "%c", game_seat_letter(tree_game(t)->mover(&tree_node(t, end)->position)));
}

static void say_players(const Session *s, const Tree *t, Buffer *out)
{
    const char *levels = tree_tag(t, "Seats");
    for (int seat = 0; seat < tree_game(t)->players; seat++) {
        char number[8] = "";
        size_t n = levels ? strcspn(levels, ",") : 0;
        if (n && n < sizeof number && strncmp(levels, "human", 5) != 0)
            memcpy(number, levels, n);
        if (levels)
            levels += n + (levels[n] == ',');
        char word[96];
        if (number[0])
            lang_format(s->options.lang, word, sizeof word, T("level {0}"), 1, number);
        else
            snprintf(word, sizeof word, "%s",
                     tree_name(t, seat) ? tree_name(t, seat) : lang_text(s->options.lang, scene_seat_name(seat)));
        buffer_format(out, "%s%s", seat ? " – " : "", word);
    }
}

static void say_game(Session *s, size_t number, const KeptGame *g, const Tree *t, Reply *reply)
{
    Buffer players = {0};
    char moves[24], when[32] = "", turn[16], number_text[24];
    time_t stamp = (time_t)(g->stamp / 1000);
    struct tm local;
    int end = tree_main_end(t);
    Scene scene;
    const char *name = tree_tag(t, name_tag);
    turn_text(t, turn);
    session_tell(reply, "game %s %" PRId64 " %s %d %s %s%s%s", g->id, s->options.scripted ? 0 : g->stamp,
                 tree_game(t)->id, tree_node(t, end)->ply, turn, tree_tag(t, "Seats") ? tree_tag(t, "Seats") : "-",
                 name ? " " : "", name ? name : "");
    say_players(s, t, &players);
    scene_set(&scene, tree_game(t), &tree_node(t, end)->position);
    scene.outcome = tree_outcome_at(t, end);
    snprintf(moves, sizeof moves, "%d", tree_node(t, end)->ply);
    snprintf(number_text, sizeof number_text, "%zu", number);
    if (localtime_r(&stamp, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    buffer_format(&reply->text, "%3s  %s%s%s, %s, ", number_text, name ? name : "", name ? ": " : "",
                  lang_text(s->options.lang, tree_game(t)->title), buffer_text(&players));
    session_say(s, &reply->text, T("{0} moves, {1}, {2}"), 3, moves, lang_text(s->options.lang, scene_status(&scene)),
                when);
    buffer_free(&players);
}

static bool scan(Session *s, Reply *reply)
{
    Message error = {0};
    bool ok = s->kept && kept_scan(s->kept, &error);
    if (!ok)
        session_refuse(s, reply, &error);
    return ok;
}

void session_kept(Session *s, const char *rest, Reply *reply)
{
    size_t bad = 0;
    (void)rest;
    if (!scan(s, reply))
        return;
    for (size_t i = 0; i < kept_count(s->kept); i++) {
        const KeptGame *g = kept_game(s->kept, i);
        Tree *t = read_game(g);
        if (t)
            say_game(s, i + 1, g, t, reply);
        else
            session_say(s, &reply->text, T("{0} cannot be read and is left alone."), 1, g->id);
        bad += t == NULL;
        tree_free(t);
    }
    if (kept_count(s->kept) == 0)
        session_say(s, &reply->text, T("No game is kept."), 0);
    else if (bad < kept_count(s->kept))
        session_say(s, &reply->text, T("`resume`, `rename`, `delete` and `export` take the number of one, or a name."),
                    0);
}

/* --- one of them --- */

/* By its number in the list, its id or its name; NULL: the reply says that there is none. The list is as it was last
 * read, so that numbers mean what the person saw. */
static const KeptGame *find(Session *s, const char *text, Reply *reply)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (*text && *end == '\0' && number >= 1 && (size_t)number <= kept_count(s->kept))
        return kept_game(s->kept, (size_t)number - 1);
    for (size_t i = 0; *text && i < kept_count(s->kept); i++) {
        const KeptGame *g = kept_game(s->kept, i);
        Tree *t = read_game(g);
        const char *name = t ? tree_tag(t, name_tag) : NULL;
        bool meant = strcmp(g->id, text) == 0 || (name && strcmp(name, text) == 0);
        tree_free(t);
        if (meant)
            return g;
    }
    reply->ok = false;
    session_say(s, &reply->text, T("there is no kept game {0}"), 1, text);
    return NULL;
}

/* The latest game that can continue and is not on the board; NULL: none. */
static const KeptGame *latest(Session *s)
{
    for (size_t i = 0; i < kept_count(s->kept); i++) {
        const KeptGame *g = kept_game(s->kept, i);
        Tree *t = strcmp(g->id, s->play.id) != 0 ? read_game(g) : NULL;
        bool open = t && is_open(t);
        tree_free(t);
        if (open)
            return g;
    }
    return NULL;
}

bool session_can_resume(Session *s) { return s->kept && kept_scan(s->kept, NULL) && latest(s); }

void session_resume(Session *s, const char *rest, Reply *reply)
{
    SessionPlay before = s->play;
    if (!scan(s, reply))
        return;
    const KeptGame *g = *rest ? find(s, rest, reply) : latest(s);
    if (!g && !*rest)
        session_refuse(s, reply, &(Message){.id = T("no interrupted game is kept")});
    if (!g)
        return;
    if (before.round && strcmp(g->id, before.id) == 0 && !session_exercises(s)) {
        session_stand(s, round_head(s->play.round), reply);
        reply->changed = true;
        return;
    }
    char id[KEPT_ID];
    uint64_t print = kept_print(g->text, g->length);
    snprintf(id, sizeof id, "%s", g->id);
    Tree *t = read_game(g);
    if (!t || !session_begin(s, tree_game(t), t, reply)) {
        reply->ok = false;
        session_say(s, &reply->text, t ? T("there is not enough memory") : T("{0} cannot be read and is left alone."),
                    1, g->id);
        tree_free(t);
        return;
    }
    tree_free(t);
    snprintf(s->play.id, sizeof s->play.id, "%s", id);
    s->play.print = print;
    session_tell(reply, "resumed %s", id);
    reply->changed = true;
    buffer_format(&reply->text, "%s\n", lang_text(s->options.lang, round_game(s->play.round)->title));
}

/* Renames a kept game that is not on the board. */
static bool rename_stored(Session *s, const KeptGame *g, const char *name, Message *error)
{
    Buffer text = {0};
    Tree *t = read_game(g);
    bool ok = t ? tree_set_tag(t, name_tag, name, error) && record_write(t, &text, error)
                : message_set(error, 0, T("{0} cannot be read and is left alone."), 1, g->id);
    ok = ok && kept_write(s->kept, g->id, text.text, text.length, kept_print(g->text, g->length), g->stamp, error) ==
                   KEPT_DONE;
    buffer_free(&text);
    tree_free(t);
    return ok;
}

void session_rename(Session *s, const char *rest, Reply *reply)
{
    char which[64];
    Message error = {0};
    size_t n = strcspn(rest, " ");
    snprintf(which, sizeof which, "%.*s", (int)(n < 63 ? n : 63), rest);
    const char *name = rest + n + strspn(rest + n, " ");
    if (!*which || !*name) {
        session_refuse(s, reply, &(Message){.id = T("which game, and which name? Write its number, then the name")});
        return;
    }
    if (kept_count(s->kept) == 0 && !scan(s, reply))
        return;
    const KeptGame *g = find(s, which, reply);
    if (!g)
        return;
    bool here = s->play.round && !session_exercises(s) && strcmp(g->id, s->play.id) == 0, ok;
    char id[KEPT_ID];
    snprintf(id, sizeof id, "%s", g->id);
    if (here) {
        ok = tree_set_tag(s->play.tree, name_tag, name, &error);
        s->play.unkept = s->play.unkept || ok;
    } else {
        ok = rename_stored(s, g, name, &error);
    }
    if (!ok) {
        session_refuse(s, reply, &error);
        return;
    }
    if (!here)
        session_tell(reply, "kept %s", id);
    session_say(s, &reply->text, T("It is called {0} now."), 1, name);
}

static bool forget(Session *s, const char *id, Reply *reply)
{
    Message error = {0};
    char gone[KEPT_ID];
    snprintf(gone, sizeof gone, "%s", id);
    if (!kept_remove(s->kept, gone, &error)) {
        session_refuse(s, reply, &error);
        return false;
    }
    session_tell(reply, "deleted %s", gone);
    if (strcmp(s->play.id, gone) == 0)
        s->play.id[0] = '\0';
    return true;
}

static bool is_all(const char *rest) { return strcmp(rest, "all") == 0 || strcmp(rest, "tout") == 0; }

void session_delete(Session *s, const char *rest, Reply *reply)
{
    if (!*rest) {
        session_refuse(s, reply, &(Message){.id = T("which game? Write its number, or `all`")});
        return;
    }
    if ((is_all(rest) || kept_count(s->kept) == 0) && !scan(s, reply))
        return;
    if (!is_all(rest)) {
        const KeptGame *g = find(s, rest, reply);
        if (g && forget(s, g->id, reply))
            session_say(s, &reply->text, T("The game is deleted."), 0);
        return;
    }
    while (kept_count(s->kept) > 0)
        if (!forget(s, kept_game(s->kept, 0)->id, reply))
            return;
    session_say(s, &reply->text, T("All kept games are deleted."), 0);
}

/* `WHICH [FILE]`: without a file, or where there are no files, the reply is the records. */
void session_export(Session *s, const char *rest, Reply *reply)
{
    char which[64];
    Message error = {0};
    Buffer text = {0};
    size_t n = strcspn(rest, " ");
    snprintf(which, sizeof which, "%.*s", (int)(n < 63 ? n : 63), rest);
    const char *path = rest + n + strspn(rest + n, " ");
    if (!*which || (*path && !s->options.files)) {
        session_refuse(
            s, reply,
            &(Message){.id = *which ? T("files cannot be used here") : T("which game? Write its number, or `all`")});
        return;
    }
    if ((is_all(which) || kept_count(s->kept) == 0) && !scan(s, reply))
        return;
    const KeptGame *one = is_all(which) ? NULL : find(s, which, reply);
    for (size_t i = 0; i < kept_count(s->kept); i++)
        if (is_all(which) || kept_game(s->kept, i) == one)
            buffer_format(&text, "%s%s", text.length ? "\n" : "", kept_game(s->kept, i)->text);
    if (!is_all(which) && !one)
        return;
    if (!*path)
        buffer_add(&reply->text, buffer_text(&text));
    else if (access(path, F_OK) == 0)
        message_set(&error, 0, T("{0} exists already: it is left alone"), 1, path);
    else if (text.failed || !file_write(path, buffer_text(&text), text.length, &error))
        reply->ok = false;
    else
        session_say(s, &reply->text, T("Written to {0}."), 1, path);
    if (error.id)
        session_refuse(s, reply, &error);
    buffer_free(&text);
}
