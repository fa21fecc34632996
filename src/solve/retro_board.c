/* Values in a device: see retro_board.h. */
#include "solve/retro_board.h"

#include "core/memory.h"

#include <string.h>

enum { SLICE = 1 << 27, ROOM = 1 << 22, SHARES = 100 };

static bool open_image(RetroBoard *b)
{
    const KernelSet *k = device_kernels(b->device);
    const size_t bytes = k->image_bytes(b->job->state);
    b->image = device_alloc(b->device, bytes);
    void *image = memory_resize(NULL, bytes);
    if (b->image && image) {
        memset(image, 0, bytes);
        k->image_fill(b->job->state, image, (uint64_t)(uintptr_t)b->image);
        device_to(b->device, b->image, image, bytes);
    }
    bool good = b->image && image;
    memory_free(image);
    return good;
}

static uint64_t local_chunks(uint64_t size, uint32_t rank, uint32_t ranks)
{
    const uint64_t chunks = (size + INDEX_BATCH - 1) / INDEX_BATCH;
    return (chunks + ranks - 1 - rank) / ranks;
}

bool retro_board_open(RetroBoard *b, const RetroJob *job, bool plain, uint32_t rank, uint32_t ranks, Message *error)
{
    const uint64_t size = job->index->size(job->state), last = (size - 1) / INDEX_BATCH;
    *b = (RetroBoard){.job = job, .rank = rank, .ranks = ranks, .chunks = local_chunks(size, rank, ranks)};
    if (!job->index->counted)
        return message_set(error, 0, T("only threads can solve this game"), 0);
    b->numbers = b->chunks * INDEX_BATCH;
    if (last % ranks == rank)
        b->numbers -= (last + 1) * INDEX_BATCH - size;
    b->slice = b->numbers < SLICE ? b->chunks * INDEX_BATCH : SLICE;
    b->room = ranks > 1 || job->crew >= RETRO_RANKS ? ROOM : 0;
    if (b->numbers >= UINT32_MAX && ranks > 1)
        return message_set(error, 0, T("a rank's share is too large: start more of them"), 0);
    const uint64_t bytes = b->chunks * (INDEX_BATCH * sizeof *b->value + 2) + (b->slice + 16) * sizeof *b->list +
                           ranks * b->room * sizeof *b->outbox + (UINT64_C(64) << 20);
    b->device = plain ? device_open_plain(job->index, error) : device_open_cuda(job->index, (int)rank, bytes, error);
    if (!b->device)
        return false;
    bool good = open_image(b);
    b->value = device_alloc(b->device, (b->chunks + 1) * INDEX_BATCH * sizeof *b->value);
    b->fresh = device_alloc(b->device, b->chunks + 1);
    b->next = device_alloc(b->device, b->chunks + 1);
    b->list = device_alloc(b->device, (b->slice + 16) * sizeof *b->list);
    b->listed = device_alloc(b->device, sizeof *b->listed);
    b->sum = device_alloc(b->device, KERNEL_SUMS * sizeof *b->sum);
    if (b->room) {
        b->outbox = device_alloc(b->device, ranks * b->room * sizeof *b->outbox);
        b->outbox_used = device_alloc(b->device, ranks * sizeof *b->outbox_used);
    }
    device_fill(b->device, b->fresh, 1, b->chunks);
    if (!device_failed(b->device, error) && good) /* a device says more than what is missing */
        return true;
    if (!error->id)
        message_memory(error);
    retro_board_close(b);
    return false;
}

void retro_board_close(RetroBoard *b)
{
    device_close(b->device);
    b->device = NULL;
}

KernelJob retro_board_job(RetroBoard *b)
{
    device_zero(b->device, b->sum, KERNEL_SUMS * sizeof *b->sum);
    return (KernelJob){.index = b->image,
                       .size = b->job->index->size(b->job->state),
                       .rank = b->rank,
                       .ranks = b->ranks,
                       .count = b->numbers,
                       .value = b->value,
                       .raise = b->next,
                       .list = b->list,
                       .listed = b->listed,
                       .list_count = UINT64_MAX / 2,
                       .sum = b->sum,
                       .outbox = b->outbox,
                       .outbox_used = b->outbox_used,
                       .room = b->room};
}

bool retro_board_sums(RetroBoard *b, uint64_t sum[KERNEL_SUMS], Message *error)
{
    device_from(b->device, sum, b->sum, KERNEL_SUMS * sizeof *sum);
    if (device_failed(b->device, error))
        return false;
    b->edges += sum[KERNEL_SUM_EDGES];
    return true;
}

bool retro_board_run(RetroBoard *b, KernelName kernel, const KernelJob *job, uint64_t sum[KERNEL_SUMS], Message *error)
{
    device_run(b->device, kernel, job, b->numbers);
    return retro_board_sums(b, sum, error);
}

uint64_t retro_board_span(const RetroBoard *b, uint64_t have)
{
    const uint64_t most = UINT64_C(1) << 31; /* that a list can address */
    if (have > b->slice)
        return b->slice;
    return b->numbers <= UINT32_MAX ? b->numbers : most;
}

void retro_board_collect(RetroBoard *b, uint64_t first, uint64_t count, uint16_t wanted)
{
    KernelJob job = {.first = first,
                     .count = count,
                     .value = b->value,
                     .flag = b->fresh,
                     .list = b->list,
                     .listed = b->listed,
                     .wanted = wanted};
    device_zero(b->device, b->listed, sizeof *b->listed);
    device_run(b->device, KERNEL_COLLECT, &job, count / 32 + 1);
}

void retro_board_swap(RetroBoard *b)
{
    uint8_t *swap = b->fresh;
    b->fresh = b->next;
    b->next = swap;
}

bool retro_board_audit(RetroBoard *b, RetroShare *progress, void *context, uint64_t sum[KERNEL_SUMS], Message *error)
{
    const uint64_t most = UINT64_MAX, span = (b->numbers / SHARES / INDEX_BATCH + 1) * INDEX_BATCH;
    KernelJob job = retro_board_job(b);
    device_to(b->device, b->sum + KERNEL_SUM_FIRST_WRONG, &most, sizeof most);
    for (job.first = 0; job.first < b->numbers; job.first += span) {
        job.count = b->numbers - job.first < span ? b->numbers - job.first : span;
        if (!retro_board_run(b, KERNEL_AUDIT, &job, sum, error))
            return false;
        const double share = (double)(job.first + job.count) / (double)b->numbers;
        if (progress && !progress(context, share))
            return message_set(error, 0, T("the audit was stopped"), 0);
    }
    return true;
}

bool retro_board_get(RetroBoard *b, uint64_t local, uint64_t count, uint16_t *out)
{
    Message error = {0};
    device_from(b->device, out, b->value + local, count * sizeof *out);
    return !device_failed(b->device, &error);
}

bool retro_board_put(RetroBoard *b, uint64_t local, uint64_t count, const uint16_t *values)
{
    Message error = {0};
    device_to(b->device, b->value + local, values, count * sizeof *values);
    return !device_failed(b->device, &error);
}
