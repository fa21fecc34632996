/* Whole files: replaced at once or not at all, nothing left behind, not even by killed programs; locks; errors
 * that name the file. */
#include "core/file.h"

#include "core/memory.h"
#include "disk_log.h"
#include "folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[64];

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-file-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int entries(bool remove_them) { return folder_entries(folder, remove_them); }

static int teardown(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void assert_holds(const char *path, const char *expected)
{
    Buffer out = {0};
    assert_true(file_read(path, 1000, &out, NULL));
    assert_string_equal(buffer_text(&out), expected);
    buffer_free(&out);
}

static void files_are_written_and_replaced(void **state)
{
    (void)state;
    const char *path = in_folder("a");
    assert_true(file_write(path, "one", 3, NULL));
    assert_holds(path, "one");
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(file_write(path, "", 0, NULL));
    assert_holds(path, "");
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0640);
    assert_int_equal(entries(true), 1);
}

static void links_stay_links(void **state)
{
    (void)state;
    char link[256];
    snprintf(link, sizeof link, "%s", in_folder("link"));
    assert_true(file_write(in_folder("a"), "one", 3, NULL));
    assert_int_equal(symlink("a", link), 0);
    assert_true(file_write(link, "two", 3, NULL));
    assert_holds(in_folder("a"), "two");
    struct stat s;
    assert_int_equal(lstat(link, &s), 0);
    assert_true(S_ISLNK(s.st_mode));
    assert_int_equal(entries(true), 2);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    const char *path = in_folder("a");
    static char large[100000];
    Message error;
    struct rlimit before, small = {.rlim_cur = 4096};
    assert_true(file_write(path, "old", 3, NULL));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool ok = file_write(path, large, sizeof large, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(ok);
    assert_holds(path, "old");
    assert_int_equal(entries(true), 1);
}

static void errors_name_the_file(void **state)
{
    (void)state;
    Message error;
    Buffer out = {0};
    assert_false(file_read(in_folder("none"), 10, &out, &error));
    assert_string_equal(error.id, "there is no file {0}");
    assert_false(file_read(folder, 10, &out, &error));
    assert_string_equal(error.id, "{0} is a folder, not a file");
    assert_false(file_write(folder, "x", 1, &error));
    assert_string_equal(error.id, "{0} is a folder, not a file");
    assert_false(file_write(in_folder("no/such"), "x", 1, &error));
    assert_string_equal(error.id, "there is no such folder: {0}");
    assert_false(file_write("/dev/null", "x", 1, &error));
    assert_string_equal(error.id, "{0} is not a regular file");
    assert_false(file_write("", "x", 1, &error));
    assert_true(file_write(in_folder("a"), "0123456789", 10, NULL));
    assert_false(file_read(in_folder("a"), 9, &out, &error));
    assert_string_equal(error.id, "{0} is too large");
    assert_int_equal(error.kind, MESSAGE_MACHINE);
    assert_int_equal(out.length, 0);
    assert_true(file_read(in_folder("a"), 10, &out, &error));
    buffer_free(&out);
    memory_fail_after(0);
    assert_false(file_read(in_folder("a"), 10, &out, &error));
    memory_fail_after(-1);
    assert_string_equal(error.id, "there is not enough memory");
    assert_int_equal(error.kind, MESSAGE_MACHINE);
    entries(true);
}

static void folders_are_made_where_missing(void **state)
{
    (void)state;
    Message error;
    assert_true(file_make_folder(in_folder("x/y"), &error));
    assert_true(file_make_folder(in_folder("x/y"), &error));
    assert_true(file_write(in_folder("x/y/z"), "1", 1, &error));
    assert_false(file_make_folder(in_folder("x/y/z"), &error));
    assert_int_equal(remove(in_folder("x/y/z")), 0);
    assert_int_equal(remove(in_folder("x/y")), 0);
    assert_int_equal(remove(in_folder("x")), 0);
}

/* A program that begins a draft for `path` and is killed. */
static void be_killed_while_writing(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        FileDraft d;
        if (file_begin(&d, path, 0, NULL) && file_put(&d, "half", 4))
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static void drafts_of_the_dead_are_cleared(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s", in_folder("a"));
    for (int i = 0; i < 150; i++) {
        be_killed_while_writing(path);
        assert_int_equal(entries(false), 1);
    }
    assert_true(file_clear(path));
    assert_false(file_clear(path));
    be_killed_while_writing(path);
    assert_true(file_write(path, "new", 3, NULL));
    assert_holds(path, "new");
    assert_int_equal(entries(true), 1);
}

static void drafts_of_the_living_are_kept(void **state)
{
    (void)state;
    char path[256];
    FileDraft one, two;
    snprintf(path, sizeof path, "%s", in_folder("a"));
    assert_true(file_begin(&one, path, 0, NULL));
    assert_true(file_begin(&two, path, 0, NULL));
    assert_false(file_clear(path));
    assert_true(file_put(&one, "one", 3) && file_put(&two, "two", 3));
    assert_true(file_commit(&one, NULL));
    assert_holds(path, "one");
    assert_true(file_commit(&two, NULL));
    assert_holds(path, "two");
    assert_int_equal(entries(false), 1);
    assert_true(file_begin(&one, path, 0, NULL));
    assert_false(file_abandon(&one, 0, NULL));
    assert_true(file_can_write(path, NULL));
    assert_int_equal(entries(true), 1);
}

/* Names as long as the file system allows. */
static void long_names_have_drafts_too(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/%0255d", folder, 7);
    assert_true(file_write(path, "x", 1, NULL));
    be_killed_while_writing(path);
    assert_true(file_write(path, "y", 1, NULL));
    assert_holds(path, "y");
    assert_int_equal(entries(true), 1);
}

static void a_planted_link_is_not_followed(void **state)
{
    (void)state;
    char victim[256], path[256], name[512];
    snprintf(victim, sizeof victim, "%s", in_folder("victim"));
    snprintf(path, sizeof path, "%s", in_folder("a"));
    assert_true(file_write(victim, "precious", 8, NULL));
    /* The names of drafts in earlier versions, the lock, and the file itself. */
    static const char *const planted[] = {".a.0.tmp", "a.tmp", ".a.0123456789abcdef.tmp", ".a.lock", "a"};
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, planted[i]);
        assert_int_equal(symlink("victim", name), 0);
    }
    FileDraft d;
    FileLock lock;
    assert_true(file_begin(&d, path, 0, NULL));
    assert_true(file_put(&d, "new", 3) && file_commit(&d, NULL));
    assert_false(file_lock(&lock, path, NULL));
    assert_holds(victim, "precious");
    assert_holds(path, "new");
    entries(true);
}

static void one_at_a_time_has_a_file(void **state)
{
    (void)state;
    char path[256], link[256];
    FileLock one, two;
    Message error;
    snprintf(path, sizeof path, "%s", in_folder("a"));
    snprintf(link, sizeof link, "%s", in_folder("link"));
    assert_true(file_write(path, "x", 1, NULL));
    assert_int_equal(symlink("a", link), 0);
    assert_true(file_lock(&one, path, &error));
    assert_false(file_lock(&two, path, &error));
    assert_string_equal(error.id, "another program is working on {0}: let it end first, or name another file");
    assert_int_equal(error.kind, MESSAGE_MACHINE);
    assert_false(file_lock(&two, link, &error));
    assert_true(file_lock(&two, in_folder("other"), &error));
    file_unlock(&two);
    file_unlock(&one);
    pid_t child = fork();
    if (child == 0) {
        if (file_lock(&one, path, NULL))
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_true(file_lock(&two, link, &error));
    file_unlock(&two);
    assert_int_equal(entries(true), 2);
}

/* Bytes, then the name, then the folder; a failing disk leaves the old file. */
static void a_file_is_on_the_disk_before_it_has_its_name(void **state)
{
    Message error = {0};
    Buffer b = {0};
    char path[256];
    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("kept"));
    for (int i = 0; i < 2; i++) {
        disk_calls = 0;
        assert_true(file_write(path, i ? "new" : "old", 3, &error));
        assert_true(disk_replaced(path));
    }
    disk_fails = EIO;
    disk_calls = 0;
    assert_false(file_write(path, "bad", 3, &error));
    disk_fails = 0;
    assert_int_equal(disk_calls, 1);
    assert_non_null(error.id);
    assert_true(file_read(path, 100, &b, &error));
    assert_string_equal(buffer_text(&b), "new");
    assert_int_equal(entries(false), 1);
    buffer_free(&b);
    entries(true);
}

/* A new folder must also survive: its parent is synced. */
static void a_new_folder_is_on_the_disk(void **state)
{
    struct stat above;
    char path[256];
    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("one"));
    disk_calls = 0;
    assert_true(file_make_folder(path, NULL));
    assert_int_equal(disk_calls, 1);
    assert_int_equal(stat(folder, &above), 0);
    assert_true(disk_call[0].what == DISK_SYNC_FOLDER && disk_call[0].node == above.st_ino);
    assert_true(file_make_folder(path, NULL));
    assert_int_equal(disk_calls, 1);
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_on_the_disk_before_it_has_its_name),
        cmocka_unit_test(a_new_folder_is_on_the_disk),
        cmocka_unit_test(files_are_written_and_replaced),
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(errors_name_the_file),
        cmocka_unit_test(folders_are_made_where_missing),
        cmocka_unit_test(drafts_of_the_dead_are_cleared),
        cmocka_unit_test(drafts_of_the_living_are_kept),
        cmocka_unit_test(long_names_have_drafts_too),
        cmocka_unit_test(a_planted_link_is_not_followed),
        cmocka_unit_test(one_at_a_time_has_a_file),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
