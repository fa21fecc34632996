/* What is said when a GPU cannot be used or fails, in every language; and that device_cuda.c calls CUDA as it means
 * to. CUDA's runtime is played by this file, and its kernels by those in plain C: what they would do on a GPU is not
 * tested here. */
#include "games/registry.h"
#include "lang/lang.h"
#include "solve/device.h"
#include "solve/retro.h"

#include <cuda_runtime_api.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- the runtime --- */

/* The machine that it reports; 0, that is success, for every status not set. */
typedef struct Machine {
    int driver, gpus;
    size_t free;
    cudaError_t asking, counting, choosing, measuring, allocating, launching;
} Machine;

static const Machine good = {.driver = 12040, .gpus = 2, .free = (size_t)1 << 40};
static Machine machine;
static int chosen, blocks, launches; /* the GPU; blocks of memory that are held; kernels that ran */

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = machine.driver;
    return machine.asking;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = machine.gpus;
    return machine.counting;
}

cudaError_t cudaSetDevice(int device)
{
    chosen = device;
    return machine.choosing;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    assert_int_equal(attribute, cudaDevAttrMultiProcessorCount);
    assert_int_equal(device, chosen);
    *value = 132;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    if (machine.measuring == cudaSuccess)
        *free = *total = machine.free;
    return machine.measuring;
}

/* Not zeroed, like a GPU's. */
cudaError_t cudaMalloc(void **block, size_t bytes)
{
    if (machine.allocating != cudaSuccess)
        return machine.allocating;
    *block = malloc(bytes);
    assert_non_null(*block);
    memset(*block, 0xa5, bytes);
    blocks++;
    return cudaSuccess;
}

cudaError_t cudaFree(void *block)
{
    blocks -= block != NULL;
    free(block);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *at, int byte, size_t bytes, cudaStream_t stream)
{
    assert_null(stream);
    memset(at, byte, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    assert_true(kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToHost);
    memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream)
{
    union {
        const void *address;
        void (*kernel)(KernelJob job);
    } k = {.address = function};
    assert_null(stream);
    assert_int_equal(shared, 0);
    assert_in_range(grid.x, 1, 132 * 32);
    assert_true(grid.y == 1 && grid.z == 1 && block.x == 256 && block.y == 1 && block.z == 1);
    if (machine.launching != cudaSuccess)
        return machine.launching;
    k.kernel(*(const KernelJob *)arguments[0]);
    launches++;
    return cudaSuccess;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation     ? "out of memory"
           : error == cudaErrorDevicesUnavailable ? "CUDA-capable device(s) is/are busy or unavailable"
           : error == cudaErrorLaunchFailure      ? "unspecified launch failure"
                                                  : "something else";
}

/* --- what is said --- */

#define NBSP "\u00a0"
#define NONE "there is no GPU here", "il n'y a pas de GPU ici"
#define BUSY                                                                                                           \
    "the GPU has failed: CUDA-capable device(s) is/are busy or unavailable",                                           \
        "le GPU a échoué" NBSP ": CUDA-capable device(s) is/are busy or unavailable"

static void assert_said(const Message *said, const char *english, const char *french)
{
    char text[256];
    assert_non_null(said->id);
    lang_message(LANG_EN, said, text, sizeof text);
    assert_string_equal(text, english);
    lang_message(LANG_FR, said, text, sizeof text);
    assert_string_equal(text, french);
}

/* The small board of the first game that has one, with the kernels in plain C as those of the GPU. */
static SolveIndex small_index(void)
{
    for (size_t i = 0; i < registry_count(); i++)
        if (registry_game(i)->index) {
            SolveIndex index = *registry_game(i)->index->small;
            index.cuda = index.plain;
            return index;
        }
    fail();
    return (SolveIndex){0};
}

static Message refused(const SolveIndex *index, uint64_t bytes)
{
    Message error = {0};
    assert_null(device_open_cuda(index, 0, bytes, &error));
    return error;
}

/* What drivers and GPUs do that are not there, or not fit. */
static void a_machine_without_a_gpu_for_it_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        Machine machine;
        const char *english, *french;
    } rows[] = {
        /* Without a driver CUDA reports version 0, and counting calls it insufficient. */
        {{.driver = 0, .counting = cudaErrorInsufficientDriver}, NONE},
        {{.driver = 9000, .counting = cudaErrorInsufficientDriver},
         "the GPU's driver is too old for this program",
         "le pilote du GPU est trop ancien pour ce programme"},
        {{.driver = 12040, .counting = cudaErrorNoDevice}, NONE},
        {{.driver = 12040, .gpus = 0}, NONE},
        {{.driver = 12040, .gpus = 1, .choosing = cudaErrorDevicesUnavailable}, BUSY},
        /* The first call that needs the GPU itself, when another process has it. */
        {{.driver = 12040, .gpus = 1, .measuring = cudaErrorDevicesUnavailable}, BUSY},
    };
    const SolveIndex index = small_index();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        machine = rows[i].machine;
        machine.free = good.free;
        const Message said = refused(&index, 1);
        assert_said(&said, rows[i].english, rows[i].french);
    }
}

/* The need is rounded up and what is free down, so the first is always the larger of the two. */
static void too_little_memory_is_refused(void **unused)
{
    (void)unused;
    const SolveIndex index = small_index();
    const size_t mib = 1048576;
    machine = good;
    machine.free = 3 * mib - 1;
    const Message said = refused(&index, 3 * mib);
    assert_said(&said, "this needs 3 MiB of the GPU's memory, and 2 MiB are free",
                "il faut 3 Mio de mémoire du GPU, et 2 Mio sont libres");
    machine.free = 3 * mib;
    const Message more = refused(&index, 3 * mib + 1);
    assert_said(&more, "this needs 4 MiB of the GPU's memory, and 3 MiB are free",
                "il faut 4 Mio de mémoire du GPU, et 3 Mio sont libres");
    Message none = {0};
    Device *d = device_open_cuda(&index, 0, 3 * mib, &none);
    assert_non_null(d);
    assert_null(none.id);
    device_close(d);
}

static void a_game_without_kernels_is_refused(void **unused)
{
    (void)unused;
    SolveIndex index = small_index();
    machine = good;
    index.cuda = NULL;
    const Message said = refused(&index, 1);
    assert_said(&said, "this game has no kernels", "ce jeu n'a pas de noyaux de calcul");
}

static void ranks_share_the_gpus(void **unused)
{
    (void)unused;
    const SolveIndex index = small_index();
    machine = good;
    for (int rank = 0; rank < 5; rank++) {
        Message error = {0};
        Device *d = device_open_cuda(&index, rank, 1, &error);
        assert_non_null(d);
        assert_int_equal(chosen, rank % 2);
        device_close(d);
    }
}

/* --- solving --- */

static RetroStatus solve(const SolveIndex *index, const void *state, RetroCrewName crew, RetroResult *out,
                         Message *error)
{
    const RetroJob job = {.index = index, .state = state, .name = "small", .crew = crew, .threads = 2};
    *error = (Message){0};
    return retro_solve(&job, out, error);
}

/* `--crew gpu` ends with the same sentences, and gives back what it held. */
static void the_crew_says_why_and_lets_go(void **unused)
{
    (void)unused;
    const SolveIndex index = small_index();
    Message error;
    RetroResult r;
    void *state = index.create(&error);
    assert_non_null(state);
    machine = (Machine){0};
    assert_int_equal(solve(&index, state, RETRO_GPU, &r, &error), RETRO_FAILED);
    assert_said(&error, NONE);
    machine = good;
    machine.allocating = cudaErrorMemoryAllocation;
    assert_int_equal(solve(&index, state, RETRO_GPU, &r, &error), RETRO_FAILED);
    assert_said(&error, "the GPU has failed: out of memory", "le GPU a échoué" NBSP ": out of memory");
    machine = good;
    machine.launching = cudaErrorLaunchFailure;
    assert_int_equal(solve(&index, state, RETRO_GPU, &r, &error), RETRO_FAILED);
    assert_said(&error, "the GPU has failed: unspecified launch failure",
                "le GPU a échoué" NBSP ": unspecified launch failure");
    assert_int_equal(blocks, 0);
    assert_int_equal(launches, 0);
    index.destroy(state);
}

static void the_values_are_those_of_threads(void **unused)
{
    (void)unused;
    const SolveIndex index = small_index();
    Message error;
    RetroResult threads, gpu;
    void *state = index.create(&error);
    assert_non_null(state);
    machine = good;
    assert_int_equal(solve(&index, state, RETRO_THREADS, &threads, &error), RETRO_DONE);
    assert_int_equal(launches, 0);
    assert_int_equal(solve(&index, state, RETRO_GPU, &gpu, &error), RETRO_DONE);
    assert_true(launches > gpu.layers);
    assert_int_equal(gpu.size, threads.size);
    assert_int_equal(gpu.wins, threads.wins);
    assert_int_equal(gpu.losses, threads.losses);
    assert_int_equal(gpu.layers, threads.layers);
    assert_memory_equal(gpu.value, threads.value, threads.size * sizeof *threads.value);
    retro_free(&gpu);
    retro_free(&threads);
    assert_int_equal(blocks, 0);
    index.destroy(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_without_a_gpu_for_it_is_refused),
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(a_game_without_kernels_is_refused),
        cmocka_unit_test(ranks_share_the_gpus),
        cmocka_unit_test(the_crew_says_why_and_lets_go),
        cmocka_unit_test(the_values_are_those_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
