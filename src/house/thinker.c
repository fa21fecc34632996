/* Where levels think: see thinker.h. Advisers are kept, one per ruleset that was asked for. */
#include "house/thinker.h"

#include "core/memory.h"
#include "engine/fair.h"
#include "games/registry.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

enum { MOST_GAMES = 32, TT_BYTES = 16 << 20 };

typedef struct Pondering {
    struct Pondering *next;
    HouseThought thought;
    HouseAnswer answer;
    uint64_t history[];
} Pondering;

struct Thinker {
    ThinkerOptions options;
    pthread_t thread;
    pthread_mutex_t lock;           /* guards the two lists and `ending` */
    pthread_cond_t some;
    Pondering *waiting, **waiting_end, *done, **done_end;
    bool ending;
    Adviser *adviser[MOST_GAMES];   /* the thread's, in the order of the registry */
    Cancel cancel;                  /* ends the thought under way, for good */
};

static Adviser *adviser_for(Thinker *t, const Game *g)
{
    for (size_t i = 0; i < registry_count() && i < MOST_GAMES; i++) {
        if (registry_game(i) != g)
            continue;
        if (!t->adviser[i] && adviser_knows(g)) {
            t->adviser[i] = adviser_create(
                g, (AdviserOptions){.tt_bytes = TT_BYTES, .seed = t->options.seed + i, .cancel = &t->cancel});
            if (t->adviser[i] && t->options.equip)
                t->options.equip(t->adviser[i], g, t->options.tables);
        }
        return t->adviser[i];
    }
    return NULL;
}

static bool agrees(Adviser *a, const HouseThought *q, const Situation *s)
{
    AdviceList list;
    if (!adviser_analyse(a, s, (SearchLimits){.lines = 1, .seconds = q->seconds}, NULL, NULL, &list) || !list.count)
        return false;
    return adviser_takes_draw(q->game, q->seat, q->game->mover(&q->position), list.advice[0].value);
}

static void draw_fair(const HouseThought *q, const Cancel *cancel, HouseAnswer *out)
{
    FairStart start;
    Fair *f = fair_create(q->game);
    if (f && fair_start(f, (int)q->number, cancel, &start))
        q->game->write_position(&start.position, out->position);
    fair_destroy(f);
}

void thinker_answer(const HouseThought *q, Adviser *a, const Cancel *cancel, HouseAnswer *out)
{
    Situation s = {.position = q->position, .history = q->history, .history_count = q->history_count};
    Advice advice;
    *out = (HouseAnswer){.number = q->number, .question = q->question, .seat = q->seat, .game = q->game};
    memcpy(out->round, q->round, sizeof out->round);
    if (q->question == HOUSE_FAIR)
        draw_fair(q, cancel, out);
    else if (q->question == HOUSE_AGREE)
        out->agree = a && agrees(a, q, &s);
    else if (a && adviser_choose(a, &s, q->level, q->seconds, NULL, NULL, &advice))
        q->game->write_move(&q->position, advice.move, out->move);
}

static void *run(void *context)
{
    Thinker *t = context;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->waiting && !t->ending)
            pthread_cond_wait(&t->some, &t->lock);
        if (t->ending)
            break;
        Pondering *j = t->waiting;
        t->waiting = j->next;
        if (!t->waiting)
            t->waiting_end = &t->waiting;
        pthread_mutex_unlock(&t->lock);
        Adviser *a = j->thought.question == HOUSE_FAIR ? NULL : adviser_for(t, j->thought.game);
        thinker_answer(&j->thought, a, &t->cancel, &j->answer);
        pthread_mutex_lock(&t->lock);
        j->next = NULL;
        *t->done_end = j;
        t->done_end = &j->next;
        pthread_mutex_unlock(&t->lock);
        t->options.ready(t->options.context);
        pthread_mutex_lock(&t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

Thinker *thinker_start(const ThinkerOptions *options, Message *error)
{
    Thinker *t = memory_resize(NULL, sizeof *t);
    if (!t) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memset(t, 0, sizeof *t);
    t->options = *options;
    t->waiting_end = &t->waiting;
    t->done_end = &t->done;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->some, NULL);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int why = pthread_create(&t->thread, NULL, run, t);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (why == 0)
        return t;
    message_machine(error, T("cannot start a thread: {0}"), 1, strerror(why));
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->some);
    memory_free(t);
    return NULL;
}

static void free_jobs(Pondering *j)
{
    while (j) {
        Pondering *next = j->next;
        memory_free(j);
        j = next;
    }
}

void thinker_stop(Thinker *t)
{
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->ending = true;
    cancel_ask(&t->cancel);
    pthread_cond_signal(&t->some);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    free_jobs(t->waiting);
    free_jobs(t->done);
    for (int i = 0; i < MOST_GAMES; i++)
        if (t->adviser[i])
            adviser_destroy(t->adviser[i]);
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->some);
    memory_free(t);
}

void thinker_ask(Thinker *t, const HouseThought *thought)
{
    size_t bytes = thought->history_count * sizeof *thought->history;
    Pondering *j = memory_resize(NULL, sizeof *j + bytes);
    if (!j)
        return;
    *j = (Pondering){.thought = *thought};
    if (bytes)
        memcpy(j->history, thought->history, bytes);
    j->thought.history = j->history;
    pthread_mutex_lock(&t->lock);
    *t->waiting_end = j;
    t->waiting_end = &j->next;
    pthread_cond_signal(&t->some);
    pthread_mutex_unlock(&t->lock);
}

bool thinker_collect(Thinker *t, HouseAnswer *out)
{
    pthread_mutex_lock(&t->lock);
    Pondering *j = t->done;
    if (j) {
        t->done = j->next;
        if (!t->done)
            t->done_end = &t->done;
    }
    pthread_mutex_unlock(&t->lock);
    if (!j)
        return false;
    *out = j->answer;
    memory_free(j);
    return true;
}
