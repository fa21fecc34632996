/* The store in PostgreSQL: committing a batch.
 *
 * A batch is one transaction in two round trips. The first asks for the ends of the rounds that the batch writes to
 * and, where several servers share the database, locks the leases that it is written under. The second carries all
 * statements and the commit without waiting for each answer (libpq's pipeline mode). A write whose number is not the
 * next one is left out (STORE_STALE), and so is one under a lost lease (STORE_LOST); neither affects the others. Any
 * failure undoes the whole batch.
 *
 * If the connection is lost after COMMIT was sent, nobody knows whether it happened: that is STORE_FAILED, "not
 * known to be stored". If it is lost before, the batch is tried once more. */
#include "store/postgres.h"

#include "core/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OWED = 256, /* answers outstanding, so that the two sides never wait for each other with full buffers */
    HEX = 2 * STORE_HASH + 1,
};

/* The end of a round, as this transaction sees it. */
typedef struct Tail {
    const char *round;
    uint32_t last; /* 0: there is no such round yet */
    unsigned char chain[STORE_HASH];
} Tail;

typedef struct Batch {
    Postgres *q;
    Message *error;
    Tail *tail;
    size_t tails;
    uint64_t lease[STORE_SHARDS]; /* epochs of the leases that we have; 0: none */
    bool sent; /* COMMIT has been sent: what fails from here on may have happened */
} Batch;

/* --- the pipeline --- */

static bool answer_ok(const PGresult *r)
{
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* The next answer, read to its end; NULL: failed. */
static PGresult *take_answer(Batch *b)
{
    PGconn *c = b->q->writer.connection;
    PGresult *r = PQgetResult(c);
    b->q->owed--;
    if (!r || !answer_ok(r)) {
        postgres_fail(b->q, &b->q->writer, r, b->error);
        PQclear(r);
        return NULL;
    }
    PGresult *end = PQgetResult(c); /* NULL: the end of a statement's answer */
    PQclear(end);
    return r;
}

/* Reads answers until only this many are still owed. */
static bool settle(Batch *b, int owed)
{
    PGconn *c = b->q->writer.connection;
    if (b->q->owed <= owed)
        return true;
    if (!PQsendFlushRequest(c) || PQflush(c) < 0)
        return postgres_fail(b->q, &b->q->writer, NULL, b->error);
    while (b->q->owed > owed) {
        PGresult *r = take_answer(b);
        if (!r)
            return false;
        PQclear(r);
    }
    return true;
}

static bool send_named(Batch *b, const char *name, int count, const char *const *values)
{
    if (!PQsendQueryPrepared(b->q->writer.connection, name, count, values, NULL, NULL, 0))
        return postgres_fail(b->q, &b->q->writer, NULL, b->error);
    b->q->owed++;
    return b->q->owed < OWED || settle(b, 0);
}

static bool send(Batch *b, PostgresQuery which, int count, const char *const *values)
{
    return send_named(b, postgres_text(which), count, values);
}

/* Asks, and waits for the answer; NULL: failed. */
static PGresult *ask_named(Batch *b, const char *name, int count, const char *const *values)
{
    PGconn *c = b->q->writer.connection;
    if (b->q->owed + 1 >= OWED && !settle(b, 0))
        return NULL;
    if (!send_named(b, name, count, values) || !settle(b, 1))
        return NULL;
    if (!PQsendFlushRequest(c) || PQflush(c) < 0) {
        postgres_fail(b->q, &b->q->writer, NULL, b->error);
        return NULL;
    }
    return take_answer(b);
}

static PGresult *ask(Batch *b, PostgresQuery which, int count, const char *const *values)
{
    return ask_named(b, postgres_text(which), count, values);
}

/* --- the ends of rounds --- */

static Tail *tail_of(Batch *b, const char *round)
{
    for (size_t i = 0; i < b->tails; i++)
        if (strcmp(b->tail[i].round, round) == 0)
            return &b->tail[i];
    return NULL;
}

/* The rounds as an array's text: {"one","two"}. */
static char *list_rounds(const Batch *b)
{
    char *text = memory_resize(NULL, b->tails * (2 * STORE_ROUND + 3) + 3), *out = text;
    if (!text)
        return NULL;
    *out++ = '{';
    for (size_t i = 0; i < b->tails; i++) {
        *out++ = '"';
        for (const char *in = b->tail[i].round; *in; in++) {
            if (*in == '"' || *in == '\\')
                *out++ = '\\';
            *out++ = *in;
        }
        *out++ = '"';
        *out++ = ',';
    }
    out[b->tails ? -1 : 0] = '}';
    out[b->tails ? 0 : 1] = '\0';
    return text;
}

/* Asks for the leases on the shards of those rounds. */
static bool send_leases(Batch *b)
{
    char list[STORE_SHARDS * 3 + 3] = "{", self[POSTGRES_NUMBER];
    size_t n = 1;
    uint64_t shards = 0;
    for (size_t i = 0; i < b->tails; i++)
        shards |= UINT64_C(1) << store_shard(b->tail[i].round);
    for (int i = 0; i < STORE_SHARDS; i++)
        if (shards >> i & 1)
            n += (size_t)snprintf(list + n, sizeof list - n, "%d,", i);
    snprintf(list + (n > 1 ? n - 1 : n), 2, "}");
    return send(b, P_LEASES, 2, (const char *const[]){postgres_number(self, b->q->server), list});
}

static bool take_leases(Batch *b)
{
    PGresult *r = take_answer(b);
    for (int i = 0; r && i < PQntuples(r); i++) {
        int shard = atoi(PQgetvalue(r, i, 0));
        if (shard >= 0 && shard < STORE_SHARDS)
            b->lease[shard] = strtoull(PQgetvalue(r, i, 1), NULL, 10);
    }
    PQclear(r);
    return r != NULL;
}

/* Asks for leases and ends in one round trip. The leases come first: nobody else adds to a round whose lease we
 * hold. */
static PGresult *ask_tails(Batch *b, const char *names)
{
    PGconn *c = b->q->writer.connection;
    if (!b->q->shared)
        return ask(b, P_TAILS, 1, &names);
    if (!send_leases(b) || !send(b, P_TAILS, 1, &names))
        return NULL;
    if (!PQsendFlushRequest(c) || PQflush(c) < 0) {
        postgres_fail(b->q, &b->q->writer, NULL, b->error);
        return NULL;
    }
    PGresult *begun = take_answer(b);
    PQclear(begun);
    return begun && take_leases(b) ? take_answer(b) : NULL;
}

static bool read_tails(Batch *b, const StoreWrite *const *batch, size_t count)
{
    b->tail = memory_resize(NULL, (count ? count : 1) * sizeof *b->tail);
    for (size_t i = 0; b->tail && i < count; i++)
        if (batch[i]->round && !tail_of(b, batch[i]->round))
            b->tail[b->tails++] = (Tail){.round = batch[i]->round};
    char *names = b->tail ? list_rounds(b) : NULL;
    if (!names)
        return message_set(b->error, 0, T("not enough memory"), 0);
    PGresult *r = ask_tails(b, names);
    memory_free(names);
    for (int i = 0; r && i < PQntuples(r); i++) {
        Tail *t = tail_of(b, PQgetvalue(r, i, 0));
        if (t && !PQgetisnull(r, i, 1) && postgres_hash(PQgetvalue(r, i, 2), t->chain))
            t->last = (uint32_t)strtoul(PQgetvalue(r, i, 1), NULL, 10);
    }
    PQclear(r);
    return r != NULL;
}

/* --- one write --- */

static const char *hash_text(char out[HEX], const unsigned char hash[STORE_HASH])
{
    return sodium_bin2hex(out, HEX, hash, STORE_HASH);
}

static bool add_events(Batch *b, Tail *t, const StoreWrite *w)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->count; i++) {
        const StoreEvent *e = &w->events[i];
        char number[POSTGRES_NUMBER], at[POSTGRES_NUMBER], chain[HEX];
        store_chain(t->chain, e, t->chain);
        ok = send(b, P_ADD_EVENT, 6,
                  (const char *const[]){w->round, postgres_number(number, e->number), postgres_number(at, e->at),
                                        e->tag, e->line, hash_text(chain, t->chain)});
        t->last = e->number;
    }
    return ok;
}

static bool add_seats(Batch *b, const StoreWrite *w)
{
    bool ok = true;
    char hash[HEX], number[POSTGRES_NUMBER];
    for (size_t i = 0; ok && i < w->forget_count; i++)
        ok = send(b, P_FORGET, 2, (const char *const[]){w->round, hash_text(hash, w->forget[i].hash)});
    for (size_t i = 0; ok && i < w->seat_count; i++)
        ok = send(b, P_ADD_SEAT, 3,
                  (const char *const[]){w->round, hash_text(hash, w->seats[i].hash),
                                        postgres_number(number, w->seats[i].seat)});
    return ok;
}

static bool put_card(Batch *b, const StoreWrite *w)
{
    const StoreCard *c = w->card;
    char length[POSTGRES_NUMBER], due[POSTGRES_NUMBER], at[POSTGRES_NUMBER];
    if (!c)
        return true;
    return send(b, P_PUT_CARD, 9,
                (const char *const[]){w->round, c->label, c->players, c->result, postgres_number(length, c->length),
                                      c->open ? "t" : "f", c->listed ? "t" : "f", postgres_number(due, c->due),
                                      w->count ? postgres_number(at, w->events[w->count - 1].at) : NULL});
}

static bool put_note(Batch *b, const StoreWrite *w)
{
    return !w->note.key || send(b, P_PUT_NOTE, 2, (const char *const[]){w->note.key, w->note.value});
}

/* Recomputes the checksums from event `from` on, over the lines as they are now. */
static bool rechain(Batch *b, Tail *t, uint32_t from)
{
    char number[POSTGRES_NUMBER], hash[HEX];
    unsigned char chain[STORE_HASH] = {0};
    PGresult *r =
        ask(b, P_READ, 2, (const char *const[]){t->round, postgres_number(number, from > 1 ? (int64_t)from - 1 : 1)});
    bool ok = r != NULL;
    for (int i = 0; ok && i < PQntuples(r); i++) {
        StoreEvent e = {.number = (uint32_t)strtoul(PQgetvalue(r, i, 0), NULL, 10),
                        .at = strtoll(PQgetvalue(r, i, 1), NULL, 10),
                        .tag = PQgetvalue(r, i, 2),
                        .line = PQgetvalue(r, i, 3)};
        if (e.number < from) {
            ok = postgres_hash(PQgetvalue(r, i, 4), chain);
            continue;
        }
        store_chain(chain, &e, chain);
        ok = send(b, P_RECHAIN, 3,
                  (const char *const[]){t->round, postgres_number(number, e.number), hash_text(hash, chain)});
    }
    PQclear(r);
    memcpy(t->chain, chain, STORE_HASH);
    return ok;
}

static bool change_events(Batch *b, Tail *t, const StoreWrite *w)
{
    bool ok = true;
    uint32_t from = UINT32_MAX;
    char number[POSTGRES_NUMBER];
    for (size_t i = 0; ok && i < w->change_count; i++) {
        const StoreChange *c = &w->changes[i];
        from = c->number < from ? c->number : from;
        ok = send(b, P_CHANGE, 3, (const char *const[]){w->round, postgres_number(number, c->number), c->line});
    }
    return ok && (!w->change_count || rechain(b, t, from));
}

/* Sends the acts of a write. If it has no round, waits for the first act, and *changed says whether that had any
 * effect; otherwise *changed is true. */
static bool act(Batch *b, const StoreWrite *w, bool *changed)
{
    char name[POSTGRES_NAME];
    *changed = true;
    for (size_t i = 0; i < w->act_count; i++) {
        StatementValues values;
        statement_values(&w->acts[i], &values);
        postgres_statement((int)w->acts[i].kind, name);
        if (i > 0 || w->round) {
            if (!send_named(b, name, values.count, values.value))
                return false;
            continue;
        }
        PGresult *r = ask_named(b, name, values.count, values.value);
        if (!r)
            return false;
        *changed = strcmp(PQcmdTuples(r), "0") != 0;
        PQclear(r);
        if (!*changed)
            return true;
    }
    return true;
}

static bool write_one(Batch *b, const StoreWrite *w, StoreResult *result)
{
    bool changed;
    *result = STORE_DONE;
    if (!w->round) {
        if (!act(b, w, &changed))
            return false;
        *result = changed ? STORE_DONE : STORE_STALE;
        return !changed || put_note(b, w);
    }
    if (b->q->shared && (w->epoch == 0 || b->lease[store_shard(w->round)] != w->epoch)) {
        *result = STORE_LOST;
        return true;
    }
    Tail *t = tail_of(b, w->round);
    if (t->last + 1 != w->first) {
        *result = STORE_STALE;
        return true;
    }
    if (t->last == 0 && !send(b, P_ADD_ROUND, 1, &w->round))
        return false;
    return change_events(b, t, w) && add_events(b, t, w) && add_seats(b, w) && put_card(b, w) && put_note(b, w) &&
           act(b, w, &changed);
}

/* --- the batch --- */

/* Leaves the pipeline, with whatever is still in it, and the transaction. */
static void leave(Postgres *q, bool synchronised)
{
    PGconn *c = q->writer.connection;
    if (!synchronised && PQpipelineSync(c) == 1)
        for (int nothing = 0; nothing < 2 && PQstatus(c) == CONNECTION_OK;) {
            PGresult *r = PQgetResult(c);
            nothing = r ? 0 : nothing + 1;
            bool end = PQresultStatus(r) == PGRES_PIPELINE_SYNC;
            PQclear(r);
            if (end)
                break;
        }
    q->owed = 0;
    if (PQstatus(c) != CONNECTION_OK || !PQexitPipelineMode(c)) {
        PQfinish(c);
        q->writer.connection = NULL;
        return;
    }
    if (PQtransactionStatus(c) != PQTRANS_IDLE)
        PQclear(PQexec(c, "ROLLBACK"));
}

/* Sends COMMIT; true: it happened. */
static bool finish(Batch *b)
{
    PGconn *c = b->q->writer.connection;
    if (!send(b, P_COMMIT, 0, NULL))
        return false;
    b->sent = true;
    if (!PQpipelineSync(c))
        return postgres_fail(b->q, &b->q->writer, NULL, b->error);
    bool committed = false;
    while (b->q->owed > 0) {
        PGresult *r = take_answer(b);
        if (!r)
            return false;
        committed = b->q->owed == 0 && strcmp(PQcmdStatus(r), "COMMIT") == 0;
        PQclear(r);
    }
    PGresult *end = PQgetResult(c);
    bool synchronised = PQresultStatus(end) == PGRES_PIPELINE_SYNC;
    PQclear(end);
    leave(b->q, synchronised);
    return committed || message_set(b->error, 0, T("cannot use {0}: {1}"), 2, b->q->name, "rolled back");
}

/* True: committed. `again`: nothing was, because the connection had been lost before. */
static bool commit_once(Postgres *q, const StoreWrite *const *batch, size_t count, StoreResult *result, Message *error,
                        bool *again)
{
    Batch b = {.q = q, .error = error};
    *again = false;
    if (!postgres_ready(q, &q->writer, error))
        return false;
    q->owed = 0;
    bool ok = PQenterPipelineMode(q->writer.connection) || postgres_fail(q, &q->writer, NULL, error);
    ok = ok && send(&b, P_BEGIN, 0, NULL) && read_tails(&b, batch, count);
    for (size_t i = 0; ok && i < count; i++)
        ok = write_one(&b, batch[i], &result[i]);
    ok = ok && finish(&b);
    memory_free(b.tail);
    if (ok)
        return true;
    if (q->writer.connection && PQpipelineStatus(q->writer.connection) != PQ_PIPELINE_OFF)
        leave(q, false); /* this finds out whether the connection is still there */
    *again = !b.sent && !q->writer.connection;
    return false;
}

void postgres_commit(Backend *b, const StoreWrite *const *batch, size_t count, StoreResult *result, Message *error)
{
    Postgres *q = (Postgres *)b;
    bool again;
    if (commit_once(q, batch, count, result, error, &again))
        return;
    if (again) {
        *error = (Message){0};
        q->writer.tried = 0;
        if (commit_once(q, batch, count, result, error, &again))
            return;
    }
    for (size_t i = 0; i < count; i++)
        result[i] = STORE_FAILED;
}
