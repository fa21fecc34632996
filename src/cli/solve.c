/* colonnade solve: the exact value of every position of a ruleset, into a table. */
#include "cli/commands.h"
#include "core/clock.h"
#include "core/file.h"
#include "solve/retro.h"
#include "solve/tablebase.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *tables;
    int threads, memory, checkpoint;
    bool json;
} option;

static const Option options[] = {
    TABLES_OPTION(&option.tables),
    PROCESSORS_OPTION(&option.threads),
    {.name = "memory",
     .value = T("MIB"),
     .number = &option.memory,
     .least = 1,
     .most = 1 << 24,
     .otherwise = T("what is free"),
     .help = T("use at most MIB of memory, or say that it will not do")},
    {.name = "checkpoint",
     .value = "S",
     .number = &option.checkpoint,
     .least = 0,
     .most = 86400,
     .standard = "600",
     .help = T("save what is known every S seconds, or with 0 after each layer")},
    JSON_OPTION(&option.json),
    {0},
};

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

static ExitStatus fail(const Call *call, const Message *error)
{
    cli_fail_message(call->lang, NULL, error);
    return EXIT_MACHINE;
}

static void print_result(const Call *call, const Game *g, const RetroResult *r, uint16_t start, const Watch *w,
                         const char *path)
{
    const char *value = !retro_decided(start) ? "draw" : retro_wins(start) ? "win" : "loss";
    double seconds = clock_now() - w->wall;
    if (option.json) {
        json_t *j = json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:i, s:f, s:I, s:s}", "game", g->id, "start", value,
                              "positions", (json_int_t)r->positions, "wins", (json_int_t)r->wins, "losses",
                              (json_int_t)r->losses, "draws", (json_int_t)(r->positions - r->wins - r->losses),
                              "longest", r->layers, "seconds", seconds, "memory", (json_int_t)r->bytes, "file", path);
        if (j && retro_decided(start))
            json_object_set_new(j, "distance", json_integer(retro_distance(start)));
        cli_print_json(call, j);
        return;
    }
    printf("start %s", value);
    if (retro_decided(start))
        printf(" %d", retro_distance(start));
    printf("\npositions %ju\nwins %ju\nlosses %ju\ndraws %ju\nlongest %d\nseconds %.0f\nmemory-mib %ju\nfile %s\n",
           (uintmax_t)r->positions, (uintmax_t)r->wins, (uintmax_t)r->losses,
           (uintmax_t)(r->positions - r->wins - r->losses), r->layers, seconds, (uintmax_t)(r->bytes >> 20), path);
}

static ExitStatus compute(const Call *call, const Game *g, const void *state, const char *path)
{
    char checkpoint[TABLEBASE_PATH + 16];
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", path);
    file_clear(path);
    file_clear(checkpoint);
    Watch watch = {.wall = clock_now()};
    int threads = cli_threads(option.threads);
    RetroJob job = {.index = g->index,
                    .state = state,
                    .name = g->id,
                    .checkpoint = checkpoint,
                    .checkpoint_seconds = option.checkpoint,
                    .memory = (uint64_t)option.memory << 20,
                    .progress = show_layer,
                    .context = &watch,
                    .threads = threads < RETRO_MAX_THREADS ? threads : RETRO_MAX_THREADS};
    RetroResult r;
    Message error = {0};
    if (retro_solve(&job, &r, &error) != RETRO_DONE)
        return fail(call, &error);
    Position p;
    uint64_t number;
    g->start(&p);
    uint16_t start = g->index->rank(state, &p, &number) ? r.value[number] : 0;
    fprintf(stderr, "writing %s\n", path);
    bool written = tablebase_write(path, g->id, g->index, state, &r, job.threads, &error);
    if (written) {
        unlink(checkpoint);
        print_result(call, g, &r, start, &watch, path);
    }
    retro_free(&r);
    return written ? EXIT_DONE : fail(call, &error);
}

/* The table is ours alone to make. */
static ExitStatus solve(const Call *call, const Game *g, const char *path)
{
    Message error = {0};
    if (access(path, F_OK) == 0)
        return cli_fail(EXIT_ILLEGAL, call->lang, T("{0} is solved already: `colonnade tables remove {0}` forgets it"),
                        1, g->id);
    void *state = g->index->create(&error);
    if (!state)
        return fail(call, &error);
    ExitStatus status = compute(call, g, state, path);
    g->index->destroy(state);
    return status;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    if (!g->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, g->id);
    char folder[TABLEBASE_PATH], path[TABLEBASE_PATH];
    Message error = {0};
    if (!tablebase_folder(option.tables, folder) || !tablebase_path(g, option.tables, path))
        return cli_fail(EXIT_MACHINE, call->lang, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
    if (!file_make_folder(folder, &error))
        return fail(call, &error);
    FileLock lock;
    if (!file_lock(&lock, path, &error))
        return fail(call, &error);
    ExitStatus status = solve(call, g, path);
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
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
