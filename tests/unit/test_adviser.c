/* Advisers: values of every move, levels, tables before search, and stopping. */
#include "core/memory.h"
#include "engine/adviser.h"
#include "games/registry.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* Every how many rulesets one is tested. */
enum { RULESETS = INSTRUMENTED ? 3 : 1 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static Situation start_of(const Game *g)
{
    Situation s = {0};
    g->start(&s.position);
    return s;
}

static void every_ruleset_has_every_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        assert_true(adviser_knows(g));
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20, .seed = 3});
        assert_non_null(a);
        for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
            Situation s = start_of(g);
            Advice advice;
            double before = now();
            assert_true(adviser_choose(a, &s, level, 0.05, NULL, NULL, &advice));
            /* Half a second is what is promised; sanitizers get ten times that. */
            assert_true(level > 7 || now() - before < 5);
            Position next;
            g->play(&s.position, advice.move, &next);
            assert_null(g->check(&next));
        }
        adviser_destroy(a);
    }
}

static void a_level_plays_the_same_with_the_same_seed(void **state)
{
    (void)state;
    enum { MOVES = INSTRUMENTED ? 2 : 6 };
    const Game *g = registry_game(0);
    for (int level = LEVEL_MIN; level < LEVEL_MAX; level++) {
        Move played[2][MOVES];
        for (int run = 0; run < 2; run++) {
            Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20, .seed = 77});
            Situation s = start_of(g);
            for (int i = 0; i < MOVES; i++) {
                Advice advice;
                assert_true(adviser_choose(a, &s, level, 0, NULL, NULL, &advice));
                played[run][i] = advice.move;
                g->play(&s.position, advice.move, &s.position);
            }
            adviser_destroy(a);
        }
        assert_memory_equal(played[0], played[1], sizeof played[0]);
    }
}

static void analysis_lists_every_move_best_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i += RULESETS) {
        const Game *g = registry_game(i);
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20});
        Situation s = start_of(g);
        AdviceList list;
        assert_true(adviser_analyse(a, &s, (SearchLimits){.nodes = 3000}, NULL, NULL, &list));
        assert_int_equal(list.count, g->moves(&s.position, NULL, 0));
        for (size_t k = 1; k < list.count; k++)
            assert_true(value_rank(list.advice[k - 1].value) >= value_rank(list.advice[k].value));
        for (size_t k = 0; k < list.count; k++)
            assert_int_equal(list.advice[k].line[0], list.advice[k].move);
        adviser_destroy(a);
    }
}

/* An oracle that says the first move listed wins in three and all others are drawn. */
typedef struct Fake {
    const Game *game;
    Position won;
    int asked;
} Fake;

static bool ask_fake(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    Fake *f = context;
    (void)effort;
    (void)distance;
    f->asked++;
    *out = position_equal(p, &f->won) ? value_proven(-1, 2) : value_proven(0, -1);
    return true;
}

static void close_fake(void *context) { (void)context; }

static void what_is_known_for_certain_comes_before_search(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (g->sides != 2)
            continue;
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20});
        Situation s = start_of(g);
        MoveList list = {0};
        assert_true(movelist_fill(&list, g, &s.position));
        Move last = list.move[list.count - 1];
        Fake fake = {.game = g};
        g->play(&s.position, last, &fake.won);
        Oracle oracle = {.name = "fake", .instant = true, .context = &fake, .ask = ask_fake, .close = close_fake};
        assert_true(adviser_add_oracle(a, oracle));
        AdviceList advice;
        assert_true(adviser_analyse(a, &s, (SearchLimits){.nodes = 1000, .lines = 1}, NULL, NULL, &advice));
        assert_true(fake.asked > 0);
        assert_true(advice.advice[0].value.proven);
        assert_int_equal(advice.advice[0].value.plies, 3);
        Position next;
        g->play(&s.position, advice.advice[0].move, &next);
        assert_true(position_equal(&next, &fake.won));
        assert_true(adviser_play(a, &s, (SearchLimits){.nodes = 1000}, NULL, NULL, &advice));
        g->play(&s.position, advice.advice[0].move, &next);
        assert_true(position_equal(&next, &fake.won));
        movelist_free(&list);
        adviser_destroy(a);
    }
}

static bool know_nothing(void *context, const Position *p, Effort effort, bool distance, Value *out)
{
    (void)context, (void)p, (void)effort, (void)distance, (void)out;
    return false;
}

static uint64_t nodes_of_analysis(Adviser *a, const Situation *s)
{
    AdviceList list;
    adviser_forget(a);
    assert_true(adviser_analyse(a, s, (SearchLimits){.nodes = 3000, .lines = 1}, NULL, NULL, &list));
    return list.nodes;
}

static void an_oracle_that_answers_at_once_takes_no_time_from_search(void **state)
{
    (void)state;
    const Game *g = registry_find("pilea");
    Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20});
    Situation s = start_of(g);
    uint64_t alone = nodes_of_analysis(a, &s);
    assert_true(
        adviser_add_oracle(a, (Oracle){.name = "empty", .instant = true, .ask = know_nothing, .close = close_fake}));
    assert_int_equal(nodes_of_analysis(a, &s), alone);
    adviser_destroy(a);
}

static void memory_that_runs_out_is_an_answer(void **state)
{
    (void)state;
    const Game *g = registry_game(0);
    bool pending = false;
    for (long n = 0; !pending; n++) {
        memory_fail_after(n);
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 16});
        Situation s = start_of(g);
        AdviceList list;
        bool ok = a && adviser_play(a, &s, (SearchLimits){.nodes = 500}, NULL, NULL, &list);
        pending = memory_fail_pending();
        memory_fail_after(-1);
        assert_int_equal(ok, pending);          /* an answer when nothing has failed, and only then */
        assert_true(!a || adviser_play(a, &s, (SearchLimits){.nodes = 500}, NULL, NULL, &list));
        adviser_destroy(a);
        assert_true(n < 10000);
    }
}

/* A move that is known to win need not be the fastest: its distance must not be given as the position's (27
 * plies). */
static void a_kept_win_does_not_claim_to_be_the_shortest(void **state)
{
    const Game *g = registry_find("pyrga");
    (void)state;
    for (uint64_t nodes = 10000; nodes <= 60000; nodes += 10000) {
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 16 << 20, .threads = 1});
        Situation s = {0};
        AdviceList list;
        Message error;
        assert_non_null(a);
        assert_true(g->read_position("-,-,-,T/-,-,-,-/-,-,-,-/-,-,-,- b Td4s", &s.position, &error));
        assert_true(adviser_play(a, &s, (SearchLimits){.nodes = nodes}, NULL, NULL, &list));
        assert_true(value_wins(list.advice[0].value));
        assert_true(!value_counted(list.advice[0].value) || list.advice[0].value.plies == 27);
        adviser_destroy(a);
    }
}

enum { MOST = 512, PARTS = 3, LOOK_DEPTH = 2 };

/* Asks about every PARTS-th move of `all`, from `part` on: each must be answered, with its value in `all`. */
static size_t look_at_part(Adviser *a, const Situation *s, const Advice *all, size_t count, size_t part)
{
    Move asked[MOST];
    MoveList moves = {asked, 0, MOST};
    AdviceList list;
    for (size_t i = part; i < count; i += PARTS)
        asked[moves.count++] = all[i].move;
    if (moves.count == 0)
        return 0;
    assert_true(adviser_look(a, s, &moves, LOOK_DEPTH, 0, &list));
    assert_int_equal(list.count, moves.count);
    assert_int_equal(list.depth, LOOK_DEPTH);
    for (size_t i = part; i < count; i += PARTS) {
        size_t at = 0;
        while (at < list.count && list.advice[at].move != all[i].move)
            at++;
        assert_true(at < list.count && list.advice[at].exact);
        assert_int_equal(value_rank(list.advice[at].value), value_rank(all[i].value));
    }
    return list.count;
}

/* The jobs of a divided analysis: together they cover every move once, with the values of the whole. (At greater
 * depth, the values in games with repetition depend on the contents of the table.) */
static void jobs_are_the_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i += RULESETS) {
        const Game *g = registry_game(i);
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20});
        assert_non_null(a);
        Situation s = start_of(g);
        AdviceList list;
        Advice all[MOST];
        size_t found = 0;
        assert_true(adviser_look(a, &s, NULL, 1, 0, &list));
        if (g->sides > 2) {
            assert_int_equal(list.count, 0); /* cannot be divided */
            adviser_destroy(a);
            continue;
        }
        assert_true(adviser_analyse(a, &s, (SearchLimits){.depth = LOOK_DEPTH}, NULL, NULL, &list));
        assert_in_range(list.count, 1, MOST);
        size_t count = list.count;
        memcpy(all, list.advice, count * sizeof *all);
        adviser_forget(a);
        for (size_t part = 0; part < PARTS; part++)
            found += look_at_part(a, &s, all, count, part);
        assert_int_equal(found, count);
        adviser_destroy(a);
    }
}

/* An adviser that is told what another has found has less to do and reaches the same result; nonsense is refused. */
static void what_one_finds_the_other_need_not_seek(void **state)
{
    (void)state;
    const Game *g = registry_find("dorix");
    Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20});
    Adviser *b = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20});
    Situation s = start_of(g);
    AdviceList first, second;
    Buffer told = {0};
    MoveList moves = {0};
    assert_true(a && b && movelist_fill(&moves, g, &s.position));
    moves.count = 1;
    assert_true(adviser_look(a, &s, &moves, 6, 0, &first));
    adviser_tell(a, &told);
    assert_true(told.length > 0);
    assert_true(adviser_learn(b, buffer_text(&told), told.length));
    assert_true(adviser_look(b, &s, &moves, 6, 0, &second));
    assert_int_equal(value_rank(first.advice[0].value), value_rank(second.advice[0].value));
    assert_true(second.nodes * 4 < first.nodes);
    assert_false(adviser_learn(b, "?", 1));
    assert_false(adviser_learn(b, "0123456789abcde!!!", 18));
    assert_true(adviser_learn(b, "", 0));
    buffer_free(&told);
    movelist_free(&moves);
    adviser_destroy(a);
    adviser_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ruleset_has_every_level),
        cmocka_unit_test(a_level_plays_the_same_with_the_same_seed),
        cmocka_unit_test(analysis_lists_every_move_best_first),
        cmocka_unit_test(what_is_known_for_certain_comes_before_search),
        cmocka_unit_test(an_oracle_that_answers_at_once_takes_no_time_from_search),
        cmocka_unit_test(a_kept_win_does_not_claim_to_be_the_shortest),
        cmocka_unit_test(jobs_are_the_whole),
        cmocka_unit_test(what_one_finds_the_other_need_not_seek),
        cmocka_unit_test(memory_that_runs_out_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
