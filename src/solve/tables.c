/* Solved rulesets: see tables.h. */
#include "solve/tables.h"

#include "core/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Tables {
    const Game *game;
    void *index;                /* its state */
    TableFile *file;
};

bool tables_folder(const char *folder, char out[TABLES_PATH])
{
    const char *environment = getenv("COLONNADE_TABLES"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (folder && *folder)
        n = snprintf(out, TABLES_PATH, "%s", folder);
    else if (environment && *environment)
        n = snprintf(out, TABLES_PATH, "%s", environment);
    else if (data && *data == '/')
        n = snprintf(out, TABLES_PATH, "%s/colonnade/tables", data);
    else if (home && *home)
        n = snprintf(out, TABLES_PATH, "%s/.local/share/colonnade/tables", home);
    else
        return false;
    return n > 0 && n < TABLES_PATH;
}

bool tables_path(const Game *g, const char *folder, char out[TABLES_PATH])
{
    char found[TABLES_PATH];
    if (!tables_folder(folder, found))
        return false;
    int n = snprintf(out, TABLES_PATH, "%s/%s.table", found, g->id);
    return n > 0 && n < TABLES_PATH;
}

static bool fits(const Tables *t, Message *error)
{
    const TableInfo *info = table_file_info(t->file);
    if (strcmp(info->name, t->game->id) != 0)
        return message_set(error, 0, T("this table is of {0}, not of {1}"), 2, info->name, t->game->id);
    if (info->layout != t->game->index->layout || info->size != t->game->index->size(t->index))
        return message_set(error, 0, T("{0} is a table of another version of this program: compute it again"), 1,
                           t->game->id);
    return true;
}

Tables *tables_open(const Game *g, const char *folder, Message *error)
{
    char path[TABLES_PATH];
    if (!g->index) {
        message_set(error, 0, T("{0} cannot be solved: it has no index"), 1, g->id);
        return NULL;
    }
    if (!tables_path(g, folder, path)) {
        message_set(error, 0, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
        return NULL;
    }
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        message_set(error, 0, T("there is no table of {0}: `colonnade solve {0}` makes one"), 1, g->id);
        return NULL;
    }
    Tables *t = memory_resize(NULL, sizeof *t);
    if (!t) {
        message_set(error, 0, T("there is not enough memory"), 0);
        return NULL;
    }
    *t = (Tables){.game = g};
    t->file = table_file_open(path, error);
    t->index = t->file ? g->index->create(error) : NULL;
    if (t->index && fits(t, error))
        return t;
    tables_close(t);
    return NULL;
}

void tables_close(Tables *t)
{
    if (!t)
        return;
    if (t->index)
        t->game->index->destroy(t->index);
    table_file_close(t->file);
    memory_free(t);
}

const TableInfo *tables_info(const Tables *t) { return table_file_info(t->file); }

const Game *tables_game(const Tables *t) { return t->game; }

bool tables_value(Tables *t, const Position *p, int *result, int *distance)
{
    const Game *g = t->game;
    Outcome o = g->outcome(p);
    if (o.over) {
        *result = o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? 1 : -1;
        *distance = 0;
        return true;
    }
    uint64_t number;
    uint16_t value;
    if (!g->index->rank(t->index, p, &number) || !table_file_get(t->file, number, &value))
        return false;
    *result = !retro_decided(value) ? 0 : retro_wins(value) ? 1 : -1;
    *distance = *result ? retro_distance(value) : -1;
    return true;
}

bool tables_move_value(Tables *t, const Position *p, Move m, int *result, int *distance)
{
    Position next;
    t->game->play(p, m, &next);
    if (!tables_value(t, &next, result, distance))
        return false;
    *result = -*result;
    if (*distance >= 0)
        ++*distance;
    return true;
}

int tables_compare(int result_a, int distance_a, int result_b, int distance_b)
{
    if (result_a != result_b)
        return result_a - result_b;
    return result_a > 0 ? distance_b - distance_a : result_a < 0 ? distance_a - distance_b : 0;
}
