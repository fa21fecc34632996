/* Inside the SQLite backend: its parts share this. */
#ifndef COLONNADE_STORE_SQLITE_H
#define COLONNADE_STORE_SQLITE_H

#include "store/backend.h"

#include <sqlite3.h>

typedef enum Query {
    /* the writer's */
    Q_BEGIN,
    Q_COMMIT,
    Q_ROLLBACK,
    Q_PLACE,
    Q_TAIL,
    Q_ADD_ROUND,
    Q_ADD_EVENT,
    Q_ADD_SEAT,
    Q_PUT_CARD,
    Q_PUT_NOTE,
    Q_CHANGE,
    Q_CHAINS,
    Q_RECHAIN,
    Q_FORGET,
    /* the reader's */
    Q_READ,
    Q_LAST,
    Q_SEATS,
    Q_HOLDERS,
    Q_NOTE,
    Q_NOTES,
    Q_HOLD,
    Q_LET_GO,
    Q_SEARCH,
    Q_ONWARD,
    Q_DUE,
    QUERY_COUNT
} Query;

typedef struct Sqlite {
    Backend backend;        /* first: a Backend is a Sqlite */
    char *path;
    sqlite3 *writer;        /* the committing thread's; NULL: read-only */
    sqlite3 *reader;        /* the owner's */
    sqlite3_stmt *query[QUERY_COUNT];
    sqlite3_stmt *statement[STATEMENTS];    /* acts are the writer's, questions the reader's */
    bool beside;            /* writes only acts, beside the program that has the lock */
    int lock;               /* the lock file, which says that somebody writes here; -1: none */
    int frames;             /* in the write-ahead log, after the last commit */
} Sqlite;

/* Fills `error` with what last went wrong on this connection; returns false. */
bool sqlite_fail(const Sqlite *q, sqlite3 *db, Message *error);

/* Brings a database to the newest schema; false: `error` says why it cannot. */
bool sqlite_migrate(Sqlite *q, sqlite3 *db, Message *error);

bool sqlite_schema_known(Sqlite *q, sqlite3 *db, Message *error);   /* for readers: changes nothing */

void sqlite_commit(Backend *b, const StoreWrite *const *batch, size_t count, StoreResult *result, Message *error);
void sqlite_tidy(Backend *b, bool idle);

bool sqlite_read(Backend *b, const char *round, uint32_t from, bool verify, StoreEach *each, void *context,
                 uint32_t *bad, Message *error);
bool sqlite_last(Backend *b, const char *round, uint32_t *number, Message *error);
bool sqlite_seats(Backend *b, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error);
bool sqlite_holders(Backend *b, const char *round, StoreHolder *each, void *context, Message *error);
bool sqlite_read_note(Backend *b, const char *key, char value[STORE_TEXT], Message *error);
bool sqlite_notes(Backend *b, StoreNoted *each, void *context, Message *error);
bool sqlite_hold(Backend *b, bool on, Message *error);
bool sqlite_search(Backend *b, const StoreQuery *q, StoreFind *each, void *context, Message *error);
bool sqlite_onward(Backend *b, int64_t after, int limit, StoreFind *each, void *context, Message *error);
bool sqlite_due(Backend *b, int64_t by, int limit, StoreFind *each, void *context, Message *error);
bool sqlite_ask(Backend *b, StatementAsk which, int count, const char *const *values, StatementRow *row, void *context,
                Message *error);

/* Does the acts of a write; *changed: the first one changed something. False: failure. */
bool sqlite_act(Sqlite *q, const StoreWrite *w, bool *changed);

#endif
