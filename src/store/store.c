/* See store.h: the queue of writes and the thread that commits them.
 *
 * A job is in exactly one list: waiting (submitted), the batch (being committed) or done (its callback is due). Jobs
 * leave each list in the order in which they came. */
#include "store/store.h"

#include "core/clock.h"
#include "core/memory.h"
#include "store/backend.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    BATCH = 512,            /* writes per commit, at most */
    IDLE_MS = 200,          /* without a write before the backend may tidy up */
};

typedef struct Job {
    struct Job *next;
    StoreDone *done;
    void *context;
    StoreResult result;
    StoreWrite write;       /* points into `rest` */
    StoreCard card;
    _Alignas(StoreEvent) unsigned char rest[];
} Job;

typedef struct List {
    Job *first, **end;
} List;

struct Store {
    Backend *backend;
    StoreOptions options;
    pthread_mutex_t lock;   /* guards what follows up to `count` */
    pthread_cond_t some;    /* there is a job, or it is time to end */
    List waiting, done;
    bool ending;
    Message trouble;
    StoreCount count;
    size_t submitted;       /* the owner's: jobs whose callback is still due */
    pthread_t thread;
    bool has_thread;
    const StoreWrite *batch[BATCH];     /* the committing thread's */
    Job *job[BATCH];
    StoreResult result[BATCH];
};

static void list_clear(List *l)
{
    l->first = NULL;
    l->end = &l->first;
}

static void list_add(List *l, Job *j)
{
    j->next = NULL;
    *l->end = j;
    l->end = &j->next;
}

static Job *list_take(List *l)
{
    Job *j = l->first;
    if (!j)
        return NULL;
    l->first = j->next;
    if (!l->first)
        l->end = &l->first;
    return j;
}

/* --- copying a write --- */

static size_t text_room(const char *text) { return (text ? strlen(text) : 0) + 1; }

static const char *copy_text(unsigned char **at, const char *text)
{
    if (!text)
        return NULL;
    size_t n = strlen(text) + 1;
    char *out = memcpy(*at, text, n);
    *at += n;
    return out;
}

static StoreAct copy_act(unsigned char **at, const StoreAct *a)
{
    StoreAct copy = *a;
    copy.text = copy_text(at, a->text);
    copy.key = copy_text(at, a->key);
    copy.secret = copy_text(at, a->secret);
    copy.round = copy_text(at, a->round);
    return copy;
}

static Job *job_create(const StoreWrite *w, StoreDone *done, void *context)
{
    size_t events = w->count * sizeof *w->events, changes = w->change_count * sizeof *w->changes;
    size_t seats = w->seat_count * sizeof *w->seats, forget = w->forget_count * sizeof *w->forget;
    size_t acts = w->act_count * sizeof *w->acts;
    size_t room = events + changes + acts + seats + forget + text_room(w->round) + text_room(w->note.key) +
                  text_room(w->note.value);
    for (size_t i = 0; i < w->count; i++)
        room += text_room(w->events[i].line) + text_room(w->events[i].tag);
    for (size_t i = 0; i < w->change_count; i++)
        room += text_room(w->changes[i].line);
    for (size_t i = 0; i < w->act_count; i++)
        room += text_room(w->acts[i].text) + text_room(w->acts[i].key) + text_room(w->acts[i].secret) +
                text_room(w->acts[i].round);
    Job *j = memory_resize(NULL, sizeof *j + room);
    if (!j)
        return NULL;
    *j = (Job){.done = done, .context = context, .write = *w};
    /* The events come first, then the changes and acts: they need the block's alignment. */
    StoreEvent *event = (StoreEvent *)(void *)j->rest;
    StoreChange *change = (StoreChange *)(void *)(j->rest + events);
    StoreAct *act = (StoreAct *)(void *)(j->rest + events + changes);
    StoreSeat *seat = (StoreSeat *)(void *)(j->rest + events + changes + acts);
    unsigned char *at = j->rest + events + changes + acts + seats + forget;
    for (size_t i = 0; i < w->count; i++)
        event[i] = (StoreEvent){.number = w->first + (uint32_t)i,
                                .at = w->events[i].at,
                                .line = copy_text(&at, w->events[i].line),
                                .tag = copy_text(&at, w->events[i].tag ? w->events[i].tag : "")};
    for (size_t i = 0; i < w->change_count; i++)
        change[i] = (StoreChange){w->changes[i].number, copy_text(&at, w->changes[i].line)};
    for (size_t i = 0; i < w->act_count; i++)
        act[i] = copy_act(&at, &w->acts[i]);
    if (seats)
        memcpy(seat, w->seats, seats);
    if (forget)
        memcpy(seat + w->seat_count, w->forget, forget);
    j->write.events = event;
    j->write.changes = change;
    j->write.acts = act;
    j->write.seats = seat;
    j->write.forget = seat + w->seat_count;
    j->write.round = copy_text(&at, w->round);
    j->write.note = (StoreNote){copy_text(&at, w->note.key), copy_text(&at, w->note.value)};
    if (w->card) {
        j->card = *w->card;
        j->write.card = &j->card;
    }
    return j;
}

/* --- committing --- */

static void pass(Store *s, const char *point, size_t count)
{
    if (s->options.point)
        s->options.point(s->options.context, point, s->batch, count);
}

const double store_durations[STORE_DURATIONS] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, HUGE_VAL};

static void count_commit(StoreCount *c, size_t writes, bool failed, double seconds)
{
    int i = 0;
    while (seconds > store_durations[i])
        i++;
    c->took[i]++;
    c->commits++;
    c->failed += failed;
    c->writes += writes;
    c->seconds += seconds;
}

StoreCount store_count(Store *s)
{
    pthread_mutex_lock(&s->lock);
    StoreCount count = s->count;
    pthread_mutex_unlock(&s->lock);
    return count;
}

/* Commits up to BATCH waiting jobs; the lock is held on entry and on return. */
static void commit(Store *s)
{
    size_t count = 0;
    Message error = {0};
    while (count < BATCH && s->waiting.first) {
        s->job[count] = list_take(&s->waiting);
        s->batch[count] = &s->job[count]->write;
        count++;
    }
    pthread_mutex_unlock(&s->lock);
    pass(s, "before-commit", count);
    double began = clock_now();
    s->backend->commit(s->backend, s->batch, count, s->result, &error);
    double took = clock_now() - began;
    pass(s, "after-commit", count);
    pthread_mutex_lock(&s->lock);
    count_commit(&s->count, count, error.id != NULL, took);
    s->trouble = error;
    for (size_t i = 0; i < count; i++) {
        s->job[i]->result = s->result[i];
        list_add(&s->done, s->job[i]);
    }
}

static void *run(void *context)
{
    Store *s = context;
    bool tidy = true;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->waiting.first && !s->ending) {
            struct timespec until;
            clock_gettime(CLOCK_MONOTONIC, &until);
            until.tv_nsec += IDLE_MS * 1000000L;
            until.tv_sec += until.tv_nsec / 1000000000L;
            until.tv_nsec %= 1000000000L;
            int late =
                tidy ? pthread_cond_wait(&s->some, &s->lock) : pthread_cond_timedwait(&s->some, &s->lock, &until);
            if (late && !s->waiting.first && !s->ending) {
                pthread_mutex_unlock(&s->lock);
                s->backend->tidy(s->backend, true);
                tidy = true;
                pthread_mutex_lock(&s->lock);
            }
        }
        if (!s->waiting.first)
            break;
        commit(s);
        tidy = false;
        pthread_mutex_unlock(&s->lock);
        if (s->options.wake)
            s->options.wake(s->options.context);
        s->backend->tidy(s->backend, false);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static bool start(Store *s, Message *error)
{
    pthread_condattr_t attributes;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&s->some, &attributes);
    pthread_condattr_destroy(&attributes);
    if (s->options.by_hand || s->options.read_only)
        return true;
    /* Signals are left to the owner's thread. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int why = pthread_create(&s->thread, NULL, run, s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    s->has_thread = why == 0;
    return s->has_thread || message_machine(error, T("cannot start a thread: {0}"), 1, strerror(why));
}

/* --- the interface --- */

static bool is_postgres(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

Store *store_open(const char *address, const StoreOptions *options, Message *error)
{
    if (sodium_init() < 0) {
        message_set(error, 0, T("this machine has no source of randomness"), 0);
        return NULL;
    }
    Store *s = memory_resize(NULL, sizeof *s);
    if (!s) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(s, 0, sizeof *s);
    list_clear(&s->waiting);
    list_clear(&s->done);
    s->options = *options;
    s->backend = is_postgres(address) ? postgres_open(address, options, error) : sqlite_open(address, options, error);
    if (!s->backend) {
        memory_free(s);
        return NULL;
    }
    if (start(s, error))
        return s;
    store_close(s);
    return NULL;
}

void store_close(Store *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->ending = true;
    pthread_cond_signal(&s->some);
    if (!s->has_thread)
        while (s->waiting.first)
            commit(s);
    pthread_mutex_unlock(&s->lock);
    if (s->has_thread)
        pthread_join(s->thread, NULL);
    for (Job *j; (j = list_take(&s->done));)
        memory_free(j);
    s->backend->close(s->backend);
    pthread_cond_destroy(&s->some);
    pthread_mutex_destroy(&s->lock);
    memory_free(s);
}

void store_abandon(Store *s)
{
    pthread_mutex_lock(&s->lock);
    for (Job *j; (j = list_take(&s->waiting));) {
        s->submitted--;
        memory_free(j);
    }
    pthread_mutex_unlock(&s->lock);
}

bool store_submit(Store *s, const StoreWrite *w, StoreDone *done, void *context)
{
    if (s->options.read_only || (s->options.beside && (w->round || !w->act_count)) || !store_acceptable(w))
        return false;
    Job *j = job_create(w, done, context);
    if (!j)
        return false;
    pthread_mutex_lock(&s->lock);
    list_add(&s->waiting, j);
    pthread_cond_signal(&s->some);
    pthread_mutex_unlock(&s->lock);
    s->submitted++;
    return true;
}

void store_collect(Store *s)
{
    pthread_mutex_lock(&s->lock);
    if (s->options.by_hand && s->waiting.first) {
        commit(s);
        s->backend->tidy(s->backend, false);
    }
    /* A callback may submit; the result of that belongs to the next call. */
    List decided = s->done;
    if (!decided.first)
        list_clear(&decided);
    list_clear(&s->done);
    pthread_mutex_unlock(&s->lock);
    for (Job *j; (j = list_take(&decided));) {
        s->submitted--;
        if (j->done)
            j->done(j->context, j->result);
        memory_free(j);
    }
}

size_t store_waiting(const Store *s) { return s->submitted; }

void store_trouble(Store *s, Message *m)
{
    pthread_mutex_lock(&s->lock);
    *m = s->trouble;
    pthread_mutex_unlock(&s->lock);
}

bool store_read(Store *s, const char *round, uint32_t from, StoreEach *each, void *context, Message *error)
{
    return s->backend->read(s->backend, round, from, false, each, context, NULL, error);
}

static bool look_on(void *context, const StoreEvent *e)
{
    (void)context;
    (void)e;
    return true;
}

bool store_verify(Store *s, const char *round, uint32_t *bad, Message *error)
{
    return s->backend->read(s->backend, round, 1, true, look_on, NULL, bad, error);
}

bool store_last(Store *s, const char *round, uint32_t *number, Message *error)
{
    return s->backend->last(s->backend, round, number, error);
}

bool store_seats(Store *s, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error)
{
    return s->backend->seats(s->backend, hash, each, context, error);
}

bool store_holders(Store *s, const char *round, StoreHolder *each, void *context, Message *error)
{
    return s->backend->holders(s->backend, round, each, context, error);
}

bool store_read_note(Store *s, const char *key, char value[STORE_TEXT], Message *error)
{
    return s->backend->read_note(s->backend, key, value, error);
}

bool store_notes(Store *s, StoreNoted *each, void *context, Message *error)
{
    return s->backend->notes(s->backend, each, context, error);
}

bool store_hold(Store *s, Message *error) { return s->backend->hold(s->backend, true, error); }

void store_let_go(Store *s) { s->backend->hold(s->backend, false, NULL); }

bool store_ask(Store *s, StatementAsk which, int count, const char *const *values, StatementRow *row, void *context,
               Message *error)
{
    return s->backend->ask(s->backend, which, count, values, row, context, error);
}

static int limited(int limit) { return limit < 1 ? 1 : limit > 1000 ? 1000 : limit; }

bool store_search(Store *s, const StoreQuery *q, StoreFind *each, void *context, Message *error)
{
    StoreQuery bounded = *q;
    bounded.limit = limited(q->limit);
    return s->backend->search(s->backend, &bounded, each, context, error);
}

bool store_due(Store *s, int64_t by, int limit, StoreFind *each, void *context, Message *error)
{
    return s->backend->due(s->backend, by, limited(limit), each, context, error);
}

bool store_onward(Store *s, int64_t after, int limit, StoreFind *each, void *context, Message *error)
{
    return s->backend->onward(s->backend, after, limited(limit), each, context, error);
}

/* --- several servers --- */

bool store_is_shared(const Store *s) { return s->backend->keep != NULL; }

bool store_keep(Store *s, const char *address, int64_t now, uint64_t release, StoreSite *out, Message *error)
{
    return s->backend->keep(s->backend, address, now, release, out, error);
}

void store_resign(Store *s, int64_t now)
{
    if (store_is_shared(s))
        s->backend->resign(s->backend, now);
}

bool store_reserve(Store *s, const char *note, int count, int64_t *last, Message *error)
{
    return s->backend->reserve(s->backend, note, count, last, error);
}

int store_hints(const Store *s) { return store_is_shared(s) ? s->backend->hints(s->backend) : -1; }

bool store_take_hints(Store *s, bool *some) { return s->backend->take_hints(s->backend, some); }
