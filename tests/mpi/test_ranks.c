/* Games solved by the ranks of an MPI run, for test_ranks.py.
 *
 *   test_ranks [--whole] GAME CREW [CHECKPOINT [LAYER [kill]]]
 *   test_ranks --table FOLDER GAME CREW
 *
 * Prints a digest of the values, counts and distance of GAME on its small board, or with --whole on its real one.
 * With LAYER it saves and stops there; with `kill` rank 1 kills itself there instead. With --table it solves the small
 * board into a table in FOLDER, as `colonnade solve` does, and prints how many ranks have done it. CREW is threads
 * (no MPI), mpi or mpi-kernels. */
#include "games/registry.h"
#include "solve/ranks.h"
#include "solve/tablebase_solve.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What Open MPI calls over and over while a rank waits. Here more ranks than processors wait beside other tests, so they sleep a little
 * instead. */
__attribute__((visibility("default"))) int sched_yield(void);
int sched_yield(void) { return nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

typedef struct Stop {
    int layer; /* 0: never */
    bool kill;
} Stop;

static bool watch(void *context, const RetroLayer *l)
{
    const Stop *s = context;
    if (s->kill && l->layer == s->layer && ranks_here() == 1)
        kill(getpid(), SIGKILL);
    return s->kill || l->layer != s->layer;
}

/* FNV-1a. */
static uint64_t digest(uint64_t sum, const uint16_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        sum = (sum ^ values[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static int report(const RetroResult *r)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    uint16_t values[INDEX_BATCH];
    for (uint64_t at = 0; at < r->size; at += INDEX_BATCH) {
        const uint32_t n = r->size - at < INDEX_BATCH ? (uint32_t)(r->size - at) : INDEX_BATCH;
        if (!retro_read(r, at, n, values))
            return 3;
        sum = ranks_here() == 0 ? digest(sum, values, n) : 0;
    }
    if (ranks_here() == 0)
        printf("%016jx %ju %ju %ju %d\n", (uintmax_t)sum, (uintmax_t)r->positions, (uintmax_t)r->wins,
               (uintmax_t)r->losses, r->layers);
    return 0;
}

static RetroCrewName crew_named(const char *name)
{
    return strcmp(name, "mpi") == 0           ? RETRO_RANKS
           : strcmp(name, "mpi-kernels") == 0 ? RETRO_RANKS_KERNELS
                                              : RETRO_THREADS;
}

static void complain(const Message *error)
{
    char text[256];
    message_english(error, text, sizeof text);
    fprintf(stderr, "%d: %s\n", ranks_here(), text);
}

static int solve_table(const char *folder, const char *name, RetroCrewName crew)
{
    const Game *g = registry_find(name);
    if (!g || !g->index)
        return 2;
    Game small = *g;
    small.index = g->index->small;
    const TablebaseJob job = {.game = &small, .folder = folder, .crew = crew, .threads = 2, .checkpoint_seconds = 1e9};
    TablebaseSolved solved;
    Message error = {0};
    if (tablebase_solve(&job, &solved, &error) != TABLEBASE_DONE) {
        complain(&error);
        return 3;
    }
    if (solved.here)
        printf("%d\n", solved.ranks);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--table") == 0)
        return solve_table(argv[2], argv[3], crew_named(argv[4]));
    const bool whole = argc > 1 && strcmp(argv[1], "--whole") == 0;
    argc -= whole;
    argv += whole;
    const Game *g = argc > 2 ? registry_find(argv[1]) : NULL;
    const SolveIndex *index = !g || !g->index ? NULL : whole ? g->index : g->index->small;
    if (!index)
        return 2;
    const RetroCrewName crew = crew_named(argv[2]);
    Stop stop = {argc > 4 ? atoi(argv[4]) : 0, argc > 5};
    Message error = {0};
    if (crew != RETRO_THREADS && !ranks_begin(&error))
        return 3;
    void *state = index->create(&error);
    const RetroJob job = {.index = index,
                          .state = state,
                          .name = whole ? g->id : "small",
                          .crew = crew,
                          .threads = ranks_here() % 2 + 1,
                          .checkpoint = argc > 3 ? argv[3] : NULL,
                          .checkpoint_seconds = stop.kill ? 0 : 1e9,
                          .progress = watch,
                          .context = &stop};
    RetroResult r;
    const RetroStatus status = retro_solve(&job, &r, &error);
    int out = status == RETRO_DONE ? report(&r) : status == RETRO_STOPPED ? 0 : 3;
    if (status == RETRO_FAILED)
        complain(&error);
    if (status == RETRO_DONE)
        retro_free(&r);
    index->destroy(state);
    if (crew != RETRO_THREADS)
        ranks_end();
    return out;
}
