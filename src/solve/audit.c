/* Checking tablebases: see audit.h. */
#include "solve/audit.h"

#include "core/memory.h"
#include "solve/crew.h"
#include "solve/retro_board.h"
#include "solve/tablebase_values.h"

#include <string.h>

enum { SPANS = 100, AHEAD = 24, PIECE = 1 << 25 };

/* What the moves of a position have shown so far. */
typedef struct Derived {
    uint16_t win;               /* shortest win, in plies from here; 0: none */
    uint16_t loss;              /* longest loss that a move leads to */
    bool escape;                /* a move leads to a draw */
} Derived;

typedef struct Audit {
    TablebaseFile *file;
    const SolveIndex *index;
    const void *state;
    const Game *game;           /* NULL: moves come from the index in bulk */
    uint64_t threshold, seed;   /* positions whose mixed number is above it are left out */
    RetroCrewName who;
    Crew *crew;
    uint16_t *value;
    bool used[RETRO_MAX_THREADS];
    Derived *derived[RETRO_MAX_THREADS];    /* INDEX_BATCH each */
    MoveList moves[RETRO_MAX_THREADS];
    uint64_t first_wrong[RETRO_MAX_THREADS];
    bool failed[RETRO_MAX_THREADS];
    AuditProgress *progress;
    void *context;
} Audit;

/* tally: checked, wrong, wins, losses */
enum { CHECKED, WRONG, WINS, LOSSES };

/* A move leads to a position with this value, or ends the game (`number`). */
static inline void learn(Derived *d, uint64_t number, uint16_t v)
{
    bool won = number == INDEX_ENDS_WON || (!INDEX_ENDS(number) && retro_decided(v) && !retro_wins(v));
    bool lost = number == INDEX_ENDS_LOST || (!INDEX_ENDS(number) && retro_wins(v));
    uint16_t plies = INDEX_ENDS(number) ? 1 : (uint16_t)(retro_distance(v) + 1);
    if (won)
        d->win = d->win && d->win < plies ? d->win : plies;
    else if (lost)
        d->loss = d->loss > plies ? d->loss : plies;
    else
        d->escape = true;
}

static uint16_t conclude(const Derived *d)
{
    return d->win ? (uint16_t)(2 * d->win + 1) : d->escape ? 0 : (uint16_t)(2 * d->loss);
}

static void learn_all(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Hand *h = sink;
    const Audit *a = h->job;
    Derived *d = a->derived[h->id];
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count && !INDEX_ENDS(number[i + AHEAD]))
            __builtin_prefetch(&a->value[number[i + AHEAD]]);
        learn(&d[slot[i]], number[i], INDEX_ENDS(number[i]) ? 0 : a->value[number[i]]);
    }
    h->edges += count;
}

/* The same, move by move through the rules. */
static bool learn_by_rules(Hand *h, uint64_t number, Derived *d)
{
    Audit *a = h->job;
    const Game *g = a->game;
    Position p, q;
    MoveList *list = &a->moves[h->id];
    if (!a->index->unrank(a->state, number, &p) || !movelist_fill(list, g, &p))
        return false;
    int side = game_side(g, g->mover(&p));
    for (size_t i = 0; i < list->count; i++) {
        g->play(&p, list->move[i], &q);
        Outcome o = g->outcome(&q);
        uint64_t to;
        if (o.over)
            to = o.winner == DRAW ? INDEX_ENDS_DRAWN : o.winner == side ? INDEX_ENDS_WON : INDEX_ENDS_LOST;
        else if (!a->index->rank(a->state, &q, &to))
            return false;
        learn(d, to, INDEX_ENDS(to) ? 0 : a->value[to]);
    }
    return list->count > 0;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static void keep_sample(Hand *h)
{
    const Audit *a = h->job;
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->count; i++)
        if (mix(h->list[i] + a->seed * UINT64_C(0x9e3779b97f4a7c15)) <= a->threshold)
            h->list[n++] = h->list[i];
    h->count = n;
}

static void audit_chunk(Hand *h)
{
    Audit *a = h->job;
    Derived *d = a->derived[h->id];
    h->count = a->index->list(h->worker, h->first, h->length, h->list);
    if (a->threshold != UINT64_MAX)
        keep_sample(h);
    memset(d, 0, h->count * sizeof *d);
    if (!a->game)
        a->index->successors(h->worker, h->list, h->count, NULL, learn_all, h);
    for (uint32_t i = 0; i < h->count; i++) {
        uint16_t stored = a->value[h->list[i]];
        if (a->game && !learn_by_rules(h, h->list[i], &d[i]))
            a->failed[h->id] = true;
        h->tally[CHECKED]++;
        h->tally[WINS] += retro_wins(stored);
        h->tally[LOSSES] += retro_decided(stored) && !retro_wins(stored);
        if (conclude(&d[i]) == stored)
            continue;
        h->tally[WRONG]++;
        if (h->list[i] < a->first_wrong[h->id])
            a->first_wrong[h->id] = h->list[i];
    }
}

static bool prepare(Audit *a, int threads, Message *error)
{
    a->crew = crew_create(a->index, a->state, threads);
    bool good = a->crew;
    for (int i = 0; good && i < threads; i++) {
        a->used[i] = true;
        a->derived[i] = memory_resize(NULL, INDEX_BATCH * sizeof *a->derived[i]);
        a->first_wrong[i] = UINT64_MAX;
        good = a->derived[i];
    }
    if (!good)
        return message_memory(error);
    return true;
}

static void clean_up(Audit *a)
{
    if (a->crew)
        crew_destroy(a->crew);
    for (int i = 0; i < RETRO_MAX_THREADS; i++) {
        memory_free(a->derived[i]);
        movelist_free(&a->moves[i]);
    }
    memory_free(a->value);
}

/* The same on a device. */
static bool run_on(RetroBoard *b, Audit *a, AuditResult *out, Message *error)
{
    uint64_t sum[KERNEL_SUMS];
    for (uint64_t at = 0; at < b->numbers; at += PIECE)
        if (!retro_board_put(b, at, b->numbers - at < PIECE ? b->numbers - at : PIECE, a->value + at))
            break;
    if (!retro_board_audit(b, a->progress, a->context, sum, error))
        return false;
    out->checked = sum[CHECKED];
    out->wrong = sum[WRONG];
    out->wins = sum[WINS];
    out->losses = sum[LOSSES];
    out->first_wrong = sum[KERNEL_SUM_FIRST_WRONG];
    return true;
}

static bool run_on_device(Audit *a, AuditResult *out, Message *error)
{
    const RetroJob job = {.index = a->index, .state = a->state, .name = ""};
    RetroBoard board;
    if (!retro_board_open(&board, &job, a->who == RETRO_KERNELS, 0, 1, error))
        return false;
    bool good = run_on(&board, a, out, error);
    retro_board_close(&board);
    return good;
}

/* In spans, so that progress can be reported. */
static bool run(Audit *a, int threads, AuditResult *out, Message *error)
{
    uint64_t chunks = crew_chunks(a->crew), sums[4];
    a->value = tablebase_values(a->file, a->index, a->state, threads, &out->damaged, error);
    if (!a->value)
        return false;
    if (a->who != RETRO_THREADS)
        return run_on_device(a, out, error);
    for (int i = 0; i < SPANS; i++) {
        crew_run_span(a->crew, audit_chunk, a, chunks * (uint64_t)i / SPANS, chunks * ((uint64_t)i + 1) / SPANS);
        crew_tally(a->crew, sums);
        out->checked += sums[CHECKED];
        out->wrong += sums[WRONG];
        out->wins += sums[WINS];
        out->losses += sums[LOSSES];
        if (a->progress && !a->progress(a->context, (i + 1.0) / (double)SPANS))
            return message_set(error, 0, T("the audit was stopped"), 0);
    }
    out->first_wrong = UINT64_MAX;
    for (int i = 0; i < RETRO_MAX_THREADS; i++) {
        if (a->used[i] && a->first_wrong[i] < out->first_wrong)
            out->first_wrong = a->first_wrong[i];
        if (a->failed[i])
            return message_set(error, 0, T("a position could not be looked at: this is a bug"), 0);
    }
    return true;
}

static bool audit(Audit *plan, int threads, AuditResult *out, Message *error)
{
    *out = (AuditResult){0};
    bool good = prepare(plan, threads, error) && run(plan, threads, out, error);
    if (good) {
        const TablebaseInfo *info = tablebase_file_info(plan->file);
        out->totals_agree = out->checked == info->positions && out->checked == plan->index->positions(plan->state) &&
                            out->wins == info->wins && out->losses == info->losses;
    }
    clean_up(plan);
    memory_free(plan);
    return good;
}

static Audit *plan_audit(const Audit *values, Message *error)
{
    Audit *a = memory_resize(NULL, sizeof *a);
    if (a)
        *a = *values;
    else
        message_memory(error);
    return a;
}

bool audit_tablebase(TablebaseFile *f, const SolveIndex *index, const void *state, RetroCrewName crew, int threads,
                     AuditProgress *progress, void *context, AuditResult *out, Message *error)
{
    Audit *a = plan_audit(&(Audit){.file = f,
                                   .who = crew,
                                   .index = index,
                                   .state = state,
                                   .threshold = UINT64_MAX,
                                   .progress = progress,
                                   .context = context},
                          error);
    return a && audit(a, threads, out, error);
}

bool audit_rules(TablebaseFile *f, const Game *g, const void *state, uint64_t count, uint64_t seed, int threads,
                 AuditProgress *progress, void *context, AuditResult *out, Message *error)
{
    uint64_t positions = tablebase_file_info(f)->positions, threshold = UINT64_MAX;
    if (count > 0 && count < positions)
        threshold = (uint64_t)((double)count / (double)positions * 18446744073709551615.0);
    Audit *a = plan_audit(&(Audit){.file = f,
                                   .index = g->index,
                                   .state = state,
                                   .game = g,
                                   .threshold = threshold,
                                   .seed = seed,
                                   .progress = progress,
                                   .context = context},
                          error);
    return a && audit(a, threads, out, error);
}
