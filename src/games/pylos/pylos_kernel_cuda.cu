/* The kernels of Pylos for a GPU. */
#include "games/pylos/pylos_kernel.h"

#define KERNEL_NAME(what) what##_pylos_cuda
#define KERNEL_INDEX      PylosIndex
#define KERNEL_AT         PylosAt
#include "core/kernel_bodies.h"

extern "C" {
#include "games/pylos/pylos_kernel_image.h"
const KernelSet pylos_kernels_cuda = {pylos_kernel_image_bytes, pylos_kernel_image_fill, KERNEL_RUNS, NULL};
}
