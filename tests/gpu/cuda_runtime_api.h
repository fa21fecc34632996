/* As much of CUDA's header of this name as src/solve/device_cuda.c needs, with the same numbers and types. */
#ifndef COLONNADE_TESTS_CUDA_RUNTIME_API_H
#define COLONNADE_TESTS_CUDA_RUNTIME_API_H

#include <stddef.h>

typedef enum cudaError {
    cudaSuccess = 0,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInsufficientDriver = 35,
    cudaErrorDevicesUnavailable = 46,
    cudaErrorNoDevice = 100,
    cudaErrorLaunchFailure = 719
} cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount = 16 };
typedef struct dim3 {
    unsigned x, y, z;
} dim3;
typedef struct CUstream_st *cudaStream_t;

cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMalloc(void **block, size_t bytes);
cudaError_t cudaFree(void *block);
cudaError_t cudaMemsetAsync(void *at, int byte, size_t bytes, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaLaunchKernel(const void *function, dim3 blocks, dim3 threads, void **arguments, size_t shared,
                             cudaStream_t stream);
const char *cudaGetErrorString(cudaError_t error);

#endif
