/* Boolean search with a table: see bound_search.h.
 *
 * The attacker needs one winning move, the defender one that does not lose, within the plies that are left. An
 * immediate win is seen without moving: the game's winning_move must find every one. Entries hold facts (wins within
 * so many plies; does not within so many), which no order of search can make wrong, and the move that decided, which
 * is tried first. */
#include "solve/bound_search.h"

#include "core/clock.h"
#include "core/memory.h"

#include <string.h>

enum { BUCKET = 4, NEVER = 255, LOOK = 4095 };

typedef struct BoundEntry {
    uint64_t key;
    uint8_t yes, no;        /* plies; NEVER and 0: nothing is known */
    uint8_t left;           /* plies of the search that wrote it: the more, the more it cost */
    uint8_t run;            /* the search that wrote it; an entry of another search counts as empty */
    uint32_t hint;          /* the move that decided, folded; 0: none */
} BoundEntry;

typedef struct BoundLevel {
    MoveList list;
    Move killer[2];         /* the defender's moves that last held here */
} BoundLevel;

struct BoundSearch {
    const Game *game;
    BoundEntry *entry;
    size_t count;           /* a power of two */
    BoundLevel level[BOUND_MAX_PLIES + 2];
    int side;
    uint64_t nodes;
    const Cancel *cancel;
    double deadline;
    bool given_up;
    uint8_t run;            /* number of the search, from 1 */
};

BoundSearch *bound_search_create(const Game *g, size_t table_bytes)
{
    BoundSearch *s = memory_resize(NULL, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->game = g;
    for (s->count = BUCKET; 2 * s->count * sizeof *s->entry <= table_bytes;)
        s->count *= 2;
    s->entry = memory_resize(NULL, s->count * sizeof *s->entry);
    if (s->entry)
        return s;
    bound_search_destroy(s);
    return NULL;
}

void bound_search_destroy(BoundSearch *s)
{
    if (!s)
        return;
    for (int i = 0; i < BOUND_MAX_PLIES + 2; i++)
        movelist_free(&s->level[i].list);
    memory_free(s->entry);
    memory_free(s);
}

/* --- the table --- */

static BoundEntry *bucket(const BoundSearch *s, uint64_t key)
{
    return &s->entry[key & (s->count - 1) & ~(size_t)(BUCKET - 1)];
}

static const BoundEntry *find(const BoundSearch *s, uint64_t key)
{
    const BoundEntry *b = bucket(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (b[i].run == s->run && b[i].key == key)
            return &b[i];
    return NULL;
}

static uint32_t fold(Move m) { return (uint32_t)(m ^ m >> 32); }

static void store(BoundSearch *s, uint64_t key, int left, bool wins, Move decided)
{
    BoundEntry *b = bucket(s, key), *to = &b[0];
    for (int i = 0; i < BUCKET; i++) {
        if (b[i].run != s->run || b[i].key == key) {
            to = &b[i];
            break;
        }
        if (b[i].left < to->left)
            to = &b[i];
    }
    if (to->run != s->run || to->key != key)
        *to = (BoundEntry){.key = key, .yes = NEVER, .run = s->run};
    if (wins && left < to->yes)
        to->yes = (uint8_t)left;
    if (!wins && left > to->no)
        to->no = (uint8_t)left;
    to->left = (uint8_t)left;
    to->hint = fold(decided);
}

/* --- the search --- */

static bool tired(BoundSearch *s)
{
    if ((++s->nodes & LOOK) == 0 && (cancel_asked(s->cancel) || (s->deadline > 0 && clock_now() > s->deadline)))
        s->given_up = true;
    return s->given_up;
}

static void swap(MoveList *list, size_t a, size_t b)
{
    Move m = list->move[a];
    list->move[a] = list->move[b];
    list->move[b] = m;
}

/* Brings the moves that may decide at once to the front: the table's, then the two that last did so at this ply. */
static void promote(BoundLevel *l, uint32_t hint, bool killers)
{
    size_t front = 0;
    for (size_t i = 0; hint && i < l->list.count; i++)
        if (fold(l->list.move[i]) == hint) {
            swap(&l->list, i, front++);
            break;
        }
    for (size_t i = front; killers && i < l->list.count; i++)
        if (l->list.move[i] == l->killer[0] || l->list.move[i] == l->killer[1])
            swap(&l->list, i, front++);
}

/* Brings the best of the rest, by the game's own order, to place `at`. */
static void bring_best(const BoundSearch *s, const Position *p, BoundLevel *l, size_t at)
{
    size_t best = at;
    int most = s->game->search.order(p, l->list.move[at]);
    for (size_t i = at + 1; i < l->list.count; i++) {
        int rank = s->game->search.order(p, l->list.move[i]);
        if (rank > most) {
            most = rank;
            best = i;
        }
    }
    swap(&l->list, best, at);
}

static bool defend(BoundSearch *s, const Position *p, int left, int ply);

/* The attacker is to move and has no immediate win. */
static bool attack(BoundSearch *s, const Position *p, int left, int ply)
{
    const Game *g = s->game;
    BoundLevel *l = &s->level[ply];
    uint64_t key = 0;
    uint32_t hint = 0;
    if (left <= 1 || tired(s))
        return false;
    if (left > 2) {
        key = position_key(g, p);
        const BoundEntry *e = find(s, key);
        if (e && (e->yes <= left || e->no >= left))
            return e->yes <= left;
        hint = e ? e->hint : 0;
    }
    if (!movelist_fill_distinct(&l->list, g, p)) {
        s->given_up = true;
        return false;
    }
    promote(l, hint, false);
    for (size_t i = 0; i < l->list.count; i++) {
        Position q;
        Move m = l->list.move[i];
        g->play(p, m, &q);
        Outcome o = g->outcome(&q);
        bool wins = o.over ? o.winner == s->side : defend(s, &q, left - 1, ply + 1);
        if (s->given_up)
            return false;
        if (wins) {
            if (left > 2)
                store(s, key, left, true, m);
            return true;
        }
    }
    if (left > 2)
        store(s, key, left, false, 0);
    return false;
}

/* Whether the defender's move leaves the attacker without a win. */
static bool holds(BoundSearch *s, const Position *p, Move m, int left, int ply)
{
    const Game *g = s->game;
    Position q;
    g->play(p, m, &q);
    Outcome o = g->outcome(&q);
    if (o.over)
        return o.winner != s->side;
    if (left <= 1)
        return true;
    return !g->search.winning_move(&q) && !attack(s, &q, left - 1, ply + 1);
}

/* The defender makes the last move, and loses only if every move gives the win away. */
static bool defend_once(BoundSearch *s, const Position *p, BoundLevel *l)
{
    const Game *g = s->game;
    Position q;
    if (g->pick) {      /* nearly always any move will do, which needs no list */
        g->play(p, g->pick(p, 0), &q);
        Outcome o = g->outcome(&q);
        if (!o.over || o.winner != s->side)
            return false;
    }
    if (!movelist_fill_distinct(&l->list, g, p)) {
        s->given_up = true;
        return false;
    }
    for (size_t i = 0; i < l->list.count; i++) {
        g->play(p, l->list.move[i], &q);
        Outcome o = g->outcome(&q);
        if (!o.over || o.winner != s->side)
            return false;
    }
    return true;
}

/* The defender is to move; the game is not over. */
static bool defend(BoundSearch *s, const Position *p, int left, int ply)
{
    const Game *g = s->game;
    BoundLevel *l = &s->level[ply];
    uint64_t key = 0;
    uint32_t hint = 0;
    if (left <= 0 || tired(s))
        return false;
    if (left == 1)
        return defend_once(s, p, l);
    if (g->search.winning_move(p))
        return false;
    if (left > 2) {
        key = position_key(g, p);
        const BoundEntry *e = find(s, key);
        if (e && (e->yes <= left || e->no >= left))
            return e->yes <= left;
        hint = e ? e->hint : 0;
    }
    if (!movelist_fill_distinct(&l->list, g, p)) {
        s->given_up = true;
        return false;
    }
    promote(l, hint, true);
    for (size_t i = 0; i < l->list.count; i++) {
        if (left > 2 && i > 1 && i < 6 && g->search.order)
            bring_best(s, p, l, i);
        Move m = l->list.move[i];
        bool good = holds(s, p, m, left, ply);
        if (s->given_up)
            return false;
        if (good) {
            if (m != l->killer[0]) {
                l->killer[1] = l->killer[0];
                l->killer[0] = m;
            }
            if (left > 2)
                store(s, key, left, false, m);
            return false;
        }
    }
    if (left > 2)
        store(s, key, left, true, 0);
    return true;
}

BoundAnswer bound_search(BoundSearch *s, const Position *p, int side, int plies, const Cancel *cancel, double deadline,
                         uint64_t *nodes)
{
    const Game *g = s->game;
    bool attacks = game_side(g, g->mover(p)) == side, wins = false;
    /* Empties the table: entries of earlier searches no longer count. */
    if (++s->run == 0)
        s->run = 1;
    if (s->run == 1)
        memset(s->entry, 0, s->count * sizeof *s->entry);
    for (int i = 0; i < BOUND_MAX_PLIES + 2; i++)
        s->level[i].killer[0] = s->level[i].killer[1] = 0;
    s->side = side;
    s->nodes = 0;
    s->cancel = cancel;
    s->deadline = deadline;
    s->given_up = false;
    Outcome o = g->outcome(p);
    if (o.over) {
        wins = o.winner == side;
    } else if (attacks && plies > 0 && g->search.winning_move(p)) {
        wins = true;
    } else {
        /* Shallower searches first: they show which moves to try. */
        for (int left = plies > 8 ? plies - (plies - 6) / 2 * 2 : plies; left <= plies && !wins && !s->given_up;
             left += 2)
            wins = attacks ? attack(s, p, left, 0) : defend(s, p, left, 0);
    }
    *nodes = s->nodes;
    return s->given_up ? BOUND_GIVEN_UP : wins ? BOUND_YES : BOUND_NO;
}
