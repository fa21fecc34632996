/* The state of Pylos' index as one block for a device. */
#ifndef COLONNADE_GAMES_PYLOS_KERNEL_IMAGE_H
#define COLONNADE_GAMES_PYLOS_KERNEL_IMAGE_H

#include "core/kernels.h"

size_t pylos_kernel_image_bytes(const void *state);
void pylos_kernel_image_fill(const void *state, void *image, uint64_t address);
extern const KernelSet pylos_kernels_plain;
extern const KernelSet pylos_kernels_cuda;  /* only in a program built with CUDA */

#endif
