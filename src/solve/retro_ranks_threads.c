/* A rank's work by threads: see retro_ranks.h. */
#include "solve/retro_ranks.h"

#ifdef COLONNADE_MPI

#include "core/memory.h"
#include "solve/crew.h"
#include "solve/room.h"

#include <string.h>

enum { BATCH = 64, PIECE = 1 << 16, AHEAD = 24 };   /* chunks produced, numbers per thread, prefetch */

typedef struct RankThreads {
    RetroRanks *ranks;
    Crew *crew;
    uint16_t *value;            /* by local number */
    uint8_t *fresh, *next;      /* by chunk of the index; set only for this rank's own */
    uint64_t chunks;            /* of the index */
    RanksBox (*box)[];          /* by thread, then rank */
    RanksBox *boxes;
    /* --- the walk under way --- */
    uint64_t at;                /* the next chunk of the index */
    uint16_t wanted, set;
    bool losses, short_of_memory;
    uint64_t lost;              /* decided in this layer */
    const uint32_t *came;
    size_t came_count;
} RankThreads;

static RankThreads *own(const RetroRanks *r) { return r->own; }

static uint64_t memory(const RetroRanks *r)
{
    return r->chunks * INDEX_BATCH * sizeof(uint16_t) + 2 * (r->size / INDEX_BATCH + 1) +
           crew_bytes(r->base.job->threads) + (UINT64_C(64) << 20);
}

static void close_threads(RetroRanks *r)
{
    RankThreads *t = own(r);
    if (!t)
        return;
    for (int i = 0; t->crew && t->boxes && i < crew_hands(t->crew) * (int)r->ranks; i++)
        memory_free(t->boxes[i].number);
    if (t->crew)
        crew_destroy(t->crew);
    memory_free(t->boxes);
    memory_free(t->value);
    memory_free(t->fresh);
    memory_free(t->next);
    memory_free(t);
    r->own = NULL;
}

static bool open_threads(RetroRanks *r, Message *error)
{
    const RetroJob *job = r->base.job;
    RankThreads *t = r->own = memory_resize(NULL, sizeof *t);
    if (!t)
        return message_memory(error);
    *t = (RankThreads){.ranks = r, .crew = crew_create(job->index, job->state, job->threads)};
    t->value = memory_resize(NULL, (r->chunks + 1) * INDEX_BATCH * sizeof *t->value);
    if (t->crew && t->value) {
        const size_t boxes = (size_t)crew_hands(t->crew) * r->ranks;
        t->chunks = crew_chunks(t->crew);
        t->fresh = memory_resize(NULL, t->chunks);
        t->next = memory_resize(NULL, t->chunks);
        t->boxes = memory_resize(NULL, boxes * sizeof *t->boxes);
        if (t->boxes)
            memset(t->boxes, 0, boxes * sizeof *t->boxes);
    }
    if (!t->fresh || !t->next || !t->boxes) {
        close_threads(r);
        return message_memory(error);
    }
    memset(t->value, 0, (r->chunks + 1) * INDEX_BATCH * sizeof *t->value);
    room_in_large_pages(t->value, r->chunks * INDEX_BATCH * sizeof *t->value);
    for (uint64_t c = 0; c < t->chunks; c++)
        t->fresh[c] = c % r->ranks == r->rank;
    memset(t->next, 0, t->chunks);
    return true;
}

/* The values of the hand's chunk. */
static uint16_t *values_of(const Hand *h)
{
    const RankThreads *t = h->job;
    return t->value + h->first / INDEX_BATCH / t->ranks->ranks * INDEX_BATCH;
}

/* --- layer 1 --- */

static void count_moves(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    uint16_t *value = values_of(h);
    for (size_t i = 0; i < count; i++) {
        uint16_t *v = &value[h->list[slot[i]] - h->first];
        if (number[i] == INDEX_ENDS_WON)
            h->done[slot[i]] = 1;
        else if (number[i] != INDEX_ENDS_LOST && *v < UINT16_MAX)
            ++*v;
    }
    h->edges += count;
}

static void first_layer(Hand *h)
{
    RankThreads *t = h->job;
    const SolveIndex *index = crew_index(h->crew);
    uint16_t *value = values_of(h);
    h->count = index->list(h->worker, h->first, h->length, h->list);
    h->tally[2] += h->count;
    memset(h->done, 0, h->count);
    for (uint32_t i = 0; i < h->count; i++)
        value[h->list[i] - h->first] = RETRO_COUNTING;
    index->successors(h->worker, h->list, h->count, NULL, count_moves, h);
    for (uint32_t i = 0; i < h->count; i++) {
        uint16_t *v = &value[h->list[i] - h->first];
        const bool won = h->done[i], lost = !won && *v == RETRO_COUNTING;
        h->tally[3] += *v == UINT16_MAX;
        if (won || lost) {
            *v = won ? retro_win_in(1) : retro_loss_in(1);
            t->next[h->first / INDEX_BATCH] = 1;
        }
        h->tally[0] += won;
        h->tally[1] += lost;
    }
}

static void swap_flags(RankThreads *t)
{
    uint8_t *swap = t->fresh;
    t->fresh = t->next;
    t->next = swap;
}

static bool begin(RetroRanks *r, uint64_t sum[4], Message *error)
{
    RankThreads *t = own(r);
    (void)error;
    crew_run(t->crew, first_layer, t, t->fresh, sum, NULL);
    swap_flags(t);
    return true;
}

/* --- a walk back --- */

static void clear(RetroRanks *r)
{
    RankThreads *t = own(r);
    memset(t->next, 0, t->chunks);
    t->lost = 0;
}

static bool start(RetroRanks *r, uint16_t wanted, uint16_t set, bool losses)
{
    RankThreads *t = own(r);
    t->at = 0;
    t->wanted = wanted;
    t->set = set;
    t->losses = losses;
    t->short_of_memory = false;
    return true;
}

static void sort_by_rank(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    RankThreads *t = h->job;
    const uint64_t ranks = t->ranks->ranks;
    RanksBox *box = t->boxes + (size_t)h->id * ranks;
    (void)slot;
    for (size_t i = 0; i < count; i++) {
        const uint64_t chunk = number[i] / INDEX_BATCH, mine = chunk / ranks;
        const uint32_t local = (uint32_t)(mine * INDEX_BATCH + number[i] % INDEX_BATCH);
        RanksBox *b = &box[chunk - mine * ranks];
        if (b->count < b->room)
            b->number[b->count++] = local;
        else if (!ranks_box_add(b, &local, 1))
            __atomic_store_n(&t->short_of_memory, true, __ATOMIC_RELAXED);
    }
    h->edges += count;
}

static void look_back(Hand *h)
{
    const RankThreads *t = h->job;
    const uint16_t *value = values_of(h);
    h->count = 0;
    for (uint32_t i = 0; i < h->length; i++)
        if (value[i] == t->wanted)
            h->list[h->count++] = h->first + i;
    crew_index(h->crew)->predecessors(h->worker, h->list, h->count, sort_by_rank, h);
}

static bool produce(RetroRanks *r, RanksBox *box, bool *good)
{
    RankThreads *t = own(r);
    const int hands = crew_hands(t->crew);
    uint64_t end = t->at;
    for (int n = 0; end < t->chunks && n < BATCH * hands; end++)
        n += t->fresh[end];
    crew_run_flagged(t->crew, look_back, t, t->fresh, t->at, end);
    t->at = end;
    for (int i = 0; i < hands; i++)
        for (uint32_t to = 0; to < r->ranks; to++) {
            RanksBox *from = &t->boxes[(size_t)i * r->ranks + to];
            if (from->count && !ranks_box_add(&box[to], from->number, from->count))
                t->short_of_memory = true;
            from->count = 0;
        }
    *good &= !t->short_of_memory;
    while (t->at < t->chunks && !t->fresh[t->at])
        t->at++;
    return t->at < t->chunks;
}

static void raise_flag(uint8_t *flag)
{
    if (!__atomic_load_n(flag, __ATOMIC_RELAXED))
        __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

static void apply_piece(Hand *h)
{
    RankThreads *t = h->job;
    const RetroRanks *r = t->ranks;
    const size_t from = h->first * PIECE, to = from + PIECE < t->came_count ? from + PIECE : t->came_count;
    for (size_t i = from; i < to; i++) {
        if (i + AHEAD < to)
            __builtin_prefetch(&t->value[t->came[i + AHEAD]], 1);
        uint16_t *v = &t->value[t->came[i]];
        if (__atomic_load_n(v, __ATOMIC_RELAXED) < RETRO_COUNTING)
            continue;
        if (t->losses) {
            if (__atomic_sub_fetch(v, 1, __ATOMIC_RELAXED) != RETRO_COUNTING)
                continue;
            h->tally[1]++;
        }
        __atomic_store_n(v, t->set, __ATOMIC_RELAXED);
        raise_flag(&t->next[(uint64_t)(t->came[i] / INDEX_BATCH) * r->ranks + r->rank]);
    }
}

static bool apply(RetroRanks *r, const uint32_t *number, size_t count)
{
    RankThreads *t = own(r);
    uint64_t sum[4];
    t->came = number;
    t->came_count = count;
    crew_run_pieces(t->crew, apply_piece, t, (count + PIECE - 1) / PIECE);
    crew_tally(t->crew, sum);
    t->lost += sum[1];
    return true;
}

static void count_wanted(Hand *h)
{
    const RankThreads *t = h->job;
    const uint16_t *value = values_of(h);
    for (uint32_t i = 0; i < h->length; i++)
        h->tally[0] += value[i] == t->wanted;
}

static bool sums(RetroRanks *r, uint16_t win, uint64_t sum[2], Message *error)
{
    RankThreads *t = own(r);
    uint64_t found[4];
    (void)error;
    t->wanted = win;
    crew_run(t->crew, count_wanted, t, t->next, found, NULL);
    sum[0] = found[0];
    sum[1] = t->lost;
    swap_flags(t);
    return true;
}

/* --- everything at once --- */

static bool tally(RetroRanks *r, int layer, uint64_t sum[4], Message *error)
{
    const RankThreads *t = own(r);
    (void)error;
    for (uint64_t i = 0; i < r->chunks * INDEX_BATCH; i++) {
        const uint16_t v = t->value[i];
        if (!retro_decided(v) || v >= RETRO_COUNTING)
            continue;
        sum[v & 1 ? 0 : 1]++;
        if (retro_distance(v) == layer)
            sum[v & 1 ? 2 : 3]++;
    }
    return true;
}

static bool get(RetroRanks *r, uint64_t first, uint32_t count, uint16_t *out)
{
    memcpy(out, own(r)->value + first, count * sizeof *out);
    return true;
}

static bool put(RetroRanks *r, uint64_t first, uint32_t count, const uint16_t *values)
{
    memcpy(own(r)->value + first, values, count * sizeof *values);
    return true;
}

static bool finish(RetroRanks *r, Message *error)
{
    RankThreads *t = own(r);
    (void)error;
    for (uint64_t i = 0; i < r->chunks * INDEX_BATCH; i++)
        if (t->value[i] >= RETRO_COUNTING)
            t->value[i] = 0;
    return true;
}

static uint64_t edges(const RetroRanks *r) { return crew_edges(own(r)->crew); }

static bool failed(RetroRanks *r, Message *error)
{
    (void)r;
    (void)error;
    return false;
}

const RetroRanksWork retro_ranks_threads = {
    .memory = memory,
    .open = open_threads,
    .close = close_threads,
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
