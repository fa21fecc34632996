/* What a breadth-first walk remembers: positions in order, symmetric ones once, even when the index lies. */
#include "core/memory.h"
#include "core/random.h"
#include "games/registry.h"
#include "solve/certificate_broad.h"

#include "core/index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { WANTED = 3 * CERTIFICATE_PIECE + 100, PLIES = 24 };

/* Plays random games and hands over positions in which `side` moves, until the queue has enough. */
static void fill(CertificateBroad *b, const Game *g, int side, Position *met)
{
    uint64_t random = 16;
    MoveList list = {0};
    while (b->count < WANTED) {
        Position p;
        g->start(&p);
        for (int ply = 0; ply < PLIES && !g->outcome(&p).over && b->count < WANTED; ply++) {
            if (game_side(g, g->mover(&p)) == side) {
                bool had = certificate_broad_has(b, &p);
                uint64_t before = b->count;
                assert_true(certificate_broad_add(b, &p, before / 2));
                assert_int_equal(b->count, before + !had);
                assert_true(certificate_broad_has(b, &p));
                if (!had)
                    met[before] = p;
            }
            assert_true(movelist_fill(&list, g, &p));
            g->play(&p, list.move[random_next_wide(&random) % list.count], &p);
        }
    }
    movelist_free(&list);
}

/* All positions come back unchanged, in order and in any other order, and none is symmetric to another. */
static void check(CertificateBroad *b, const Game *g, const Position *met)
{
    for (uint64_t i = 0; i < WANTED; i++) {
        Position p;
        uint64_t number = i % 5 == 4 ? WANTED - 1 - i : i, from;
        assert_true(certificate_broad_get(b, number, &p, &from));
        assert_memory_equal(p.w, met[number].w, g->words * sizeof *p.w);
        assert_int_equal(from, number / 2);
        g->transform(&p, (int)(i % (unsigned)g->symmetries), &p);
        uint64_t before = b->count;
        assert_true(certificate_broad_add(b, &p, 0));
        assert_int_equal(b->count, before);
    }
}

static void walk(const Game *g, bool by_bits)
{
    Position *met = memory_resize(NULL, WANTED * sizeof *met);
    assert_non_null(met);
    for (int side = 0; side < 2; side++) {
        CertificateBroad b;
        assert_true(certificate_broad_open(&b, g));
        fill(&b, g, side, met);
        check(&b, g, met);
        /* The first piece is remembered as it is, the others by their bits. */
        assert_int_equal(b.others.count, by_bits ? CERTIFICATE_PIECE : WANTED);
        certificate_broad_close(&b);
    }
    memory_free(met);
}

static void positions_have_bits(void **state)
{
    (void)state;
    walk(registry_find("pylos-expert"), true);
}

static void without_an_index_too(void **state)
{
    (void)state;
    Game g = *registry_find("dorix");
    walk(&g, false);
}

static bool rank_all_alike(const void *state, const Position *p, uint64_t *number)
{
    (void)state, (void)p;
    *number = 0;
    return true;
}

/* The index calls all positions the same; still none is lost. */
static void an_index_that_lies_is_not_believed(void **state)
{
    (void)state;
    Game g = *registry_find("pylos-expert");
    SolveIndex liar = *g.index;
    liar.rank = rank_all_alike;
    g.index = &liar;
    walk(&g, false);
}

static void colours_are_exchanged(void **state)
{
    (void)state;
    static const char *const games[] = {"pylos", "pilea"};
    for (int i = 0; i < 2; i++) {
        const Game *g = registry_find(games[i]);
        const SolveIndex *index = g->index->small;
        Message error;
        void *x = index->create(&error);
        assert_non_null(x);
        int seen = 0;
        for (uint64_t n = 0; n < index->size(x); n += 1 + index->size(x) / 5000) {
            Position p, exchanged, back;
            uint64_t number;
            if (!index->unrank(x, n, &p))
                continue;
            index->exchange(&p, &exchanged);
            index->exchange(&exchanged, &back);
            assert_memory_equal(back.w, p.w, g->words * sizeof *p.w);
            assert_int_not_equal(g->mover(&exchanged), g->mover(&p));
            assert_true(index->rank(x, &exchanged, &number));
            assert_int_equal(number, n);
            seen++;
        }
        assert_true(seen > 100);
        index->destroy(x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_have_bits),
        cmocka_unit_test(without_an_index_too),
        cmocka_unit_test(an_index_that_lies_is_not_believed),
        cmocka_unit_test(colours_are_exchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
