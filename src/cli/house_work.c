/* See house_work.h. */
#include "cli/house_work.h"

#include "cli/house_path.h"

#include <string.h>
#include <time.h>

const HouseTask *house_task(const HouseTask *tasks, const Call *call)
{
    for (const HouseTask *t = tasks; t->word; t++)
        if (strcmp(t->word, call->operand[0]) == 0)
            return t->operands == call->count ? t : NULL;
    return NULL;
}

ExitStatus house_work(const HouseTask *t, HouseWork *w, const char *address)
{
    w->store = house_store_open(w->call, address, (StoreOptions){.beside = true});
    if (!w->store)
        return EXIT_MACHINE;
    ExitStatus status = t->run(w);
    store_close(w->store);
    return status;
}

static void note_result(void *context, StoreResult result) { *(StoreResult *)context = result; }

StoreResult house_write(HouseWork *w, const StoreAct *acts, size_t count)
{
    StoreResult result = STORE_FAILED;
    if (!store_submit(w->store, &(StoreWrite){.acts = acts, .act_count = count}, note_result, &result)) {
        message_set(&w->error, 0, T("not enough memory"), 0);
        return STORE_FAILED;
    }
    while (store_waiting(w->store)) {
        store_collect(w->store);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    if (result == STORE_FAILED)
        store_trouble(w->store, &w->error);
    return result;
}
