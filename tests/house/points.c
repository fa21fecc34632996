/* See points.h. */
#include "points.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

Marks *marks_open(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return NULL;
    void *at = ftruncate(fd, sizeof(Marks)) == 0 ? mmap(NULL, sizeof(Marks), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                                                 : MAP_FAILED;
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void crash(const char *wanted, const char *name)
{
    static _Atomic int passed;
    size_t n = strlen(name);
    if (strncmp(wanted, name, n) == 0 && wanted[n] == ':' && ++passed == atoi(wanted + n + 1))
        kill(getpid(), SIGKILL);
}

uint64_t marks_write(const char *round, uint32_t first)
{
    uint64_t hash = 14695981039346656037u + first;
    for (; *round; round++)
        hash = (hash ^ (unsigned char)*round) * 1099511628211u;
    return hash;
}

/* One thread commits, and the same thread marks. */
static void mark(const char *path, const StoreWrite *const *batch, size_t count)
{
    static Marks *marks;
    int64_t at = now();
    if (!marks && !(marks = marks_open(path)))
        return;
    for (size_t i = 0; i < count; i++) {
        uint64_t n = marks->count;
        marks->mark[n % MARKS_MOST].write = batch[i]->round ? marks_write(batch[i]->round, batch[i]->first) : 0;
        marks->mark[n % MARKS_MOST].committed = at;
        marks->count = n + 1;
    }
}

bool points_made_up(void) { return getenv("COLONNADE_MADE_UP") != NULL; }

void points_pass(const char *name, const StoreWrite *const *batch, size_t count)
{
    const char *wanted = getenv("COLONNADE_CRASH"), *path = getenv("COLONNADE_MARKS");
    if (wanted)
        crash(wanted, name);
    if (path && strcmp(name, "after-commit") == 0)
        mark(path, batch, count);
}
