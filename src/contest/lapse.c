/* See lapse.h. */
#include "contest/lapse.h"

#include "core/memory.h"
#include "core/random.h"
#include "engine/adviser.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 200,              /* plies of a game that are looked at */
    TABLE = 4 << 20,            /* bytes of the players' search */
    ONLY_FROM = 8,              /* ply from which all moves of a position are looked at … */
    ONLY_EVERY = 4              /* … in one game out of this many */
};

static const int phase_ends[LAPSE_PHASES] = {6, 12, 20, 30, 50, LONGEST};

/* A move in a position that was won for the player who made it. */
typedef struct Event {
    uint64_t key, after;        /* of the position and of the one after the move, up to symmetry */
    size_t serial;
    Position position;
    Move move;
    int result;
} Event;

typedef struct Count {
    const LapseJob *job;
    Adviser *player;
    MoveList list;
    uint64_t random;
    bool only;
    Event *event;
    size_t events, capacity;
    LapseCount *out;
} Count;

/* --- what was met --- */

static bool add_event(Count *c, const Event *e)
{
    if (c->events == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 1024;
        Event *event = memory_resize(c->event, capacity * sizeof *event);
        if (!event)
            return false;
        c->event = event;
        c->capacity = capacity;
    }
    c->event[c->events] = *e;
    c->event[c->events].serial = c->events;
    c->events++;
    return true;
}

static bool value_of(const Count *c, const Position *p, bool distance, Value *out)
{
    const Game *g = c->job->game;
    Outcome o = g->outcome(p);
    if (o.over) {
        *out = value_over(g, p, o);
        return true;
    }
    const Oracle *truth = c->job->truth;
    return truth->ask(truth->context, p, (Effort){.nodes = c->job->nodes, .cancel = c->job->cancel}, distance, out);
}

static bool note_move(Count *c, const Position *p, Move m, const Position *next, Value after, int ply)
{
    const Game *g = c->job->game;
    LapsePhase *phase = c->out->phase;
    while (phase->last < ply + 1 && phase < c->out->phase + LAPSE_PHASES - 1)
        phase++;
    int result = value_of_move(after).result;
    phase->won++;
    phase->lost += result < 1;
    return add_event(
        c,
        &(Event){.key = harvest_key(g, p), .after = harvest_key(g, next), .position = *p, .move = m, .result = result});
}

/* --- one move alone --- */

static void note_only(Count *c, const Position *p)
{
    Value v[HARVEST_MOVES];
    int wins = 0, draws = 0, kept = 0;
    const LapseJob *j = c->job;
    if (!harvest_values(j->game, (HarvestTruth){j->truth, false, j->nodes}, p, &c->list, v))
        return;
    int count = (int)c->list.count;
    for (int i = 0; i < count; i++) {
        wins += value_wins(v[i]);
        draws += value_draws(v[i]);
    }
    LapseOnly *best = &c->out->only[wins > 0];
    if (count - 1 <= best->others || (wins > 0 ? wins : draws) != 1)
        return;
    while (v[kept].result != (wins > 0))
        kept++;
    LapseOnly found = {.position = *p, .move = c->list.move[kept], .others = count - 1};
    if (value_of(c, p, true, &found.value))
        *best = found;
}

/* --- games --- */

static int draw_level(Count *c)
{
    int levels = c->job->highest - c->job->lowest + 1;
    return c->job->lowest + (int)(random_next_wide(&c->random) % (unsigned)levels);
}

/* False: out of memory. */
static bool play_game(Count *c)
{
    const Game *g = c->job->game;
    uint64_t history[LONGEST];
    int level[2] = {draw_level(c), draw_level(c)};
    Position p;
    Value before;
    bool known, ok = true;
    g->start(&p);
    adviser_forget(c->player);
    adviser_seed(c->player, random_next_wide(&c->random));
    known = value_of(c, &p, false, &before);
    for (int ply = 0; ok && ply < LONGEST && !g->outcome(&p).over && !cancel_asked(c->job->cancel); ply++) {
        Situation s = {.position = p, .history = history, .history_count = (size_t)ply};
        Advice advice;
        Position next;
        Value after;
        if (!adviser_choose(c->player, &s, level[game_side(g, g->mover(&p))], 0, NULL, NULL, &advice))
            return false;
        g->play(&p, advice.move, &next);
        if (c->only && ply >= ONLY_FROM && c->out->games % ONLY_EVERY == 0)
            note_only(c, &p);
        bool known_after = value_of(c, &next, false, &after);
        if (known && known_after && value_wins(before))
            ok = note_move(c, &p, advice.move, &next, after, ply);
        history[ply] = position_hash(g, &p);
        p = next;
        known = known_after;
        before = after;
    }
    return ok;
}

/* --- the count --- */

static int compare_numbers(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int by_position(const void *a, const void *b)
{
    const Event *x = a, *y = b;
    int order = compare_numbers(x->key, y->key);
    order = order ? order : compare_numbers(x->after, y->after);
    return order ? order : compare_numbers(x->serial, y->serial);
}

static int by_times(const void *a, const void *b)
{
    const Lapse *x = a, *y = b;
    int order = compare_numbers((uint64_t)y->times, (uint64_t)x->times);
    order = order ? order : compare_numbers((uint64_t)x->met, (uint64_t)y->met);
    return order ? order : memcmp(&x->position, &y->position, sizeof x->position);
}

static bool add_up(Count *c)
{
    LapseCount *out = c->out;
    qsort(c->event, c->events, sizeof *c->event, by_position);
    out->lapse = memory_resize(NULL, (c->events + 1) * sizeof *out->lapse);
    if (!out->lapse)
        return false;
    for (size_t first = 0, end; first < c->events; first = end) {
        for (end = first; end < c->events && c->event[end].key == c->event[first].key;)
            end++;
        for (size_t i = first, next; i < end; i = next) {
            for (next = i; next < end && c->event[next].after == c->event[i].after;)
                next++;
            const Event *e = &c->event[i];
            if (e->result < 1)
                out->lapse[out->lapses++] = (Lapse){.position = e->position,
                                                    .move = e->move,
                                                    .result = e->result,
                                                    .times = (int)(next - i),
                                                    .met = (int)(end - first)};
        }
    }
    qsort(out->lapse, out->lapses, sizeof *out->lapse, by_times);
    return true;
}

bool lapse_count(const LapseJob *j, bool only, LapseCount *out)
{
    Count c = {
        .job = j,
        .player = adviser_create(j->game, (AdviserOptions){.tt_bytes = TABLE}),
        .random = (j->seed + 1) * UINT64_C(0x9e3779b97f4a7c15),
        .only = only && !j->truth->instant,
        .out = out,
    };
    bool ok = c.player != NULL;
    *out = (LapseCount){0};
    for (int i = 0; i < LAPSE_PHASES; i++)
        out->phase[i].last = phase_ends[i];
    for (; ok && out->games < j->games && !cancel_asked(j->cancel); out->games += !cancel_asked(j->cancel))
        ok = play_game(&c);
    ok = ok && add_up(&c);
    adviser_destroy(c.player);
    movelist_free(&c.list);
    memory_free(c.event);
    if (!ok)
        lapse_free(out);
    return ok;
}

void lapse_free(LapseCount *c)
{
    memory_free(c->lapse);
    *c = (LapseCount){0};
}
