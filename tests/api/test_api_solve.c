/* cn_solve from beginning to end, on the small board of small_pylos.h: progress, both ways to stop, going on, and the
 * table that it leaves. */
#include <colonnade.h>

#include "games/pilea/pilea_index.h"

#include "folder.h"
#include "small_table.h"

static const Fixture *fixture;
static const RetroResult *expected; /* by the watcher; NULL: anything */

static const cn_game *handle(const Game *g) { return (const cn_game *)(const void *)g; }

/* What the watcher has seen of one call, and what it does. */
typedef struct Seen {
    int first, layer;           /* the first layer, and the last */
    uint64_t decided;
    double seconds;
    bool writing;
    /* --- what it does --- */
    int refuse_at, ask_at;      /* layers; 0: none */
    bool refuse_writing;
    cn_stop *stop;
} Seen;

static bool watch(void *context, const cn_solve_progress *p)
{
    Seen *s = context;
    assert_false(s->writing);   /* which comes last */
    assert_in_range(p->decided, s->decided, p->positions);
    assert_true(!expected || p->positions == expected->positions);
    assert_true(p->seconds >= s->seconds);
    assert_true(strlen(p->text) > 0);
    assert_true(s->layer == 0 || p->layer == s->layer + !p->writing);
    s->first = s->first ? s->first : p->layer;
    s->layer = p->layer;
    s->decided = p->decided;
    s->seconds = p->seconds;
    s->writing = p->writing;
    if (s->stop && p->layer == s->ask_at)
        cn_stop_ask(s->stop);
    return p->layer != s->refuse_at && !(p->writing && s->refuse_writing);
}

/* --- one folder per test --- */

static char folder[128], table[160], checkpoint[192];

static int make_folder(void **state)
{
    fixture = *state;
    expected = &fixture->solution;
    snprintf(folder, sizeof folder, "/tmp/colonnade-api-solve-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(table, sizeof table, "%s/small.table", folder);
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", table);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static bool there(const char *path) { return access(path, F_OK) == 0; }

static bool solve(const Game *g, Seen *s, const cn_stop *stop, cn_solved *out, cn_error *error)
{
    const cn_solve_options o = {.size = sizeof o,
                                .folder = folder,
                                .threads = 2,
                                .checkpoint_seconds = 1e9,
                                .watch = watch,
                                .context = s,
                                .stop = stop};
    return cn_solve(handle(g), &o, out, error);
}

static void expect_stopped(const Game *g, Seen *s, const cn_stop *stop)
{
    cn_solved solved;
    cn_error error;
    assert_false(solve(g, s, stop, &solved, &error));
    assert_int_equal(error.code, CN_ERROR_STOPPED);
    assert_true(strlen(error.text) > 0);
    assert_false(there(table));
}

/* Solves the rest, from that layer on, into the same bytes as ever. */
static void expect_the_rest(int layer)
{
    Seen s = {0};
    cn_solved solved;
    Buffer found = {0}, straight = {0};
    assert_true(solve(&small, &s, NULL, &solved, NULL));
    assert_int_equal(s.first, layer);
    assert_true(s.writing);
    assert_int_equal(s.decided, expected->wins + expected->losses);
    assert_string_equal(solved.path, table);
    assert_false(there(checkpoint));
    read_whole(table, &found);
    read_whole(fixture->path, &straight);
    assert_int_equal(found.length, straight.length);
    assert_memory_equal(found.text, straight.text, found.length);
    buffer_free(&found);
    buffer_free(&straight);
}

/* --- tests --- */

static void check_values(void)
{
    cn_table *t = cn_table_open(handle(&small), folder, NULL);
    assert_non_null(t);
    for (uint64_t n = 0; n < expected->size; n++) {
        Position p;
        cn_position public;
        cn_value v;
        if (!small.index->unrank(fixture->state, n, &p))
            continue;
        const uint16_t value = expected->value[n];
        memcpy(&public, &p, sizeof p);
        assert_true(cn_table_value(t, &public, &v));
        assert_true(v.proven);
        assert_int_equal(v.result, !retro_decided(value) ? 0 : retro_wins(value) ? 1 : -1);
        assert_int_equal(v.plies, retro_decided(value) ? retro_distance(value) : -1);
    }
    cn_table_info info;
    cn_table_about(t, &info);
    assert_int_equal(info.positions, expected->positions);
    assert_int_equal(info.wins, expected->wins);
    cn_table_close(t);
}

static void it_reports_progress_and_leaves_a_table(void **state)
{
    (void)state;
    Seen s = {0};
    cn_solved solved;
    cn_error error;
    assert_true(solve(&small, &s, NULL, &solved, &error));
    assert_true(s.writing);
    assert_int_equal(s.first, 1);
    assert_int_equal(s.layer, expected->layers + 1); /* which decides nothing more */
    assert_int_equal(s.decided, expected->wins + expected->losses);
    assert_int_equal(solved.table.positions, expected->positions);
    assert_int_equal(solved.table.wins, expected->wins);
    assert_int_equal(solved.table.losses, expected->losses);
    assert_int_equal(solved.table.longest, expected->layers);
    assert_string_equal(solved.path, table);
    assert_true(solved.seconds > 0);
    check_values();
    cn_table *t = cn_table_open(handle(&small), folder, NULL);
    cn_position start;
    cn_value v;
    assert_non_null(t);
    cn_start(handle(&small), &start);
    assert_true(cn_table_value(t, &start, &v));
    assert_int_equal(v.result, solved.start.result);
    assert_int_equal(v.plies, solved.start.plies);
    cn_table_close(t);
    assert_false(solve(&small, &s, NULL, &solved, &error));
    assert_int_equal(error.code, CN_ERROR_EXISTS);
}

static void a_watcher_stops_it_after_a_layer(void **state)
{
    (void)state;
    Seen s = {.refuse_at = 5};
    expect_stopped(&small, &s, NULL);
    assert_int_equal(s.layer, 5);
    assert_true(there(checkpoint));
    expect_the_rest(5);
}

static void a_stop_between_two_layers_saves(void **state)
{
    (void)state;
    cn_stop *stop = cn_stop_new();
    assert_non_null(stop);
    Seen s = {.ask_at = 4, .stop = stop};
    expect_stopped(&small, &s, stop);
    assert_int_equal(s.layer, 4);
    assert_true(there(checkpoint));
    /* It holds until it is cleared. */
    s = (Seen){0};
    expect_stopped(&small, &s, stop);
    assert_int_equal(s.first, 0);
    cn_stop_clear(stop);
    s = (Seen){.refuse_at = 6};
    expect_stopped(&small, &s, stop);
    assert_int_equal(s.first, 4);
    cn_stop_free(stop);
    expect_the_rest(6);
}

/* Whether the watcher or a stop says so, what it takes to write is kept. */
static void it_can_be_stopped_before_writing(void **state)
{
    (void)state;
    cn_stop *stop = cn_stop_new();
    assert_non_null(stop);
    const int last = expected->layers + 1;
    Seen s = {.refuse_writing = true};
    expect_stopped(&small, &s, NULL);
    assert_true(s.writing);
    assert_true(there(checkpoint));
    s = (Seen){.ask_at = last, .stop = stop};
    expect_stopped(&small, &s, stop);
    assert_int_equal(s.first, last);
    cn_stop_free(stop);
    expect_the_rest(last);
}

/* --- in the middle of a layer, on a board of 78 chunks --- */

enum { LAST_BATCH = 40 };       /* asks for the stop */
static cn_stop *from_elsewhere;
static atomic_int batches;

static void ask_in_a_batch(void *worker, const uint64_t *list, uint32_t count, IndexEmit *emit, void *sink)
{
    if (atomic_fetch_add(&batches, 1) + 1 == LAST_BATCH)
        cn_stop_ask(from_elsewhere);
    pilea_index_small.predecessors(worker, list, count, emit, sink);
}

static void a_stop_in_the_middle_goes_back_to_the_last_checkpoint(void **state)
{
    (void)state;
    Game g = small;
    SolveIndex index = pilea_index_small;
    g.index = &index;
    expected = NULL;
    from_elsewhere = cn_stop_new();
    assert_non_null(from_elsewhere);
    Seen s = {.refuse_at = 2};
    expect_stopped(&g, &s, NULL);
    Buffer before = {0}, after = {0};
    read_whole(checkpoint, &before);
    index.predecessors = ask_in_a_batch;
    s = (Seen){0};
    expect_stopped(&g, &s, from_elsewhere);
    assert_int_equal(s.first, 2);
    assert_int_equal(s.layer, 2);
    assert_in_range(atomic_load(&batches), LAST_BATCH, LAST_BATCH + 1);
    read_whole(checkpoint, &after);
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.text, after.text, before.length);
    cn_stop_clear(from_elsewhere);
    s = (Seen){.refuse_at = 3};
    expect_stopped(&g, &s, from_elsewhere);
    assert_int_equal(s.first, 2);
    assert_int_equal(s.layer, 3);
    cn_stop_free(from_elsewhere);
    buffer_free(&before);
    buffer_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_reports_progress_and_leaves_a_table, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(a_watcher_stops_it_after_a_layer, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(a_stop_between_two_layers_saves, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(it_can_be_stopped_before_writing, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(a_stop_in_the_middle_goes_back_to_the_last_checkpoint, make_folder,
                                        drop_folder),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
