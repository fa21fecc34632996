/* Where tests keep a store: in a file, or in a schema of a PostgreSQL server that was started for them. Only one
 * file of a program may include this. */
#ifndef COLONNADE_TESTS_KINDS_H
#define COLONNADE_TESTS_KINDS_H

#include "folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#endif

static char folder[64], path[256];      /* the current test's folder and its store */
static char server[128];                /* the address of the server; "": stores are files */
static char server_folder[64];
static const char *server_script;
static int server_schemas;

static bool server_do(const char *what, char *out, size_t size)
{
    char command[512];
    snprintf(command, sizeof command, "%s %s %s", server_script, what, server_folder);
    FILE *f = popen(command, "r");
    if (!f)
        return false;
    if (out && fgets(out, (int)size, f))
        out[strcspn(out, "\n")] = '\0';
    return pclose(f) == 0;
}

/* NULL: no server, and stores are files. */
static bool start_server(const char *script)
{
    if (!script)
        return true;
    server_script = script;
    snprintf(server_folder, sizeof server_folder, "/tmp/colonnade-postgres-%ld", (long)getpid());
    return server_do("start", server, sizeof server);
}

static void stop_server(void)
{
    if (server_script)
        server_do("stop", NULL, 0);
}

static __attribute__((unused)) void restart_server(void) { server_do("restart", NULL, 0); }

/* Runs a statement directly, bypassing the store. */
static __attribute__((unused)) void sql(const char *text)
{
#if __has_include(<libpq-fe.h>)
    if (server[0]) {
        PGconn *c = PQconnectdb(path);
        PGresult *r = PQexec(c, text);
        assert_true(PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK);
        PQclear(r);
        PQfinish(c);
        return;
    }
#endif
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* The address of an empty store of the same kind. */
static void another(char *out, size_t size)
{
    int number = ++server_schemas;
    if (!server[0]) {
        snprintf(out, size, "%s/house%d.db", folder, number);
        return;
    }
    char statement[64];
    if (!path[0])
        snprintf(path, sizeof path, "%s", server);
    snprintf(statement, sizeof statement, "CREATE SCHEMA test%d", number);
    sql(statement);
    snprintf(out, size, "%s&options=-csearch_path%%3Dtest%d", server, number);
}

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-store-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    path[0] = '\0';
    char where[sizeof path];
    another(where, sizeof where);
    memcpy(path, where, sizeof path);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static __attribute__((unused)) int stopping_server(int failed)
{
    stop_server();
    return failed;
}

/* Each test has its own store. The result is what `main` returns: 77 (skipped) where the script cannot start a
 * server. */
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
#define run_store_tests(script, tests)                                                                                 \
    (start_server(script) ? stopping_server(cmocka_run_group_tests(tests, NULL, NULL)) : 77)

#endif
