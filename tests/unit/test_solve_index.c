/* Every index: rank and unrank invert, symmetric positions share a number, and the neighbours in bulk are those
 * that the rules give one by one. Tries every ruleset of the registry that has an index. */
#include "core/index.h"
#include "core/memory.h"
#include "games/registry.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNS = INSTRUMENTED ? 8 : 40, PER_RUN = 200, GAMES = INSTRUMENTED ? 8 : 40, PLIES = 80 };

typedef struct Edge {
    uint32_t slot;
    uint64_t number;
} Edge;

typedef struct Edges {
    Edge *edge;
    size_t count, capacity;
} Edges;

static void edges_add(Edges *e, uint32_t slot, uint64_t number)
{
    if (e->count == e->capacity) {
        e->capacity = e->capacity ? 2 * e->capacity : 1024;
        e->edge = memory_resize(e->edge, e->capacity * sizeof *e->edge);
        assert_non_null(e->edge);
    }
    e->edge[e->count++] = (Edge){slot, number};
}

static void collect(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        edges_add(sink, slot[i], number[i]);
}

static int compare(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Sorts, and removes duplicates. */
static void edges_sort(Edges *e)
{
    if (e->count > 0)
        qsort(e->edge, e->count, sizeof *e->edge, compare);
    size_t n = 0;
    for (size_t i = 0; i < e->count; i++)
        if (n == 0 || compare(&e->edge[n - 1], &e->edge[i]) != 0)
            e->edge[n++] = e->edge[i];
    e->count = n;
}

static bool edges_have(const Edges *e, uint32_t slot, uint64_t number)
{
    Edge wanted = {slot, number};
    return e->count && bsearch(&wanted, e->edge, e->count, sizeof wanted, compare);
}

static uint64_t random_state;
static uint64_t random_below(uint64_t n)
{
    uint64_t x = random_state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (x ^ (x >> 31)) % n;
}

typedef struct Tried {
    const Game *game;
    const SolveIndex *index;
    void *state, *worker;
    MoveList moves;
} Tried;

/* The successors, by the rules only. */
static void by_the_rules(Tried *t, const uint64_t *list, uint32_t count, Edges *out)
{
    for (uint32_t slot = 0; slot < count; slot++) {
        Position p, q;
        assert_true(t->index->unrank(t->state, list[slot], &p));
        assert_true(movelist_fill(&t->moves, t->game, &p));
        assert_true(t->moves.count > 0);
        for (size_t i = 0; i < t->moves.count; i++) {
            t->game->play(&p, t->moves.move[i], &q);
            Outcome o = t->game->outcome(&q);
            uint64_t number;
            if (o.over) {
                assert_false(t->index->rank(t->state, &q, &number));
                int side = game_side(t->game, t->game->mover(&p));
                number = o.winner == DRAW ? INDEX_ENDS_DRAWN : o.winner == side ? INDEX_ENDS_WON : INDEX_ENDS_LOST;
            } else {
                assert_true(t->index->rank(t->state, &q, &number));
            }
            edges_add(out, slot, number);
        }
    }
    edges_sort(out);
}

static void edges_equal(const Edges *a, const Edges *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_int_equal(compare(&a->edge[i], &b->edge[i]), 0);
}

static size_t edges_times(const Edges *e, uint32_t slot, uint64_t number)
{
    size_t n = 0;
    for (size_t i = 0; i < e->count; i++)
        n += e->edge[i].slot == slot && e->edge[i].number == number;
    return n;
}

/* An index that says `counted` names each edge as often backward as forward. */
static void try_counts(Tried *t, const uint64_t *list, uint32_t slot, const Edges *forward)
{
    for (size_t i = 0; i < forward->count; i++) {
        uint64_t to = forward->edge[i].number;
        if (forward->edge[i].slot != slot || INDEX_ENDS(to))
            continue;
        Edges back = {0};
        t->index->predecessors(t->worker, &to, 1, collect, &back);
        assert_int_equal(edges_times(&back, 0, list[slot]), edges_times(forward, slot, to));
        memory_free(back.edge);
    }
}

/* A run of positions somewhere: successors and predecessors in bulk. */
static void try_run(Tried *t)
{
    uint64_t list[PER_RUN], *all = memory_resize(NULL, INDEX_BATCH * sizeof *all);
    /* Small numbers are often symmetric shapes: they come often enough this way. */
    uint64_t size = t->index->size(t->state), below = (size >> random_below(24)) + 1;
    uint64_t first = random_below(below < size ? below : size) / INDEX_BATCH * INDEX_BATCH;
    uint32_t length = (uint32_t)(size - first < INDEX_BATCH ? size - first : INDEX_BATCH);
    assert_non_null(all);
    uint32_t found = t->index->list(t->worker, first, length, all), count = 0;
    /* Half of the runs are dense, half are spread out. */
    uint32_t step = random_below(2) || found <= PER_RUN ? 1 : found / PER_RUN;
    for (uint32_t i = 0; i < found && count < PER_RUN; i += step)
        list[count++] = all[i];
    memory_free(all);
    Edges forward = {0}, rules = {0}, backward = {0};
    t->index->successors(t->worker, list, count, NULL, collect, &forward);
    for (uint32_t slot = 0; t->index->counted && slot < count; slot += count / 4 + 1)
        try_counts(t, list, slot, &forward);
    edges_sort(&forward);
    by_the_rules(t, list, count, &rules);
    edges_equal(&forward, &rules);
    bool ends = false;
    for (size_t i = 0; i < rules.count; i++)
        ends |= INDEX_ENDS(rules.edge[i].number);
    assert_true(!ends || t->index->may_end(t->worker, first, length));

    /* What a position leads to has it among its predecessors. */
    for (size_t i = 0; i < rules.count; i += 1 + random_below(20)) {
        uint64_t to = rules.edge[i].number;
        if (INDEX_ENDS(to))
            continue;
        Edges back = {0};
        t->index->predecessors(t->worker, &to, 1, collect, &back);
        edges_sort(&back);
        assert_true(edges_have(&back, 0, list[rules.edge[i].slot]));
        memory_free(back.edge);
    }
    /* And, where the index says so, the other way round. */
    t->index->predecessors(t->worker, list, count, collect, &backward);
    edges_sort(&backward);
    for (size_t i = 0; t->index->exact && i < backward.count; i += 1 + random_below(20)) {
        Edges to = {0};
        by_the_rules(t, &backward.edge[i].number, 1, &to);
        assert_true(edges_have(&to, 0, list[backward.edge[i].slot]));
        memory_free(to.edge);
    }
    memory_free(forward.edge);
    memory_free(rules.edge);
    memory_free(backward.edge);
}

/* A position of a game: its number is also its images', and leads back to it. */
static void try_position(Tried *t, const Position *p)
{
    uint64_t number, image_number;
    Position image, back;
    assert_true(t->index->rank(t->state, p, &number));
    assert_true(number < t->index->size(t->state));
    for (int s = 0; s < t->game->symmetries; s++) {
        t->game->transform(p, s, &image);
        assert_true(t->index->rank(t->state, &image, &image_number));
        assert_int_equal(number, image_number);
    }
    assert_true(t->index->unrank(t->state, number, &back));
    assert_null(t->game->check(&back));
    assert_true(t->index->rank(t->state, &back, &image_number));
    assert_int_equal(number, image_number);
}

static void try_games(Tried *t)
{
    for (int game = 0; game < GAMES; game++) {
        Position p;
        t->game->start(&p);
        for (int ply = 0; ply < PLIES && !t->game->outcome(&p).over; ply++) {
            try_position(t, &p);
            assert_true(movelist_fill(&t->moves, t->game, &p));
            t->game->play(&p, t->moves.move[random_below(t->moves.count)], &p);
        }
    }
}

static void each_index(void (*try)(Tried *t))
{
    for (size_t i = 0; i < registry_count(); i++) {
        Tried t = {.game = registry_game(i), .index = registry_game(i)->index};
        Message error;
        if (!t.index)
            continue;
        random_state = i;
        t.state = t.index->create(&error);
        assert_non_null(t.state);
        t.worker = t.index->worker_create(t.state);
        assert_non_null(t.worker);
        try(&t);
        t.index->worker_destroy(t.worker);
        t.index->destroy(t.state);
        movelist_free(&t.moves);
    }
}

static void try_runs(Tried *t)
{
    for (int run = 0; run < RUNS; run++)
        try_run(t);
}

static void neighbours_in_bulk_are_those_of_the_rules(void **state)
{
    (void)state;
    each_index(try_runs);
}

static void positions_of_games_have_one_number(void **state)
{
    (void)state;
    each_index(try_games);
}

static void try_numbers(Tried *t)
{
    uint64_t size = t->index->size(t->state), number;
    Position p;
    for (int i = 0; i < 20000; i++) {
        uint64_t wanted = random_below(size);
        if (!t->index->unrank(t->state, wanted, &p))
            continue;
        assert_null(t->game->check(&p));
        assert_true(t->index->rank(t->state, &p, &number));
        assert_int_equal(number, wanted);
    }
}

static void numbers_come_back(void **state)
{
    (void)state;
    each_index(try_numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(positions_of_games_have_one_number),
        cmocka_unit_test(neighbours_in_bulk_are_those_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
