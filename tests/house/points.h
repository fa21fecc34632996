/* A server for tests alone, which can be ended where that hurts most, and which says when it has committed what.
 *
 * It is the program itself with one file compiled otherwise (tests/house/CMakeLists.txt); released
 * programs have none of this. The environment says what is wanted:
 *   COLONNADE_CRASH=after-commit:20   ends it as a crash would at the twentieth pass of that point
 *   COLONNADE_MADE_UP=1               answers questions about Pylos from a table that does not exist (made_up.h)
 *   COLONNADE_MARKS=FILE              notes there when each write was committed, as Marks */
#ifndef COLONNADE_TESTS_HOUSE_POINTS_H
#define COLONNADE_TESTS_HOUSE_POINTS_H

#include "store/store.h"

#include <stdint.h>

enum { MARKS_MOST = 1 << 16 };

/* Written by the server's writing thread, read by others: the newest `count` are whole. */
typedef struct Marks {
    _Atomic uint64_t count;
    struct {
        uint64_t write;         /* which: marks_write */
        int64_t committed;      /* ns on the monotonic clock */
    } mark[MARKS_MOST];         /* mark n is at n % MARKS_MOST */
} Marks;

/* The file as memory, made where it is not there; NULL: it cannot be had. */
Marks *marks_open(const char *path);

/* The number of the write that begins with this event. */
uint64_t marks_write(const char *round, uint32_t first);

bool points_made_up(void);          /* the house shall answer from tables that do not exist (made_up.h) */
void points_pass(const char *name, const StoreWrite *const *batch, size_t count);

#endif
