/* The state of Pilea's index as one block for a device. */
#ifndef COLONNADE_GAMES_PILEA_KERNEL_IMAGE_H
#define COLONNADE_GAMES_PILEA_KERNEL_IMAGE_H

#include "core/kernels.h"

size_t pilea_kernel_image_bytes(const void *state);
void pilea_kernel_image_fill(const void *state, void *image, uint64_t address);
extern const KernelSet pilea_kernels_plain;
extern const KernelSet pilea_kernels_cuda;  /* only in a program built with CUDA */

#endif
