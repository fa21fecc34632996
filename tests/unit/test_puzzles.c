/* Every puzzle is valid: only one move wins in time, and whoever plays it is told so. */
#include "core/memory.h"
#include "engine/adviser.h"
#include "games/registry.h"
#include "session/session.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* One puzzle in two is tried, or one in fifty; the few that take longer to see get more nodes. */
enum { NODES = 150000, MORE_NODES = 600000, EVERY = INSTRUMENTED ? 50 : 2 };

static bool wins_alone(Adviser *a, const Situation *s, int plies, uint64_t nodes)
{
    AdviceList list;
    adviser_forget(a);
    assert_true(adviser_analyse(a, s, (SearchLimits){.nodes = nodes}, NULL, NULL, &list));
    const Value best = list.advice[0].value;
    bool alone = list.count > 1 && !(value_wins(list.advice[1].value) && list.advice[1].value.most <= plies);
    return value_wins(best) && best.plies == plies && alone;
}

static void one_move_alone_wins_in_time(void **state)
{
    Adviser *a = NULL;
    const char *game = "";
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < puzzle_table_count; i += EVERY) {
        const Puzzle *p = &puzzle_table[i];
        const Game *g = registry_find(p->game);
        Situation s = {0};
        Message error;
        assert_non_null(g);
        assert_true(g->players == 2);
        if (strcmp(game, p->game) != 0) {
            adviser_destroy(a);
            a = adviser_create(g, (AdviserOptions){.tt_bytes = 8 << 20, .threads = 1});
            game = p->game;
        }
        assert_true(g->read_position(p->position, &s.position, &error));
        if (wins_alone(a, &s, p->plies, NODES) || wins_alone(a, &s, p->plies, MORE_NODES))
            continue;
        wrong++;
        print_error("%s: %s: not a win in %d plies by one move alone\n", p->game, p->position, p->plies);
    }
    adviser_destroy(a);
    assert_int_equal(wrong, 0);
}

/* Whether an event of the reply contains these words. */
static bool told(const Reply *r, const char *words) { return strstr(buffer_text(&r->events), words) != NULL; }

/* Plays the solution move by move, as it is shown; returns how many moves the solver made. */
static int solve(Session *s, Reply *r, const Puzzle *p, int number)
{
    char line[128];
    int moves = 0;
    snprintf(line, sizeof line, "puzzle %s %d", p->game, number);
    session_command(s, line, r);
    assert_true(r->ok && told(r, " asked"));
    for (bool solved = false; !solved; moves++) {
        char move[MOVE_TEXT];
        session_command(s, "puzzle solution", r);
        const char *at = strstr(buffer_text(&r->events), " solution ");
        assert_non_null(at);
        assert_int_equal(sscanf(at, " solution %63s", move), 1);
        session_command(s, move, r);
        solved = told(r, " solved");
        if (!solved && !told(r, " good"))
            fail_msg("%s %d: %s is called wrong", p->game, number, move);
    }
    return moves;
}

static void the_solution_is_called_right(void **state)
{
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN, .seed = 1});
    Reply r = {0};
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const char *game = registry_game(i)->id;
        int count = puzzle_count(game);
        const int asked[] = {1, count / 2, count};
        for (size_t k = 0; count > 0 && k < sizeof asked / sizeof *asked; k++) {
            const Puzzle *p = puzzle_at(game, asked[k]);
            assert_false(session_puzzle_solved(s, p));
            assert_int_equal(solve(s, &r, p, asked[k]), (p->plies + 1) / 2);
            assert_true(session_puzzle_solved(s, p));
        }
    }
    reply_free(&r);
    session_free(s);
}

/* Every move but one leads back to the start, with a reason. */
static void every_other_move_is_called_wrong(void **state)
{
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN, .seed = 1});
    Reply r = {0};
    MoveList list = {0};
    int good = 0;
    (void)state;
    session_command(s, "puzzle pyrga 1", &r);
    assert_true(movelist_fill(&list, registry_find("pyrga"), tree_position(session_tree(s))));
    for (size_t i = 0; i < list.count; i++) {
        char move[MOVE_TEXT];
        SessionPuzzle now;
        session_command(s, "puzzle again", &r);
        registry_find("pyrga")->write_move(tree_position(session_tree(s)), list.move[i], move);
        session_command(s, move, &r);
        assert_true(session_puzzle_now(s, &now));
        good += told(&r, " good");
        assert_true(told(&r, " good") != told(&r, " wrong"));
        assert_int_equal(tree_ply(session_tree(s)), told(&r, " good") ? 2 : 0);
        assert_true(told(&r, " good") || strstr(now.text, "Try again."));
        assert_non_null(strstr(buffer_text(&r.text), now.text));
    }
    assert_int_equal(good, 1);
    movelist_free(&list);
    reply_free(&r);
    session_free(s);
}

static void what_was_solved_is_known_next_time(void **state)
{
    char folder[] = "/tmp/colonnade-puzzles-XXXXXX", path[64];
    Reply r = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int round = 0; round < 2; round++) {
        Session *s = session_new(&(SessionOptions){.lang = LANG_FR, .seed = 1, .state = folder});
        const Puzzle *p = puzzle_at("dorix", 1);
        assert_int_equal(session_puzzle_solved(s, p), round == 1);
        session_command(s, "puzzle dorix", &r);
        assert_true(told(&r, round == 0 ? "puzzle dorix 1 asked" : "puzzle dorix 2 asked"));
        if (round == 0)
            solve(s, &r, p, 1);
        session_free(s);
    }
    reply_free(&r);
    snprintf(path, sizeof path, "%s/solved-puzzles", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* The days cycle through the rulesets with puzzles, and through the puzzles of each. */
static void every_day_has_its_puzzle(void **state)
{
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN, .date = "2026.03.01"});
    enum { DAYS = 20513 };      /* from 1970-01-01 to then */
    Reply r = {0};
    int sets = 0, number, again;
    char wanted[64];
    (void)state;
    for (size_t i = 0; i < registry_count(); i++)
        sets += puzzle_count(registry_game(i)->id) > 0;
    assert_null(puzzle_of_day(-1, &number));
    for (int day = 0; day < 3 * sets; day++) {
        const Puzzle *p = puzzle_of_day(day, &number), *later = puzzle_of_day(day + sets, &again);
        assert_string_equal(p->game, later->game);
        assert_int_equal(again, number % puzzle_count(p->game) + 1);
        assert_ptr_equal(p, puzzle_at(p->game, number));
    }
    session_command(s, "puzzle today", &r);
    const Puzzle *today = puzzle_of_day(DAYS, &number);
    snprintf(wanted, sizeof wanted, "puzzle %s %d asked", today->game, number);
    assert_true(told(&r, wanted));
    reply_free(&r);
    session_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_move_alone_wins_in_time),      cmocka_unit_test(the_solution_is_called_right),
        cmocka_unit_test(every_other_move_is_called_wrong), cmocka_unit_test(what_was_solved_is_known_next_time),
        cmocka_unit_test(every_day_has_its_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
