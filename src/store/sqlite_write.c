/* The store in SQLite: committing a batch.
 *
 * A batch is one transaction. A write whose number is not the next one is left out (STORE_STALE) without affecting
 * the others; any failure of the machine undoes the whole batch.
 *
 * After a commit that failed in fsync, what it wrote to the write-ahead log may or may not have reached the disk.
 * The next commit overwrites it, because SQLite counts only commits that succeeded; a crash before that may bring it
 * back. So STORE_FAILED means "not known to be stored", and whoever asks again must say that it is the same request
 * (a tag). */
#include "store/sqlite.h"

#include <string.h>

enum { CHECKPOINT_FRAMES = 4000, TIDY_FRAMES = 200 }; /* pages in the log before they are moved: at once, when idle */

static sqlite3_stmt *ask(Sqlite *q, Query which)
{
    sqlite3_reset(q->query[which]);
    return q->query[which];
}

static bool execute(Sqlite *q, Query which)
{
    bool ok = sqlite3_step(q->query[which]) == SQLITE_DONE;
    sqlite3_reset(q->query[which]);
    return ok;
}

/* Where the round is, and its last event; place 0: it does not exist yet. False: failure. */
static bool find_round(Sqlite *q, const char *round, int64_t *place, uint32_t *last, unsigned char chain[STORE_HASH])
{
    *place = 0;
    *last = 0;
    memset(chain, 0, STORE_HASH);
    sqlite3_stmt *s = ask(q, Q_PLACE);
    sqlite3_bind_text(s, 1, round, -1, SQLITE_STATIC);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW)
        *place = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    if (step != SQLITE_ROW)
        return step == SQLITE_DONE;
    s = ask(q, Q_TAIL);
    sqlite3_bind_int64(s, 1, *place);
    step = sqlite3_step(s);
    if (step == SQLITE_ROW && sqlite3_column_bytes(s, 1) == STORE_HASH) {
        *last = (uint32_t)sqlite3_column_int64(s, 0);
        memcpy(chain, sqlite3_column_blob(s, 1), STORE_HASH);
    }
    sqlite3_reset(s);
    return step == SQLITE_ROW || step == SQLITE_DONE;
}

static bool add_events(Sqlite *q, int64_t place, const StoreWrite *w, unsigned char chain[STORE_HASH])
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->count; i++) {
        const StoreEvent *e = &w->events[i];
        sqlite3_stmt *s = ask(q, Q_ADD_EVENT);
        store_chain(chain, e, chain);
        sqlite3_bind_int64(s, 1, place);
        sqlite3_bind_int64(s, 2, e->number);
        sqlite3_bind_int64(s, 3, e->at);
        sqlite3_bind_text(s, 4, e->tag, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 5, e->line, -1, SQLITE_STATIC);
        sqlite3_bind_blob(s, 6, chain, STORE_HASH, SQLITE_STATIC);
        ok = execute(q, Q_ADD_EVENT);
    }
    return ok;
}

static bool add_seats(Sqlite *q, int64_t place, const StoreWrite *w)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->seat_count; i++) {
        sqlite3_stmt *s = ask(q, Q_ADD_SEAT);
        sqlite3_bind_blob(s, 1, w->seats[i].hash, STORE_HASH, SQLITE_STATIC);
        sqlite3_bind_int64(s, 2, place);
        sqlite3_bind_int(s, 3, w->seats[i].seat);
        ok = execute(q, Q_ADD_SEAT);
    }
    return ok;
}

static bool put_card(Sqlite *q, int64_t place, const StoreWrite *w)
{
    const StoreCard *c = w->card;
    if (!c)
        return true;
    sqlite3_stmt *s = ask(q, Q_PUT_CARD);
    sqlite3_bind_int64(s, 1, place);
    sqlite3_bind_text(s, 2, c->label, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, c->players, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 4, c->result, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 5, c->length);
    sqlite3_bind_int(s, 6, c->open);
    sqlite3_bind_int(s, 7, c->listed);
    sqlite3_bind_int64(s, 8, c->due);
    if (w->count)
        sqlite3_bind_int64(s, 9, w->events[w->count - 1].at);
    else
        sqlite3_bind_null(s, 9);
    return execute(q, Q_PUT_CARD);
}

static bool put_note(Sqlite *q, const StoreWrite *w)
{
    if (!w->note.key)
        return true;
    sqlite3_stmt *s = ask(q, Q_PUT_NOTE);
    sqlite3_bind_text(s, 1, w->note.key, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, w->note.value, -1, SQLITE_STATIC);
    return execute(q, Q_PUT_NOTE);
}

/* Recomputes the checksums from event `from` on, over the lines as they are now. */
static bool rechain(Sqlite *q, int64_t place, uint32_t from, unsigned char chain[STORE_HASH])
{
    sqlite3_stmt *s = ask(q, Q_CHAINS);
    int step;
    bool ok = true;
    memset(chain, 0, STORE_HASH);
    sqlite3_bind_int64(s, 1, place);
    sqlite3_bind_int64(s, 2, from > 1 ? from - 1 : 1);
    while (ok && (step = sqlite3_step(s)) == SQLITE_ROW) {
        StoreEvent e = {.number = (uint32_t)sqlite3_column_int64(s, 0),
                        .at = sqlite3_column_int64(s, 1),
                        .tag = (const char *)sqlite3_column_text(s, 2),
                        .line = (const char *)sqlite3_column_text(s, 3)};
        if (e.number < from) {
            ok = sqlite3_column_bytes(s, 4) == STORE_HASH;
            if (ok)
                memcpy(chain, sqlite3_column_blob(s, 4), STORE_HASH);
            continue;
        }
        store_chain(chain, &e, chain);
        sqlite3_stmt *u = ask(q, Q_RECHAIN);
        sqlite3_bind_int64(u, 1, place);
        sqlite3_bind_int64(u, 2, e.number);
        sqlite3_bind_blob(u, 3, chain, STORE_HASH, SQLITE_STATIC);
        ok = execute(q, Q_RECHAIN);
    }
    ok = ok && step == SQLITE_DONE;
    sqlite3_reset(s);
    return ok;
}

static bool change_events(Sqlite *q, int64_t place, const StoreWrite *w, unsigned char chain[STORE_HASH])
{
    bool ok = true;
    uint32_t from = UINT32_MAX;
    for (size_t i = 0; ok && i < w->change_count; i++) {
        const StoreChange *c = &w->changes[i];
        sqlite3_stmt *s = ask(q, Q_CHANGE);
        from = c->number < from ? c->number : from;
        sqlite3_bind_int64(s, 1, place);
        sqlite3_bind_int64(s, 2, c->number);
        sqlite3_bind_text(s, 3, c->line, -1, SQLITE_STATIC);
        ok = execute(q, Q_CHANGE);
    }
    return ok && (!w->change_count || rechain(q, place, from, chain));
}

static bool forget_seats(Sqlite *q, int64_t place, const StoreWrite *w)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->forget_count; i++) {
        sqlite3_stmt *s = ask(q, Q_FORGET);
        sqlite3_bind_int64(s, 1, place);
        sqlite3_bind_blob(s, 2, w->forget[i].hash, STORE_HASH, SQLITE_STATIC);
        ok = execute(q, Q_FORGET);
    }
    return ok;
}

static bool write_one(Sqlite *q, const StoreWrite *w, StoreResult *result)
{
    bool changed;
    *result = STORE_DONE;
    if (!w->round && w->act_count && !sqlite_act(q, w, &changed))
        return false;
    if (!w->round) {
        *result = w->act_count && !changed ? STORE_STALE : STORE_DONE;
        return *result == STORE_STALE || put_note(q, w);
    }
    int64_t place;
    uint32_t last;
    unsigned char chain[STORE_HASH];
    if (!find_round(q, w->round, &place, &last, chain))
        return false;
    if (last + 1 != w->first) {
        *result = STORE_STALE;
        return true;
    }
    if (place == 0) {
        sqlite3_bind_text(ask(q, Q_ADD_ROUND), 1, w->round, -1, SQLITE_STATIC);
        if (!execute(q, Q_ADD_ROUND))
            return false;
        place = sqlite3_last_insert_rowid(q->writer);
    }
    return change_events(q, place, w, chain) && add_events(q, place, w, chain) && forget_seats(q, place, w) &&
           add_seats(q, place, w) && put_card(q, place, w) && put_note(q, w) && sqlite_act(q, w, &changed);
}

/* Moves pages from the log into the file, except those that readers still use. If that fails, nothing is lost: the
 * log keeps them. */
static void checkpoint(Sqlite *q)
{
    if (sqlite3_wal_checkpoint_v2(q->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) == SQLITE_OK)
        q->frames = 0;
}

void sqlite_commit(Backend *b, const StoreWrite *const *batch, size_t count, StoreResult *result, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    bool ok = execute(q, Q_BEGIN);
    for (size_t i = 0; ok && i < count; i++)
        ok = write_one(q, batch[i], &result[i]);
    if (ok && execute(q, Q_COMMIT))
        return;
    sqlite_fail(q, q->writer, error);
    if (!sqlite3_get_autocommit(q->writer))
        execute(q, Q_ROLLBACK);
    for (size_t i = 0; i < count; i++)
        result[i] = STORE_FAILED;
}

void sqlite_tidy(Backend *b, bool idle)
{
    Sqlite *q = (Sqlite *)b;
    if (q->frames >= (idle ? TIDY_FRAMES : CHECKPOINT_FRAMES))
        checkpoint(q);
}
