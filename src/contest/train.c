/* See train.h. A batch is split into pieces, each with gradients of its own, which are added up in order: so the
 * number of threads changes nothing. Loops run along rows, so that compilers can turn them into vector instructions. */
#include "contest/train.h"

#include "core/memory.h"
#include "core/net.h"
#include "core/random.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { PIECES = 16, PIECE = TRAIN_BATCH / PIECES, MOST_THREADS = 64, NEWS = 500 };

/* All parameters in one row: the first layer (inputs, then bias), then for each head the second layer (by
 * first-layer value), its bias, the last weights and their bias. */
typedef struct Trainer {
    const TrainOptions *options;
    const TrainData *data;
    int inputs, width;              /* of the first layer */
    size_t second_size, head_size;  /* parameters of the second layer, and of a whole head … */
    size_t size;                    /* … and all parameters */
    float *weight, *mean, *square;  /* … with what Adam remembers of their gradients */
    float *gradient[PIECES];
    double loss[PIECES];
    int step;
    size_t runs, aside;             /* of the data; the last `aside` are held out */
    atomic_int next;                /* piece */
} Trainer;

static size_t head_at(const Trainer *t, int head)
{
    return (size_t)((t->inputs + 1) * t->width) + (size_t)head * t->head_size;
}

/* --- one sample --- */

/* What a head makes of the first layer. */
typedef struct HeadPass {
    float second[NET_SECOND];   /* before clamping to 0 … 1 */
    float last[NET_SECOND];     /* after */
    float out;                  /* the logarithm of the odds */
} HeadPass;

typedef struct Pass {
    uint16_t active[NET_MOST_ACTIVE];
    int count;
    int head, sides;            /* the heads in use: `sides` of them, from `head` on */
    float first[NET_WIDEST];    /* before clamping to 0 … 1 */
    float value[NET_WIDEST];    /* after */
    HeadPass of[MAX_PLAYERS];
    float chance[MAX_PLAYERS];  /* predicted, that a side wins */
} Pass;

static float hold(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static void forward_head(const Trainer *t, const float *weight, int head, const float *value, HeadPass *s)
{
    const float *second = weight + head_at(t, head), *bias = second + t->second_size, *last = bias + NET_SECOND;
    memcpy(s->second, bias, sizeof s->second);
    for (int k = 0; k < t->width; k++) {
        float x = value[k];
        if (x <= 0)
            continue;
        const float *row = second + k * NET_SECOND;
        for (int j = 0; j < NET_SECOND; j++)
            s->second[j] += x * row[j];
    }
    s->out = last[NET_SECOND];
    for (int j = 0; j < NET_SECOND; j++) {
        s->last[j] = hold(s->second[j]);
        s->out += s->last[j] * last[j];
    }
}

/* One head predicts whether the mover wins; several divide one win among themselves. */
static void set_chances(Pass *s)
{
    float sum = 0, most = s->of[0].out;
    if (s->sides == 1) {
        s->chance[0] = 1 / (1 + expf(-s->of[0].out));
        return;
    }
    for (int i = 1; i < s->sides; i++)
        most = s->of[i].out > most ? s->of[i].out : most;
    for (int i = 0; i < s->sides; i++)
        sum += s->chance[i] = expf(s->of[i].out - most);
    for (int i = 0; i < s->sides; i++)
        s->chance[i] /= sum;
}

static void forward(const Trainer *t, const float *weight, Pass *s)
{
    memcpy(s->first, weight + (size_t)(t->inputs * t->width), (size_t)t->width * sizeof *s->first);
    for (int i = 0; i < s->count; i++) {
        const float *row = weight + (size_t)(s->active[i] * t->width);
        for (int k = 0; k < t->width; k++)
            s->first[k] += row[k];
    }
    for (int k = 0; k < t->width; k++)
        s->value[k] = hold(s->first[k]);
    for (int i = 0; i < s->sides; i++)
        forward_head(t, weight, s->head + i, s->value, &s->of[i]);
    set_chances(s);
}

/* Adds the head's gradient of the first layer's values to `first`. */
static void backward_head(const Trainer *t, const float *weight, const Pass *s, int side, float error, float *gradient,
                          float *first)
{
    const HeadPass *h = &s->of[side];
    size_t at = head_at(t, s->head + side);
    const float *second = weight + at, *last = second + t->second_size + NET_SECOND;
    float *to_second = gradient + at, *to_bias = to_second + t->second_size, *to_last = to_bias + NET_SECOND;
    float back[NET_SECOND];
    to_last[NET_SECOND] += error;
    for (int j = 0; j < NET_SECOND; j++) {
        to_last[j] += error * h->last[j];
        back[j] = h->second[j] > 0 && h->second[j] < 1 ? error * last[j] : 0;
        to_bias[j] += back[j];
    }
    for (int k = 0; k < t->width; k++) {
        float x = s->value[k], part[4] = {0};
        if (x > 0) {
            float *row = to_second + k * NET_SECOND;
            for (int j = 0; j < NET_SECOND; j++)
                row[j] += x * back[j];
        }
        if (s->first[k] <= 0 || s->first[k] >= 1)
            continue;
        const float *row = second + k * NET_SECOND;
        for (int j = 0; j < NET_SECOND; j += 4)
            for (int i = 0; i < 4; i++)
                part[i] += row[j + i] * back[j + i];
        first[k] += part[0] + part[1] + part[2] + part[3];
    }
}

static void backward(const Trainer *t, const float *weight, const Pass *s, const float *wanted, float *gradient)
{
    float first[NET_WIDEST] = {0};
    for (int i = 0; i < s->sides; i++)
        backward_head(t, weight, s, i, s->chance[i] - wanted[i], gradient, first);
    for (int i = 0; i <= s->count; i++) {
        float *row = gradient + (size_t)((i < s->count ? s->active[i] : t->inputs) * t->width);
        for (int k = 0; k < t->width; k++)
            row[k] += first[k];
    }
}

static void set_wanted(const TrainData *d, size_t i, float *wanted)
{
    for (int k = 0; k < d->sides; k++)
        wanted[k] = (float)d->target[i * (size_t)d->sides + (size_t)k] / TRAIN_CERTAIN;
}

static double held_log2(double p) { return log2(p < 1e-7 ? 1e-7 : p > 1 - 1e-7 ? 1 - 1e-7 : p); }

static double bits(const Pass *s, const float *wanted)
{
    if (s->sides == 1)
        return -(wanted[0] * held_log2(s->chance[0]) + (1 - wanted[0]) * held_log2(1 - s->chance[0]));
    double sum = 0;
    for (int i = 0; i < s->sides; i++)
        sum -= wanted[i] * held_log2(s->chance[i]);
    return sum;
}

static void set_inputs(const TrainData *d, size_t i, int symmetry, Pass *s)
{
    const Game *g = d->game[d->head[i]];
    Position p, turned;
    train_data_position(d, i, &p);
    if (symmetry > 0)
        g->transform(&p, symmetry, &turned);
    s->count = g->search.net->active(symmetry > 0 ? &turned : &p, s->active);
    s->head = d->head[i];
    s->sides = d->sides;
}

/* --- a step --- */

static void learn_piece(Trainer *t, int piece)
{
    const TrainData *d = t->data;
    uint64_t seed = t->options->seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)t->step * PIECES + (uint64_t)piece;
    uint64_t random = random_next_wide(&seed) | 1;
    size_t learnt = (t->runs - t->aside) * TRAIN_RUN;
    float *gradient = t->gradient[piece];
    memset(gradient, 0, t->size * sizeof *gradient);
    t->loss[piece] = 0;
    for (int n = 0; n < PIECE; n++) {
        Pass s;
        size_t i = (size_t)(((uint64_t)random_next(&random) << 32 | random_next(&random)) % learnt);
        i += i / ((size_t)(TRAIN_ASIDE - 1) * TRAIN_RUN) * TRAIN_RUN;   /* every TRAIN_ASIDE-th run is held out */
        const Game *g = d->game[d->head[i]];
        set_inputs(d, i, (int)(random_next(&random) % g->symmetries), &s);
        float wanted[MAX_PLAYERS];
        set_wanted(d, i, wanted);
        forward(t, t->weight, &s);
        t->loss[piece] += bits(&s, wanted);
        backward(t, t->weight, &s, wanted, gradient);
    }
}

static void *learn(void *context)
{
    Trainer *t = context;
    for (int piece; (piece = atomic_fetch_add(&t->next, 1)) < PIECES;)
        learn_piece(t, piece);
    return NULL;
}

/* Adam, with a step size that decreases to 0. */
static void move_weights(Trainer *t)
{
    const double fade1 = 0.9, fade2 = 0.999;
    double left = 1 - (double)t->step / t->options->steps, warm = t->step < 200 ? (t->step + 1) / 200.0 : 1;
    double rate = 0.002 * warm * left * sqrt(1 - pow(fade2, t->step + 1)) / (1 - pow(fade1, t->step + 1));
    for (size_t i = 0; i < t->size; i++) {
        float g = 0;
        for (int k = 0; k < PIECES; k++)
            g += t->gradient[k][i];
        g /= TRAIN_BATCH;
        t->mean[i] += (float)(1 - fade1) * (g - t->mean[i]);
        t->square[i] += (float)(1 - fade2) * (g * g - t->square[i]);
        t->weight[i] -= (float)rate * t->mean[i] / (sqrtf(t->square[i]) + 1e-8f);
        t->weight[i] = t->weight[i] > 3.9f ? 3.9f : t->weight[i] < -3.9f ? -3.9f : t->weight[i];
    }
}

static double step(Trainer *t)
{
    pthread_t thread[MOST_THREADS];
    int started = 1;
    double loss = 0;
    atomic_store(&t->next, 0);
    for (; started < t->options->threads && started < MOST_THREADS; started++)
        if (pthread_create(&thread[started], NULL, learn, t) != 0)
            break;
    learn(t);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    move_weights(t);
    for (int k = 0; k < PIECES; k++)
        loss += t->loss[k];
    return loss / TRAIN_BATCH;
}

/* --- the result --- */

static int16_t whole(float x, int one)
{
    long n = lroundf(x * (float)one);
    return (int16_t)(n > INT16_MAX ? INT16_MAX : n < -INT16_MAX ? -INT16_MAX : n);
}

/* The weights in the order of a file: the first layer, then of all heads the second layer, its bias, and the last
 * weights. */
static void quantise(const Trainer *t, int16_t *out)
{
    size_t first = (size_t)((t->inputs + 1) * t->width);
    int heads = t->data->heads;
    for (size_t i = 0; i < first; i++)
        *out++ = whole(t->weight[i], NET_SUM_ONE);
    for (int h = 0; h < heads; h++)
        for (int k = 0; k < t->width; k += 2)
            for (int j = 0; j < 2 * NET_SECOND; j++)
                *out++ = whole(t->weight[head_at(t, h) + (size_t)((k + j % 2) * NET_SECOND + j / 2)], NET_VALUE_ONE);
    for (int h = 0; h < heads; h++)
        for (int j = 0; j < NET_SECOND; j++)
            *out++ = whole(t->weight[head_at(t, h) + t->second_size + (size_t)j], NET_VALUE_ONE);
    for (int h = 0; h < heads; h++)
        for (int j = 0; j <= NET_SECOND; j++)
            *out++ = whole(t->weight[head_at(t, h) + t->second_size + (size_t)(NET_SECOND + j)], NET_LAST_ONE);
}

static Net net_of(const Trainer *t, const int16_t *weight)
{
    Net net = {.inputs = t->inputs, .heads = t->data->heads, .width = t->width, .first = weight};
    net.second = net.first + (size_t)((t->inputs + 1) * t->width);
    net.second_bias = net.second + (size_t)net.heads * t->second_size;
    net.last = net.second_bias + (size_t)net.heads * NET_SECOND;
    return net;
}

/* Replaces the network's output by that of the quantised one; returns whether it names the winner. */
static bool say_whole(const TrainData *d, const Net *net, Pass *s, int result)
{
    int value[MAX_PLAYERS], best = 0;
    if (s->sides == 1)
        value[0] = net_evaluate(net, s->head, s->active, s->count);
    else
        net_evaluate_sides(net, s->sides, s->active, s->count, value);
    for (int i = 0; i < s->sides; i++) {
        s->of[i].out = (float)value[i] / NET_UNIT;
        best = value[i] > value[best] ? i : best;
    }
    set_chances(s);
    return d->sides == 1 ? result != 0 && (value[0] > 0) == (result > 0) : result == best + 1;
}

static void judge(const Trainer *t, const Net *net, TrainLoss *loss)
{
    const TrainData *d = t->data;
    size_t seen[TRAIN_HEADS] = {0}, decided[TRAIN_HEADS] = {0};
    memset(loss, 0, TRAIN_HEADS * sizeof *loss);
    for (size_t run = TRAIN_ASIDE - 1; run < t->runs; run += TRAIN_ASIDE)
        for (size_t i = run * TRAIN_RUN; i < (run + 1) * TRAIN_RUN; i++) {
            Pass s;
            int h = d->head[i];
            float wanted[MAX_PLAYERS];
            set_wanted(d, i, wanted);
            set_inputs(d, i, 0, &s);
            forward(t, t->weight, &s);
            loss[h].bits += bits(&s, wanted);
            loss[h].right += say_whole(d, net, &s, d->result[i]);
            loss[h].whole_bits += bits(&s, wanted);
            decided[h] += d->result[i] != 0;
            seen[h]++;
        }
    for (int h = 0; h < d->heads; h++) {
        loss[h].bits /= (double)(seen[h] ? seen[h] : 1);
        loss[h].whole_bits /= (double)(seen[h] ? seen[h] : 1);
        loss[h].right /= (double)(decided[h] ? decided[h] : 1);
    }
}

/* "CNT2", then inputs, heads and the widths, then the weights, all as two-byte numbers, low byte first. */
static void write_file(const Trainer *t, const int16_t *weight, size_t count, Buffer *out)
{
    int16_t head[4] = {(int16_t)t->inputs, (int16_t)t->data->heads, (int16_t)t->width, NET_SECOND};
    buffer_add(out, "CNT2");
    for (size_t i = 0; i < 4 + count; i++) {
        int16_t n = i < 4 ? head[i] : weight[i - 4];
        char byte[2] = {(char)(n & 0xff), (char)(n >> 8 & 0xff)};
        buffer_add_bytes(out, byte, 2);
    }
}

static bool prepare(Trainer *t)
{
    const float spread[3] = {0.3f, 0.12f, 0.4f};
    uint64_t random = t->options->seed;
    t->weight = memory_resize(NULL, t->size * sizeof(float));
    t->mean = memory_resize(NULL, t->size * sizeof(float));
    t->square = memory_resize(NULL, t->size * sizeof(float));
    bool ok = t->weight && t->mean && t->square;
    for (int k = 0; k < PIECES; k++)
        ok = (t->gradient[k] = memory_resize(NULL, t->size * sizeof(float))) != NULL && ok;
    size_t first = (size_t)((t->inputs + 1) * t->width);
    for (size_t i = 0; ok && i < t->size; i++) {
        size_t within = i < first ? 0 : (i - first) % t->head_size;
        int layer = i < first ? 0 : within < t->second_size + NET_SECOND ? 1 : 2;
        float x = (float)((double)(random_next_wide(&random) >> 11) / (double)(UINT64_C(1) << 52) - 1);
        t->weight[i] = x * spread[layer];
        t->mean[i] = t->square[i] = 0;
    }
    return ok;
}

bool train_run(const TrainOptions *o, const TrainData *d, const Cancel *cancel, TrainNews *news, void *context,
               TrainLoss loss[TRAIN_HEADS], Buffer *out)
{
    Trainer t = {.options = o, .data = d, .inputs = d->game[0]->search.net->inputs, .runs = d->count / TRAIN_RUN};
    t.aside = t.runs / TRAIN_ASIDE;
    t.width = d->game[0]->search.net->width;
    t.second_size = (size_t)(t.width * NET_SECOND);
    t.head_size = t.second_size + 2 * NET_SECOND + 1;
    t.size = (size_t)((t.inputs + 1) * t.width) + (size_t)d->heads * t.head_size;
    int16_t *weight = memory_resize(NULL, t.size * sizeof *weight);
    bool ok = prepare(&t) && weight;
    double recent = 0;
    for (; ok && t.step < o->steps && !cancel_asked(cancel); t.step++) {
        recent += step(&t);
        if ((t.step + 1) % NEWS == 0) {
            news(context, t.step + 1, recent / NEWS);
            recent = 0;
        }
    }
    ok = ok && !cancel_asked(cancel);
    if (ok) {
        quantise(&t, weight);
        Net net = net_of(&t, weight);
        judge(&t, &net, loss);
        write_file(&t, weight, t.size, out);
    }
    memory_free(weight);
    memory_free(t.weight);
    memory_free(t.mean);
    memory_free(t.square);
    for (int k = 0; k < PIECES; k++)
        memory_free(t.gradient[k]);
    return ok;
}
