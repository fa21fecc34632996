/* The store in one SQLite file: opening, closing, the schema and its history.
 *
 * There are two connections: one writes, one reads. The write-ahead log (WAL) is synchronised at every commit. A
 * lock file beside the database keeps a second writer out: two programs that both believe they own a round would
 * make two histories of it. */
#include "store/sqlite.h"

#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { MARK = 0x436f6c6f };     /* application_id: this file is one of ours */

/* Step n leads from schema n to n + 1. Steps that were released never change. */
static const char *const steps[] = {
    "CREATE TABLE round (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE event (round INTEGER NOT NULL REFERENCES round, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " tag TEXT NOT NULL, line TEXT NOT NULL, chain BLOB NOT NULL, PRIMARY KEY (round, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE seat (hash BLOB NOT NULL, round INTEGER NOT NULL REFERENCES round, seat INTEGER NOT NULL,"
    " PRIMARY KEY (hash, round, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE card (round INTEGER PRIMARY KEY REFERENCES round, label TEXT NOT NULL, players TEXT NOT NULL,"
    " result TEXT NOT NULL, length INTEGER NOT NULL, open INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " due INTEGER NOT NULL, made INTEGER NOT NULL, changed INTEGER NOT NULL) STRICT;",

    "CREATE INDEX card_due ON card (due) WHERE open;"
    "CREATE INDEX card_label ON card (label, round) WHERE listed;"
    "CREATE INDEX seat_round ON seat (round);",

    "CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, secret TEXT NOT NULL,"
    " made INTEGER NOT NULL, state INTEGER NOT NULL) STRICT;"
    "CREATE TABLE session (number INTEGER PRIMARY KEY, account INTEGER NOT NULL, hash TEXT NOT NULL UNIQUE,"
    " label TEXT NOT NULL, made INTEGER NOT NULL, seen INTEGER NOT NULL, until INTEGER NOT NULL) STRICT;"
    "CREATE INDEX session_account ON session (account);"
    "CREATE TABLE code (account INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (account, hash)) STRICT,"
    " WITHOUT ROWID;"
    "CREATE TABLE block (account INTEGER NOT NULL, whom INTEGER NOT NULL, PRIMARY KEY (account, whom)) STRICT,"
    " WITHOUT ROWID;"
    "CREATE TABLE report (number INTEGER PRIMARY KEY, account INTEGER NOT NULL, about INTEGER NOT NULL,"
    " round TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, closed INTEGER NOT NULL)"
    " STRICT;"
    "CREATE TABLE player (round INTEGER NOT NULL, seat INTEGER NOT NULL, account INTEGER NOT NULL,"
    " later INTEGER NOT NULL, PRIMARY KEY (round, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX player_account ON player (account, round);",

    "CREATE TABLE chore (kind INTEGER NOT NULL, round INTEGER NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY (kind, round)) STRICT, WITHOUT ROWID;"
    "INSERT INTO chore SELECT 1, round, changed FROM card WHERE listed AND NOT open;"
    "CREATE TABLE rated (number INTEGER PRIMARY KEY, round INTEGER NOT NULL UNIQUE, label TEXT NOT NULL,"
    " at INTEGER NOT NULL, advantage INTEGER NOT NULL, lowest INTEGER NOT NULL, tally TEXT NOT NULL,"
    " ratings TEXT NOT NULL) STRICT;"
    "CREATE INDEX rated_label ON rated (label, number);"
    "CREATE TABLE rating (number INTEGER NOT NULL, seat INTEGER NOT NULL, account INTEGER NOT NULL,"
    " label TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (number, seat)) STRICT,"
    " WITHOUT ROWID;"
    "CREATE INDEX rating_account ON rating (account, label, number);"
    "CREATE TABLE trace (here INTEGER NOT NULL, round INTEGER NOT NULL, ply INTEGER NOT NULL, next INTEGER NOT NULL,"
    " score INTEGER NOT NULL, PRIMARY KEY (here, round)) STRICT, WITHOUT ROWID;",

    "CREATE TABLE tournament (id INTEGER PRIMARY KEY, name TEXT NOT NULL, label TEXT NOT NULL, options TEXT NOT NULL,"
    " made INTEGER NOT NULL, state INTEGER NOT NULL, rounds INTEGER NOT NULL, paired INTEGER NOT NULL,"
    " entrants INTEGER NOT NULL, version INTEGER NOT NULL) STRICT;"
    "CREATE TABLE entrant (tournament INTEGER NOT NULL, number INTEGER NOT NULL, account INTEGER NOT NULL,"
    " name TEXT NOT NULL, token TEXT NOT NULL, feed TEXT NOT NULL, rating INTEGER NOT NULL, since INTEGER NOT NULL,"
    " until INTEGER NOT NULL, PRIMARY KEY (tournament, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE pairing (tournament INTEGER NOT NULL, turn INTEGER NOT NULL, board INTEGER NOT NULL,"
    " one INTEGER NOT NULL, two INTEGER NOT NULL, game TEXT NOT NULL, result TEXT NOT NULL,"
    " PRIMARY KEY (tournament, turn, board)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX pairing_open ON pairing (game) WHERE result = '';",

    "CREATE TABLE attempt (who TEXT PRIMARY KEY, since INTEGER NOT NULL, failed INTEGER NOT NULL) STRICT,"
    " WITHOUT ROWID;"
    "CREATE TABLE passkey (hash TEXT PRIMARY KEY, account INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL,"
    " key TEXT NOT NULL, counter INTEGER NOT NULL, label TEXT NOT NULL, made INTEGER NOT NULL, seen INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX passkey_account ON passkey (account);",
};
enum { SCHEMA = sizeof steps / sizeof *steps };

static const char card_columns[] = "SELECT round.name, card.round, card.made, card.changed, card.label, card.players,"
                                   " card.result, card.length, card.open, card.listed, card.due,"
                                   " coalesce(rated.ratings, '')"
                                   " FROM card JOIN round ON round.place = card.round"
                                   " LEFT JOIN rated ON rated.round = card.round ";

static const char *const texts[QUERY_COUNT] = {
    [Q_BEGIN] = "BEGIN IMMEDIATE",
    [Q_COMMIT] = "COMMIT",
    [Q_ROLLBACK] = "ROLLBACK",
    [Q_PLACE] = "SELECT place FROM round WHERE name = ?1",
    [Q_TAIL] = "SELECT number, chain FROM event WHERE round = ?1 ORDER BY number DESC LIMIT 1",
    [Q_ADD_ROUND] = "INSERT INTO round (name) VALUES (?1)",
    [Q_ADD_EVENT] = "INSERT INTO event (round, number, at, tag, line, chain) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [Q_ADD_SEAT] = "INSERT INTO seat (hash, round, seat) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [Q_PUT_CARD] =
        "INSERT INTO card (round, label, players, result, length, open, listed, due, made, changed)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(?9, 0), coalesce(?9, 0)) ON CONFLICT (round) DO UPDATE SET"
        " label = ?2, players = ?3, result = ?4, length = ?5, open = ?6, listed = ?7, due = ?8, changed = coalesce(?9, "
        "changed)",
    [Q_PUT_NOTE] = "INSERT INTO note (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
    [Q_CHANGE] = "UPDATE event SET line = ?3 WHERE round = ?1 AND number = ?2",
    [Q_CHAINS] = "SELECT number, at, tag, line, chain FROM event WHERE round = ?1 AND number >= ?2 ORDER BY number",
    [Q_RECHAIN] = "UPDATE event SET chain = ?3 WHERE round = ?1 AND number = ?2",
    [Q_FORGET] = "DELETE FROM seat WHERE round = ?1 AND hash = ?2",
    [Q_READ] = "SELECT number, at, tag, line, chain FROM event"
               " WHERE round = (SELECT place FROM round WHERE name = ?1) AND number >= ?2 ORDER BY number",
    [Q_LAST] = "SELECT max(number) FROM event WHERE round = (SELECT place FROM round WHERE name = ?1)",
    [Q_SEATS] = "SELECT round.name, seat.seat FROM seat JOIN round ON round.place = seat.round WHERE hash = ?1"
                " ORDER BY seat.round DESC, seat.seat",
    [Q_HOLDERS] = "SELECT seat.seat, seat.hash FROM seat"
                  " WHERE seat.round = (SELECT place FROM round WHERE name = ?1) ORDER BY seat.seat, seat.hash",
    [Q_NOTE] = "SELECT value FROM note WHERE key = ?1",
    [Q_NOTES] = "SELECT key, value FROM note ORDER BY key",
    [Q_HOLD] = "BEGIN",
    [Q_LET_GO] = "COMMIT",
    [Q_SEARCH] = "WHERE (?1 IS NULL OR card.label = ?1) AND (?2 IS NULL OR instr(lower(players), lower(?2)))"
                 " AND (?3 IS NULL OR result = ?3) AND length >= ?4 AND length <= ?5 AND listed >= ?6"
                 " AND (?7 < 0 OR open = ?7) AND card.round < ?8 AND (?10 IS NULL OR round.name = ?10)"
                 " AND (?11 = 0 OR rated.lowest >= ?11) AND card.changed >= ?12 AND card.changed <= ?13"
                 " AND (?14 = 0 OR card.round IN (SELECT trace.round FROM trace WHERE trace.here = ?14"
                 " AND (?15 < 0 OR trace.ply = ?15))) ORDER BY card.round DESC LIMIT ?9",
    [Q_ONWARD] = "WHERE card.round > ?1 ORDER BY card.round LIMIT ?2",
    [Q_DUE] = "WHERE open AND due <= ?1 ORDER BY due LIMIT ?2",
};

bool sqlite_fail(const Sqlite *q, sqlite3 *db, Message *error)
{
    int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    const char *path = q->path;
    size_t length = strlen(path);
    if (length >= MESSAGE_ARG)
        path += length - MESSAGE_ARG + 1;
    switch (code) {
    case SQLITE_NOMEM: return message_set(error, 0, T("not enough memory"), 0);
    case SQLITE_FULL: return message_machine(error, T("the disk is full: {0} was not written"), 1, path);
    case SQLITE_NOTADB: return message_set(error, 0, T("{0} is not a store of games"), 1, path);
    case SQLITE_CORRUPT: return message_set(error, 0, T("{0} is damaged: {1}"), 2, path, sqlite3_errmsg(db));
    case SQLITE_CANTOPEN: return message_set(error, 0, T("cannot open {0}: {1}"), 2, path, sqlite3_errmsg(db));
    default: return message_set(error, 0, T("cannot use {0}: {1}"), 2, path, sqlite3_errmsg(db));
    }
}

static bool execute(Sqlite *q, sqlite3 *db, const char *sql, Message *error)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || sqlite_fail(q, db, error);
}

static bool number_of(Sqlite *q, sqlite3 *db, const char *sql, int *out, Message *error)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;
    if (ok)
        *out = sqlite3_column_int(s, 0);
    else
        sqlite_fail(q, db, error);
    sqlite3_finalize(s);
    return ok;
}

/* The schema's number; 0: an empty file. False: not ours, or made by a later version. */
static bool schema_of(Sqlite *q, sqlite3 *db, int *schema, Message *error)
{
    int mark, tables;
    if (!number_of(q, db, "PRAGMA user_version", schema, error) ||
        !number_of(q, db, "PRAGMA application_id", &mark, error) ||
        !number_of(q, db, "SELECT count(*) FROM sqlite_master", &tables, error))
        return false;
    if (mark != MARK && (tables || *schema))
        return message_set(error, 0, T("{0} is not a store of games"), 1, q->path);
    if (*schema > SCHEMA)
        return message_set(error, 0, T("{0} was made by a later version of this program"), 1, q->path);
    return true;
}

bool sqlite_schema_known(Sqlite *q, sqlite3 *db, Message *error)
{
    int schema;
    if (!schema_of(q, db, &schema, error))
        return false;
    return schema == SCHEMA ||
           message_set(error, 0,
                       T("{0} was made by an earlier version of this program; start the server once to convert it"), 1,
                       q->path);
}

bool sqlite_migrate(Sqlite *q, sqlite3 *db, Message *error)
{
    int schema;
    if (!schema_of(q, db, &schema, error))
        return false;
    for (; schema < SCHEMA; schema++) {
        char mark[96];
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d; PRAGMA application_id = %d", schema + 1, MARK);
        if (!execute(q, db, "BEGIN IMMEDIATE", error) || !execute(q, db, steps[schema], error) ||
            !execute(q, db, mark, error) || !execute(q, db, "COMMIT", error)) {
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
    }
    return true;
}

/* --- opening --- */

static int count_frames(void *context, sqlite3 *db, const char *name, int frames)
{
    (void)db;
    (void)name;
    ((Sqlite *)context)->frames = frames;
    return SQLITE_OK;
}

static bool take_lock(Sqlite *q, Message *error)
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s.lock", q->path) >= (int)sizeof name)
        return message_set(error, 0, T("this name is too long: {0}"), 1, q->path);
    q->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (q->lock < 0)
        return message_machine(error, T("cannot write {0}: {1}"), 2, name, strerror(errno));
    if (flock(q->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return errno == EWOULDBLOCK
               ? message_set(error, 0, T("another program is using {0}; name another store with --store"), 1, q->path)
               : message_machine(error, T("cannot write {0}: {1}"), 2, name, strerror(errno));
}

static bool open_writer(Sqlite *q, bool careless, Message *error)
{
    /* The file holds hashes of secrets, so only its owner may read it. */
    int fd = open(q->path, O_RDWR | O_CLOEXEC | (q->beside ? 0 : O_CREAT), 0600);
    if (fd < 0)
        return message_machine(error, T("cannot write {0}: {1}"), 2, q->path, strerror(errno));
    close(fd);
    if (!q->beside && !take_lock(q, error))
        return false;
    if (sqlite3_open_v2(q->path, &q->writer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return sqlite_fail(q, q->writer, error);
    sqlite3_busy_timeout(q->writer, 10000);
    if (!execute(q, q->writer,
                 careless ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0"
                          : "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0",
                 error) ||
        !(q->beside ? sqlite_schema_known(q, q->writer, error) : sqlite_migrate(q, q->writer, error)))
        return false;
    sqlite3_wal_hook(q->writer, count_frames, q);
    return true;
}

static bool open_reader(Sqlite *q, Message *error)
{
    if (sqlite3_open_v2(q->path, &q->reader, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return sqlite_fail(q, q->reader, error);
    sqlite3_busy_timeout(q->reader, 10000);
    return sqlite_schema_known(q, q->reader, error);
}

static bool prepare(Sqlite *q, Message *error)
{
    for (int i = q->writer ? 0 : Q_READ; i < QUERY_COUNT; i++) {
        char text[2048];
        sqlite3 *db = i < Q_READ ? q->writer : q->reader;
        snprintf(text, sizeof text, "%s%s", i >= Q_SEARCH ? card_columns : "", texts[i]);
        if (sqlite3_prepare_v3(db, text, -1, SQLITE_PREPARE_PERSISTENT, &q->query[i], NULL) != SQLITE_OK)
            return sqlite_fail(q, db, error);
    }
    for (int i = q->writer ? 0 : STORE_ACT_KINDS; i < STATEMENTS; i++) {
        char text[STATEMENT_TEXT];
        sqlite3 *db = i < STORE_ACT_KINDS ? q->writer : q->reader;
        statement_write(i, text);
        if (sqlite3_prepare_v3(db, text, -1, SQLITE_PREPARE_PERSISTENT, &q->statement[i], NULL) != SQLITE_OK)
            return sqlite_fail(q, db, error);
    }
    return true;
}

static void sqlite_close(Backend *b)
{
    Sqlite *q = (Sqlite *)b;
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(q->query[i]);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(q->statement[i]);
    sqlite3_close(q->reader);
    sqlite3_close(q->writer);       /* the last connection: closing it empties the write-ahead log */
    if (q->lock >= 0)
        close(q->lock);
    memory_free(q->path);
    memory_free(q);
}

Backend *sqlite_open(const char *path, const StoreOptions *options, Message *error)
{
    size_t length = strlen(path) + 1;
    Sqlite *q = memory_resize(NULL, sizeof *q);
    if (!q) {
        message_set(error, 0, T("not enough memory"), 0);
        return NULL;
    }
    *q = (Sqlite){.backend = {.close = sqlite_close,
                              .commit = sqlite_commit,
                              .tidy = sqlite_tidy,
                              .read = sqlite_read,
                              .last = sqlite_last,
                              .seats = sqlite_seats,
                              .holders = sqlite_holders,
                              .read_note = sqlite_read_note,
                              .notes = sqlite_notes,
                              .hold = sqlite_hold,
                              .search = sqlite_search,
                              .onward = sqlite_onward,
                              .due = sqlite_due,
                              .ask = sqlite_ask},
                  .beside = options->beside,
                  .lock = -1,
                  .path = memory_resize(NULL, length)};
    bool ok = q->path != NULL;
    if (ok)
        memcpy(q->path, path, length);
    else
        message_set(error, 0, T("not enough memory"), 0);
    if (ok && (options->read_only || open_writer(q, options->careless, error)) && open_reader(q, error) &&
        prepare(q, error))
        return &q->backend;
    if (q->path)
        sqlite_close(&q->backend);
    else
        memory_free(q);
    return NULL;
}
