/* A server only for tests: it can be killed where that hurts most, and it says when it has committed what.
 *
 * It is the program itself with one file compiled differently (tests/house/CMakeLists.txt); released programs have
 * none of this. The environment chooses:
 *   COLONNADE_CRASH=after-commit:20   ends it, as a crash would, at the twentieth pass through that point
 *   COLONNADE_MADE_UP=1               answers questions about Pylos from a table that does not exist (made_up.h)
 *   COLONNADE_MARKS=FILE              records there when each write was committed, as Marks */
#ifndef COLONNADE_TESTS_HOUSE_POINTS_H
#define COLONNADE_TESTS_HOUSE_POINTS_H

#include "store/store.h"

#include <stdint.h>

enum { MARKS_MOST = 1 << 16 };

/* Written by the server's writing thread, read by others: the newest `count` are complete. */
typedef struct Marks {
    _Atomic uint64_t count;
    struct {
        uint64_t write;         /* which: marks_write */
        int64_t committed;      /* ns on the monotonic clock */
    } mark[MARKS_MOST];         /* mark n is at n % MARKS_MOST */
} Marks;

/* Maps the file into memory, and creates it if it is missing; NULL: that failed. */
Marks *marks_open(const char *path);

/* The number of the write that begins with this event. */
uint64_t marks_write(const char *round, uint32_t first);

bool points_made_up(void);          /* whether the house answers from tables that do not exist (made_up.h) */
void points_pass(const char *name, const StoreWrite *const *batch, size_t count);

#endif
