/* See matching.h. A search grows a tree of alternating paths from somebody who is alone. Where two branches form an
 * odd cycle (a blossom), the cycle is treated as one vertex. Each search takes O(n²) steps per blossom, O(n³) at
 * most. */
#include "tournament/matching.h"

#include <string.h>

typedef struct Growth {
    Matching *m;
    int parent[MATCHING_MOST]; /* on the way back to the root; -1: not reached by an edge outside the matching */
    int base[MATCHING_MOST]; /* of its blossom; itself if it is in none */
    bool even[MATCHING_MOST]; /* the search continues from it */
    bool blossom[MATCHING_MOST];
    int queue[MATCHING_MOST], from, to;
} Growth;

/* Where the paths of both to the root meet. */
static int meeting(const Growth *g, int a, int b)
{
    bool seen[MATCHING_MOST] = {false};
    for (;;) {
        a = g->base[a];
        seen[a] = true;
        if (g->m->mate[a] < 0)
            break;
        a = g->parent[g->m->mate[a]];
    }
    for (;;) {
        b = g->base[b];
        if (seen[b])
            return b;
        b = g->parent[g->m->mate[b]];
    }
}

static void mark_way(Growth *g, int v, int base, int child)
{
    while (g->base[v] != base) {
        g->blossom[g->base[v]] = g->blossom[g->base[g->m->mate[v]]] = true;
        g->parent[v] = child;
        child = g->m->mate[v];
        v = g->parent[g->m->mate[v]];
    }
}

static void reach(Growth *g, int v)
{
    if (g->even[v])
        return;
    g->even[v] = true;
    g->queue[g->to++] = v;
}

static void contract(Growth *g, int a, int b)
{
    int base = meeting(g, a, b);
    memset(g->blossom, 0, sizeof g->blossom);
    mark_way(g, a, base, b);
    mark_way(g, b, base, a);
    for (int i = 0; i < g->m->count; i++)
        if (!g->m->gone[i] && g->blossom[g->base[i]]) {
            g->base[i] = base;
            reach(g, i);
        }
}

/* Somebody who is alone and can be reached from `root` on an alternating path; -1: nobody. */
static int find_end(Growth *g, int root)
{
    Matching *m = g->m;
    for (int i = 0; i < m->count; i++) {
        g->parent[i] = -1;
        g->base[i] = i;
        g->even[i] = false;
    }
    g->from = g->to = 0;
    reach(g, root);
    while (g->from < g->to) {
        int v = g->queue[g->from++];
        for (int to = 0; to < m->count; to++) {
            if (m->gone[to] || !m->edge[v][to] || g->base[v] == g->base[to] || m->mate[v] == to)
                continue;
            if (to == root || (m->mate[to] >= 0 && g->parent[m->mate[to]] >= 0)) {
                contract(g, v, to);
            } else if (g->parent[to] < 0) {
                g->parent[to] = v;
                if (m->mate[to] < 0)
                    return to;
                reach(g, m->mate[to]);
            }
        }
    }
    return -1;
}

/* Finds a partner for `root`, whoever else has to change partners. */
static bool augment(Matching *m, int root)
{
    Growth g = {.m = m};
    int v = find_end(&g, root);
    if (v < 0)
        return false;
    while (v >= 0) {
        int before = g.parent[v], next = m->mate[before];
        m->mate[v] = before;
        m->mate[before] = v;
        v = next;
    }
    return true;
}

bool matching_perfect(Matching *m)
{
    for (int i = 0; i < m->count; i++)
        m->mate[i] = -1;
    for (int i = 0; i < m->count; i++)
        if (!m->gone[i] && m->mate[i] < 0 && !augment(m, i))
            return false; /* whoever stays alone once does so in every matching */
    return true;
}

bool matching_settle(Matching *m, int a, int b)
{
    int before[MATCHING_MOST];
    int alone = m->mate[a], other = m->mate[b];
    memcpy(before, m->mate, sizeof before);
    m->gone[a] = m->gone[b] = true;
    if (alone == b)
        return true;
    m->mate[alone] = m->mate[other] = -1;
    if (augment(m, alone))
        return true;
    m->gone[a] = m->gone[b] = false;
    memcpy(m->mate, before, sizeof before);
    return false;
}
