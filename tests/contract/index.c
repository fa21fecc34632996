/* The numbering of rulesets that can be tabulated (core/index.h), against the rules. */
#include "contract/contract.h"

#include "core/index.h"

#include <stdlib.h>

bool index_open(Contract *c)
{
    const SolveIndex *x = c->game->index;
    Message error = {0};
    if (!x)
        return true;
    c->property = "index_open";
    c->index_state = x->create(&error);
    if (!c->index_state)
        return contract_fail(c, "create says: %s", error.id ? error.id : "nothing");
    c->index_worker = x->worker_create(c->index_state);
    return c->index_worker || contract_fail(c, "there is no worker");
}

void index_close(Contract *c)
{
    if (c->index_worker)
        c->game->index->worker_destroy(c->index_worker);
    if (c->index_state)
        c->game->index->destroy(c->index_state);
    c->index_worker = c->index_state = NULL;
}

bool index_rank_and_unrank_invert(Contract *c)
{
    const SolveIndex *x = c->game->index;
    if (!x)
        return true;
    uint64_t number, again, size = x->size(c->index_state);
    Position p;
    bool ranked = x->rank(c->index_state, &c->position, &number);
    if (ranked != (c->legal.count > 0))
        return contract_fail(c, "the position is %s a number", ranked ? "over and has" : "not over and has not");
    if (!ranked)
        return true;
    if (number >= size || !x->unrank(c->index_state, number, &p))
        return contract_fail(c, "number %llu is too large or a hole", (unsigned long long)number);
    if (c->game->check(&p) || !x->rank(c->index_state, &p, &again) || again != number)
        return contract_fail(c, "number %llu stands for another position", (unsigned long long)number);
    for (int s = 1; s < c->game->symmetries; s++) {
        c->game->transform(&c->position, s, &p);
        if (!x->rank(c->index_state, &p, &again) || again != number)
            return contract_fail(c, "symmetry %d has another number", s);
    }
    return true;
}

bool index_random_numbers_invert(Contract *c)
{
    const SolveIndex *x = c->game->index;
    for (int tries = 0; x && tries < 16; tries++) {
        uint64_t number = contract_random(c, x->size(c->index_state)), again, listed;
        Position p;
        bool hole = !x->unrank(c->index_state, number, &p);
        if (!hole && (c->game->check(&p) || !x->rank(c->index_state, &p, &again) || again != number))
            return contract_fail(c, "number %llu is not the number of its position", (unsigned long long)number);
        if (x->list(c->index_worker, number, 1, &listed) != !hole || (!hole && listed != number))
            return contract_fail(c, "number %llu is a hole to unrank or to list, but not to both",
                                 (unsigned long long)number);
    }
    return true;
}

/* --- neighbours --- */

typedef struct Numbers {
    uint64_t *number;
    size_t count, capacity;
} Numbers;

static void add(Numbers *n, uint64_t number)
{
    if (n->count == n->capacity) {
        n->capacity = n->capacity ? 2 * n->capacity : 256;
        n->number = realloc(n->number, n->capacity * sizeof *n->number);
    }
    n->number[n->count++] = number;
}

static void collect(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    (void)slot;
    for (size_t i = 0; i < count; i++)
        add(sink, number[i]);
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts and removes duplicates. */
static void make_set(Numbers *n)
{
    size_t kept = 0;
    if (n->count == 0)
        return;
    qsort(n->number, n->count, sizeof *n->number, compare);
    for (size_t i = 0; i < n->count; i++)
        if (i == 0 || n->number[i] != n->number[kept - 1])
            n->number[kept++] = n->number[i];
    n->count = kept;
}

static void successors_by_rules(const Contract *c, Numbers *out)
{
    const Game *g = c->game;
    int side = game_side(g, g->mover(&c->position));
    for (size_t i = 0; i < c->legal.count; i++) {
        Position next;
        uint64_t number = 0;
        g->play(&c->position, c->legal.move[i], &next);
        Outcome o = g->outcome(&next);
        if (o.over)
            number = o.winner == DRAW ? INDEX_ENDS_DRAWN : o.winner == side ? INDEX_ENDS_WON : INDEX_ENDS_LOST;
        else
            g->index->rank(c->index_state, &next, &number);
        add(out, number);
    }
    make_set(out);
}

static bool contains(const Numbers *n, uint64_t number)
{
    return n->count && bsearch(&number, n->number, n->count, sizeof number, compare);
}

bool index_neighbours_agree_with_rules(Contract *c)
{
    const SolveIndex *x = c->game->index;
    uint64_t here;
    if (!x || !x->rank(c->index_state, &c->position, &here))
        return true;
    Numbers rules = {0}, bulk = {0};
    successors_by_rules(c, &rules);
    x->successors(c->index_worker, &here, 1, NULL, collect, &bulk);
    make_set(&bulk);
    bool held = rules.count == bulk.count;
    for (size_t i = 0; held && i < rules.count; i++)
        held = rules.number[i] == bulk.number[i];
    if (!held)
        contract_fail(c, "%zu different successors by the rules, %zu by number, or other ones", rules.count,
                      bulk.count);
    for (int tries = 0; held && rules.count && tries < 4; tries++) {
        uint64_t next = rules.number[contract_random(c, rules.count)];
        if (INDEX_ENDS(next))
            continue;
        Numbers before = {0};
        x->predecessors(c->index_worker, &next, 1, collect, &before);
        make_set(&before);
        if (!contains(&before, here))
            held = contract_fail(c, "number %llu leads to %llu, which does not know it as a predecessor",
                                 (unsigned long long)here, (unsigned long long)next);
        free(before.number);
    }
    free(rules.number);
    free(bulk.number);
    return held;
}
