/* The landmarks of perfect play are what they are said to be, and mistakes are counted during play. */
#include "contest/lapse.h"
#include "core/random.h"
#include "engine/explore.h"
#include "engine/landmark.h"
#include "games/registry.h"
#include "session/puzzle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Proofs near the start of a game take seconds: `bench landmarks --check` checks those of the first plies. */
enum { NODES = 400000, PROOF_BYTES = 16 << 20 };

static int pieces(const Landmark *l)
{
    int count = 0;
    for (const char *at = l->position; *at && *at != ' '; at++)
        count += strchr("sStTcC", *at) != NULL;
    return count;
}

/* Fewer mistakes recur where fewer games were counted. */
static size_t least_mistakes(int games) { return games >= 1000 ? 8 : 3; }

static void every_solved_ruleset_has_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        const Landmark *list;
        size_t count = landmark_list(g, &list), mistakes = 0, places = 0, lists = 0;
        int games = 0;
        assert_int_equal(count > 0, explore_knows(g));
        for (size_t k = 0; k < count; k++) {
            Position p;
            Move m;
            assert_string_equal(list[k].game, g->id);
            mistakes += list[k].kind == LANDMARK_MISTAKE;
            if (list[k].kind == LANDMARK_GAMES) {
                lists++;
                games = list[k].plies;
            }
            if (!landmark_is_place(&list[k]))
                continue;
            places++;
            assert_true(landmark_read(g, &list[k], &p, &m));
            assert_int_equal(m != 0, *list[k].move != '\0');
            assert_false(g->outcome(&p).over);
        }
        assert_true(count == 0 || (mistakes >= least_mistakes(games) && places >= mistakes + 3 && lists == 1));
    }
}

static void the_hardest_puzzle_is_the_last(void **state)
{
    (void)state;
    for (size_t i = 0; i < landmark_table_count; i++) {
        const Landmark *l = &landmark_table[i];
        if (l->kind != LANDMARK_HARDEST)
            continue;
        assert_int_equal(l->number, puzzle_count(l->game));
        assert_string_equal(l->position, puzzle_at(l->game, l->number)->position);
        assert_int_equal(l->plies, puzzle_at(l->game, l->number)->plies);
    }
}

/* A landmark that a flip makes false must be found false. */
static void check_flipped(const Game *g, const Landmark *l, const Oracle *truth)
{
    Landmark wrong = *l;
    if (l->kind == LANDMARK_MISTAKE)
        wrong.result = (int8_t)(-1 - l->result);
    else if (l->kind == LANDMARK_ONLY_DRAW || l->kind == LANDMARK_ONLY_WIN)
        wrong.number = ++wrong.of - 1;
    else
        wrong.plies++;
    assert_false(landmark_holds(g, &wrong, truth, NODES));
}

static void those_that_proofs_reach_hold(void **state)
{
    static const char *const proven[] = {"pyrga", "pilotis"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const Game *g = registry_find(proven[i]);
        const Landmark *list;
        size_t count = landmark_list(g, &list);
        int held = 0;
        Oracle truth;
        assert_true(oracle_of_proofs(g, PROOF_BYTES, &truth));
        for (size_t k = 0; k < count; k++) {
            if (!landmark_is_place(&list[k]) || (pieces(&list[k]) < 10 && list[k].kind != LANDMARK_LONGEST))
                continue;
            if (!landmark_holds(g, &list[k], &truth, NODES))
                fail_msg("%s %s %s", g->id, list[k].position, list[k].move);
            check_flipped(g, &list[k], &truth);
            held++;
        }
        assert_true(held >= 4);
        truth.close(truth.context);
    }
}

static void a_mistake_is_known_from_every_side(void **state)
{
    int seen = 0;
    (void)state;
    for (size_t i = 0; i < landmark_table_count; i++) {
        const Landmark *l = &landmark_table[i];
        const Game *g = registry_find(l->game);
        Position p, after;
        Move move;
        MoveList list = {0};
        if (l->kind != LANDMARK_MISTAKE)
            continue;
        assert_true(landmark_read(g, l, &p, &move));
        g->play(&p, move, &after);
        for (int s = 0; s < g->symmetries; s++) {
            Position turned, turned_after;
            g->transform(&p, s, &turned);
            g->transform(&after, s, &turned_after);
            assert_true(movelist_fill(&list, g, &turned));
            for (size_t k = 0; k < list.count; k++) {
                Position next;
                g->play(&turned, list.move[k], &next);
                if (!position_equal(&next, &turned_after))
                    continue;
                assert_ptr_equal(landmark_mistake(g, &turned, list.move[k]), l);
                seen++;
            }
        }
        movelist_free(&list);
    }
    assert_true(seen > 0);
}

static void a_good_move_is_no_mistake(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Position p;
    Move move;
    Message error;
    g->start(&p);
    assert_true(g->read_move(&p, "Sa1", &move, &error));
    assert_null(landmark_mistake(g, &p, move));
    const Game *unsolved = registry_find("dorix");
    unsolved->start(&p);
    MoveList list = {0};
    assert_true(movelist_fill(&list, unsolved, &p));
    assert_null(landmark_mistake(unsolved, &p, list.move[0]));
    movelist_free(&list);
}

/* --- counting --- */

/* An oracle for which every position has a random value, always the same. */
static bool ask_chance(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    const Game *g = context;
    (void)effort, (void)distance;
    uint64_t random = harvest_key(g, p);
    *out = value_proven((int)(random_next_wide(&random) % 3) - 1, 4);
    return true;
}

static void mistakes_are_counted(void **state)
{
    (void)state;
    const Game *g = registry_find("pyrga");
    Oracle chance = {.name = "chance", .context = (void *)(uintptr_t)g, .ask = ask_chance};
    LapseJob job = {.game = g, .truth = &chance, .games = 30, .lowest = 1, .highest = 2};
    LapseCount first, second;
    assert_true(lapse_count(&job, true, &first));
    assert_true(lapse_count(&job, true, &second));
    assert_int_equal(first.games, 30);
    assert_true(first.lapses > 30);
    assert_int_equal(first.lapses, second.lapses);
    int times = 0, lost = 0, won = 0;
    for (size_t i = 0; i < first.lapses; i++) {
        const Lapse *l = &first.lapse[i];
        Value before, after;
        Position next;
        assert_memory_equal(&l->position, &second.lapse[i].position, sizeof l->position);
        assert_true(l->times >= 1 && l->times <= l->met && (i == 0 || l->times <= first.lapse[i - 1].times));
        ask_chance(chance.context, &l->position, (Effort){0}, false, &before);
        assert_true(value_wins(before));
        g->play(&l->position, l->move, &next);
        if (!g->outcome(&next).over) {
            ask_chance(chance.context, &next, (Effort){0}, false, &after);
            assert_int_equal(value_of_move(after).result, l->result);
        }
        times += l->times;
    }
    for (int i = 0; i < LAPSE_PHASES; i++) {
        lost += first.phase[i].lost;
        won += first.phase[i].won;
    }
    assert_int_equal(times, lost);
    assert_true(won > lost);
    assert_true(first.only[0].others > 0 && first.only[1].others > 0);
    lapse_free(&first);
    lapse_free(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solved_ruleset_has_them), cmocka_unit_test(the_hardest_puzzle_is_the_last),
        cmocka_unit_test(those_that_proofs_reach_hold),  cmocka_unit_test(a_mistake_is_known_from_every_side),
        cmocka_unit_test(a_good_move_is_no_mistake),     cmocka_unit_test(mistakes_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
