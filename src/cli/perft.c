/* colonnade perft: counts move sequences, to check the rules and to measure them.
 *
 * The work is divided into tasks, the positions one or two moves from the root; each thread takes the next task
 * until none is left. The sums are made afterwards, in order, so the answer does not depend on the threads. */
#include "core/perft.h"

#include "cli/output.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "core/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static struct {
    const char *position;
    int threads;
    bool divide, json;
} option;

static const Option options[] = {
    POSITION_OPTION(&option.position),
    {.name = "divide",
     .flag = &option.divide,
     .help = T("also count below each first move, on lines that begin with #")},
    THREADS_OPTION(&option.threads),
    JSON_OPTION(&option.json),
    {0},
};

typedef struct Task {
    Position position;
    uint64_t count;
    size_t first;           /* number of the root's move above it */
} Task;

typedef struct Work {
    const Game *game;
    Task *task;
    size_t tasks, capacity;
    int depth;              /* remaining below each task */
    atomic_size_t next;
    atomic_int status;      /* PerftStatus: the first failure */
} Work;

static bool add_task(Work *w, const Position *p, size_t first)
{
    if (w->tasks == w->capacity) {
        size_t wanted = w->capacity ? 2 * w->capacity : 256;
        Task *grown = memory_resize(w->task, wanted * sizeof *grown);
        if (!grown)
            return false;
        w->task = grown;
        w->capacity = wanted;
    }
    w->task[w->tasks++] = (Task){.position = *p, .first = first};
    return true;
}

/* One task per root move, or one per pair of moves if the depth is enough. */
static bool cut(Work *w, const Position *root, const MoveList *first, int depth)
{
    const Game *g = w->game;
    bool pairs = depth >= 4;
    MoveList second = {0};
    bool good = true;
    w->depth = depth - (pairs ? 2 : 1);
    for (size_t i = 0; i < first->count && good; i++) {
        Position p, q;
        g->play(root, first->move[i], &p);
        if (!pairs) {
            good = add_task(w, &p, i);
            continue;
        }
        good = movelist_fill(&second, g, &p);
        for (size_t j = 0; j < second.count && good; j++) {
            g->play(&p, second.move[j], &q);
            good = add_task(w, &q, i);
        }
    }
    movelist_free(&second);
    return good;
}

static void *work(void *context)
{
    Work *w = context;
    Perft perft = {.game = w->game};
    for (size_t i; atomic_load(&w->status) == PERFT_OK && (i = atomic_fetch_add(&w->next, 1)) < w->tasks;) {
        PerftStatus status = perft_bulk(&perft, &w->task[i].position, w->depth, &w->task[i].count);
        if (status != PERFT_OK)
            atomic_store(&w->status, (int)status);
    }
    perft_free(&perft);
    return NULL;
}

/* Counts below each root move; `below` has room for one number per move. */
static PerftStatus count(const Game *g, const Position *root, const MoveList *first, int depth, int threads,
                         uint64_t *below, uint64_t *total)
{
    Work w = {.game = g};
    *total = 0;
    for (size_t i = 0; i < first->count; i++)
        below[i] = 0;
    if (!cut(&w, root, first, depth)) {
        memory_free(w.task);
        return PERFT_NO_MEMORY;
    }
    pthread_t thread[256];
    int started = 0;
    while (started < threads - 1 && pthread_create(&thread[started], NULL, work, &w) == 0)
        started++;
    work(&w);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    PerftStatus status = (PerftStatus)atomic_load(&w.status);
    for (size_t i = 0; i < w.tasks && status == PERFT_OK; i++) {
        below[w.task[i].first] += w.task[i].count;      /* never more than the total, which is checked */
        if (__builtin_add_overflow(*total, w.task[i].count, total))
            status = PERFT_TOO_MANY;
    }
    memory_free(w.task);
    return status;
}

static ExitStatus fail(const Call *call, PerftStatus status)
{
    return status == PERFT_NO_MEMORY ? cli_fail_memory(call->lang)
                                     : cli_fail(EXIT_MACHINE, call->lang, T("the count is too large for 64 bits"), 0);
}

/* The counts below each first move, as lines or, if `j` is not NULL, as a list. */
static void print_divide(const Game *g, const Position *p, const MoveList *first, const uint64_t *below, Json *j)
{
    if (j)
        json_open_array(j, "divide");
    for (size_t i = 0; i < first->count; i++) {
        char text[MOVE_TEXT];
        g->write_move(p, first->move[i], text);
        if (!j) {
            printf("# %s %ju\n", text, (uintmax_t)below[i]);
            continue;
        }
        json_open_object(j, NULL);
        json_text(j, "move", text);
        json_number(j, "count", (int64_t)below[i]);
        json_close_object(j);
    }
    if (j)
        json_close_array(j);
}

static ExitStatus print_text(const Call *call, const Game *g, const Position *p, int depth, const MoveList *first,
                             uint64_t *below)
{
    for (int d = 1; d <= depth; d++) {
        uint64_t total;
        PerftStatus status = count(g, p, first, d, option.threads, below, &total);
        if (status != PERFT_OK)
            return fail(call, status);
        printf("%d %ju\n", d, (uintmax_t)total);
        if (fflush(stdout) != 0)
            return EXIT_DONE;       /* main reports it; no need to go on for nobody */
    }
    if (option.divide)
        print_divide(g, p, first, below, NULL);
    return EXIT_DONE;
}

static ExitStatus print_json(const Call *call, const Game *g, const Position *p, int depth, const MoveList *first,
                             uint64_t *below)
{
    CliOutput a;
    output_open(&a);
    output_position(&a.json, g, p);
    json_open_array(&a.json, "counts");
    for (int d = 1; d <= depth; d++) {
        uint64_t total;
        PerftStatus status = count(g, p, first, d, option.threads, below, &total);
        if (status == PERFT_OK && total > INT64_MAX)
            status = PERFT_TOO_MANY;        /* readers of JSON have no unsigned numbers */
        if (status != PERFT_OK) {
            output_drop(&a);
            return fail(call, status);
        }
        json_number(&a.json, NULL, (int64_t)total);
    }
    json_close_array(&a.json);
    if (option.divide)
        print_divide(g, p, first, below, &a.json);
    return output_print(&a, call);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    if (!g)
        return EXIT_USAGE;
    int depth;
    if (!options_number(call->operand[1], 1, PERFT_MAX_DEPTH, &depth))
        return cli_fail(EXIT_USAGE, call->lang, T("DEPTH is a whole number from 1 to 200, not {0}"), 1,
                        call->operand[1]);
    Position p;
    if (!cli_position(call, g, option.position, &p))
        return EXIT_ILLEGAL;
    MoveList first = {0};
    if (!movelist_fill(&first, g, &p))
        return cli_fail_memory(call->lang);
    uint64_t *below = memory_resize(NULL, (first.count + 1) * sizeof *below);
    ExitStatus status = !below        ? cli_fail_memory(call->lang)
                        : option.json ? print_json(call, g, &p, depth, &first, below)
                                      : print_text(call, g, &p, depth, &first, below);
    memory_free(below);
    movelist_free(&first);
    return status;
}

const Command perft_command = {
    .name = "perft",
    .operands = T("GAME DEPTH"),
    .summary = T("count the move sequences of each length"),
    .help = T("Prints a line `DEPTH COUNT` for each depth from 1: how many sequences of that many moves there "
              "are. The last move is counted without being played.\n"),
    .options = options,
    .least = 2,
    .most = 2,
    .complete = {COMPLETE_GAME},
    .run = run,
};
