/* Alpha-beta for more than two sides: the root's mover's side against all others.
 *
 * All values are for that side, whoever moves: its nodes maximise, the others' minimise.
 * So a win found by the paranoid method is a proof. A loss only says that the others can
 * bring it about together, and what best-reply search finds rests on moves that were
 * left out: both leave here as estimates, except what the rules settle at once. */
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

/* `thought`: one of the others has already chosen freely in this round (best reply). */
static int search(Multi *m, const Position *p, int depth, int alpha, int beta, int ply, bool thought)
{
    const Game *g = m->game;
    MultiPly *here = &m->ply[ply];
    here->line_length = 0;
    if (multi_count(m))
        return 0;

    Outcome o = g->outcome(p);
    if (o.over)
        return o.winner == DRAW ? SCORE_DRAWN : o.winner == m->side ? score_win_in(ply) : score_loss_in(ply);
    here->hash = position_hash(g, p);
    if (!g->never_repeats && repeats(m, here->hash, ply))
        return SCORE_DRAWN;
    int mover = game_side(g, g->mover(p));
    bool ours = mover == m->side;
    Move win = g->search.winning_move ? g->search.winning_move(p) : 0;
    if (win) {
        here->line[0] = win;
        here->line_length = 1;
        return ours ? score_win_in(ply + 1) : score_loss_in(ply + 1);
    }
    if (depth <= 0 || ply >= MULTI_MAX_PLY) {
        int value[MAX_PLAYERS];
        g->search.evaluate_sides(p, value);
        return value[m->side];
    }

    bool replies = m->method == MULTI_BEST_REPLY;
    thought = replies && !ours && thought;
    uint64_t key = key_of(m, p, thought);
    TtEntry entry = {0};
    if (tt_probe(&m->table, key, &entry) && beta - alpha == 1) {
        int value = tt_value_at(entry.value, ply);
        if (tt_answers(&entry, value, depth, alpha, beta))
            return value;
    }
    if (!list_moves(m, p, here, entry.tag)) {
        m->failed = true;
        m->stop = true;
        return 0;
    }

    int best = ours ? -SCORE_INFINITE : SCORE_INFINITE, low = alpha, high = beta;
    size_t best_at = 0, count = thought ? 1 : here->list.count;
    for (size_t i = 0; i < count && alpha < beta; i++) {
        Move move = pick(here, i);
        Position child;
        g->play(p, move, &child);
        bool next = replies && !ours && (thought || i > 0);
        int value;
        if (i == 0) {
            value = search(m, &child, depth - 1, alpha, beta, ply + 1, next);
        } else {
            int test = ours ? alpha : beta - 1;
            value = search(m, &child, depth - 1, test, test + 1, ply + 1, next);
            if (value > alpha && value < beta && beta - alpha > 1)
                value = search(m, &child, depth - 1, alpha, beta, ply + 1, next);
        }
        if (m->stop)
            return 0;
        if (ours ? value > best : value < best) {
            best = value;
            best_at = i;
            if (ours ? value > alpha : value < beta)
                set_line(m, ply, move);
            if (ours && value > alpha)
                alpha = value;
            if (!ours && value < beta)
                beta = value;
        }
    }
    if (alpha >= beta) {
        Move move = here->list.move[best_at];
        here->killer = move;
        int *slot = &m->history[g->mover(p)][history_slot(move)];
        *slot += 16 * depth * depth - *slot / 64;
    }
    TtEntry learnt = {
        .value = tt_value(best, ply),
        .depth = depth,
        .bound = best >= high  ? BOUND_LOWER
                 : best <= low ? BOUND_UPPER
                               : BOUND_EXACT,
        .tag = ours ? (best > low ? move_tag(here->list.move[best_at]) : 0)
                    : (best < high ? move_tag(here->list.move[best_at]) : 0),
    };
    tt_store(&m->table, key, learnt);
    return best;
}

/* What may be said of a root move: see the top of the file. */
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

/* Stopped on the way: what the unfinished iteration found best leads, if it is known in full. */
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
