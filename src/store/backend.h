/* What a database must do to hold a store; store.c does the rest (the queue, the thread,
 * the copies). sqlite.c is one, postgres.c another; there is no SQL outside them.
 *
 * `commit` is called from one thread at a time, reads from the owner's thread; both may run at once. */
#ifndef COLONNADE_STORE_BACKEND_H
#define COLONNADE_STORE_BACKEND_H

#include "store/statements.h"

typedef struct Backend Backend;

struct Backend {
    void (*close)(Backend *b);
    /* Writes all of the batch or nothing, durably, and reports the result of each write. STORE_FAILED
     * for one is STORE_FAILED for all, and `error` says why. */
    void (*commit)(Backend *b, const StoreWrite *const *batch, size_t count, StoreResult *result, Message *error);
    /* Time for housekeeping: whoever waited for the last commit knows its result and, if idle, nothing has
     * been written for a moment. The next write waits until this returns. */
    void (*tidy)(Backend *b, bool idle);
    bool (*read)(Backend *b, const char *round, uint32_t from, bool verify, StoreEach *each, void *context,
                 uint32_t *bad, Message *error);
    bool (*last)(Backend *b, const char *round, uint32_t *number, Message *error);
    bool (*seats)(Backend *b, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error);
    bool (*holders)(Backend *b, const char *round, StoreHolder *each, void *context, Message *error);
    bool (*read_note)(Backend *b, const char *key, char value[STORE_TEXT], Message *error);
    bool (*notes)(Backend *b, StoreNoted *each, void *context, Message *error);
    /* From now on reads see the store as it is at the first of them, until the hold ends. */
    bool (*hold)(Backend *b, bool on, Message *error);
    bool (*search)(Backend *b, const StoreQuery *q, StoreFind *each, void *context, Message *error);
    bool (*onward)(Backend *b, int64_t after, int limit, StoreFind *each, void *context, Message *error);
    bool (*due)(Backend *b, int64_t by, int limit, StoreFind *each, void *context, Message *error);
    /* For several servers; all NULL: there is only one. Called from the owner's thread. */
    bool (*keep)(Backend *b, const char *address, int64_t now, uint64_t release, StoreSite *out, Message *error);
    void (*resign)(Backend *b, int64_t now);
    bool (*reserve)(Backend *b, const char *note, int count, int64_t *last, Message *error);
    int (*hints)(const Backend *b);
    bool (*take_hints)(Backend *b, bool *some);
    /* One of the questions of statements.h. */
    bool (*ask)(Backend *b, StatementAsk which, int count, const char *const *values, StatementRow *row, void *context,
                Message *error);
};

/* The same for a store. */
bool store_ask(Store *s, StatementAsk which, int count, const char *const *values, StatementRow *row, void *context,
               Message *error);

/* Whether the write respects the limits of store.h and accounts.h. */
bool store_acceptable(const StoreWrite *w);

Backend *sqlite_open(const char *path, const StoreOptions *options, Message *error);
Backend *postgres_open(const char *address, const StoreOptions *options, Message *error);

#endif
