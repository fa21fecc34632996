/* The kernels of Pilea in plain C, and the image that they and a GPU's kernels read. */
#include "games/pilea/pilea_kernel.h"
#include "games/pilea/pilea_kernel_image.h"

#define KERNEL_NAME(what) what##_pilea
#define KERNEL_INDEX      PileaIndex
#define KERNEL_AT         PileaAt
#include "core/kernel_bodies.h"

#include <string.h>

size_t pilea_kernel_image_bytes(const void *state)
{
    (void)state;
    return sizeof(PileaIndex);
}

/* The state only points into itself. */
void pilea_kernel_image_fill(const void *state, void *image, uint64_t address)
{
    PileaIndex *x = image;
    memcpy(x, state, sizeof *x);
    const void *board = (const void *)(uintptr_t)(address + offsetof(PileaIndex, board));
    x->free.board = board;
    x->flat.board = board;
    for (int n = 0; n <= PILEA_MOST + 1; n++)
        x->phase[n].shapes = (const void *)(uintptr_t)(address + (x->phase[n].moving ? offsetof(PileaIndex, free)
                                                                                     : offsetof(PileaIndex, flat)));
}

const KernelSet pilea_kernels_plain = {
    .image_bytes = pilea_kernel_image_bytes,
    .image_fill = pilea_kernel_image_fill,
    .run = KERNEL_RUNS,
    .edges = kernel_edges_pilea,
};
