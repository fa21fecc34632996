/* What the two devices share; inside device*.c only. */
#ifndef COLONNADE_SOLVE_DEVICE_PRIVATE_H
#define COLONNADE_SOLVE_DEVICE_PRIVATE_H

#include "solve/device.h"

enum { DEVICE_BLOCKS = 64 };    /* that a device can allocate */

typedef struct DeviceKind {
    void *(*alloc)(Device *d, uint64_t bytes);
    void (*release)(Device *d, void *block);
    void (*fill)(Device *d, void *at, int byte, uint64_t bytes);
    void (*copy)(Device *d, void *to, const void *from, uint64_t bytes, bool to_device);
    void (*run)(Device *d, KernelName kernel, const KernelJob *job, uint64_t work);
    void (*close)(Device *d);
} DeviceKind;

struct Device {
    const DeviceKind *kind;
    const KernelSet *kernels;
    void *block[DEVICE_BLOCKS];
    int blocks;
    uint64_t bytes;
    Message failed;             /* id NULL: nothing has */
    int processors;             /* of a GPU */
};

#endif
