/* See team.h. */
#include "search/team.h"

#include "core/memory.h"
#include "search/worker.h"

#include <string.h>

#ifdef COLONNADE_NO_THREADS
static void lock(Team *t) { (void)t; }
static void unlock(Team *t) { (void)t; }
bool team_create(Team *t)
{
    *t = (Team){0};
    return true;
}
#else
static void lock(Team *t) { pthread_mutex_lock(&t->lock); }
static void unlock(Team *t) { pthread_mutex_unlock(&t->lock); }
bool team_create(Team *t)
{
    *t = (Team){0};
    return pthread_mutex_init(&t->lock, NULL) == 0;
}
#endif

void team_destroy(Team *t)
{
#ifndef COLONNADE_NO_THREADS
    pthread_mutex_destroy(&t->lock);
#endif
    memory_free(t->root);
    memory_free(t->done);
}

static void copy_lines(SearchLine *to, const SearchLine *from, size_t count) { memcpy(to, from, count * sizeof *to); }

bool team_begin(Team *t, const Worker *w)
{
    if (w->root_count > t->capacity) {
        SearchLine *root = memory_resize(t->root, w->root_count * sizeof *root);
        t->root = root ? root : t->root;
        SearchLine *done = memory_resize(t->done, w->root_count * sizeof *done);
        t->done = done ? done : t->done;
        if (!root || !done)
            return false;
        t->capacity = w->root_count;
    }
    t->task = w->task;
    copy_lines(t->root, w->root, w->root_count);
    copy_lines(t->done, w->root, w->root_count);
    atomic_store(&w->shared->task, t->task.number);
    return true;
}

static void follow(Worker *w, const Team *t)
{
    w->task = t->task;
    copy_lines(w->root, t->root, w->root_count);
    copy_lines(w->done, t->done, w->root_count);
}

void team_tell(Worker *w, unsigned number)
{
    Team *t = &w->shared->team;
    lock(t);
    if (t->task.number == number) {
        t->task = w->task;
        copy_lines(t->root, w->root, w->root_count);
        copy_lines(t->done, w->done, w->root_count);
        atomic_store(&w->shared->task, t->task.number);
    } else {
        follow(w, t);
    }
    unlock(t);
}

bool team_follow(Worker *w)
{
    Team *t = &w->shared->team;
    lock(t);
    bool news = t->task.number != w->task.number;
    if (news)
        follow(w, t);
    unlock(t);
    return news;
}
