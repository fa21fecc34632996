/* Table files on a small board: an audit by plain rules finds what is wrong, and damage is found or does no harm. */
#include "core/random.h"
#include "solve/audit.h"

#include "small_table.h"

/* --- audit --- */

enum { BY_THREADS, BY_KERNELS, BY_RULES, WAYS };

static AuditResult audit(const char *path, const Fixture *f, int way)
{
    const RetroCrewName crew = way == BY_KERNELS ? RETRO_KERNELS : RETRO_THREADS;
    Message error = {0};
    AuditResult r;
    TablebaseFile *t = tablebase_file_open(path, &error);
    assert_non_null(t);
    assert_true(way == BY_RULES ? audit_rules(t, &small, f->state, 0, 1, 2, NULL, NULL, &r, &error)
                                : audit_tablebase(t, small.index, f->state, crew, 2, NULL, NULL, &r, &error));
    tablebase_file_close(t);
    return r;
}

static void an_audit_finds_nothing_wrong(void **state)
{
    const Fixture *f = *state;
    for (int way = 0; way < WAYS; way++) {
        AuditResult r = audit(f->path, f, way);
        assert_int_equal(r.checked, f->solution.positions);
        assert_int_equal(r.wrong, 0);
        assert_int_equal(r.damaged, 0);
        assert_true(r.totals_agree);
    }
}

static void an_audit_finds_what_is_wrong(void **state)
{
    Fixture f = *(Fixture *)*state;
    char path[160];
    snprintf(path, sizeof path, "%s.wrong", f.path);
    uint64_t n = 0;
    while (f.solution.value[n] < 20)
        n++;
    const uint16_t wrong[] = {0, (uint16_t)(f.solution.value[n] + 4), (uint16_t)(f.solution.value[n] ^ 1)};
    uint16_t right = f.solution.value[n];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        f.solution.value[n] = wrong[i];
        assert_true(write_table(&f, path, "small", 1));
        for (int way = 0; way < WAYS; way++) {
            AuditResult r = audit(path, &f, way);
            assert_true(r.wrong > 0);
            assert_true(r.first_wrong <= n);
        }
    }
    f.solution.value[n] = right;
    unlink(path);
}

/* --- damage --- */

static void put_file(const char *path, const char *bytes, size_t length)
{
    Message error;
    assert_true(file_write(path, bytes, length, &error));
}

/* The table opens or is refused; if it opens, every answer is what was written, or that it is damaged. */
static bool believes_nothing_wrong(const char *path, const Fixture *f)
{
    Message error = {0};
    TablebaseFile *t = tablebase_file_open(path, &error);
    if (!t) {
        assert_non_null(error.id);
        return true;
    }
    bool found = false;
    for (uint64_t n = 0; n < f->solution.size; n += 7) {
        Position p;
        uint16_t v;
        if (!small.index->unrank(f->state, n, &p))
            continue;
        if (tablebase_file_get(t, n, &v))
            assert_int_equal(v, f->solution.value[n]);
        else
            found = true;
    }
    tablebase_file_close(t);
    return found;
}

static void damage_is_found(void **state)
{
    const Fixture *f = *state;
    char path[160];
    Buffer b = {0};
    snprintf(path, sizeof path, "%s.damaged", f->path);
    read_whole(f->path, &b);
    for (size_t at = 0; at < b.length; at += at < 400 ? 1 : 97) {
        b.text[at] ^= 0x10;
        put_file(path, b.text, b.length);
        assert_true(believes_nothing_wrong(path, f));
        b.text[at] ^= 0x10;
    }
    for (size_t length = 0; length < b.length; length += 1 + length / 3) {
        put_file(path, b.text, length);
        Message error = {0};
        assert_null(tablebase_file_open(path, &error));
        assert_non_null(error.id);
    }
    unlink(path);
    buffer_free(&b);
}

static void a_table_of_something_else_is_refused(void **state)
{
    const Fixture *f = *state;
    Message error = {0};
    assert_true(write_table(f, f->path, "other", 1));
    assert_null(tablebase_open(&small, f->folder, &error));
    assert_string_equal(error.id, "this is a table of {0}, not of {1}");
    unlink(f->path);
    assert_null(tablebase_open(&small, f->folder, &error));
    assert_string_equal(error.id, "there is no table of {0}: `colonnade solve {0}` makes one");
    assert_true(write_table(f, f->path, "small", 1));
}

static void folders_follow_the_rules(void **state)
{
    (void)state;
    char path[TABLEBASE_PATH];
    setenv("HOME", "/home/somebody", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("COLONNADE_TABLES");
    assert_true(tablebase_path(&small, NULL, path));
    assert_string_equal(path, "/home/somebody/.local/share/colonnade/tables/small.table");
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(tablebase_path(&small, NULL, path));
    assert_string_equal(path, "/data/colonnade/tables/small.table");
    setenv("COLONNADE_TABLES", "/there", 1);
    assert_true(tablebase_path(&small, NULL, path));
    assert_string_equal(path, "/there/small.table");
    assert_true(tablebase_path(&small, "here", path));
    assert_string_equal(path, "here/small.table");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_audit_finds_nothing_wrong),
        cmocka_unit_test(an_audit_finds_what_is_wrong),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(a_table_of_something_else_is_refused),
        cmocka_unit_test(folders_follow_the_rules),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
