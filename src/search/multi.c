/* What the methods share: creation, limits, the list of root moves, reports. */
#include "search/multi.h"

#include "core/clock.h"
#include "core/knowledge.h"
#include "core/memory.h"
#include "search/multi_private.h"

#include <string.h>

const char *multi_method_name(MultiMethod m)
{
    static const char *const name[MULTI_METHODS] = {"paranoid", "best-reply", "linear", "tree"};
    return name[m];
}

/* Nodes of a tree: room for the moves of any root, but no more than can be tidied up within the time that a stop may
 * take. */
enum { TREE_LEAST = 1 << 14, TREE_MOST = 1 << 20 };

static void *zeroed(size_t bytes)
{
    void *block = memory_resize(NULL, bytes);
    if (block)
        memset(block, 0, bytes);
    return block;
}

Multi *multi_create(const Game *g, size_t bytes, MultiMethod method)
{
    Multi *m = knowledge_ready(g) ? zeroed(sizeof *m) : NULL;
    if (!m)
        return NULL;
    m->game = g;
    m->method = method;
    m->grows = method == MULTI_TREE || method == MULTI_LINEAR;
    m->evaluate = method == MULTI_LINEAR && g->search.linear_sides ? g->search.linear_sides : g->search.evaluate_sides;
    bool ok;
    if (m->grows) {
        size_t count = bytes / sizeof *m->node;
        m->node_capacity = count < TREE_LEAST ? TREE_LEAST : count > TREE_MOST ? TREE_MOST : (uint32_t)count;
        ok = (m->node = memory_resize(NULL, m->node_capacity * sizeof *m->node)) != NULL;
    } else {
        ok = tt_create(&m->table, bytes) && (m->ply = zeroed((MULTI_MAX_PLY + 2) * sizeof *m->ply)) != NULL;
    }
    if (!ok) {
        multi_destroy(m);
        return NULL;
    }
    return m;
}

void multi_destroy(Multi *m)
{
    if (!m)
        return;
    for (int i = 0; m->ply && i <= MULTI_MAX_PLY + 1; i++) {
        movelist_free(&m->ply[i].list);
        memory_free(m->ply[i].rank);
    }
    memory_free(m->ply);
    tt_destroy(&m->table);
    movelist_free(&m->list);
    memory_free(m->node);
    memory_free(m->twice);
    memory_free(m->root);
    memory_free(m->work);
    memory_free(m);
}

void multi_forget(Multi *m)
{
    if (m->grows)
        return; /* a tree is grown afresh each time */
    tt_clear(&m->table);
    memset(m->history, 0, sizeof m->history);
    for (int i = 0; i <= MULTI_MAX_PLY; i++)
        m->ply[i].killer = 0;
}

bool multi_count(Multi *m)
{
    m->nodes++;
    if (m->node_limit && m->nodes >= m->node_limit)
        m->stop = true;
    if ((m->nodes & 255) == 0 && m->deadline > 0 && clock_now() >= m->deadline)
        m->stop = true;
    m->stop = m->stop || cancel_asked(m->cancel);
    return m->stop;
}

bool multi_seen_twice(const Multi *m, uint64_t hash)
{
    for (size_t i = 0; i < m->twice_count; i++)
        if (m->twice[i] == hash)
            return true;
    return false;
}

static SearchResult result_of(const Multi *m)
{
    return (SearchResult){
        .depth = m->depth,
        .nodes = m->nodes,
        .seconds = clock_now() - m->started,
        .count = m->root_count,
        .line = m->root,
    };
}

void multi_report(Multi *m)
{
    if (!m->report)
        return;
    SearchResult so_far = result_of(m);
    m->report(m->context, &so_far);
}

void multi_sort(Multi *m)
{
    for (size_t i = 1; i < m->root_count; i++) {
        SearchLine moved = m->root[i];
        size_t at = i;
        for (; at > 0 && m->root[at - 1].score < moved.score; at--)
            m->root[at] = m->root[at - 1];
        m->root[at] = moved;
    }
}

static bool set_twice(Multi *m, const uint64_t *history, size_t count)
{
    m->twice_count = 0;
    for (size_t i = 0; i < count; i++) {
        size_t seen = 0;
        for (size_t j = 0; j <= i; j++)
            seen += history[j] == history[i];
        if (seen != 2)
            continue;
        uint64_t *grown = memory_resize(m->twice, (m->twice_count + 1) * sizeof *grown);
        if (!grown)
            return false;
        m->twice = grown;
        m->twice[m->twice_count++] = history[i];
    }
    return true;
}

static bool set_root(Multi *m, const Position *p)
{
    if (!movelist_fill(&m->list, m->game, p))
        return false;
    size_t count = m->list.count;
    if (count > m->root_capacity) {
        SearchLine *root = memory_resize(m->root, count * sizeof *root);
        m->root = root ? root : m->root;
        SearchLine *work = memory_resize(m->work, count * sizeof *work);
        m->work = work ? work : m->work;
        if (!root || !work)
            return false;
        m->root_capacity = count;
    }
    for (size_t i = 0; i < count; i++)
        m->root[i] =
            (SearchLine){.move = m->list.move[i], .score = -EVALUATION_LIMIT, .length = 1, .line = {m->list.move[i]}};
    m->root_count = count;
    return true;
}

bool multi_run(Multi *m, const Position *p, const uint64_t *history, size_t history_count, SearchLimits limits,
               SearchReport *report, void *context, SearchResult *out)
{
    m->started = clock_now();
    m->deadline = limits.seconds > 0 ? m->started + limits.seconds : 0;
    m->node_limit = limits.nodes;
    m->depth_limit = limits.depth > 0 && limits.depth < MULTI_MAX_PLY ? limits.depth : MULTI_MAX_PLY;
    m->nodes = 0;
    m->depth = 0;
    m->failed = false;
    m->cancel = limits.cancel;
    m->stop = cancel_asked(m->cancel);
    m->report = report;
    m->context = context;
    m->side = game_side(m->game, m->game->mover(p));
    if (!set_twice(m, history, history_count) || !set_root(m, p))
        return false;
    size_t lines = limits.lines < 1 ? 1 : (size_t)limits.lines;
    if (m->grows)
        multi_tree_run(m, p);
    else
        multi_alphabeta_run(m, p, lines < m->root_count ? lines : m->root_count);
    *out = result_of(m);
    return !m->failed;
}
