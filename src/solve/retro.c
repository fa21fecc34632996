/* Retrograde analysis: see retro.h.
 *
 * Threads write values and flags while others read them. Within one step of a layer all
 * writers of a number write the same thing, and readers take the old value and the new one
 * alike; so relaxed atomic accesses are enough, which cost nothing. */
#include "solve/retro.h"

#include "core/clock.h"
#include "core/memory.h"
#include "solve/checkpoint.h"
#include "solve/crew.h"
#include "solve/room.h"

#include <string.h>

enum { UNDECIDED = 0, CANDIDATE = 1, AHEAD = 24 };

/* Where moves are counted, a position that is not decided has this and the number of its
 * moves that are not known to lead to a win of the opponent. */
enum { COUNTING = 1 << 15 };

static inline uint16_t loss_in(int d) { return (uint16_t)(2 * d); }
static inline uint16_t win_in(int d) { return (uint16_t)(2 * d + 1); }

static inline uint16_t get(const uint16_t *v) { return __atomic_load_n(v, __ATOMIC_RELAXED); }
static inline void set(uint16_t *v, uint16_t to) { __atomic_store_n(v, to, __ATOMIC_RELAXED); }
static inline void raise_flag(uint8_t *flag)
{
    if (!__atomic_load_n(flag, __ATOMIC_RELAXED))
        __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

typedef struct Retro {
    const RetroJob *job;
    Crew *crew;
    uint16_t *value;
    uint64_t size, chunks;
    int layer;
    uint8_t *fresh, *next;      /* chunks with positions decided in the last layer, and in this one */
    uint8_t *candidates;        /* chunks with candidates */
    uint16_t wanted;            /* the value whose predecessors are looked for */
    double begun, saved;
} Retro;

/* --- lists --- */

typedef uint64_t __attribute__((may_alias)) FourValues;

/* The numbers of the chunk that have this value. */
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

/* --- layer 1 --- */

/* What a position's moves that end the game say: a bit each. */
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
    h->count = index->list(h->worker, h->first, h->length, h->list);
    h->tally[2] += h->count;
    if (!index->may_end(h->worker, h->first, h->length))
        return;
    memset(h->done, 0, h->count);
    /* Where no move wins at once, one that does not lose at once says enough. */
    index->successors(h->worker, h->list, h->count, index->never_won ? h->done : NULL, note_ends, h);
    for (uint32_t i = 0; i < h->count; i++) {
        bool won = h->done[i] & SEEN_WON, lost = h->done[i] == 0;
        if (!won && !lost)
            continue;
        set(&r->value[h->list[i]], won ? win_in(1) : loss_in(1));
        raise_flag(&r->next[h->first / INDEX_BATCH]);
        h->tally[0] += won;
        h->tally[1] += lost;
    }
}

/* --- backward --- */

/* Gives the predecessors that are not decided a value and raises the flags of their chunks.
 * `counted`: those that are not decided carry a count. */
static inline void mark(Hand *h, const uint64_t *number, size_t count, bool counted, uint16_t value, uint8_t *flag)
{
    Retro *r = h->job;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(&r->value[number[i + AHEAD]], 1);
        uint16_t *v = &r->value[number[i]];
        if (counted ? get(v) >= COUNTING : get(v) == UNDECIDED) {
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
    mark(h, number, count, false, win_in(r->layer), r->next);
}

static void mark_counted_wins(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    (void)slot;
    mark(h, number, count, true, win_in(r->layer), r->next);
}

static void mark_candidates(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    (void)slot;
    mark(h, number, count, false, CANDIDATE, r->candidates);
}

/* From the positions of the chunk that have the wanted value. */
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

/* The chunk is the hand's own: nobody else writes there. */
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
    h->count = index->list(h->worker, h->first, h->length, h->list);
    h->tally[2] += h->count;
    memset(h->done, 0, h->count);
    for (uint32_t i = 0; i < h->count; i++)
        r->value[h->list[i]] = COUNTING;
    index->successors(h->worker, h->list, h->count, NULL, count_moves, h);
    for (uint32_t i = 0; i < h->count; i++) {
        uint16_t *v = &r->value[h->list[i]];
        bool won = h->done[i] & SEEN_WON, lost = !won && *v == COUNTING;
        h->tally[3] += *v == UINT16_MAX;
        if (!won && !lost)
            continue;
        *v = won ? win_in(1) : loss_in(1);
        raise_flag(&r->next[h->first / INDEX_BATCH]);
        h->tally[0] += won;
        h->tally[1] += lost;
    }
}

/* Positions that lose a move that might have saved them; tally: losses. Whoever takes the
 * last one decides, so each position is decided once. */
static void count_down(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    Retro *r = h->job;
    (void)slot;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(&r->value[number[i + AHEAD]], 1);
        uint16_t *v = &r->value[number[i]];
        if (get(v) >= COUNTING && __atomic_sub_fetch(v, 1, __ATOMIC_RELAXED) == COUNTING) {
            set(v, loss_in(r->layer));
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
        if (r->value[h->first + i] >= COUNTING)
            r->value[h->first + i] = UNDECIDED;
}

/* --- forward --- */

/* A slot is done when a move does not lead to a win of the opponent in less than a layer. */
static void note_escapes(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    uint16_t most = win_in(r->layer - 1);
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

/* A slot is done when a move leads to a loss of the opponent in less than a layer. */
static void note_wins(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Retro *r = h->job;
    uint16_t most = loss_in(r->layer - 1);
    for (size_t i = 0; i < count; i++) {
        if (INDEX_ENDS(number[i]))
            continue;
        uint16_t v = get(&r->value[number[i]]);
        if (v != UNDECIDED && !(v & 1) && v <= most)
            h->done[slot[i]] = 1;
    }
    h->edges += count;
}

/* Candidates whose slot is (or is not) done afterwards get the value; the others are
 * undecided again. */
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
    check_candidates(h, note_escapes, false, loss_in(r->layer), &h->tally[1]);
}

static void check_wins(Hand *h)
{
    const Retro *r = h->job;
    check_candidates(h, note_wins, true, win_in(r->layer), &h->tally[0]);
}

/* --- layers --- */

static void count_wins(Hand *h)
{
    const Retro *r = h->job;
    list_value(h, win_in(r->layer));
    h->tally[0] += h->count;
}

static void next_layer(Retro *r, uint64_t wins_before, uint64_t losses_before, uint64_t tally[4])
{
    uint64_t sums[4];
    memset(r->next, 0, r->chunks);
    memset(tally, 0, 4 * sizeof *tally);
    if (losses_before) {
        r->wanted = loss_in(r->layer - 1);
        if (r->job->index->exact) {
            crew_run(r->crew, r->job->index->counted ? wins_before_losses_counted : wins_before_losses, r, r->fresh,
                     NULL, NULL);
            crew_run(r->crew, count_wins, r, r->next, sums, NULL);
        } else {
            memset(r->candidates, 0, r->chunks);
            crew_run(r->crew, candidates_before, r, r->fresh, NULL, NULL);
            crew_run(r->crew, check_wins, r, r->candidates, sums, NULL);
        }
        tally[0] = sums[0];
    }
    if (wins_before) {
        r->wanted = win_in(r->layer - 1);
        if (r->job->index->counted) {
            crew_run(r->crew, losses_before_wins_counted, r, r->fresh, sums, NULL);
        } else {
            memset(r->candidates, 0, r->chunks);
            crew_run(r->crew, candidates_before, r, r->fresh, NULL, NULL);
            crew_run(r->crew, check_losses, r, r->candidates, sums, NULL);
        }
        tally[1] = sums[1];
    }
    uint8_t *swap = r->fresh;
    r->fresh = r->next;
    r->next = swap;
}

/* tally: wins and losses of all layers, those of the last layer */
static void count_values(Hand *h)
{
    const Retro *r = h->job;
    for (uint32_t i = 0; i < h->length; i++) {
        uint16_t v = r->value[h->first + i];
        if (!retro_decided(v) || v >= COUNTING)
            continue;
        h->tally[v & 1 ? 0 : 1]++;
        if (retro_distance(v) == r->layer)
            h->tally[v & 1 ? 2 : 3]++;
    }
}

static void count_positions(Hand *h)
{
    h->tally[2] += crew_index(h->crew)->list(h->worker, h->first, h->length, h->list);
}

uint64_t retro_memory(const RetroJob *job)
{
    uint64_t size = job->index->size(job->state);
    return 2 * size + 3 * (size / INDEX_BATCH + 1) + crew_bytes(job->threads) + (UINT64_C(4) << 20);
}

/* --- the whole --- */

static bool open_retro(Retro *r, Message *error)
{
    const RetroJob *job = r->job;
    /* A checkpoint is written beside the one before it; the table takes less than one. */
    const uint64_t disk = 2 * sizeof *r->value * job->index->size(job->state);
    if (!room_for_memory(retro_memory(job), job->memory, error) ||
        (job->checkpoint && !room_for_file(job->checkpoint, disk, error)))
        return false;
    r->size = job->index->size(job->state);
    r->crew = crew_create(job->index, job->state, job->threads);
    r->value = memory_resize(NULL, r->size * sizeof *r->value);
    if (r->crew && r->value) {
        r->chunks = crew_chunks(r->crew);
        r->fresh = memory_resize(NULL, r->chunks);
        r->next = memory_resize(NULL, r->chunks);
        r->candidates = memory_resize(NULL, r->chunks);
    }
    if (!r->fresh || !r->next || !r->candidates)
        return message_set(error, 0, T("there is not enough memory"), 0);
    room_in_large_pages(r->value, r->size * sizeof *r->value);
    memset(r->fresh, 1, r->chunks);
    memset(r->next, 0, r->chunks);
    return true;
}

static void close_retro(Retro *r)
{
    if (r->crew)
        crew_destroy(r->crew);
    memory_free(r->fresh);
    memory_free(r->next);
    memory_free(r->candidates);
}

static bool save(Retro *r, Message *error)
{
    const RetroJob *job = r->job;
    Checkpoint c = {.name = job->name, .layout = job->index->layout, .size = r->size, .layer = r->layer};
    r->saved = clock_now();
    return checkpoint_write(job->checkpoint, &c, r->value, error);
}

/* The values of layer 1, or those of a checkpoint. `total` is what there is so far, `last`
 * what the last layer decided. */
static bool begin(Retro *r, RetroLayer *total, uint64_t last[2], Message *error)
{
    const RetroJob *job = r->job;
    uint64_t sums[4];
    Checkpoint c = {.name = job->name, .layout = job->index->layout, .size = r->size};
    int found = job->checkpoint ? checkpoint_read(job->checkpoint, &c, r->value, error) : 0;
    if (found < 0)
        return false;
    if (found) {
        r->layer = c.layer;
        crew_run(r->crew, count_values, r, NULL, sums, NULL);
        total->wins = sums[0];
        total->losses = sums[1];
        last[0] = sums[2];
        last[1] = sums[3];
        crew_run(r->crew, count_positions, r, NULL, sums, NULL);
    } else {
        memset(r->value, 0, r->size * sizeof *r->value);
        r->layer = 1;
        crew_run(r->crew, job->index->counted ? first_layer_counted : first_layer, r, NULL, sums, NULL);
        if (sums[3])
            return message_set(error, 0, T("a position has more moves than can be counted: this is a fault"), 0);
        uint8_t *swap = r->fresh;
        r->fresh = r->next;
        r->next = swap;
        total->wins = last[0] = sums[0];
        total->losses = last[1] = sums[1];
    }
    total->positions = sums[2];
    if (total->positions != job->index->positions(job->state))
        return message_set(error, 0, T("the index does not have as many positions as there are: this is a fault"), 0);
    return true;
}

static bool report(const Retro *r, const RetroLayer *total, const uint64_t last[2])
{
    RetroLayer layer = {.layer = r->layer,
                        .wins = last[0],
                        .losses = last[1],
                        .decided = total->wins + total->losses,
                        .positions = total->positions,
                        .edges = crew_edges(r->crew),
                        .seconds = clock_now() - r->begun};
    return !r->job->progress || r->job->progress(r->job->context, &layer);
}

static RetroStatus run(Retro *r, RetroLayer *total, Message *error)
{
    uint64_t last[4] = {0};
    if (!begin(r, total, last, error))
        return RETRO_FAILED;
    r->saved = r->begun;
    for (;;) {
        bool go_on = report(r, total, last);
        bool due = r->job->checkpoint && (!go_on || clock_now() - r->saved >= r->job->checkpoint_seconds);
        if (due && !save(r, error))
            return RETRO_FAILED;
        if (!go_on)
            return RETRO_STOPPED;
        if ((last[0] == 0 && last[1] == 0) || r->layer >= RETRO_MAX_DISTANCE)
            break;
        r->layer++;
        next_layer(r, last[0], last[1], last);
        total->wins += last[0];
        total->losses += last[1];
    }
    if (last[0] == 0 && last[1] == 0)
        r->layer--;     /* it decided nothing */
    crew_run(r->crew, forget_counts, r, NULL, NULL, NULL);
    return RETRO_DONE;
}

RetroStatus retro_solve(const RetroJob *job, RetroResult *out, Message *error)
{
    Retro r = {.job = job, .begun = clock_now()};
    RetroLayer total = {0};
    RetroStatus status = open_retro(&r, error) ? run(&r, &total, error) : RETRO_FAILED;
    *out = (RetroResult){.value = r.value,
                         .size = r.size,
                         .positions = total.positions,
                         .wins = total.wins,
                         .losses = total.losses,
                         .layers = r.layer,
                         .bytes = retro_memory(job)};
    close_retro(&r);
    if (status != RETRO_DONE)
        retro_free(out);
    return status;
}

void retro_free(RetroResult *r)
{
    memory_free(r->value);
    r->value = NULL;
}
