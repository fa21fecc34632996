/* Checkpoints: written by several programs at once, next to planted links, by programs that are killed. */
#include "solve/checkpoint.h"

#include "disk_log.h"
#include "folder.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { VALUES = 200000, WRITERS = 4, TIMES = 20 };

static char folder[64], path[128];
static uint16_t value[VALUES], read_back[VALUES];
static const Checkpoint what = {.name = "toy", .layout = 1, .size = VALUES, .layer = 3, .ranks = 1};

static bool get(void *context, uint64_t first, uint32_t count, uint16_t *out)
{
    (void)context;
    memcpy(out, value + first, count * sizeof *out);
    return true;
}

static bool put(void *context, uint64_t first, uint32_t count, const uint16_t *values)
{
    (void)context;
    memcpy(read_back + first, values, count * sizeof *values);
    return true;
}

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-checkpoint-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/toy.checkpoint", folder);
    for (int i = 0; i < VALUES; i++)
        value[i] = (uint16_t)(i * 7);
    return 0;
}

static int entries(bool remove_them) { return folder_entries(folder, remove_them); }

static int teardown(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static void assert_readable(void)
{
    Message error = {0};
    Checkpoint found = what;
    found.layer = 0;
    assert_int_equal(checkpoint_read(path, &found, put, NULL, &error), 1);
    assert_int_equal(found.layer, what.layer);
    assert_memory_equal(read_back, value, sizeof value);
}

static void several_may_write_at_once(void **state)
{
    (void)state;
    pid_t child[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i] != 0)
            continue;
        Message error = {0};
        for (int k = 0; k < TIMES; k++)
            if (!checkpoint_write(path, &what, get, NULL, &error))
                _exit(1);
        _exit(0);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    assert_readable();
    assert_int_equal(entries(true), 1);
}

static void links_are_not_followed(void **state)
{
    (void)state;
    char victim[128], link[160], text[16] = "";
    snprintf(victim, sizeof victim, "%s/victim", folder);
    snprintf(link, sizeof link, "%s.tmp", path);
    FILE *f = fopen(victim, "w");
    assert_non_null(f);
    fputs("precious", f);
    fclose(f);
    assert_int_equal(symlink(victim, link), 0);
    assert_int_equal(symlink(victim, path), 0);
    assert_true(checkpoint_write(path, &what, get, NULL, NULL));
    assert_readable();
    f = fopen(victim, "r");
    assert_non_null(f);
    assert_non_null(fgets(text, sizeof text, f));
    fclose(f);
    assert_string_equal(text, "precious");
    entries(true);
}

/* Killed at any time, a program leaves the last complete checkpoint, and the next one clears the rest away. */
static void the_killed_leave_a_whole_one(void **state)
{
    (void)state;
    assert_true(checkpoint_write(path, &what, get, NULL, NULL));
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0)
            for (;;)
                checkpoint_write(path, &what, get, NULL, NULL);
        usleep((useconds_t)(1000 * (1 + i)));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        assert_readable();
    }
    assert_true(checkpoint_write(path, &what, get, NULL, NULL));
    assert_int_equal(entries(true), 1);
}

/* --- several ranks --- */

static void write_set(int layer, uint32_t ranks, uint32_t without)
{
    for (uint32_t rank = 0; rank < ranks; rank++) {
        Checkpoint c = what;
        c.layer = layer;
        c.rank = rank;
        c.ranks = ranks;
        assert_true(rank == without || checkpoint_write(path, &c, get, NULL, NULL));
    }
}

static void any_number_of_ranks_reads_what_any_other_wrote(void **state)
{
    (void)state;
    for (uint32_t writers = 1; writers <= 5; writers++) {
        write_set(7, writers, UINT32_MAX);
        for (uint32_t readers = 1; readers <= 5; readers++) {
            memset(read_back, 0xff, sizeof read_back);
            for (uint32_t rank = 0; rank < readers; rank++) {
                Checkpoint c = what;
                Message error = {0};
                c.rank = rank;
                c.ranks = readers;
                assert_int_equal(checkpoint_read(path, &c, put, NULL, &error), 1);
                assert_int_equal(c.layer, 7);
            }
            assert_memory_equal(read_back, value, sizeof value);
        }
        assert_true(checkpoint_remove(path, -1));
        assert_int_equal(entries(true), 0);
    }
}

static void a_set_with_a_file_missing_does_not_count(void **state)
{
    (void)state;
    Checkpoint c = what;
    Message error = {0};
    write_set(9, 3, 1);
    assert_int_equal(checkpoint_read(path, &c, put, NULL, &error), 0);
    write_set(5, 2, UINT32_MAX);
    assert_int_equal(checkpoint_read(path, &c, put, NULL, &error), 1);
    assert_int_equal(c.layer, 5);
    assert_true(checkpoint_remove(path, 5));
    assert_int_equal(entries(false), 2);
    assert_int_equal(checkpoint_read(path, &c, put, NULL, &error), 1);
    /* A changed byte is noticed, whichever rank it belongs to. */
    char name[160];
    snprintf(name, sizeof name, "%s-5-1-of-2", path);
    FILE *f = fopen(name, "r+b");
    assert_non_null(f);
    fseek(f, 5000, SEEK_SET);
    fputc(0x5a, f);
    fclose(f);
    assert_int_equal(checkpoint_read(path, &c, put, NULL, &error), -1);
    assert_string_equal(error.id, "{0} is damaged: remove it and begin again");
    entries(true);
}

static void drafts_of_killed_ranks_are_cleared(void **state)
{
    (void)state;
    char name[200];
    snprintf(name, sizeof name, "%s/.toy.checkpoint-5-1-of-2.0123456789abcdef.tmp", folder);
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fclose(f);
    assert_true(checkpoint_remove(path, 3));
    assert_int_equal(entries(true), 0);
}

static void it_is_on_the_disk_with_its_folder(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        disk_calls = 0;
        assert_true(checkpoint_write(path, &what, get, NULL, NULL));
        assert_true(disk_replaced(path));
    }
    entries(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_on_the_disk_with_its_folder),
        cmocka_unit_test(any_number_of_ranks_reads_what_any_other_wrote),
        cmocka_unit_test(a_set_with_a_file_missing_does_not_count),
        cmocka_unit_test(drafts_of_killed_ranks_are_cleared),
        cmocka_unit_test(several_may_write_at_once),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(the_killed_leave_a_whole_one),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
