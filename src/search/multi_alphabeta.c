/* Alpha-beta for more than two sides: the side of the root's mover against all others.
 *
 * All values are for that side, whoever moves: its nodes maximise, the others' minimise. So a win found by the
 * paranoid method is a proof. A loss only says that the others can bring it about together, and what best-reply
 * search finds relies on moves that were left out. So both leave here as estimates, except what the rules settle at
 * once. */
#include "search/multi_private.h"

#include "core/memory.h"

#include <string.h>

static bool repeats(const Multi *m, uint64_t hash, int ply)
{
    int players = m->game->players;
    for (int i = ply - players; i >= 0; i -= players)
        if (m->ply[i].hash == hash)
            return true;
    return multi_seen_twice(m, hash);
}

static size_t history_slot(Move move) { return move_tag(move) & (MULTI_HISTORY - 1); }

static bool list_moves(Multi *m, const Position *p, MultiPly *here, uint16_t tag)
{
    const Game *g = m->game;
    if (!movelist_fill_distinct(&here->list, g, p))
        return false;
    if (here->rank_capacity < here->list.capacity) {
        int *grown = memory_resize(here->rank, here->list.capacity * sizeof *grown);
        if (!grown)
            return false;
        here->rank = grown;
        here->rank_capacity = here->list.capacity;
    }
    const int *history = m->history[g->mover(p)];
    for (size_t i = 0; i < here->list.count; i++) {
        Move move = here->list.move[i];
        here->rank[i] = history[history_slot(move)] + (g->search.order ? g->search.order(p, move) : 0) +
                        (move == here->killer ? 1 << 24 : 0) + (tag && move_tag(move) == tag ? 1 << 28 : 0);
    }
    return true;
}

static Move pick(MultiPly *here, size_t i)
{
    size_t best = i;
    for (size_t j = i + 1; j < here->list.count; j++)
        if (here->rank[j] > here->rank[best])
            best = j;
    Move move = here->list.move[best];
    int rank = here->rank[best];
    here->list.move[best] = here->list.move[i];
    here->rank[best] = here->rank[i];
    here->list.move[i] = move;
    here->rank[i] = rank;
    return move;
}

static void set_line(Multi *m, int ply, Move move)
{
    MultiPly *here = &m->ply[ply];
    const MultiPly *below = &m->ply[ply + 1];
    int n = below->line_length < SEARCH_MAX_LINE - 1 ? below->line_length : SEARCH_MAX_LINE - 1;
    here->line[0] = move;
    memcpy(here->line + 1, below->line, (size_t)n * sizeof *below->line);
    here->line_length = n + 1;
}

static uint64_t key_of(const Multi *m, const Position *p, bool thought)
{
    return position_key(m->game, p) ^ (uint64_t)(1 + 2 * m->side + thought) * UINT64_C(0x9e3779b97f4a7c15);
}

/* A node: a window for our side, and whether one of the others has already chosen freely in this round (best reply). */
typedef struct SideNode {
    const Position *p;
    int depth, alpha, beta, ply;
    bool ours, thought;
} SideNode;

static int search(Multi *m, const Position *p, int depth, int alpha, int beta, int ply, bool thought);

/* Whether the value is clear without looking at the moves. */
static inline bool settled(Multi *m, SideNode *n, int *value)
{
    const Game *g = m->game;
    MultiPly *here = &m->ply[n->ply];
    Outcome o = g->outcome(n->p);
    if (o.over) {
        *value = o.winner == DRAW ? SCORE_DRAWN : o.winner == m->side ? score_win_in(n->ply) : score_loss_in(n->ply);
        return true;
    }
    here->hash = position_hash(g, n->p);
    if (!g->never_repeats && repeats(m, here->hash, n->ply)) {
        *value = SCORE_DRAWN;
        return true;
    }
    n->ours = game_side(g, g->mover(n->p)) == m->side;
    Move win = g->search.winning_move ? g->search.winning_move(n->p) : 0;
    if (win) {
        here->line[0] = win;
        here->line_length = 1;
        *value = n->ours ? score_win_in(n->ply + 1) : score_loss_in(n->ply + 1);
        return true;
    }
    if (n->depth > 0 && n->ply < MULTI_MAX_PLY)
        return false;
    int values[MAX_PLAYERS];
    g->search.evaluate_sides(n->p, values);
    *value = values[m->side];
    return true;
}

/* The first move gets the whole window, the others only a test that they are no better. */
static inline int search_move(Multi *m, const SideNode *n, size_t i, Move move)
{
    Position child;
    m->game->play(n->p, move, &child);
    bool thought = m->method == MULTI_BEST_REPLY && !n->ours && (n->thought || i > 0);
    if (i == 0)
        return search(m, &child, n->depth - 1, n->alpha, n->beta, n->ply + 1, thought);
    int test = n->ours ? n->alpha : n->beta - 1;
    int value = search(m, &child, n->depth - 1, test, test + 1, n->ply + 1, thought);
    if (value > n->alpha && value < n->beta && n->beta - n->alpha > 1)
        value = search(m, &child, n->depth - 1, n->alpha, n->beta, n->ply + 1, thought);
    return value;
}

static void remember_cutoff(Multi *m, const SideNode *n, Move move)
{
    m->ply[n->ply].killer = move;
    int *slot = &m->history[m->game->mover(n->p)][history_slot(move)];
    *slot += 16 * n->depth * n->depth - *slot / 64;
}

static int search(Multi *m, const Position *p, int depth, int alpha, int beta, int ply, bool thought)
{
    MultiPly *here = &m->ply[ply];
    SideNode n = {.p = p, .depth = depth, .alpha = alpha, .beta = beta, .ply = ply};
    here->line_length = 0;
    int value;
    if (multi_count(m))
        return 0;
    if (settled(m, &n, &value))
        return value;

    n.thought = m->method == MULTI_BEST_REPLY && !n.ours && thought;
    uint64_t key = key_of(m, p, n.thought);
    TtEntry entry = {0};
    if (tt_probe(&m->table, key, &entry) && beta - alpha == 1) {
        value = tt_value_at(entry.value, ply);
        if (tt_answers(&entry, value, depth, alpha, beta))
            return value;
    }
    if (!list_moves(m, p, here, entry.tag)) {
        m->failed = true;
        m->stop = true;
        return 0;
    }

    int best = n.ours ? -SCORE_INFINITE : SCORE_INFINITE;
    size_t best_at = 0, count = n.thought ? 1 : here->list.count;
    for (size_t i = 0; i < count && n.alpha < n.beta; i++) {
        value = search_move(m, &n, i, pick(here, i));
        if (m->stop)
            return 0;
        if (n.ours ? value <= best : value >= best)
            continue;
        best = value;
        best_at = i;
        if (n.ours ? value > n.alpha : value < n.beta)
            set_line(m, ply, here->list.move[i]);
        if (n.ours && value > n.alpha)
            n.alpha = value;
        if (!n.ours && value < n.beta)
            n.beta = value;
    }
    Move chosen = here->list.move[best_at];
    if (n.alpha >= n.beta)
        remember_cutoff(m, &n, chosen);
    Bound bound = best >= beta ? BOUND_LOWER : best <= alpha ? BOUND_UPPER : BOUND_EXACT;
    bool better = n.ours ? best > alpha : best < beta;
    tt_store(&m->table, key, (TtEntry){tt_value(best, ply), depth, bound, better ? move_tag(chosen) : 0});
    return best;
}

/* What may be claimed about a root move: see the top of the file. */
static int honest(const Multi *m, const Position *p, const SearchLine *line)
{
    const Game *g = m->game;
    int plies = score_distance(line->score);
    if (score_is_win(line->score) && m->method == MULTI_BEST_REPLY && plies > 1)
        return EVALUATION_LIMIT - plies;
    if (!score_is_loss(line->score))
        return line->score;
    Position child;
    g->play(p, line->move, &child);
    bool settled = g->outcome(&child).over || (g->search.winning_move && g->search.winning_move(&child));
    return settled ? line->score : plies - EVALUATION_LIMIT;
}

static void publish(Multi *m, const Position *p, int depth)
{
    for (size_t i = 0; i < m->root_count; i++) {
        m->root[i] = m->work[i];
        m->root[i].score = honest(m, p, &m->work[i]);
    }
    m->depth = depth;
    multi_report(m);
}

/* The first `lines` moves get exact values, the others at least a bound. */
static bool iterate(Multi *m, const Position *p, int depth, size_t lines)
{
    int alpha = -SCORE_INFINITE;
    for (size_t i = 0; i < m->root_count; i++) {
        SearchLine line = m->work[i];
        Position child;
        m->game->play(p, line.move, &child);
        int value;
        if (i < lines) {
            value = search(m, &child, depth - 1, alpha, SCORE_INFINITE, 1, false);
        } else {
            value = search(m, &child, depth - 1, alpha, alpha + 1, 1, false);
            if (value > alpha)
                value = search(m, &child, depth - 1, alpha, SCORE_INFINITE, 1, false);
        }
        if (m->stop)
            return false;
        line.score = value;
        line.depth = depth;
        line.exact = value > alpha;
        line.shortest = depth >= score_distance(value);
        if (line.exact) {
            set_line(m, 0, line.move);
            line.length = m->ply[0].line_length;
            memcpy(line.line, m->ply[0].line, (size_t)line.length * sizeof *line.line);
        }
        size_t at = i;
        for (; at > 0 && m->work[at - 1].score < value; at--)
            m->work[at] = m->work[at - 1];
        m->work[at] = line;
        if (i + 1 >= lines && m->work[lines - 1].score > alpha)
            alpha = m->work[lines - 1].score;
    }
    return true;
}

/* Stopped on the way: the best move of the unfinished iteration leads, if it is known in full. */
static void take_newest(Multi *m, const Position *p, int depth)
{
    SearchLine newest = m->work[0];
    if (!newest.exact || newest.depth != depth)
        return;
    size_t at = 0;
    while (m->root[at].move != newest.move)
        at++;
    memmove(m->root + 1, m->root, at * sizeof *m->root);
    m->root[0] = newest;
    m->root[0].score = honest(m, p, &newest);
}

void multi_alphabeta_run(Multi *m, const Position *p, size_t lines)
{
    memcpy(m->work, m->root, m->root_count * sizeof *m->work);
    tt_new_search(&m->table);
    m->ply[0].hash = position_hash(m->game, p);
    for (int depth = 1; depth <= m->depth_limit; depth++) {
        if (!iterate(m, p, depth, lines)) {
            take_newest(m, p, depth);
            return;
        }
        publish(m, p, depth);
        bool settled = true;
        for (size_t i = 0; i < lines; i++) {
            int value = m->work[i].score;
            settled = settled && m->work[i].shortest && (score_is_win(value) || score_is_loss(value));
        }
        if (settled)
            return;
    }
}
