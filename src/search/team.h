/* How the workers of a run keep together: all are at the same task, one depth with one
 * window, and who is through with it first gives its root moves to the others, who drop
 * what they are at. Internal to src/search. */
#ifndef COLONNADE_SEARCH_TEAM_H
#define COLONNADE_SEARCH_TEAM_H

#include "search/search.h"

#ifndef COLONNADE_NO_THREADS
#include <pthread.h>
#endif

typedef struct Worker Worker;

/* One iteration, as far as it is the same for all workers. */
typedef struct TeamTask {
    unsigned number;        /* of the tasks of the run */
    int depth;
    bool full;              /* every move is looked at as deep as the first */
    int guess, width, low, high; /* the window: `width` to each side of what the iteration before gave */
    int depth_done;         /* last depth that was completed … */
    bool over;              /* … and nothing is left to do */
} TeamTask;

typedef struct Team {
#ifndef COLONNADE_NO_THREADS
    pthread_mutex_t lock;   /* of what follows */
#endif
    TeamTask task;              /* under way */
    SearchLine *root, *done; /* as it begins */
    size_t capacity;
} Team;

bool team_create(Team *t);
void team_destroy(Team *t);

/* Before a run, with the root moves of its first worker. False: out of memory. */
bool team_begin(Team *t, const Worker *w);

/* The worker is through with task `number`, and its own task is now the one that comes next: it
 * becomes that of all. If another was faster, the worker takes over that one's. */
void team_tell(Worker *w, unsigned number);

/* Takes over what the others have come to. False: there is nothing new. */
bool team_follow(Worker *w);

#endif
