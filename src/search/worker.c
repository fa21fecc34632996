/* The recursive part of the search. Every node goes through the numbered steps of worker_search. No step leaves a
 * move out unless the answer is an estimate, so a win or loss is a proof, however it was found. Moves late in the
 * order are first searched to a smaller depth, and so is a position that looks far better or worse than what is asked
 * about. A worker that searches in full does neither: then a value is the true minimax value of the tree to its depth,
 * and a win found at depth ≥ its distance is the shortest. */
#include "search/worker.h"

#include "core/clock.h"
#include "core/memory.h"

/* Drawn by repetition: the position occurred before on the way from the root, or twice in the game. */
static bool repeats(const Worker *w, uint64_t hash, int ply)
{
    for (int i = ply - 2; i >= 0; i -= 2)
        if (w->ply[i].hash == hash)
            return true;
    for (size_t i = 0; i < w->shared->twice_count; i++)
        if (w->shared->twice[i] == hash)
            return true;
    return false;
}

static void check_limits(Worker *w)
{
    Shared *s = w->shared;
    if (w->task.depth <= 1)          /* every move gets a first look, however little time there is */
        return;
    uint64_t nodes = worker_nodes(w);
    if (w->number == 0 && s->node_limit && nodes >= s->node_limit)
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    if ((nodes & 1023) == 0 && s->deadline > 0 && clock_now() >= s->deadline)
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
}

static bool grow_ranks(Ply *here)
{
    if (here->rank_capacity >= here->list.capacity)
        return true;
    int *grown = memory_resize(here->rank, here->list.capacity * sizeof *grown);
    if (!grown)
        return false;
    here->rank = grown;
    here->rank_capacity = here->list.capacity;
    return true;
}

static size_t history_slot(Move m) { return move_tag(m) & (HISTORY_SIZE - 1); }

static void swap_moves(Ply *here, size_t a, size_t b)
{
    Move m = here->list.move[a];
    here->list.move[a] = here->list.move[b];
    here->list.move[b] = m;
}

static int rank_of(const Worker *w, const Position *p, Move m, int ply)
{
    const Game *g = w->game;
    return w->history[ply & 1][history_slot(m)] + (g->search.order ? g->search.order(p, m) : 0);
}

/* Puts the table's move first, then the killers, those that are legal here, and counts them. */
static void lead(const Worker *w, const Position *p, Ply *here, uint16_t tt_tag, int ply)
{
    const MoveList *list = &here->list;
    size_t leading = 0;
    for (size_t i = 0; tt_tag && i < list->count && !leading; i++)
        if (move_tag(list->move[i]) == tt_tag)
            swap_moves(here, leading++, i);
    const size_t first = leading;
    for (int k = 0; k < KILLERS; k++)
        for (size_t i = leading; i < list->count; i++)
            if (list->move[i] == here->killer[k]) {
                swap_moves(here, leading++, i);
                break;
            }
    if (leading == first + 2 && rank_of(w, p, list->move[first], ply) < rank_of(w, p, list->move[first + 1], ply))
        swap_moves(here, first, first + 1);
    here->leading = leading;
}

static void rank_moves(const Worker *w, const Position *p, Ply *here, size_t first, int ply)
{
    for (size_t i = first; i < here->list.count; i++)
        here->rank[i] = rank_of(w, p, here->list.move[i], ply);
}

/* Sorts the rest from `first` on, highest rank first; equal ranks keep a fixed order. */
static void sort_rest(Ply *here, size_t first)
{
    static const size_t gaps[] = {301, 132, 57, 23, 10, 4, 1};
    Move *move = here->list.move;
    int *rank = here->rank;
    for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++)
        for (size_t i = first + gaps[k]; i < here->list.count; i++) {
            Move m = move[i];
            int r = rank[i];
            size_t j = i;
            for (; j >= first + gaps[k] && rank[j - gaps[k]] < r; j -= gaps[k]) {
                move[j] = move[j - gaps[k]];
                rank[j] = rank[j - gaps[k]];
            }
            move[j] = m;
            rank[j] = r;
        }
}

static size_t highest(const int *rank, size_t first, size_t count)
{
    int most = rank[first];
    for (size_t i = first + 1; i < count; i++)
        most = rank[i] > most ? rank[i] : most;
    while (rank[first] != most)
        first++;
    return first;
}

enum { SORT_AFTER = 3 };

/* Makes the i-th move the one to search next. Most nodes are cut off by one of the first moves, so the others are ranked
 * only after those that lead, then selected one by one, and sorted when even more of them are needed. */
static void pick(const Worker *w, const Position *p, Ply *here, size_t i, int ply)
{
    if (i < here->leading)
        return;
    if (i == here->leading)
        rank_moves(w, p, here, i, ply);
    if (i < here->leading + SORT_AFTER) {
        const size_t best = highest(here->rank, i, here->list.count);
        swap_moves(here, i, best);
        here->rank[best] = here->rank[i];
    } else if (i == here->leading + SORT_AFTER) {
        sort_rest(here, i);
    }
}

static void remember_cutoff(Worker *w, Ply *here, size_t searched, int depth, int ply)
{
    Move m = here->list.move[searched];
    if (here->killer[0] != m) {
        here->killer[1] = here->killer[0];
        here->killer[0] = m;
    }
    int *history = w->history[ply & 1];
    int bonus = depth < 64 ? depth * depth : 64 * 64; /* this keeps the slots within 16 times 64 * 64 */
    int *slot = &history[history_slot(m)];
    *slot += bonus * 16 - (int)((int64_t)*slot * bonus / 4096);
    for (size_t i = 0; i < searched; i++) {
        slot = &history[history_slot(here->list.move[i])];
        *slot -= bonus + (int)((int64_t)*slot * bonus / 4096);
    }
}

static void set_line(Worker *w, int ply, Move m)
{
    Ply *here = &w->ply[ply];
    const Ply *below = &w->ply[ply + 1];
    int n = below->line_length < SEARCH_MAX_LINE - 1 ? below->line_length : SEARCH_MAX_LINE - 1;
    here->line[0] = m;
    for (int i = 0; i < n; i++)
        here->line[i + 1] = below->line[i];
    here->line_length = n + 1;
}

enum { ETC_DEPTH = 4, ETC_MOVES = 32 };

/* Whether the table knows that one of the moves is good enough. All entries are prefetched before the first is read,
 * so that the memory accesses overlap. */
static bool known_cutoff(Worker *w, const Position *p, const Ply *here, int depth, int beta, int ply, int *out)
{
    const Game *g = w->game;
    const TranspositionTable *table = &w->shared->table;
    uint64_t key[ETC_MOVES], hash[ETC_MOVES];
    size_t count = here->list.count < ETC_MOVES ? here->list.count : ETC_MOVES;
    for (size_t i = 0; i < count; i++) {
        Position child;
        g->play(p, here->list.move[i], &child);
        key[i] = worker_key(w, &child, &hash[i]);
        tt_prefetch(table, key[i]);
    }
    for (size_t i = 0; i < count; i++) {
        TtEntry e;
        if (!tt_probe(table, key[i], &e) || !(e.bound & BOUND_UPPER))
            continue;
        *out = -tt_value_at(e.value, ply + 1);
        if (*out >= beta && (e.depth >= depth - 1 || score_is_win(*out)) &&
            (g->never_repeats || !repeats(w, hash[i], ply + 1)))
            return true;
    }
    return false;
}

static Judged *judged(Worker *w, uint64_t hash) { return &w->judged[hash & (JUDGED - 1)]; }

static bool is_judged(const Judged *j, uint64_t hash) { return (*j ^ hash) >> JUDGED_VALUE == 0; }

static int remember_judged(Judged *j, uint64_t hash, int value)
{
    *j = hash >> JUDGED_VALUE << JUDGED_VALUE | (uint16_t)value;
    return value;
}

/* Evaluates `p`, whose hash is given, or recalls its evaluation. */
static int judge(Worker *w, const Position *p, uint64_t hash)
{
    if (!w->game->search.net) /* then evaluating is cheaper than remembering */
        return worker_evaluate(w->game, p);
    Judged *j = judged(w, hash);
    return is_judged(j, hash) ? (int16_t)*j : remember_judged(j, hash, worker_evaluate(w->game, p));
}

/* The result is certain; among equal results, the position that looks best comes first. */
static int opening_score(const OpeningLayer *o, const Game *g, const Position *p)
{
    enum { MOST_LOOKS = 500 };
    _Static_assert(SCORE_SURE - MOST_LOOKS >= SCORE_PROVEN && SCORE_SURE + MOST_LOOKS <= INT16_MAX,
                   "what is certain stays proven, and fits in what remembers it");
    int looks, result = opening_layer_value(o, g, p, &looks);
    looks /= 16;
    looks = looks > MOST_LOOKS ? MOST_LOOKS : looks < -MOST_LOOKS ? -MOST_LOOKS : looks;
    return result > 0 ? SCORE_SURE + looks : result < 0 ? looks - SCORE_SURE : looks / 10;
}

/* The same, remembered: apart from how the position would be evaluated without the layer. */
static int known_opening(Worker *w, const OpeningLayer *o, const Position *p, int ply)
{
    uint64_t hash = w->ply[ply].hash ^ OPENING_SALT;
    Judged *j = judged(w, hash);
    int score = is_judged(j, hash) ? (int16_t)*j : remember_judged(j, hash, opening_score(o, w->game, p));
    return tt_value_at(score, ply);
}

enum { REDUCE_DEPTH = 3, REDUCE_AFTER = 3, REDUCE_SLOPE = 3 };

/* By how many plies the i-th move of a node is first reduced. */
static int reduction(const Worker *w, int depth, size_t i, int alpha)
{
    if (w->task.full || depth < REDUCE_DEPTH || i < REDUCE_AFTER || score_is_win(alpha) || score_is_loss(alpha))
        return 0;
    int less = 1 + (31 - __builtin_clz((unsigned)depth)) * (31 - __builtin_clz((unsigned)i)) / REDUCE_SLOPE;
    return less < depth - 1 ? less : depth - 1;
}

/* A node on its way through the steps; its window narrows. */
typedef struct WorkerNode {
    const Position *p;
    uint64_t key;
    int depth, alpha, beta, ply;
} WorkerNode;

/* Steps 2 to 6: what needs no look at the moves. Returns whether that settles the value. */
static inline bool settled(Worker *w, WorkerNode *n, int *value)
{
    const Game *g = w->game;
    Ply *here = &w->ply[n->ply];

    /* 2. The end of the game, or a repetition. */
    Outcome o = g->outcome(n->p);
    if (o.over) {
        bool won = o.winner == game_side(g, g->mover(n->p));
        *value = o.winner == DRAW ? SCORE_DRAWN : won ? score_win_in(n->ply) : score_loss_in(n->ply);
        return true;
    }
    if (!g->never_repeats && repeats(w, here->hash, n->ply)) {
        *value = SCORE_DRAWN;
        return true;
    }

    /* 3. No line from here can beat a win with the next move, nor be worse than a loss right here. */
    if (n->alpha < score_loss_in(n->ply))
        n->alpha = score_loss_in(n->ply);
    if (n->beta > score_win_in(n->ply + 1))
        n->beta = score_win_in(n->ply + 1);
    *value = n->alpha;
    if (n->alpha >= n->beta)
        return true;

    /* 4. An immediate win. */
    Move win = g->search.winning_move ? g->search.winning_move(n->p) : 0;
    if (win) {
        here->line[0] = win;
        here->line_length = 1;
        *value = score_win_in(n->ply + 1);
        return true;
    }

    /* 5. The opening, as far as its layers know it. */
    const OpeningLayer *opening = w->shared->opening;
    if (opening && (opening = opening_layer_at(opening, g, n->p)) != NULL) {
        *value = known_opening(w, opening, n->p, n->ply);
        return true;
    }

    /* 6. The horizon. Looking the position up would cost more than evaluating it. */
    if (n->depth > 0 && n->ply < MAX_PLY)
        return false;
    *value = judge(w, n->p, here->hash);
    return true;
}

enum { FORESEE_DEPTH = 2, FORESEE_LESS = 3, FORESEE_SLOPE = 3, LOOKS_DECIDED = 1000, PROOF_DEPTH = 8 };

/* Step 8. A position that looks far better or worse than what is asked about is searched to a smaller depth; if that
 * agrees, by a margin, it settles the question. Only a win or loss that the smaller search has proven is answered as
 * one. Where what is asked about looks decided, all that is left to find is the proof: the last plies are not settled
 * like this. */
static inline bool foreseen(Worker *w, const WorkerNode *n, int *value)
{
    const int doubt = w->game->search.doubt;
    const bool decided = n->beta > LOOKS_DECIDED || n->alpha < -LOOKS_DECIDED;
    if (doubt == 0 || w->task.full || n->depth < FORESEE_DEPTH || (decided && n->depth <= PROOF_DEPTH) ||
        score_is_win(n->beta) || score_is_loss(n->alpha))
        return false;
    const int high = n->beta + doubt, low = n->alpha - doubt, looks = judge(w, n->p, w->ply[n->ply].hash);
    if (looks > low && looks < high)
        return false;
    const bool good = looks >= high;
    int depth = n->depth - FORESEE_LESS - n->depth / FORESEE_SLOPE;
    depth = depth > 0 ? depth : n->depth > FORESEE_DEPTH;
    *value = depth == 0 ? looks
                        : worker_search(w, n->p, n->key, depth, good ? high - 1 : low, good ? high : low + 1, n->ply);
    w->ply[n->ply].line_length = 0;
    if (worker_stopped(w))
        return true;
    if (good ? *value < high : *value > low)
        return false;
    if (!score_is_win(*value) && !score_is_loss(*value))
        *value = good ? n->beta : n->alpha;
    return true;
}

enum { DIVIDE_DEPTH = 3, LEFT_FOR_LATER = SCORE_INFINITE + 1 };

/* The value of a move that leads to `child`. The first move gets the whole window, the others a test that they are
 * no better, and the whole window if they are. Late moves are first searched to a smaller depth, unless they look
 * better. */
static inline int search_child(Worker *w, const WorkerNode *n, size_t i, const Position *child, uint64_t key)
{
    const int alpha = n->alpha, beta = n->beta, depth = n->depth, ply = n->ply;
    if (i == 0)
        return -worker_search(w, child, key, depth - 1, -beta, -alpha, ply + 1);
    int less = reduction(w, depth, i, alpha);
    int value = -worker_search(w, child, key, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
    if (less && value > alpha && !worker_stopped(w))
        value = -worker_search(w, child, key, depth - 1, -alpha - 1, -alpha, ply + 1);
    if (value > alpha && value < beta && !worker_stopped(w))
        value = -worker_search(w, child, key, depth - 1, -beta, -alpha, ply + 1);
    return value;
}

/* Step 11 for the i-th move. If the work is `divided`, the other threads are told about it. If one of them is
 * already at it and it `may_wait`, returns LEFT_FOR_LATER. */
static inline int search_move(Worker *w, const WorkerNode *n, size_t i, bool divided, bool may_wait)
{
    const Game *g = w->game;
    Ply *here = &w->ply[n->ply], *below = here + 1;
    Position child;
    g->play(n->p, here->list.move[i], &child);
    uint64_t key = 0;
    if (n->depth > 1) {
        key = worker_key(w, &child, &below->hash);
        tt_prefetch(&w->shared->table, key);
    } else if (!g->never_repeats || g->search.net) {
        below->hash = position_hash(g, &child);
    }
    if (!divided)
        return search_child(w, n, i, &child, key);
    Underway *underway = &w->shared->underway;
    if (may_wait && underway_has(underway, key))
        return LEFT_FOR_LATER;
    underway_begin(underway, key);
    int value = search_child(w, n, i, &child, key);
    underway_end(underway, key);
    return value;
}

/* Whether another thread has meanwhile answered the question. */
static bool answered(const Worker *w, const WorkerNode *n, int *value)
{
    TtEntry entry;
    if (n->beta - n->alpha > 1 || !tt_probe(&w->shared->table, n->key, &entry))
        return false;
    int known = tt_value_at(entry.value, n->ply);
    if (!tt_answers(&entry, known, n->depth, n->alpha, n->beta))
        return false;
    *value = known;
    return true;
}

/* Step 11; moves that another thread is at come after the others. False: *best is all there is to say, because the
 * task was dropped or another thread has answered. */
static inline bool search_moves(Worker *w, WorkerNode *n, int *best)
{
    Ply *here = &w->ply[n->ply];
    const bool divided = w->shared->divided && n->depth >= DIVIDE_DEPTH;
    const size_t count = here->list.count;
    size_t left = 0;
    *best = -SCORE_INFINITE;
    for (size_t turn = 0; turn < count + left && n->alpha < n->beta; turn++) {
        const bool again = turn >= count;
        const size_t i = again ? here->left[turn - count] : turn;
        if (divided && turn > 0 && answered(w, n, best))
            return false;
        if (!again)
            pick(w, n->p, here, i, n->ply);
        int value = search_move(w, n, i, divided, divided && i > 0 && !again && left < LEFT_MAX);
        if (value == LEFT_FOR_LATER) {
            here->left[left++] = (uint16_t)i;
            continue;
        }
        if (worker_stopped(w)) {
            *best = 0;
            return false;
        }
        *best = value > *best ? value : *best;
        if (value <= n->alpha)
            continue;
        n->alpha = value;
        set_line(w, n->ply, here->list.move[i]);
        if (value >= n->beta)
            remember_cutoff(w, here, i, n->depth, n->ply);
    }
    return true;
}

int worker_search(Worker *w, const Position *p, uint64_t key, int depth, int alpha, int beta, int ply)
{
    Shared *s = w->shared;
    Ply *here = &w->ply[ply];
    WorkerNode n = {p, key, depth, alpha, beta, ply};
    const bool pv = beta - alpha > 1;
    here->line_length = 0;

    /* 1. Limits. */
    atomic_store_explicit(&w->nodes, worker_nodes(w) + 1, memory_order_relaxed); /* nobody else writes it */
    check_limits(w);
    if (worker_stopped(w))
        return 0;

    int value;
    if (settled(w, &n, &value))
        return value;

    /* 7. What is known already. Not on the best line, where every move is wanted. */
    TtEntry entry = {0};
    if (tt_probe(&s->table, key, &entry) && !pv) {
        value = tt_value_at(entry.value, ply);
        if (tt_answers(&entry, value, depth, n.alpha, n.beta))
            return value;
    }

    /* 8. What fewer plies show clearly. */
    if (!pv && foreseen(w, &n, &value))
        return value;

    /* 9. The moves, most promising first. */
    if (!movelist_fill_distinct(&here->list, w->game, p) || !grow_ranks(here)) {
        atomic_store(&s->failed, true);
        atomic_store(&s->stop, true);
        return 0;
    }
    lead(w, p, here, entry.tag, ply);

    /* 10. Enhanced transposition cut-off: a reply already known to be good enough. */
    if (!pv && depth >= ETC_DEPTH && known_cutoff(w, p, here, depth, n.beta, ply, &value))
        return value;

    /* 11. Each move. */
    const int least = n.alpha;
    int best;
    if (!search_moves(w, &n, &best))
        return best;

    /* 12. Remember. */
    Bound bound = best >= n.beta ? BOUND_LOWER : best > least ? BOUND_EXACT : BOUND_UPPER;
    uint16_t tag = best > least ? move_tag(here->line[0]) : 0;
    tt_store(&s->table, key, (TtEntry){tt_value(best, ply), depth, bound, tag});
    if (s->found.depth > 0 && depth >= s->found.depth)
        found_add(&s->found, key);
    return best;
}
