/* Leases: several servers on one PostgreSQL database, each of which writes only to its own rounds.
 *
 * usage: test_leases tests/postgres.sh */
#include "stores.h"

#include "kinds.h"

#include <poll.h>
#include <stdatomic.h>

static const StoreOptions shared = {.shared = true};

static StoreSite keep(Store *s, int64_t now, uint64_t release)
{
    StoreSite site = {0};
    Message error = {0};
    char text[256];
    if (!store_keep(s, "127.0.0.1:1", now, release, &site, &error)) {
        message_english(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    return site;
}

static uint64_t held(const StoreSite *site)
{
    uint64_t mask = 0;
    for (int i = 0; i < STORE_SHARDS; i++)
        mask |= site->lease[i].owner == site->self ? UINT64_C(1) << i : 0;
    return mask;
}

static int count(uint64_t mask) { return __builtin_popcountll(mask); }

static StoreResult write_as(Store *s, const char *round, uint32_t number, uint64_t epoch)
{
    StoreEvent e = {.at = number, .line = "x"};
    StoreCard card = {.label = "go", .open = true};
    StoreWrite w = {.round = round, .first = number, .events = &e, .count = 1, .card = &card, .epoch = epoch};
    return write_whole(s, &w);
}

static uint64_t epoch_of(const StoreSite *site, const char *round) { return site->lease[store_shard(round)].epoch; }

/* Two servers, each with half of the leases. */
static void share(Store *a, Store *b, StoreSite *of_a, StoreSite *of_b)
{
    *of_a = keep(a, 1000, 0);
    assert_int_equal(count(held(of_a)), STORE_SHARDS);
    *of_b = keep(b, 1000, 0);
    assert_int_equal(held(of_b), 0);
    assert_int_equal(of_b->servers, 2);
    assert_memory_equal(of_a->secret, of_b->secret, STORE_HASH);
    *of_a = keep(a, 1100, UINT64_C(0xffffffff00000000));
    *of_b = keep(b, 1100, 0);
    *of_a = keep(a, 1200, 0);
    assert_int_equal(held(of_a), 0xffffffff);
    assert_int_equal(held(of_b), UINT64_C(0xffffffff00000000));
}

/* A name whose shard is in the mask. */
static const char *name_in(uint64_t mask)
{
    static char name[2][8];
    static int turn;
    char *out = name[++turn % 2];
    for (int i = 0; i < 1000; i++) {
        snprintf(out, 8, "%03d", i);
        if (mask >> store_shard(out) & 1)
            return out;
    }
    fail();
    return NULL;
}

static void only_the_owner_writes(void **state)
{
    (void)state;
    Store *a = open_store(path, shared), *b = open_store(path, shared);
    StoreSite of_a, of_b;
    share(a, b, &of_a, &of_b);
    const char *mine = name_in(held(&of_a)), *other = name_in(held(&of_b));
    assert_int_equal(write_as(a, mine, 1, epoch_of(&of_a, mine)), STORE_DONE);
    assert_int_equal(write_as(a, mine, 2, epoch_of(&of_a, mine) + 1), STORE_LOST);
    assert_int_equal(write_as(a, mine, 2, 0), STORE_LOST);
    assert_int_equal(write_as(b, mine, 2, epoch_of(&of_b, mine)), STORE_LOST);
    assert_int_equal(write_as(a, other, 1, epoch_of(&of_a, other)), STORE_LOST);
    assert_int_equal(write_as(b, other, 1, epoch_of(&of_b, other)), STORE_DONE);
    assert_int_equal(last_of(a, mine), 1);
    assert_int_equal(last_of(a, other), 1);
    store_close(a);
    store_close(b);
}

/* A server that ends is replaced at once, and one that sleeps when its time is up; neither costs the other's
 * leases. */
static void who_is_gone_is_replaced(void **state)
{
    (void)state;
    Store *a = open_store(path, shared), *b = open_store(path, shared), *c = open_store(path, shared);
    StoreSite of_a, of_b;
    share(a, b, &of_a, &of_b);
    const char *round = name_in(held(&of_b)), *own = name_in(held(&of_a));
    assert_int_equal(write_as(b, round, 1, epoch_of(&of_b, round)), STORE_DONE);
    for (int i = 0; i < 4; i++) {       /* the database has been up for longer than any server needs to come back */
        usleep(550 * 1000);
        keep(a, 1700 + 500 * i, 0);
        keep(b, 1700 + 500 * i, 0);
    }
    keep(b, 3300, 0);
    store_close(b);
    StoreSite now = keep(a, 3400, 0);
    for (int i = 0; i < 20 && now.servers > 1; i++) {      /* its session ends a moment after it is told to */
        usleep(50000);
        now = keep(a, 3400, 0);
    }
    assert_int_equal(count(held(&now)), STORE_SHARDS);
    assert_int_equal(now.servers, 1);
    assert_string_equal(now.lease[store_shard(round)].down, "");
    assert_true(epoch_of(&now, round) > epoch_of(&of_b, round));
    assert_int_equal(epoch_of(&now, own), epoch_of(&of_a, own));
    assert_int_equal(write_as(a, round, 2, epoch_of(&now, round)), STORE_DONE);
    usleep((STORE_LEASE_MS + 100) * 1000);
    StoreSite of_c = keep(c, 9400, 0);
    assert_int_equal(count(held(&of_c)), STORE_SHARDS);
    assert_string_equal(of_c.lease[store_shard(round)].down, "3400-9400 ");
    assert_int_equal(write_as(a, round, 3, epoch_of(&now, round)), STORE_LOST);
    assert_int_equal(write_as(c, round, 3, epoch_of(&of_c, round)), STORE_DONE);
    now = keep(a, 9500, 0);             /* and it can join again */
    assert_int_equal(held(&now), 0);
    assert_int_equal(now.servers, 2);
    store_close(a);
    store_close(c);
}

static atomic_bool wait_there;

static void hesitate(void *context, const char *name, const StoreWrite *const *batch, size_t writes)
{
    (void)context;
    (void)batch;
    (void)writes;
    while (strcmp(name, "before-commit") == 0 && wait_there)
        usleep(1000);
}

static void a_write_under_way_is_too_late(void **state)
{
    (void)state;
    Store *a = open_store(path, (StoreOptions){.shared = true, .point = hesitate}), *b = open_store(path, shared);
    StoreSite of_a = keep(a, 1000, 0);
    int results[4] = {0};
    wait_there = true;
    for (uint32_t i = 1; i <= 2; i++) {
        StoreEvent e = {.at = i, .line = "x"};
        StoreCard card = {.label = "go", .open = true};
        assert_true(store_submit(
            a,
            &(StoreWrite){
                .round = "r1", .first = i, .events = &e, .count = 1, .card = &card, .epoch = epoch_of(&of_a, "r1")},
            count_result, results));
    }
    usleep((STORE_LEASE_MS + 100) * 1000);
    StoreSite of_b = keep(b, 4000, 0);
    wait_there = false;
    await(a);
    assert_int_equal(results[STORE_DONE], 0);
    assert_int_equal(results[STORE_LOST] + results[STORE_FAILED], 2);
    assert_int_equal(last_of(b, "r1"), 0);
    assert_int_equal(write_as(b, "r1", 1, epoch_of(&of_b, "r1")), STORE_DONE);
    store_close(a);
    store_close(b);
}

/* A write just after the database has come back may fail on a busy machine, where a new connection takes longer than
 * it is given. It is then not known to be written, and whoever wants it asks again. */
static void write_at_last(Store *s, const char *round, uint32_t number, uint64_t epoch)
{
    StoreResult result = write_as(s, round, number, epoch);
    for (int i = 0; i < 100 && result == STORE_FAILED; i++) {
        usleep(100000);
        result = write_as(s, round, number, epoch);
    }
    assert_true(result == STORE_DONE || result == STORE_STALE);
    assert_int_equal(last_of(s, round), number);
}

static void a_database_that_falls_takes_no_leases_away(void **state)
{
    (void)state;
    Store *a = open_store(path, shared), *b = open_store(path, shared);
    StoreSite of_a, of_b, site;
    share(a, b, &of_a, &of_b);
    const char *other = name_in(held(&of_b));
    assert_int_equal(write_as(b, other, 1, epoch_of(&of_b, other)),
                     STORE_DONE);    /* which also puts the leases on the disk */
    restart_server();
    /* The first attempt finds the connection gone. */
    while (!store_keep(b, "x", 2000, 0, &site, NULL))
        usleep(100000);
    assert_int_equal(held(&site), held(&of_b));
    while (!store_keep(a, "x", 2000, 0, &site, NULL))
        usleep(100000);
    assert_int_equal(held(&site), held(&of_a));
    const char *mine = name_in(held(&of_a));
    assert_int_equal(epoch_of(&site, mine), epoch_of(&of_a, mine));
    write_at_last(a, mine, 1, epoch_of(&of_a, mine));
    store_close(a);
    store_close(b);
}

static void who_resigns_leaves_at_once(void **state)
{
    (void)state;
    bool some = false;
    Store *a = open_store(path, shared), *b = open_store(path, shared);
    StoreSite of_a, of_b;
    share(a, b, &of_a, &of_b);
    keep(b, 1300, 0);
    while (store_take_hints(b, &some) && some)
        ;
    store_resign(a, 1400);
    assert_int_equal(poll(&(struct pollfd){.fd = store_hints(b), .events = POLLIN}, 1, 2000), 1);
    assert_true(store_take_hints(b, &some) && some);
    of_b = keep(b, 1500, 0);
    assert_int_equal(count(held(&of_b)), STORE_SHARDS);
    assert_string_equal(of_b.lease[0].down, "");        /* nobody noticed */
    store_close(a);
    store_close(b);
}

static void numbers_are_given_once(void **state)
{
    (void)state;
    Store *a = open_store(path, shared), *b = open_store(path, shared);
    int64_t last;
    assert_true(store_reserve(a, "guests", 10, &last, NULL) && last == 10);
    assert_true(store_reserve(b, "guests", 5, &last, NULL) && last == 15);
    assert_true(store_reserve(a, "guests", 10, &last, NULL) && last == 25);
    store_close(a);
    store_close(b);
}

static void servers_share_with_servers_alone(void **state)
{
    (void)state;
    Message error = {0};
    char text[256];
    Store *a = open_store(path, shared);
    assert_true(store_is_shared(a));
    assert_null(store_open(path, &(StoreOptions){0}, &error));
    message_english(&error, text, sizeof text);
    assert_non_null(strstr(text, "another program is using"));
    store_close(a);
    Store *alone = open_store(path, (StoreOptions){0});
    assert_false(store_is_shared(alone));
    assert_null(store_open(path, &shared, &error));
    store_close(alone);
}

/* A schema is a house: servers of another schema have the same numbers and do not matter. */
static void houses_of_one_database_do_not_meet(void **state)
{
    (void)state;
    char elsewhere[sizeof path];
    another(elsewhere, sizeof elsewhere);
    Store *a = open_store(path, shared), *b = open_store(elsewhere, shared);
    StoreSite of_a = keep(a, 1000, 0), of_b = keep(b, 1000, 0);
    assert_int_equal(of_a.self, of_b.self);
    assert_int_equal(count(held(&of_a)), STORE_SHARDS);
    assert_int_equal(count(held(&of_b)), STORE_SHARDS);
    assert_int_equal(write_as(a, "r1", 1, epoch_of(&of_a, "r1")), STORE_DONE);
    Store *c = open_store(elsewhere, shared);
    usleep((STORE_LEASE_MS + 100) * 1000);
    keep(c, 9000, 0);           /* which ends the connections of the server that it takes for dead */
    assert_int_equal(write_as(a, "r1", 2, epoch_of(&of_a, "r1")), STORE_DONE);
    store_close(a);
    store_close(b);
    store_close(c);
}

/* Absences from before there were leases, in a house that was copied here. */
static void earlier_absences_are_remembered(void **state)
{
    (void)state;
    Store *alone = open_store(path, (StoreOptions){0});
    assert_true(store_submit(alone, &(StoreWrite){.note = {"alive", "5000"}}, NULL, NULL));
    assert_true(store_submit(alone, &(StoreWrite){.note = {"down", "100-200 "}}, NULL, NULL));
    await(alone);
    store_close(alone);
    Store *a = open_store(path, shared);
    StoreSite site = keep(a, 90000, 0);
    assert_string_equal(site.lease[7].down, "100-200 5000-90000 ");
    store_close(a);
    for (int i = 1; i < 20; i++) {      /* more than there is room for: the oldest are merged */
        char statement[160];
        snprintf(statement, sizeof statement, "UPDATE lease SET owner = NULL, alive = %d WHERE true",
                 1700000000 + i * 100000);
        sql(statement);
        a = open_store(path, shared);
        site = keep(a, 1700000000 + i * 100000 + 50000, 0);
        store_close(a);
    }
    assert_int_equal(strncmp(site.lease[7].down, "100-", 4), 0);
    assert_non_null(strstr(site.lease[7].down, "1701900000-1701950000 "));
    assert_true(strlen(site.lease[7].down) < STORE_TEXT - 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(only_the_owner_writes),
        TEST(who_is_gone_is_replaced),
        TEST(a_write_under_way_is_too_late),
        TEST(a_database_that_falls_takes_no_leases_away),
        TEST(who_resigns_leaves_at_once),
        TEST(numbers_are_given_once),
        TEST(servers_share_with_servers_alone),
        TEST(houses_of_one_database_do_not_meet),
        TEST(earlier_absences_are_remembered),
    };
    return argc < 2 ? 77 : run_store_tests(argv[1], tests);
}
