/* See fit.h. Samples are taken at the end of the line that the search found best, because that is where the
 * evaluation is asked. Positions whose result the search has proven do not count. */
#include "contest/fit.h"

#include "core/memory.h"
#include "core/random.h"
#include "search/search.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { LONGEST = 1000, ROUNDS = 30, HELD_OUT = 5 };

static const double unit = 333;     /* of a weight: this much changes the odds by a factor of e */

typedef struct Sample {
    int16_t feature[MAX_FEATURES];
    float result;                   /* for the player to move: 1, 0.5, 0 */
} Sample;

/* The positions of one game. */
typedef struct Harvest {
    Sample *sample;
    int count;
    bool draw;
} Harvest;

typedef struct Fit {
    const FitOptions *options;
    const Cancel *cancel;
    FitNews *news;
    void *context;
    Harvest *harvest;               /* of each game */
    pthread_mutex_t lock;           /* guards what follows */
    int next, done;
    bool failed;
} Fit;

/* --- games --- */

/* Takes the end of the best line as a sample; `mover` receives whose turn it is there. False: there is nothing to
 * take. */
static bool take_sample(const Game *g, const Position *p, const SearchLine *best, Sample *out, int *mover)
{
    int feature[MAX_FEATURES] = {0};
    Position end = *p;
    if (score_is_win(best->score) || score_is_loss(best->score))
        return false;
    for (int i = 0; i < best->length; i++)
        g->play(&end, best->line[i], &end);
    if (g->outcome(&end).over)
        return false;
    g->search.evaluation->features(&end, feature);
    for (int i = 0; i < MAX_FEATURES; i++)
        out->feature[i] = (int16_t)feature[i];
    *mover = game_side(g, g->mover(&end));
    return true;
}

static bool play_random(const Game *g, Position *p, MoveList *list, uint64_t *random, int plies)
{
    for (int i = 0; i < plies; i++) {
        Position next;
        if (!movelist_fill(list, g, p))
            return false;
        g->play(p, list->move[(uint64_t)random_next(random) * list->count >> 32], &next);
        if (!g->outcome(&next).over)
            *p = next;
    }
    return true;
}

static bool play_game(Fit *f, Search *s, MoveList *list, int number, Harvest *out)
{
    const FitOptions *o = f->options;
    const Game *g = o->game;
    uint64_t random =
        (o->seed + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ ((uint64_t)number + 1) * UINT64_C(0xd6e8feb86659fd93);
    uint64_t history[LONGEST];
    int mover[LONGEST], longest = o->longest < LONGEST ? o->longest : LONGEST;
    Position p;
    g->start(&p);
    if (!play_random(g, &p, list, &random, (int)(random_next(&random) % (uint32_t)(o->plies + 1))))
        return false;
    out->sample = memory_resize(NULL, (size_t)longest * sizeof *out->sample);
    if (!out->sample)
        return false;
    search_forget(s);
    for (int ply = 0; ply < longest && !g->outcome(&p).over; ply++) {
        SearchResult r;
        int seen = 0;
        history[ply] = position_hash(g, &p);
        for (int i = 0; i < ply; i++)
            seen += history[i] == history[ply];
        if (seen >= 2)
            break;
        if (!search_run(s, &p, history, (size_t)ply, (SearchLimits){.nodes = o->nodes}, NULL, NULL, &r))
            return false;
        if (take_sample(g, &p, &r.line[0], &out->sample[out->count], &mover[out->count]))
            out->count++;
        g->play(&p, r.line[0].move, &p);
    }
    Outcome end = g->outcome(&p);
    out->draw = !end.over || end.winner == DRAW;
    for (int i = 0; i < out->count; i++)
        out->sample[i].result = out->draw ? 0.5f : end.winner == mover[i] ? 1 : 0;
    if (out->count > 0) {
        Sample *shrunk = memory_resize(out->sample, (size_t)out->count * sizeof *shrunk);
        out->sample = shrunk ? shrunk : out->sample;
    }
    return true;
}

static void *play_games(void *context)
{
    Fit *f = context;
    MoveList list = {0};
    Search *s = search_create(f->options->game, 1 << 20, 1);
    bool ok = s != NULL;
    for (;;) {
        pthread_mutex_lock(&f->lock);
        f->failed |= !ok;
        int number = f->failed || cancel_asked(f->cancel) || f->next >= f->options->games ? -1 : f->next++;
        pthread_mutex_unlock(&f->lock);
        if (number < 0)
            break;
        ok = play_game(f, s, &list, number, &f->harvest[number]);
        pthread_mutex_lock(&f->lock);
        f->done++;
        if (f->news)
            f->news(f->context, f->done);
        pthread_mutex_unlock(&f->lock);
    }
    movelist_free(&list);
    search_destroy(s);
    return NULL;
}

/* --- regression --- */

typedef struct Data {
    const Harvest *harvest;
    int games, features;
} Data;

static double expected(const Sample *s, const double *weight, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += weight[i] * s->feature[i];
    return 1 / (1 + exp(-sum));
}

/* Bits per position, over the held-out games. */
static double loss(const Data *d, const double *weight)
{
    double sum = 0;
    long count = 0;
    for (int g = 0; g < d->games; g += HELD_OUT)
        for (int i = 0; i < d->harvest[g].count; i++, count++) {
            const Sample *s = &d->harvest[g].sample[i];
            double p = expected(s, weight, d->features);
            p = p < 1e-9 ? 1e-9 : p > 1 - 1e-9 ? 1 - 1e-9 : p;
            sum -= s->result * log2(p) + (1 - s->result) * log2(1 - p);
        }
    return count ? sum / (double)count : 0;
}

/* Solves a·x = b for a symmetric positive definite matrix, in place; b becomes x. */
static void solve(double a[MAX_FEATURES][MAX_FEATURES], double *b, int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = a[k][k];
        for (int i = k + 1; i < n; i++) {
            double factor = a[i][k] / pivot;
            for (int j = k; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
}

/* Newton's method on the games that are not held out. A little regularisation keeps weights near 0 whose features
 * hardly vary, or vary together. */
static void regress(const Data *d, double *weight)
{
    int n = d->features;
    for (int round = 0; round < ROUNDS; round++) {
        double hessian[MAX_FEATURES][MAX_FEATURES] = {{0}}, gradient[MAX_FEATURES] = {0};
        for (int g = 0; g < d->games; g++) {
            if (g % HELD_OUT == 0)
                continue;
            for (int k = 0; k < d->harvest[g].count; k++) {
                const Sample *s = &d->harvest[g].sample[k];
                double p = expected(s, weight, n), curve = p * (1 - p);
                for (int i = 0; i < n; i++) {
                    gradient[i] += (s->result - p) * s->feature[i];
                    for (int j = 0; j <= i; j++)
                        hessian[i][j] += curve * s->feature[i] * s->feature[j];
                }
            }
        }
        double change = 0;
        for (int i = 0; i < n; i++) {
            gradient[i] -= weight[i];
            hessian[i][i] += 1;
            for (int j = 0; j < i; j++)
                hessian[j][i] = hessian[i][j];
        }
        solve(hessian, gradient, n);
        for (int i = 0; i < n; i++) {
            weight[i] += gradient[i];
            change += fabs(gradient[i]);
        }
        if (change < 1e-7)
            break;
    }
}

/* The loss of the old weights, scaled to predict as well as they can. */
static double loss_of_old(const Data *d, const int *old)
{
    double best = INFINITY;
    for (double scale = 1e-5; scale < 0.1; scale *= 1.1) {
        double weight[MAX_FEATURES];
        for (int i = 0; i < d->features; i++)
            weight[i] = old[i] * scale;
        double l = loss(d, weight);
        best = l < best ? l : best;
    }
    return best;
}

static void measure(const Data *d, FitResult *out)
{
    double sum[MAX_FEATURES] = {0}, square[MAX_FEATURES] = {0};
    for (int g = 0; g < d->games; g++) {
        out->draws += d->harvest[g].draw;
        out->samples += d->harvest[g].count;
        for (int k = 0; k < d->harvest[g].count; k++)
            for (int i = 0; i < d->features; i++) {
                double x = d->harvest[g].sample[k].feature[i];
                sum[i] += x;
                square[i] += x * x;
            }
    }
    for (int i = 0; i < d->features && out->samples > 0; i++) {
        double mean = sum[i] / (double)out->samples;
        out->spread[i] = sqrt(fmax(0, square[i] / (double)out->samples - mean * mean));
    }
}

/* If most games are drawn, draws say more about endless manoeuvres than about what wins. */
static void drop_draws(Harvest *harvest, int games)
{
    int draws = 0;
    for (int g = 0; g < games; g++)
        draws += harvest[g].draw;
    for (int g = 0; g < games && 2 * draws > games; g++)
        if (harvest[g].draw)
            harvest[g].count = 0;
}

static void run_threads(Fit *f)
{
    pthread_t thread[64];
    int count = f->options->threads < 64 ? f->options->threads : 64, started = 1;
    for (; started < count; started++)
        if (pthread_create(&thread[started], NULL, play_games, f) != 0)
            break;
    play_games(f);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
}

bool fit_run(const FitOptions *o, const Cancel *cancel, FitNews *news, void *context, FitResult *out)
{
    Fit f = {.options = o, .cancel = cancel, .news = news, .context = context};
    *out = (FitResult){.games = o->games};
    f.harvest = memory_resize(NULL, (size_t)o->games * sizeof *f.harvest);
    if (!f.harvest)
        return false;
    memset(f.harvest, 0, (size_t)o->games * sizeof *f.harvest);
    pthread_mutex_init(&f.lock, NULL);
    run_threads(&f);
    pthread_mutex_destroy(&f.lock);
    bool ok = !f.failed && !cancel_asked(cancel);
    if (ok) {
        const Evaluation *e = o->game->search.evaluation;
        drop_draws(f.harvest, o->games);
        Data d = {f.harvest, o->games, e->count};
        double weight[MAX_FEATURES] = {0};
        measure(&d, out);
        regress(&d, weight);
        out->loss_before = loss_of_old(&d, e->weight);
        out->loss_after = loss(&d, weight);
        for (int i = 0; i < e->count; i++)
            out->weight[i] = weight[i] * unit;
    }
    for (int i = 0; i < o->games; i++)
        memory_free(f.harvest[i].sample);
    memory_free(f.harvest);
    return ok;
}
