/* Depth-first proof-number search: see proof.h.
 *
 * A node has two numbers: phi, how hard it is to show that the player to move gets what they want, and delta, how
 * hard it is to show that they do not. The side that the question names, the attacker, wants to win; the other wants
 * to prevent it. So the same rules serve both: phi is the smallest delta of the children, delta the sum of their
 * phi. 0 means shown, PROOF_INFINITE means impossible.
 *
 * A decided node also has a bound: the plies within which the attacker wins, or within which they do not
 * (PROOF_EVER: never). Bounds make an answer valid for other limits too. */
#include "solve/proof.h"

#include "core/clock.h"
#include "core/memory.h"
#include "solve/book.h"
#include "solve/proof_tt.h"

#include <stdatomic.h>
#include <string.h>

enum { LARGEST = PROOF_INFINITE - 1 };  /* a number that is still open */

typedef struct Numbers {
    uint32_t phi, delta;
    int bound;              /* meaningful when one of them is 0 */
} Numbers;

typedef struct Child {
    uint64_t key;
    Position position;
    Numbers n;
} Child;

typedef struct Level {
    MoveList list;
    Child *child;           /* those whose mover is not known to have what they want */
    size_t count, capacity;
    int bound;              /* of the others together */
} Level;

struct Proof {
    const Game *game;
    ProofTt table;
    Level level[PROOF_MAX_PLIES + 1];
    int side;               /* the side that the question names: the attacker */
    bool book;              /* the book may be asked */
    bool plies_in_key;      /* the same position may come with different plies left */
    uint64_t salt;          /* tells questions apart in the table */
    int plies;              /* of the last YES */
    uint64_t nodes, node_limit, nodes_before;
    double second_limit, started, seconds_before;
    ProofProgress *progress;
    void *context;
    const Cancel *cancel;
    bool given_up;
};

Proof *proof_create(const Game *g, size_t tt_bytes)
{
    Proof *f = memory_resize(NULL, sizeof *f);
    if (!f)
        return NULL;
    memset(f, 0, sizeof *f);
    f->game = g;
    f->book = true;
    f->plies_in_key = !g->never_repeats;
    if (!proof_tt_create(&f->table, tt_bytes)) {
        proof_destroy(f);
        return NULL;
    }
    return f;
}

void proof_destroy(Proof *f)
{
    if (!f)
        return;
    for (int i = 0; i <= PROOF_MAX_PLIES; i++) {
        movelist_free(&f->level[i].list);
        memory_free(f->level[i].child);
    }
    proof_tt_destroy(&f->table);
    memory_free(f);
}

void proof_forget(Proof *f) { proof_tt_clear(&f->table); }

void proof_limit(Proof *f, uint64_t nodes, double seconds)
{
    f->node_limit = nodes;
    f->second_limit = seconds;
}

void proof_report(Proof *f, ProofProgress *progress, void *context)
{
    f->progress = progress;
    f->context = context;
}

void proof_cancel(Proof *f, const Cancel *cancel) { f->cancel = cancel; }

void proof_use_book(Proof *f, bool use) { f->book = use; }

int proof_plies(const Proof *f) { return f->plies; }

const Game *proof_game(const Proof *f) { return f->game; }

ProofEffort proof_effort(const Proof *f) { return (ProofEffort){f->nodes, f->seconds_before}; }

/* --- one position --- */

static Numbers decided(bool mover_content, int bound)
{
    return mover_content ? (Numbers){0, PROOF_INFINITE, bound} : (Numbers){PROOF_INFINITE, 0, bound};
}

static bool is_decided(Numbers n) { return n.phi == 0 || n.delta == 0; }

static void glance(const Game *g, const Position *p, Glance *out)
{
    if (g->search.glance) {
        g->search.glance(p, out);
        return;
    }
    *out = (Glance){.outcome = g->outcome(p)};
    if (out->outcome.over)
        return;
    if (g->search.winning_move && g->search.winning_move(p))
        out->sure_win = 1;
    uint64_t replies = g->count ? g->count(p) : 1;
    out->win = 1;
    out->hold = replies < 1000 ? (uint16_t)replies : 1000;
    out->key = position_key(g, p);
}

/* What can be said about a position without moving. `left`: plies that may follow, or PROOF_EVER. `key` is left
 * alone if the position is decided. */
static Numbers look(const Proof *f, const Position *p, bool attacker, int left, uint64_t *key)
{
    Glance seen;
    glance(f->game, p, &seen);
    if (seen.outcome.over) {
        bool won = seen.outcome.winner == f->side;
        return decided(won == attacker, won ? 0 : PROOF_EVER);
    }
    if (left <= 0)
        return decided(!attacker, 0);
    /* A sure win of the side that does not attack keeps the attacker from winning; one of the attacker's counts only
     * if it comes in time. */
    if (seen.sure_win > 0 && (!attacker || seen.sure_win <= left))
        return decided(true, attacker ? seen.sure_win : PROOF_EVER);
    *key = seen.key ^ f->salt;
    if (f->plies_in_key)
        *key += (uint64_t)left * UINT64_C(0x9e3779b97f4a7c15);
    return (Numbers){seen.win, seen.hold, 0};
}

/* Replaces `n` by what the table knows, if anything. */
static void recall(const Proof *f, uint64_t key, bool attacker, int left, Numbers *n)
{
    ProofFacts known;
    if (!proof_tt_find(&f->table, key, &known))
        return;
    if (known.yes <= left)
        *n = decided(attacker, known.yes);
    else if (known.no >= left)
        *n = decided(!attacker, known.no);
    else if (known.phi && known.delta)
        *n = (Numbers){known.phi, known.delta, 0};
}

static void remember(Proof *f, uint64_t key, bool attacker, Numbers n, uint64_t effort)
{
    ProofFacts facts = {n.phi, n.delta, PROOF_NEVER, 0};
    if (is_decided(n)) {
        if ((n.phi == 0) == attacker)
            facts.yes = (uint8_t)n.bound;
        else
            facts.no = (uint8_t)n.bound;
    }
    proof_tt_store(&f->table, key, facts, effort);
}

static int one_more(int bound) { return bound < PROOF_EVER ? bound + 1 : bound; }

static bool give_up(Proof *f)
{
    uint64_t spent = f->nodes - f->nodes_before;
    if (f->given_up)
        return true;
    if (f->node_limit && spent >= f->node_limit)
        f->given_up = true;
    if ((spent & 1023) == 0) {
        double seconds = clock_now() - f->started;
        if (cancel_asked(f->cancel) || (f->second_limit > 0 && seconds >= f->second_limit))
            f->given_up = true;
        if (f->progress && (spent & 0xfffff) == 0 &&
            !f->progress(f->context, &(ProofEffort){f->nodes, f->seconds_before + seconds}))
            f->given_up = true;
    }
    return f->given_up;
}

/* --- a node and its children --- */

static bool make_room(Level *l)
{
    if (l->list.count <= l->capacity)
        return true;
    Child *grown = memory_resize(l->child, l->list.count * sizeof *grown);
    if (!grown)
        return false;
    l->child = grown;
    l->capacity = l->list.count;
    return true;
}

/* A child whose mover has what they want decides nothing alone, but all such children decide the node. The attacker
 * is kept from winning for as long as the weakest refutation holds, and wins when the longest defence is over. */
static void drop(Level *l, int bound, bool attacker)
{
    if (attacker ? bound < l->bound : bound > l->bound)
        l->bound = bound;
}

/* Fills the level with the children of `p`; `attacker`: the attacker moves at `p`. False: out of memory. */
static bool open_level(Proof *f, Level *l, const Position *p, bool attacker, int left)
{
    const Game *g = f->game;
    if (!movelist_fill(&l->list, g, p) || !make_room(l))
        return false;
    l->count = 0;
    l->bound = attacker ? PROOF_EVER : 0;
    for (size_t i = 0; i < l->list.count; i++) {
        Child *c = &l->child[l->count];
        g->play(p, l->list.move[i], &c->position);
        c->n = look(f, &c->position, !attacker, left, &c->key);
        if (c->n.delta == 0) {
            l->child[0] = *c;
            l->count = 1;
            return true;
        }
        if (c->n.phi == 0) {
            drop(l, c->n.bound, attacker);
            continue;
        }
        proof_tt_prefetch(&f->table, c->key);
        l->count++;
    }
    size_t kept = 0;
    for (size_t i = 0; i < l->count; i++) {
        Child *c = &l->child[i];
        recall(f, c->key, !attacker, left, &c->n);
        if (c->n.phi == 0)
            drop(l, c->n.bound, attacker);
        else if (kept++ != i)
            l->child[kept - 1] = *c;
    }
    l->count = kept;
    return true;
}

static uint32_t add(uint32_t a, uint32_t b) { return a + b < LARGEST ? a + b : LARGEST; }

/* A limit above the largest number is no limit. */
static uint32_t add_limit(uint32_t a, uint32_t b) { return a + b < LARGEST ? a + b : PROOF_INFINITE; }

/* The node's numbers from its children, the child to look at next, and the second smallest delta, beyond which that
 * child is no longer the most promising. */
static Numbers combine(const Level *l, bool attacker, size_t *best, uint32_t *second)
{
    Numbers n = {PROOF_INFINITE, 0, 0};
    uint32_t best_phi = PROOF_INFINITE;
    int all = l->bound, one = attacker ? PROOF_EVER : 0;
    *second = PROOF_INFINITE;
    *best = 0;
    for (size_t i = 0; i < l->count; i++) {
        Numbers c = l->child[i].n;
        if (c.phi == 0) {
            if (attacker ? c.bound < all : c.bound > all)
                all = c.bound;
            continue;
        }
        if (c.delta == 0 && (attacker ? c.bound < one : c.bound > one))
            one = c.bound;
        n.delta = add(n.delta, c.phi);
        if (c.delta < n.phi || (c.delta == n.phi && c.phi < best_phi)) {
            *second = n.phi;
            n.phi = c.delta;
            best_phi = c.phi;
            *best = i;
        } else if (c.delta < *second) {
            *second = c.delta;
        }
    }
    if (n.phi == 0)
        return decided(true, one_more(one));
    return n.delta == 0 ? decided(false, one_more(all)) : n;
}

/* Works on `p` until one of its numbers reaches its limit. */
static Numbers expand(Proof *f, const Position *p, uint64_t key, Numbers limit, bool attacker, int left, int ply)
{
    Level *l = &f->level[ply];
    int left_below = left == PROOF_EVER ? left : left - 1;
    uint64_t nodes_before = f->nodes++;
    if (give_up(f) || ply >= PROOF_MAX_PLIES || !open_level(f, l, p, attacker, left_below)) {
        f->given_up = true;
        return (Numbers){1, 1, 0};
    }
    Numbers n;
    for (;;) {
        size_t best;
        uint32_t second;
        n = combine(l, attacker, &best, &second);
        if (n.phi >= limit.phi || n.delta >= limit.delta || is_decided(n))
            break;
        Child *c = &l->child[best];
        uint32_t next = add_limit(second, second / 4 + 1);
        Numbers child_limit = {
            .phi = limit.delta == PROOF_INFINITE ? PROOF_INFINITE : limit.delta - n.delta + c->n.phi,
            .delta = limit.phi < next ? limit.phi : next,
        };
        c->n = expand(f, &c->position, c->key, child_limit, !attacker, left_below, ply + 1);
        if (f->given_up)
            return n;
    }
    remember(f, key, attacker, n, f->nodes - nodes_before);
    return n;
}

/* --- questions --- */

static void begin(Proof *f)
{
    f->given_up = cancel_asked(f->cancel);
    f->nodes_before = f->nodes;
    f->started = clock_now();
}

static void end(Proof *f) { f->seconds_before += clock_now() - f->started; }

static Truth ask(Proof *f, const Position *p, int side, int left)
{
    bool attacker = game_side(f->game, f->game->mover(p)) == side;
    uint64_t key = 0;
    f->side = side;
    f->salt = (uint64_t)(side + 1) * UINT64_C(0xd6e8feb86659fd93);
    Numbers n = look(f, p, attacker, left, &key);
    if (!is_decided(n))
        recall(f, key, attacker, left, &n);
    if (!is_decided(n))
        n = expand(f, p, key, (Numbers){PROOF_INFINITE, PROOF_INFINITE, 0}, attacker, left, 0);
    if (f->given_up || !is_decided(n))
        return TRUTH_UNKNOWN;
    f->plies = n.bound;
    return (n.phi == 0) == attacker ? TRUTH_YES : TRUTH_NO;
}

Truth proof_wins(Proof *f, const Position *p, int side, int within)
{
    if (within == 0 && !f->game->never_repeats)
        return TRUTH_UNKNOWN;
    begin(f);
    Truth t = ask(f, p, side, within > 0 && within < PROOF_EVER ? within : PROOF_EVER);
    end(f);
    return t;
}

/* `side` is known to win within f->plies. Finds how many plies it takes, or a smaller bound if the limit ends the
 * search. */
static Value shortened(Proof *f, const Position *p, int side, int result)
{
    int least = 1, most = f->plies;
    while (most > least) {
        Truth t = ask(f, p, side, most - 1);
        if (t == TRUTH_UNKNOWN)
            return value_within(result, most);
        if (t == TRUTH_NO)
            least = most;
        else
            most = f->plies;
    }
    return value_proven(result, most);
}

static Value value(Proof *f, const Position *p, int left, bool distance)
{
    int mover = game_side(f->game, f->game->mover(p));
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? mover : 1 - mover, result = i == 0 ? 1 : -1;
        Truth t = ask(f, p, side, left);
        if (t == TRUTH_UNKNOWN)
            return value_unknown();
        if (t == TRUTH_YES)
            return distance ? shortened(f, p, side, result) : value_within(result, f->plies);
    }
    return left == PROOF_EVER ? value_proven(0, -1) : value_unknown();
}

Value proof_value(Proof *f, const Position *p, bool distance)
{
    const Game *g = f->game;
    Outcome o = g->outcome(p);
    if (o.over)
        return value_over(g, p, o);
    if (!g->never_repeats)
        return value_unknown();
    const BookLine *known = f->book ? book_find(g, p) : NULL;
    if (known)
        return value_proven(known->result, known->distance);
    begin(f);
    Value v = value(f, p, PROOF_EVER, distance);
    end(f);
    return v;
}

Value proof_value_within(Proof *f, const Position *p, int plies, bool distance)
{
    Outcome o = f->game->outcome(p);
    if (o.over)
        return value_over(f->game, p, o);
    if (plies < 1)
        return value_unknown();
    begin(f);
    Value v = value(f, p, plies < PROOF_MAX_PLIES ? plies : PROOF_MAX_PLIES, distance);
    end(f);
    return v;
}
