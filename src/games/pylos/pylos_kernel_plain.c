/* The kernels of Pylos in plain C, and the image that they and a GPU's kernels read. */
#include "games/pylos/pylos_kernel.h"
#include "games/pylos/pylos_kernel_image.h"

#define KERNEL_NAME(what) what##_pylos
#define KERNEL_INDEX      PylosIndex
#define KERNEL_AT         PylosAt
#include "core/kernel_bodies.h"

#include <string.h>

enum { ARRAYS = 7 };

/* The arrays that the state points to. */
typedef struct Part {
    const void *from;
    size_t bytes;
} Part;

static void list_parts(const PylosIndex *x, Part out[ARRAYS])
{
    out[0] = (Part){x->shape, (size_t)x->shapes * sizeof *x->shape};
    out[1] = (Part){x->key, PYLOS_INDEX_SLOTS * sizeof *x->key};
    out[2] = (Part){x->found, PYLOS_INDEX_SLOTS * sizeof *x->found};
    out[3] = (Part){x->high, PYLOS_INDEX_OWN * sizeof *x->high};
    out[4] = (Part){x->half, ((size_t)1 << PYLOS_INDEX_HALF) * sizeof *x->half};
    out[5] = (Part){x->gather, 256 * sizeof *x->gather};
    out[6] = (Part){x->spread, 256 * sizeof *x->spread};
}

static size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

size_t pylos_kernel_image_bytes(const void *state)
{
    Part part[ARRAYS];
    size_t bytes = aligned(sizeof(PylosIndex));
    list_parts(state, part);
    for (int i = 0; i < ARRAYS; i++)
        bytes += aligned(part[i].bytes);
    return bytes;
}

void pylos_kernel_image_fill(const void *state, void *image, uint64_t address)
{
    Part part[ARRAYS];
    uint64_t at[ARRAYS], next = aligned(sizeof(PylosIndex));
    list_parts(state, part);
    for (int i = 0; i < ARRAYS; i++) {
        memcpy((char *)image + next, part[i].from, part[i].bytes);
        at[i] = address + next;
        next += aligned(part[i].bytes);
    }
    PylosIndex x = *(const PylosIndex *)state;
    x.shape = (void *)(uintptr_t)at[0];
    x.key = (void *)(uintptr_t)at[1];
    x.found = (void *)(uintptr_t)at[2];
    x.high = (void *)(uintptr_t)at[3];
    x.half = (void *)(uintptr_t)at[4];
    x.gather = (void *)(uintptr_t)at[5];
    x.spread = (void *)(uintptr_t)at[6];
    memcpy(image, &x, sizeof x);
}

const KernelSet pylos_kernels_plain = {
    .image_bytes = pylos_kernel_image_bytes,
    .image_fill = pylos_kernel_image_fill,
    .run = KERNEL_RUNS,
    .edges = kernel_edges_pylos,
};
