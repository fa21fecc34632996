/* Devices, including the one in plain C: see device.h. */
#include "solve/device.h"

#include "core/memory.h"
#include "solve/device_private.h"

#include <string.h>

/* --- any device --- */

const KernelSet *device_kernels(const Device *d) { return d->kernels; }
uint64_t device_bytes(const Device *d) { return d->bytes; }

void device_close(Device *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->blocks; i++)
        d->kind->release(d, d->block[i]);
    if (d->kind->close)
        d->kind->close(d);
    memory_free(d);
}

void *device_alloc(Device *d, uint64_t bytes)
{
    void *block = d->failed.id || d->blocks == DEVICE_BLOCKS ? NULL : d->kind->alloc(d, bytes);
    if (!block) {
        if (!d->failed.id)
            message_memory(&d->failed);
        return NULL;
    }
    d->block[d->blocks++] = block;
    d->bytes += bytes;
    device_zero(d, block, bytes);
    return block;
}

void device_fill(Device *d, void *at, int byte, uint64_t bytes)
{
    if (!d->failed.id)
        d->kind->fill(d, at, byte, bytes);
}

void device_zero(Device *d, void *at, uint64_t bytes) { device_fill(d, at, 0, bytes); }

void device_to(Device *d, void *to, const void *from, uint64_t bytes)
{
    if (!d->failed.id)
        d->kind->copy(d, to, from, bytes, true);
}

void device_from(Device *d, void *to, const void *from, uint64_t bytes)
{
    if (!d->failed.id)
        d->kind->copy(d, to, from, bytes, false);
}

void device_run(Device *d, KernelName kernel, const KernelJob *job, uint64_t work)
{
    if (!d->failed.id && work > 0)
        d->kind->run(d, kernel, job, work);
}

bool device_failed(Device *d, Message *error)
{
    if (d->failed.id)
        *error = d->failed;
    return d->failed.id;
}

/* --- plain C --- */

static void *plain_alloc(Device *d, uint64_t bytes)
{
    (void)d;
    return memory_resize(NULL, bytes);
}

static void plain_release(Device *d, void *block)
{
    (void)d;
    memory_free(block);
}

static void plain_fill(Device *d, void *at, int byte, uint64_t bytes)
{
    (void)d;
    memset(at, byte, bytes);
}

static void plain_copy(Device *d, void *to, const void *from, uint64_t bytes, bool to_device)
{
    (void)d;
    (void)to_device;
    memcpy(to, from, bytes);
}

static void plain_run(Device *d, KernelName kernel, const KernelJob *job, uint64_t work)
{
    (void)work;
    d->kernels->run[kernel](*job);
}

Device *device_open_plain(const SolveIndex *index, Message *error)
{
    static const DeviceKind plain = {
        .alloc = plain_alloc, .release = plain_release, .fill = plain_fill, .copy = plain_copy, .run = plain_run};
    Device *d = index->plain ? memory_resize(NULL, sizeof *d) : NULL;
    if (d)
        *d = (Device){.kind = &plain, .kernels = index->plain};
    else
        (void)(index->plain ? message_memory(error) : message_set(error, 0, T("this game has no kernels"), 0));
    return d;
}
