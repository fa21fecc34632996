/* Table files on a small board: what is written reads back, in every format, and solving into a file can be
 * stopped. test_tablebase_damage.c tests audits and damage, test_tablebase_proofs.c what is made from tables. */
#include "core/random.h"
#include "solve/audit.h"

#include "disk_log.h"
#include "small_table.h"

#include <pthread.h>
#include <sys/stat.h>

/* --- reading --- */

static void check_all(Tablebase *t, const Fixture *f)
{
    uint64_t positions = 0;
    for (uint64_t n = 0; n < f->solution.size; n++) {
        Position p;
        Value value;
        if (!small.index->unrank(f->state, n, &p))
            continue;
        uint16_t v = f->solution.value[n];
        positions++;
        assert_true(tablebase_value(t, &p, &value));
        assert_true(value.proven);
        assert_int_equal(value.result, !retro_decided(v) ? 0 : retro_wins(v) ? 1 : -1);
        assert_int_equal(value.plies, retro_decided(v) ? retro_distance(v) : -1);
    }
    assert_int_equal(positions, tablebase_info(t)->positions);
}

static void every_value_comes_back(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    Tablebase *t = tablebase_open(&small, f->folder, &error);
    assert_non_null(t);
    check_all(t, f);
    assert_string_equal(tablebase_info(t)->name, "small");
    assert_int_equal(tablebase_info(t)->wins, f->solution.wins);
    tablebase_close(t);
}

typedef struct Asker {
    Tablebase *tables;
    const Fixture *fixture;
} Asker;

static void *ask(void *context)
{
    const Asker *a = context;
    check_all(a->tables, a->fixture);
    return NULL;
}

static void threads_may_ask_at_once(void **state)
{
    Message error = {0};
    Asker a = {.fixture = *state};
    a.tables = tablebase_open(&small, a.fixture->folder, &error);
    assert_non_null(a.tables);
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask, &a), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    tablebase_close(a.tables);
}

/* From every won position the best move leads one ply nearer; a finished game counts as 0. */
static void the_best_move_is_one_ply_nearer(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    Tablebase *t = tablebase_open(&small, f->folder, &error);
    assert_non_null(t);
    MoveList list = {0};
    for (uint64_t n = 0; n < f->solution.size; n++) {
        Position p;
        Value value, best = {0};
        if (!small.index->unrank(f->state, n, &p))
            continue;
        assert_true(tablebase_value(t, &p, &value));
        assert_true(movelist_fill(&list, &small, &p));
        for (size_t i = 0; i < list.count; i++) {
            Value v;
            assert_true(tablebase_move_value(t, &p, list.move[i], &v));
            if (i == 0 || value_rank(v) > value_rank(best))
                best = v;
        }
        assert_int_equal(best.result, value.result);
        assert_int_equal(best.plies, value.plies);
    }
    movelist_free(&list);
    tablebase_close(t);
}

/* --- writing --- */

static void threads_do_not_change_the_file(void **state)
{
    const Fixture *f = *state;
    char path[160];
    Buffer a = {0}, b = {0};
    snprintf(path, sizeof path, "%s.again", f->path);
    read_whole(f->path, &a);
    for (int threads = 1; threads <= 5; threads += 2) {
        assert_true(write_table(f, path, "small", threads));
        read_whole(path, &b);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.text, b.text, a.length);
    }
    unlink(path);
    buffer_free(&a);
    buffer_free(&b);
}

/* More values than fit into a byte: not a solution, but a valid table. */
static void check_many_values(const Fixture *fixture, uint64_t different, uint32_t version, uint32_t part)
{
    Fixture f = *fixture;
    Message error = {0};
    char path[160];
    snprintf(path, sizeof path, "%s.many", f.path);
    uint16_t *values = calloc(f.solution.size, sizeof *values);
    assert_non_null(values);
    for (uint64_t n = 0; n < f.solution.size; n++)
        values[n] = (uint16_t)(n * 7919 % different * 20);
    f.solution.value = values;
    assert_true(write_table(&f, path, "small", 2));
    TablebaseFile *t = tablebase_file_open(path, &error);
    assert_non_null(t);
    assert_true(tablebase_file_info(t)->symbols > 256);
    assert_int_equal(tablebase_file_info(t)->version, version);
    assert_int_equal(tablebase_file_info(t)->part, part);
    for (uint64_t n = 0; n < f.solution.size; n++) {
        Position p;
        uint16_t v;
        if (!small.index->unrank(f.state, n, &p))
            continue;
        assert_true(tablebase_file_get(t, n, &v));
        assert_int_equal(v, values[n]);
    }
    tablebase_file_close(t);
    unlink(path);
    free(values);
}

static void many_different_values_come_back(void **state)
{
    check_many_values(*state, 401, 4, 32);
    check_many_values(*state, 3001, 1, 256); /* more than the model takes */
}

static void it_is_on_the_disk_with_its_folder(void **state)
{
    const Fixture *f = *state;
    char path[160];
    snprintf(path, sizeof path, "%s/synced.table", f->folder);
    disk_calls = 0;
    assert_true(write_table(f, path, "small", 2));
    assert_true(disk_replaced(path));
    disk_fails = EIO;
    assert_false(write_table(f, path, "small", 2));
    disk_fails = 0;
    assert_int_equal(unlink(path), 0);
}

/* --- formats --- */

static off_t bytes_of(const char *path)
{
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return found.st_size;
}

static void read_and_convert(void **state, uint32_t version)
{
    Fixture f = *(Fixture *)*state;
    char folder[96];
    Message error = {0};
    snprintf(folder, sizeof folder, "%s/old", f.folder);
    snprintf(f.path, sizeof f.path, "%s/small.table", folder);
    assert_true(file_make_folder(folder, &error));
    assert_true(tablebase_write_version(version, f.path, "small", small.index, f.state, &f.solution, 2, &error));
    Tablebase *t = tablebase_open(&small, folder, &error);
    assert_non_null(t);
    assert_int_equal(tablebase_info(t)->version, version);
    check_all(t, &f);
    tablebase_close(t);
    assert_int_equal(tablebase_convert(&small, folder, false, 2, &error), TABLEBASE_DONE);
    assert_int_equal(tablebase_convert(&small, folder, false, 2, &error), TABLEBASE_THERE);
    /* It is what `solve` writes, byte for byte. */
    Buffer converted = {0}, written = {0};
    assert_true(file_read(f.path, SIZE_MAX, &converted, &error));
    assert_true(file_read((*(Fixture *)*state).path, SIZE_MAX, &written, &error));
    assert_int_equal(converted.length, written.length);
    assert_memory_equal(converted.text, written.text, written.length);
    buffer_free(&converted);
    buffer_free(&written);
    unlink(f.path);
    rmdir(folder);
}

static void older_versions_are_read_and_converted(void **state)
{
    for (uint32_t version = 1; version < TABLEBASE_FILE_VERSION; version++)
        read_and_convert(state, version);
}

typedef struct Ranges {
    const Buffer *file;
    size_t limit;               /* bytes that can be read */
    int asked;
} Ranges;

static bool read_range(void *context, uint64_t at, size_t size, void *out)
{
    Ranges *r = context;
    r->asked++;
    if (at + size > r->limit)
        return false;
    memcpy(out, r->file->text + at, size);
    return true;
}

static void ranges_of_a_file_are_enough(void **state)
{
    const Fixture *f = *state;
    Buffer file = {0};
    Message error = {0};
    assert_true(file_read(f->path, SIZE_MAX, &file, &error));
    Ranges r = {.file = &file, .limit = file.length};
    Tablebase *t = tablebase_open_ranged(&small, read_range, &r, &error);
    assert_non_null(t);
    assert_int_equal(r.asked, 2);
    check_all(t, f);
    tablebase_close(t);
    buffer_free(&file);
}

/* Asks about a number in each sheet; false: one is unknown, and the table says that it is damaged. */
static bool ask_everywhere(Tablebase *t, const Fixture *f)
{
    for (uint64_t at = 0; at < f->solution.size; at += 4000) {
        Position p;
        Value v;
        Message why = {0};
        if (!small.index->unrank(f->state, at, &p) || tablebase_value(t, &p, &v))
            continue;
        assert_true(tablebase_damaged(t, &why) && why.id);
        return false;
    }
    return true;
}

/* A byte that a file server got wrong, wherever it is, gives a message, never a value. */
static void a_flipped_byte_is_noticed(void **state)
{
    const Fixture *f = *state;
    Buffer file = {0};
    Message error = {0};
    assert_true(file_read(f->path, SIZE_MAX, &file, &error));
    uint64_t seed = 5;
    for (int i = 0; i < 180; i++) {
        const size_t where = i < 144 ? (size_t)i : random_next_wide(&seed) % (i % 2 ? 4096 : file.length);
        file.text[where] ^= (char)(1 << i % 8);
        Ranges r = {.file = &file, .limit = file.length};
        error = (Message){0};
        Tablebase *t = tablebase_open_ranged(&small, read_range, &r, &error);
        assert_true(t || error.id);
        assert_false(t && ask_everywhere(t, f));
        tablebase_close(t);
        file.text[where] ^= (char)(1 << i % 8);
        /* And a failed read gives no answer. */
        r = (Ranges){.file = &file, .limit = random_next_wide(&seed) % file.length};
        t = tablebase_open_ranged(&small, read_range, &r, &error);
        Position p;
        Value v;
        if (t && small.index->unrank(f->state, 0, &p))
            tablebase_value(t, &p, &v);
        tablebase_close(t);
    }
    buffer_free(&file);
}

static void distances_of_wins_may_be_left_out(void **state)
{
    Fixture f = *(Fixture *)*state;
    char folder[96];
    Message error = {0};
    SolveIndex index = *small.index;
    Game game = small;
    index.derive_wins = true;
    game.index = &index;
    snprintf(folder, sizeof folder, "%s/short", f.folder);
    snprintf(f.path, sizeof f.path, "%s/small.table", folder);
    assert_true(file_make_folder(folder, &error));
    assert_true(tablebase_write(f.path, "small", &index, f.state, &f.solution, 2, &error));
    assert_true(bytes_of(f.path) < bytes_of((*(Fixture *)*state).path));
    Tablebase *t = tablebase_open(&game, folder, &error);
    assert_non_null(t);
    check_all(t, &f);
    tablebase_close(t);
    for (int way = 0; way < 2; way++) {
        TablebaseFile *file = tablebase_file_open(f.path, &error);
        AuditResult r;
        assert_non_null(file);
        assert_true(
            audit_tablebase(file, &index, f.state, way ? RETRO_KERNELS : RETRO_THREADS, 2, NULL, NULL, &r, &error));
        assert_int_equal(r.wrong, 0);
        assert_true(r.totals_agree);
        tablebase_file_close(file);
    }
    /* The same values with all distances, and back. */
    const off_t shorter = bytes_of(f.path);
    assert_int_equal(tablebase_convert(&game, folder, false, 2, &error), TABLEBASE_THERE);
    assert_int_equal(tablebase_convert(&game, folder, true, 2, &error), TABLEBASE_DONE);
    assert_int_equal(tablebase_convert(&game, folder, true, 2, &error), TABLEBASE_THERE);
    assert_int_equal(bytes_of(f.path), bytes_of((*(Fixture *)*state).path));
    assert_int_equal(tablebase_convert(&game, folder, false, 2, &error), TABLEBASE_DONE);
    assert_int_equal(bytes_of(f.path), shorter);
    /* A wrong loss is found, and so is a win that no move achieves. */
    const uint64_t wrong[] = {0, 1};
    for (size_t i = 0; i < 2; i++) {
        uint64_t n = 0;
        while (f.solution.value[n] < 8 || (f.solution.value[n] & 1))
            n++;
        const uint16_t right = f.solution.value[n];
        f.solution.value[n] = wrong[i] ? 9 : (uint16_t)(right + 4);
        assert_true(tablebase_write(f.path, "small", &index, f.state, &f.solution, 1, &error));
        f.solution.value[n] = right;
        TablebaseFile *file = tablebase_file_open(f.path, &error);
        AuditResult r;
        assert_true(audit_tablebase(file, &index, f.state, RETRO_THREADS, 2, NULL, NULL, &r, &error));
        assert_true(r.wrong > 0);
        tablebase_file_close(file);
    }
    unlink(f.path);
    rmdir(folder);
}

/* --- solving into a file --- */

typedef struct Watched {
    int stop, layers;
    bool refuse, written;       /* refuse: the writing */
} Watched;

static bool watch(void *context, const TablebaseProgress *p)
{
    Watched *w = context;
    assert_non_null(p->sentence.id);
    w->layers += !p->writing;
    w->written |= p->writing;
    return w->layers != w->stop && !(p->writing && w->refuse);
}

static void a_solve_is_stopped_and_goes_on(void **state)
{
    const Fixture *f = *state;
    char folder[96], path[160];
    Message error = {0};
    snprintf(folder, sizeof folder, "%s/solve", f->folder);
    snprintf(path, sizeof path, "%s/small.table", folder);
    TablebaseSolved solved;
    Watched w = {.stop = 5};
    TablebaseJob job = {
        .game = &small, .folder = folder, .threads = 2, .checkpoint_seconds = 1e9, .watch = watch, .context = &w};
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_STOPPED);
    assert_int_not_equal(access(path, F_OK), 0);
    w = (Watched){.refuse = true};
    job.crew = RETRO_KERNELS;
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_STOPPED);
    assert_true(w.written && w.layers > 1 && w.layers < f->solution.layers);
    assert_int_not_equal(access(path, F_OK), 0);
    w = (Watched){0};
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_DONE);
    assert_true(w.written && w.layers == 1);
    assert_int_equal(solved.wins, f->solution.wins);
    assert_string_equal(solved.path, path);
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_THERE);
    Tablebase *t = tablebase_open(&small, folder, &error);
    assert_non_null(t);
    check_all(t, f);
    tablebase_close(t);
    assert_int_equal(tablebase_remove(&small, folder, &error), TABLEBASE_DONE);
    assert_int_equal(tablebase_remove(&small, folder, &error), TABLEBASE_THERE);
    assert_int_equal(rmdir(folder), 0);
}

/* Nothing is written; a device derives every value again. */
static void a_solve_needs_no_table(void **state)
{
    const Fixture *f = *state;
    char folder[96];
    Message error = {0};
    snprintf(folder, sizeof folder, "%s/nothing", f->folder);
    TablebaseSolved solved;
    Watched w = {0};
    TablebaseJob job = {.game = &small, .folder = folder, .threads = 2, .watch = watch, .context = &w, .no_file = true};
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_DONE);
    assert_int_equal(solved.wins, f->solution.wins);
    assert_int_equal(solved.checked, 0);
    const Value start = solved.start;
    job.crew = RETRO_KERNELS;
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_DONE);
    assert_int_equal(solved.checked, f->solution.positions);
    assert_int_equal(solved.wrong, 0);
    assert_memory_equal(&start, &solved.start, sizeof start);
    assert_true(w.written);
    job.crew = RETRO_RANKS;
    assert_int_equal(tablebase_solve(&job, &solved, &error), TABLEBASE_FAILED);
    assert_int_not_equal(access(folder, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_comes_back),
        cmocka_unit_test(it_is_on_the_disk_with_its_folder),
        cmocka_unit_test(threads_may_ask_at_once),
        cmocka_unit_test(the_best_move_is_one_ply_nearer),
        cmocka_unit_test(threads_do_not_change_the_file),
        cmocka_unit_test(many_different_values_come_back),
        cmocka_unit_test(older_versions_are_read_and_converted),
        cmocka_unit_test(ranges_of_a_file_are_enough),
        cmocka_unit_test(a_flipped_byte_is_noticed),
        cmocka_unit_test(distances_of_wins_may_be_left_out),
        cmocka_unit_test(a_solve_is_stopped_and_goes_on),
        cmocka_unit_test(a_solve_needs_no_table),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
