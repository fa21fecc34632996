/* See puzzle_make.h. */
#include "contest/puzzle_make.h"

#include "core/memory.h"
#include "search/search.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRUTH_NODES = 2000000,      /* to find the value of one move */
    BRANCHES = 3000,            /* positions of the solution, counting all best defences */
    STEP = 10,                  /* of difficulty; none has more than a third of the puzzles */
    STEPS = 10,
    TABLE = 16 << 20            /* bytes for the search that measures difficulty */
};

typedef struct Made {
    Position position;
    uint64_t key;
    int plies, difficulty;
} Made;

typedef struct PuzzleMaker {
    const Game *game;
    const Oracle *truth;        /* NULL: only the search */
    Search *search;
    Made *made;
    int taken, wanted;
    bool fastest;               /* others may win too, but more slowly */
    bool even;                  /* no step gets more than a third */
    int in_step[STEPS];
    uint64_t tries;
} PuzzleMaker;

int puzzle_make_difficulty(uint64_t nodes, size_t rivals)
{
    return (int)lround(10 * log10((double)nodes * (double)rivals));
}

/* --- one move alone, to the end --- */

/* The only move that wins, or that wins this fast. False: none wins, several do, or it is not known. */
static bool only_win(const PuzzleMaker *m, const Position *p, MoveList *list, Move *out)
{
    Value v[HARVEST_MOVES];
    int winning = 0, plies = INT_MAX;
    if (!harvest_values(m->game, (HarvestTruth){m->truth, m->fastest, TRUTH_NODES}, p, list, v))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        if (!value_wins(v[i]) || (m->fastest && v[i].plies > plies))
            continue;
        winning = m->fastest && v[i].plies < plies ? 1 : winning + 1;
        plies = v[i].plies;
        *out = list->move[i];
    }
    return winning == 1;
}

static bool solver_has_one_move(const PuzzleMaker *m, const Position *p, int *branches);

/* After the solver's move: whether every best defence leaves the solver a single move again. */
static bool defences_leave_one_move(const PuzzleMaker *m, const Position *p, int *branches)
{
    const Game *g = m->game;
    MoveList list = {0};
    Value v[HARVEST_MOVES];
    bool one = harvest_values(g, (HarvestTruth){m->truth, true, TRUTH_NODES}, p, &list, v);
    int longest = 0;
    for (size_t i = 0; one && i < list.count; i++) {
        one = value_loses(v[i]) && value_counted(v[i]);
        longest = v[i].plies > longest ? v[i].plies : longest;
    }
    for (size_t i = 0; one && i < list.count; i++) {
        Position next;
        if (v[i].plies < longest)
            continue;
        g->play(p, list.move[i], &next);
        one = g->outcome(&next).over || solver_has_one_move(m, &next, branches);
    }
    movelist_free(&list);
    return one;
}

static bool solver_has_one_move(const PuzzleMaker *m, const Position *p, int *branches)
{
    const Game *g = m->game;
    MoveList list = {0};
    Move move;
    bool one = --*branches > 0 && only_win(m, p, &list, &move);
    movelist_free(&list);
    if (!one)
        return false;
    Position next;
    g->play(p, move, &next);
    return g->outcome(&next).over || defences_leave_one_move(m, &next, branches);
}

/* --- how hard it is --- */

typedef struct Sight {
    Move move;
    uint64_t nodes;             /* when the search settled on the move; 0: it does not see it */
} Sight;

static void look(void *context, const SearchResult *so_far)
{
    Sight *s = context;
    if (so_far->line[0].move != s->move)
        s->nodes = 0;
    else if (s->nodes == 0)
        s->nodes = so_far->nodes;
}

/* Whether the search alone, with the effort of a player, proves a win, and when it sees sight->move. */
static bool sees_win(const PuzzleMaker *m, const Position *p, Sight *sight, Value *out)
{
    SearchResult r;
    search_forget(m->search);
    if (!search_run(m->search, p, NULL, 0, (SearchLimits){.nodes = PUZZLE_MAKE_NODES}, look, sight, &r))
        return false;
    if (sight->nodes == 0)
        sight->nodes = r.nodes;
    *out = search_value(&r.line[0]);
    return value_wins(*out);
}

/* --- games --- */

static bool is_new(const PuzzleMaker *m, uint64_t key)
{
    for (int i = 0; i < m->taken; i++)
        if (m->made[i].key == key)
            return false;
    return true;
}

static bool has_length(Value v) { return v.plies >= PUZZLE_MAKE_LEAST && v.plies <= PUZZLE_MAKE_MOST; }

/* The only move that wins, as far as the truth reaches: to the end, or as fast as any. */
static bool find_move(const PuzzleMaker *m, const Position *p, MoveList *list, Move *move, Value *value)
{
    if (m->truth)
        return only_win(m, p, list, move) &&
               m->truth->ask(m->truth->context, p, (Effort){.nodes = TRUTH_NODES}, true, value);
    SearchResult r;
    search_forget(m->search);
    if (!movelist_fill(list, m->game, p) ||
        !search_run(m->search, p, NULL, 0, (SearchLimits){.nodes = PUZZLE_MAKE_NODES, .lines = 2}, NULL, NULL, &r))
        return false;
    *move = r.line[0].move;
    *value = search_value(&r.line[0]);
    Value second = r.count > 1 ? search_value(&r.line[1]) : value_unknown();
    return value_wins(*value) && !(value_wins(second) && second.most <= value->plies);
}

static bool is_puzzle(const PuzzleMaker *m, const Position *p, int *plies, int *difficulty)
{
    const Game *g = m->game;
    MoveList list = {0};
    Sight sight = {0};
    Move move;
    Value value, seen;
    /* Proofs take long where there is no win. */
    if (m->truth && !m->truth->instant && !(sees_win(m, p, &sight, &value) && has_length(value)))
        return false;
    bool found = find_move(m, p, &list, &move, &value) && list.count > PUZZLE_MAKE_RIVALS && has_length(value);
    size_t rivals = list.count - 1;
    movelist_free(&list);
    if (!found)
        return false;
    int branches = BRANCHES;
    Position next;
    g->play(p, move, &next);
    sight = (Sight){.move = move};
    if ((m->truth && !defences_leave_one_move(m, &next, &branches)) || !sees_win(m, p, &sight, &seen) ||
        seen.plies != value.plies)
        return false;
    *plies = value.plies;
    *difficulty = puzzle_make_difficulty(sight.nodes, rivals);
    return true;
}

static bool visit(void *context, const Position *p, int ply)
{
    PuzzleMaker *m = context;
    Made made = {.position = *p, .key = harvest_key(m->game, p)};
    (void)ply;
    m->tries--;
    if (is_new(m, made.key) && is_puzzle(m, p, &made.plies, &made.difficulty)) {
        int step = made.difficulty / STEP < STEPS ? made.difficulty / STEP : STEPS - 1;
        if (!m->even || 3 * m->in_step[step] < m->wanted) {
            m->in_step[step]++;
            m->made[m->taken++] = made;
        }
    }
    return m->taken < m->wanted && m->tries > 0;
}

/* --- out --- */

static int easier(const void *a, const void *b)
{
    const Made *x = a, *y = b;
    if (x->difficulty != y->difficulty)
        return x->difficulty < y->difficulty ? -1 : 1;
    return x->plies != y->plies ? x->plies - y->plies : memcmp(&x->position, &y->position, sizeof x->position);
}

static void write_all(const PuzzleMaker *m, Buffer *out)
{
    char text[POSITION_TEXT];
    qsort(m->made, (size_t)m->taken, sizeof *m->made, easier);
    for (int i = 0; i < m->taken; i++) {
        m->game->write_position(&m->made[i].position, text);
        buffer_format(out, "%s\t%d\t%d\n", text, m->made[i].plies, m->made[i].difficulty);
    }
}

static bool maker_open(PuzzleMaker *m)
{
    m->search = search_create(m->game, TABLE, 1);
    m->made = memory_resize(NULL, (size_t)(m->wanted > 0 ? m->wanted : 1) * sizeof *m->made);
    return m->search && m->made;
}

static void maker_close(PuzzleMaker *m)
{
    search_destroy(m->search);
    memory_free(m->made);
}

bool puzzle_make(const Game *g, PuzzleMakeTruth t, int count, uint64_t tries, uint64_t seed, const Cancel *cancel,
                 Buffer *out)
{
    PuzzleMaker m = {
        .game = g,
        .truth = t.oracle,
        .fastest = t.fastest,
        .wanted = count,
        .even = true,
        .tries = tries,
    };
    bool ok = maker_open(&m) && (harvest_games(g, seed, cancel, visit, &m) || cancel_asked(cancel));
    if (ok)
        write_all(&m, out);
    maker_close(&m);
    return ok;
}

bool puzzle_make_from(const Game *g, PuzzleMakeTruth t, const char *text, const Cancel *cancel, Buffer *out,
                      Message *error)
{
    PuzzleMaker m = {.game = g, .truth = t.oracle, .fastest = t.fastest, .tries = UINT64_MAX};
    *error = (Message){0};
    for (const char *at = text; *at; at++)
        m.wanted += *at == '\n';
    m.wanted++;
    bool ok = maker_open(&m);
    for (const char *line = text; ok && *line && !cancel_asked(cancel);) {
        char position[POSITION_TEXT];
        Position p;
        size_t length = strcspn(line, "\t\n");
        snprintf(position, sizeof position, "%.*s", (int)(length < sizeof position ? length : sizeof position - 1),
                 line);
        if (length > 0 && *line != '#') {
            ok = g->read_position(position, &p, error);
            if (ok)
                visit(&m, &p, 0);
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (ok)
        write_all(&m, out);
    maker_close(&m);
    return ok;
}
