/* Iterative deepening at the root, and the threads. All workers search the same tree; each postpones what another is
 * working on, and finds the result in the table. */
#include "search/search.h"

#include "core/clock.h"
#include "core/knowledge.h"
#include "core/memory.h"
#include "search/worker.h"

#include <string.h>
#ifndef COLONNADE_NO_THREADS
#include <pthread.h>
#endif

struct Search {
    Shared shared;
    int threads;
    Worker *worker[SEARCH_MAX_THREADS];
};

static Worker *worker_create(Shared *shared, int number)
{
    Worker *w = memory_resize(NULL, sizeof *w);
    if (!w)
        return NULL;
    memset(w, 0, sizeof *w);
    w->shared = shared;
    w->game = shared->game;
    w->number = number;
    return w;
}

static void worker_destroy(Worker *w)
{
    if (!w)
        return;
    for (int i = 0; i <= MAX_PLY; i++) {
        movelist_free(&w->ply[i].list);
        memory_free(w->ply[i].rank);
    }
    memory_free(w->root);
    memory_free(w->done);
    memory_free(w);
}

Search *search_create(const Game *g, size_t tt_bytes, int threads)
{
    Search *s = knowledge_ready(g) ? memory_resize(NULL, sizeof *s) : NULL;
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->shared.game = g;
#ifdef COLONNADE_NO_THREADS
    threads = 1;
#endif
    s->threads = threads < 1 ? 1 : threads > SEARCH_MAX_THREADS ? SEARCH_MAX_THREADS : threads;
    s->shared.divided = s->threads > 1;
    bool ok = team_create(&s->shared.team);
    if (!ok) {
        memory_free(s);
        return NULL;
    }
    ok = tt_create(&s->shared.table, tt_bytes);
    for (int i = 0; ok && i < s->threads; i++)
        ok = (s->worker[i] = worker_create(&s->shared, i)) != NULL;
    if (!ok) {
        search_destroy(s);
        return NULL;
    }
    return s;
}

void search_destroy(Search *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->threads; i++)
        worker_destroy(s->worker[i]);
    tt_destroy(&s->shared.table);
    team_destroy(&s->shared.team);
    memory_free(s->shared.twice);
    memory_free(s);
}

static void forget_order(Worker *w)
{
    memset(w->history, 0, sizeof w->history);
    for (int i = 0; i <= MAX_PLY; i++)
        memset(w->ply[i].killer, 0, sizeof w->ply[i].killer);
}

void search_forget(Search *s)
{
    tt_clear(&s->shared.table);
    for (int i = 0; i < s->threads; i++)
        forget_order(s->worker[i]);
}

void search_tell(const Search *s, Buffer *out) { found_write(&s->shared.found, &s->shared.table, out); }

bool search_learn(Search *s, const char *text, size_t size) { return found_read(text, size, &s->shared.table); }

static bool set_root(Worker *w, const Position *p, SearchLimits limits)
{
    const MoveList *list = limits.only ? limits.only : &w->ply[0].list;
    if (!limits.only && !movelist_fill(&w->ply[0].list, w->game, p))
        return false;
    if (list->count > w->root_capacity) {
        SearchLine *root = memory_resize(w->root, list->count * sizeof *root);
        w->root = root ? root : w->root;
        SearchLine *done = memory_resize(w->done, list->count * sizeof *done);
        w->done = done ? done : w->done;
        if (!root || !done)
            return false;
        w->root_capacity = list->count;
    }
    w->root_count = list->count;
    for (size_t i = 0; i < list->count; i++)
        w->root[i] = (SearchLine){
            .move = list->move[i],
            .score = -SCORE_INFINITE,
            .least = -SCORE_INFINITE,
            .most = SCORE_INFINITE,
            .length = 1,
            .line = {list->move[i]},
        };
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    return true;
}

/* Positions that the game has seen twice: one more occurrence ends it as a draw. Values then depend on them, so the
 * table keeps the values of each such set apart. */
static bool set_twice(Shared *s, const uint64_t *history, size_t count)
{
    s->twice_count = 0;
    s->salt = 0;
    if (s->game->never_repeats)
        return true;
    for (size_t i = 0; i < count; i++) {
        size_t seen = 0;
        for (size_t j = 0; j <= i; j++)
            seen += history[j] == history[i];
        if (seen != 2)
            continue;
        uint64_t *grown = memory_resize(s->twice, (s->twice_count + 1) * sizeof *grown);
        if (!grown)
            return false;
        s->twice = grown;
        s->twice[s->twice_count++] = history[i];
        s->salt ^= history[i] * UINT64_C(0x9e3779b97f4a7c15);
    }
    return true;
}

/* Moves line `at` to where its value belongs among the lines before it. */
static void settle(SearchLine *root, size_t at)
{
    SearchLine moved = root[at];
    for (; at > 0 && root[at - 1].score < moved.score; at--)
        root[at] = root[at - 1];
    root[at] = moved;
}

/* Records what a window (alpha, high) showed about a move. What was proven earlier stays: the table may have lost
 * what the proof relied on. */
static void keep_line(Worker *w, SearchLine *r, int value, int depth, int alpha, int high)
{
    bool exact = value > alpha;
    if (exact && score_is_win(value) && value > r->least)
        r->least = value;
    if (value < high && score_is_loss(value) && value < r->most)
        r->most = value;
    bool known = value < r->least || value > r->most;
    r->score = value < r->least ? r->least : value > r->most ? r->most : value;
    r->depth = depth;
    r->exact = r->score > alpha;
    r->shortest = w->task.full && value < high && depth >= score_distance(r->score);
    if (!exact || known)
        return;
    const Ply *below = &w->ply[1];
    int n = below->line_length < SEARCH_MAX_LINE - 1 ? below->line_length : SEARCH_MAX_LINE - 1;
    memcpy(r->line + 1, below->line, (size_t)n * sizeof *r->line);
    r->length = n + 1;
}

/* Searches a root move; unless it is `first`, it is first only tested for being no better than alpha. */
static int search_root_move(Worker *w, const Position *child, uint64_t key, bool first, int alpha)
{
    const int depth = w->task.depth, high = w->task.high;
    if (!first) {
        int value = -worker_search(w, child, key, depth - 1, -alpha - 1, -alpha, 1);
        if (value <= alpha || worker_stopped(w))
            return value;
    }
    return -worker_search(w, child, key, depth - 1, -high, -alpha, 1);
}

/* Puts line `at` after the others. */
static void postpone(Worker *w, size_t at)
{
    SearchLine moved = w->root[at];
    memmove(w->root + at, w->root + at + 1, (w->root_count - at - 1) * sizeof moved);
    w->root[w->root_count - 1] = moved;
}

/* One iteration. The first `lines` moves get exact values; the others are only shown to be no better than the last
 * of those. False: stopped on the way. */
static bool iterate(Worker *w, const Position *p, size_t lines)
{
    const Game *g = w->game;
    Underway *underway = w->shared->divided ? &w->shared->underway : NULL;
    int alpha = w->task.low;
    size_t postponed = w->root_count;   /* from here on: another thread was working on them */
    for (size_t i = 0; i < w->root_count; i++) {
        SearchLine *r = &w->root[i];
        Position child;
        g->play(p, r->move, &child);
        uint64_t key = worker_key(w, &child, &w->ply[1].hash);
        if (underway && i >= lines && i < postponed && underway_has(underway, key)) {
            postpone(w, i--);
            postponed--;
            continue;
        }
        if (underway)
            underway_begin(underway, key);
        int value = search_root_move(w, &child, key, i < lines, alpha);
        if (underway)
            underway_end(underway, key);
        if (worker_stopped(w))
            return false;
        keep_line(w, r, value, w->task.depth, alpha, w->task.high);
        settle(w->root, i);
        if (i + 1 >= lines && w->root[lines - 1].score > alpha)
            alpha = w->root[lines - 1].score;
        if (alpha >= w->task.high)
            break;
    }
    return true;
}

/* If only one line is wanted, the window is guessed from the iteration before. */
static void guess_window(Worker *w, size_t lines)
{
    TeamTask *t = &w->task;
    t->low = -SCORE_INFINITE;
    t->high = SCORE_INFINITE;
    t->guess = w->root[0].score;
    t->width = 60;
    if (lines > 1 || t->depth < 4 || score_is_win(t->guess) || score_is_loss(t->guess))
        return;
    t->low = t->guess - t->width;
    t->high = t->guess + t->width;
}

/* A value outside the window is only a bound: search again with a wider one. */
static bool widen_window(Worker *w)
{
    TeamTask *t = &w->task;
    int value = w->root[0].score;
    if (value > t->low && value < t->high)
        return false;
    t->width *= 4;
    if (value <= t->low)
        t->low = t->width > 2000 ? -SCORE_INFINITE : t->guess - t->width;
    else
        t->high = t->width > 2000 ? SCORE_INFINITE : t->guess + t->width;
    return true;
}

/* Plies that are enough to see what the opening leads to. */
enum { OPENING_DEPTH = 10 };

/* Nothing deeper can change: every line that was asked for is proven and shortest, or, in the opening, proven by the
 * opening layer. */
static bool all_settled(const Worker *w, size_t lines)
{
    for (size_t i = 0; i < lines; i++) {
        const SearchLine *r = &w->root[i];
        bool far =
            w->shared->opening && score_distance(r->score) > SEARCH_MAX_DEPTH && w->task.depth_done >= OPENING_DEPTH;
        if (!(score_is_win(r->score) || score_is_loss(r->score)) || !(r->shortest || far))
            return false;
    }
    return true;
}

/* A proven value whose distance can be found; for the opening it cannot. */
static bool counts_plies(int value)
{
    return (score_is_win(value) || score_is_loss(value)) && score_distance(value) <= SEARCH_MAX_DEPTH;
}

/* After an interruption: the lines of the last completed iteration, led by the best move of the unfinished one if
 * that was searched in full. A move that was only shown to lose says nothing about the others: it goes where that
 * loss belongs. */
static void restore_done(Worker *w)
{
    const int depth = w->task.depth;
    if (w->task.depth_done == 0)
        return;
    SearchLine newest = w->root[0];
    memcpy(w->root, w->done, w->root_count * sizeof *w->root);
    if (!newest.exact || newest.depth != depth)
        return;
    size_t at = 0;
    while (w->root[at].move != newest.move)
        at++;
    memmove(w->root + 1, w->root, at * sizeof *w->root);
    w->root[0] = newest;
    if (!score_is_loss(newest.score))
        return;
    for (at = 0; at + 1 < w->root_count && w->root[at + 1].score > newest.score; at++)
        w->root[at] = w->root[at + 1];
    w->root[at] = newest;
    if (!score_is_loss(w->root[0].score))
        w->root[0].exact = true;    /* an estimate, as good as any */
}

/* Moves that a tiny effort did not reach get a static value, so that no value is made up. */
static void value_unseen(Worker *w, const Position *p)
{
    const Game *g = w->game;
    for (size_t i = 0; i < w->root_count; i++) {
        SearchLine *r = &w->root[i];
        if (r->depth > 0)
            continue;
        Position child;
        g->play(p, r->move, &child);
        Outcome o = g->outcome(&child);
        if (!o.over)
            r->score = -worker_evaluate(g, &child);
        else
            r->score = o.winner == DRAW                        ? SCORE_DRAWN
                       : o.winner == game_side(g, g->mover(p)) ? score_win_in(1)
                                                               : score_loss_in(1);
        r->exact = r->shortest = true;
        settle(w->root, i);
    }
}

typedef struct Run {
    Worker *worker;
    const Position *root;
    SearchLimits limits;
    SearchReport *report;
    void *context;
    Search *search;
    double started;
} Run;

static void fill_result(const Run *run, SearchResult *out)
{
    const Worker *w = run->worker;
    *out = (SearchResult){
        .depth = w->task.depth_done,
        .seconds = clock_now() - run->started,
        .count = w->root_count,
        .line = w->root,
    };
    for (int i = 0; i < run->search->threads; i++)
        out->nodes += worker_nodes(run->search->worker[i]);
}

static size_t lines_of(const Run *run)
{
    size_t lines = run->limits.lines < 1 ? 1 : (size_t)run->limits.lines, count = run->worker->root_count;
    return lines < count ? lines : count;
}

static TeamTask first_task(const Run *run)
{
    /* Whoever asks about several moves wants to know how far each is from the end. */
    return (TeamTask){
        .depth = run->limits.only ? run->limits.depth : 1,
        .full = run->limits.only || lines_of(run) > 1,
        .low = -SCORE_INFINITE,
        .high = SCORE_INFINITE,
    };
}

/* The task is done; chooses the next one. */
static void next_task(Worker *w, int last, size_t lines)
{
    TeamTask *t = &w->task;
    t->number += w->shared->divided;    /* a single thread has nobody to tell */
    if (widen_window(w))
        return;
    memcpy(w->done, w->root, w->root_count * sizeof *w->done);
    t->depth_done = t->depth > t->depth_done ? t->depth : t->depth_done;
    if (all_settled(w, lines)) {
        t->over = true;
        return;
    }
    if (!t->full && counts_plies(w->root[0].score)) {   /* proven: now find the shortest way */
        t->full = true;
        t->depth = 0;
    }
    t->over = ++t->depth > last;
    guess_window(w, lines);
}

static void report_done(const Run *run, bool news)
{
    if (!news || run->worker->number != 0 || !run->report)
        return;
    SearchResult so_far;
    fill_result(run, &so_far);
    run->report(run->context, &so_far);
}

static void *deepen(void *context)
{
    Run *run = context;
    Worker *w = run->worker;
    const size_t lines = lines_of(run);
    const int last =
        run->limits.depth > 0 && run->limits.depth < SEARCH_MAX_DEPTH ? run->limits.depth : SEARCH_MAX_DEPTH;
    while (!w->task.over) {
        const TeamTask before = w->task;
        if (iterate(w, run->root, lines)) {
            next_task(w, last, lines);
            if (w->shared->divided)
                team_tell(w, before.number);
        } else if (!w->shared->divided || !team_follow(w)) {
            restore_done(w);
            break;
        }
        report_done(run, w->task.depth != before.depth || w->task.full != before.full || w->task.over);
    }
    return NULL;
}

Value search_value(const SearchLine *line)
{
    bool decided = score_is_win(line->score) || score_is_loss(line->score);
    if (line->exact && decided) {
        int result = score_is_win(line->score) ? 1 : -1, plies = score_distance(line->score);
        return line->shortest ? value_proven(result, plies) : value_within(result, plies);
    }
    if (!line->exact && score_is_loss(line->most))
        return value_within(-1, score_distance(line->most));
    return value_estimate(line->score);
}

bool search_run(Search *s, const Position *p, const uint64_t *history, size_t history_count, SearchLimits limits,
                SearchReport *report, void *context, SearchResult *out)
{
    Run run[SEARCH_MAX_THREADS];
    double started = clock_now();
    Shared *shared = &s->shared;
    atomic_store(&shared->failed, false);
    atomic_store(&shared->stop, false);
    shared->cancel = limits.cancel;
    found_begin(&shared->found, limits.only && !shared->divided ? limits.depth : 0);
    shared->node_limit = limits.nodes;
    shared->deadline = limits.seconds > 0 ? started + limits.seconds : 0;
    shared->opening = opening_layer_from(shared->game, p);
    bool ok = set_twice(shared, history, history_count);
    for (int i = 0; i < s->threads; i++) {
        ok = ok && set_root(s->worker[i], p, limits);
        s->worker[i]->ply[0].hash = position_hash(shared->game, p);
        run[i] = (Run){s->worker[i], p, limits, report, context, s, started};
        s->worker[i]->task = first_task(&run[i]);
    }
    if (!ok || !team_begin(&shared->team, s->worker[0]))
        return false;
    if (!limits.only || limits.depth == 1)  /* deeper jobs of a divided search continue it */
        tt_new_search(&shared->table);
#ifndef COLONNADE_NO_THREADS
    pthread_t thread[SEARCH_MAX_THREADS];
    int helpers = 0;
    for (int i = 1; i < s->threads; i++, helpers++)
        if (pthread_create(&thread[i], NULL, deepen, &run[i]) != 0)
            break;
#endif
    deepen(&run[0]);
    atomic_store(&shared->stop, true);
#ifndef COLONNADE_NO_THREADS
    for (int i = 1; i <= helpers; i++)
        pthread_join(thread[i], NULL);
#endif
    value_unseen(run[0].worker, p);
    fill_result(&run[0], out);
    return !atomic_load(&shared->failed);
}
