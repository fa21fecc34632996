/* A crew of threads: see retro_crew.h.
 *
 * Threads write values and flags while others read them. Within one step of a layer all writers of a number write
 * the same value, and readers can use the old value as well as the new one. So relaxed atomic accesses are enough,
 * and they cost nothing. */
#include "core/memory.h"
#include "solve/crew.h"
#include "solve/retro_crew.h"
#include "solve/room.h"

#include <string.h>

enum { UNDECIDED = 0, CANDIDATE = 1, AHEAD = 24 };

static inline uint16_t get(const uint16_t *v) { return __atomic_load_n(v, __ATOMIC_RELAXED); }
static inline void set(uint16_t *v, uint16_t to) { __atomic_store_n(v, to, __ATOMIC_RELAXED); }
static inline void raise_flag(uint8_t *flag)
{
    if (!__atomic_load_n(flag, __ATOMIC_RELAXED))
        __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

typedef struct Retro {
    RetroCrew base;
    Crew *crew;
    uint16_t *value;
    uint64_t size, chunks;
    int layer;
    uint8_t *fresh, *next;      /* chunks with positions decided in the last layer, and in this one */
    uint8_t *candidates;        /* chunks with candidates */
    uint16_t wanted;            /* the value whose predecessors are looked for */
} Retro;

/* --- lists --- */

typedef uint64_t __attribute__((may_alias)) FourValues;

/* Lists the numbers of the chunk that have this value. */
static void list_value(Hand *h, uint16_t wanted)
{
    const Retro *r = h->job;
    const uint16_t *v = r->value + h->first;
    const uint64_t ones = UINT64_C(0x0001000100010001), four = wanted * ones;
    uint32_t n = 0, at = 0;
    for (; at + 4 <= h->length; at += 4) {
        uint64_t x = __atomic_load_n((const FourValues *)(v + at), __ATOMIC_RELAXED) ^ four;
        if (!((x - ones) & ~x & ones << 15))
            continue;
        for (uint32_t i = at; i < at + 4; i++)
            if (get(&v[i]) == wanted)
                h->list[n++] = h->first + i;
    }
    for (; at < h->length; at++)
        if (get(&v[at]) == wanted)
            h->list[n++] = h->first + at;
    h->count = n;
}

/* Lists the positions of the chunk; tally[2]: how many. */
static void list_positions(Hand *h)
{
    h->count = crew_index(h->crew)->list(h->worker, h->first, h->length, h->list);
    h->tally[2] += h->count;
}

/* --- layer 1: each thread also clears the values of its chunks, which takes seconds where they fill the memory --- */

/* What the moves that end the game show about a position, one bit each. */
enum { SEEN_WON = 1, SEEN_OTHER = 2 };

static void note_ends(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    for (size_t i = 0; i < count; i++)
        h->done[slot[i]] |= number[i] == INDEX_ENDS_WON ? SEEN_WON : number[i] == INDEX_ENDS_LOST ? 0 : SEEN_OTHER;
    h->edges += count;
}

/* tally: wins, losses, positions */
static void first_layer(Hand *h)
{
    Retro *r = h->job;
    const SolveIndex *index = crew_index(h->crew);
    memset(r->value + h->first, 0, h->length * sizeof *r->value);
    list_positions(h);
    if (!index->may_end(h->worker, h->first, h->length))
        return;
    memset(h->done, 0, h->count);
    /* If no move wins at once, one that does not lose at once is enough to know. */
    index->successors(h->worker, h->list, h->count, index->never_won ? h->done : NULL, note_ends, h);
    for (uint32_t i = 0; i < h->count; i++) {
        bool won = h->done[i] & SEEN_WON, lost = h->done[i] == 0;
        if (!won && !lost)
            continue;
        set(&r->value[h->list[i]], won ? retro_win_in(1) : retro_loss_in(1));
        raise_flag(&r->next[h->first / INDEX_BATCH]);
        h->tally[0] += won;
        h->tally[1] += lost;
    }
}

/* --- backward --- */

/* Gives undecided predecessors a value and raises the flags of their chunks. `counted`: undecided positions hold a
 * count. */
static inline void mark(Hand *h, const uint64_t *number, size_t count, bool counted, uint16_t value, uint8_t *flag)
{
    Retro *r = h->job;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(&r->value[number[i + AHEAD]], 1);
        uint16_t *v = &r->value[number[i]];
        if (counted ? get(v) >= RETRO_COUNTING : get(v) == UNDECIDED) {
            set(v, value);
            raise_flag(&flag[number[i] / INDEX_BATCH]);
        }
    }
    h->edges += count;
}

static void mark_wins(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    (void)slot;
    mark(h, number, count, false, retro_win_in(r->layer), r->next);
}

static void mark_counted_wins(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    (void)slot;
    mark(h, number, count, true, retro_win_in(r->layer), r->next);
}

static void mark_candidates(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    (void)slot;
    mark(h, number, count, false, CANDIDATE, r->candidates);
}

/* Looks back from the positions of the chunk that have the wanted value. */
static void look_back(Hand *h, IndexEmit *emit)
{
    const Retro *r = h->job;
    list_value(h, r->wanted);
    crew_index(h->crew)->predecessors(h->worker, h->list, h->count, emit, h);
}

static void wins_before_losses(Hand *h) { look_back(h, mark_wins); }

static void wins_before_losses_counted(Hand *h) { look_back(h, mark_counted_wins); }

static void candidates_before(Hand *h) { look_back(h, mark_candidates); }

/* --- counting --- */

/* The chunk belongs to this hand: nobody else writes there. */
static void count_moves(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    Retro *r = h->job;
    for (size_t i = 0; i < count; i++) {
        uint16_t *v = &r->value[h->list[slot[i]]];
        if (number[i] == INDEX_ENDS_WON)
            h->done[slot[i]] = SEEN_WON;
        else if (number[i] != INDEX_ENDS_LOST && *v < UINT16_MAX)
            ++*v;
    }
    h->edges += count;
}

/* tally: wins, losses, positions, positions with too many moves to count */
static void first_layer_counted(Hand *h)
{
    Retro *r = h->job;
    const SolveIndex *index = crew_index(h->crew);
    memset(r->value + h->first, 0, h->length * sizeof *r->value);
    list_positions(h);
    memset(h->done, 0, h->count);
    for (uint32_t i = 0; i < h->count; i++)
        r->value[h->list[i]] = RETRO_COUNTING;
    index->successors(h->worker, h->list, h->count, NULL, count_moves, h);
    for (uint32_t i = 0; i < h->count; i++) {
        uint16_t *v = &r->value[h->list[i]];
        bool won = h->done[i] & SEEN_WON, lost = !won && *v == RETRO_COUNTING;
        h->tally[3] += *v == UINT16_MAX;
        if (!won && !lost)
            continue;
        *v = won ? retro_win_in(1) : retro_loss_in(1);
        raise_flag(&r->next[h->first / INDEX_BATCH]);
        h->tally[0] += won;
        h->tally[1] += lost;
    }
}

/* Takes a move that might have saved them from these positions; tally: losses. Whoever takes the last one decides,
 * so each position is decided once. */
static void count_down(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    Retro *r = h->job;
    (void)slot;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(&r->value[number[i + AHEAD]], 1);
        uint16_t *v = &r->value[number[i]];
        if (get(v) >= RETRO_COUNTING && __atomic_sub_fetch(v, 1, __ATOMIC_RELAXED) == RETRO_COUNTING) {
            set(v, retro_loss_in(r->layer));
            raise_flag(&r->next[number[i] / INDEX_BATCH]);
            h->tally[1]++;
        }
    }
    h->edges += count;
}

static void losses_before_wins_counted(Hand *h) { look_back(h, count_down); }

static void forget_counts(Hand *h)
{
    Retro *r = h->job;
    for (uint32_t i = 0; i < h->length; i++)
        if (r->value[h->first + i] >= RETRO_COUNTING)
            r->value[h->first + i] = UNDECIDED;
}

/* --- forward --- */

/* A slot is done if a move leads to no win of the opponent that is shorter than this layer. */
static void note_escapes(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    uint16_t most = retro_win_in(r->layer - 1);
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count && !INDEX_ENDS(number[i + AHEAD]))
            __builtin_prefetch(&r->value[number[i + AHEAD]]);
        bool lost = number[i] == INDEX_ENDS_LOST;
        if (!INDEX_ENDS(number[i])) {
            uint16_t v = get(&r->value[number[i]]);
            lost = (v & 1) && v != CANDIDATE && v <= most;
        }
        if (!lost)
            h->done[slot[i]] = 1;
    }
    h->edges += count;
}

/* A slot is done if a move leads to a loss of the opponent that is shorter than this layer. */
static void note_wins(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    uint16_t most = retro_loss_in(r->layer - 1);
    for (size_t i = 0; i < count; i++) {
        if (INDEX_ENDS(number[i]))
            continue;
        uint16_t v = get(&r->value[number[i]]);
        if (v != UNDECIDED && !(v & 1) && v <= most)
            h->done[slot[i]] = 1;
    }
    h->edges += count;
}

/* Candidates whose slot is done (or is not, as `done` says) get the value; the others become undecided again. */
static void check_candidates(Hand *h, IndexEmit *note, bool done, uint16_t value, uint64_t *tally)
{
    Retro *r = h->job;
    list_value(h, CANDIDATE);
    memset(h->done, 0, h->count);
    crew_index(h->crew)->successors(h->worker, h->list, h->count, h->done, note, h);
    for (uint32_t i = 0; i < h->count; i++) {
        bool decided = (h->done[i] != 0) == done;
        set(&r->value[h->list[i]], decided ? value : UNDECIDED);
        *tally += decided;
        if (decided)
            raise_flag(&r->next[h->first / INDEX_BATCH]);
    }
}

static void check_losses(Hand *h)
{
    const Retro *r = h->job;
    check_candidates(h, note_escapes, false, retro_loss_in(r->layer), &h->tally[1]);
}

static void check_wins(Hand *h)
{
    const Retro *r = h->job;
    check_candidates(h, note_wins, true, retro_win_in(r->layer), &h->tally[0]);
}

/* --- layers --- */

static void count_wins(Hand *h)
{
    const Retro *r = h->job;
    list_value(h, retro_win_in(r->layer));
    h->tally[0] += h->count;
}

static void swap_flags(Retro *r)
{
    uint8_t *swap = r->fresh;
    r->fresh = r->next;
    r->next = swap;
}

/* Runs the task for all flagged chunks. False: the job was stopped before it was through. */
static bool all_chunks(Retro *r, CrewTask *task, const uint8_t *flag, uint64_t *sums)
{
    r->base.stopped = !crew_run(r->crew, task, r, flag, sums, r->base.job->stop);
    return !r->base.stopped;
}

static bool all_candidates(Retro *r, CrewTask *check, uint64_t *sums)
{
    memset(r->candidates, 0, r->chunks);
    return all_chunks(r, candidates_before, r->fresh, NULL) && all_chunks(r, check, r->candidates, sums);
}

static bool find_wins(Retro *r, uint64_t *sums)
{
    const SolveIndex *index = r->base.job->index;
    r->wanted = retro_loss_in(r->layer - 1);
    if (!index->exact)
        return all_candidates(r, check_wins, sums);
    return all_chunks(r, index->counted ? wins_before_losses_counted : wins_before_losses, r->fresh, NULL) &&
           all_chunks(r, count_wins, r->next, sums);
}

static bool find_losses(Retro *r, uint64_t *sums)
{
    r->wanted = retro_win_in(r->layer - 1);
    if (!r->base.job->index->counted)
        return all_candidates(r, check_losses, sums);
    return all_chunks(r, losses_before_wins_counted, r->fresh, sums);
}

static bool next_layer(RetroCrew *c, int layer, RetroSums before, RetroSums *out, Message *error)
{
    Retro *r = (Retro *)c;
    uint64_t won[4] = {0}, lost[4] = {0};
    (void)error;
    r->layer = layer;
    memset(r->next, 0, r->chunks);
    if ((before.losses && !find_wins(r, won)) || (before.wins && !find_losses(r, lost)))
        return false;
    *out = (RetroSums){won[0], lost[1]};
    swap_flags(r);
    return true;
}

/* tally: wins and losses of all layers, those of the last layer */
static void count_values(Hand *h)
{
    const Retro *r = h->job;
    for (uint32_t i = 0; i < h->length; i++) {
        uint16_t v = r->value[h->first + i];
        if (!retro_decided(v) || v >= RETRO_COUNTING)
            continue;
        h->tally[v & 1 ? 0 : 1]++;
        if (retro_distance(v) == r->layer)
            h->tally[v & 1 ? 2 : 3]++;
    }
}

/* --- the whole --- */

uint64_t retro_threads_memory(const RetroJob *job)
{
    uint64_t size = job->index->size(job->state);
    return 2 * size + 3 * (size / INDEX_BATCH + 1) + crew_bytes(job->threads) + (UINT64_C(4) << 20);
}

static void close_threads(RetroCrew *c)
{
    Retro *r = (Retro *)c;
    if (r->crew)
        crew_destroy(r->crew);
    memory_free(r->fresh);
    memory_free(r->next);
    memory_free(r->candidates);
    memory_free(r->value);
    memory_free(r);
}

static RetroCrew *open_threads(const RetroJob *job, Message *error)
{
    if (!room_for_memory(retro_threads_memory(job), job->memory, error))
        return NULL;
    Retro *r = memory_resize(NULL, sizeof *r);
    if (!r) {
        message_memory(error);
        return NULL;
    }
    *r = (Retro){.base = {.kind = &retro_threads, .job = job}, .size = job->index->size(job->state)};
    r->crew = crew_create(job->index, job->state, job->threads);
    r->value = memory_resize(NULL, r->size * sizeof *r->value);
    if (r->crew && r->value) {
        r->chunks = crew_chunks(r->crew);
        r->fresh = memory_resize(NULL, r->chunks);
        r->next = memory_resize(NULL, r->chunks);
        r->candidates = memory_resize(NULL, r->chunks);
    }
    if (!r->fresh || !r->next || !r->candidates) {
        close_threads(&r->base);
        message_memory(error);
        return NULL;
    }
    room_in_large_pages(r->value, r->size * sizeof *r->value);
    memset(r->fresh, 1, r->chunks);
    memset(r->next, 0, r->chunks);
    return &r->base;
}

static bool begin(RetroCrew *c, RetroSums *out, uint64_t *positions, Message *error)
{
    Retro *r = (Retro *)c;
    uint64_t sums[4];
    r->layer = 1;
    if (!all_chunks(r, c->job->index->counted ? first_layer_counted : first_layer, NULL, sums))
        return false;
    if (sums[3])
        return message_set(error, 0, T("a position has more moves than can be counted: this is a bug"), 0);
    swap_flags(r);
    *out = (RetroSums){sums[0], sums[1]};
    *positions = sums[2];
    return true;
}

static Checkpoint describe(const Retro *r, int layer)
{
    return checkpoint_of(r->base.job->name, r->base.job->index->layout, r->size, layer);
}

static bool read_values(void *context, uint64_t first, uint32_t count, uint16_t *out)
{
    memcpy(out, ((const Retro *)context)->value + first, count * sizeof *out);
    return true;
}

static bool write_values(void *context, uint64_t first, uint32_t count, const uint16_t *values)
{
    memcpy(((const Retro *)context)->value + first, values, count * sizeof *values);
    return true;
}

static bool save(RetroCrew *c, int layer, Message *error)
{
    Retro *r = (Retro *)c;
    Checkpoint point = describe(r, layer);
    return checkpoint_write(c->job->checkpoint, &point, read_values, r, error);
}

static int load(RetroCrew *c, int *layer, RetroSums *all, RetroSums *last, uint64_t *positions, Message *error)
{
    Retro *r = (Retro *)c;
    uint64_t sums[4];
    Checkpoint point = describe(r, 0);
    int found = checkpoint_read(c->job->checkpoint, &point, write_values, r, error);
    if (found != 1)
        return found;
    *layer = r->layer = point.layer;
    if (!all_chunks(r, count_values, NULL, sums))
        return -1;
    *all = (RetroSums){sums[0], sums[1]};
    *last = (RetroSums){sums[2], sums[3]};
    if (!all_chunks(r, list_positions, NULL, sums))
        return -1;
    *positions = sums[2];
    return 1;
}

static bool finish(RetroCrew *c, RetroResult *out, Message *error)
{
    Retro *r = (Retro *)c;
    (void)error;
    crew_run(r->crew, forget_counts, r, NULL, NULL, NULL);
    out->bytes = retro_threads_memory(c->job);
    out->value = r->value;
    r->value = NULL;
    return true;
}

static uint64_t edges(const RetroCrew *c) { return crew_edges(((const Retro *)c)->crew); }

const RetroCrewKind retro_threads = {
    .open = open_threads,
    .close = close_threads,
    .begin = begin,
    .layer = next_layer,
    .save = save,
    .load = load,
    .finish = finish,
    .edges = edges,
};
