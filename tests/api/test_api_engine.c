/* Levels, analysis, review, proofs and tables through the public library. */
#include <colonnade.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const cn_game *game(const char *id)
{
    const cn_game *g = cn_game_find(id);
    assert_non_null(g);
    return g;
}

static cn_tree *at(const char *id, const char *position)
{
    cn_position p;
    assert_true(cn_read_position(game(id), position, &p, NULL));
    cn_tree *t = cn_tree_new(game(id), &p);
    assert_non_null(t);
    return t;
}

static cn_engine *engine(const char *id, const cn_stop *stop)
{
    cn_engine *e = cn_engine_new(
        game(id),
        &(cn_engine_options){
            .size = sizeof(cn_engine_options), .memory = 1 << 20, .no_tables = true, .seed = 7, .stop = stop});
    assert_non_null(e);
    return e;
}

static const char *const mate = "-,-,-,b/-,-,b,-/-,b,-,-/-,w,w,w b";     /* Black completes a diagonal */

static void count_call(void *context, const cn_analysis *so_far)
{
    assert_true(so_far->count > 0 && so_far->advice != NULL);
    ++*(int *)context;
}

static void test_analysis_finds_the_win(void **state)
{
    (void)state;
    cn_tree *t = at("dorix", mate);
    cn_engine *e = engine("dorix", NULL);
    cn_analysis found;
    cn_limits limits = {.size = sizeof limits, .depth = 3};
    int calls = 0;
    cn_position p;
    char text[CN_MOVE_TEXT];
    assert_true(cn_engine_analyse(e, t, &limits, count_call, &calls, &found, NULL));
    cn_tree_position(t, &p);
    assert_int_equal(found.count, cn_moves(game("dorix"), &p, NULL, 0));
    cn_write_move(game("dorix"), &p, found.advice[0].move, text, sizeof text);
    assert_string_equal(text, "a1");
    assert_true(found.advice[0].value.proven);
    assert_int_equal(found.advice[0].value.result, 1);
    assert_int_equal(found.advice[0].value.plies, 1);
    assert_true(found.advice[0].line[0] == found.advice[0].move);
    assert_true(calls > 0);
    cn_engine_forget(e);
    cn_advice chosen;
    assert_true(cn_engine_choose(e, t, 9, 0, &chosen, NULL));
    assert_true(chosen.move == found.advice[0].move);
    cn_engine_free(e);
    cn_engine_free(NULL);
    cn_tree_free(t);
}

static void test_every_ruleset_has_every_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < cn_game_count(); i++) {
        const cn_game *g = cn_game_at(i);
        cn_tree *t = cn_tree_new(g, NULL);
        cn_engine *e = engine(cn_game_id(g), NULL);
        for (int level = CN_LEVEL_MIN; level < 6; level++) {
            cn_advice chosen;
            assert_true(cn_engine_choose(e, t, level, 0, &chosen, NULL));
            assert_true(cn_tree_play(t, chosen.move, NULL));
        }
        cn_engine_free(e);
        cn_tree_free(t);
    }
}

static void test_questions_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    cn_tree *t = cn_tree_new(game("dorix"), NULL), *other = cn_tree_new(game("pylos"), NULL),
            *over = at("dorix", "-,-,-,b/-,-,b,-/-,b,-,-/b,w,w,w w");
    cn_engine *e = engine("dorix", NULL);
    cn_advice chosen;
    cn_analysis found;
    cn_error error;
    cn_review review;
    assert_false(cn_engine_choose(e, t, 0, 0, &chosen, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_false(cn_engine_choose(e, t, CN_LEVEL_MAX + 1, 0, &chosen, NULL));
    assert_false(cn_engine_choose(e, other, 3, 0, &chosen, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_false(cn_engine_choose(e, over, 3, 0, &chosen, &error));
    assert_int_equal(error.code, CN_ERROR_OVER);
    assert_false(cn_engine_analyse(e, t, &(cn_limits){.depth = 1}, NULL, NULL, &found, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_false(cn_engine_review(e, t, 0, NULL, &review, &error));
    assert_null(cn_engine_new(game("dorix"), &(cn_engine_options){.threads = 1}));
    assert_null(cn_engine_new(game("dorix"), &(cn_engine_options){.size = sizeof(cn_engine_options), .threads = -1}));
    cn_engine_free(e);
    cn_tree_free(t);
    cn_tree_free(other);
    cn_tree_free(over);
}

static void test_review_sees_a_win_given_away(void **state)
{
    (void)state;
    cn_tree *t = at("dorix", mate);
    cn_engine *e = engine("dorix", NULL);
    cn_limits limits = {.size = sizeof limits, .depth = 3};
    cn_review review;
    assert_true(cn_tree_play_text(t, "a1", NULL));
    assert_true(cn_engine_review(e, t, 1, &limits, &review, NULL));
    assert_int_equal(review.mark, CN_FINE);
    assert_true(cn_tree_undo(t));
    assert_true(cn_tree_play_text(t, "a3", NULL));
    assert_true(cn_engine_review(e, t, 2, &limits, &review, NULL));
    assert_int_equal(review.best.value.result, 1);
    assert_int_not_equal(review.mark, CN_FINE);
    assert_true(review.best.move != review.played.move);
    cn_engine_free(e);
    cn_tree_free(t);
}

/* --- stopping --- */

static void *ask_soon(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    cn_stop_ask(stop);
    return NULL;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void test_another_thread_ends_an_analysis(void **state)
{
    (void)state;
    cn_stop *stop = cn_stop_new();
    cn_tree *t = cn_tree_new(game("dorix"), NULL);
    cn_engine *e = engine("dorix", stop);
    cn_limits limits = {.size = sizeof limits, .seconds = 60};
    cn_analysis found;
    pthread_t thread;
    double begun = now();
    assert_int_equal(pthread_create(&thread, NULL, ask_soon, stop), 0);
    assert_true(cn_engine_analyse(e, t, &limits, NULL, NULL, &found, NULL));
    assert_true(now() - begun < 30);
    assert_true(found.count > 0);
    pthread_join(thread, NULL);
    cn_engine_free(e);
    cn_tree_free(t);
    cn_stop_free(stop);
}

/* --- proofs --- */

static bool give_up(void *context, uint64_t nodes, double seconds)
{
    (void)nodes, (void)seconds;
    ++*(int *)context;
    return false;
}

static void test_proofs(void **state)
{
    (void)state;
    cn_position p;
    cn_value v;
    cn_error error;
    int calls = 0;
    cn_prover *f = cn_prover_new(game("dorix"), 1 << 20);
    assert_non_null(f);
    assert_true(cn_read_position(game("dorix"), mate, &p, NULL));
    assert_false(cn_prove(f, &p, NULL, &v, &error));        /* its positions can repeat */
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    cn_proof_options options = {.size = sizeof options, .within = 5, .count = true};
    assert_true(cn_prove(f, &p, &options, &v, &error));
    assert_true(v.proven && v.result == 1 && v.plies == 1);
    assert_int_equal(cn_prove_line(f, &p, &options, NULL, 0), -1);
    cn_prover_free(f);
    f = cn_prover_new(game("pyrga"), 1 << 20);
    cn_start(game("pyrga"), &p);
    cn_proof_options hard = {.size = sizeof hard, .no_book = true, .watch = give_up, .context = &calls};
    assert_true(cn_prove(f, &p, &hard, &v, NULL));
    assert_false(v.proven);
    assert_true(calls > 0);
    cn_stop *stop = cn_stop_new();
    cn_stop_ask(stop);
    hard = (cn_proof_options){.size = sizeof hard, .no_book = true, .stop = stop};
    assert_true(cn_prove(f, &p, &hard, &v, NULL));
    assert_false(v.proven);
    cn_stop_free(stop);
    assert_true(cn_prove(f, &p, NULL, &v, NULL));           /* from the book */
    assert_true(v.proven);
    cn_prover_free(f);
    cn_prover_free(NULL);
    assert_null(cn_prover_new(game("dorix-3"), 0));
}

/* --- tables --- */

static bool never(void *context, const cn_solve_progress *progress)
{
    (void)context, (void)progress;
    fail();
    return false;
}

/* Solving itself takes minutes: test_api_solve.c does it with a small board. */
static void test_what_cannot_be_solved_or_opened_is_refused(void **state)
{
    (void)state;
    char folder[] = "/tmp/colonnade-api.XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    const cn_game *g = game("pylos-children");
    cn_solved solved;
    cn_error error;
    cn_solve_options options = {.size = sizeof options, .folder = folder, .watch = never, .memory = 1 << 20};
    assert_false(cn_solve(game("dorix"), &options, &solved, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_false(cn_solve(g, &(cn_solve_options){.folder = folder}, &solved, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    assert_false(cn_solve(g, &options, &solved, &error));
    assert_int_equal(error.code, CN_ERROR_FILE);
    assert_non_null(strstr(error.text, "MiB"));
    assert_null(cn_table_open(game("dorix"), folder, &error));
    assert_int_equal(error.code, CN_ERROR_ARGUMENT);
    snprintf(path, sizeof path, "%s/pylos-children.table", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("no table", file);
    fclose(file);
    assert_null(cn_table_open(g, folder, &error));
    assert_int_equal(error.code, CN_ERROR_FILE);
    assert_false(cn_solve(g, &options, &solved, &error));
    assert_int_equal(error.code, CN_ERROR_EXISTS);
    cn_table_close(NULL);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_analysis_finds_the_win),
        cmocka_unit_test(test_every_ruleset_has_every_level),
        cmocka_unit_test(test_questions_that_make_no_sense_are_refused),
        cmocka_unit_test(test_review_sees_a_win_given_away),
        cmocka_unit_test(test_another_thread_ends_an_analysis),
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_what_cannot_be_solved_or_opened_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
