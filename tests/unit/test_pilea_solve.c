/* Pilea with fewer cubes, solved: every value equals that of a plain search by the rules, and counting moves,
 * threads and interruptions change nothing. */
#include "games/pilea/pilea_index.h"
#include "games/pilea/pilea_rules.h"
#include "solve/retro.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void *create_two(Message *error)
{
    (void)error;
    return pilea_index_create(2, 2);
}

static void *create_two_one(Message *error)
{
    (void)error;
    return pilea_index_create(2, 1);
}

static RetroStatus solve_by(RetroCrewName crew, const SolveIndex *index, const void *state, int threads,
                            const char *checkpoint, RetroProgress *progress, RetroResult *out)
{
    const RetroJob job = {.index = index,
                          .state = state,
                          .crew = crew,
                          .name = "small",
                          .threads = threads,
                          .checkpoint = checkpoint,
                          .checkpoint_seconds = 1e9,
                          .progress = progress};
    Message error = {0};
    const RetroStatus status = retro_solve(&job, out, &error);
    if (status == RETRO_FAILED)
        fail_msg("%s", error.id ? error.id : "no reason given");
    return status;
}

static RetroStatus solve(const SolveIndex *index, const void *state, int threads, const char *checkpoint,
                         RetroProgress *progress, RetroResult *out)
{
    return solve_by(RETRO_THREADS, index, state, threads, checkpoint, progress, out);
}

static int cubes_on(const Position *p)
{
    int n = 0;
    for (int place = 0; place < PILEA_PLACES; place++)
        n += pilea_height(p, place);
    return n;
}

/* The value of this position, from the values of its successors. `d` > 0: only values of less than d plies are
 * known. */
static uint16_t look(const PileaIndex *x, uint64_t number, const uint16_t *value, int d)
{
    static Move moves[1 << 16];
    Position p, next;
    assert_true(pilea_index_unrank(x, number, &p));
    const size_t n = pilea_moves(&p, moves, 1 << 16);
    assert_in_range(n, 1, 1 << 16);
    int win = INT32_MAX, loss = 0;
    for (size_t i = 0; i < n; i++) {
        pilea_play(&p, moves[i], &next);
        if (cubes_on(&next) == x->cubes)
            next.w[0] |= PILEA_MOVING;
        if (pilea_outcome(&next).over)
            return 2 * 1 + 1;
        uint64_t to;
        assert_true(pilea_index_rank(x, &next, &to));
        const uint16_t v = value[to];
        const int plies = retro_distance(v) + 1;
        if (!retro_decided(v) || (d > 0 && plies > d))
            loss = INT32_MAX;
        else if (!retro_wins(v))
            win = plies < win ? plies : win;
        else if (loss != INT32_MAX)
            loss = plies > loss ? plies : loss;
    }
    return (uint16_t)(win != INT32_MAX ? 2 * win + 1 : loss != INT32_MAX ? 2 * loss : 0);
}

/* Layer after layer over all positions until nothing changes; by threads and by the kernels. */
static void compare_with_plain_search(void *(*create)(Message *), uint64_t least)
{
    SolveIndex index = pilea_index;
    index.create = create;
    PileaIndex *x = index.create(NULL);
    assert_non_null(x);
    uint16_t *plain = calloc(x->size, sizeof *plain);
    assert_non_null(plain);
    uint64_t found = 0;
    for (int d = 1, last = 0; d <= last + 2; d++)
        for (uint64_t i = 0; i < x->size; i++) {
            Position p;
            if (plain[i] || !pilea_index_unrank(x, i, &p))
                continue;
            const uint16_t v = look(x, i, plain, d);
            if (v && retro_distance(v) == d) {
                plain[i] = v;
                last = d;
                found++;
            }
        }
    assert_in_range(found, least, x->size);
    for (RetroCrewName crew = RETRO_THREADS; crew <= RETRO_KERNELS; crew++) {
        RetroResult r;
        if (crew == RETRO_GPU)
            continue;
        assert_int_equal(solve_by(crew, &index, x, 2, NULL, NULL, &r), RETRO_DONE);
        assert_int_equal(found, r.wins + r.losses);
        assert_memory_equal(plain, r.value, x->size * sizeof *plain);
        retro_free(&r);
    }
    free(plain);
    pilea_index_destroy(x);
}

static void values_are_those_of_plain_search(void **state)
{
    (void)state;
    compare_with_plain_search(create_two, 10);
    /* White has one more cube: too few to climb the grey pile, but all edges are walked. */
    compare_with_plain_search(create_two_one, 0);
}

/* Three cubes each. */
typedef struct Small {
    PileaIndex *x;
    RetroResult r;
} Small;

static int solve_small(void **state)
{
    static Small s;
    s.x = pilea_index_small.create(NULL);
    assert_non_null(s.x);
    assert_int_equal(solve(&pilea_index_small, s.x, 2, NULL, NULL, &s.r), RETRO_DONE);
    *state = &s;
    return 0;
}

static int solve_uneven(void **state)
{
    static Small s;
    s.x = pilea_index_three_two.create(NULL);
    assert_non_null(s.x);
    assert_int_equal(solve_by(RETRO_KERNELS, &pilea_index_three_two, s.x, 1, NULL, NULL, &s.r), RETRO_DONE);
    *state = &s;
    return 0;
}

static int free_small(void **state)
{
    Small *s = *state;
    retro_free(&s->r);
    pilea_index_destroy(s->x);
    return 0;
}

/* Every decided value follows from the rules and the successors' values, and so does a sample of the draws. */
static void values_agree_with_the_rules(void **state)
{
    const Small *s = *state;
    uint64_t decided = 0, seen = 0;
    for (uint64_t i = 0; i < s->x->size; i++) {
        Position p;
        const bool known = retro_decided(s->r.value[i]);
        if (!known && i % 61)
            continue;
        if (!pilea_index_unrank(s->x, i, &p))
            continue;
        assert_int_equal(look(s->x, i, s->r.value, 0), s->r.value[i]);
        decided += known;
        seen++;
    }
    assert_int_equal(decided, s->r.wins + s->r.losses);
    assert_in_range(decided, 1000, seen);
}

static void counting_and_looking_agree(void **state)
{
    const Small *s = *state;
    SolveIndex index = pilea_index_small;
    index.counted = false;
    RetroResult r;
    for (int exact = 0; exact < 2; exact++) {
        index.exact = exact;
        assert_int_equal(solve(&index, s->x, 1, NULL, NULL, &r), RETRO_DONE);
        assert_int_equal(r.layers, s->r.layers);
        assert_memory_equal(r.value, s->r.value, r.size * sizeof *r.value);
        retro_free(&r);
    }
}

static bool until_seven(void *context, const RetroLayer *layer)
{
    (void)context;
    return layer->layer < 7;
}

static void a_checkpoint_continues(void **state)
{
    const Small *s = *state;
    char path[] = "/tmp/colonnade-pilea-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
    RetroResult r;
    assert_int_equal(solve(&pilea_index_small, s->x, 3, path, until_seven, &r), RETRO_STOPPED);
    assert_int_equal(solve(&pilea_index_small, s->x, 1, path, NULL, &r), RETRO_DONE);
    assert_int_equal(r.wins, s->r.wins);
    assert_int_equal(r.losses, s->r.losses);
    assert_int_equal(r.layers, s->r.layers);
    assert_memory_equal(r.value, s->r.value, r.size * sizeof *r.value);
    retro_free(&r);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_plain_search),
        cmocka_unit_test_setup_teardown(values_agree_with_the_rules, solve_small, free_small),
        cmocka_unit_test_setup_teardown(values_agree_with_the_rules, solve_uneven, free_small),
        cmocka_unit_test_setup_teardown(counting_and_looking_agree, solve_small, free_small),
        cmocka_unit_test_setup_teardown(a_checkpoint_continues, solve_small, free_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
