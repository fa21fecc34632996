/* The store in PostgreSQL: reading. A question whose connection turns out to be lost is asked once
 * more on a new one. */
#include "store/postgres.h"

#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *postgres_number(char out[POSTGRES_NUMBER], int64_t number)
{
    snprintf(out, POSTGRES_NUMBER, "%" PRId64, number);
    return out;
}

bool postgres_hash(const char *text, unsigned char out[STORE_HASH])
{
    size_t length;
    return sodium_hex2bin(out, STORE_HASH, text, strlen(text), NULL, &length, NULL) == 0 && length == STORE_HASH;
}

/* Whether the connection is lost, or the database has ended the session (class 57P). Errors from the database itself
 * always have a state; the connection's status may lag behind. */
static bool is_lost(const PGresult *r)
{
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    return !state || strncmp(state, "57P", 3) == 0;
}

/* The answer; NULL: `error` says why. */
static PGresult *ask_named(Postgres *q, const char *name, int count, const char *const *values, Message *error)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!q->holding && !postgres_ready(q, &q->reader, error))
            return NULL;
        PGresult *r = PQexecPrepared(q->reader.connection, name, count, values, NULL, NULL, 0);
        if (PQresultStatus(r) == PGRES_TUPLES_OK)
            return r;
        postgres_fail(q, &q->reader, r, error);
        bool again = is_lost(r) && !q->holding;
        PQclear(r);
        if (!again)
            return NULL;
        PQfinish(q->reader.connection);
        q->reader = (Link){.use = LINK_READS};
    }
    return NULL;
}

static PGresult *ask(Postgres *q, PostgresQuery which, int count, const char *const *values, Message *error)
{
    return ask_named(q, postgres_text(which), count, values, error);
}

bool postgres_ask(Backend *b, StatementAsk which, int count, const char *const *values, StatementRow *row,
                  void *context, Message *error)
{
    char name[POSTGRES_NAME];
    const char *field[STATEMENT_FIELDS];
    PGresult *r = ask_named((Postgres *)b, postgres_statement((int)which, name), count, values, error);
    for (int i = 0; r && i < PQntuples(r); i++) {
        for (int k = 0; k < PQnfields(r); k++)
            field[k] = PQgetvalue(r, i, k);
        if (!row(context, field))
            break;
    }
    PQclear(r);
    return r != NULL;
}

bool postgres_read(Backend *b, const char *round, uint32_t from, bool verify, StoreEach *each, void *context,
                   uint32_t *bad, Message *error)
{
    char number[POSTGRES_NUMBER];
    unsigned char chain[STORE_HASH] = {0}, stored[STORE_HASH];
    PGresult *r = ask((Postgres *)b, P_READ, 2, (const char *const[]){round, postgres_number(number, from)}, error);
    if (bad)
        *bad = 0;
    for (int i = 0; r && i < PQntuples(r); i++) {
        StoreEvent e = {.number = (uint32_t)strtoul(PQgetvalue(r, i, 0), NULL, 10),
                        .at = strtoll(PQgetvalue(r, i, 1), NULL, 10),
                        .tag = PQgetvalue(r, i, 2),
                        .line = PQgetvalue(r, i, 3)};
        if (verify) {
            store_chain(chain, &e, chain);
            if (e.number != from + (uint32_t)i || !postgres_hash(PQgetvalue(r, i, 4), stored) ||
                memcmp(chain, stored, STORE_HASH) != 0) {
                *bad = from + (uint32_t)i;
                break;
            }
        }
        if (!each(context, &e))
            break;
    }
    PQclear(r);
    return r != NULL;
}

bool postgres_last(Backend *b, const char *round, uint32_t *number, Message *error)
{
    PGresult *r = ask((Postgres *)b, P_LAST, 1, &round, error);
    *number = r && PQntuples(r) ? (uint32_t)strtoul(PQgetvalue(r, 0, 0), NULL, 10) : 0;
    PQclear(r);
    return r != NULL;
}

bool postgres_seats(Backend *b, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error)
{
    char hex[2 * STORE_HASH + 1];
    sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH);
    PGresult *r = ask((Postgres *)b, P_SEATS, 1, (const char *const[]){hex}, error);
    for (int i = 0; r && i < PQntuples(r); i++)
        if (!each(context, PQgetvalue(r, i, 0), atoi(PQgetvalue(r, i, 1))))
            break;
    PQclear(r);
    return r != NULL;
}

bool postgres_holders(Backend *b, const char *round, StoreHolder *each, void *context, Message *error)
{
    unsigned char hash[STORE_HASH];
    PGresult *r = ask((Postgres *)b, P_HOLDERS, 1, &round, error);
    for (int i = 0; r && i < PQntuples(r); i++)
        if (postgres_hash(PQgetvalue(r, i, 1), hash) && !each(context, atoi(PQgetvalue(r, i, 0)), hash))
            break;
    PQclear(r);
    return r != NULL;
}

bool postgres_read_note(Backend *b, const char *key, char value[STORE_TEXT], Message *error)
{
    PGresult *r = ask((Postgres *)b, P_NOTE, 1, &key, error);
    snprintf(value, STORE_TEXT, "%s", r && PQntuples(r) ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return r != NULL;
}

bool postgres_notes(Backend *b, StoreNoted *each, void *context, Message *error)
{
    PGresult *r = ask((Postgres *)b, P_NOTES, 0, NULL, error);
    for (int i = 0; r && i < PQntuples(r); i++)
        if (!each(context, PQgetvalue(r, i, 0), PQgetvalue(r, i, 1)))
            break;
    PQclear(r);
    return r != NULL;
}

bool postgres_hold(Backend *b, bool on, Message *error)
{
    Postgres *q = (Postgres *)b;
    if (on && !postgres_ready(q, &q->reader, error))
        return false;
    PGresult *r = PQexec(q->reader.connection, on ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "COMMIT");
    bool ok = PQresultStatus(r) == PGRES_COMMAND_OK || postgres_fail(q, &q->reader, r, error);
    PQclear(r);
    q->holding = on && ok;
    return ok;
}

static bool give_cards(PGresult *r, StoreFind *each, void *context)
{
    for (int i = 0; r && i < PQntuples(r); i++) {
        StoreCard card = {.length = atoi(PQgetvalue(r, i, 7)),
                          .open = PQgetvalue(r, i, 8)[0] == 't',
                          .listed = PQgetvalue(r, i, 9)[0] == 't',
                          .due = strtoll(PQgetvalue(r, i, 10), NULL, 10)};
        snprintf(card.label, sizeof card.label, "%s", PQgetvalue(r, i, 4));
        snprintf(card.players, sizeof card.players, "%s", PQgetvalue(r, i, 5));
        snprintf(card.result, sizeof card.result, "%s", PQgetvalue(r, i, 6));
        StoreFound found = {.round = PQgetvalue(r, i, 0),
                            .place = strtoll(PQgetvalue(r, i, 1), NULL, 10),
                            .made = strtoll(PQgetvalue(r, i, 2), NULL, 10),
                            .changed = strtoll(PQgetvalue(r, i, 3), NULL, 10),
                            .ratings = PQgetvalue(r, i, 11),
                            .card = &card};
        if (!each(context, &found))
            break;
    }
    PQclear(r);
    return r != NULL;
}

bool postgres_search(Backend *b, const StoreQuery *w, StoreFind *each, void *context, Message *error)
{
    char shortest[POSTGRES_NUMBER], longest[POSTGRES_NUMBER], open[POSTGRES_NUMBER], before[POSTGRES_NUMBER],
        limit[POSTGRES_NUMBER], rating[POSTGRES_NUMBER], since[POSTGRES_NUMBER], until[POSTGRES_NUMBER],
        here[POSTGRES_NUMBER], ply[POSTGRES_NUMBER];
    return give_cards(
        ask((Postgres *)b, P_SEARCH, 15,
            (const char *const[]){
                w->label, w->player, w->result, postgres_number(shortest, w->shortest),
                postgres_number(longest, w->longest > 0 ? w->longest : INT_MAX), w->listed ? "t" : "f",
                postgres_number(open, w->open), postgres_number(before, w->before > 0 ? w->before : INT64_MAX),
                postgres_number(limit, w->limit), w->round, postgres_number(rating, w->rating),
                postgres_number(since, w->since), postgres_number(until, w->until > 0 ? w->until - 1 : INT64_MAX),
                postgres_number(here, w->here), postgres_number(ply, w->at_start ? w->ply : -1)},
            error),
        each, context);
}

bool postgres_due(Backend *b, int64_t by, int limit, StoreFind *each, void *context, Message *error)
{
    char then[POSTGRES_NUMBER], most[POSTGRES_NUMBER];
    return give_cards(ask((Postgres *)b, P_DUE, 2,
                          (const char *const[]){postgres_number(then, by), postgres_number(most, limit)}, error),
                      each, context);
}

bool postgres_onward(Backend *b, int64_t after, int limit, StoreFind *each, void *context, Message *error)
{
    char from[POSTGRES_NUMBER], most[POSTGRES_NUMBER];
    return give_cards(ask((Postgres *)b, P_ONWARD, 2,
                          (const char *const[]){postgres_number(from, after), postgres_number(most, limit)}, error),
                      each, context);
}
