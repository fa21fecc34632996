/* Work on all chunks of an index by several threads: what the analysis and the audit share.
 *
 * A chunk is INDEX_BATCH numbers. Each thread has a worker of the index and takes the
 * next chunk until none is left. */
#ifndef COLONNADE_SOLVE_CREW_H
#define COLONNADE_SOLVE_CREW_H

#include "core/cancel.h"
#include "core/index.h"

typedef struct Crew Crew;

/* One thread's share of the work. */
typedef struct Hand {
    Crew *crew;
    int id;                     /* from 0 */
    void *worker;               /* of the index */
    void *job;                  /* what crew_run was given */
    uint64_t first;             /* the chunk's first number … */
    uint32_t length;            /* … and how many there are */
    uint32_t count;             /* of list */
    uint64_t list[INDEX_BATCH];
    uint8_t done[INDEX_BATCH];  /* by slot of the list */
    uint64_t tally[4];          /* sums that crew_run adds up over the threads */
    uint64_t edges;
} Hand;

typedef void CrewTask(Hand *hand);

/* NULL: out of memory. Does without those of the `threads` that cannot be started. */
Crew *crew_create(const SolveIndex *index, const void *state, int threads);
void crew_destroy(Crew *c);
const SolveIndex *crew_index(const Crew *c);
uint64_t crew_chunks(const Crew *c);
size_t crew_bytes(int threads);     /* memory of the hands; the index's workers come on top */

/* Runs `task` for every chunk whose flag is set, or for all when `flag` is NULL. Hands'
 * tallies are zeroed before and added up in `tally` (4 sums, or NULL) afterwards. `stop`, when a task or
 * anybody else asks, ends it before the next chunk. False: that left chunks undone. */
bool crew_run(Crew *c, CrewTask *task, void *job, const uint8_t *flag, uint64_t *tally, const Cancel *stop);
/* The same for the chunks from `begin` up to but not including `end`. */
void crew_run_span(Crew *c, CrewTask *task, void *job, uint64_t begin, uint64_t end);
/* The same for flagged chunks of a span. */
void crew_run_flagged(Crew *c, CrewTask *task, void *job, const uint8_t *flag, uint64_t begin, uint64_t end);
/* Runs `task` with `first` from 0 to pieces - 1 and no length: work that is not about chunks. */
void crew_run_pieces(Crew *c, CrewTask *task, void *job, uint64_t pieces);
int crew_hands(const Crew *c);
/* The sums of the last run. */
void crew_tally(const Crew *c, uint64_t tally[4]);
uint64_t crew_edges(const Crew *c); /* that tasks have counted so far */

#endif
