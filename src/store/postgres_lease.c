/* The store in PostgreSQL: which server has which shards.
 *
 * A server is a row in `server` with its last sign of life, and a lock held by the session that keeps its leases. If
 * the lock is free, that session has ended, and with it the process or its connection. A lease is a row in `lease`:
 * a commit locks the rows of its batch (P_LEASES), and taking a lease away changes the row, so it either waits for
 * the commit or comes first. All times are the database's, so no server's clock needs to be right. Just after the
 * database has started, no server counts as dead: all of them have to reconnect.
 *
 * A notification says that something may have changed. It is sent separately from any round's write and means only
 * "look now": every server looks twice per second anyway. */
#include "store/postgres.h"

#include "core/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first key of a server's lock; the second is its number. Another house may use another schema. */
#define SERVER_MARK "hashtext('colonnade server ' || current_schema())"

const char postgres_lease_tables[] =
    "CREATE SEQUENCE server_number AS integer CYCLE;"
    "CREATE TABLE server (id bigint PRIMARY KEY, address text NOT NULL, beat timestamptz NOT NULL,"
    " alive bigint NOT NULL);"
    "CREATE TABLE lease (shard integer PRIMARY KEY, owner bigint, epoch bigint NOT NULL, alive bigint NOT NULL,"
    " down text NOT NULL) WITH (fillfactor = 50);"
    "INSERT INTO lease SELECT shard, NULL, 0, 0, '' FROM generate_series(0, 63) shard;"
    "CREATE TABLE site (one boolean PRIMARY KEY CHECK (one), secret bytea NOT NULL);";

_Static_assert(STORE_SHARDS == 64, "the tables have a row for each");
_Static_assert(STORE_LEASE_MS == 2500 && STORE_GAP_MS == 2000, "as the queries say");

/* Notes from before there were leases count until somebody has had the shard. */
#define LAST_ALIVE "coalesce(nullif(lease.alive, 0), (SELECT value::bigint FROM note WHERE key = 'alive'), 0)"
#define DOWN_BEFORE                                                                                                    \
    "CASE WHEN lease.epoch = 0 THEN coalesce((SELECT value FROM note WHERE key = 'down'), '') ELSE lease.down END"

const char *const postgres_lease_queries[][2] = {
    {"beat", "INSERT INTO server (id, address, beat, alive) VALUES ($1::bigint, $2::text, clock_timestamp(),"
             " $3::bigint) ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, beat = EXCLUDED.beat,"
             " alive = EXCLUDED.alive"},
    {"dead", "SELECT id FROM server WHERE id <> $1::bigint AND (greatest(beat, pg_postmaster_start_time())"
             " < clock_timestamp() - interval '2.5 s' OR (pg_postmaster_start_time() < clock_timestamp()"
             " - interval '2 s' AND pg_try_advisory_xact_lock(" SERVER_MARK ", id::integer)))"},
    {"terminate",
     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'colonnade ' || $1::text || ' '"
     " || hashtext(current_schema())"
     " AND usename = current_user AND datname = current_database() AND pid <> pg_backend_pid()"},
    {"free", "WITH gone AS (DELETE FROM server WHERE id = $1::bigint RETURNING alive)"
             " UPDATE lease SET owner = NULL, alive = gone.alive FROM gone WHERE owner = $1::bigint"},
    {"release", "UPDATE lease SET owner = NULL, alive = $2::bigint WHERE owner = $1::bigint"
                " AND shard = ANY ($3::integer[])"},
    /* Where there are many, the two oldest downtimes become one that spans both: nobody loses time by that. */
    {"take", "UPDATE lease SET owner = $1::bigint, epoch = lease.epoch + 1, down = CASE WHEN " LAST_ALIVE " = 0"
             " OR $2::bigint - " LAST_ALIVE " < 2000 THEN " DOWN_BEFORE " ELSE CASE WHEN length(lease.down) > 190"
             " THEN regexp_replace(lease.down, '^(\\d+)-\\d+ \\d+-(\\d+) ', '\\1-\\2 ') ELSE " DOWN_BEFORE
             " END || " LAST_ALIVE " || '-' || $2::bigint || ' ' END"
             " WHERE shard IN (SELECT shard FROM lease WHERE owner IS NULL ORDER BY shard"
             " LIMIT greatest(0, ceil(64.0 / (SELECT count(*) FROM server))::bigint - (SELECT count(*) FROM lease"
             " WHERE owner = $1::bigint)) FOR UPDATE SKIP LOCKED)"},
    {"standing", "SELECT shard, coalesce(owner, 0), epoch, down FROM lease ORDER BY shard"},
    {"servers", "SELECT id, address FROM server ORDER BY id LIMIT 64"},
    {"secret", "WITH made AS (INSERT INTO site VALUES (true, decode($1::text, 'hex')) ON CONFLICT DO NOTHING RETURNING"
               " secret) SELECT encode(secret, 'hex') FROM made UNION ALL SELECT encode(secret, 'hex') FROM site"},
    {"reserve", "INSERT INTO note (key, value) VALUES ($1::text, $2::text) ON CONFLICT (key) DO UPDATE"
                " SET value = (note.value::bigint + $2::bigint)::text RETURNING value"},
    {"hint", "SELECT pg_notify('colonnade', '')"},
};
_Static_assert(sizeof postgres_lease_queries / sizeof *postgres_lease_queries == POSTGRES_QUERY_COUNT - P_BEAT,
               "one text for each");

/* The answer; NULL: `error` says why. */
static PGresult *ask(Postgres *q, PostgresQuery which, int count, const char *const *values, Message *error)
{
    if (!postgres_ready(q, &q->keeper, error))
        return NULL;
    PGresult *r = PQexecPrepared(q->keeper.connection, postgres_text(which), count, values, NULL, NULL, 0);
    ExecStatusType status = PQresultStatus(r);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return r;
    postgres_fail(q, &q->keeper, r, error);
    PQclear(r);
    return NULL;
}

/* How many rows it changed or found; -1: failed. */
static int run(Postgres *q, PostgresQuery which, int count, const char *const *values, Message *error)
{
    PGresult *r = ask(q, which, count, values, error);
    int rows = !r ? -1 : PQresultStatus(r) == PGRES_TUPLES_OK ? PQntuples(r) : atoi(PQcmdTuples(r));
    PQclear(r);
    return rows;
}

bool postgres_name(Postgres *q, Link *l, Message *error)
{
    char sql[160], number[POSTGRES_NUMBER];
    snprintf(sql, sizeof sql,
             "SELECT set_config('application_name', 'colonnade %s ' || hashtext(current_schema()), false)",
             postgres_number(number, q->server));
    return postgres_execute(q, l, sql, NULL, error);
}

/* Leases need not wait for the disk: a crash that loses one also loses everything written under it later. */
bool postgres_keeper_set_up(Postgres *q, Link *l, Message *error)
{
    char lock[160];
    long long number;
    if (!postgres_execute(q, l, "SET synchronous_commit = off; SET lock_timeout = '700ms'", NULL, error))
        return false;
    if (!q->server) {
        if (!postgres_execute(q, l, "SELECT nextval('server_number')", &number, error))
            return false;
        q->server = number;
    }
    snprintf(lock, sizeof lock, "SELECT pg_advisory_lock(" SERVER_MARK ", %d)", (int)q->server);
    return postgres_execute(q, l, lock, NULL, error) && postgres_execute(q, l, "LISTEN colonnade", NULL, error);
}

bool postgres_register(Postgres *q, Message *error)
{
    return postgres_ready(q, &q->keeper, error) && postgres_name(q, &q->writer, error);
}

/* A server that gives no sign of life is cut off from the database, because it may only be asleep in the middle of
 * something. Then its leases are free. */
static bool free_dead(Postgres *q, bool *changed, Message *error)
{
    char self[POSTGRES_NUMBER];
    PGresult *r = ask(q, P_DEAD, 1, (const char *const[]){postgres_number(self, q->server)}, error);
    bool ok = r != NULL;
    for (int i = 0; ok && i < PQntuples(r); i++) {
        const char *id = PQgetvalue(r, i, 0);
        run(q, P_TERMINATE, 1, &id, NULL);
        ok = run(q, P_FREE, 1, &id, error) >= 0;
        *changed = true;
    }
    PQclear(r);
    return ok;
}

static bool give_back(Postgres *q, uint64_t shards, int64_t now, bool *changed, Message *error)
{
    char self[POSTGRES_NUMBER], at[POSTGRES_NUMBER], list[STORE_SHARDS * 3 + 3] = "{";
    size_t n = 1;
    if (!shards)
        return true;
    for (int i = 0; i < STORE_SHARDS; i++)
        if (shards >> i & 1)
            n += (size_t)snprintf(list + n, sizeof list - n, "%d,", i);
    list[n - 1] = '}';
    *changed = true;
    return run(q, P_RELEASE, 3, (const char *const[]){postgres_number(self, q->server), postgres_number(at, now), list},
               error) >= 0;
}

static bool read_standing(Postgres *q, StoreSite *out, Message *error)
{
    PGresult *r = ask(q, P_STANDING, 0, NULL, error);
    bool ok = r != NULL;
    for (int i = 0; ok && i < PQntuples(r); i++) {
        int shard = atoi(PQgetvalue(r, i, 0));
        if (shard < 0 || shard >= STORE_SHARDS)
            continue;
        StoreLease *l = &out->lease[shard];
        l->owner = strtoll(PQgetvalue(r, i, 1), NULL, 10);
        l->epoch = strtoull(PQgetvalue(r, i, 2), NULL, 10);
        snprintf(l->down, sizeof l->down, "%s", PQgetvalue(r, i, 3));
    }
    PQclear(r);
    r = ok ? ask(q, P_SERVERS, 0, NULL, error) : NULL;
    ok = r != NULL;
    out->servers = 0;
    for (int i = 0; ok && i < PQntuples(r) && i < STORE_SERVERS; i++) {
        out->server[i].id = strtoll(PQgetvalue(r, i, 0), NULL, 10);
        snprintf(out->server[i].address, STORE_ADDRESS, "%s", PQgetvalue(r, i, 1));
        out->servers++;
    }
    PQclear(r);
    return ok;
}

/* The secret never changes. */
static bool read_secret(Postgres *q, StoreSite *out, Message *error)
{
    if (!sodium_is_zero(out->secret, sizeof out->secret))
        return true;
    unsigned char fresh[STORE_HASH];
    char hex[2 * STORE_HASH + 1];
    randombytes_buf(fresh, sizeof fresh);
    sodium_bin2hex(hex, sizeof hex, fresh, sizeof fresh);
    PGresult *r = ask(q, P_SECRET, 1, (const char *const[]){hex}, error);
    bool ok = r && PQntuples(r) > 0 && postgres_hash(PQgetvalue(r, 0, 0), out->secret);
    PQclear(r);
    return ok;
}

static bool keep(Backend *b, const char *address, int64_t now, uint64_t release, StoreSite *out, Message *error)
{
    Postgres *q = (Postgres *)b;
    char self[POSTGRES_NUMBER], at[POSTGRES_NUMBER];
    const char *const beat[] = {postgres_number(self, q->server), address, postgres_number(at, now)};
    const char *const take[] = {beat[0], beat[2]};
    bool changed = false;
    out->self = q->server;
    if (run(q, P_BEAT, 3, beat, error) < 0 || !give_back(q, release, now, &changed, error) ||
        !free_dead(q, &changed, error))
        return false;
    /* Leases just given back are for the other servers. */
    int taken = release ? 0 : run(q, P_TAKE, 2, take, error);
    if (taken < 0 || ((changed || taken) && run(q, P_HINT, 0, NULL, error) < 0))
        return false;
    return read_standing(q, out, error) && read_secret(q, out, error);
}

static void resign(Backend *b, int64_t now)
{
    Postgres *q = (Postgres *)b;
    bool changed;
    char self[POSTGRES_NUMBER];
    const char *const id[] = {postgres_number(self, q->server)};
    if (give_back(q, UINT64_MAX, now, &changed, NULL) && run(q, P_FREE, 1, id, NULL) >= 0)
        run(q, P_HINT, 0, NULL, NULL);
}

static bool reserve(Backend *b, const char *note, int count, int64_t *last, Message *error)
{
    char number[POSTGRES_NUMBER];
    PGresult *r = ask((Postgres *)b, P_RESERVE, 2, (const char *const[]){note, postgres_number(number, count)}, error);
    bool ok = r && PQntuples(r) == 1;
    if (ok)
        *last = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    PQclear(r);
    return ok;
}

static int hints(const Backend *b)
{
    const Postgres *q = (const Postgres *)b;
    return q->keeper.connection ? PQsocket(q->keeper.connection) : -1;
}

static bool take_hints(Backend *b, bool *some)
{
    Postgres *q = (Postgres *)b;
    *some = false;
    if (!q->keeper.connection || !PQconsumeInput(q->keeper.connection))
        return false;
    for (PGnotify *n; (n = PQnotifies(q->keeper.connection)); PQfreemem(n))
        *some = true;
    return PQstatus(q->keeper.connection) == CONNECTION_OK;
}

void postgres_share(Backend *b)
{
    b->keep = keep;
    b->resign = resign;
    b->reserve = reserve;
    b->hints = hints;
    b->take_hints = take_hints;
}
