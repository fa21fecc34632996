/* See extremes.h. */
#include "solve/extremes.h"

#include "core/memory.h"
#include "solve/crew.h"
#include "solve/tablebase_file.h"

#include <stdlib.h>

enum {
    MOVES = 4096,               /* positions with more moves are passed over */
    FEW = 1024                  /* numbers that a list of candidates first has room for */
};

typedef struct Candidates {
    uint64_t *number;
    size_t count, capacity;
} Candidates;

/* What one thread has found. */
typedef struct Share {
    TablebaseReader *reader;
    uint64_t longest[2];        /* the first number with the longest loss and win … */
    int plies[2];               /* … and their plies; 0: none */
    Candidates candidate[2];    /* draws and wins */
} Share;

typedef struct Scan {
    Share share[RETRO_MAX_THREADS];
    uint64_t stride[2];         /* one draw, or win, in this many */
    Cancel failed;
} Scan;

/* --- through the whole table --- */

static bool add_candidate(Candidates *c, uint64_t number)
{
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : FEW;
        uint64_t *list = memory_resize(c->number, capacity * sizeof *list);
        if (!list)
            return false;
        c->number = list;
        c->capacity = capacity;
    }
    c->number[c->count++] = number;
    return true;
}

/* Picks numbers evenly, whatever their order. */
static bool is_drawn_by_lot(uint64_t number, uint64_t stride)
{
    return (number * UINT64_C(0x9e3779b97f4a7c15) >> 32) % stride == 0;
}

static bool note(const Scan *scan, Share *s, uint64_t number, uint16_t value)
{
    bool wins = value & 1, decided = retro_decided(value);
    int plies = decided ? retro_distance(value) : 0;
    if (plies > s->plies[wins] || (plies > 0 && plies == s->plies[wins] && number < s->longest[wins])) {
        s->plies[wins] = plies;
        s->longest[wins] = number;
    }
    if ((decided && !wins) || !is_drawn_by_lot(number, scan->stride[wins]))
        return true;
    return add_candidate(&s->candidate[wins], number);
}

static void look_through(Hand *h)
{
    Scan *scan = h->job;
    Share *s = &scan->share[h->id];
    h->count = crew_index(h->crew)->list(h->worker, h->first, h->length, h->list);
    uint32_t at = 0;
    for (uint64_t first = h->first; first < h->first + h->length; first += TABLEBASE_FILE_BLOCK) {
        uint16_t block[TABLEBASE_FILE_BLOCK];
        if (!tablebase_reader_block(s->reader, first / TABLEBASE_FILE_BLOCK, block)) {
            cancel_ask(&scan->failed);
            return;
        }
        for (; at < h->count && h->list[at] < first + TABLEBASE_FILE_BLOCK; at++)
            if (!note(scan, s, h->list[at], block[h->list[at] - first]))
                cancel_ask(&scan->failed);
    }
}

/* --- one move alone --- */

typedef struct Look {
    Tablebase *table;
    void *state;
    MoveList list;
    Position next[MOVES];
    uint64_t number[MOVES];
    uint16_t value[MOVES];
    int result[MOVES];          /* of each move, for the player who makes it */
} Look;

/* The result of every move. False: the table is damaged, or there are too many moves. */
static bool look_at_moves(Look *l, const Position *p)
{
    const Game *g = tablebase_game(l->table);
    size_t asked = 0, place[MOVES];
    if (!movelist_fill(&l->list, g, p) || l->list.count > MOVES)
        return false;
    for (size_t i = 0; i < l->list.count; i++) {
        Position *q = &l->next[asked];
        g->play(p, l->list.move[i], q);
        Outcome o = g->outcome(q);
        if (o.over)
            l->result[i] = o.winner == DRAW ? 0 : o.winner == game_side(g, g->mover(p)) ? 1 : -1;
        else
            place[asked++] = i;
    }
    if (asked > 0 && !tablebase_numbers(l->table, l->next, asked, l->number, l->value))
        return false;
    for (size_t k = 0; k < asked; k++) {
        uint16_t v = l->value[k];
        l->result[place[k]] = v == TABLEBASE_WIN || retro_wins(v) ? -1 : retro_decided(v) ? 1 : 0;
    }
    return true;
}

static bool look_at(Look *l, uint64_t number, int result, ExtremesOnly *best)
{
    const Game *g = tablebase_game(l->table);
    Position p;
    size_t kept = 0;
    int keep = 0;
    if (!g->index->unrank(l->state, number, &p) || !look_at_moves(l, &p))
        return false;
    best->looked++;
    for (size_t i = 0; i < l->list.count; i++) {
        keep += l->result[i] == result;
        kept = l->result[i] == result ? i : kept;
    }
    if (keep != 1 || (int)l->list.count - 1 <= best->others)
        return true;
    best->position = p;
    best->move = l->list.move[kept];
    best->others = (int)l->list.count - 1;
    return tablebase_value(l->table, &p, &best->value);
}

static int ascending(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Smallest numbers first, however the threads divided them. */
static bool find_only(Look *l, const Scan *scan, int threads, int result, ExtremesOnly *best)
{
    Candidates all = {0};
    bool ok = true;
    for (int t = 0; t < threads; t++)
        for (size_t i = 0; ok && i < scan->share[t].candidate[result].count; i++)
            ok = add_candidate(&all, scan->share[t].candidate[result].number[i]);
    if (all.count > 0)
        qsort(all.number, all.count, sizeof *all.number, ascending);
    for (size_t i = 0; ok && i < all.count; i++)
        ok = look_at(l, all.number[i], result, best);
    memory_free(all.number);
    return ok;
}

/* --- the longest win --- */

/* The longest stored win; or the win that the longest loss leads to, if that takes longer or wins are not stored. */
static bool find_longest(Look *l, const Scan *scan, int threads, Extremes *out)
{
    const Game *g = tablebase_game(l->table);
    uint64_t number[2] = {0};
    int plies[2] = {0};
    for (int t = 0; t < threads; t++)
        for (int wins = 0; wins < 2; wins++) {
            const Share *s = &scan->share[t];
            if (s->plies[wins] < plies[wins] || s->plies[wins] == 0 ||
                (s->plies[wins] == plies[wins] && s->longest[wins] > number[wins]))
                continue;
            plies[wins] = s->plies[wins];
            number[wins] = s->longest[wins];
        }
    Position p;
    if (plies[1] >= plies[0] - 1)
        return plies[1] > 0 && g->index->unrank(l->state, number[1], &out->longest) &&
               tablebase_value(l->table, &out->longest, &out->value);
    if (!g->index->unrank(l->state, number[0], &p) || !movelist_fill(&l->list, g, &p))
        return false;
    for (size_t i = 0; i < l->list.count; i++) {
        Position next;
        g->play(&p, l->list.move[i], &next);
        if (g->outcome(&next).over || !tablebase_value(l->table, &next, &out->value) || !value_wins(out->value) ||
            out->value.plies != plies[0] - 1)
            continue;
        out->longest = next;
        return true;
    }
    return false;
}

/* --- all of it --- */

static bool scan_table(Scan *scan, const TablebaseFile *f, const SolveIndex *index, const void *state, int threads)
{
    bool ok = true;
    Crew *crew = crew_create(index, state, threads);
    for (int i = 0; ok && i < threads; i++) {
        scan->share[i].reader = tablebase_reader_create(f);
        ok = scan->share[i].reader != NULL;
    }
    ok = ok && crew;
    if (ok)
        crew_run(crew, look_through, scan, NULL, NULL, &scan->failed);
    if (crew)
        crew_destroy(crew);
    for (int i = 0; i < threads; i++)
        tablebase_reader_destroy(scan->share[i].reader);
    return ok && !cancel_asked(&scan->failed);
}

static bool find(Tablebase *t, const TablebaseFile *f, void *state, uint64_t sample, int threads, Extremes *out)
{
    const TablebaseInfo *info = tablebase_info(t);
    uint64_t count[2] = {info->positions - info->wins - info->losses, info->wins};
    Scan *scan = memory_resize(NULL, sizeof *scan);
    Look *look = memory_resize(NULL, sizeof *look);
    bool ok = scan && look;
    if (ok) {
        *scan = (Scan){0};
        *look = (Look){.table = t, .state = state};
        for (int i = 0; i < 2; i++)
            scan->stride[i] = count[i] > sample ? count[i] / sample : 1;
        ok = scan_table(scan, f, tablebase_game(t)->index, state, threads) && find_longest(look, scan, threads, out) &&
             find_only(look, scan, threads, 0, &out->only[0]) && find_only(look, scan, threads, 1, &out->only[1]);
        movelist_free(&look->list);
        for (int i = 0; i < threads; i++)
            for (int k = 0; k < 2; k++)
                memory_free(scan->share[i].candidate[k].number);
    }
    memory_free(scan);
    memory_free(look);
    return ok;
}

bool extremes_find(const Game *g, const char *folder, uint64_t sample, int threads, Extremes *out, Message *error)
{
    char path[TABLEBASE_PATH];
    *out = (Extremes){0};
    Tablebase *t = tablebase_open(g, folder, error);
    if (!t || !tablebase_path(g, folder, path))
        return false;
    TablebaseFile *f = tablebase_file_open(path, error);
    void *state = f ? g->index->create(error) : NULL;
    bool ok = state != NULL;
    if (ok && !find(t, f, state, sample > 0 ? sample : 1, threads, out))
        ok = message_set(error, 0, T("there was not enough memory, or the table of {0} is damaged"), 1, g->id);
    if (state)
        g->index->destroy(state);
    tablebase_file_close(f);
    tablebase_close(t);
    return ok;
}
