/* Inside the PostgreSQL backend: its parts share this. */
#ifndef COLONNADE_STORE_POSTGRES_H
#define COLONNADE_STORE_POSTGRES_H

#include "store/backend.h"

#include <libpq-fe.h>

typedef enum PostgresQuery {
    /* the writer's */
    P_BEGIN,
    P_COMMIT,
    P_TAILS,
    P_ADD_ROUND,
    P_ADD_EVENT,
    P_ADD_SEAT,
    P_PUT_CARD,
    P_PUT_NOTE,
    P_LEASES,
    P_CHANGE,
    P_RECHAIN,
    P_FORGET,
    P_READ,             /* the reader's too */
    /* the reader's */
    P_LAST,
    P_SEATS,
    P_HOLDERS,
    P_NOTE,
    P_NOTES,
    P_SEARCH,
    P_ONWARD,
    P_DUE,
    /* the keeper's */
    P_BEAT,
    P_DEAD,
    P_TERMINATE,
    P_FREE,
    P_RELEASE,
    P_TAKE,
    P_STANDING,
    P_SERVERS,
    P_SECRET,
    P_RESERVE,
    P_HINT,
    POSTGRES_QUERY_COUNT
} PostgresQuery;

enum { POSTGRES_NUMBER = 24 };      /* room for a number as text */

typedef enum LinkUse { LINK_READS, LINK_WRITES, LINK_KEEPS } LinkUse;

/* One connection. */
typedef struct Link {
    PGconn *connection;     /* NULL: there is none */
    LinkUse use;
    int64_t tried;          /* when it was last tried, in ms: an unreachable database is not asked all the time */
} Link;

typedef struct Postgres {
    Backend backend;        /* first: a Backend is a Postgres */
    char *address;          /* never shown: it may contain a password */
    char name[MESSAGE_ARG]; /* of the database: this is shown */
    bool careless;
    bool holding;           /* reads see one moment: the reader's connection is not replaced */
    Link writer;            /* the committing thread's; unused when read-only */
    Link reader;            /* the owner's */
    int owed;               /* answers in the writer's pipeline that have not been read yet */
    bool shared;            /* other servers may work on it too */
    Link keeper;            /* the owner's, when shared: leases */
    int64_t server;         /* our number among them; 0: not known yet */
    bool beside;            /* writes only acts, beside the program that has the lock */
} Postgres;

/* Fills `error` with what last went wrong in this result (NULL: on this connection); returns false. */
bool postgres_fail(const Postgres *q, const Link *l, const PGresult *r, Message *error);

/* Whether there is a connection; reconnects if it was lost. */
bool postgres_ready(Postgres *q, Link *l, Message *error);
const char *postgres_text(PostgresQuery which);     /* its name in a connection */
enum { POSTGRES_NAME = 24 };
const char *postgres_statement(int which, char out[POSTGRES_NAME]);     /* the same for a statement of statements.h */

/* Runs a statement, or several. `number`, when not NULL, receives the first field of the answer. */
bool postgres_execute(Postgres *q, Link *l, const char *sql, long long *number, Message *error);

/* --- leases --- */
extern const char postgres_lease_tables[];          /* the step of the schema that makes them */
extern const char *const postgres_lease_queries[][2];   /* from P_BEAT on: name and text */
void postgres_share(Backend *b);                    /* fills in what only a shared store can do */
bool postgres_name(Postgres *q, Link *l, Message *error);   /* marks the connection as this server's */
bool postgres_register(Postgres *q, Message *error);    /* becomes one of the servers */
bool postgres_keeper_set_up(Postgres *q, Link *l, Message *error);

void postgres_commit(Backend *b, const StoreWrite *const *batch, size_t count, StoreResult *result, Message *error);

bool postgres_read(Backend *b, const char *round, uint32_t from, bool verify, StoreEach *each, void *context,
                   uint32_t *bad, Message *error);
bool postgres_last(Backend *b, const char *round, uint32_t *number, Message *error);
bool postgres_seats(Backend *b, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error);
bool postgres_holders(Backend *b, const char *round, StoreHolder *each, void *context, Message *error);
bool postgres_read_note(Backend *b, const char *key, char value[STORE_TEXT], Message *error);
bool postgres_notes(Backend *b, StoreNoted *each, void *context, Message *error);
bool postgres_hold(Backend *b, bool on, Message *error);
bool postgres_search(Backend *b, const StoreQuery *q, StoreFind *each, void *context, Message *error);
bool postgres_onward(Backend *b, int64_t after, int limit, StoreFind *each, void *context, Message *error);
bool postgres_due(Backend *b, int64_t by, int limit, StoreFind *each, void *context, Message *error);
bool postgres_ask(Backend *b, StatementAsk which, int count, const char *const *values, StatementRow *row,
                  void *context, Message *error);

const char *postgres_number(char out[POSTGRES_NUMBER], int64_t number);

/* A checksum or a token's hash from an answer, in hexadecimal; false: it is not one. */
bool postgres_hash(const char *text, unsigned char out[STORE_HASH]);

#endif
