/* See kept.h. In a folder a game is the file ID.cgr; other files there are left alone. */
#include "session/kept.h"

#include "core/buffer.h"
#include "core/file.h"
#include "core/memory.h"
#include "core/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096 };

struct Kept {
    char folder[PATH];          /* "": none */
    KeptGame *game;
    size_t count, capacity;
};

Kept *kept_new(const char *folder)
{
    Kept *k = memory_resize(NULL, sizeof *k);
    if (!k)
        return NULL;
    *k = (Kept){.game = NULL};
    if (folder && strlen(folder) < sizeof k->folder - 64)
        snprintf(k->folder, sizeof k->folder, "%s", folder);
    return k;
}

static void clear(Kept *k)
{
    for (size_t i = 0; i < k->count; i++)
        memory_free(k->game[i].text);
    k->count = 0;
}

void kept_free(Kept *k)
{
    if (!k)
        return;
    clear(k);
    memory_free(k->game);
    memory_free(k);
}

uint64_t kept_print(const char *text, size_t length)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* --- the list --- */

size_t kept_count(const Kept *k) { return k->count; }
const KeptGame *kept_game(const Kept *k, size_t i) { return &k->game[i]; }

const KeptGame *kept_find(const Kept *k, const char *id)
{
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->game[i].id, id) == 0)
            return &k->game[i];
    return NULL;
}

static int compare(const void *a, const void *b)
{
    const KeptGame *x = a, *y = b;
    return x->stamp != y->stamp ? (x->stamp < y->stamp ? 1 : -1) : strcmp(x->id, y->id);
}

/* Takes over the text, and frees it if there is no room for it. */
static bool add(Kept *k, const char *id, char *text, size_t length, int64_t stamp)
{
    if (k->count == k->capacity) {
        size_t wanted = k->capacity ? 2 * k->capacity : 16;
        KeptGame *grown = memory_resize(k->game, wanted * sizeof *grown);
        if (!grown) {
            memory_free(text);
            return false;
        }
        k->game = grown;
        k->capacity = wanted;
    }
    KeptGame *g = &k->game[k->count++];
    *g = (KeptGame){.text = text, .length = length, .stamp = stamp};
    snprintf(g->id, sizeof g->id, "%s", id);
    return true;
}

static bool good_id(const char *id)
{
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789");
    return n > 0 && n < KEPT_ID && id[n] == '\0';
}

static bool path_of(const Kept *k, const char *id, char out[PATH])
{
    int n = snprintf(out, PATH, "%s/%s.cgr", k->folder, id);
    return n > 0 && n < PATH;
}

/* Adds a file of the folder, if it is one of our games. False: no memory. */
static bool add_file(Kept *k, const char *name)
{
    char id[KEPT_ID] = "", path[PATH];
    size_t length = strlen(name);
    struct stat about;
    Buffer text = {0};
    if (length < 5 || length - 4 >= sizeof id || strcmp(name + length - 4, ".cgr") != 0)
        return true;
    memcpy(id, name, length - 4);
    if (!good_id(id) || !path_of(k, id, path) || stat(path, &about) != 0 ||
        !file_read(path, RECORD_MAX_BYTES, &text, NULL)) {
        buffer_free(&text);
        return true;
    }
    if (!text.text)
        buffer_add(&text, "");
    return add(k, id, text.text, text.length, (int64_t)about.st_mtim.tv_sec * 1000 + about.st_mtim.tv_nsec / 1000000);
}

bool kept_scan(Kept *k, Message *error)
{
    bool ok = true;
    if (k->folder[0]) {
        DIR *folder = opendir(k->folder);
        clear(k);
        if (!folder && errno != ENOENT)
            return message_set(error, 0, T("{0} cannot be read"), 1, k->folder);
        for (struct dirent *entry; folder && ok && (entry = readdir(folder));)
            ok = add_file(k, entry->d_name);
        if (folder)
            closedir(folder);
    }
    if (k->count)
        qsort(k->game, k->count, sizeof *k->game, compare);
    return ok || message_memory(error);
}

/* --- changing it --- */

/* The print of the text that is there now; false: there is none. */
static bool current_print(Kept *k, const char *id, uint64_t *out)
{
    char path[PATH];
    Buffer text = {0};
    const KeptGame *g = k->folder[0] ? NULL : kept_find(k, id);
    if (g)
        *out = kept_print(g->text, g->length);
    if (!k->folder[0] || !path_of(k, id, path) || access(path, F_OK) != 0)
        return g != NULL;
    /* A file that cannot be read is not ours to replace. */
    *out = file_read(path, RECORD_MAX_BYTES, &text, NULL) ? kept_print(buffer_text(&text), text.length) : 0;
    buffer_free(&text);
    return true;
}

static bool put(Kept *k, const char *id, const char *text, size_t length, int64_t stamp)
{
    char *copy = memory_resize(NULL, length + 1);
    KeptGame *g = NULL;
    if (!copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->game[i].id, id) == 0)
            g = &k->game[i];
    if (!g)
        return add(k, id, copy, length, stamp);
    memory_free(g->text);
    g->text = copy;
    g->length = length;
    g->stamp = stamp;
    return true;
}

/* A game was last played when its file was last changed. */
static void set_time(const char *path, int64_t stamp)
{
    struct timespec t = {.tv_sec = (time_t)(stamp / 1000), .tv_nsec = (long)(stamp % 1000) * 1000000};
    utimensat(AT_FDCWD, path, (struct timespec[2]){t, t}, 0);
}

KeptResult kept_write(Kept *k, const char *id, const char *text, size_t length, uint64_t print, int64_t stamp,
                      Message *error)
{
    char path[PATH];
    uint64_t there = 0;
    if (!good_id(id)) {
        message_set(error, 0, T("there is no kept game {0}"), 1, id);
        return KEPT_FAILED;
    }
    if (current_print(k, id, &there) && there != print)
        return KEPT_CHANGED;
    if (k->folder[0] &&
        !(file_make_folder(k->folder, error) && path_of(k, id, path) && file_write(path, text, length, error)))
        return KEPT_FAILED;
    if (k->folder[0])
        set_time(path, stamp);
    if (!k->folder[0] && !put(k, id, text, length, stamp)) {
        message_memory(error);
        return KEPT_FAILED;
    }
    return KEPT_DONE;
}

bool kept_remove(Kept *k, const char *id, Message *error)
{
    char path[PATH];
    if (k->folder[0] && (!good_id(id) || !path_of(k, id, path) || unlink(path) != 0))
        return message_set(error, 0, T("{0} cannot be deleted"), 1, id);
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->game[i].id, id) == 0) {
            memory_free(k->game[i].text);
            k->count--;
            memmove(&k->game[i], &k->game[i + 1], (k->count - i) * sizeof *k->game);
            return true;
        }
    return k->folder[0] || message_set(error, 0, T("there is no kept game {0}"), 1, id);
}
