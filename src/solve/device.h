/* A device that runs kernels (core/kernels.h): a GPU, or plain C in its place so that everything
 * around the kernels can be tested without one.
 *
 * One thread uses a device. A failure is remembered: later calls do nothing, and device_failed
 * says what happened. */
#ifndef COLONNADE_SOLVE_DEVICE_H
#define COLONNADE_SOLVE_DEVICE_H

#include "core/kernels.h"

typedef struct Device Device;

/* NULL: the error says why (no such device, an old driver, too little memory for `bytes`). `number`
 * says which of several GPUs, modulo how many there are. */
Device *device_open_plain(const SolveIndex *index, Message *error);
Device *device_open_cuda(const SolveIndex *index, int number, uint64_t bytes, Message *error);
void device_close(Device *d);       /* frees what it has allocated */

const KernelSet *device_kernels(const Device *d);
void *device_alloc(Device *d, uint64_t bytes);      /* zeroed; NULL: device_failed */
void device_zero(Device *d, void *at, uint64_t bytes);
void device_fill(Device *d, void *at, int byte, uint64_t bytes);
void device_to(Device *d, void *to, const void *from, uint64_t bytes);
void device_from(Device *d, void *to, const void *from, uint64_t bytes);    /* waits for what is running */
/* `work`: about how many threads have something to do. */
void device_run(Device *d, KernelName kernel, const KernelJob *job, uint64_t work);
bool device_failed(Device *d, Message *error);
/* Bytes allocated so far. */
uint64_t device_bytes(const Device *d);

#endif
