/* How the workers of a run keep together: all work on the same task, one depth with one window.
 * The first to finish it gives its root moves to the others, who drop what they are doing.
 * Internal to src/search. */
#ifndef COLONNADE_SEARCH_TEAM_H
#define COLONNADE_SEARCH_TEAM_H

#include "search/search.h"

#ifndef COLONNADE_NO_THREADS
#include <pthread.h>
#endif

typedef struct Worker Worker;

/* What all workers share of one iteration. */
typedef struct TeamTask {
    unsigned number;        /* of the task within the run */
    int depth;
    bool full;              /* every move is looked at as deep as the first */
    int guess, width, low, high; /* the window: `width` on each side of the value from the iteration before */
    int depth_done;         /* last depth that was completed … */
    bool over;              /* … and nothing is left to do */
} TeamTask;

typedef struct Team {
#ifndef COLONNADE_NO_THREADS
    pthread_mutex_t lock;   /* for what follows */
#endif
    TeamTask task;              /* under way */
    SearchLine *root, *done; /* as the task begins */
    size_t capacity;
} Team;

bool team_create(Team *t);
void team_destroy(Team *t);

/* Before a run, with the root moves of its first worker. False: out of memory. */
bool team_begin(Team *t, const Worker *w);

/* The worker has finished task `number`, and its own task is now the next one, which becomes
 * everybody's. If another worker was faster, this one takes over that worker's task. */
void team_tell(Worker *w, unsigned number);

/* Takes over what the others have reached. False: there is nothing new. */
bool team_follow(Worker *w);

#endif
