/* Solving into a tablebase: see tablebase_solve.h. */
#include "solve/tablebase_solve.h"

#include "core/clock.h"
#include "core/file.h"
#include "solve/checkpoint.h"
#include "solve/ranks.h"
#include "solve/tablebase_values.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Watch {
    const TablebaseJob *job;
    const char *path;           /* of the file */
    RetroLayer before[2];       /* the last two layers that decided anything */
} Watch;

/* Towards the end layers shrink at a nearly constant rate: then the rest is a geometric series. Before that nobody
 * can tell. */
static double seconds_left(const Watch *w, const RetroLayer *l)
{
    uint64_t fresh = l->wins + l->losses, older = w->before[1].wins + w->before[1].losses;
    if (fresh == 0 || older == 0 || fresh >= older || l->decided == 0)
        return -1;
    double ratio = (double)fresh / (double)older;
    double rest = ratio / (1 - ratio) * (double)(fresh + w->before[0].wins + w->before[0].losses);
    double undecided = (double)(l->positions - l->decided);
    return (rest < undecided ? rest : undecided) * l->seconds / (double)l->decided;
}

static bool show_writing(const Watch *w, const RetroLayer *l)
{
    TablebaseProgress p = {.writing = true, .layer = *l, .left = -1};
    const char *slash = strrchr(w->path, '/');
    message_set(&p.sentence, 0, T("writing {0}"), 1, slash ? slash + 1 : w->path);
    return w->job->watch(w->job->context, &p);
}

/* The watcher is asked about the writing here, while the crew can still save what it has. */
static bool show_layer(void *context, const RetroLayer *l)
{
    Watch *w = context;
    char layer[16], decided[64], rate[32], seconds[32];
    TablebaseProgress p = {.layer = *l, .left = seconds_left(w, l)};
    snprintf(layer, sizeof layer, "%d", l->layer);
    snprintf(decided, sizeof decided, "%.2f", l->positions ? 100.0 * (double)l->decided / (double)l->positions : 0.0);
    snprintf(rate, sizeof rate, "%.1f", 1e-6 * (double)l->edges / (l->seconds > 0.001 ? l->seconds : 0.001));
    snprintf(seconds, sizeof seconds, "%.*f", l->seconds < 100 ? 1 : 0, l->seconds);
    message_set(&p.sentence, 0, T("layer {0}: {1} % decided, {2} million moves per second, {3} s"), 4, layer, decided,
                rate, seconds);
    if (p.left >= 0) {
        snprintf(seconds, sizeof seconds, "%.0f", p.left);
        message_set(&p.rest, 0, T("about {0} s left"), 1, seconds);
    }
    w->before[1] = w->before[0];
    w->before[0] = *l;
    if (!w->job->watch || ranks_here() != 0)
        return true;
    return w->job->watch(w->job->context, &p) && (!l->last || w->job->no_file || show_writing(w, l));
}

static bool look_up_start(const Game *g, const void *state, const RetroResult *r, TablebaseSolved *out)
{
    Position p;
    uint64_t number;
    uint16_t value;
    g->start(&p);
    if (!g->index->rank(state, &p, &number) || !retro_read(r, number, 1, &value))
        return false;
    out->start = retro_value(value);
    return true;
}

static bool write_result(const TablebaseJob *job, const void *state, const RetroResult *r, TablebaseSolved *out,
                         Message *error)
{
    const Game *g = job->game;
    const double begun = clock_now();
    if (!look_up_start(g, state, r, out))
        return message_set(error, 0, T("the values could not be moved: this is a bug"), 0);
    if (ranks_here() != 0)
        return tablebase_attend(r) || message_set(error, 0, T("the values could not be moved: this is a bug"), 0);
    bool good = tablebase_write(out->path, g->id, g->index, state, r, job->threads, error);
    out->writing = clock_now() - begun;
    out->here = true;
    return good;
}

static bool show_share(void *context, double share)
{
    const TablebaseJob *job = context;
    TablebaseProgress p = {.writing = true, .left = -1};
    const int percent = (int)(100 * share + 0.5);
    char done[16];
    if (percent % 10 != 0 || !job->watch)
        return true;
    snprintf(done, sizeof done, "%d", percent);
    message_set(&p.sentence, 0, T("{0} % of the values derived again"), 1, done);
    return job->watch(job->context, &p);
}

static void show_start(const TablebaseJob *job, Value start)
{
    TablebaseProgress p = {.writing = true, .left = -1};
    char text[VALUE_TEXT];
    value_text(start, text);
    message_set(&p.sentence, 0, T("all layers are done; the start: {0}"), 1, text);
    if (job->watch)
        job->watch(job->context, &p);
}

/* Without a file: the start's value, and whether all values follow from their successors. */
static bool check_result(const TablebaseJob *job, const void *state, const RetroResult *r, TablebaseSolved *out,
                         Message *error)
{
    const double begun = clock_now();
    if (!look_up_start(job->game, state, r, out))
        return message_set(error, 0, T("the values could not be moved: this is a bug"), 0);
    out->here = true;
    if (r->value)
        return true;
    show_start(job, out->start);
    if (!retro_check(r, show_share, (void *)(uintptr_t)job, &out->checked, &out->wrong, error))
        return false;
    out->checking = clock_now() - begun;
    return (out->checked == r->positions && out->wrong == 0) ||
           message_set(error, 0, T("the values do not follow from each other: this is a bug"), 0);
}

static TablebaseStatus compute(const TablebaseJob *job, const void *state, TablebaseSolved *out, Message *error)
{
    char checkpoint[TABLEBASE_PATH + 16];
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", out->path);
    if (ranks_here() == 0 && !job->no_file)
        file_clear(checkpoint);
    Watch watch = {.job = job, .path = out->path};
    const RetroJob retro = {.index = job->game->index,
                            .state = state,
                            .name = job->game->id,
                            .crew = job->crew,
                            .threads = job->threads < RETRO_MAX_THREADS ? job->threads : RETRO_MAX_THREADS,
                            .memory = job->memory,
                            .checkpoint = job->no_file ? NULL : checkpoint,
                            .checkpoint_seconds = job->checkpoint_seconds,
                            .progress = show_layer,
                            .context = &watch,
                            .stop = job->stop,
                            .stay = job->no_file};
    RetroResult r;
    RetroStatus status = retro_solve(&retro, &r, error);
    if (status != RETRO_DONE)
        return status == RETRO_STOPPED ? TABLEBASE_STOPPED : TABLEBASE_FAILED;
    out->positions = r.positions;
    out->wins = r.wins;
    out->losses = r.losses;
    out->longest = r.layers;
    out->bytes = r.bytes;
    out->ranks = ranks_count();
    out->sent = r.sent;
    out->solving = r.seconds;
    const bool written =
        job->no_file ? check_result(job, state, &r, out, error) : write_result(job, state, &r, out, error);
    retro_free(&r);
    if (written && out->here && !job->no_file)
        checkpoint_remove(checkpoint, -1);
    return written ? TABLEBASE_DONE : TABLEBASE_FAILED;
}

static TablebaseStatus solve(const TablebaseJob *job, TablebaseSolved *out, Message *error)
{
    const Game *g = job->game;
    if (!job->no_file && access(out->path, F_OK) == 0) {
        message_set(error, 0, T("{0} is solved already: `colonnade tables remove {0}` forgets it"), 1, g->id);
        return TABLEBASE_THERE;
    }
    if (ranks_here() == 0 && !job->no_file)
        file_clear(out->path);
    void *state = g->index->create(error);
    if (!state)
        return TABLEBASE_FAILED;
    TablebaseStatus status = compute(job, state, out, error);
    g->index->destroy(state);
    return status;
}

static TablebaseStatus solve_alone(const TablebaseJob *job, const char *folder, TablebaseSolved *out, Message *error)
{
    FileLock lock;
    if (!file_make_folder(folder, error) || !file_lock(&lock, out->path, error))
        return TABLEBASE_FAILED;
    TablebaseStatus status = solve(job, out, error);
    file_unlock(&lock);
    return status;
}

/* Rank 0 locks for all; they share a folder. */
static TablebaseStatus solve_together(const TablebaseJob *job, const char *folder, TablebaseSolved *out, Message *error)
{
    FileLock lock;
    const bool first = ranks_here() == 0;
    bool good = !first || (file_make_folder(folder, error) && file_lock(&lock, out->path, error));
    const bool locked = first && good;
    if (!ranks_first(good)) {
        if (!first)
            message_set(error, 0, T("another rank has failed and says why"), 0);
        return TABLEBASE_FAILED;
    }
    TablebaseStatus status = solve(job, out, error);
    if (locked)
        file_unlock(&lock);
    return status;
}

TablebaseStatus tablebase_solve(const TablebaseJob *job, TablebaseSolved *out, Message *error)
{
    const Game *g = job->game;
    char folder[TABLEBASE_PATH];
    *out = (TablebaseSolved){0};
    if (!g->index) {
        message_set(error, 0, T("{0} cannot be solved: it has no index"), 1, g->id);
        return TABLEBASE_FAILED;
    }
    if (job->no_file && job->crew >= RETRO_RANKS) {
        message_set(error, 0, T("ranks of MPI write a table"), 0);
        return TABLEBASE_FAILED;
    }
    if (job->no_file)
        return solve(job, out, error);
    if (!tablebase_folder(job->folder, folder) || !tablebase_path(g, job->folder, out->path)) {
        message_set(error, 0, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
        return TABLEBASE_FAILED;
    }
    if (job->crew < RETRO_RANKS)
        return solve_alone(job, folder, out, error);
    if (!ranks_begin(error))
        return TABLEBASE_FAILED;
    TablebaseStatus status = solve_together(job, folder, out, error);
    ranks_end();
    return status;
}

static TablebaseStatus convert(const Game *g, const char *path, bool distances, int threads, Message *error)
{
    TablebaseFile *f = tablebase_file_open(path, error);
    void *state = f ? g->index->create(error) : NULL;
    TablebaseStatus status = TABLEBASE_FAILED;
    SolveIndex index = *g->index;
    index.derive_wins &= !distances;
    if (state && tablebase_file_info(f)->version == TABLEBASE_FILE_VERSION &&
        tablebase_file_info(f)->distances == !index.derive_wins) {
        message_set(error, 0, T("the table of {0} is already in the current format"), 1, g->id);
        status = TABLEBASE_THERE;
    } else if (state) {
        const TablebaseInfo *i = tablebase_file_info(f);
        uint64_t damaged = 0;
        RetroResult r = {.value = tablebase_values(f, g->index, state, threads, &damaged, error),
                         .size = i->size,
                         .positions = i->positions,
                         .wins = i->wins,
                         .losses = i->losses,
                         .layers = (int)i->longest};
        if (damaged)
            message_set(error, 0, T("the table of {0} is wrong: remove it"), 1, g->id);
        else if (r.value && tablebase_write(path, g->id, &index, state, &r, threads, error))
            status = TABLEBASE_DONE;
        retro_free(&r);
    }
    if (state)
        g->index->destroy(state);
    tablebase_file_close(f);
    return status;
}

TablebaseStatus tablebase_convert(const Game *g, const char *folder, bool distances, int threads, Message *error)
{
    char path[TABLEBASE_PATH];
    FileLock lock;
    /* Opened once for its checks, which include that the table belongs to this ruleset. */
    Tablebase *t = tablebase_open(g, folder, error);
    if (!t || !tablebase_path(g, folder, path))
        return TABLEBASE_FAILED;
    tablebase_close(t);
    if (!file_lock(&lock, path, error))
        return TABLEBASE_FAILED;
    TablebaseStatus status = convert(g, path, distances, threads, error);
    file_unlock(&lock);
    return status;
}

TablebaseStatus tablebase_remove(const Game *g, const char *folder, Message *error)
{
    char where[TABLEBASE_PATH], path[TABLEBASE_PATH], checkpoint[TABLEBASE_PATH + 16];
    FileLock lock;
    if (!tablebase_folder(folder, where) || !tablebase_path(g, folder, path)) {
        message_set(error, 0, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
        return TABLEBASE_FAILED;
    }
    if (access(where, F_OK) != 0) {
        message_set(error, 0, T("there is no table {0}"), 1, g->id);
        return TABLEBASE_THERE;
    }
    if (!file_lock(&lock, path, error))
        return TABLEBASE_FAILED;
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", path);
    bool unfinished = checkpoint_remove(checkpoint, -1);
    unfinished |= file_clear(path);
    int why = unlink(path) == 0 || (unfinished && errno == ENOENT) ? 0 : errno;
    file_unlock(&lock);
    if (why == 0)
        return TABLEBASE_DONE;
    if (why == ENOENT)
        message_set(error, 0, T("there is no table {0}"), 1, g->id);
    else
        message_set(error, 0, T("cannot remove {0}: {1}"), 2, path, strerror(why));
    return why == ENOENT ? TABLEBASE_THERE : TABLEBASE_FAILED;
}
