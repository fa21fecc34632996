/* The solver on small boards: every value is that of a plain search, and neither threads
 * nor interruptions change anything. */
#include "games/pilea/pilea_index.h"
#include "games/pylos/pylos_index.h"
#include "instrumented.h"
#include "plain_pylos.h"
#include "solve/retro.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const struct {
    const SolveIndex *index;
    PlainRules rules;
} boards[] = {
    {&pylos_index_small_standard, {.squares = true}},
    {&pylos_index_small_children, {0}},
    {&pylos_index_small_expert, {.squares = true, .lines = true}},
    {&pylos_index_small_lenient, {.squares = true, .optional = true}},
    {&pylos_index_small_expert_lenient, {.squares = true, .lines = true, .optional = true}},
};
enum { BOARDS = sizeof boards / sizeof *boards };

static RetroResult solve(const SolveIndex *index, const void *state, int threads, const char *checkpoint,
                         RetroProgress *progress, void *context)
{
    RetroJob job = {.index = index,
                    .state = state,
                    .name = "small",
                    .threads = threads,
                    .checkpoint = checkpoint,
                    .progress = progress,
                    .context = context};
    RetroResult r;
    Message error = {0};
    if (retro_solve(&job, &r, &error) != RETRO_DONE)
        fail_msg("%s", error.id ? error.id : "no reason given");
    return r;
}

/* --- plain search --- */

typedef struct Plain {
    PlainRules rules;
    uint32_t (*position)[2];    /* own, other */
    int count;
    uint16_t *value;            /* by plain_pair */
} Plain;

static bool stands(uint32_t all)
{
    for (int i = 0; i < PLAIN_PLACES; i++)
        if ((all >> i & 1) && !plain_supported(all, i))
            return false;
    return true;
}

/* The value of a position, from those of its moves that are decided in less than `d` plies. */
static uint16_t look(const Plain *s, uint32_t own, uint32_t other, int d)
{
    uint32_t moves[PLAIN_MOVES];
    int n = plain_moves(s->rules, own, other, moves);
    bool all_lost = true;
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        bool empty = plain_count(moves[i]) == PLAIN_BALLS;
        uint16_t v = empty ? 0 : s->value[plain_pair(other, moves[i])];
        bool known = v && v / 2 < d;
        if (known && !(v & 1))
            return (uint16_t)(2 * d + 1);
        all_lost &= empty || known;
    }
    return all_lost ? (uint16_t)(2 * d) : 0;
}

static Plain plain_solve(PlainRules rules)
{
    Plain s = {.rules = rules, .value = calloc(PLAIN_PAIRS, sizeof(uint16_t))};
    s.position = malloc(sizeof *s.position * 400000);
    assert_non_null(s.value);
    assert_non_null(s.position);
    for (uint32_t all = 0; all < 1u << PLAIN_PLACES; all++) {
        if (!stands(all))
            continue;
        for (uint32_t own = all;; own = (own - 1) & all) {
            if (plain_count(own) < PLAIN_BALLS && plain_count(all ^ own) < PLAIN_BALLS) {
                assert_true(s.count < 400000);
                s.position[s.count][0] = own;
                s.position[s.count++][1] = all ^ own;
            }
            if (own == 0)
                break;
        }
    }
    bool more = true;
    for (int d = 1; more || d < 3; d++) {
        more = false;
        for (int i = 0; i < s.count; i++) {
            uint16_t *v = &s.value[plain_pair(s.position[i][0], s.position[i][1])];
            if (*v)
                continue;
            *v = look(&s, s.position[i][0], s.position[i][1], d);
            more |= *v != 0;
        }
    }
    return s;
}

static void every_value_is_that_of_a_plain_search(void **unused)
{
    (void)unused;
    for (int b = 0; b < BOARDS; b++) {
        Message error;
        PylosIndex *x = boards[b].index->create(&error);
        assert_non_null(x);
        RetroResult r = solve(boards[b].index, x, 1, NULL, NULL, NULL);
        Plain s = plain_solve(boards[b].rules);
        uint8_t *seen = calloc(r.size, 1);
        uint64_t numbers = 0;
        for (int i = 0; i < s.count; i++) {
            uint64_t number;
            assert_true(pylos_index_rank_masks(x, s.position[i][0], s.position[i][1], &number));
            assert_int_equal(r.value[number], s.value[plain_pair(s.position[i][0], s.position[i][1])]);
            numbers += !seen[number];
            seen[number] = 1;
        }
        assert_int_equal(numbers, r.positions);
        assert_int_equal(numbers, boards[b].index->positions(x));
        free(seen);
        free(s.value);
        free(s.position);
        retro_free(&r);
        boards[b].index->destroy(x);
    }
}

/* --- threads, interruptions, limits --- */

static void the_number_of_threads_changes_nothing(void **unused)
{
    (void)unused;
    for (int b = 0; b < BOARDS; b++) {
        Message error;
        void *x = boards[b].index->create(&error);
        assert_non_null(x);
        RetroResult one = solve(boards[b].index, x, 1, NULL, NULL, NULL);
        RetroResult four = solve(boards[b].index, x, 4, NULL, NULL, NULL);
        assert_memory_equal(one.value, four.value, one.size * sizeof *one.value);
        assert_int_equal(one.layers, four.layers);
        retro_free(&one);
        retro_free(&four);
        boards[b].index->destroy(x);
    }
}

/* Kills the process in the middle of the layer after this one: the values of that layer
 * are lost, and the checkpoint is from before. */
static bool kill_at(void *context, const RetroLayer *l)
{
    if (l->layer == *(int *)context)
        kill(getpid(), SIGKILL);
    return true;
}

static void a_killed_run_continues_to_the_same_values(void **unused)
{
    (void)unused;
    char path[] = "/tmp/colonnade-solve-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    const SolveIndex *index = &pylos_index_small_expert;
    Message error;
    void *x = index->create(&error);
    assert_non_null(x);
    RetroResult straight = solve(index, x, 2, NULL, NULL, NULL);
    unlink(path);
    for (int layer = 1; layer < straight.layers; layer += 4) {
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            RetroJob job = {.index = index,
                            .state = x,
                            .name = "small",
                            .threads = 1,
                            .checkpoint = path,
                            .progress = kill_at,
                            .context = &layer};
            RetroResult r;
            retro_solve(&job, &r, &error);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
    RetroResult continued = solve(index, x, 2, path, NULL, NULL);
    assert_memory_equal(straight.value, continued.value, straight.size * sizeof *straight.value);
    assert_int_equal(straight.layers, continued.layers);
    assert_int_equal(straight.wins, continued.wins);
    assert_int_equal(straight.losses, continued.losses);
    retro_free(&straight);
    retro_free(&continued);
    index->destroy(x);
    unlink(path);
}

/* --- stopping in the middle of a layer --- */

/* The small board of Pilea, which has 78 chunks. Every batch of neighbours is counted, and one of them asks. */
static struct {
    atomic_int batches;
    int last; /* the batch that asks */
    Cancel stop;
} counter;

static void count_batch(void)
{
    if (atomic_fetch_add(&counter.batches, 1) + 1 == counter.last)
        cancel_ask(&counter.stop);
}

static void counted_successors(void *worker, const uint64_t *list, uint32_t count, const uint8_t *done, IndexEmit *emit,
                               void *sink)
{
    count_batch();
    pilea_index_small.successors(worker, list, count, done, emit, sink);
}

static void counted_predecessors(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink)
{
    count_batch();
    pilea_index_small.predecessors(worker, list, count, emit, sink);
}

typedef struct Reported {
    int first, last; /* layers; 0: none */
} Reported;

static bool note_layer(void *context, const RetroLayer *l)
{
    Reported *r = context;
    r->first = r->first ? r->first : l->layer;
    r->last = l->layer;
    return true;
}

/* False: it was through before that batch. */
static bool stop_and_go_on(RetroJob job, int batch, const RetroResult *straight)
{
    RetroResult r;
    Message error = {0};
    Reported before = {0}, after = {0};
    counter.last = batch;
    atomic_store(&counter.batches, 0);
    cancel_clear(&counter.stop);
    job.context = &before;
    const RetroStatus status = retro_solve(&job, &r, &error);
    if (status == RETRO_STOPPED) {
        assert_null(r.value);
        /* Every other thread may have taken its chunk already. */
        assert_in_range(atomic_load(&counter.batches), batch, batch + job.threads - 1);
        assert_int_equal(access(job.checkpoint, F_OK) == 0, before.last > 0);
        job.stop = NULL;
        job.checkpoint_seconds = 1e9;
        job.context = &after;
        assert_int_equal(retro_solve(&job, &r, &error), RETRO_DONE);
        assert_int_equal(after.first, before.last ? before.last : 1);
    }
    assert_int_equal(r.layers, straight->layers);
    assert_memory_equal(r.value, straight->value, r.size * sizeof *r.value);
    retro_free(&r);
    unlink(job.checkpoint);
    return status == RETRO_STOPPED;
}

static void a_stop_ends_a_layer_in_the_middle(void **unused)
{
    (void)unused;
    char path[] = "/tmp/colonnade-solve-XXXXXX";
    int fd = mkstemp(path), cut = 0;
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    SolveIndex index = pilea_index_small;
    index.successors = counted_successors;
    index.predecessors = counted_predecessors;
    Message error;
    void *x = index.create(&error);
    assert_non_null(x);
    RetroResult straight = solve(&pilea_index_small, x, 2, NULL, NULL, NULL);
    /* Moves counted, looked at, and looked at in both directions. */
    for (int way = 0; way < (INSTRUMENTED ? 2 : 3); way++) {
        index.counted = way == 0;
        index.exact = way < 2;
        RetroJob job = {.index = &index,
                        .state = x,
                        .name = "small",
                        .threads = way + 1,
                        .checkpoint = path,
                        .progress = note_layer,
                        .stop = &counter.stop};
        for (int batch = 5; stop_and_go_on(job, batch, &straight); batch *= 3)
            cut++;
    }
    assert_true(cut >= 8);
    /* One that was asked for before comes at once. */
    cancel_ask(&counter.stop);
    atomic_store(&counter.batches, 0);
    RetroJob job = {.index = &index, .state = x, .name = "small", .threads = 2, .stop = &counter.stop};
    RetroResult r;
    assert_int_equal(retro_solve(&job, &r, &error), RETRO_STOPPED);
    assert_int_equal(atomic_load(&counter.batches), 0);
    retro_free(&straight);
    index.destroy(x);
}

static void expect_failure(const RetroJob *job, const char *sentence)
{
    RetroResult r;
    Message error = {0};
    assert_int_equal(retro_solve(job, &r, &error), RETRO_FAILED);
    assert_null(r.value);
    assert_string_equal(error.id, sentence);
}

static void what_will_not_do_is_refused(void **unused)
{
    (void)unused;
    const SolveIndex *index = &pylos_index_small_standard;
    Message error;
    void *x = index->create(&error);
    assert_non_null(x);
    RetroJob job = {.index = index, .state = x, .name = "small", .threads = 1, .memory = 1000};
    expect_failure(&job, "this needs {0} MiB of memory, and {1} MiB are allowed");
    char path[] = "/tmp/colonnade-solve-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "what is this", 12), 12);
    close(fd);
    job.memory = 0;
    job.checkpoint = path;
    expect_failure(&job, "{0} is not a checkpoint of this program: remove it or name another");
    unlink(path);
    /* Another ruleset's, and one whose values have changed. */
    RetroResult r = solve(index, x, 1, path, NULL, NULL);
    retro_free(&r);
    job.name = "other";
    expect_failure(&job, "{0} is a checkpoint of something else: remove it or name another");
    job.name = "small";
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, -100, SEEK_END);
    fputc(77, f);
    fclose(f);
    expect_failure(&job, "{0} is damaged: remove it and begin again");
    assert_int_equal(truncate(path, 5000), 0);
    expect_failure(&job, "{0} is damaged: remove it and begin again");
    unlink(path);
    /* A file system that takes no files. */
    if (access("/proc/self", F_OK) == 0) {
        job.checkpoint = "/proc/checkpoint";
        expect_failure(&job, "checkpoints need {0} MiB of disk, and {1} MiB are free there");
    }
    job.checkpoint = "/tmp/no such folder/checkpoint";
    expect_failure(&job, "there is no such folder: {0}");
    index->destroy(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_that_of_a_plain_search),
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(a_killed_run_continues_to_the_same_values),
        cmocka_unit_test(a_stop_ends_a_layer_in_the_middle),
        cmocka_unit_test(what_will_not_do_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
