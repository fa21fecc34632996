/* Whole files: replaced at once or not at all, nothing left behind, errors that name
 * the file. */
#include "core/file.h"

#include "core/memory.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

static int entries(bool remove_them)
{
    DIR *d = opendir(folder);
    int count = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        count++;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (remove_them)
            remove(path);
    }
    closedir(d);
    return count;
}

static int teardown(void **state)
{
    (void)state;
    entries(true);
    return rmdir(folder);
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
    assert_int_equal(out.length, 0);
    assert_true(file_read(in_folder("a"), 10, &out, &error));
    buffer_free(&out);
    memory_fail_after(0);
    assert_false(file_read(in_folder("a"), 10, &out, &error));
    memory_fail_after(-1);
    assert_string_equal(error.id, "there is not enough memory");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_written_and_replaced),  cmocka_unit_test(links_stay_links),
        cmocka_unit_test(a_full_disk_leaves_the_old_file), cmocka_unit_test(errors_name_the_file),
        cmocka_unit_test(folders_are_made_where_missing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
