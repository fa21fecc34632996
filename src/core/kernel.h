/* For source that is compiled twice: by nvcc for a GPU, and as plain C for the tests and for
 * machines without one. Such source keeps to what C17 and C++17 have in common: no compound
 * literals, no designators, casts from void * written out. */
#ifndef COLONNADE_CORE_KERNEL_H
#define COLONNADE_CORE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions for both sides, functions for the device only, and large ones that are not worth
 * copying to wherever they are called from. */
#ifdef __CUDACC__
#define KERNEL_INLINE static __host__ __device__ __forceinline__
#define KERNEL_DEVICE static __device__ __forceinline__
#define KERNEL_LARGE  static __device__ __noinline__
#else
#define KERNEL_INLINE static inline
#define KERNEL_DEVICE static inline
#define KERNEL_LARGE  static inline
#endif

KERNEL_INLINE int kernel_count(uint32_t x) { return __builtin_popcount(x); }

/* The lowest bit's number; x is not 0. */
KERNEL_INLINE int kernel_lowest(uint32_t x)
{
#ifdef __CUDA_ARCH__
    return __ffs((int)x) - 1;
#else
    return __builtin_ctz(x);
#endif
}

KERNEL_INLINE int kernel_lowest_wide(uint64_t x)
{
#ifdef __CUDA_ARCH__
    return __ffsll((long long)x) - 1;
#else
    return __builtin_ctzll(x);
#endif
}

#endif
