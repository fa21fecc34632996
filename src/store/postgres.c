/* The store in a PostgreSQL database: connections, the schema and its history.
 *
 * There are two connections: one writes, one reads. Servers that share the database have a third one for their
 * leases. A lost connection is made again, so that a restart of the database costs only what was under way. The
 * writer holds an advisory lock, which ends with its connection: two programs that both believe they own a round
 * would make two histories of it. Servers share that lock, and leases say who owns what. */
#include "store/postgres.h"

#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MARK = 0x436f6c6f,      /* the lock's first key; the second is the schema's name */
    RETRY_MS = 1000,        /* before a database that did not answer is asked again */
};

/* Step n leads from schema n to n + 1. Steps that were released never change. */
static const char *const steps[] = {
    "CREATE TABLE store_schema (number integer NOT NULL);"
    "INSERT INTO store_schema VALUES (0);"
    "CREATE TABLE round (place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);"
    "CREATE TABLE event (round bigint NOT NULL REFERENCES round, number bigint NOT NULL, at bigint NOT NULL,"
    " tag text NOT NULL, line text NOT NULL, chain bytea NOT NULL, PRIMARY KEY (round, number));"
    "CREATE TABLE seat (hash bytea NOT NULL, round bigint NOT NULL REFERENCES round, seat integer NOT NULL,"
    " PRIMARY KEY (hash, round, seat));"
    "CREATE INDEX seat_round ON seat (round);"
    "CREATE TABLE note (key text COLLATE \"C\" PRIMARY KEY, value text NOT NULL);"
    "CREATE TABLE card (round bigint PRIMARY KEY REFERENCES round, label text NOT NULL, players text NOT NULL,"
    " result text NOT NULL, length integer NOT NULL, open boolean NOT NULL, listed boolean NOT NULL,"
    " due bigint NOT NULL, made bigint NOT NULL, changed bigint NOT NULL);"
    "CREATE INDEX card_due ON card (due) WHERE open;"
    "CREATE INDEX card_label ON card (label, round) WHERE listed;",
    postgres_lease_tables,

    "CREATE TABLE account (id bigint PRIMARY KEY, name text NOT NULL, key text COLLATE \"C\" NOT NULL UNIQUE,"
    " secret text NOT NULL, made bigint NOT NULL, state bigint NOT NULL);"
    "CREATE TABLE session (number bigint PRIMARY KEY, account bigint NOT NULL, hash text COLLATE \"C\" NOT NULL UNIQUE,"
    " label text NOT NULL, made bigint NOT NULL, seen bigint NOT NULL, until bigint NOT NULL);"
    "CREATE INDEX session_account ON session (account);"
    "CREATE TABLE code (account bigint NOT NULL, hash text COLLATE \"C\" NOT NULL, PRIMARY KEY (account, hash));"
    "CREATE TABLE block (account bigint NOT NULL, whom bigint NOT NULL, PRIMARY KEY (account, whom));"
    "CREATE TABLE report (number bigint PRIMARY KEY, account bigint NOT NULL, about bigint NOT NULL,"
    " round text NOT NULL, seat bigint NOT NULL, text text NOT NULL, at bigint NOT NULL, closed bigint NOT NULL);"
    "CREATE TABLE player (round bigint NOT NULL, seat bigint NOT NULL, account bigint NOT NULL,"
    " later bigint NOT NULL, PRIMARY KEY (round, seat));"
    "CREATE INDEX player_account ON player (account, round);",

    "CREATE TABLE chore (kind bigint NOT NULL, round bigint NOT NULL, at bigint NOT NULL, PRIMARY KEY (kind, round));"
    "INSERT INTO chore SELECT 1, round, changed FROM card WHERE listed AND NOT open;"
    "CREATE TABLE rated (number bigint PRIMARY KEY, round bigint NOT NULL UNIQUE, label text NOT NULL,"
    " at bigint NOT NULL, advantage bigint NOT NULL, lowest bigint NOT NULL, tally text NOT NULL, ratings text NOT "
    "NULL);"
    "CREATE INDEX rated_label ON rated (label, number);"
    "CREATE TABLE rating (number bigint NOT NULL, seat bigint NOT NULL, account bigint NOT NULL, label text NOT NULL,"
    " before text NOT NULL, after text NOT NULL, PRIMARY KEY (number, seat));"
    "CREATE INDEX rating_account ON rating (account, label, number);"
    "CREATE TABLE trace (here bigint NOT NULL, round bigint NOT NULL, ply bigint NOT NULL, next bigint NOT NULL,"
    " score bigint NOT NULL, PRIMARY KEY (here, round));",

    "CREATE TABLE tournament (id bigint PRIMARY KEY, name text NOT NULL, label text NOT NULL, options text NOT NULL,"
    " made bigint NOT NULL, state bigint NOT NULL, rounds bigint NOT NULL, paired bigint NOT NULL,"
    " entrants bigint NOT NULL, version bigint NOT NULL);"
    "CREATE TABLE entrant (tournament bigint NOT NULL, number bigint NOT NULL, account bigint NOT NULL,"
    " name text NOT NULL, token text NOT NULL, feed text NOT NULL, rating bigint NOT NULL, since bigint NOT NULL,"
    " until bigint NOT NULL, PRIMARY KEY (tournament, number));"
    "CREATE TABLE pairing (tournament bigint NOT NULL, turn bigint NOT NULL, board bigint NOT NULL,"
    " one bigint NOT NULL, two bigint NOT NULL, game text NOT NULL, result text NOT NULL,"
    " PRIMARY KEY (tournament, turn, board));"
    "CREATE INDEX pairing_open ON pairing (game) WHERE result = '';",

    "CREATE TABLE attempt (who text COLLATE \"C\" PRIMARY KEY, since bigint NOT NULL, failed bigint NOT NULL);"
    "CREATE TABLE passkey (hash text COLLATE \"C\" PRIMARY KEY, account bigint NOT NULL, number bigint NOT NULL,"
    " id text NOT NULL, key text NOT NULL, counter bigint NOT NULL, label text NOT NULL, made bigint NOT NULL,"
    " seen bigint NOT NULL);"
    "CREATE INDEX passkey_account ON passkey (account);",
};
enum { SCHEMA = sizeof steps / sizeof *steps };

#define CARD_COLUMNS                                                                                                   \
    "SELECT round.name, card.round, card.made, card.changed, card.label, card.players, card.result, card.length,"      \
    " card.open, card.listed, card.due, coalesce(rated.ratings, '') FROM card"                                         \
    " JOIN round ON round.place = card.round LEFT JOIN rated ON rated.round = card.round "

static const struct {
    const char *name, *sql;
} queries[P_BEAT] = {
    [P_BEGIN] = {"begin", "BEGIN"},
    [P_COMMIT] = {"commit", "COMMIT"},
    [P_TAILS] = {"tails", "SELECT r.name, e.number, encode(e.chain, 'hex') FROM round r LEFT JOIN LATERAL"
                          " (SELECT number, chain FROM event WHERE round = r.place ORDER BY number DESC LIMIT 1) e"
                          " ON true WHERE r.name = ANY ($1::text[])"},
    [P_ADD_ROUND] = {"add_round", "INSERT INTO round (name) VALUES ($1::text)"},
    [P_ADD_EVENT] = {"add_event",
                     "INSERT INTO event (round, number, at, tag, line, chain) SELECT place, $2::bigint, $3::bigint,"
                     " $4::text, $5::text, decode($6::text, 'hex') FROM round WHERE name = $1::text"},
    [P_ADD_SEAT] = {"add_seat",
                    "INSERT INTO seat (hash, round, seat) SELECT decode($2::text, 'hex'), place, $3::integer"
                    " FROM round WHERE name = $1::text ON CONFLICT DO NOTHING"},
    [P_PUT_CARD] = {"put_card",
                    "INSERT INTO card (round, label, players, result, length, open, listed, due, made, changed)"
                    " SELECT place, $2::text, $3::text, $4::text, $5::integer, $6::boolean, $7::boolean, $8::bigint,"
                    " coalesce($9::bigint, 0), coalesce($9::bigint, 0) FROM round WHERE name = $1::text"
                    " ON CONFLICT (round) DO UPDATE SET label = EXCLUDED.label, players = EXCLUDED.players,"
                    " result = EXCLUDED.result, length = EXCLUDED.length, open = EXCLUDED.open,"
                    " listed = EXCLUDED.listed, due = EXCLUDED.due, changed = coalesce($9::bigint, card.changed)"},
    [P_PUT_NOTE] = {"put_note", "INSERT INTO note (key, value) VALUES ($1::text, $2::text)"
                                " ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value"},
    [P_LEASES] = {"leases", "SELECT shard, epoch FROM lease WHERE owner = $1::bigint AND shard = ANY ($2::integer[])"
                            " ORDER BY shard FOR SHARE"},
    [P_CHANGE] = {"change", "UPDATE event SET line = $3::text WHERE number = $2::bigint"
                            " AND round = (SELECT place FROM round WHERE name = $1::text)"},
    [P_RECHAIN] = {"rechain", "UPDATE event SET chain = decode($3::text, 'hex') WHERE number = $2::bigint"
                              " AND round = (SELECT place FROM round WHERE name = $1::text)"},
    [P_FORGET] = {"forget", "DELETE FROM seat WHERE round = (SELECT place FROM round WHERE name = $1::text)"
                            " AND hash = decode($2::text, 'hex')"},
    [P_READ] = {"read", "SELECT number, at, tag, line, encode(chain, 'hex') FROM event WHERE number >= $2::bigint"
                        " AND round = (SELECT place FROM round WHERE name = $1::text) ORDER BY number"},
    [P_LAST] = {"last", "SELECT coalesce(max(number), 0) FROM event"
                        " WHERE round = (SELECT place FROM round WHERE name = $1::text)"},
    [P_SEATS] = {"seats", "SELECT round.name, seat.seat FROM seat JOIN round ON round.place = seat.round"
                          " WHERE hash = decode($1::text, 'hex') ORDER BY seat.round DESC, seat.seat"},
    [P_HOLDERS] = {"holders",
                   "SELECT seat.seat, encode(seat.hash, 'hex') FROM seat"
                   " WHERE seat.round = (SELECT place FROM round WHERE name = $1::text) ORDER BY seat.seat, seat.hash"},
    [P_NOTE] = {"note", "SELECT value FROM note WHERE key = $1::text"},
    [P_NOTES] = {"notes", "SELECT key, value FROM note ORDER BY key"},
    /* Letters compare as in SQLite: case does not matter in ASCII, and only there. */
    [P_SEARCH] = {"search",
                  CARD_COLUMNS "WHERE ($1::text IS NULL OR card.label = $1::text)"
                               " AND ($2::text IS NULL OR strpos(lower(players COLLATE \"C\"), lower($2::text COLLATE"
                               " \"C\")) > 0) AND ($3::text IS NULL OR result = $3::text) AND length >= $4::integer"
                               " AND length <= $5::integer AND (listed OR NOT $6::boolean)"
                               " AND ($7::integer < 0 OR open = ($7::integer = 1)) AND card.round < $8::bigint AND "
                               "($10::text IS NULL OR round.name = $10::text)"
                               " AND ($11::bigint = 0 OR rated.lowest >= $11::bigint)"
                               " AND card.changed >= $12::bigint AND card.changed <= $13::bigint"
                               " AND ($14::bigint = 0 OR card.round IN (SELECT trace.round FROM trace"
                               " WHERE trace.here = $14::bigint AND ($15::bigint < 0 OR trace.ply = $15::bigint)))"
                               " ORDER BY card.round DESC LIMIT $9::integer"},
    [P_ONWARD] = {"onward", CARD_COLUMNS "WHERE card.round > $1::bigint ORDER BY card.round LIMIT $2::integer"},
    [P_DUE] = {"due", CARD_COLUMNS "WHERE open AND due <= $1::bigint ORDER BY due LIMIT $2::integer"},
};

const char *postgres_text(PostgresQuery which)
{
    return which < P_BEAT ? queries[which].name : postgres_lease_queries[which - P_BEAT][0];
}

const char *postgres_statement(int which, char out[POSTGRES_NAME])
{
    snprintf(out, POSTGRES_NAME, "statement%d", which);
    return out;
}

bool postgres_fail(const Postgres *q, const Link *l, const PGresult *r, Message *error)
{
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *said = r ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char line[MESSAGE_ARG];
    if (!said)
        said = l->connection ? PQerrorMessage(l->connection) : "";
    snprintf(line, sizeof line, "%.*s", (int)strcspn(said, "\n"), said);
    if (state && strcmp(state, "53100") == 0)
        return message_machine(error, T("the disk is full: {0} was not written"), 1, q->name);
    return message_set(error, 0, T("cannot use {0}: {1}"), 2, q->name, line);
}

/* --- the schema --- */

bool postgres_execute(Postgres *q, Link *l, const char *sql, long long *number, Message *error)
{
    PGresult *r = PQexec(l->connection, sql);
    ExecStatusType status = PQresultStatus(r);
    bool ok = number ? status == PGRES_TUPLES_OK && PQntuples(r) == 1 : status == PGRES_COMMAND_OK || PQntuples(r) > 0;
    if (!ok)
        postgres_fail(q, l, r, error);
    else if (number)
        *number = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    PQclear(r);
    return ok;
}

/* The schema's number; 0: an empty database. False: not ours, or made by a later version. */
static bool schema_of(Postgres *q, Link *l, long long *schema, Message *error)
{
    long long ours, tables;
    *schema = 0;
    if (!postgres_execute(q, l, "SELECT (to_regclass('store_schema') IS NOT NULL)::integer", &ours, error) ||
        !postgres_execute(
            q, l, "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
            &tables, error) ||
        (ours && !postgres_execute(q, l, "SELECT number FROM store_schema", schema, error)))
        return false;
    if (!ours && tables)
        return message_set(error, 0, T("{0} is not a store of games"), 1, q->name);
    if (*schema > SCHEMA)
        return message_set(error, 0, T("{0} was made by a later version of this program"), 1, q->name);
    return true;
}

static bool migrate(Postgres *q, Link *l, Message *error)
{
    long long schema;
    if (!schema_of(q, l, &schema, error))
        return false;
    for (; schema < SCHEMA; schema++) {
        char mark[64];
        snprintf(mark, sizeof mark, "UPDATE store_schema SET number = %lld; COMMIT", schema + 1);
        if (!postgres_execute(q, l, "BEGIN", NULL, error) || !postgres_execute(q, l, steps[schema], NULL, error) ||
            !postgres_execute(q, l, mark, NULL, error)) {
            PQclear(PQexec(l->connection, "ROLLBACK"));
            return false;
        }
    }
    return true;
}

static bool schema_known(Postgres *q, Link *l, Message *error)
{
    long long schema;
    if (!schema_of(q, l, &schema, error))
        return false;
    return schema == SCHEMA ||
           (schema == 0 ? message_set(error, 0, T("{0} is not a store of games"), 1, q->name)
                        : message_set(error, 0,
                                      T("{0} was made by an earlier version of this program; start the server once to "
                                        "convert it"),
                                      1, q->name));
}

/* --- connecting --- */

/* The database may not have noticed yet that the lock's last owner was killed. Servers share the lock; operations on
 * the whole store (copying into it, erasing somebody, a new schema) hold it alone. */
static bool take_lock(Postgres *q, Link *l, bool shared, Message *error)
{
    char text[160];
    snprintf(text, sizeof text, "SET lock_timeout = '3s'; SELECT pg_advisory_lock%s(%d, hashtext(current_schema()))",
             shared ? "_shared" : "", MARK);
    PGresult *r = PQexec(l->connection, text);
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK;
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    if (!ok && state && strcmp(state, "55P03") == 0)
        message_set(error, 0, T("another program is using {0}; name another store with --store"), 1, q->name);
    else if (!ok)
        postgres_fail(q, l, r, error);
    PQclear(r);
    return ok && postgres_execute(q, l, "SET lock_timeout = 0", NULL, error);
}

static bool lock_and_migrate(Postgres *q, Link *l, Message *error)
{
    char unlock[96];
    long long schema, freed;
    if (q->beside)
        return schema_known(q, l, error);
    if (!schema_of(q, l, &schema, error))
        return false;
    if (!q->shared || schema < SCHEMA) {
        if (!take_lock(q, l, false, error) || !migrate(q, l, error))
            return false;
        if (!q->shared)
            return true;
        snprintf(unlock, sizeof unlock, "SELECT pg_advisory_unlock(%d, hashtext(current_schema()))::integer", MARK);
        if (!postgres_execute(q, l, unlock, &freed, error))
            return false;
    }
    return take_lock(q, l, true, error) && (!q->server || postgres_name(q, l, error));
}

/* Whatever is acknowledged is on the disk, however the database is configured. */
static bool set_up(Postgres *q, Link *l, Message *error)
{
    const char *encoding = PQparameterStatus(l->connection, "server_encoding");
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return message_set(error, 0, T("the encoding of {0} must be UTF8"), 1, q->name);
    if (PQserverVersion(l->connection) < 140000)
        return message_set(error, 0, T("{0} needs PostgreSQL 14 or later"), 1, q->name);
    if (l->use == LINK_KEEPS)
        return postgres_keeper_set_up(q, l, error);
    if (l->use == LINK_READS)
        return postgres_execute(q, l, "SET default_transaction_read_only = on", NULL, error) &&
               schema_known(q, l, error);
    return postgres_execute(q, l,
                            q->careless
                                ? "SET synchronous_commit = off"
                                : "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
                                  " WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)",
                            NULL, error) &&
           lock_and_migrate(q, l, error);
}

/* Sends the statements that this connection needs, without waiting; returns how many. */
static int send_statements(Link *l)
{
    static const int from[] = {P_READ, 0, P_BEAT}, to[] = {P_BEAT, P_READ + 1, POSTGRES_QUERY_COUNT};
    static const int first[] = {STORE_ACT_KINDS, 0, 0}, end[] = {STATEMENTS, STORE_ACT_KINDS, 0};
    int count = 0;
    for (int i = from[l->use]; i < to[l->use]; i++) {
        const char *sql = i < P_BEAT ? queries[i].sql : postgres_lease_queries[i - P_BEAT][1];
        count += PQsendPrepare(l->connection, postgres_text((PostgresQuery)i), sql, 0, NULL);
    }
    for (int i = first[l->use]; i < end[l->use]; i++) {
        char name[POSTGRES_NAME], text[STATEMENT_TEXT];
        statement_write(i, text);
        count += PQsendPrepare(l->connection, postgres_statement(i, name), text, 0, NULL);
    }
    return count;
}

/* One round trip for all of them, because whoever reconnects is in a hurry. */
static bool prepare(Postgres *q, Link *l, Message *error)
{
    if (!PQenterPipelineMode(l->connection))
        return postgres_fail(q, l, NULL, error);
    int count = send_statements(l);
    bool ok = PQpipelineSync(l->connection) == 1 || postgres_fail(q, l, NULL, error);
    for (int i = 0; ok && i < count; i++) {
        PGresult *r = PQgetResult(l->connection);
        ok = PQresultStatus(r) == PGRES_COMMAND_OK || postgres_fail(q, l, r, error);
        PQclear(r);
        if (ok)
            PQclear(PQgetResult(l->connection)); /* NULL: the end of a statement's answer */
    }
    if (!ok)
        return false; /* and the caller gives up the connection */
    PGresult *end = PQgetResult(l->connection);
    ok = PQresultStatus(end) == PGRES_PIPELINE_SYNC && PQexitPipelineMode(l->connection);
    PQclear(end);
    return ok || postgres_fail(q, l, NULL, error);
}

static void disconnect(Link *l)
{
    PQfinish(l->connection);
    l->connection = NULL;
}

static int64_t monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void say_nothing(void *context, const PGresult *r)
{
    (void)context;
    (void)r;
}

bool postgres_ready(Postgres *q, Link *l, Message *error)
{
    if (l->connection && PQstatus(l->connection) == CONNECTION_OK)
        return true;
    if (l->tried && monotonic() - l->tried < RETRY_MS)
        return message_set(error, 0, T("cannot use {0}: {1}"), 2, q->name, "connection lost");
    disconnect(l);
    /* The address overrides what stands before it in this list, and nothing after it. */
    static const char *const words[] = {"connect_timeout",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "dbname",
                                        "client_encoding",
                                        "application_name",
                                        NULL};
    const char *values[] = {"3", "10000", "10", q->address, "UTF8", "colonnade", NULL};
    l->connection = PQconnectdbParams(words, values, 1);
    bool ok = l->connection && PQstatus(l->connection) == CONNECTION_OK;
    if (!ok)
        postgres_fail(q, l, NULL, error);
    else
        PQsetNoticeReceiver(l->connection, say_nothing, NULL);
    ok = ok && set_up(q, l, error) && prepare(q, l, error);
    if (!ok)
        disconnect(l);
    l->tried = monotonic();
    return ok;
}

/* --- opening --- */

static void postgres_close(Backend *b)
{
    Postgres *q = (Postgres *)b;
    disconnect(&q->reader);
    disconnect(&q->writer);
    disconnect(&q->keeper);
    memory_free(q->address);
    memory_free(q);
}

static void postgres_tidy(Backend *b, bool idle)
{
    (void)b;
    (void)idle; /* the database does that by itself */
}

/* The database's name, for messages. */
static bool read_name(Postgres *q, Message *error)
{
    char *why = NULL;
    PQconninfoOption *all = PQconninfoParse(q->address, &why);
    snprintf(q->name, sizeof q->name, "PostgreSQL");
    for (const PQconninfoOption *o = all; o && o->keyword; o++)
        if (strcmp(o->keyword, "dbname") == 0 && o->val)
            snprintf(q->name, sizeof q->name, "PostgreSQL:%.50s", o->val);
    /* `why` may quote the address, and so a password. */
    bool ok = all != NULL || message_set(error, 0, T("this is not the address of a PostgreSQL database"), 0);
    PQfreemem(why);
    PQconninfoFree(all);
    return ok;
}

Backend *postgres_open(const char *address, const StoreOptions *options, Message *error)
{
    size_t length = strlen(address) + 1;
    Postgres *q = memory_resize(NULL, sizeof *q);
    if (q)
        *q = (Postgres){.backend = {.close = postgres_close,
                                    .commit = postgres_commit,
                                    .tidy = postgres_tidy,
                                    .read = postgres_read,
                                    .last = postgres_last,
                                    .seats = postgres_seats,
                                    .holders = postgres_holders,
                                    .read_note = postgres_read_note,
                                    .notes = postgres_notes,
                                    .hold = postgres_hold,
                                    .search = postgres_search,
                                    .onward = postgres_onward,
                                    .due = postgres_due,
                                    .ask = postgres_ask},
                        .beside = options->beside,
                        .careless = options->careless,
                        .shared = options->shared && !options->read_only,
                        .writer.use = LINK_WRITES,
                        .keeper.use = LINK_KEEPS,
                        .address = memory_resize(NULL, length)};
    if (!q || !q->address) {
        memory_free(q);
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    memcpy(q->address, address, length);
    if (q->shared)
        postgres_share(&q->backend);
    if (read_name(q, error) && (options->read_only || postgres_ready(q, &q->writer, error)) &&
        postgres_ready(q, &q->reader, error) && (!q->shared || postgres_register(q, error)))
        return &q->backend;
    postgres_close(&q->backend);
    return NULL;
}
