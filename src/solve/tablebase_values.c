/* All values of a file: see tablebase_values.h. */
#include "solve/tablebase_values.h"

#include "core/memory.h"
#include "solve/crew.h"
#include "solve/room.h"

#include <string.h>

enum { AHEAD = 24 };

typedef struct ValuesJob {
    const TablebaseFile *file;
    uint16_t *value;
    TablebaseReader *reader[RETRO_MAX_THREADS];
    uint16_t *shortest[RETRO_MAX_THREADS];  /* by slot of a list: plies of the shortest win; 0: none */
} ValuesJob;

/* tally: damaged blocks, wins without a distance */
static void load(Hand *h)
{
    ValuesJob *j = h->job;
    for (uint32_t at = 0; at < h->length; at += TABLEBASE_FILE_BLOCK) {
        uint16_t block[TABLEBASE_FILE_BLOCK];
        uint32_t n = h->length - at < TABLEBASE_FILE_BLOCK ? h->length - at : TABLEBASE_FILE_BLOCK;
        if (!tablebase_reader_block(j->reader[h->id], (h->first + at) / TABLEBASE_FILE_BLOCK, block)) {
            memset(block, 0, sizeof block);
            h->tally[0]++;
        }
        for (uint32_t i = 0; i < n; i++)
            h->tally[1] += block[i] == TABLEBASE_WIN;
        memcpy(j->value + h->first + at, block, n * sizeof *block);
    }
}

/* Only losses are read here, and only wins change meanwhile. */
static void note_losses(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const ValuesJob *j = h->job;
    uint16_t *shortest = j->shortest[h->id];
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count && !INDEX_ENDS(number[i + AHEAD]))
            __builtin_prefetch(&j->value[number[i + AHEAD]]);
        uint16_t plies = number[i] == INDEX_ENDS_WON ? 1 : 0;
        if (!INDEX_ENDS(number[i])) {
            const uint16_t v = __atomic_load_n(&j->value[number[i]], __ATOMIC_RELAXED);
            plies = retro_decided(v) && !retro_wins(v) ? (uint16_t)(retro_distance(v) + 1) : 0;
        }
        if (plies && (!shortest[slot[i]] || plies < shortest[slot[i]]))
            shortest[slot[i]] = plies;
    }
}

/* A hole repeats the value before it; nothing follows from it, and nobody asks for it. */
static void clear_holes(const Hand *h, const ValuesJob *j, uint32_t listed)
{
    for (uint64_t number = h->first, next = 0; number < h->first + h->length; number++)
        if (next < listed && h->list[next] == number)
            next++;
        else
            j->value[number] = 0;
}

static void derive(Hand *h)
{
    ValuesJob *j = h->job;
    uint16_t *shortest = j->shortest[h->id];
    const uint32_t listed = crew_index(h->crew)->list(h->worker, h->first, h->length, h->list);
    clear_holes(h, j, listed);
    h->count = 0;
    for (uint32_t i = 0; i < listed; i++)
        if (j->value[h->list[i]] == TABLEBASE_WIN)
            h->list[h->count++] = h->list[i];
    memset(shortest, 0, h->count * sizeof *shortest);
    crew_index(h->crew)->successors(h->worker, h->list, h->count, NULL, note_losses, h);
    for (uint32_t i = 0; i < h->count; i++)
        if (shortest[i])
            __atomic_store_n(&j->value[h->list[i]], (uint16_t)(2 * shortest[i] + 1), __ATOMIC_RELAXED);
}

uint16_t *tablebase_values(const TablebaseFile *f, const SolveIndex *index, const void *state, int threads,
                           uint64_t *damaged, Message *error)
{
    const uint64_t bytes = tablebase_file_info(f)->size * sizeof(uint16_t);
    ValuesJob *j = memory_resize(NULL, sizeof *j);
    Crew *crew = crew_create(index, state, threads);
    uint16_t *value = memory_resize(NULL, bytes);
    bool good = j && crew && value;
    if (j)
        *j = (ValuesJob){.file = f, .value = value};
    for (int i = 0; good && i < threads; i++) {
        j->reader[i] = tablebase_reader_create(f);
        j->shortest[i] = memory_resize(NULL, INDEX_BATCH * sizeof *j->shortest[i]);
        good = j->reader[i] && j->shortest[i];
    }
    if (good) {
        uint64_t tally[4];
        room_in_large_pages(value, bytes);
        crew_run(crew, load, j, NULL, tally, NULL);
        *damaged = tally[0];
        if (tally[1])
            crew_run(crew, derive, j, NULL, NULL, NULL);
    } else {
        memory_free(value);
        message_memory(error);
    }
    for (int i = 0; j && i < threads; i++) {
        tablebase_reader_destroy(j->reader[i]);
        memory_free(j->shortest[i]);
    }
    if (crew)
        crew_destroy(crew);
    memory_free(j);
    return good ? value : NULL;
}
