/* See hasher.h. There are few threads, and where the system allows it they run at low priority: Argon2id is meant to
 * take a good part of a processor for each password. */
#include "house/hasher.h"

#include "core/memory.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_THREADS = 4, NICE = 10 };

typedef struct Secret {
    struct Secret *next;
    HouseSecret asked;
    HouseProof proof;
} Secret;

struct Hasher {
    void (*ready)(void *context);
    void *context;
    pthread_t thread[MOST_THREADS];
    int threads;
    pthread_mutex_t lock;           /* guards what follows */
    pthread_cond_t some;
    Secret *waiting, **waiting_end, *done, **done_end;
    int count;                      /* waiting */
    bool ending;
};

void hasher_answer(const HouseSecret *s, HouseProof *out)
{
    *out = (HouseProof){.number = s->number, .ok = true};
    if (s->stored[0])
        out->ok = crypto_pwhash_str_verify(s->stored, s->password, strlen(s->password)) == 0;
    if (out->ok && s->fresh[0])
        out->ok = crypto_pwhash_str(out->made, s->fresh, strlen(s->fresh), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void *run(void *context)
{
    Hasher *h = context;
#ifdef __linux__
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);    /* on Linux this sets the thread's own priority */
#endif
    pthread_mutex_lock(&h->lock);
    for (;;) {
        while (!h->waiting && !h->ending)
            pthread_cond_wait(&h->some, &h->lock);
        if (h->ending)
            break;
        Secret *s = h->waiting;
        h->waiting = s->next;
        if (!h->waiting)
            h->waiting_end = &h->waiting;
        h->count--;
        pthread_mutex_unlock(&h->lock);
        hasher_answer(&s->asked, &s->proof);
        sodium_memzero(&s->asked, sizeof s->asked);
        pthread_mutex_lock(&h->lock);
        s->next = NULL;
        *h->done_end = s;
        h->done_end = &s->next;
        pthread_mutex_unlock(&h->lock);
        h->ready(h->context);
        pthread_mutex_lock(&h->lock);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

static int threads_wanted(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 4 ? 1 : cores / 2 < MOST_THREADS ? (int)(cores / 2) : MOST_THREADS;
}

Hasher *hasher_start(void (*ready)(void *context), void *context, Message *error)
{
    Hasher *h = memory_resize(NULL, sizeof *h);
    if (!h) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(h, 0, sizeof *h);
    h->ready = ready;
    h->context = context;
    h->waiting_end = &h->waiting;
    h->done_end = &h->done;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->some, NULL);
    sigset_t all, before;
    int why = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int wanted = threads_wanted(); h->threads < wanted; h->threads++) {
        why = pthread_create(&h->thread[h->threads], NULL, run, h);
        if (why)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (h->threads)
        return h;
    message_set(error, 0, T("cannot start a thread: {0}"), 1, strerror(why));
    hasher_stop(h);
    return NULL;
}

static void free_all(Secret *s)
{
    while (s) {
        Secret *next = s->next;
        sodium_memzero(s, sizeof *s);
        memory_free(s);
        s = next;
    }
}

void hasher_stop(Hasher *h)
{
    if (!h)
        return;
    pthread_mutex_lock(&h->lock);
    h->ending = true;
    pthread_cond_broadcast(&h->some);
    pthread_mutex_unlock(&h->lock);
    for (int i = 0; i < h->threads; i++)
        pthread_join(h->thread[i], NULL);
    free_all(h->waiting);
    free_all(h->done);
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->some);
    memory_free(h);
}

bool hasher_ask(Hasher *h, const HouseSecret *asked)
{
    Secret *s = memory_resize(NULL, sizeof *s);
    if (!s)
        return false;
    *s = (Secret){.asked = *asked};
    pthread_mutex_lock(&h->lock);
    bool room = h->count < HASHER_QUEUE;
    if (room) {
        h->count++;
        *h->waiting_end = s;
        h->waiting_end = &s->next;
        pthread_cond_signal(&h->some);
    }
    pthread_mutex_unlock(&h->lock);
    if (!room)
        free_all(s);
    return room;
}

bool hasher_collect(Hasher *h, HouseProof *out)
{
    pthread_mutex_lock(&h->lock);
    Secret *s = h->done;
    if (s) {
        h->done = s->next;
        if (!h->done)
            h->done_end = &h->done;
        s->next = NULL;
    }
    pthread_mutex_unlock(&h->lock);
    if (!s)
        return false;
    *out = s->proof;
    free_all(s);
    return true;
}
