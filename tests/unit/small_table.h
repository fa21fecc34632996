/* The small board of small_pylos.h, solved once for all tests of a program, with its table in its own folder. */
#ifndef COLONNADE_TESTS_SMALL_TABLE_H
#define COLONNADE_TESTS_SMALL_TABLE_H

#include "core/buffer.h"
#include "core/file.h"
#include "small_pylos.h"
#include "solve/tablebase_solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct Fixture {
    char folder[64], path[128];
    void *state;
    RetroResult solution;
} Fixture;

static inline bool write_table(const Fixture *f, const char *path, const char *name, int threads)
{
    Message error = {0};
    return tablebase_write(path, name, small.index, f->state, &f->solution, threads, &error);
}

static inline int set_up(void **state)
{
    static Fixture f;
    Message error;
    snprintf(f.folder, sizeof f.folder, "/tmp/colonnade-tables-XXXXXX");
    assert_non_null(mkdtemp(f.folder));
    snprintf(f.path, sizeof f.path, "%s/small.table", f.folder);
    f.state = small.index->create(&error);
    assert_non_null(f.state);
    RetroJob job = {.index = small.index, .state = f.state, .name = "small", .threads = 2};
    assert_int_equal(retro_solve(&job, &f.solution, &error), RETRO_DONE);
    assert_true(write_table(&f, f.path, "small", 2));
    *state = &f;
    return 0;
}

static inline int tear_down(void **state)
{
    Fixture *f = *state;
    unlink(f->path);
    rmdir(f->folder);
    retro_free(&f->solution);
    small.index->destroy(f->state);
    return 0;
}

static inline void read_whole(const char *path, Buffer *out)
{
    Message error;
    buffer_clear(out);
    assert_true(file_read(path, 1 << 24, out, &error));
}

#endif
