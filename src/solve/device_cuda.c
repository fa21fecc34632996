/* The GPU as a device: see device.h. A program built without CUDA refuses it. */
#include "solve/device_private.h"

#ifndef COLONNADE_CUDA

Device *device_open_cuda(const SolveIndex *index, int number, uint64_t bytes, Message *error)
{
    (void)index;
    (void)number;
    (void)bytes;
    message_set(error, 0, T("this program was built without CUDA: configure it with -DCOLONNADE_CUDA=ON"), 0);
    return NULL;
}

#else

#include "core/memory.h"

#include <cuda_runtime_api.h>

#include <stdio.h>

enum { THREADS = 256, BLOCKS_A_PROCESSOR = 32 };

static bool check(Device *d, cudaError_t status)
{
    if (status == cudaSuccess || d->failed.id)
        return status == cudaSuccess;
    return message_set(&d->failed, 0, T("the GPU has failed: {0}"), 1, cudaGetErrorString(status));
}

static void *cuda_alloc(Device *d, uint64_t bytes)
{
    void *block = NULL;
    return check(d, cudaMalloc(&block, bytes)) ? block : NULL;
}

static void cuda_release(Device *d, void *block)
{
    (void)d;
    cudaFree(block);
}

static void cuda_fill(Device *d, void *at, int byte, uint64_t bytes) { check(d, cudaMemsetAsync(at, byte, bytes, 0)); }

static void cuda_copy(Device *d, void *to, const void *from, uint64_t bytes, bool to_device)
{
    check(d, cudaMemcpy(to, from, bytes, to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost));
}

/* Kernels loop over the work: a few blocks per processor keep it busy, and more would only take time to start. */
static void cuda_run(Device *d, KernelName kernel, const KernelJob *job, uint64_t work)
{
    uint64_t blocks = (work + THREADS - 1) / THREADS, most = (uint64_t)d->processors * BLOCKS_A_PROCESSOR;
    KernelJob copy = *job;
    void *arguments[] = {&copy};
    union {
        void (*function)(KernelJob job);
        const void *address;
    } k = {.function = d->kernels->run[kernel]};
    check(d, cudaLaunchKernel(k.address, (dim3){(unsigned)(blocks < most ? blocks : most), 1, 1}, (dim3){THREADS, 1, 1},
                              arguments, 0, 0));
}

static bool enough(uint64_t bytes, size_t free, Message *error)
{
    char need[32], have[32];
    if (free >= bytes)
        return true;
    snprintf(need, sizeof need, "%ju", (uintmax_t)(bytes + 1048575) >> 20);
    snprintf(have, sizeof have, "%ju", (uintmax_t)free >> 20);
    return message_set(error, 0, T("this needs {0} MiB of the GPU's memory, and {1} MiB are free"), 2, need, have);
}

/* Checks the GPU, its driver and its memory. */
static bool choose(int number, uint64_t bytes, int *processors, Message *error)
{
    int count = 0, driver = 0;
    size_t free = 0, total = 0;
    cudaError_t status = cudaDriverGetVersion(&driver);
    if (status == cudaSuccess && driver == 0)
        return message_set(error, 0, T("there is no GPU here"), 0);
    if ((status = cudaGetDeviceCount(&count)) == cudaErrorInsufficientDriver)
        return message_set(error, 0, T("the GPU's driver is too old for this program"), 0);
    if (status != cudaSuccess || count == 0)
        return message_set(error, 0, T("there is no GPU here"), 0);
    if ((status = cudaSetDevice(number % count)) != cudaSuccess ||
        (status = cudaDeviceGetAttribute(processors, cudaDevAttrMultiProcessorCount, number % count)) != cudaSuccess ||
        (status = cudaMemGetInfo(&free, &total)) != cudaSuccess)
        return message_set(error, 0, T("the GPU has failed: {0}"), 1, cudaGetErrorString(status));
    return enough(bytes, free, error);
}

Device *device_open_cuda(const SolveIndex *index, int number, uint64_t bytes, Message *error)
{
    static const DeviceKind cuda = {
        .alloc = cuda_alloc, .release = cuda_release, .fill = cuda_fill, .copy = cuda_copy, .run = cuda_run};
    int processors;
    if (!index->cuda) {
        message_set(error, 0, T("this game has no kernels"), 0);
        return NULL;
    }
    if (!choose(number, bytes, &processors, error))
        return NULL;
    Device *d = memory_resize(NULL, sizeof *d);
    if (d)
        *d = (Device){.kind = &cuda, .kernels = index->cuda, .processors = processors};
    else
        message_memory(error);
    return d;
}

#endif
