/* Pilea's numbering and its edges, compared with nothing but the rules (core/game.h). */
#include "core/memory.h"
#include "games/pilea/pilea_index.h"
#include "games/pilea/pilea_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t seed = 88172645463325252u;
static uint64_t random_below(uint64_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (seed >> 11) % n;
}

/* --- a game with fewer cubes, from the rules of the full game --- */

static int cubes_on(const Position *p)
{
    int n = 0;
    for (int place = 0; place < PILEA_PLACES; place++)
        n += pilea_height(p, place);
    return n;
}

static void play(const PileaIndex *x, const Position *p, Move m, Position *out)
{
    pilea_play(p, m, out);
    if (cubes_on(out) == x->cubes)
        out->w[0] |= PILEA_MOVING;
}

enum { MOVES = 1 << 18 };
static Move move_buffer[MOVES];

/* --- edges --- */

typedef struct Edges {
    uint64_t *of; /* slot << 40 | number */
    size_t count, capacity;
} Edges;

static void add(Edges *e, uint64_t edge)
{
    if (e->count == e->capacity) {
        e->capacity = e->capacity ? 2 * e->capacity : 1024;
        e->of = realloc(e->of, e->capacity * sizeof *e->of);
        assert_non_null(e->of);
    }
    e->of[e->count++] = edge;
}

enum { NUMBER_BITS = 40 };
#define ENDED ((UINT64_C(1) << NUMBER_BITS) - 1)

static void gather(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(sink, (uint64_t)slot[i] << NUMBER_BITS | (number[i] == INDEX_ENDS_WON ? ENDED : number[i]));
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void make_set(Edges *e)
{
    size_t n = 0;
    if (e->count)
        qsort(e->of, e->count, sizeof *e->of, compare);
    for (size_t i = 0; i < e->count; i++)
        if (i == 0 || e->of[i] != e->of[i - 1])
            e->of[n++] = e->of[i];
    e->count = n;
}

/* By the rules, from each position of the list. */
static void edges_by_rules(const PileaIndex *x, const uint64_t *list, uint32_t count, Edges *out)
{
    for (uint32_t i = 0; i < count; i++) {
        Position p, next;
        assert_true(pilea_index_unrank(x, list[i], &p));
        const size_t n = pilea_moves(&p, move_buffer, MOVES);
        assert_in_range(n, 1, MOVES);
        for (size_t j = 0; j < n; j++) {
            uint64_t number = ENDED;
            play(x, &p, move_buffer[j], &next);
            if (pilea_outcome(&next).over)
                assert_int_equal(pilea_outcome(&next).winner, pilea_mover(&p));
            else
                assert_true(pilea_index_rank(x, &next, &number));
            add(out, (uint64_t)i << NUMBER_BITS | number);
        }
    }
    make_set(out);
}

static void assert_same(const Edges *a, const Edges *b)
{
    assert_int_equal(a->count, b->count);
    if (a->count)
        assert_memory_equal(a->of, b->of, a->count * sizeof *a->of);
}

static void agree_on(const PileaIndex *x, void *worker, const uint64_t *list, uint32_t count)
{
    Edges rules = {0}, bulk = {0}, back = {0};
    edges_by_rules(x, list, count, &rules);
    pilea_edges_successors(worker, list, count, NULL, gather, &bulk);
    make_set(&bulk);
    assert_same(&rules, &bulk);
    /* Every successor names the position among its predecessors. */
    for (size_t i = 0; i < rules.count; i += 1 + random_below(40)) {
        const uint64_t next = rules.of[i] & ENDED, self = list[rules.of[i] >> NUMBER_BITS];
        if (next == ENDED)
            continue;
        back.count = 0;
        pilea_edges_predecessors(worker, &next, 1, gather, &back);
        make_set(&back);
        assert_non_null(bsearch(&self, back.of, back.count, sizeof *back.of, compare));
    }
    /* And every predecessor named has a move to the position. */
    for (uint32_t i = 0; i < count; i += 1 + (uint32_t)random_below(40)) {
        back.count = 0;
        pilea_edges_predecessors(worker, &list[i], 1, gather, &back);
        make_set(&back);
        for (size_t j = 0; j < back.count; j += 1 + random_below(10)) {
            const uint64_t before = back.of[j], self = list[i];
            rules.count = 0;
            edges_by_rules(x, &before, 1, &rules);
            assert_non_null(bsearch(&self, rules.of, rules.count, sizeof *rules.of, compare));
        }
    }
    free(rules.of);
    free(bulk.of);
    free(back.of);
}

/* --- tests --- */

/* Games with few cubes, the game itself, and one in which White has six. */
typedef struct Sides {
    int white, black;
} Sides;
static const Sides sides[] = {{1, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 5}};
enum {
    SIDES = sizeof sides / sizeof *sides,
    TINY = 3,
    SMALL = 5
}; /* the first of `sides` that can be tested in full */

/* In small games as many numbers are positions as Burnside's lemma says; the full game's counts are known. */
static void positions_are_counted(void **state)
{
    (void)state;
    for (int game = 0; game < SMALL; game++) {
        PileaIndex *x = pilea_index_create(sides[game].white, sides[game].black);
        void *worker = pilea_edges_worker(x);
        assert_true(x && worker);
        uint64_t found = 0;
        static uint64_t list[INDEX_BATCH];
        for (uint64_t first = 0; first < x->size; first += INDEX_BATCH)
            found += pilea_index_list(worker, first,
                                      (uint32_t)(x->size - first < INDEX_BATCH ? x->size - first : INDEX_BATCH), list);
        assert_int_equal(found, pilea_index_positions(x));
        pilea_edges_worker_destroy(worker);
        pilea_index_destroy(x);
    }
    PileaIndex *x = pilea_index_create(5, 5);
    assert_non_null(x);
    assert_int_equal(x->phase[10].shape_count, 11582380);
    assert_int_equal(x->phase[10].colourings, 252);
    assert_int_equal(x->phase[0].first + 1, x->size);
    pilea_index_destroy(x);
    x = pilea_index_create(6, 5);
    assert_non_null(x);
    assert_int_equal(x->phase[11].colourings, 462);
    assert_int_equal(x->phase[12].colourings, 462);
    assert_int_equal(x->phase[12].first, (uint64_t)x->phase[11].shape_count * 462);
    assert_int_equal(x->phase[10].first, 2 * x->phase[12].first);
    pilea_index_destroy(x);
}

/* Every number, and every position in all orientations and both colours. */
static void numbers_and_positions_invert(void **state)
{
    (void)state;
    for (int game = 0; game < SIDES; game++) {
        PileaIndex *x = pilea_index_create(sides[game].white, sides[game].black);
        assert_non_null(x);
        const uint64_t tries = game < TINY ? x->size : 20000;
        for (uint64_t i = 0; i < tries; i++) {
            const uint64_t number = game < TINY ? i : random_below(x->size);
            Position p, q;
            uint64_t back;
            if (!pilea_index_unrank(x, number, &p))
                continue;
            if (sides[game].black == PILEA_CUBES)
                assert_null(pilea_check(&p));
            for (int t = 0; t < GRID_SYMMETRIES; t++) {
                pilea_transform(&p, t, &q);
                assert_true(pilea_index_rank(x, &q, &back));
                assert_int_equal(back, number);
            }
        }
        pilea_index_destroy(x);
    }
}

/* All edges of a small game; of the others random ones, singly, sparsely and in whole runs. */
static void edges_follow_the_rules(void **state)
{
    (void)state;
    for (int game = 0; game < SIDES; game++) {
        PileaIndex *x = pilea_index_create(sides[game].white, sides[game].black);
        void *worker = pilea_edges_worker(x);
        assert_true(x && worker);
        static uint64_t list[INDEX_BATCH];
        const bool all = game < TINY;
        const int runs = all ? (int)((x->size + INDEX_BATCH - 1) / INDEX_BATCH) : 12;
        for (int run = 0; run < runs; run++) {
            uint64_t first = (all ? (uint64_t)run : random_below(x->size / INDEX_BATCH)) * INDEX_BATCH;
            uint32_t n = all ? INDEX_BATCH : 600;
            if (!all)
                first += random_below(INDEX_BATCH - n);
            n = pilea_index_list(worker, first, (uint32_t)(x->size - first < n ? x->size - first : n), list);
            agree_on(x, worker, list, n);
            uint32_t thin = 0;
            for (uint32_t i = 0; i < n; i += 1 + (uint32_t)random_below(200))
                list[thin++] = list[i];
            agree_on(x, worker, list, thin);
        }
        pilea_edges_worker_destroy(worker);
        pilea_index_destroy(x);
    }
}

/* A sum over all edges that does not depend on their order. */
typedef struct Sum {
    const uint64_t *list;
    bool back;
    uint64_t edges, sum;
} Sum;

static void add_up(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Sum *s = sink;
    for (size_t i = 0; i < count; i++) {
        if (INDEX_ENDS(number[i]))
            continue;
        const uint64_t from = s->back ? number[i] : s->list[slot[i]], to = s->back ? s->list[slot[i]] : number[i];
        uint64_t mixed = (from << 32 | to) * UINT64_C(0x9E3779B97F4A7C15);
        mixed = (mixed ^ mixed >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
        s->sum += mixed ^ mixed >> 32;
        s->edges++;
    }
}

/* In all of a small game every edge occurs as often backward as forward. */
static void edges_are_counted_alike(void **state)
{
    (void)state;
    for (int game = 1; game < SMALL; game++) {
        PileaIndex *x = pilea_index_create(sides[game].white, sides[game].black);
        void *worker = pilea_edges_worker(x);
        assert_true(x && worker);
        static uint64_t list[INDEX_BATCH];
        Sum forward = {.list = list}, back = {.list = list, .back = true};
        for (uint64_t first = 0; first < x->size; first += INDEX_BATCH) {
            const uint64_t left = x->size - first;
            const uint32_t n = pilea_index_list(worker, first, left < INDEX_BATCH ? (uint32_t)left : INDEX_BATCH, list);
            pilea_edges_successors(worker, list, n, NULL, add_up, &forward);
            pilea_edges_predecessors(worker, list, n, add_up, &back);
        }
        assert_in_range(forward.edges, x->size, 100 * x->size);
        assert_int_equal(forward.edges, back.edges);
        assert_int_equal(forward.sum, back.sum);
        pilea_edges_worker_destroy(worker);
        pilea_index_destroy(x);
    }
}

/* Symmetric shapes are rare, so this looks for them. */
static void look_at_symmetric(const Sides *players)
{
    PileaIndex *x = pilea_index_create(players->white, players->black);
    void *worker = pilea_edges_worker(x);
    assert_true(x && worker);
    const PileaPhase *p = &x->phase[x->cubes];
    int seen = 0;
    uint64_t list[PILEA_COLOURINGS];
    for (uint32_t shape = (uint32_t)random_below(500); shape < p->shape_count && seen < 60;
         shape += 1 + (uint32_t)random_below(500)) {
        int group;
        pilea_shapes_heights(p->shapes, p->cubes, shape, &group);
        if (!group)
            continue;
        seen++;
        const uint32_t n = pilea_index_list(worker, (uint64_t)shape * p->colourings, p->colourings, list);
        agree_on(x, worker, list, n);
    }
    assert_int_equal(seen, 60);
    pilea_edges_worker_destroy(worker);
    pilea_index_destroy(x);
}

static void symmetric_shapes_have_right_edges(void **state)
{
    (void)state;
    for (int game = 0; game < SIDES; game++)
        if (sides[game].black == PILEA_CUBES)
            look_at_symmetric(&sides[game]);
}

/* Five cubes each is our game; six and seven are variants too large for any machine. */
static void burnside_counts_what_has_not_been_built(void **unused)
{
    (void)unused;
    assert_int_equal(pilea_index_count(3, 3), 1253240);
    assert_int_equal(pilea_index_count(4, 4), 70982948);
    assert_int_equal(pilea_index_count(5, 5), 2945009034);
    assert_int_equal(pilea_index_count(6, 5), 33137270630);
    assert_int_equal(pilea_index_count(6, 6), 96617472458);
    assert_int_equal(pilea_index_count(7, 7), 2621048810074);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(burnside_counts_what_has_not_been_built),
        cmocka_unit_test(positions_are_counted),
        cmocka_unit_test(numbers_and_positions_invert),
        cmocka_unit_test(edges_follow_the_rules),
        cmocka_unit_test(edges_are_counted_alike),
        cmocka_unit_test(symmetric_shapes_have_right_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
