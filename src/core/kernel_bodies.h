/* The kernels themselves: see core/kernels.h. A game includes this once for each form, in a file
 * that has defined
 *   KERNEL_NAME(what)  what_pylos_cuda and the like: names that are unique in the program
 *   KERNEL_INDEX       the type of the image
 *   KERNEL_AT          the type of a position taken apart
 *   kernel_split       bool (const KERNEL_INDEX *, uint64_t number, KERNEL_AT *): false: a hole
 *   kernel_forward     void (const KERNEL_INDEX *, const KERNEL_AT *, KernelSink *): every move
 *   kernel_backward    the same for every move that leads here
 * which hand each edge to kernel_edge or kernel_end. KernelSink is in core/kernel_sink.h, which
 * comes before them.
 *
 * Threads write values while others read them: within one kernel all writers of a number write
 * the same value, or take turns by an atomic subtraction. In plain C there is one thread. */
#ifndef COLONNADE_CORE_KERNEL_BODIES_H
#define COLONNADE_CORE_KERNEL_BODIES_H

#include "core/kernel_sink.h"

#ifdef KERNEL_NAME /* by itself there is nothing to instantiate */

#ifdef __CUDACC__
#define KERNEL(what) extern "C" __global__ void __launch_bounds__(256) KERNEL_NAME(what)(KernelJob job)
#define KERNEL_BEGIN ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL_STEP  ((uint64_t)gridDim.x * blockDim.x)
#else
#define KERNEL(what) static void KERNEL_NAME(what)(KernelJob job)
#define KERNEL_BEGIN UINT64_C(0)
#define KERNEL_STEP  UINT64_C(1)
#endif

enum { KERNEL_GROUP = 32 }; /* numbers that a thread scans at once: 64 bytes of values */

/* The number of the index that a local one stands for. */
KERNEL_INLINE uint64_t kernel_global(const KernelJob *job, uint64_t local)
{
    return job->ranks == 1 ? local : (local / INDEX_BATCH * job->ranks + job->rank) * INDEX_BATCH + local % INDEX_BATCH;
}

KERNEL_INLINE bool kernel_wanted_chunk(const KernelJob *job, uint64_t local)
{
    return !job->flag || job->flag[local / INDEX_BATCH];
}

KERNEL(kernel_first)
{
    const KERNEL_INDEX *x = (const KERNEL_INDEX *)job.index;
    uint64_t wins = 0, losses = 0, positions = 0, faults = 0, edges = 0;
    for (uint64_t at = job.first + KERNEL_BEGIN; at < job.first + job.count; at += KERNEL_STEP) {
        KERNEL_AT p;
        uint16_t value = 0;
        if (kernel_split(x, kernel_global(&job, at), &p)) {
            KernelSink sink = kernel_sink(&job, KERNEL_SINK_COUNT);
            kernel_forward(x, &p, &sink);
            positions++;
            edges += sink.edges;
            faults += sink.moves >= KERNEL_COUNTING - 1;
            value = sink.won ? 3 : sink.moves == 0 ? 2 : (uint16_t)(KERNEL_COUNTING + sink.moves);
            wins += sink.won;
            losses += !sink.won && sink.moves == 0;
        }
        job.value[at] = value;
        if (value == 3 || value == 2)
            kernel_raise(&job, at);
    }
    kernel_add(&job.sum[0], wins);
    kernel_add(&job.sum[1], losses);
    kernel_add(&job.sum[2], positions);
    kernel_add(&job.sum[3], faults);
    kernel_add(&job.sum[KERNEL_SUM_EDGES], edges);
}

KERNEL(kernel_collect)
{
    const uint64_t groups = (job.count + KERNEL_GROUP - 1) / KERNEL_GROUP;
    /* All threads of a warp go on together: kernel_reserve needs them. */
    for (uint64_t turn = 0; turn * KERNEL_STEP < groups; turn++) {
        const uint64_t at = job.first + (turn * KERNEL_STEP + KERNEL_BEGIN) * KERNEL_GROUP;
        const uint64_t end = job.first + job.count;
        uint32_t found = 0;
        if (at < end && kernel_wanted_chunk(&job, at))
            found =
                kernel_matches(job.value + at, end - at < KERNEL_GROUP ? (int)(end - at) : KERNEL_GROUP, job.wanted);
        uint64_t to = kernel_reserve(job.listed, kernel_count(found));
        for (; found; found &= found - 1)
            job.list[to++] = (uint32_t)(at - job.first) + (uint32_t)kernel_lowest(found);
    }
}

KERNEL_DEVICE void kernel_look_back(const KernelJob *job, int mode)
{
    const KERNEL_INDEX *x = (const KERNEL_INDEX *)job->index;
    const uint64_t listed = *job->listed;
    uint64_t end = job->list_first + job->list_count;
    KernelSink sink = kernel_sink(job, mode);
    end = end < listed ? end : listed;
    for (uint64_t i = job->list_first + KERNEL_BEGIN; i < end; i += KERNEL_STEP) {
        KERNEL_AT p;
        if (kernel_split(x, kernel_global(job, job->first + job->list[i]), &p))
            kernel_backward(x, &p, &sink);
    }
    kernel_add(&job->sum[1], sink.decided);
    kernel_add(&job->sum[KERNEL_SUM_EDGES], sink.edges);
}

KERNEL(kernel_wins)
{
    if (!job.outbox)
        kernel_look_back(&job, KERNEL_SINK_WIN);
    else
        kernel_look_back(&job, KERNEL_SINK_SEND);
}

KERNEL(kernel_losses)
{
    if (!job.outbox)
        kernel_look_back(&job, KERNEL_SINK_LOSE);
    else
        kernel_look_back(&job, KERNEL_SINK_SEND);
}

/* `outbox` holds `list_count` local numbers. */
KERNEL(kernel_apply)
{
    KernelSink sink = kernel_sink(&job, job.losses ? KERNEL_SINK_LOSE : KERNEL_SINK_WIN);
    for (uint64_t i = KERNEL_BEGIN; i < job.list_count; i += KERNEL_STEP)
        kernel_strike(&sink, job.outbox[i], 1);
    kernel_add(&job.sum[1], sink.decided);
}

KERNEL(kernel_count_values)
{
    uint64_t n = 0;
    const uint64_t groups = (job.count + KERNEL_GROUP - 1) / KERNEL_GROUP, end = job.first + job.count;
    for (uint64_t group = KERNEL_BEGIN; group < groups; group += KERNEL_STEP) {
        const uint64_t at = job.first + group * KERNEL_GROUP;
        if (kernel_wanted_chunk(&job, at))
            n += (uint64_t)kernel_count(
                kernel_matches(job.value + at, end - at < KERNEL_GROUP ? (int)(end - at) : KERNEL_GROUP, job.wanted));
    }
    kernel_add(&job.sum[0], n);
}

KERNEL(kernel_tally)
{
    uint64_t sum[4] = {0, 0, 0, 0};
    for (uint64_t at = job.first + KERNEL_BEGIN; at < job.first + job.count; at += KERNEL_STEP) {
        const uint16_t v = job.value[at];
        if (v < 2 || v >= KERNEL_COUNTING)
            continue;
        sum[v & 1 ? 0 : 1]++;
        if (v >> 1 == job.wanted)
            sum[v & 1 ? 2 : 3]++;
    }
    for (int i = 0; i < 4; i++)
        kernel_add(&job.sum[i], sum[i]);
}

KERNEL(kernel_forget)
{
    for (uint64_t at = job.first + KERNEL_BEGIN; at < job.first + job.count; at += KERNEL_STEP)
        if (job.value[at] >= KERNEL_COUNTING)
            job.value[at] = 0;
}

KERNEL(kernel_audit)
{
    const KERNEL_INDEX *x = (const KERNEL_INDEX *)job.index;
    uint64_t sum[4] = {0, 0, 0, 0}, edges = 0;
    for (uint64_t at = job.first + KERNEL_BEGIN; at < job.first + job.count; at += KERNEL_STEP) {
        KERNEL_AT p;
        if (!kernel_split(x, at, &p))
            continue;
        KernelSink sink = kernel_sink(&job, KERNEL_SINK_DERIVE);
        kernel_forward(x, &p, &sink);
        const uint16_t v = job.value[at];
        const uint32_t derived = sink.win ? 2 * sink.win + 1 : sink.escape ? 0 : 2 * sink.loss;
        edges += sink.edges;
        sum[0]++;
        sum[2] += v >= 2 && (v & 1);
        sum[3] += v >= 2 && !(v & 1);
        if (derived != v) {
            sum[1]++;
            kernel_least(&job.sum[KERNEL_SUM_FIRST_WRONG], at);
        }
    }
    for (int i = 0; i < 4; i++)
        kernel_add(&job.sum[i], sum[i]);
    kernel_add(&job.sum[KERNEL_SUM_EDGES], edges);
}

#ifndef __CUDACC__
static size_t KERNEL_NAME(kernel_edges)(const void *image, uint64_t number, bool backward, KernelEdge *out, size_t most)
{
    const KERNEL_INDEX *x = (const KERNEL_INDEX *)image;
    KernelJob job = {.index = image};
    KERNEL_AT p;
    KernelSink sink = kernel_sink(&job, KERNEL_SINK_LIST);
    sink.out = out;
    sink.most = most;
    if (!kernel_split(x, number, &p))
        return SIZE_MAX;
    if (backward)
        kernel_backward(x, &p, &sink);
    else
        kernel_forward(x, &p, &sink);
    return sink.found;
}
#endif

/* The record's lists. */
#define KERNEL_RUNS                                                                                                    \
    {KERNEL_NAME(kernel_first),  KERNEL_NAME(kernel_collect),      KERNEL_NAME(kernel_wins),                           \
     KERNEL_NAME(kernel_losses), KERNEL_NAME(kernel_count_values), KERNEL_NAME(kernel_tally),                          \
     KERNEL_NAME(kernel_forget), KERNEL_NAME(kernel_audit),        KERNEL_NAME(kernel_apply)}

#endif

#endif
