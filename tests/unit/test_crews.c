/* The values are the same whoever computes them: threads, the kernels that a GPU runs (here in plain C), and each
 * of them resuming where another stopped. On the small boards of every ruleset that has one. */
#include "games/registry.h"
#include "solve/checkpoint.h"
#include "solve/retro.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static RetroStatus solve(const SolveIndex *index, const void *state, RetroCrewName crew, const char *checkpoint,
                         RetroProgress *progress, void *context, RetroResult *out)
{
    RetroJob job = {.index = index,
                    .state = state,
                    .name = "small",
                    .crew = crew,
                    .threads = 2,
                    .checkpoint = checkpoint,
                    .checkpoint_seconds = 1e9,
                    .progress = progress,
                    .context = context};
    Message error = {0};
    RetroStatus status = retro_solve(&job, out, &error);
    if (status == RETRO_FAILED)
        fail_msg("%s", error.id ? error.id : "no reason given");
    return status;
}

static void same(const RetroResult *a, const RetroResult *b)
{
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->positions, b->positions);
    assert_int_equal(a->wins, b->wins);
    assert_int_equal(a->losses, b->losses);
    assert_int_equal(a->layers, b->layers);
    uint16_t one[INDEX_BATCH], other[INDEX_BATCH];
    for (uint64_t at = 0; at < a->size; at += INDEX_BATCH) {
        uint32_t n = a->size - at < INDEX_BATCH ? (uint32_t)(a->size - at) : INDEX_BATCH;
        assert_true(retro_read(a, at, n, one));
        assert_true(retro_read(b, at, n, other));
        assert_memory_equal(one, other, n * sizeof *one);
    }
}

static bool stop_at(void *context, const RetroLayer *l) { return l->layer != *(const int *)context; }

/* The registry has every game that differs in kernels or rules. With sanitizers one game per kernel is enough. */
static void each_small(void (*try)(const SolveIndex *index, const void *state))
{
    int tried = 0;
    const SolveIndex *last = NULL;
    for (size_t i = 0; i < registry_count(); i++) {
        const SolveIndex *index = registry_game(i)->index;
        if (!index || !index->small || !index->small->plain)
            continue;
        if (INSTRUMENTED && last && last->plain == index->small->plain)
            continue;
        last = index->small;
        Message error;
        void *state = index->small->create(&error);
        assert_non_null(state);
        try(index->small, state);
        index->small->destroy(state);
        tried++;
    }
    assert_true(tried > 0);
}

static void try_kernels(const SolveIndex *index, const void *state)
{
    RetroResult threads, kernels;
    assert_int_equal(solve(index, state, RETRO_THREADS, NULL, NULL, NULL, &threads), RETRO_DONE);
    assert_int_equal(solve(index, state, RETRO_KERNELS, NULL, NULL, NULL, &kernels), RETRO_DONE);
    same(&threads, &kernels);
    retro_free(&threads);
    retro_free(&kernels);
}

static void kernels_give_what_threads_give(void **unused)
{
    (void)unused;
    each_small(try_kernels);
}

static void try_taking_over(const SolveIndex *index, const void *state)
{
    char folder[] = "/tmp/colonnade-crews-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    RetroResult straight, stopped, resumed;
    assert_int_equal(solve(index, state, RETRO_THREADS, NULL, NULL, NULL, &straight), RETRO_DONE);
    const RetroCrewName order[] = {RETRO_KERNELS, RETRO_THREADS, RETRO_KERNELS, RETRO_KERNELS, RETRO_THREADS};
    for (int layer = 1, i = 0; layer < straight.layers; layer += straight.layers / 4 + 1, i++)
        assert_int_equal(solve(index, state, order[i % 5], path, stop_at, &layer, &stopped), RETRO_STOPPED);
    assert_int_equal(solve(index, state, RETRO_KERNELS, path, NULL, NULL, &resumed), RETRO_DONE);
    same(&straight, &resumed);
    retro_free(&resumed);
    assert_int_equal(solve(index, state, RETRO_THREADS, path, NULL, NULL, &resumed), RETRO_DONE);
    same(&straight, &resumed);
    retro_free(&resumed);
    retro_free(&straight);
    assert_true(checkpoint_remove(path, -1));
    assert_int_equal(rmdir(folder), 0);
}

static void any_crew_goes_on_from_any_other(void **unused)
{
    (void)unused;
    each_small(try_taking_over);
}

static void what_is_not_there_is_refused(void **unused)
{
    (void)unused;
    const SolveIndex *index = NULL;
    for (size_t i = 0; i < registry_count() && !index; i++)
        index = registry_game(i)->index;
    assert_non_null(index);
    SolveIndex without = *index->small;
    without.plain = NULL;
    Message error = {0};
    void *state = without.create(&error);
    assert_non_null(state);
    RetroJob job = {.index = &without, .state = state, .name = "small", .crew = RETRO_KERNELS, .threads = 1};
    RetroResult r;
    assert_int_equal(retro_solve(&job, &r, &error), RETRO_FAILED);
    assert_string_equal(error.id, "this game has no kernels");
    without.counted = false;
    assert_int_equal(retro_solve(&job, &r, &error), RETRO_FAILED);
    assert_string_equal(error.id, "only threads can solve this game");
#ifndef COLONNADE_CUDA
    job.index = index->small;
    job.crew = RETRO_GPU;
    assert_int_equal(retro_solve(&job, &r, &error), RETRO_FAILED);
    assert_non_null(strstr(error.id, "built without CUDA"));
#endif
#ifndef COLONNADE_MPI
    job.crew = RETRO_RANKS;
    assert_int_equal(retro_solve(&job, &r, &error), RETRO_FAILED);
    assert_non_null(strstr(error.id, "built without MPI"));
#endif
    without.destroy(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_give_what_threads_give),
        cmocka_unit_test(any_crew_goes_on_from_any_other),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
