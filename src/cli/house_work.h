/* What an operator does to a house, which may be open meanwhile, word by word: `colonnade house account close NAME`.
 * Rounds are not written to, and whatever needs the rest asks the store. */
#ifndef COLONNADE_CLI_HOUSE_WORK_H
#define COLONNADE_CLI_HOUSE_WORK_H

#include "cli/cli.h"
#include "store/store.h"

typedef struct HouseWork {
    const Call *call;
    Store *store;
    Message error;
    const char *text; /* a name or a number; NULL: none */
    int64_t id; /* which tournament */
} HouseWork;

typedef struct HouseTask {
    const char *word;
    int operands; /* including the word */
    ExitStatus (*run)(HouseWork *w);
} HouseTask;

/* The task that these operands ask for; NULL: none. A task without a word ends the list. */
const HouseTask *house_task(const HouseTask *tasks, const Call *call);

/* Does it beside any program that has the store at this address open (NULL: the one in the user's data folder). */
ExitStatus house_work(const HouseTask *t, HouseWork *w, const char *address);

/* Waits until it is written. STORE_FAILED: the work's error says why. */
StoreResult house_write(HouseWork *w, const StoreAct *acts, size_t count);

#endif
