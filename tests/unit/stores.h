/* What tests of the store share: writing to one and looking into it. Only one file of a program may include this. */
#ifndef COLONNADE_TESTS_STORES_H
#define COLONNADE_TESTS_STORES_H

#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static __attribute__((unused)) Store *open_store(const char *where, StoreOptions options)
{
    Message error = {0};
    char text[256];
    Store *s = store_open(where, &options, &error);
    if (!s) {
        message_english(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    return s;
}

static __attribute__((unused)) void count_result(void *context, StoreResult result) { ((int *)context)[result]++; }

static __attribute__((unused)) void await(Store *s)
{
    while (store_waiting(s)) {
        store_collect(s);
        usleep(100);
    }
}

/* Submits one event. */
static __attribute__((unused)) bool submit(Store *s, const char *round, uint32_t number, const char *line, int *results)
{
    StoreEvent e = {.at = 1000 + number, .line = line, .tag = number % 2 ? "0:n" : NULL};
    StoreCard card = {.label = "checkers", .players = "Ann\nBob\n", .open = true, .listed = true, .due = 5000 + number};
    StoreWrite w = {.round = round, .first = number, .events = &e, .count = 1, .card = number == 1 ? &card : NULL};
    return store_submit(s, &w, count_result, results);
}

/* The result of the only write that was submitted with `results`. */
static __attribute__((unused)) StoreResult only_result(Store *s, const int results[4])
{
    int writes = 0;
    StoreResult only = STORE_DONE;
    await(s);
    for (int i = 0; i < 4; i++) {
        writes += results[i];
        if (results[i])
            only = (StoreResult)i;
    }
    assert_int_equal(writes, 1);
    return only;
}

static __attribute__((unused)) StoreResult write_now(Store *s, const char *round, uint32_t number, const char *line)
{
    int results[4] = {0};
    assert_true(submit(s, round, number, line, results));
    return only_result(s, results);
}

static __attribute__((unused)) StoreResult write_whole(Store *s, const StoreWrite *w)
{
    int results[4] = {0};
    assert_true(store_submit(s, w, count_result, results));
    return only_result(s, results);
}

static __attribute__((unused)) StoreResult act_all(Store *s, const StoreAct *acts, size_t count)
{
    return write_whole(s, &(StoreWrite){.acts = acts, .act_count = count});
}

/* What callbacks have said since the last look. */
static __attribute__((unused)) char told[4096];

static __attribute__((unused, format(printf, 1, 2))) void tell(const char *format, ...)
{
    va_list args;
    size_t n = strlen(told);
    va_start(args, format);
    vsnprintf(told + n, sizeof told - n, format, args);
    va_end(args);
}

static __attribute__((unused)) void expect(const char *text)
{
    assert_string_equal(told, text);
    told[0] = '\0';
}

static __attribute__((unused)) uint32_t last_of(Store *s, const char *round)
{
    uint32_t number;
    Message error = {0};
    if (!store_last(s, round, &number, &error)) {
        char text[256];
        message_english(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    return number;
}

static __attribute__((unused)) void assert_sound(Store *s, const char *round)
{
    uint32_t bad = 99;
    assert_true(store_verify(s, round, &bad, NULL));
    assert_int_equal(bad, 0);
}

typedef struct Seen {
    uint32_t count;
    char text[4096];
} Seen;

static __attribute__((unused)) bool see(void *context, const StoreEvent *e)
{
    Seen *seen = context;
    size_t n = strlen(seen->text);
    snprintf(seen->text + n, sizeof seen->text - n, "%u@%lld[%s]%s;", e->number, (long long)e->at, e->tag, e->line);
    return ++seen->count < 3;
}

#endif
