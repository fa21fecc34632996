/* See train_data.h. */
#include "contest/train_data.h"

#include "core/memory.h"
#include "core/net.h"
#include "core/random.h"
#include "search/multi.h"
#include "search/search.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    LONGEST = 150,      /* plies of a game */
    OPENING = 10,       /* random plies at the beginning, at most */
    ONE_IN = 5,         /* one later move in this many is random */
    MOST_MOVES = 256,   /* of a position whose replies are looked at */
    MOST_THREADS = 64
};

typedef struct Reaping {
    TrainData *data;
    const Game *game;
    const Oracle *truth;    /* NULL: the search plays itself … */
    uint64_t nodes;         /* … with this many per move */
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
    Search *search;
    Multi *multi;       /* used instead, with more than two sides */
    MoveList list;
    uint64_t random;
    size_t at, end;     /* samples still to be filled */
} Row;

static uint32_t below(Row *r, uint32_t n) { return (uint32_t)((uint64_t)random_next(&r->random) * n >> 32); }

static void keep_shares(Row *r, const Position *p, int result, const float *target)
{
    TrainData *d = r->reaping->data;
    if (r->at == r->end)
        return;
    for (int k = 0; k < d->words; k++)
        d->word[r->at * (size_t)d->words + (size_t)k] = p->w[k];
    d->head[r->at] = (uint8_t)r->reaping->head;
    d->result[r->at] = (int8_t)result;
    for (int k = 0; k < d->sides; k++)
        d->target[r->at * (size_t)d->sides + (size_t)k] = (uint16_t)(target[k] * TRAIN_CERTAIN + 0.5f);
    r->at++;
}

static void keep(Row *r, const Position *p, int result, float target) { keep_shares(r, p, result, &target); }

static float chance_of(int score) { return 1 / (1 + expf(-(float)score / NET_UNIT)); }

/* --- by a table --- */

/* A draw is worth a little more to whoever the linear evaluation favours: a network for which all draws are
 * alike drifts through them, and leaves the opponent nothing to get wrong. */
enum { DRAWN_SHARE = 8 };

static float target_of_draw(const Game *g, const Position *p)
{
    const Evaluation *e = g->search.evaluation;
    int feature[MAX_FEATURES];
    if (!e)
        return 0.5f;
    e->features(p, feature);
    return chance_of(evaluation_sum(e->weight, feature, e->count) / DRAWN_SHARE);
}

static float target_of(int result, int plies)
{
    float far = (float)(plies > 255 ? 255 : plies < 1 ? 1 : plies) / 1500;
    return result > 0 ? 1 - far : far;
}

/* Every reply becomes a sample; plays one of those that keep the value, or any. False: `truth` failed. */
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
            keep(r, &next, v.result, v.result ? target_of(v.result, v.plies) : target_of_draw(g, &next));
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

/* --- by the search's own games --- */

enum { MOST_PLIES = 300, PLAYED_ONE_IN = 12, REPLY_SHARE = 2 };

/* A position of the game under way, until its end is known. */
typedef struct Thought {
    Position position;
    int side;               /* to move */
    int score;              /* as the search counts */
    Move best;
    float share[MAX_PLAYERS];   /* of each side, if there are more than two */
} Thought;

/* What the search says about t->position. False: out of memory. */
static bool think(Row *r, const uint64_t *history, int plies, uint64_t nodes, Thought *t)
{
    SearchLimits limits = {.nodes = nodes};
    SearchResult s;
    bool ok;
    if (r->multi) {
        ok = multi_run(r->multi, &t->position, history, (size_t)plies, limits, NULL, NULL, &s);
        multi_shares(r->multi, t->share);
    } else {
        ok = search_run(r->search, &t->position, history, (size_t)plies, limits, NULL, NULL, &s);
    }
    t->score = ok ? s.line[0].score : 0;
    t->best = ok ? s.line[0].move : 0;
    return ok;
}

/* The same with more than two sides: `winner` of the game, or DRAW. */
static void keep_shared_thought(Row *r, const Thought *t, int winner, float weight_of_result)
{
    const Game *g = r->reaping->game;
    int mover = game_side(g, g->mover(&t->position));
    float target[MAX_PLAYERS];
    if (g->search.winning_move && g->search.winning_move(&t->position))
        return; /* the search never asks about such a position */
    if (score_is_win(t->score))
        winner = mover, weight_of_result = 1;
    for (int i = 0; i < g->sides; i++) {
        int s = (mover + i) % g->sides;
        float ended = winner == DRAW ? 1.0f / (float)g->sides : winner == s;
        target[i] = weight_of_result * ended + (1 - weight_of_result) * t->share[s];
    }
    keep_shares(r, &t->position, winner == DRAW ? 0 : (winner + g->sides - mover) % g->sides + 1, target);
}

static void keep_thought(Row *r, const Thought *t, int result, float weight_of_result)
{
    if (score_is_win(t->score) || score_is_loss(t->score)) {
        int sign = t->score > 0 ? 1 : -1;
        keep(r, &t->position, sign, target_of(sign, score_distance(t->score)));
        return;
    }
    float ended = result > 0 ? 1 : result < 0 ? 0 : 0.5f, thought = chance_of(t->score);
    keep(r, &t->position,
         weight_of_result > 0 ? result
         : thought > 0.5f     ? 1
                              : -1,
         weight_of_result * ended + (1 - weight_of_result) * thought);
}

/* A random reply, as the search meets many: it is searched too, with less effort. */
static bool keep_reply(Row *r, const Position *p, const uint64_t *history, int plies)
{
    const Game *g = r->reaping->game;
    Thought t;
    if (!movelist_fill(&r->list, g, p))
        return false;
    g->play(p, r->list.move[below(r, (uint32_t)r->list.count)], &t.position);
    if (g->outcome(&t.position).over)
        return true;
    if (!think(r, history, plies, r->reaping->nodes / REPLY_SHARE, &t))
        return false;
    if (r->multi)
        keep_shared_thought(r, &t, DRAW, 0);
    else
        keep_thought(r, &t, 0, 0);
    return true;
}

static bool random_move(Row *r, Position *p)
{
    Position next;
    if (!movelist_fill(&r->list, r->reaping->game, p))
        return false;
    r->reaping->game->play(p, r->list.move[below(r, (uint32_t)r->list.count)], &next);
    if (!r->reaping->game->outcome(&next).over)
        *p = next;
    return true;
}

static bool play_itself(Row *r, Thought *thought)
{
    const Game *g = r->reaping->game;
    uint64_t history[MOST_PLIES];
    int plies = 0, since = 0;   /* `since`: thoughts up to the last random move */
    Position p;
    g->start(&p);
    for (int opening = (int)below(r, OPENING + 1); opening > 0; opening--)
        if (!random_move(r, &p))
            return false;
    for (; plies < MOST_PLIES && !g->outcome(&p).over && !cancel_asked(r->reaping->cancel); plies++) {
        history[plies] = position_hash(g, &p);
        thought[plies] = (Thought){.position = p, .side = game_side(g, g->mover(&p))};
        if (!think(r, history, plies, r->reaping->nodes, &thought[plies]) || !keep_reply(r, &p, history, plies))
            return false;
        if (below(r, PLAYED_ONE_IN) > 0) {
            g->play(&p, thought[plies].best, &p);
        } else {
            since = plies + 1;
            if (!random_move(r, &p))
                return false;
        }
    }
    Outcome end = g->outcome(&p);
    for (int i = 0; i < plies; i++) {
        float weight_of_result = i < since ? 0.1f : 0.5f;
        int result = !end.over || end.winner == DRAW ? 0 : end.winner == thought[i].side ? 1 : -1;
        if (r->multi)
            keep_shared_thought(r, &thought[i], end.over ? end.winner : DRAW, weight_of_result);
        else
            keep_thought(r, &thought[i], result, weight_of_result);
    }
    return true;
}

static bool has_searcher(Row *r)
{
    const Game *g = r->reaping->game;
    if (g->sides > 2)
        return r->multi || (r->multi = multi_create(g, 1 << 20, MULTI_BEST));
    return r->search || (r->search = search_create(g, 1 << 20, 1));
}

static bool play_itself_often(Row *r)
{
    Thought *thought = memory_resize(NULL, MOST_PLIES * sizeof *thought);
    bool ok = thought && has_searcher(r);
    while (ok && r->at < r->end && !cancel_asked(r->reaping->cancel)) {
        if (r->search)
            search_forget(r->search);
        ok = play_itself(r, thought);
    }
    memory_free(thought);
    return ok;
}

/* --- many runs --- */

static void *reap(void *context)
{
    Reaping *w = context;
    Row r = {.reaping = w};
    for (int run; (run = atomic_fetch_add(&w->next, 1)) < w->runs && !atomic_load(&w->failed);) {
        uint64_t seed = w->seed * 1000003 + (uint64_t)run;
        r.random = random_next_wide(&seed) | 1;
        r.at = w->start + (size_t)run * TRAIN_RUN;
        r.end = r.at + TRAIN_RUN;
        if (!(w->truth ? play_games(&r) : play_itself_often(&r)))
            atomic_store(&w->failed, true);
    }
    search_destroy(r.search);
    multi_destroy(r.multi);
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
    void *target = memory_resize(d->target, wanted * (size_t)d->sides * sizeof *d->target);
    d->target = target ? target : d->target;
    d->capacity = wanted;
    return word && head && result && target;
}

static bool run_all(TrainData *d, Reaping w, uint64_t seed, int threads)
{
    pthread_t thread[MOST_THREADS];
    int started = 1;
    d->sides = w.game->search.net->sides;
    if (d->heads + d->sides > TRAIN_HEADS)
        return false;
    w.data = d;
    w.start = d->count;
    d->words = w.game->words;
    w.head = d->heads;
    w.seed = seed * TRAIN_HEADS + (uint64_t)d->heads;
    for (int i = 0; i < d->sides; i++)
        d->game[d->heads++] = w.game;
    if (!grow(d, d->count + (size_t)w.runs * TRAIN_RUN))
        return false;
    for (; started < threads && started < MOST_THREADS; started++)
        if (pthread_create(&thread[started], NULL, reap, &w) != 0)
            break;
    reap(&w);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    d->count = d->capacity;
    return !atomic_load(&w.failed) && !cancel_asked(w.cancel);
}

bool train_data_add(TrainData *d, const Game *g, const Oracle *truth, int runs, uint64_t seed, int threads,
                    const Cancel *cancel)
{
    return run_all(d, (Reaping){.game = g, .truth = truth, .cancel = cancel, .runs = runs}, seed, threads);
}

bool train_data_play(TrainData *d, const Game *g, uint64_t nodes, int runs, uint64_t seed, int threads,
                     const Cancel *cancel)
{
    return run_all(d, (Reaping){.game = g, .nodes = nodes, .cancel = cancel, .runs = runs}, seed, threads);
}

void train_data_free(TrainData *d)
{
    memory_free(d->word);
    memory_free(d->head);
    memory_free(d->result);
    memory_free(d->target);
    *d = (TrainData){0};
}
