/* Retrograde analysis: see retro.h. A crew (retro_crew.h) does the work of a layer; this file decides the order of
 * layers, when to save and when to stop. */
#include "solve/retro.h"

#include "core/clock.h"
#include "core/memory.h"
#include "solve/retro_crew.h"
#include "solve/room.h"

#include <string.h>

typedef struct RetroRun {
    const RetroJob *job;
    RetroCrew *crew;
    int layer;
    RetroSums all, last;        /* decided so far, and in the last layer */
    uint64_t positions;
    double begun, saved;
} RetroRun;

static const RetroCrewKind *kind_of(const RetroJob *job)
{
    switch (job->crew) {
    case RETRO_GPU:
    case RETRO_KERNELS: return &retro_device;
    case RETRO_RANKS:
    case RETRO_RANKS_GPU:
    case RETRO_RANKS_KERNELS: return &retro_ranks;
    default: return &retro_threads;
    }
}

uint64_t retro_memory(const RetroJob *job) { return retro_threads_memory(job); }

/* The values of layer 1, or those of a checkpoint. */
static bool begin(RetroRun *r, Message *error)
{
    const RetroJob *job = r->job;
    const RetroCrewKind *kind = r->crew->kind;
    int found = job->checkpoint ? kind->load(r->crew, &r->layer, &r->all, &r->last, &r->positions, error) : 0;
    if (found < 0)
        return false;
    if (found == 0) {
        r->layer = 1;
        if (!kind->begin(r->crew, &r->last, &r->positions, error))
            return false;
        r->all = r->last;
    }
    return r->positions == job->index->positions(job->state) ||
           message_set(error, 0, T("the index does not have as many positions as there are: this is a bug"), 0);
}

static bool agree(const RetroRun *r, bool mine)
{
    const RetroCrewKind *kind = r->crew->kind;
    return kind->agree ? kind->agree(r->crew, mine) : mine;
}

/* The last layer has decided nothing. */
static bool is_over(const RetroRun *r)
{
    return (r->last.wins == 0 && r->last.losses == 0) || r->layer >= RETRO_MAX_DISTANCE;
}

static bool report(const RetroRun *r)
{
    RetroLayer layer = {.layer = r->layer,
                        .wins = r->last.wins,
                        .losses = r->last.losses,
                        .decided = r->all.wins + r->all.losses,
                        .positions = r->positions,
                        .edges = r->crew->kind->edges(r->crew),
                        .seconds = clock_now() - r->begun,
                        .last = is_over(r)};
    return (!r->job->progress || r->job->progress(r->job->context, &layer)) && !cancel_asked(r->job->stop);
}

/* What has become of a run whose crew has not done its work. */
static RetroStatus undone(const RetroRun *r) { return r->crew->stopped ? RETRO_STOPPED : RETRO_FAILED; }

static RetroStatus run(RetroRun *r, Message *error)
{
    const RetroCrewKind *kind = r->crew->kind;
    if (!begin(r, error))
        return undone(r);
    r->saved = r->begun;
    for (;;) {
        bool go_on = agree(r, report(r));
        bool due = r->job->checkpoint && (!go_on || clock_now() - r->saved >= r->job->checkpoint_seconds);
        if (agree(r, due)) {
            r->saved = clock_now();
            if (!kind->save(r->crew, r->layer, error))
                return RETRO_FAILED;
        }
        if (!go_on)
            return RETRO_STOPPED;
        if (is_over(r))
            break;
        RetroSums sums;
        if (!kind->layer(r->crew, ++r->layer, r->last, &sums, error))
            return undone(r);
        r->last = sums;
        r->all.wins += sums.wins;
        r->all.losses += sums.losses;
    }
    if (r->last.wins == 0 && r->last.losses == 0)
        r->layer--;     /* it decided nothing */
    return RETRO_DONE;
}

RetroStatus retro_solve(const RetroJob *job, RetroResult *out, Message *error)
{
    RetroRun r = {.job = job, .begun = clock_now()};
    RetroStatus status = RETRO_FAILED;
    *out = (RetroResult){.size = job->index->size(job->state)};
    /* A checkpoint is written beside the one before it; the table takes less room than one checkpoint. */
    if (job->checkpoint && !room_for_file(job->checkpoint, 2 * sizeof(uint16_t) * out->size, error))
        return RETRO_FAILED;
    r.crew = kind_of(job)->open(job, error);
    if (r.crew)
        status = run(&r, error);
    out->positions = r.positions;
    out->wins = r.all.wins;
    out->losses = r.all.losses;
    out->layers = r.layer;
    out->seconds = clock_now() - r.begun;
    if (status == RETRO_DONE && !r.crew->kind->finish(r.crew, out, error))
        status = RETRO_FAILED;
    if (status == RETRO_DONE && !out->value)
        out->crew = r.crew;
    else if (r.crew)
        r.crew->kind->close(r.crew);
    return status;
}

bool retro_read(const RetroResult *r, uint64_t first, uint32_t count, uint16_t *out)
{
    if (!r->value)
        return r->read(r->crew, first, count, out);
    memcpy(out, r->value + first, count * sizeof *out);
    return true;
}

bool retro_check(const RetroResult *r, RetroShare *progress, void *context, uint64_t *checked, uint64_t *wrong,
                 Message *error)
{
    if (!r->crew || !r->crew->kind->check)
        return message_set(error, 0, T("only values in a device can be checked there"), 0);
    return r->crew->kind->check(r->crew, progress, context, checked, wrong, error);
}

void retro_free(RetroResult *r)
{
    if (r->crew)
        r->crew->kind->close(r->crew);
    memory_free(r->value);
    r->crew = NULL;
    r->value = NULL;
}
