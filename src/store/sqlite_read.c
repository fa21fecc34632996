/* The store in SQLite: reading. Every function leaves its statement reset, so that no
 * transaction stays open and the write-ahead log can be emptied. */
#include "store/sqlite.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *text_at(sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);
    return text ? (const char *)text : "";
}

/* Ends a query whose last step returned `step`. */
static bool finish(Sqlite *q, sqlite3_stmt *s, int step, Message *error)
{
    bool ok = step == SQLITE_DONE || step == SQLITE_ROW || sqlite_fail(q, q->reader, error);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return ok;
}

bool sqlite_read(Backend *b, const char *round, uint32_t from, bool verify, StoreEach *each, void *context,
                 uint32_t *bad, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_READ];
    unsigned char chain[STORE_HASH] = {0};
    uint32_t expected = from;
    int step;
    if (bad)
        *bad = 0;
    sqlite3_bind_text(s, 1, round, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, from);
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        StoreEvent e = {.number = (uint32_t)sqlite3_column_int64(s, 0),
                        .at = sqlite3_column_int64(s, 1),
                        .tag = text_at(s, 2),
                        .line = text_at(s, 3)};
        if (verify) {
            store_chain(chain, &e, chain);
            if (e.number != expected || sqlite3_column_bytes(s, 4) != STORE_HASH ||
                memcmp(chain, sqlite3_column_blob(s, 4), STORE_HASH) != 0) {
                *bad = expected;
                break;
            }
        }
        expected++;
        if (!each(context, &e))
            break;
    }
    return finish(q, s, step, error);
}

bool sqlite_last(Backend *b, const char *round, uint32_t *number, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_LAST];
    sqlite3_bind_text(s, 1, round, -1, SQLITE_STATIC);
    int step = sqlite3_step(s);
    *number = step == SQLITE_ROW ? (uint32_t)sqlite3_column_int64(s, 0) : 0;
    return finish(q, s, step, error);
}

bool sqlite_seats(Backend *b, const unsigned char hash[STORE_HASH], StoreHeld *each, void *context, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_SEATS];
    int step;
    sqlite3_bind_blob(s, 1, hash, STORE_HASH, SQLITE_STATIC);
    while ((step = sqlite3_step(s)) == SQLITE_ROW)
        if (!each(context, text_at(s, 0), sqlite3_column_int(s, 1)))
            break;
    return finish(q, s, step, error);
}

bool sqlite_holders(Backend *b, const char *round, StoreHolder *each, void *context, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_HOLDERS];
    int step;
    sqlite3_bind_text(s, 1, round, -1, SQLITE_STATIC);
    while ((step = sqlite3_step(s)) == SQLITE_ROW)
        if (sqlite3_column_bytes(s, 1) == STORE_HASH &&
            !each(context, sqlite3_column_int(s, 0), sqlite3_column_blob(s, 1)))
            break;
    return finish(q, s, step, error);
}

bool sqlite_read_note(Backend *b, const char *key, char value[STORE_TEXT], Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_NOTE];
    value[0] = '\0';
    sqlite3_bind_text(s, 1, key, -1, SQLITE_STATIC);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW)
        snprintf(value, STORE_TEXT, "%s", text_at(s, 0));
    return finish(q, s, step, error);
}

bool sqlite_notes(Backend *b, StoreNoted *each, void *context, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_NOTES];
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW)
        if (!each(context, text_at(s, 0), text_at(s, 1)))
            break;
    return finish(q, s, step, error);
}

bool sqlite_hold(Backend *b, bool on, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[on ? Q_HOLD : Q_LET_GO];
    return finish(q, s, sqlite3_step(s), error);
}

static bool give_cards(Sqlite *q, sqlite3_stmt *s, StoreFind *each, void *context, Message *error)
{
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        StoreCard card = {.length = sqlite3_column_int(s, 7),
                          .open = sqlite3_column_int(s, 8) != 0,
                          .listed = sqlite3_column_int(s, 9) != 0,
                          .due = sqlite3_column_int64(s, 10)};
        snprintf(card.label, sizeof card.label, "%s", text_at(s, 4));
        snprintf(card.players, sizeof card.players, "%s", text_at(s, 5));
        snprintf(card.result, sizeof card.result, "%s", text_at(s, 6));
        StoreFound found = {.round = text_at(s, 0),
                            .place = sqlite3_column_int64(s, 1),
                            .made = sqlite3_column_int64(s, 2),
                            .changed = sqlite3_column_int64(s, 3),
                            .ratings = text_at(s, 11),
                            .card = &card};
        if (!each(context, &found))
            break;
    }
    return finish(q, s, step, error);
}

bool sqlite_search(Backend *b, const StoreQuery *w, StoreFind *each, void *context, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_SEARCH];
    sqlite3_bind_text(s, 1, w->label, -1, SQLITE_STATIC);       /* NULL binds as NULL */
    sqlite3_bind_text(s, 2, w->player, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, w->result, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 4, w->shortest);
    sqlite3_bind_int(s, 5, w->longest > 0 ? w->longest : INT_MAX);
    sqlite3_bind_int(s, 6, w->listed);
    sqlite3_bind_int(s, 7, w->open);
    sqlite3_bind_int64(s, 8, w->before > 0 ? w->before : INT64_MAX);
    sqlite3_bind_int(s, 9, w->limit);
    sqlite3_bind_text(s, 10, w->round, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 11, w->rating);
    sqlite3_bind_int64(s, 12, w->since);
    sqlite3_bind_int64(s, 13, w->until > 0 ? w->until - 1 : INT64_MAX);
    sqlite3_bind_int64(s, 14, w->here);
    sqlite3_bind_int(s, 15, w->at_start ? w->ply : -1);
    return give_cards(q, s, each, context, error);
}

bool sqlite_due(Backend *b, int64_t by, int limit, StoreFind *each, void *context, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_DUE];
    sqlite3_bind_int64(s, 1, by);
    sqlite3_bind_int(s, 2, limit);
    return give_cards(q, s, each, context, error);
}

bool sqlite_onward(Backend *b, int64_t after, int limit, StoreFind *each, void *context, Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->query[Q_ONWARD];
    sqlite3_bind_int64(s, 1, after);
    sqlite3_bind_int(s, 2, limit);
    return give_cards(q, s, each, context, error);
}
