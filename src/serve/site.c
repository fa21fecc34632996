/* See site.h. NAME.gz is not a file of its own: it is NAME, compressed. */
#include "serve/site.h"

#include "core/file.h"
#include "core/memory.h"
#include "serve/page.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { DEEPEST = 8, LONGEST_PATH = 1024 };

struct Site {
    SiteFile *file;         /* sorted by path once it is complete */
    size_t count, room;
    size_t total;           /* bytes of all files */
    bool owned;             /* the site frees the bytes, file by file */
    int memory;             /* an anonymous file with all bytes in a row; -1: there is none */
    unsigned char *map;     /* that file in memory; NULL if there is none */
};

static const char *const types[][2] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".woff2", "font/woff2"},
    {".ico", "image/x-icon"},
    {".txt", "text/plain; charset=utf-8"},
};

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends_with(path, types[i][0]))
            return types[i][1];
    return "application/octet-stream";
}

/* Adds a file. An owned site owns its bytes from now on, even on failure. */
static bool add(Site *s, const char *path, const unsigned char *bytes, size_t size, Message *error)
{
    if (s->count == s->room) {
        size_t room = s->room ? s->room * 2 : 64;
        SiteFile *grown = memory_resize(s->file, room * sizeof *grown);
        if (grown) {
            s->file = grown;
            s->room = room;
        }
    }
    size_t length = strlen(path) + 1;
    char *name = s->count < s->room ? memory_resize(NULL, length) : NULL;
    if (!name) {
        if (s->owned)
            memory_free((void *)bytes);
        return message_set(error, 0, T("not enough memory"), 0);
    }
    memcpy(name, path, length);
    s->total += size;
    s->file[s->count++] = (SiteFile){.path = name, .type = type_of(name), .plain = {bytes, size}};
    return true;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const SiteFile *)a)->path, ((const SiteFile *)b)->path);
}

static SiteFile *find(const Site *s, const char *path)
{
    SiteFile wanted = {.path = (char *)path};
    return s->count ? bsearch(&wanted, s->file, s->count, sizeof wanted, by_path) : NULL;
}

/* Finds the ?v=… that the build wrote after this name in the page's own files. */
static void find_version(const Site *s, SiteFile *f)
{
    char wanted[LONGEST_PATH + 8];
    int length = snprintf(wanted, sizeof wanted, "\"%s?v=", f->path);
    for (size_t i = 0; i < s->count; i++) {
        const SiteFile *in = &s->file[i];
        if (!ends_with(in->path, ".html") && !ends_with(in->path, ".js"))
            continue;
        const unsigned char *at = memmem(in->plain.at, in->plain.size, wanted, (size_t)length);
        size_t n = 0;
        if (!at)
            continue;
        at += length;
        while (at + n < in->plain.at + in->plain.size && at[n] != '"')
            n++;
        if (n < sizeof f->version) {
            memcpy(f->version, at, n);
            f->version[n] = '\0';
            return;
        }
    }
}

#ifdef COLONNADE_HAS_MEMORY_FILES
static bool write_all(int fd, const unsigned char *at, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Puts the bytes into a file in memory, from which the system can send them without copying. Systems without such
 * files go on as they are. */
static void move_to_file(Site *s)
{
    int fd = memfd_create("site", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    bool ok = fd >= 0;
    for (size_t i = 0; ok && i < s->count; i++)
        ok = write_all(fd, s->file[i].plain.at, s->file[i].plain.size);
    void *map = MAP_FAILED;
    if (ok && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0)
        map = mmap(NULL, s->total, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) {
        if (fd >= 0)
            close(fd);
        return;
    }
    size_t offset = 0;
    for (size_t i = 0; i < s->count; i++) {
        SiteBytes *b = &s->file[i].plain;
        if (s->owned)
            memory_free((void *)b->at);
        b->at = (unsigned char *)map + offset;
        offset += b->size;
    }
    s->owned = false;
    s->memory = fd;
    s->map = map;
}
#else
static void move_to_file(Site *s) { (void)s; }
#endif

/* All files are there: sorts them, tags them, and attaches the compressed files to their originals. */
static bool complete(Site *s, Message *error)
{
    qsort(s->file, s->count, sizeof *s->file, by_path);
    move_to_file(s);
    for (size_t i = 0; i < s->count; i++) {
        SiteFile *f = &s->file[i];
        snprintf(f->tag, sizeof f->tag, "%016llx", (unsigned long long)XXH3_64bits(f->plain.at, f->plain.size));
        find_version(s, f);
        if (!ends_with(f->path, ".gz"))
            continue;
        char original[LONGEST_PATH];
        snprintf(original, sizeof original, "%.*s", (int)strlen(f->path) - 3, f->path);
        SiteFile *o = find(s, original);
        if (o && f->plain.size < o->plain.size)
            o->gzip = f->plain;
    }
    return find(s, "index.html") || message_set(error, 0, T("there is no index.html in it"), 0);
}

static Site *new_site(bool owned, Message *error)
{
    Site *s = memory_resize(NULL, sizeof *s);
    if (s)
        *s = (Site){.owned = owned, .memory = -1};
    else
        message_set(error, 0, T("not enough memory"), 0);
    return s;
}

Site *site_embedded(Message *error)
{
    if (page_count == 0) {
        message_set(error, 0,
                    T("this program was built without the page; scripts/page and a new build put it in, or --root "
                      "names its folder"),
                    0);
        return NULL;
    }
    Site *s = new_site(false, error);
    bool ok = s != NULL;
    for (size_t i = 0; ok && i < page_count; i++)
        ok = add(s, page_files[i].path, page_bytes + page_files[i].offset, page_files[i].size, error);
    if (ok && complete(s, error))
        return s;
    site_free(s);
    return NULL;
}

static bool take_file(Site *s, const char *full, const char *path, Message *error)
{
    Buffer text = {0};
    if (s->count >= SITE_FILES)
        return message_set(error, 0, T("there are too many files in it"), 0);
    if (!file_read(full, SITE_BYTES - s->total, &text, error))
        return false;
    buffer_add(&text, "");          /* so that an empty file has a text too */
    if (text.failed) {
        buffer_free(&text);
        return message_set(error, 0, T("not enough memory"), 0);
    }
    return add(s, path, (unsigned char *)text.text, text.length, error);
}

static bool take_folder(Site *s, const char *full, const char *path, int depth, Message *error)
{
    DIR *d = opendir(full);
    if (!d)
        return message_set(error, 0, T("cannot read {0}: {1}"), 2, full, strerror(errno));
    bool ok = true;
    struct dirent *e;
    while (ok && (e = readdir(d))) {
        char inner[LONGEST_PATH], inner_path[LONGEST_PATH];
        struct stat st;
        if (e->d_name[0] == '.')
            continue;
        int a = snprintf(inner, sizeof inner, "%s/%s", full, e->d_name);
        int b = snprintf(inner_path, sizeof inner_path, "%s%s%s", path, *path ? "/" : "", e->d_name);
        if (a >= LONGEST_PATH || b >= LONGEST_PATH || lstat(inner, &st) != 0)
            continue;
        if (S_ISREG(st.st_mode))
            ok = take_file(s, inner, inner_path, error);
        else if (S_ISDIR(st.st_mode) && depth < DEEPEST)
            ok = take_folder(s, inner, inner_path, depth + 1, error);
    }
    closedir(d);
    return ok;
}

Site *site_load(const char *folder, Message *error)
{
    Site *s = new_site(true, error);
    if (s && take_folder(s, folder, "", 0, error) && complete(s, error))
        return s;
    site_free(s);
    return NULL;
}

void site_free(Site *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++) {
        memory_free(s->file[i].path);
        if (s->owned)
            memory_free((void *)s->file[i].plain.at);
    }
    if (s->map)
        munmap(s->map, s->total);
    if (s->memory >= 0)
        close(s->memory);
    memory_free(s->file);
    memory_free(s);
}

const SiteFile *site_find(const Site *s, const char *path)
{
    char name[LONGEST_PATH];
    if (*path++ != '/')
        return NULL;
    size_t length = strlen(path);
    bool folder = length == 0 || path[length - 1] == '/';
    if (snprintf(name, sizeof name, "%s%s", path, folder ? "index.html" : "") >= LONGEST_PATH)
        return NULL;
    return find(s, name);
}

int site_file(const Site *s, const SiteBytes *b, off_t *offset)
{
    *offset = s->map ? (off_t)(b->at - s->map) : 0;
    return s->memory;
}

size_t site_count(const Site *s) { return s->count; }
