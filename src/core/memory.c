/* A thin layer over the C library; the countdown is only for tests. */
#include "core/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_long allocations_left = -1;

void memory_fail_after(long n) { atomic_store(&allocations_left, n); }

bool memory_fail_pending(void) { return atomic_load(&allocations_left) >= 0; }

void *memory_resize(void *block, size_t size)
{
    if (atomic_load_explicit(&allocations_left, memory_order_relaxed) >= 0 &&
        atomic_fetch_sub(&allocations_left, 1) == 0)
        return NULL;
    return realloc(block, size);
}

void memory_free(void *block) { free(block); }
