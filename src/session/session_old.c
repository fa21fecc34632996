/* Turns the games that earlier versions kept, one to nine in a folder of their own, into kept games.
 *
 * Invariant: a file is removed only once its game is safely kept; one that cannot be read is left alone. */
#include "session/session_private.h"

#include "core/file.h"
#include "core/record.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLOTS = 9 };

static bool is_game(const Buffer *text)
{
    RecordError error = {0};
    Tree *t = record_read(buffer_text(text), text->length, registry_find, &error);
    tree_free(t);
    return t != NULL;
}

/* Keeps the game under a free name. Also true if it is already kept, because the file could not be removed last
 * time; then *fresh is unchanged. */
static bool keep(Session *s, int slot, const Buffer *text, int64_t stamp, int *fresh, Message *error)
{
    char id[KEPT_ID];
    uint64_t own = kept_print(text->text, text->length);
    for (int copy = 0; copy < SLOTS; copy++) {
        snprintf(id, sizeof id, "unfinished%d%c", slot, copy ? 'a' + copy - 1 : '\0');
        const KeptGame *there = kept_find(s->kept, id);
        if (there && kept_print(there->text, there->length) == own)
            return true;
        if (there)
            continue;
        KeptResult result = kept_write(s->kept, id, text->text, text->length, 0, stamp, error);
        *fresh += result == KEPT_DONE;
        if (result != KEPT_CHANGED)
            return result == KEPT_DONE;
    }
    return message_set(error, 0, T("other games have its name"), 0);
}

void session_take_over(Session *s, const char *folder, Buffer *out)
{
    int fresh = 0;
    bool scanned = false;
    for (int slot = 1; s->state[0] && slot <= SLOTS; slot++) {
        char path[SESSION_PATH], count[16];
        struct stat about;
        Buffer text = {0};
        Message error = {0};
        int n = snprintf(path, sizeof path, "%s/unfinished-%d.cgr", folder, slot);
        if (n < 0 || n >= SESSION_PATH || stat(path, &about) != 0)
            continue;
        scanned = scanned || kept_scan(s->kept, &error);
        bool ok = scanned && file_read(path, RECORD_MAX_BYTES, &text, &error) &&
                  (is_game(&text) || message_set(&error, 0, T("{0} cannot be read and is left alone."), 1, path)) &&
                  keep(s, slot, &text, (int64_t)about.st_mtim.tv_sec * 1000, &fresh, &error);
        buffer_free(&text);
        if (ok) {
            unlink(path);
            continue;
        }
        snprintf(count, sizeof count, "%d", slot);
        session_say(s, out, T("Unfinished game {0} of an earlier version could not be taken over:"), 1, count);
        session_say_message(s, out, &error);
    }
    if (fresh > 0) {
        char count[16];
        snprintf(count, sizeof count, "%d", fresh);
        session_say(s, out,
                    T("Unfinished games of an earlier version are kept with the others now: {0}. `kept` lists them."),
                    1, count);
    }
}
