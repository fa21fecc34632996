/* Every puzzle that is made is valid by the rules alone: one move wins, whatever the reply. */
#include "contest/puzzle_make.h"
#include "games/registry.h"
#include "session/puzzle.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const Cancel never;

/* Plies of the longest win that is tried, and one in how many puzzles is made again. */
enum { TRIED = INSTRUMENTED ? 5 : 7, EVERY = INSTRUMENTED ? 10 : 1 };

/* Whether the player to move can force a win within `plies`, by trying everything. */
static bool wins(const Game *g, const Position *p, int plies)
{
    MoveList list = {0};
    int side = game_side(g, g->mover(p));
    bool found = false;
    assert_true(movelist_fill(&list, g, p));
    for (size_t i = 0; i < list.count && !found && plies > 0; i++) {
        Position next;
        g->play(p, list.move[i], &next);
        Outcome o = g->outcome(&next);
        if (o.over) {
            found = o.winner == side;
            continue;
        }
        MoveList replies = {0};
        found = plies >= 2 && movelist_fill(&replies, g, &next);
        for (size_t k = 0; k < replies.count && found; k++) {
            Position after;
            g->play(&next, replies.move[k], &after);
            o = g->outcome(&after);
            found = o.over ? o.winner == side : wins(g, &after, plies - 2);
        }
        movelist_free(&replies);
    }
    movelist_free(&list);
    return found;
}

static void a_puzzle_is_won_in_its_plies(void **state)
{
    const Game *g = registry_find("pyrga");
    Oracle truth;
    Buffer b = {0};
    int checked = 0;
    (void)state;
    assert_true(oracle_of_proofs(g, 16 << 20, &truth));
    assert_true(puzzle_make(g, (PuzzleMakeTruth){&truth, false}, 3, 100000, 3, &never, &b));
    for (const char *line = buffer_text(&b); *line; line = strchr(line, '\n') + 1) {
        char text[POSITION_TEXT];
        int plies, difficulty;
        Position p;
        Message error;
        assert_int_equal(sscanf(line, "%255[^\t]\t%d\t%d", text, &plies, &difficulty), 3);
        assert_true(g->read_position(text, &p, &error));
        assert_in_range(plies, PUZZLE_MAKE_LEAST, PUZZLE_MAKE_MOST);
        assert_true(difficulty > 0);
        checked++;
        if (plies > TRIED)
            continue;
        assert_true(wins(g, &p, plies));
        assert_false(wins(g, &p, plies - 1));
    }
    assert_int_equal(checked, 3);
    truth.close(truth.context);
    buffer_free(&b);
}

/* Made from the puzzles' positions, each given twice, every puzzle comes once; made again from the result, all are
 * the same. */
static void puzzles_are_known_again(void **state)
{
    const Game *g = registry_find("dorix");
    Buffer text = {0}, once = {0}, again = {0};
    Message error;
    (void)state;
    for (int i = puzzle_count(g->id); i > 0; i -= EVERY)
        buffer_format(&text, "%s\n%s\n", puzzle_at(g->id, i)->position, puzzle_at(g->id, i)->position);
    assert_true(puzzle_make_from(g, (PuzzleMakeTruth){NULL, false}, buffer_text(&text), &never, &once, &error));
    const char *line = buffer_text(&once);
    for (int i = puzzle_count(g->id); i > 0; i -= EVERY, line = strchr(line, '\n') + 1)
        assert_non_null(strchr(line, '\n'));
    assert_string_equal(line, "");
    assert_true(puzzle_make_from(g, (PuzzleMakeTruth){NULL, false}, buffer_text(&once), &never, &again, &error));
    assert_string_equal(buffer_text(&once), buffer_text(&again));
    assert_false(puzzle_make_from(g, (PuzzleMakeTruth){NULL, false}, "rubbish\t3\n", &never, &again, &error));
    assert_non_null(error.id);
    buffer_free(&text);
    buffer_free(&once);
    buffer_free(&again);
}

static void the_start_is_no_puzzle(void **state)
{
    const Game *g = registry_find("pylos");
    Buffer out = {0};
    Message error;
    Position p;
    char text[POSITION_TEXT];
    (void)state;
    g->start(&p);
    g->write_position(&p, text);
    assert_true(puzzle_make_from(g, (PuzzleMakeTruth){NULL, false}, text, &never, &out, &error));
    assert_string_equal(buffer_text(&out), "");
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puzzle_is_won_in_its_plies),
        cmocka_unit_test(puzzles_are_known_again),
        cmocka_unit_test(the_start_is_no_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
