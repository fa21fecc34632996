/* The store in SQLite: the statements that it shares with other databases. */
#include "store/sqlite.h"

static void bind(sqlite3_stmt *s, int count, const char *const *values)
{
    for (int i = 0; i < count; i++)
        sqlite3_bind_text(s, i + 1, values[i], -1, SQLITE_STATIC);      /* $1, $2 … occur in this order */
}

static int finish(sqlite3_stmt *s, int step)
{
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return step;
}

bool sqlite_act(Sqlite *q, const StoreWrite *w, bool *changed)
{
    *changed = true;
    for (size_t i = 0; i < w->act_count; i++) {
        sqlite3_stmt *s = q->statement[w->acts[i].kind];
        StatementValues values;
        statement_values(&w->acts[i], &values);
        bind(s, values.count, values.value);
        if (finish(s, sqlite3_step(s)) != SQLITE_DONE)
            return false;
        if (i == 0 && sqlite3_changes(q->writer) == 0) {
            *changed = false;
            if (!w->round)
                return true;
        }
    }
    return true;
}

bool sqlite_ask(Backend *b, StatementAsk which, int count, const char *const *values, StatementRow *row, void *context,
                Message *error)
{
    Sqlite *q = (Sqlite *)b;
    sqlite3_stmt *s = q->statement[which];
    const char *field[STATEMENT_FIELDS];
    int step;
    bind(s, count, values);
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(s); i++) {
            field[i] = (const char *)sqlite3_column_text(s, i);
            if (!field[i])
                field[i] = "";
        }
        if (!row(context, field))
            break;
    }
    bool ok = step == SQLITE_DONE || step == SQLITE_ROW || sqlite_fail(q, q->reader, error);
    finish(s, step);
    return ok;
}
