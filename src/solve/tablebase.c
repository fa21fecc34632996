/* Solved rulesets: see tablebase.h. */
#include "solve/tablebase.h"

#include "core/kernels.h"
#include "core/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Tablebase {
    const Game *game;
    void *index;                /* its state */
    TablebaseFile *file;        /* NULL: it is … */
    TablebaseRanged *ranged;    /* … read by ranges */
    void *image;                /* of the index, for its kernels; NULL: moves come from the rules */
    uint8_t *plain;             /* all values, `width` bytes each; NULL: they are in the file */
    int width;
};

bool tablebase_folder(const char *folder, char out[TABLEBASE_PATH])
{
    const char *environment = getenv("COLONNADE_TABLES"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (folder && *folder)
        n = snprintf(out, TABLEBASE_PATH, "%s", folder);
    else if (environment && *environment)
        n = snprintf(out, TABLEBASE_PATH, "%s", environment);
    else if (data && *data == '/')
        n = snprintf(out, TABLEBASE_PATH, "%s/colonnade/tables", data);
    else if (home && *home)
        n = snprintf(out, TABLEBASE_PATH, "%s/.local/share/colonnade/tables", home);
    else
        return false;
    return n > 0 && n < TABLEBASE_PATH;
}

bool tablebase_path(const Game *g, const char *folder, char out[TABLEBASE_PATH])
{
    char found[TABLEBASE_PATH];
    if (!tablebase_folder(folder, found))
        return false;
    int n = snprintf(out, TABLEBASE_PATH, "%s/%s.table", found, g->id);
    return n > 0 && n < TABLEBASE_PATH;
}

static bool fits(const Tablebase *t, Message *error)
{
    const TablebaseInfo *info = tablebase_info(t);
    if (strcmp(info->name, t->game->id) != 0)
        return message_set(error, 0, T("this is a table of {0}, not of {1}"), 2, info->name, t->game->id);
    if (info->layout != t->game->index->layout || info->size != t->game->index->size(t->index))
        return message_set(error, 0, T("{0} is a table of another version of this program: compute it again"), 1,
                           t->game->id);
    return true;
}

/* To find the distances of wins, kernels generate moves faster than the rules; without memory for them, the rules
 * are used. */
static void prepare_moves(Tablebase *t)
{
    const SolveIndex *x = t->game->index;
    const size_t bytes = x->derive_wins && x->plain ? x->plain->image_bytes(t->index) : 0;
    t->image = bytes ? memory_resize(NULL, bytes) : NULL;
    if (t->image)
        x->plain->image_fill(t->index, t->image, (uint64_t)(uintptr_t)t->image);
}

Tablebase *tablebase_open(const Game *g, const char *folder, Message *error)
{
    char path[TABLEBASE_PATH];
    if (!g->index) {
        message_set(error, 0, T("{0} cannot be solved: it has no index"), 1, g->id);
        return NULL;
    }
    if (!tablebase_path(g, folder, path)) {
        message_set(error, 0, T("there is no folder for tables: set COLONNADE_TABLES"), 0);
        return NULL;
    }
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        message_set(error, 0, T("there is no table of {0}: `colonnade solve {0}` makes one"), 1, g->id);
        return NULL;
    }
    Tablebase *t = memory_resize(NULL, sizeof *t);
    if (!t) {
        message_memory(error);
        return NULL;
    }
    *t = (Tablebase){.game = g};
    t->file = tablebase_file_open(path, error);
    t->index = t->file ? g->index->create(error) : NULL;
    if (t->index && fits(t, error)) {
        prepare_moves(t);
        return t;
    }
    tablebase_close(t);
    return NULL;
}

Tablebase *tablebase_open_ranged(const Game *g, TablebaseRead *read, void *context, Message *error)
{
    Tablebase *t = memory_resize(NULL, sizeof *t);
    if (!t) {
        message_memory(error);
        return NULL;
    }
    *t = (Tablebase){.game = g};
    t->ranged = tablebase_ranged_open(read, context, error);
    t->index = t->ranged ? g->index->create(error) : NULL;
    if (t->index && fits(t, error))
        return t;
    tablebase_close(t);
    return NULL;
}

static bool unpack_all(TablebaseReader *r, const TablebaseInfo *info, int width, uint8_t *out)
{
    uint16_t value[TABLEBASE_FILE_BLOCK];
    for (uint64_t block = 0; block < info->blocks; block++) {
        if (!tablebase_reader_block(r, block, value))
            return false;
        uint64_t first = block * TABLEBASE_FILE_BLOCK, left = info->size - first;
        for (uint64_t i = 0; i < TABLEBASE_FILE_BLOCK && i < left; i++)
            for (int byte = 0; byte < width; byte++)
                out[(first + i) * (uint64_t)width + (uint64_t)byte] = (uint8_t)(value[i] >> 8 * byte);
    }
    return true;
}

bool tablebase_load(Tablebase *t)
{
    const TablebaseInfo *info = tablebase_info(t);
    if (t->plain)
        return true;
    if (t->ranged)
        return false;
    t->width = info->longest < 127 ? 1 : 2;     /* a value is twice the distance, plus one for wins */
    TablebaseReader *r = tablebase_reader_create(t->file);
    uint8_t *plain = r ? memory_resize(NULL, (size_t)info->size * (size_t)t->width) : NULL;
    if (plain && unpack_all(r, info, t->width, plain))
        t->plain = plain;
    else
        memory_free(plain);
    tablebase_reader_destroy(r);
    return t->plain != NULL;
}

/* The value of a number; false: the block is damaged. */
static bool get(Tablebase *t, uint64_t number, uint16_t *value)
{
    if (t->ranged)
        return tablebase_ranged_get(t->ranged, number, value);
    if (!t->plain || number >= tablebase_info(t)->size)
        return tablebase_file_get(t->file, number, value);
    const uint8_t *at = t->plain + number * (uint64_t)t->width;
    *value = t->width == 1 ? at[0] : (uint16_t)(at[0] | at[1] << 8);
    return true;
}

void tablebase_close(Tablebase *t)
{
    if (!t)
        return;
    memory_free(t->plain);
    memory_free(t->image);
    if (t->index)
        t->game->index->destroy(t->index);
    tablebase_file_close(t->file);
    tablebase_ranged_close(t->ranged);
    memory_free(t);
}

const TablebaseInfo *tablebase_info(const Tablebase *t)
{
    return t->ranged ? tablebase_ranged_info(t->ranged) : tablebase_file_info(t->file);
}

bool tablebase_damaged(const Tablebase *t, Message *error)
{
    return t->ranged && tablebase_ranged_damaged(t->ranged, error);
}

const Game *tablebase_game(const Tablebase *t) { return t->game; }

/* Whether a move to `p` wins at once for `side` (1) or ends the game otherwise (-1); 0: `number` is where `p` is. */
static int look_at(const Tablebase *t, const Position *p, int side, uint64_t *number)
{
    const Outcome o = t->game->outcome(p);
    if (o.over)
        return o.winner == side ? 1 : -1;
    return t->game->index->rank(t->index, p, number) ? 0 : -1;
}

/* One more than the shortest loss among these values; 0: there is none. */
static int shortest_win(const uint16_t *value, size_t count)
{
    int shortest = 0;
    for (size_t i = 0; i < count; i++)
        if (retro_decided(value[i]) && !retro_wins(value[i]) && (!shortest || retro_distance(value[i]) + 1 < shortest))
            shortest = retro_distance(value[i]) + 1;
    return shortest;
}

/* The plies of a win by the moves that the kernels find, all looked up together. 0: there are too many of them, no
 * move wins, or the file is damaged. */
static int derive_together(Tablebase *t, uint64_t number)
{
    enum { MOST = 1024 };
    KernelEdge edge[MOST];
    uint64_t to[MOST];
    uint16_t value[MOST];
    const size_t found = t->image ? t->game->index->plain->edges(t->image, number, false, edge, MOST) : 0;
    size_t n = 0;
    if (found > MOST)
        return 0;
    for (size_t i = 0; i < found; i++) {
        if (edge[i].number == INDEX_ENDS_WON)
            return 1;
        if (!INDEX_ENDS(edge[i].number))
            to[n++] = edge[i].number;
    }
    for (size_t i = 0; t->plain && i < n; i++)
        if (!get(t, to[i], &value[i]))
            return 0;
    return t->plain || tablebase_file_get_many(t->file, to, n, value) ? shortest_win(value, n) : 0;
}

/* The plies of a win that the file leaves out: one more than the shortest loss that a move leads to. False: there is
 * no memory, or no move wins, so the file is wrong. */
static bool derive_win(Tablebase *t, const Position *p, int *distance)
{
    const Game *g = t->game;
    const int side = game_side(g, g->mover(p));
    MoveList list = {0};
    bool good = movelist_fill(&list, g, p);
    int shortest = 0;
    for (size_t i = 0; good && i < list.count; i++) {
        Position next;
        uint64_t number;
        uint16_t value;
        g->play(p, list.move[i], &next);
        const int end = look_at(t, &next, side, &number);
        int plies = end > 0 ? 1 : 0;
        if (end == 0) {
            good = get(t, number, &value);
            plies = good && retro_decided(value) && !retro_wins(value) ? retro_distance(value) + 1 : 0;
        }
        if (plies && (!shortest || plies < shortest))
            shortest = plies;
    }
    movelist_free(&list);
    *distance = shortest;
    return good && shortest;
}

bool tablebase_value(Tablebase *t, const Position *p, Value *out)
{
    const Game *g = t->game;
    Outcome o = g->outcome(p);
    uint64_t number;
    uint16_t value;
    if (o.over) {
        *out = value_over(g, p, o);
        return true;
    }
    if (!g->index->rank(t->index, p, &number) || !get(t, number, &value))
        return false;
    if (value == TABLEBASE_WIN && t->ranged) {
        *out = value_proven(1, -1);
        return true;
    }
    if (value == TABLEBASE_WIN) {
        int distance = derive_together(t, number);
        if (!distance && !derive_win(t, p, &distance))
            return false;
        *out = value_proven(1, distance);
        return true;
    }
    *out = retro_value(value);
    return true;
}

bool tablebase_numbers(Tablebase *t, const Position *p, size_t count, uint64_t *number, uint16_t *value)
{
    if (t->ranged)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!t->game->index->rank(t->index, &p[i], &number[i]))
            return false;
    return tablebase_file_get_many(t->file, number, count, value);
}

void tablebase_cool(Tablebase *t)
{
    if (!t->ranged)
        tablebase_file_cool(t->file);
}

bool tablebase_move_value(Tablebase *t, const Position *p, Move m, Value *out)
{
    Position next;
    t->game->play(p, m, &next);
    if (!tablebase_value(t, &next, out))
        return false;
    *out = value_of_move(*out);
    return true;
}
