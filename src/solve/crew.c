/* Threads over chunks: see crew.h. */
#include "solve/crew.h"

#include "core/memory.h"

#include <pthread.h>
#include <string.h>

struct Crew {
    const SolveIndex *index;
    uint64_t size, chunks;
    int hands;
    Hand **hand;
    /* --- the run under way --- */
    CrewTask *task;
    const uint8_t *flag;
    const Cancel *stop;
    uint64_t end;
    bool pieces;                /* hands out pieces instead of chunks */
    atomic_uint_fast64_t next;
};

Crew *crew_create(const SolveIndex *index, const void *state, int threads)
{
    Crew *c = memory_resize(NULL, sizeof *c);
    if (!c)
        return NULL;
    *c = (Crew){.index = index, .size = index->size(state)};
    c->chunks = (c->size + INDEX_BATCH - 1) / INDEX_BATCH;
    c->hand = memory_resize(NULL, (size_t)threads * sizeof *c->hand);
    bool good = c->hand;
    for (; good && c->hands < threads; c->hands++) {
        Hand *h = memory_resize(NULL, sizeof *h);
        if (!h)
            break;
        *h = (Hand){.crew = c, .id = c->hands, .worker = index->worker_create(state)};
        c->hand[c->hands] = h;
        if (!h->worker) {
            memory_free(h);
            break;
        }
    }
    if (c->hands == 0) {
        crew_destroy(c);
        return NULL;
    }
    return c;
}

void crew_destroy(Crew *c)
{
    for (int i = 0; i < c->hands; i++) {
        c->index->worker_destroy(c->hand[i]->worker);
        memory_free(c->hand[i]);
    }
    memory_free(c->hand);
    memory_free(c);
}

const SolveIndex *crew_index(const Crew *c) { return c->index; }
uint64_t crew_chunks(const Crew *c) { return c->chunks; }
size_t crew_bytes(int threads) { return (size_t)threads * sizeof(Hand); }

static void *work(void *context)
{
    Hand *h = context;
    Crew *c = h->crew;
    /* Whoever takes a chunk also does it, so `next` says whether all are done. */
    for (uint64_t chunk; !cancel_asked(c->stop) && (chunk = atomic_fetch_add(&c->next, 1)) < c->end;) {
        if (c->flag && !c->flag[chunk])
            continue;
        if (c->pieces) {
            h->first = chunk;
            c->task(h);
            continue;
        }
        h->first = chunk * INDEX_BATCH;
        h->length = (uint32_t)(c->size - h->first < INDEX_BATCH ? c->size - h->first : INDEX_BATCH);
        c->task(h);
    }
    return NULL;
}

static void run(Crew *c, CrewTask *task, void *job, uint64_t begin, uint64_t end)
{
    pthread_t thread[256];
    int started = 0;
    c->task = task;
    c->end = end;
    atomic_store(&c->next, begin);
    for (int i = 0; i < c->hands; i++) {
        c->hand[i]->job = job;
        memset(c->hand[i]->tally, 0, sizeof c->hand[i]->tally);
    }
    while (started < c->hands - 1 && started < 255 &&
           pthread_create(&thread[started], NULL, work, c->hand[started + 1]) == 0)
        started++;
    work(c->hand[0]);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

void crew_run_span(Crew *c, CrewTask *task, void *job, uint64_t begin, uint64_t end)
{
    c->flag = NULL;
    c->stop = NULL;
    run(c, task, job, begin, end);
}

void crew_run_flagged(Crew *c, CrewTask *task, void *job, const uint8_t *flag, uint64_t begin, uint64_t end)
{
    c->flag = flag;
    c->stop = NULL;
    run(c, task, job, begin, end);
}

void crew_run_pieces(Crew *c, CrewTask *task, void *job, uint64_t pieces)
{
    c->flag = NULL;
    c->stop = NULL;
    c->pieces = true;
    run(c, task, job, 0, pieces);
    c->pieces = false;
}

int crew_hands(const Crew *c) { return c->hands; }

bool crew_run(Crew *c, CrewTask *task, void *job, const uint8_t *flag, uint64_t *tally, const Cancel *stop)
{
    c->flag = flag;
    c->stop = stop;
    run(c, task, job, 0, c->chunks);
    if (tally)
        crew_tally(c, tally);
    return atomic_load(&c->next) >= c->end;
}

void crew_tally(const Crew *c, uint64_t tally[4])
{
    for (int i = 0; i < 4; i++) {
        tally[i] = 0;
        for (int h = 0; h < c->hands; h++)
            tally[i] += c->hand[h]->tally[i];
    }
}

uint64_t crew_edges(const Crew *c)
{
    uint64_t n = 0;
    for (int i = 0; i < c->hands; i++)
        n += c->hand[i]->edges;
    return n;
}
