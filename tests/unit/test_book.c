/* The opening book: complete, consistent, and true as far as a sample shows. */
#include "games/registry.h"
#include "solve/book.h"
#include "solve/proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { BOOK_PLIES = 2, TABLE = 64 << 20, LIST = 256 };

static const char *const book_game[] = {"pyrga", "pilotis"};
enum { BOOK_GAMES = 2 };

/* Fast wins are best, then slow wins, draws, slow losses and fast losses. */
static int worth(int result, int distance) { return result > 0 ? 1000 - distance : result < 0 ? distance - 1000 : 0; }

/* The values after the moves of `p` agree with what the book says about `p`. */
static void assert_consistent(const Game *g, const Position *p, int plies)
{
    const BookLine *line = book_find(g, p);
    char text[POSITION_TEXT];
    g->write_position(p, text);
    if (!line)
        fail_msg("%s %s is not in the book", g->id, text);
    if (plies == 0)
        return;
    Move legal[LIST];
    size_t count = g->moves(p, legal, LIST);
    int best = -2000;
    for (size_t i = 0; i < count; i++) {
        Position q;
        g->play(p, legal[i], &q);
        assert_consistent(g, &q, plies - 1);
        const BookLine *below = book_find(g, &q);
        int here = worth(-below->result, below->distance + 1);
        best = here > best ? here : best;
    }
    if (best != worth(line->result, line->distance))
        fail_msg("%s %s: the book is worth %d, its moves %d", g->id, text, worth(line->result, line->distance), best);
}

static void all_first_and_second_moves_are_in_it_and_agree(void **state)
{
    (void)state;
    for (int i = 0; i < BOOK_GAMES; i++) {
        const Game *g = registry_find(book_game[i]);
        Position start;
        g->start(&start);
        assert_consistent(g, &start, BOOK_PLIES);
    }
}

static void its_lines_are_canonical_and_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < book_lines; i++) {
        const BookLine *line = &book_line[i];
        const Game *g = registry_find(line->game);
        Position p;
        Message error;
        assert_non_null(g);
        assert_true(g->read_position(line->position, &p, &error));
        assert_ptr_equal(book_find(g, &p), line);
        assert_int_equal(line->result == 0, line->distance < 0);
    }
}

static void proof_search_uses_it(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Proof *f = proof_create(g, 1 << 20);
    Position p;
    g->start(&p);
    Value v = proof_value(f, &p, true);
    const BookLine *line = book_find(g, &p);
    assert_true(v.proven && v.result == line->result && v.plies == line->distance);
    assert_int_equal(proof_effort(f).nodes, 0);
    proof_destroy(f);
}

/* A few positions that are quickly proven; all of them: colonnade prove GAME --book. */
static void a_sample_is_proven_anew(void **state)
{
    (void)state;
    for (int i = 0; i < BOOK_GAMES; i++) {
        const Game *g = registry_find(book_game[i]);
        Proof *f = proof_create(g, TABLE);
        int proven = 0;
        proof_use_book(f, false);
        proof_limit(f, 150000, 0);
        for (size_t j = 0; j < book_lines && proven < 8; j++) {
            const BookLine *line = &book_line[j];
            Position p;
            Message error;
            if (strcmp(line->game, g->id) != 0 || !g->read_position(line->position, &p, &error))
                continue;
            Value v = proof_value(f, &p, true);
            if (!v.proven)
                continue;
            if (v.result != line->result || (v.plies >= 0 && v.plies != line->distance) ||
                (v.result != 0 && v.most < line->distance))
                fail_msg("%s %s: %d in %d plies", g->id, line->position, v.result, v.plies);
            proven++;
        }
        assert_true(proven > 0);
        proof_destroy(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_first_and_second_moves_are_in_it_and_agree),
        cmocka_unit_test(its_lines_are_canonical_and_in_order),
        cmocka_unit_test(proof_search_uses_it),
        cmocka_unit_test(a_sample_is_proven_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
