/* See accuracy.h. */
#include "contest/accuracy.h"

#include "core/memory.h"
#include "core/random.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 150,              /* plies of a game that positions are taken from */
    RANDOM_PLIES = 4,           /* most that a game opens with */
    LEAST_NODES = 100,          /* of its players' moves: so many, or up to 32 times as many */
    ONE_IN = 4,                 /* positions that are taken */
    GUIDE_TABLE = 1 << 20,      /* bytes */
    TRUTH_NODES = 20000000,     /* that the value of one move may take */
    MOST_THREADS = 64
};

/* --- making a set --- */

typedef struct SetMaker {
    const Game *game;
    const Oracle *truth;
    bool distance;
    Search *search;
    MoveList list;
    uint64_t random;
    uint64_t *key;              /* of the positions that are in the set */
    size_t taken, wanted;
    Buffer *out;
} SetMaker;

static uint64_t canonical_hash(const Game *g, const Position *p)
{
    Position canonical;
    position_canonical(g, p, &canonical, NULL);
    return position_hash(g, &canonical);
}

static bool is_new(SetMaker *m, uint64_t key)
{
    for (size_t i = 0; i < m->taken; i++)
        if (m->key[i] == key)
            return false;
    return true;
}

/* The value of a move for the player who makes it. */
static bool move_value(const SetMaker *m, const Position *p, Move move, Value *out)
{
    const Game *g = m->game;
    Position next;
    g->play(p, move, &next);
    Outcome o = g->outcome(&next);
    if (o.over) {
        *out = value_proven(o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? 1 : -1, 1);
        return true;
    }
    if (!m->truth->ask(m->truth->context, &next, (Effort){.nodes = TRUTH_NODES}, m->distance, out))
        return false;
    *out = value_of_move(*out);
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

/* False: the truth is not known here, or the position is of no use. */
static bool take_position(SetMaker *m, const Position *p, int ply)
{
    const Game *g = m->game;
    Value value[ACCURACY_MOVES];
    char text[POSITION_TEXT];
    uint64_t key = canonical_hash(g, p);
    if (!movelist_fill(&m->list, g, p) || m->list.count < 2 || m->list.count > ACCURACY_MOVES || !is_new(m, key))
        return false;
    for (size_t i = 0; i < m->list.count; i++)
        if (!move_value(m, p, m->list.move[i], &value[i]))
            return false;
    g->write_position(p, text);
    buffer_format(m->out, "%s\t%d\t", text, ply);
    for (size_t i = 0; i < m->list.count; i++) {
        if (i > 0)
            buffer_add(m->out, " ");
        write_value(m->out, value[i]);
    }
    buffer_add(m->out, "\n");
    m->key[m->taken++] = key;
    return true;
}

static uint32_t below(SetMaker *m, uint32_t n) { return (uint32_t)((uint64_t)random_next(&m->random) * n >> 32); }

/* One game; some of its positions go into the set. False: out of memory. */
static bool play_game(SetMaker *m, const Cancel *cancel)
{
    const Game *g = m->game;
    uint64_t history[LONGEST], nodes = (uint64_t)LEAST_NODES << below(m, 6);
    int opening = (int)below(m, RANDOM_PLIES + 1);
    Position p;
    g->start(&p);
    search_forget(m->search);
    for (int ply = 0; ply < LONGEST && !g->outcome(&p).over && m->taken < m->wanted && !cancel_asked(cancel); ply++) {
        SearchResult r;
        history[ply] = position_hash(g, &p);
        if (ply >= opening && below(m, ONE_IN) == 0)
            take_position(m, &p, ply);
        if (ply < opening) {
            if (!movelist_fill(&m->list, g, &p))
                return false;
            g->play(&p, m->list.move[below(m, (uint32_t)m->list.count)], &p);
            continue;
        }
        if (!search_run(m->search, &p, history, (size_t)ply, (SearchLimits){.nodes = nodes}, NULL, NULL, &r))
            return false;
        g->play(&p, r.line[0].move, &p);
    }
    return true;
}

bool accuracy_generate(const Game *g, const Oracle *truth, bool distance, int count, uint64_t seed,
                       const Cancel *cancel, Buffer *out)
{
    SetMaker m = {
        .game = g,
        .truth = truth,
        .distance = distance,
        .search = search_create(g, GUIDE_TABLE, 1),
        .random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15),
        .key = memory_resize(NULL, (size_t)count * sizeof *m.key),
        .wanted = (size_t)count,
        .out = out,
    };
    bool ok = m.search && m.key;
    while (ok && m.taken < m.wanted && !cancel_asked(cancel))
        ok = play_game(&m, cancel);
    search_destroy(m.search);
    movelist_free(&m.list);
    memory_free(m.key);
    return ok && !cancel_asked(cancel);
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
    while (*at && out->moves < ACCURACY_MOVES && read_value(&at, &out->value[out->moves])) {
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

/* What was called proven, against the truth: the value of the position and, where it is said, the distance. */
static void count_claim(AccuracyScore *s, const Advice *a, Value best, Value chosen, bool distances)
{
    Value claim = a->value;
    if (!claim.proven)
        return;
    s->claims++;
    if (claim.result != best.result || claim.result != chosen.result)
        s->wrong_values++;
    else if (value_counted(claim) && distances && claim.plies != best.plies)
        s->wrong_distances++;
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
    count_claim(s, a, best, chosen, distances);
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
