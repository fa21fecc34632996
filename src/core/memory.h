/* The one allocator of the libraries, so that tests can make it fail. */
#ifndef COLONNADE_CORE_MEMORY_H
#define COLONNADE_CORE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

void *memory_resize(void *block, size_t size); /* as realloc; size > 0; NULL: failed, block kept */
void memory_free(void *block);

/* For tests: the allocation after the next `n` fails, once; negative: never.
 * Process-wide; not for use while other threads allocate. */
void memory_fail_after(long n);
/* Whether that allocation is still to come: false once it has failed. */
bool memory_fail_pending(void);

#endif
