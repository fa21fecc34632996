/* A rank's work on a device: see retro_ranks.h and retro_board.h. */
#include "solve/retro_ranks.h"

#ifdef COLONNADE_MPI

#include "core/memory.h"
#include "solve/retro_board.h"

enum { POSITIONS = 1 << 16 };   /* looked back from at once; fewer if they have many predecessors */

typedef struct RankDevice {
    RetroBoard board;
    uint32_t *out;              /* what the device produced for one rank */
    /* --- the walk under way --- */
    KernelJob job;
    uint64_t listed, at;        /* of the list: how many entries, and the next one */
    uint64_t span;              /* numbers that the list was made from … */
    uint64_t most;              /* … and positions looked back from at once */
    uint64_t decided[2];        /* by the last walk and the one before: wins, losses */
    uint16_t wanted;
    uint64_t lost;
} RankDevice;

static RankDevice *own(const RetroRanks *r) { return r->own; }

static uint64_t memory(const RetroRanks *r)
{
    const bool plain = r->base.job->crew == RETRO_RANKS_KERNELS;
    return (plain ? r->chunks * INDEX_BATCH * 6 : 0) + (UINT64_C(256) << 20);
}

static void close_device(RetroRanks *r)
{
    RankDevice *d = own(r);
    if (!d)
        return;
    if (d->board.device)
        retro_board_close(&d->board);
    memory_free(d->out);
    memory_free(d);
    r->own = NULL;
}

static bool open_device(RetroRanks *r, Message *error)
{
    const RetroJob *job = r->base.job;
    RankDevice *d = r->own = memory_resize(NULL, sizeof *d);
    if (!d)
        return message_memory(error);
    *d = (RankDevice){.most = POSITIONS};
    bool good = retro_board_open(&d->board, job, job->crew == RETRO_RANKS_KERNELS, r->rank, r->ranks, error);
    /* A single rank has nobody to send to, but sends all the same. */
    d->out = good ? memory_resize(NULL, d->board.room * sizeof *d->out) : NULL;
    if (good && d->out)
        return true;
    close_device(r);
    return good ? message_memory(error) : false;
}

static bool begin(RetroRanks *r, uint64_t sum[4], Message *error)
{
    RetroBoard *b = &own(r)->board;
    uint64_t found[KERNEL_SUMS];
    device_zero(b->device, b->next, b->chunks);
    const KernelJob job = retro_board_job(b);
    if (!retro_board_run(b, KERNEL_FIRST, &job, found, error))
        return false;
    for (int i = 0; i < 4; i++)
        sum[i] = found[i];
    retro_board_swap(b);
    return true;
}

static void clear(RetroRanks *r)
{
    RankDevice *d = own(r);
    device_zero(d->board.device, d->board.next, d->board.chunks);
    d->job = retro_board_job(&d->board);
    d->lost = 0;
}

/* Lists the positions of the next slice; false: the device has failed. */
static bool list_slice(RankDevice *d)
{
    RetroBoard *b = &d->board;
    Message error = {0};
    const uint64_t left = b->numbers - d->job.first;
    retro_board_collect(b, d->job.first, left < d->span ? left : d->span, d->wanted);
    device_from(b->device, &d->listed, b->listed, sizeof d->listed);
    d->at = 0;
    return !device_failed(b->device, &error);
}

static bool start(RetroRanks *r, uint16_t wanted, uint16_t set, bool losses)
{
    RankDevice *d = own(r);
    d->wanted = wanted;
    d->job.set = set;
    d->job.losses = losses;
    d->job.first = 0;
    d->span = d->board.slice;
    return d->board.numbers == 0 || list_slice(d);
}

/* Runs the next part of the list; false: there was no room for all the results. */
static bool run_part(RankDevice *d, uint64_t count, uint64_t *used)
{
    RetroBoard *b = &d->board;
    device_zero(b->device, b->outbox_used, b->ranks * sizeof *b->outbox_used);
    d->job.list_first = d->at;
    d->job.list_count = count;
    device_run(b->device, KERNEL_WINS, &d->job, count);
    device_from(b->device, used, b->outbox_used, b->ranks * sizeof *used);
    for (uint32_t to = 0; to < b->ranks; to++)
        if (used[to] > b->room)
            return false;
    return true;
}

static bool produce(RetroRanks *r, RanksBox *box, bool *good)
{
    RankDevice *d = own(r);
    RetroBoard *b = &d->board;
    uint64_t used[KERNEL_RANKS] = {0}, count = d->most;
    while (d->at == d->listed && d->job.first + d->span < b->numbers) {
        d->job.first += d->span;
        if (!list_slice(d))
            return *good = false;
    }
    if (d->at < d->listed) {
        while (!run_part(d, count, used))
            count /= 2;
        for (uint32_t to = 0; to < r->ranks; to++) {
            device_from(b->device, d->out, b->outbox + to * b->room, used[to] * sizeof *d->out);
            *good &= ranks_box_add(&box[to], d->out, used[to]);
        }
        d->at += count < d->listed - d->at ? count : d->listed - d->at;
    }
    Message error = {0};
    *good &= !device_failed(b->device, &error);
    return *good && (d->at < d->listed || d->job.first + d->span < b->numbers);
}

/* What was in the outbox has been fetched, so it serves as an inbox. */
static bool apply(RetroRanks *r, const uint32_t *number, size_t count)
{
    RankDevice *d = own(r);
    RetroBoard *b = &d->board;
    Message error = {0};
    const uint64_t room = b->ranks * b->room;
    for (size_t at = 0; at < count; at += room) {
        KernelJob job = d->job;
        job.list_count = count - at < room ? count - at : room;
        device_to(b->device, b->outbox, number + at, job.list_count * sizeof *number);
        device_run(b->device, KERNEL_APPLY, &job, job.list_count);
    }
    return !device_failed(b->device, &error);
}

static bool sums(RetroRanks *r, uint16_t win, uint64_t sum[2], Message *error)
{
    RankDevice *d = own(r);
    RetroBoard *b = &d->board;
    uint64_t found[KERNEL_SUMS];
    KernelJob count = d->job;
    count.first = 0;
    count.count = b->numbers;
    count.flag = b->next;
    count.wanted = win;
    device_run(b->device, KERNEL_COUNT, &count, b->numbers / 32 + 1);
    if (!retro_board_sums(b, found, error))
        return false;
    sum[0] = found[0];
    sum[1] = found[1];
    retro_board_swap(b);
    return true;
}

static bool tally(RetroRanks *r, int layer, uint64_t sum[4], Message *error)
{
    RetroBoard *b = &own(r)->board;
    KernelJob job = retro_board_job(b);
    uint64_t found[KERNEL_SUMS];
    job.wanted = (uint16_t)layer;
    if (!retro_board_run(b, KERNEL_TALLY, &job, found, error))
        return false;
    for (int i = 0; i < 4; i++)
        sum[i] = found[i];
    return true;
}

static bool get(RetroRanks *r, uint64_t first, uint32_t count, uint16_t *out)
{
    return retro_board_get(&own(r)->board, first, count, out);
}

static bool put(RetroRanks *r, uint64_t first, uint32_t count, const uint16_t *values)
{
    return retro_board_put(&own(r)->board, first, count, values);
}

static bool finish(RetroRanks *r, Message *error)
{
    RetroBoard *b = &own(r)->board;
    const KernelJob job = retro_board_job(b);
    uint64_t found[KERNEL_SUMS];
    return retro_board_run(b, KERNEL_FORGET, &job, found, error);
}

static uint64_t edges(const RetroRanks *r) { return own(r)->board.edges; }
static bool failed(RetroRanks *r, Message *error) { return device_failed(own(r)->board.device, error); }

const RetroRanksWork retro_ranks_device = {
    .memory = memory,
    .open = open_device,
    .close = close_device,
    .begin = begin,
    .clear = clear,
    .start = start,
    .produce = produce,
    .apply = apply,
    .sums = sums,
    .tally = tally,
    .get = get,
    .put = put,
    .finish = finish,
    .edges = edges,
    .failed = failed,
};

#endif
