/* Tables of solved rulesets: see include/colonnade/engine.h. */
#include "api/api.h"

#include "api/api_value.h"
#include "engine/oracle_tablebase.h"
#include "solve/tablebase_solve.h"

_Static_assert((int)CN_TABLE_PATH >= (int)TABLEBASE_PATH, "paths fit");

enum { CHECKPOINT_SECONDS = 600 };

static Tablebase *table_of(cn_table *table) { return (Tablebase *)(void *)table; }

void api_equip(Adviser *a, const Game *g, const char *folder)
{
    Oracle table;
    if (oracle_of_tablebase(g, folder, &table) && !adviser_add_oracle(a, table))
        table.close(table.context);
}

cn_table *cn_table_open(const cn_game *game, const char *folder, cn_error *error)
{
    Message m = {0};
    if (!ours(game)->index) {
        api_fail(error, CN_ERROR_ARGUMENT, "this ruleset has no tables");
        return NULL;
    }
    Tablebase *t = tablebase_open(ours(game), folder, &m);
    if (!t)
        api_fail_message(error, CN_ERROR_FILE, &m);
    return (cn_table *)(void *)t;
}

void cn_table_close(cn_table *table) { tablebase_close(table_of(table)); }

void cn_table_about(const cn_table *table, cn_table_info *out)
{
    const TablebaseInfo *i = tablebase_info((const Tablebase *)(const void *)table);
    *out = (cn_table_info){.positions = i->positions, .wins = i->wins, .losses = i->losses, .longest = (int)i->longest};
}

bool cn_table_value(cn_table *table, const cn_position *position, cn_value *out)
{
    Position p = load(position);
    Value v;
    if (!tablebase_value(table_of(table), &p, &v))
        return false;
    *out = api_value(v);
    return true;
}

bool cn_table_move_value(cn_table *table, const cn_position *position, cn_move move, cn_value *out)
{
    Position p = load(position);
    Value v;
    if (!tablebase_move_value(table_of(table), &p, move, &v))
        return false;
    *out = api_value(v);
    return true;
}

/* --- solving --- */

static bool pass_on(void *context, const TablebaseProgress *p)
{
    const cn_solve_options *o = context;
    if (!o->watch)
        return true;
    cn_solve_progress progress = {.writing = p->writing,
                                  .layer = p->layer.layer,
                                  .decided = p->layer.decided,
                                  .positions = p->layer.positions,
                                  .seconds = p->layer.seconds,
                                  .left = p->left};
    message_english(&p->sentence, progress.text, sizeof progress.text);
    return o->watch(o->context, &progress);
}

static void give_solved(const TablebaseSolved *s, cn_solved *out)
{
    *out =
        (cn_solved){.table = {.positions = s->positions, .wins = s->wins, .losses = s->losses, .longest = s->longest},
                    .start = api_value(s->start),
                    .seconds = s->solving + s->writing};
    api_give(s->path, strlen(s->path), out->path, sizeof out->path);
}

bool cn_solve(const cn_game *game, const cn_solve_options *options, cn_solved *out, cn_error *error)
{
    cn_solve_options o = {0};
    Message m = {0};
    if ((options && !api_take(&o, sizeof o, options, sizeof o)) || o.threads < 0 || o.checkpoint_seconds < 0)
        return api_fail(error, CN_ERROR_ARGUMENT, "the options make no sense");
    if (!ours(game)->index)
        return api_fail(error, CN_ERROR_ARGUMENT, "this ruleset cannot be solved: it has no index");
    if (!tablebase_file_supported(&m))
        return api_fail_message(error, CN_ERROR_FILE, &m);
    TablebaseJob job = {.game = ours(game),
                        .folder = o.folder,
                        .threads = o.threads ? o.threads : 1,
                        .memory = o.memory,
                        .checkpoint_seconds = o.checkpoint_seconds > 0 ? o.checkpoint_seconds : CHECKPOINT_SECONDS,
                        .watch = pass_on,
                        .context = &o,
                        .stop = api_cancel(o.stop)};
    TablebaseSolved solved;
    switch (tablebase_solve(&job, &solved, &m)) {
    case TABLEBASE_DONE: give_solved(&solved, out); return true;
    case TABLEBASE_STOPPED:
        return api_fail(error, CN_ERROR_STOPPED, "stopped; the next call goes on from the last checkpoint");
    case TABLEBASE_THERE: return api_fail_message(error, CN_ERROR_EXISTS, &m);
    default: return api_fail_message(error, CN_ERROR_FILE, &m);
    }
}
