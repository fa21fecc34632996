/* Depth-first proof-number search: see proof.h.
 *
 * A node has two numbers: phi, how hard it is to show that the player to move gets
 * what they want, and delta, how hard to show that they do not. "Wants" is winning
 * for the side that the question names and preventing it for the other. The same
 * rules then serve both: phi is the smallest delta of the children, delta the sum
 * of their phi. 0 is shown, INFINITE can't be. */
#include "solve/proof.h"

#include "core/memory.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { INFINITE = (1 << 24) - 1, BUCKET = 4, EFFORT_MAX = 65535 };

typedef struct Numbers {
    uint32_t phi, delta;
} Numbers;

typedef struct Entry {
    uint64_t key;
    uint64_t data;          /* phi 24 | delta 24 | effort 16; 0: empty */
} Entry;

typedef struct Child {
    uint64_t key;
    Move move;
    Numbers n;
} Child;

typedef struct Level {
    MoveList list;
    Child *child;
    size_t capacity;
} Level;

struct Proof {
    const Game *game;
    Entry *table;
    size_t count;           /* a power of two */
    Level level[PROOF_MAX_PLIES + 1];
    int side;               /* of the question */
    bool limited;           /* the question has a ply limit */
    uint64_t salt;          /* tells questions apart in the table */
    uint64_t nodes, node_limit, nodes_before;
    double second_limit, started, seconds_before;
    ProofProgress *progress;
    void *context;
    atomic_bool stop;
    bool given_up;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

Proof *proof_create(const Game *g, size_t table_bytes)
{
    Proof *f = memory_resize(NULL, sizeof *f);
    if (!f)
        return NULL;
    memset(f, 0, sizeof *f);
    f->game = g;
    f->count = BUCKET;
    while (f->count * 2 * sizeof(Entry) <= table_bytes)
        f->count *= 2;
    f->table = memory_resize(NULL, f->count * sizeof(Entry));
    if (!f->table) {
        proof_destroy(f);
        return NULL;
    }
    proof_forget(f);
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
    memory_free(f->table);
    memory_free(f);
}

void proof_forget(Proof *f) { memset(f->table, 0, f->count * sizeof(Entry)); }

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

void proof_stop(Proof *f) { atomic_store(&f->stop, true); }

ProofEffort proof_effort(const Proof *f) { return (ProofEffort){f->nodes, f->seconds_before}; }

/* --- the table --- */

static bool lookup(const Proof *f, uint64_t key, Numbers *out)
{
    const Entry *bucket = &f->table[key & (f->count - 1) & ~(size_t)(BUCKET - 1)];
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].data && bucket[i].key == key) {
            out->phi = (uint32_t)(bucket[i].data & INFINITE);
            out->delta = (uint32_t)(bucket[i].data >> 24 & INFINITE);
            return true;
        }
    return false;
}

static void store(Proof *f, uint64_t key, Numbers n, uint64_t effort)
{
    Entry *bucket = &f->table[key & (f->count - 1) & ~(size_t)(BUCKET - 1)], *worst = bucket;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < BUCKET; i++) {
        if (!bucket[i].data || bucket[i].key == key) {
            worst = &bucket[i];
            break;
        }
        uint64_t cost = bucket[i].data >> 48;
        if (cost < least) {
            least = cost;
            worst = &bucket[i];
        }
    }
    if (effort > EFFORT_MAX)
        effort = EFFORT_MAX;
    *worst = (Entry){key, (uint64_t)n.phi | (uint64_t)n.delta << 24 | effort << 48};
}

/* --- nodes --- */

static Numbers decided(bool mover_content)
{
    return mover_content ? (Numbers){0, INFINITE} : (Numbers){INFINITE, 0};
}

/* The numbers of a position met for the first time. `left`: plies that may follow. */
static Numbers first_numbers(const Proof *f, const Position *p, int left)
{
    const Game *g = f->game;
    bool attacker = game_side(g, g->mover(p)) == f->side;
    Outcome o = g->outcome(p);
    if (o.over)
        return decided((o.winner == f->side) == attacker);
    if (f->limited && left <= 0)
        return decided(!attacker);
    if (g->winning_move && g->winning_move(p))
        return decided(true);
    if (g->sure_win) {
        /* A sure win of the side that does not attack keeps the attacker from winning; one
         * of the attacker's counts only if it comes in time. */
        int plies = g->sure_win(p);
        if (plies > 0 && (!attacker || !f->limited || plies <= left))
            return decided(true);
    }
    uint64_t replies = g->count ? g->count(p) : 1;
    return (Numbers){1, replies < 1000 ? (uint32_t)replies : 1000};
}

static uint64_t question_key(const Proof *f, const Position *p, int left)
{
    uint64_t key = position_key(f->game, p) ^ f->salt;
    if (f->limited)
        key += (uint64_t)(left + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return key;
}

static bool give_up(Proof *f)
{
    uint64_t spent = f->nodes - f->nodes_before;
    if (f->given_up)
        return true;
    if (f->node_limit && spent >= f->node_limit)
        f->given_up = true;
    if ((spent & 1023) == 0) {
        double seconds = now() - f->started;
        if (atomic_load_explicit(&f->stop, memory_order_relaxed) || (f->second_limit > 0 && seconds >= f->second_limit))
            f->given_up = true;
        if (f->progress && (spent & 0xfffff) == 0 &&
            !f->progress(f->context, &(ProofEffort){f->nodes, f->seconds_before + seconds}))
            f->given_up = true;
    }
    return f->given_up;
}

static bool open_level(Proof *f, Level *l, const Position *p, int left)
{
    const Game *g = f->game;
    if (!movelist_fill(&l->list, g, p))
        return false;
    if (l->list.count > l->capacity) {
        Child *grown = memory_resize(l->child, l->list.count * sizeof *grown);
        if (!grown)
            return false;
        l->child = grown;
        l->capacity = l->list.count;
    }
    for (size_t i = 0; i < l->list.count; i++) {
        Child *c = &l->child[i];
        Position q;
        g->play(p, l->list.move[i], &q);
        c->move = l->list.move[i];
        c->key = question_key(f, &q, left - 1);
        if (!lookup(f, c->key, &c->n))
            c->n = first_numbers(f, &q, left - 1);
    }
    return true;
}

static uint32_t add(uint32_t a, uint32_t b) { return a + b < INFINITE ? a + b : INFINITE; }

/* The node's numbers from its children, the child to look at next, and the second
 * smallest delta, beyond which the next child is no longer the most promising. */
static Numbers combine(const Level *l, size_t *best, uint32_t *second)
{
    Numbers n = {INFINITE, 0};
    *second = INFINITE;
    *best = 0;
    uint32_t best_phi = INFINITE;
    for (size_t i = 0; i < l->list.count; i++) {
        Numbers c = l->child[i].n;
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
        n.delta = INFINITE;
    return n;
}

/* Works on `p` until one of its numbers reaches its limit. */
static Numbers expand(Proof *f, const Position *p, uint64_t key, Numbers limit, int left, int ply)
{
    Level *l = &f->level[ply];
    uint64_t nodes_before = f->nodes++;
    if (give_up(f) || ply >= PROOF_MAX_PLIES || !open_level(f, l, p, left)) {
        f->given_up = true;
        return (Numbers){1, 1};
    }
    Numbers n;
    for (;;) {
        size_t best;
        uint32_t second;
        n = combine(l, &best, &second);
        if (n.phi >= limit.phi || n.delta >= limit.delta || n.phi == 0 || n.delta == 0)
            break;
        Child *c = &l->child[best];
        uint32_t slack = second / 4 + 1;
        Numbers child_limit = {
            .phi = limit.delta == INFINITE ? INFINITE : limit.delta - n.delta + c->n.phi,
            .delta = limit.phi < add(second, slack) ? limit.phi : add(second, slack),
        };
        Position q;
        f->game->play(p, c->move, &q);
        c->n = expand(f, &q, c->key, child_limit, left - 1, ply + 1);
        if (f->given_up)
            return n;
    }
    store(f, key, n, f->nodes - nodes_before);
    return n;
}

Truth proof_wins(Proof *f, const Position *p, int side, int within)
{
    if (within == 0 && !f->game->never_repeats)
        return TRUTH_UNKNOWN;
    f->side = side;
    f->limited = within > 0;
    f->salt = (uint64_t)(side + 1) * UINT64_C(0xd6e8feb86659fd93);
    f->given_up = false;
    f->nodes_before = f->nodes;
    f->started = now();
    uint64_t key = question_key(f, p, within);
    Numbers n;
    if (!lookup(f, key, &n))
        n = first_numbers(f, p, within);
    if (n.phi != 0 && n.delta != 0)
        n = expand(f, p, key, (Numbers){INFINITE, INFINITE}, within, 0);
    f->seconds_before += now() - f->started;
    atomic_store(&f->stop, false);
    if (f->given_up || (n.phi != 0 && n.delta != 0))
        return TRUTH_UNKNOWN;
    bool attacker = game_side(f->game, f->game->mover(p)) == side;
    return (n.phi == 0) == attacker ? TRUTH_YES : TRUTH_NO;
}

/* The fewest plies in which `side`, known to win, can force it. */
static int shortest_win(Proof *f, const Position *p, int side)
{
    /* Step by one: a game can be won by the other's move. */
    for (int within = 1; within <= PROOF_MAX_PLIES; within++) {
        Truth t = proof_wins(f, p, side, within);
        if (t != TRUTH_NO)
            return t == TRUTH_YES ? within : -1;
    }
    return -1;
}

ProofValue proof_value(Proof *f, const Position *p, bool distance)
{
    const Game *g = f->game;
    int mover = game_side(g, g->mover(p));
    Outcome o = g->outcome(p);
    if (o.over)
        return (ProofValue){true, o.winner == DRAW ? 0 : o.winner == mover ? 1 : -1, 0};
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? mover : 1 - mover;
        Truth t = proof_wins(f, p, side, 0);
        if (t == TRUTH_UNKNOWN)
            return (ProofValue){0};
        if (t == TRUTH_YES) {
            int plies = distance ? shortest_win(f, p, side) : -1;
            return (ProofValue){.known = !distance || plies > 0, .result = i == 0 ? 1 : -1, .distance = plies};
        }
    }
    return (ProofValue){true, 0, -1};
}
