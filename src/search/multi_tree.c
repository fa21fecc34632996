/* Tree search for more than two sides: every side plays for itself.
 *
 * A node holds what its visits gave each side, as shares of one point. Each visit goes down to a node without
 * children, guided by the share of whoever moves and by how seldom a child was tried. It then looks at all moves
 * there, one ply deep, and passes the mover's best of them up to the root. All arithmetic is on whole numbers, so
 * that every machine finds the same.
 *
 * Proofs go up too. A side wins by force if one of its moves leads to a node that it wins by force, or if all moves
 * of another side do. A side is lost at a node if it is lost after every move, whoever wins then: that settles the
 * node for this side, even though nobody's win is proven. */
#include "search/multi_private.h"

#include "core/memory.h"

#include <string.h>

enum {
    TREE_WHOLE = 1 << 16,
    TREE_EXPLORE = 40,      /* weight of trying what was seldom tried, in units of 1/64 */
    TREE_HALF = 100,        /* an estimate this much lower looks half as promising at first */
    TREE_DOUBT = 60,        /* how much a value is lowered that rests on one visit; less with more visits */
    TREE_MARGIN = 260,      /* an estimate this much lower means half the chance to win */
    TREE_DEPTH = MULTI_MAX_PLY,
    TREE_SPARE = 1 << 12,   /* more than the moves of any position */
    REPORT_FIRST = 1 << 14, /* nodes; then whenever they have doubled */
    MOST_IDLE = 1000        /* visits in a row without anything new: only a depth limit leads there */
};

typedef struct Shares {
    uint32_t of[MAX_PLAYERS];
} Shares;

/* 2 to the power of -x / unit, in units of 1 / (1 << 16). */
static uint32_t halved(int x, int unit)
{
    static const uint32_t power[16] = {65536, 62757, 60096, 57548, 55108, 52772, 50535, 48392,
                                       46341, 44376, 42495, 40693, 38968, 37316, 35734, 34219};
    unsigned sixteenths = (unsigned)(16 * x / unit);
    return sixteenths >> 4 > 16 ? 0 : power[sixteenths & 15] >> (sixteenths >> 4);
}

static Shares share_out(const int *value, int sides)
{
    Shares s = {{0}};
    int most = value[0];
    uint32_t sum = 0;
    for (int i = 1; i < sides; i++)
        most = value[i] > most ? value[i] : most;
    for (int i = 0; i < sides; i++)
        sum += s.of[i] = halved(most - value[i], TREE_MARGIN);
    for (int i = 0; i < sides; i++)
        s.of[i] = (uint32_t)((uint64_t)s.of[i] * TREE_WHOLE / sum);
    return s;
}

static Shares equal_shares(int sides)
{
    Shares s = {{0}};
    for (int i = 0; i < sides; i++)
        s.of[i] = TREE_WHOLE / (uint32_t)sides;
    return s;
}

static uint32_t average(const MultiNode *n, int side) { return (uint32_t)(n->sum[side] / n->visits); }

static unsigned everybody(const Multi *m) { return (1u << m->game->sides) - 1; }

static void settle(const Multi *m, MultiNode *n, int winner, int distance)
{
    n->winner = (int8_t)winner;
    n->lost = (uint8_t)(everybody(m) & ~(winner < 0 ? 0 : 1u << winner));
    n->distance = (uint16_t)distance;
    n->closed = true;
}

/* The positions on the way down. */
typedef struct Way {
    int length;
    uint32_t node[TREE_DEPTH + 2];
    uint64_t hash[TREE_DEPTH + 2];
} Way;

static bool repeats(const Multi *m, const Way *way, uint64_t hash)
{
    for (int i = way->length - m->game->players; i >= 0; i -= m->game->players)
        if (way->hash[i] == hash)
            return true;
    return multi_seen_twice(m, hash);
}

/* What is known about a new node without looking further. Returns how it looks to the side that chose to go there. */
static int assess(const Multi *m, const Way *way, const Position *p, int chooser, MultiNode *n)
{
    const Game *g = m->game;
    Outcome o = g->outcome(p);
    Shares s = equal_shares(g->sides);
    int value[MAX_PLAYERS] = {0};
    if (o.over) {
        settle(m, n, o.winner, 0);
    } else if (!g->never_repeats && repeats(m, way, position_hash(g, p))) {
        n->closed = true;
    } else if (g->search.winning_move && g->search.winning_move(p)) {
        settle(m, n, game_side(g, g->mover(p)), 1);
    } else {
        m->evaluate(p, value);
        s = share_out(value, g->sides);
    }
    if (n->winner >= 0)
        for (int i = 0; i < g->sides; i++) {
            s.of[i] = i == n->winner ? TREE_WHOLE : 0;
            value[i] = i == n->winner ? EVALUATION_LIMIT : -EVALUATION_LIMIT;
        }
    for (int i = 0; i < g->sides; i++)
        n->sum[i] = s.of[i];
    n->visits = 1;
    return value[chooser];
}

/* What the children's proofs say about a node whose mover's side is `mover`. */
static void prove(const Multi *m, MultiNode *n, int mover)
{
    unsigned lost = everybody(m);
    int winner = -2, soonest = UINT16_MAX, latest = 0;
    bool open = false;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        const MultiNode *c = &m->node[i];
        if (c->winner == mover && c->distance < soonest)
            soonest = c->distance;
        winner = winner == -2 || winner == c->winner ? c->winner : -1;
        lost &= c->lost;
        latest = c->distance > latest ? c->distance : latest;
        open = open || !(c->closed || c->lost >> mover & 1);
    }
    if (soonest < UINT16_MAX)
        settle(m, n, mover, soonest + 1);
    else if (winner >= 0)
        settle(m, n, winner, latest + 1);
    else {
        n->lost = (uint8_t)lost;
        n->distance = (uint16_t)(latest + 1);
        n->closed = !open;
    }
}

/* Forgets what lies below nodes with fewer than `least` visits. Children come after their parent and are not visited
 * more often, so one pass decides what stays, and another moves it forward. */
static void forget_below(Multi *m, uint32_t least)
{
    MultiNode *node = m->node;
    uint32_t kept = 0;
    node[0].moved = true;
    for (uint32_t i = 0; i < m->node_count; i++) {
        if (!node[i].moved)
            continue;
        node[i].moved = kept++;
        if (i > 0 && node[i].visits < least)
            node[i].first = node[i].children = 0;
        for (uint32_t c = node[i].first; c < node[i].first + node[i].children; c++)
            node[c].moved = true;
    }
    for (uint32_t i = 0; i < m->node_count; i++) {
        if (i > 0 && !node[i].moved)
            continue;
        MultiNode n = node[i];
        n.first = n.first ? node[n.first].moved : 0;
        n.moved = 0;
        node[node[i].moved] = n;
    }
    m->node_count = kept;
}

/* Makes room by dropping at least half of the tree, beginning with the least visited parts. */
static void make_room(Multi *m)
{
    uint32_t below[33] = {0}, kept = m->node_count, power = 1;  /* below[k]: children of nodes with 2^k … visits */
    for (uint32_t i = 1; i < m->node_count; i++)
        below[31 - __builtin_clz(m->node[i].visits)] += m->node[i].children;
    for (kept -= below[0]; kept > m->node_count / 2 && power < 31; power++)
        kept -= below[power];
    forget_below(m, UINT32_C(1) << power);
}

/* Looks at all moves of a node. False: no memory, or stopped on the way. */
static bool expand(Multi *m, Way *way, uint32_t at, const Position *p)
{
    const Game *g = m->game;
    int mover = game_side(g, g->mover(p));
    /* At the root every move is wanted, even if several lead to the same position. */
    if (!(at == 0 ? movelist_fill : movelist_fill_distinct)(&m->list, g, p)) {
        m->failed = true;
        m->stop = true;
        return false;
    }
    size_t count = m->list.count;
    if (count > UINT16_MAX || count > m->node_capacity - m->node_count)
        return false;   /* a position with more moves than the tree has room for */
    uint32_t first = m->node_count;
    int best = -EVALUATION_LIMIT - 1;
    for (size_t i = 0; i < count; i++) {
        MultiNode *c = &m->node[first + i];
        *c = (MultiNode){.move = m->list.move[i], .winner = -1};
        Position child;
        g->play(p, c->move, &child);
        int value = assess(m, way, &child, mover, c);
        best = value > best ? value : best;
        /* The estimate waits here, as an unsigned number, until the best one is known. */
        c->prior = (uint16_t)(value + EVALUATION_LIMIT);
        if (multi_count(m) && at != 0)
            return false;
    }
    uint64_t sum = 1;
    for (size_t i = 0; i < count; i++) {
        MultiNode *c = &m->node[first + i];
        c->prior = (uint16_t)(halved(best - ((int)c->prior - EVALUATION_LIMIT), TREE_HALF) / 2 + 64);
        sum += c->prior;
    }
    for (size_t i = 0; i < count; i++) {
        MultiNode *c = &m->node[first + i];
        c->prior = (uint16_t)((uint64_t)c->prior * (TREE_WHOLE - 1) / sum);
    }
    m->node_count += (uint32_t)count;
    m->node[at].first = first;
    m->node[at].children = (uint16_t)count;
    prove(m, &m->node[at], mover);
    return true;
}

static uint32_t root_of(uint64_t x)
{
    uint64_t r = x, next = (x + 1) / 2;
    while (next < r) {
        r = next;
        next = (r + x / r) / 2;
    }
    return (uint32_t)r;
}

/* The child to visit; the node is not closed, so there is one. */
static uint32_t choose(const Multi *m, const MultiNode *n, int mover)
{
    uint64_t wide = (uint64_t)TREE_EXPLORE * root_of((uint64_t)n->visits << 8); /* too large by a factor of 64 · 16 */
    uint32_t best = 0;
    uint64_t most = 0;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        const MultiNode *c = &m->node[i];
        if (c->lost >> mover & 1)
            continue;
        uint64_t worth = 1 + average(c, mover) + (wide * c->prior >> 10) / (1 + c->visits);
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* The shares at a node as its mover would have them: those of the best child. */
static Shares best_child(const Multi *m, const MultiNode *n, int mover)
{
    Shares s = {{0}};
    uint32_t best = n->first;
    for (uint32_t i = n->first; i < n->first + n->children; i++)
        if (average(&m->node[i], mover) > average(&m->node[best], mover))
            best = i;
    for (int i = 0; i < m->game->sides; i++)
        s.of[i] = n->winner >= 0 ? (i == n->winner ? TREE_WHOLE : 0) : average(&m->node[best], i);
    return s;
}

/* One visit. False: the tree cannot grow any more. */
static bool visit(Multi *m, const Position *root, Way *way)
{
    const Game *g = m->game;
    Position p = *root;
    int mover[TREE_DEPTH + 2];
    uint32_t at = 0;
    way->length = 0;
    for (;; at = choose(m, &m->node[at], mover[way->length - 1])) {
        if (at != 0)
            g->play(&p, m->node[at].move, &p);
        way->node[way->length] = at;
        way->hash[way->length] = position_hash(g, &p);
        mover[way->length] = game_side(g, g->mover(&p));
        way->length++;
        if (!m->node[at].first || m->node[at].closed)
            break;
    }
    int depth = way->length - 1;
    MultiNode *leaf = &m->node[at];
    Shares s;
    bool grown = !leaf->closed && depth < m->depth_limit && depth < TREE_DEPTH && expand(m, way, at, &p);
    if (m->stop && !grown)
        return false;
    if (grown) {
        s = best_child(m, leaf, mover[depth]);
        m->depth = depth + 1 > m->depth ? depth + 1 : m->depth;
    } else {
        for (int i = 0; i < g->sides; i++)
            s.of[i] = average(leaf, i);
    }
    bool closed = leaf->closed || leaf->lost;
    for (int i = depth; i >= 0; i--) {
        MultiNode *n = &m->node[way->node[i]];
        if (i < depth && closed) {
            prove(m, n, mover[i]);
            closed = n->closed || n->lost;
        }
        n->visits++;
        for (int k = 0; k < g->sides; k++)
            n->sum[k] += s.of[k];
    }
    return grown;
}

/* A root move's value: proven, or how far its share exceeds the others' average, lowered while it rests on few
 * visits. */
static int value_of(const Multi *m, const MultiNode *c)
{
    if (c->winner == m->side)
        return score_win_in(c->distance + 1);
    if (c->winner >= 0 || (c->lost >> m->side & 1 && c->lost != everybody(m)))
        return score_loss_in(c->distance + 1);
    if (c->lost == everybody(m))
        return SCORE_DRAWN;
    int others = m->game->sides - 1, share = (int)average(c, m->side);
    int doubt = TREE_DOUBT * 16 / (int)(root_of((uint64_t)c->visits << 8));
    return (int)((int64_t)(share * (others + 1) - TREE_WHOLE) * 1000 / (TREE_WHOLE * others)) - doubt;
}

static void follow(const Multi *m, uint32_t at, const Position *root, SearchLine *line)
{
    const Game *g = m->game;
    Position p;
    line->length = 1;
    g->play(root, m->node[at].move, &p);
    while (line->length < SEARCH_MAX_LINE) {
        const MultiNode *n = &m->node[at];
        int mover = game_side(g, g->mover(&p));
        Move next = 0;
        if (n->first) {
            at = n->first;
            for (uint32_t i = n->first; i < n->first + n->children; i++) {
                const MultiNode *c = &m->node[i], *best = &m->node[at];
                bool quicker = c->winner == mover && (best->winner != mover || c->distance < best->distance);
                bool longer = n->winner >= 0 && n->winner != mover && c->distance > best->distance;
                if (quicker || (n->winner < 0 && c->visits > best->visits) || longer)
                    at = i;
            }
            next = m->node[at].move;
        } else if (n->winner >= 0 && n->distance == 1) {
            next = g->search.winning_move(&p);
            line->line[line->length++] = next;
            return;
        }
        if (!next)
            return;
        line->line[line->length++] = next;
        g->play(&p, next, &p);
    }
}

static void publish(Multi *m, const Position *root)
{
    const MultiNode *n = &m->node[0];
    for (uint32_t i = 0; i < n->children; i++) {
        const MultiNode *c = &m->node[n->first + i];
        SearchLine *line = &m->root[i];
        *line =
            (SearchLine){.move = c->move, .score = value_of(m, c), .exact = true, .depth = m->depth, .line = {c->move}};
        line->shortest = score_is_win(line->score) && score_distance(line->score) == 1;
        follow(m, n->first + i, root, line);
    }
    multi_sort(m);
}

void multi_shares(const Multi *m, float share[MAX_PLAYERS])
{
    const MultiNode *root = &m->node[0], *best = root;
    for (uint32_t i = root->first; i < root->first + root->children; i++)
        best = m->node[i].move == m->root[0].move ? &m->node[i] : best;
    float sum = 0;
    for (int k = 0; k < m->game->sides; k++)
        sum += share[k] = best->winner >= 0 ? k == best->winner : best == root ? 1 : (float)average(best, k);
    for (int k = 0; k < m->game->sides; k++)
        share[k] /= sum;
}

void multi_tree_run(Multi *m, const Position *p)
{
    Way way;
    uint64_t next_report = REPORT_FIRST;
    m->node_count = 1;
    m->node[0] = (MultiNode){.winner = -1, .visits = 1};
    for (int idle = 0; !m->node[0].closed && idle < MOST_IDLE && !m->stop;) {
        if (m->node_capacity - m->node_count < TREE_SPARE)
            make_room(m);
        idle = visit(m, p, &way) ? 0 : idle + 1;
        if (m->nodes >= next_report && m->node[0].first) {
            publish(m, p);
            multi_report(m);
            next_report = 2 * m->nodes;
        }
    }
    if (m->node[0].first)
        publish(m, p);
}
