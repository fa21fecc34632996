/* The kernels of Pilea for a GPU. */
#include "games/pilea/pilea_kernel.h"

#define KERNEL_NAME(what) what##_pilea_cuda
#define KERNEL_INDEX      PileaIndex
#define KERNEL_AT         PileaAt
#include "core/kernel_bodies.h"

extern "C" {
#include "games/pilea/pilea_kernel_image.h"
const KernelSet pilea_kernels_cuda = {pilea_kernel_image_bytes, pilea_kernel_image_fill, KERNEL_RUNS, NULL};
}
