/* Durations, in seconds. Neither clock says what time it is: only differences mean something. */
#ifndef COLONNADE_CORE_CLOCK_H
#define COLONNADE_CORE_CLOCK_H

#include <time.h>

static inline double clock_read(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs on evenly, whatever happens to the time of day. */
static inline double clock_now(void) { return clock_read(CLOCK_MONOTONIC); }

/* Processor time of this program, all threads together: other programs on the machine matter less. */
static inline double clock_spent(void)
{
#ifdef __wasi__
    return clock_now();     /* there is no other clock */
#else
    return clock_read(CLOCK_PROCESS_CPUTIME_ID);
#endif
}

#endif
