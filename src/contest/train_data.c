/* See train_data.h. */
#include "contest/train_data.h"

#include "core/memory.h"
#include "core/random.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    LONGEST = 150,      /* plies of a game */
    OPENING = 10,       /* random plies that it opens with, at most */
    ONE_IN = 5,         /* later moves that are random */
    MOST_MOVES = 256,   /* of a position whose replies are looked at */
    MOST_THREADS = 64
};

typedef struct Reaping {
    TrainData *data;
    const Game *game;
    const Oracle *truth;
    const Cancel *cancel;
    uint64_t seed;
    size_t start;       /* first sample of the ruleset */
    int head, runs;
    atomic_int next;    /* run */
    atomic_bool failed;
} Reaping;

/* One thread's run. */
typedef struct Row {
    Reaping *reaping;
    MoveList list;
    uint64_t random;
    size_t at, end;     /* samples still to be filled */
} Row;

static uint32_t below(Row *r, uint32_t n) { return (uint32_t)((uint64_t)random_next(&r->random) * n >> 32); }

static void keep(Row *r, const Position *p, Value v)
{
    TrainData *d = r->reaping->data;
    if (r->at == r->end)
        return;
    for (int k = 0; k < d->words; k++)
        d->word[r->at * (size_t)d->words + (size_t)k] = p->w[k];
    d->head[r->at] = (uint8_t)r->reaping->head;
    d->result[r->at] = (int8_t)v.result;
    d->distance[r->at++] = (uint8_t)(v.result == 0 ? 0 : v.plies > 255 ? 255 : v.plies < 1 ? 1 : v.plies);
}

/* Every reply becomes a sample; one of those that keep the value is played, or any. False: `truth` failed. */
static bool move_on(Row *r, Position *p, bool random)
{
    const Game *g = r->reaping->game;
    const Oracle *truth = r->reaping->truth;
    int result[MOST_MOVES], best = -2, good = 0;
    size_t count = r->list.count < MOST_MOVES ? r->list.count : MOST_MOVES, chosen = 0;
    for (size_t i = 0; i < count; i++) {
        Position next;
        Value v;
        g->play(p, r->list.move[i], &next);
        Outcome o = g->outcome(&next);
        if (o.over) {
            result[i] = o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? 1 : -1;
        } else {
            if (!truth->ask(truth->context, &next, (Effort){0}, true, &v))
                return false;
            keep(r, &next, v);
            result[i] = -v.result;
        }
        best = result[i] > best ? result[i] : best;
    }
    for (size_t i = 0; i < count; i++)
        if ((random || result[i] == best) && below(r, (uint32_t)++good) == 0)
            chosen = i;
    g->play(p, r->list.move[chosen], p);
    return true;
}

static bool play_games(Row *r)
{
    const Game *g = r->reaping->game;
    while (r->at < r->end && !cancel_asked(r->reaping->cancel)) {
        Position p;
        int opening = (int)below(r, OPENING + 1);
        g->start(&p);
        for (int ply = 0; ply < LONGEST && r->at < r->end && !g->outcome(&p).over; ply++) {
            if (!movelist_fill(&r->list, g, &p) || !move_on(r, &p, ply < opening || below(r, ONE_IN) == 0))
                return false;
        }
    }
    return true;
}

static void *reap(void *context)
{
    Reaping *w = context;
    Row r = {.reaping = w};
    for (int run; (run = atomic_fetch_add(&w->next, 1)) < w->runs && !atomic_load(&w->failed);) {
        uint64_t seed = w->seed * 1000003 + (uint64_t)run;
        r.random = random_next_wide(&seed) | 1;
        r.at = w->start + (size_t)run * TRAIN_RUN;
        r.end = r.at + TRAIN_RUN;
        if (!play_games(&r))
            atomic_store(&w->failed, true);
    }
    movelist_free(&r.list);
    return NULL;
}

static bool grow(TrainData *d, size_t wanted)
{
    void *word = memory_resize(d->word, wanted * (size_t)d->words * sizeof *d->word);
    d->word = word ? word : d->word;
    void *head = memory_resize(d->head, wanted);
    d->head = head ? head : d->head;
    void *result = memory_resize(d->result, wanted);
    d->result = result ? result : d->result;
    void *distance = memory_resize(d->distance, wanted);
    d->distance = distance ? distance : d->distance;
    d->capacity = wanted;
    return word && head && result && distance;
}

bool train_data_add(TrainData *d, const Game *g, const Oracle *truth, int runs, uint64_t seed, int threads,
                    const Cancel *cancel)
{
    Reaping w = {.data = d, .game = g, .truth = truth, .cancel = cancel, .start = d->count, .runs = runs};
    pthread_t thread[MOST_THREADS];
    int started = 1;
    if (d->heads == TRAIN_HEADS)
        return false;
    d->words = g->words;
    w.head = d->heads;
    w.seed = seed * TRAIN_HEADS + (uint64_t)d->heads;
    d->game[d->heads++] = g;
    if (!grow(d, d->count + (size_t)runs * TRAIN_RUN))
        return false;
    for (; started < threads && started < MOST_THREADS; started++)
        if (pthread_create(&thread[started], NULL, reap, &w) != 0)
            break;
    reap(&w);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    d->count = d->capacity;
    return !atomic_load(&w.failed) && !cancel_asked(cancel);
}

void train_data_free(TrainData *d)
{
    memory_free(d->word);
    memory_free(d->head);
    memory_free(d->result);
    memory_free(d->distance);
    *d = (TrainData){0};
}
