/* On the real boards, the kernels in plain C name the same edges as the index does in bulk, each as often.
 * test_crews.c tests what they compute from them. */
#include "core/kernels.h"
#include "core/memory.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNS = 60, PER_RUN = 40, MOST = 20000 };

typedef struct Found {
    uint64_t number[MOST];
    size_t count;
} Found;

typedef struct Tried {
    const SolveIndex *index;
    const KernelSet *kernels;
    void *state, *worker, *image;
    Found bulk, single;
    KernelEdge edge[MOST];
} Tried;

static uint64_t random_state;
static uint64_t random_below(uint64_t n)
{
    uint64_t x = random_state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (x ^ (x >> 31)) % n;
}

static void collect(void *sink, const uint32_t *slot, const uint64_t *number, size_t count)
{
    Found *f = sink;
    (void)slot;
    assert_true(f->count + count <= MOST);
    memcpy(f->number + f->count, number, count * sizeof *number);
    f->count += count;
}

static int compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void try_number(Tried *t, uint64_t number, bool backward)
{
    t->bulk.count = t->single.count = 0;
    if (backward)
        t->index->predecessors(t->worker, &number, 1, collect, &t->bulk);
    else
        t->index->successors(t->worker, &number, 1, NULL, collect, &t->bulk);
    size_t n = t->kernels->edges(t->image, number, backward, t->edge, MOST);
    assert_true(n <= MOST);
    for (size_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < t->edge[i].times; j++)
            collect(&t->single, NULL, &t->edge[i].number, 1);
    assert_int_equal(t->single.count, t->bulk.count);
    qsort(t->bulk.number, t->bulk.count, sizeof *t->bulk.number, compare);
    qsort(t->single.number, t->single.count, sizeof *t->single.number, compare);
    assert_memory_equal(t->bulk.number, t->single.number, t->bulk.count * sizeof *t->bulk.number);
}

static void try_index(const SolveIndex *index)
{
    Message error;
    Tried *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->index = index;
    t->kernels = index->plain;
    t->state = index->create(&error);
    assert_non_null(t->state);
    t->worker = index->worker_create(t->state);
    t->image = malloc(t->kernels->image_bytes(t->state));
    assert_non_null(t->worker);
    assert_non_null(t->image);
    t->kernels->image_fill(t->state, t->image, (uint64_t)(uintptr_t)t->image);
    uint64_t size = index->size(t->state), *list = malloc(INDEX_BATCH * sizeof *list);
    assert_non_null(list);
    for (int run = 0; run < RUNS; run++) {
        /* Small numbers are often symmetric shapes. */
        uint64_t below = (size >> random_below(24)) + 1;
        uint64_t first = random_below(below < size ? below : size) / INDEX_BATCH * INDEX_BATCH;
        /* Pilea's placing phase is at the other end. */
        if (run % 4 == 0)
            first = (size - 1) / INDEX_BATCH * INDEX_BATCH - first % (64 * INDEX_BATCH);
        uint32_t length = (uint32_t)(size - first < INDEX_BATCH ? size - first : INDEX_BATCH);
        uint32_t found = index->list(t->worker, first, length, list);
        uint32_t next = 0;
        for (uint64_t number = first; number < first + length; number++) {
            bool hole = t->kernels->edges(t->image, number, false, NULL, 0) == SIZE_MAX;
            bool listed = next < found && list[next] == number;
            assert_true(hole != listed);
            next += listed;
            if (number % 64 == 63)
                number += 1000;
            while (next < found && list[next] <= number)
                next++;
        }
        for (int i = 0; i < PER_RUN && found; i++) {
            uint64_t number = list[random_below(found)];
            try_number(t, number, false);
            try_number(t, number, true);
        }
    }
    free(list);
    free(t->image);
    index->worker_destroy(t->worker);
    index->destroy(t->state);
    free(t);
}

static void the_same_edges_as_in_bulk(void **unused)
{
    (void)unused;
    int tried = 0;
    for (size_t i = 0; i < registry_count(); i++) {
        const SolveIndex *index = registry_game(i)->index;
        if (!index || !index->plain)
            continue;
        try_index(index);
        if (index->small)
            try_index(index->small);
        tried++;
    }
    assert_true(tried > 0);
    /* An unlisted variant. */
    try_index(registry_solvable("pilea-6-5")->index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_edges_as_in_bulk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
