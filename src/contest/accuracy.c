/* See accuracy.h. */
#include "contest/accuracy.h"

#include "contest/harvest.h"
#include "core/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TRUTH_NODES = 20000000, MOST_THREADS = 64 };

/* --- making a set --- */

typedef struct SetMaker {
    const Game *game;
    HarvestTruth truth;
    MoveList list;
    uint64_t *key;              /* of the positions in the set */
    size_t taken, wanted;
    Buffer *out;
} SetMaker;

static bool is_new(SetMaker *m, uint64_t key)
{
    for (size_t i = 0; i < m->taken; i++)
        if (m->key[i] == key)
            return false;
    return true;
}

static void write_value(Buffer *out, Value v)
{
    if (v.result == 0)
        buffer_add(out, "=");
    else if (v.plies >= 0)
        buffer_format(out, "%c%d", v.result > 0 ? '+' : '-', v.plies);
    else
        buffer_add(out, v.result > 0 ? "+" : "-");
}

/* Adds a position of a game to the set, unless it is there already or the truth is not known. */
static bool take_position(void *context, const Position *p, int ply)
{
    SetMaker *m = context;
    Value value[HARVEST_MOVES];
    char text[POSITION_TEXT];
    uint64_t key = harvest_key(m->game, p);
    if (!is_new(m, key) || !harvest_values(m->game, m->truth, p, &m->list, value) || m->list.count < 2)
        return true;
    m->game->write_position(p, text);
    buffer_format(m->out, "%s\t%d\t", text, ply);
    for (size_t i = 0; i < m->list.count; i++) {
        if (i > 0)
            buffer_add(m->out, " ");
        write_value(m->out, value[i]);
    }
    buffer_add(m->out, "\n");
    m->key[m->taken++] = key;
    return m->taken < m->wanted;
}

bool accuracy_generate(const Game *g, const Oracle *truth, bool distance, int count, uint64_t seed,
                       const Cancel *cancel, Buffer *out)
{
    SetMaker m = {
        .game = g,
        .truth = {truth, distance, TRUTH_NODES},
        .key = memory_resize(NULL, (size_t)count * sizeof *m.key),
        .wanted = (size_t)count,
        .out = out,
    };
    bool ok = m.key && harvest_games(g, seed, cancel, take_position, &m);
    movelist_free(&m.list);
    memory_free(m.key);
    return ok;
}

/* --- reading a set --- */

static bool read_value(const char **at, Value *out)
{
    char sign = **at;
    if (sign != '+' && sign != '-' && sign != '=')
        return false;
    int plies = -1;
    (*at)++;
    if (sign != '=' && **at >= '0' && **at <= '9')
        plies = (int)strtol(*at, (char **)at, 10);
    *out = value_proven(sign == '+' ? 1 : sign == '-' ? -1 : 0, plies);
    return **at == ' ' || **at == '\0';
}

bool accuracy_read(const Game *g, const char *line, AccuracyItem *out, Message *error)
{
    char text[POSITION_TEXT];
    size_t length = strcspn(line, "\t");
    *error = (Message){0};
    if (*line == '#' || *line == '\0')
        return false;
    if (line[length] == '\0' || length >= sizeof text)
        return message_set(error, 0, T("a line has a position, a ply and values, with tabs between"), 0);
    memcpy(text, line, length);
    text[length] = '\0';
    if (!g->read_position(text, &out->position, error))
        return false;
    char *rest;
    out->ply = (int)strtol(line + length + 1, &rest, 10);
    out->moves = 0;
    const char *at = rest + (*rest == '\t');
    while (*at && out->moves < HARVEST_MOVES && read_value(&at, &out->value[out->moves])) {
        out->moves++;
        at += *at == ' ';
    }
    MoveList list = {0};
    bool good = *at == '\0' && movelist_fill(&list, g, &out->position) && list.count == (size_t)out->moves;
    movelist_free(&list);
    return good || message_set(error, 0, T("a line has a position, a ply and values, with tabs between"), 0);
}

/* --- measuring --- */

typedef struct Measure {
    const AccuracyOptions *options;
    const AccuracyItem *item;
    size_t count;
    const Cancel *cancel;
    pthread_mutex_t lock;       /* guards what follows */
    size_t next;
    bool failed;
    AccuracyScore score;
} Measure;

static void count_share(AccuracyShare *s, bool kept)
{
    s->decisions++;
    s->kept += kept;
}

/* Compares what was called proven with the truth: the value of the position and, if it was given, the distance. */
static void count_claim(AccuracyScore *s, const AccuracyItem *item, const Advice *a, Value best, Value chosen,
                        bool distances)
{
    Value claim = a->value;
    if (!claim.proven)
        return;
    bool right = claim.result == best.result && claim.result == chosen.result;
    bool far = right && value_counted(claim) && distances && claim.plies != best.plies;
    s->claims++;
    s->wrong_values += !right;
    s->wrong_distances += far;
    if (!right || far)
        s->wrong = item;
}

static void judge(const AccuracyItem *item, const Game *g, MoveList *list, const Advice *a, AccuracyScore *s)
{
    Value best = item->value[0], chosen = best;
    int losing = 0, phase = item->ply / ACCURACY_PHASE_PLIES;
    bool distances = true;
    if (!movelist_fill(list, g, &item->position))
        return;
    for (int i = 0; i < item->moves; i++) {
        if (value_rank(item->value[i]) > value_rank(best))
            best = item->value[i];
        if (list->move[i] == a->move)
            chosen = item->value[i];
    }
    for (int i = 0; i < item->moves; i++) {
        losing += item->value[i].result < best.result;
        distances &= item->value[i].result == 0 || value_counted(item->value[i]);
    }
    bool kept = chosen.result == best.result;
    count_share(&s->all, kept);
    if (losing > 0) {
        count_share(&s->can_lose, kept);
        count_share(&s->phase[phase < ACCURACY_PHASES ? phase : ACCURACY_PHASES - 1], kept);
    }
    if (2 * losing >= item->moves)
        count_share(&s->half_lose, kept);
    count_claim(s, item, a, best, chosen, distances);
}

static void *decide(void *context)
{
    Measure *m = context;
    const AccuracyOptions *o = m->options;
    Adviser *a = adviser_create(o->game, (AdviserOptions){.tt_bytes = 16 << 20, .threads = 1});
    MoveList list = {0};
    bool ok = a != NULL;
    for (;;) {
        pthread_mutex_lock(&m->lock);
        m->failed |= !ok;
        size_t at = m->failed || cancel_asked(m->cancel) ? m->count : m->next++;
        pthread_mutex_unlock(&m->lock);
        if (at >= m->count)
            break;
        AdviceList advice;
        Situation s = {.position = m->item[at].position};
        adviser_forget(a);
        ok = adviser_play(a, &s, o->limits, NULL, NULL, &advice);
        pthread_mutex_lock(&m->lock);
        if (ok)
            judge(&m->item[at], o->game, &list, &advice.advice[0], &m->score);
        pthread_mutex_unlock(&m->lock);
    }
    movelist_free(&list);
    adviser_destroy(a);
    return NULL;
}

bool accuracy_run(const AccuracyOptions *o, const AccuracyItem *item, size_t count, const Cancel *cancel,
                  AccuracyScore *out)
{
    Measure m = {.options = o, .item = item, .count = count, .cancel = cancel};
    pthread_t thread[MOST_THREADS];
    int wanted = o->threads < MOST_THREADS ? o->threads : MOST_THREADS, started = 1;
    pthread_mutex_init(&m.lock, NULL);
    for (; started < wanted; started++)
        if (pthread_create(&thread[started], NULL, decide, &m) != 0)
            break;
    decide(&m);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&m.lock);
    *out = m.score;
    return !m.failed && !cancel_asked(cancel);
}
