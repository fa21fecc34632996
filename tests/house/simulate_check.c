/* What people were told, what is in the log, and what its replay gives must be the same. See simulate.c. */
#include "simulate.h"

#include "games/registry.h"

#include <inttypes.h>
#include <string.h>

typedef struct Log {
    Buffer lines;
    Round *round;
    const View *view;
    uint32_t events;
} Log;

static bool read_log(void *context, const StoreEvent *s)
{
    Log *l = context;
    RoundEvent e;
    buffer_format(&l->lines, "%s\n", s->line);
    l->events++;
    if (!round_event_read(s->line, registry_find, &e) ||
        (l->round ? !round_take(l->round, &e, NULL) : !(l->round = round_from(&e))))
        complain("%s: the log does not replay at %u", l->view->id, s->number);
    if (e.type == ROUND_MOVED && (e.amount < 0 || e.amount > e.clock.base + INT64_C(40000) + 86400000))
        complain("%s: a clock shows %" PRId64, l->view->id, e.amount);
    /* Each nonce is on one event, the one that was acknowledged. */
    for (int i = 0; i < l->view->acks; i++) {
        const char *nonce = strchr(s->tag, ':');
        bool same = nonce && strcmp(nonce + 1, l->view->ack[i].nonce) == 0;
        if (same && l->view->ack[i].number != s->number)
            complain("%s: %s is event %u, acknowledged as %u", l->view->id, nonce, s->number, l->view->ack[i].number);
        tally.checked += same;
    }
    return true;
}

static void check(const View *v)
{
    Log log = {.view = v};
    uint32_t bad;
    uint64_t checked = tally.checked;
    store_read(world.store, v->id, 1, read_log, &log, NULL);
    if (!store_verify(world.store, v->id, &bad, NULL) || bad)
        complain("%s: checksum %u", v->id, bad);
    if (tally.checked - checked != (uint64_t)v->acks)
        complain("%s: %d acknowledged, %d in the log", v->id, v->acks, (int)(tally.checked - checked));
    if (strcmp(buffer_text(&log.lines), buffer_text(&v->lines)) != 0)
        complain("%s: what was told is not what is logged:\n%s---\n%s", v->id, buffer_text(&v->lines),
                 buffer_text(&log.lines));
    if (log.round && v->round) {
        Buffer a = {0}, b = {0};
        round_write(log.round, &a);
        round_write(v->round, &b);
        if (strcmp(buffer_text(&a), buffer_text(&b)) != 0)
            complain("%s: the replay stands otherwise", v->id);
        buffer_free(&a);
        buffer_free(&b);
    }
    tally.events += log.events;
    round_free(log.round);
    buffer_free(&log.lines);
}

/* A view that is over and complete: it also waits for what came after the end. */
void finish(Person *p, View *v)
{
    uint32_t last;
    if (!v->round || round_phase(v->round) != ROUND_OVER || v->nonce[0] || !v->entered)
        return;
    if (!store_last(world.store, v->id, &last, NULL) || last != round_events(v->round))
        return;
    check(v);
    tally.over++;
    post(p, "{\"do\":\"leave\",\"round\":\"%s\"}", v->id);
    view_clear(v);
}
