/* What happens to an edge in a kernel: see core/kernel_bodies.h. A sink's mode is a constant
 * where everything is inlined, so that each kernel has only its own case left. */
#ifndef COLONNADE_CORE_KERNEL_SINK_H
#define COLONNADE_CORE_KERNEL_SINK_H

#include "core/kernels.h"

/* As in solve/retro: not decided, and so many moves not known to lose. */
enum { KERNEL_COUNTING = 1 << 15 };

typedef enum KernelSinkMode {
    KERNEL_SINK_COUNT,  /* counts moves: numbers are not looked at */
    KERNEL_SINK_WIN,    /* the position that an edge leads to wins */
    KERNEL_SINK_LOSE,   /* the position that an edge leads to has one move fewer */
    KERNEL_SINK_SEND,   /* puts numbers into the outboxes of their ranks */
    KERNEL_SINK_DERIVE, /* looks up values and derives one */
    KERNEL_SINK_LIST    /* writes edges down, for tests */
} KernelSinkMode;

typedef struct KernelSink {
    const KernelJob *job;
    int mode;
    uint64_t edges, decided;
    uint32_t moves;           /* COUNT: that do not end the game */
    bool won;                 /* COUNT: one wins at once */
    uint32_t win, loss;       /* DERIVE: plies of the shortest win and of the longest loss so far; 0: none */
    bool escape;              /* DERIVE: a move leads to a draw */
    KernelEdge *out;          /* LIST */
    size_t most, found;
} KernelSink;

KERNEL_INLINE KernelSink kernel_sink(const KernelJob *job, int mode)
{
    KernelSink s;
    s.job = job;
    s.mode = mode;
    s.edges = s.decided = 0;
    s.moves = s.win = s.loss = 0;
    s.won = s.escape = false;
    s.out = NULL;
    s.most = s.found = 0;
    return s;
}

/* --- what threads share --- */

#ifdef __CUDACC__
static __device__ __forceinline__ void kernel_add(uint64_t *to, uint64_t n)
{
    for (int step = 16; step; step >>= 1)
        n += __shfl_down_sync(0xffffffffu, (unsigned long long)n, step);
    if (threadIdx.x % 32 == 0 && n)
        atomicAdd((unsigned long long *)to, (unsigned long long)n);
}

static __device__ __forceinline__ void kernel_least(uint64_t *to, uint64_t n)
{
    atomicMin((unsigned long long *)to, (unsigned long long)n);
}

/* Room for n each; the warp asks together. */
static __device__ __forceinline__ uint64_t kernel_reserve(uint64_t *used, int n)
{
    const int lane = threadIdx.x % 32;
    int upto = n;
    for (int step = 1; step < 32; step <<= 1) {
        const int other = __shfl_up_sync(0xffffffffu, upto, step);
        upto += lane >= step ? other : 0;
    }
    const int all = __shfl_sync(0xffffffffu, upto, 31);
    unsigned long long first = 0;
    if (lane == 31 && all)
        first = atomicAdd((unsigned long long *)used, (unsigned long long)all);
    first = __shfl_sync(0xffffffffu, first, 31);
    return first + (unsigned long long)(upto - n);
}

/* Room for one, for any thread that asks. */
static __device__ __forceinline__ uint64_t kernel_take(uint64_t *used)
{
    return atomicAdd((unsigned long long *)used, 1ull);
}

/* Takes n from a value and returns what is left. The halves of a word are changed together: a
 * count never falls below 0, so nothing is borrowed. */
static __device__ __forceinline__ uint16_t kernel_less(uint16_t *value, uint32_t n)
{
    const uintptr_t at = (uintptr_t)value;
    const int shift = at & 2 ? 16 : 0;
    const unsigned old = atomicSub((unsigned *)(at & ~(uintptr_t)2), n << shift);
    return (uint16_t)((old >> shift) - n);
}

static __device__ __forceinline__ uint16_t kernel_get(const uint16_t *value)
{
    return *(const volatile uint16_t *)value;
}
static __device__ __forceinline__ void kernel_set(uint16_t *value, uint16_t to) { *(volatile uint16_t *)value = to; }
#else
static inline void kernel_add(uint64_t *to, uint64_t n) { *to += n; }
static inline void kernel_least(uint64_t *to, uint64_t n) { *to = n < *to ? n : *to; }
static inline uint64_t kernel_reserve(uint64_t *used, int n) { return (*used += (uint64_t)n) - (uint64_t)n; }
static inline uint64_t kernel_take(uint64_t *used) { return (*used)++; }
static inline uint16_t kernel_less(uint16_t *value, uint32_t n) { return *value = (uint16_t)(*value - n); }
static inline uint16_t kernel_get(const uint16_t *value) { return *value; }
static inline void kernel_set(uint16_t *value, uint16_t to) { *value = to; }
#endif

/* Those of the first `count` values that are the wanted one, a bit each. `value` begins a group of
 * 32, so eight of them can be read at once. */
KERNEL_INLINE uint32_t kernel_matches(const uint16_t *value, int count, uint16_t wanted)
{
    uint32_t found = 0;
#ifdef __CUDA_ARCH__
    if (count == 32) {
        const uint4 *at = (const uint4 *)value;
        for (int i = 0; i < 4; i++) {
            const uint4 eight = at[i];
            const uint32_t word[4] = {eight.x, eight.y, eight.z, eight.w};
            for (int j = 0; j < 4; j++) {
                const uint32_t same = __vcmpeq2(word[j], wanted * 0x10001u);
                found |= ((same & 1) | (same >> 16 & 1) << 1) << (8 * i + 2 * j);
            }
        }
        return found;
    }
#endif
    for (int i = 0; i < count; i++)
        found |= (uint32_t)(value[i] == wanted) << i;
    return found;
}

KERNEL_DEVICE void kernel_raise(const KernelJob *job, uint64_t local)
{
    uint8_t *flag = &job->raise[local / INDEX_BATCH];
    if (!*flag)
        *flag = 1;
}

/* An edge arrives at a local number, `times` times. */
KERNEL_DEVICE void kernel_strike(KernelSink *s, uint64_t local, uint32_t times)
{
    const KernelJob *job = s->job;
    uint16_t *v = &job->value[local];
    if (kernel_get(v) < KERNEL_COUNTING)
        return;
    if (s->mode == KERNEL_SINK_LOSE) {
        if (kernel_less(v, times) != KERNEL_COUNTING)
            return;
        s->decided++;
    }
    kernel_set(v, job->set);
    kernel_raise(job, local);
}

KERNEL_DEVICE void kernel_send(const KernelJob *job, uint64_t number, uint32_t times)
{
    const uint64_t chunk = number / INDEX_BATCH;
    const uint64_t rank = chunk % job->ranks, local = chunk / job->ranks * INDEX_BATCH + number % INDEX_BATCH;
    for (; times > 0; times--) {
        const uint64_t at = kernel_take(&job->outbox_used[rank]);
        if (at < job->room)
            job->outbox[rank * job->room + at] = (uint32_t)local;
    }
}

/* Takes in what a move says that leads to this number or ends the game. */
KERNEL_DEVICE void kernel_learn(KernelSink *s, uint64_t number)
{
    const uint16_t v = INDEX_ENDS(number) ? 0 : s->job->value[number];
    const uint32_t plies = INDEX_ENDS(number) ? 1 : (uint32_t)(v >> 1) + 1;
    if (number == INDEX_ENDS_WON || (v >= 2 && !(v & 1)))
        s->win = s->win && s->win < plies ? s->win : plies;
    else if (number == INDEX_ENDS_LOST || v >= 2)
        s->loss = s->loss > plies ? s->loss : plies;
    else
        s->escape = true;
}

KERNEL_DEVICE void kernel_write(KernelSink *s, uint64_t number, uint32_t times)
{
    if (s->found < s->most) {
        s->out[s->found].number = number;
        s->out[s->found].times = times;
    }
    s->found++;
}

/* A move to or from a position, as often as solve's index would name it. In COUNT mode `number`
 * is not looked at: a game need not work it out. */
KERNEL_DEVICE void kernel_edge(KernelSink *s, uint64_t number, uint32_t times)
{
    s->edges++;
    switch (s->mode) {
    case KERNEL_SINK_COUNT: s->moves += times; break;
    case KERNEL_SINK_SEND: kernel_send(s->job, number, times); break;
    case KERNEL_SINK_DERIVE: kernel_learn(s, number); break;
    case KERNEL_SINK_LIST: kernel_write(s, number, times); break;
    default: kernel_strike(s, number, times);
    }
}

/* A move that ends the game; `end` is INDEX_ENDS_…. */
KERNEL_DEVICE void kernel_end(KernelSink *s, uint64_t end)
{
    s->edges++;
    switch (s->mode) {
    case KERNEL_SINK_COUNT:
        s->won |= end == INDEX_ENDS_WON;
        s->moves += end == INDEX_ENDS_DRAWN;
        break;
    case KERNEL_SINK_DERIVE: kernel_learn(s, end); break;
    case KERNEL_SINK_LIST: kernel_write(s, end, 1); break;
    default: break;
    }
}

#endif
