/* colonnade solve: the exact value of every position of a ruleset, into a tablebase. */
#include "cli/commands.h"
#include "cli/options.h"
#include "core/clock.h"
#include "core/file.h"
#include "solve/retro.h"
#include "solve/tablebase.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Watch {
    double wall;            /* when it began */
    RetroLayer before[2];   /* the last two layers that decided something */
} Watch;

/* Layers shrink about evenly towards the end: then the rest is a geometric series. Before
 * that nobody can tell. */
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

static bool show_layer(void *context, const RetroLayer *l)
{
    Watch *w = context;
    double left = seconds_left(w, l);
    fprintf(stderr, "layer %d: %ju wins, %ju losses; %.2f %% decided, %.1f million moves a second, %.0f s", l->layer,
            (uintmax_t)l->wins, (uintmax_t)l->losses,
            l->positions ? 100.0 * (double)l->decided / (double)l->positions : 0.0,
            1e-6 * (double)l->edges / (l->seconds > 0.001 ? l->seconds : 0.001), l->seconds);
    if (left >= 0)
        fprintf(stderr, ", about %.0f s left", left);
    fputc('\n', stderr);
    w->before[1] = w->before[0];
    w->before[0] = *l;
    return true;
}

static ExitStatus fail(const Options *o, const Message *error)
{
    cli_fail_message(o->lang, NULL, error);
    return EXIT_MACHINE;
}

static void print_result(const Options *o, const Game *g, const RetroResult *r, uint16_t start, const Watch *w,
                         const char *path)
{
    const char *value = !retro_decided(start) ? "draw" : retro_wins(start) ? "win" : "loss";
    double seconds = clock_now() - w->wall;
    if (o->json) {
        json_t *j = json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:i, s:f, s:I, s:s}", "game", g->id, "start", value,
                              "positions", (json_int_t)r->positions, "wins", (json_int_t)r->wins, "losses",
                              (json_int_t)r->losses, "draws", (json_int_t)(r->positions - r->wins - r->losses),
                              "longest", r->layers, "seconds", seconds, "memory", (json_int_t)r->bytes, "file", path);
        if (j && retro_decided(start))
            json_object_set_new(j, "distance", json_integer(retro_distance(start)));
        cli_print_json(o, j);
        return;
    }
    printf("start %s", value);
    if (retro_decided(start))
        printf(" %d", retro_distance(start));
    printf("\npositions %ju\nwins %ju\nlosses %ju\ndraws %ju\nlongest %d\nseconds %.0f\nmemory-mib %ju\nfile %s\n",
           (uintmax_t)r->positions, (uintmax_t)r->wins, (uintmax_t)r->losses,
           (uintmax_t)(r->positions - r->wins - r->losses), r->layers, seconds, (uintmax_t)(r->bytes >> 20), path);
}

static ExitStatus compute(const Options *o, const Game *g, const void *state, const char *path)
{
    char checkpoint[TABLEBASE_PATH + 16];
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", path);
    file_clear(path);
    file_clear(checkpoint);
    Watch watch = {.wall = clock_now()};
    RetroJob job = {.index = g->index,
                    .state = state,
                    .name = g->id,
                    .checkpoint = checkpoint,
                    .checkpoint_seconds = o->checkpoint >= 0 ? o->checkpoint : 600,
                    .memory = (uint64_t)o->memory << 20,
                    .progress = show_layer,
                    .context = &watch,
                    .threads = o->threads < RETRO_MAX_THREADS ? o->threads : RETRO_MAX_THREADS};
    RetroResult r;
    Message error = {0};
    if (retro_solve(&job, &r, &error) != RETRO_DONE)
        return fail(o, &error);
    Position p;
    uint64_t number;
    g->start(&p);
    uint16_t start = g->index->rank(state, &p, &number) ? r.value[number] : 0;
    fprintf(stderr, "writing %s\n", path);
    bool written = tablebase_write(path, g->id, g->index, state, &r, job.threads, &error);
    if (written) {
        unlink(checkpoint);
        print_result(o, g, &r, start, &watch, path);
    }
    retro_free(&r);
    return written ? EXIT_DONE : fail(o, &error);
}

/* The table is ours alone to make. */
static ExitStatus solve(const Options *o, const Game *g, const char *path)
{
    Message error = {0};
    if (access(path, F_OK) == 0)
        return cli_fail(EXIT_ILLEGAL, o->lang, T("{0} is solved already: `colonnade tables remove {0}` forgets it"), 1,
                        g->id);
    void *state = g->index->create(&error);
    if (!state)
        return fail(o, &error);
    ExitStatus status = compute(o, g, state, path);
    g->index->destroy(state);
    return status;
}

static ExitStatus run(const Options *o)
{
    const Game *g = cli_game(o, o->operand[0]);
    if (!g)
        return EXIT_USAGE;
    if (!g->index)
        return cli_fail(EXIT_USAGE, o->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    char folder[TABLEBASE_PATH], path[TABLEBASE_PATH];
    Message error = {0};
    if (!tablebase_folder(o->tables, folder) || !tablebase_path(g, o->tables, path))
        return cli_fail(EXIT_MACHINE, o->lang, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
    if (!file_make_folder(folder, &error))
        return fail(o, &error);
    FileLock lock;
    if (!file_lock(&lock, path, &error))
        return fail(o, &error);
    ExitStatus status = solve(o, g, path);
    file_unlock(&lock);
    return status;
}

const Command solve_command = {
    .name = "solve",
    .operands = T("GAME"),
    .summary = T("compute the value of every position"),
    .help = T("Computes whether each position of the ruleset is won, lost or drawn for the player to move, and "
              "in how many plies, and writes a table that `probe` and the opponent use. Progress goes to the "
              "standard error. When it is interrupted, the same command continues from the last checkpoint.\n"),
    .options = OPTION_TABLES | OPTION_PROCESSORS | OPTION_MEMORY | OPTION_CHECKPOINT | OPTION_JSON,
    .least = 1,
    .most = 1,
    .run = run,
};
