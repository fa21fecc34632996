/* The log of rounds: what is done stays, what is not done is not there, also when the
 * program is killed, the disk is full, a sync fails or the power goes. */
#include "store/store.h"

#include "core/random.h"
#include "faulty_vfs.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[64], path[128];

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/colonnade-store-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/house.db", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        unlink(name);
    }
    closedir(d);
    return rmdir(folder);
}

static Store *open_store(const char *where, StoreOptions options)
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

static void count_result(void *context, StoreResult result) { ((int *)context)[result]++; }

static void await(Store *s)
{
    while (store_waiting(s)) {
        store_collect(s);
        usleep(100);
    }
}

/* Submits one event. */
static bool submit(Store *s, const char *round, uint32_t number, const char *line, int *results)
{
    StoreEvent e = {.at = 1000 + number, .line = line, .tag = number % 2 ? "0:n" : NULL};
    StoreCard card = {.label = "checkers", .players = "Ann\nBob\n", .open = true, .listed = true, .due = 5000 + number};
    StoreWrite w = {.round = round, .first = number, .events = &e, .count = 1, .card = number == 1 ? &card : NULL};
    return store_submit(s, &w, count_result, results);
}

static StoreResult write_now(Store *s, const char *round, uint32_t number, const char *line)
{
    int results[3] = {0};
    assert_true(submit(s, round, number, line, results));
    await(s);
    assert_int_equal(results[0] + results[1] + results[2], 1);
    return results[STORE_DONE] ? STORE_DONE : results[STORE_STALE] ? STORE_STALE : STORE_FAILED;
}

static uint32_t last_of(Store *s, const char *round)
{
    uint32_t number;
    assert_true(store_last(s, round, &number, NULL));
    return number;
}

static void assert_sound(Store *s, const char *round)
{
    uint32_t bad = 99;
    assert_true(store_verify(s, round, &bad, NULL));
    assert_int_equal(bad, 0);
}

typedef struct Seen {
    uint32_t count;
    char text[4096];
} Seen;

static bool see(void *context, const StoreEvent *e)
{
    Seen *seen = context;
    size_t n = strlen(seen->text);
    snprintf(seen->text + n, sizeof seen->text - n, "%u@%lld[%s]%s;", e->number, (long long)e->at, e->tag, e->line);
    return ++seen->count < 3;
}

static void events_come_back_in_order(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(last_of(s, "r1"), 0);
    for (uint32_t i = 1; i <= 4; i++)
        assert_int_equal(write_now(s, "r1", i, i == 2 ? "" : "a line"), STORE_DONE);
    store_close(s);
    s = open_store(path, (StoreOptions){0});
    Seen seen = {0};
    assert_true(store_read(s, "r1", 2, see, &seen, NULL));
    assert_string_equal(seen.text, "2@1002[];3@1003[0:n]a line;4@1004[]a line;");
    seen = (Seen){0};
    assert_true(store_read(s, "r1", 1, see, &seen, NULL));      /* stops when told to */
    assert_int_equal(seen.count, 3);
    assert_int_equal(last_of(s, "r1"), 4);
    assert_sound(s, "r1");
    store_close(s);
}

static void a_number_is_taken_once(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 2, "gap"), STORE_STALE);
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    assert_int_equal(write_now(s, "r1", 1, "again"), STORE_STALE);
    assert_int_equal(write_now(s, "r1", 3, "gap"), STORE_STALE);
    /* In one batch too, and its neighbours are not harmed. */
    int results[3] = {0};
    assert_true(submit(s, "r1", 2, "two", results));
    assert_true(submit(s, "r1", 2, "two again", results));
    assert_true(submit(s, "r2", 1, "other", results));
    await(s);
    assert_int_equal(results[STORE_DONE], 2);
    assert_int_equal(results[STORE_STALE], 1);
    assert_int_equal(last_of(s, "r1"), 2);
    assert_int_equal(last_of(s, "r2"), 1);
    store_close(s);
}

static void limits_are_refused(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    char large[STORE_LINE + 2];
    memset(large, 'x', sizeof large);
    large[sizeof large - 1] = '\0';
    int results[3] = {0};
    assert_false(submit(s, "r1", 1, large, results));
    assert_false(submit(s, "r1", 1, "two\nlines", results));
    assert_false(submit(s, "", 1, "no name", results));
    assert_false(submit(s, "a name that is longer than names are", 1, "x", results));
    assert_false(submit(s, "r1", 0, "x", results));
    StoreEvent e = {.line = "x"};
    assert_false(store_submit(s, &(StoreWrite){.round = "r1", .first = 1, .events = &e, .count = 1}, NULL, NULL));
    assert_false(store_submit(s, &(StoreWrite){0}, NULL, NULL));
    large[STORE_LINE] = '\0';
    assert_int_equal(write_now(s, "r1", 1, large), STORE_DONE);
    store_close(s);
}

static bool find_one(void *context, const StoreFound *f)
{
    char *out = context;
    size_t n = strlen(out);
    snprintf(out + n, 512 - n, "%s ", f->round);
    return true;
}

static const char *found(Store *s, StoreQuery q)
{
    static char out[512];
    out[0] = '\0';
    q.limit = q.limit ? q.limit : 100;
    assert_true(store_search(s, &q, find_one, out, NULL));
    return out;
}

static void put(Store *s, const char *round, StoreCard card)
{
    StoreEvent e = {.at = 1, .line = "x"};
    StoreWrite w = {.round = round, .first = last_of(s, round) + 1, .events = &e, .count = 1, .card = &card};
    int results[3] = {0};
    assert_true(store_submit(s, &w, count_result, results));
    await(s);
    assert_int_equal(results[STORE_DONE], 1);
}

static void the_archive_is_searched(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    put(s, "a",
        (StoreCard){.label = "go", .players = "Ann\nBob\n", .length = 10, .open = true, .listed = true, .due = 9});
    put(s, "b",
        (StoreCard){.label = "go", .players = "Bob\nCleo\n", .length = 20, .open = true, .listed = true, .due = 5});
    put(s, "c", (StoreCard){.label = "hex", .players = "Ann\nCleo\n", .length = 30, .open = true, .due = 1});
    put(s, "b",
        (StoreCard){.label = "go", .players = "Bob\nCleo\n", .result = "1-0", .length = 21, .listed = true, .due = 5});
    assert_string_equal(found(s, (StoreQuery){.open = -1}), "c b a ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .limit = 2}), "c b ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .before = 2}), "a ");
    assert_string_equal(found(s, (StoreQuery){.open = 1}), "c a ");
    assert_string_equal(found(s, (StoreQuery){.open = 0}), "b ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .listed = true}), "b a ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .label = "go"}), "b a ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .player = "cleo"}), "c b ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .result = "1-0"}), "b ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .shortest = 11, .longest = 21}), "b ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .player = "%"}), "");
    char due[512] = "";
    assert_true(store_due(s, 9, 100, find_one, due, NULL));
    assert_string_equal(due, "c a ");       /* b is over */
    store_close(s);
}

static bool note_held(void *context, const char *round, int seat)
{
    char *out = context;
    size_t n = strlen(out);
    snprintf(out + n, 64 - n, "%s:%d ", round, seat);
    return true;
}

static bool count_holder(void *context, int seat, const unsigned char hash[STORE_HASH])
{
    unsigned char expected[STORE_HASH];
    store_hash_token(seat ? "the second secret" : "the first secret", expected);
    assert_memory_equal(hash, expected, STORE_HASH);
    ++*(int *)context;
    return true;
}

static void a_seat_is_found_by_its_token_alone(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    StoreEvent e = {.at = 1, .line = "x"};
    StoreCard card = {.open = true};
    StoreSeat seats[2] = {{.seat = 0}, {.seat = 1}};
    store_hash_token("the first secret", seats[0].hash);
    store_hash_token("the second secret", seats[1].hash);
    StoreWrite w = {
        .round = "r1", .first = 1, .events = &e, .count = 1, .card = &card, .seats = seats, .seat_count = 2};
    int results[3] = {0};
    assert_true(store_submit(s, &w, count_result, results));
    /* The same people again: one token leads to both rounds, the newest first. */
    seats[1].seat = 2;
    w.round = "r2";
    assert_true(store_submit(s, &w, count_result, results));
    await(s);
    assert_int_equal(results[STORE_DONE], 2);
    unsigned char hash[STORE_HASH];
    char held[64] = "";
    store_hash_token("the second secret", hash);
    assert_true(store_seats(s, hash, note_held, held, NULL));
    assert_string_equal(held, "r2:2 r1:1 ");
    int holders = 0;
    assert_true(store_holders(s, "r1", count_holder, &holders, NULL));
    assert_int_equal(holders, 2);
    store_hash_token("the third secret", hash);
    held[0] = '\0';
    assert_true(store_seats(s, hash, note_held, held, NULL));
    assert_string_equal(held, "");
    store_close(s);
    FILE *f = fopen(path, "rb");
    char *all = calloc(1, 1 << 20);
    size_t n = fread(all, 1, 1 << 20, f);
    fclose(f);
    assert_null(memmem(all, n, "second secret", 13));
    free(all);
}

static void notes_are_kept(void **state)
{
    (void)state;
    char value[STORE_TEXT];
    Store *s = open_store(path, (StoreOptions){0});
    assert_true(store_read_note(s, "time", value, NULL));
    assert_string_equal(value, "");
    assert_true(store_submit(s, &(StoreWrite){.note = {"time", "17"}}, NULL, NULL));
    assert_true(store_submit(s, &(StoreWrite){.note = {"time", "18"}}, NULL, NULL));
    store_close(s);         /* commits what was handed over */
    s = open_store(path, (StoreOptions){.read_only = true});
    assert_true(store_read_note(s, "time", value, NULL));
    assert_string_equal(value, "18");
    assert_false(store_submit(s, &(StoreWrite){.note = {"time", "19"}}, NULL, NULL));
    store_close(s);
}

static void sql(const char *text)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void a_change_by_hand_is_noticed(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE event SET line = 'move b2' WHERE number = 2", "UPDATE event SET at = at + 1 WHERE number = 2",
        "UPDATE event SET tag = 'x' WHERE number = 2", "UPDATE event SET chain = zeroblob(32) WHERE number = 2",
        "DELETE FROM event WHERE number = 2"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char round[8];
        snprintf(round, sizeof round, "r%zu", i);
        Store *s = open_store(path, (StoreOptions){0});
        for (uint32_t n = 1; n <= 3; n++)
            assert_int_equal(write_now(s, round, n, "move a1"), STORE_DONE);
        store_close(s);
        char statement[200];
        snprintf(statement, sizeof statement, "%s AND round = (SELECT place FROM round WHERE name = '%s')", changes[i],
                 round);
        sql(statement);
        s = open_store(path, (StoreOptions){.read_only = true});
        uint32_t bad;
        assert_true(store_verify(s, round, &bad, NULL));
        assert_int_equal(bad, 2);
        store_close(s);
    }
}

static void assert_refused(const char *where, const char *why)
{
    Message error = {0};
    char text[300];
    assert_null(store_open(where, &(StoreOptions){0}, &error));
    message_english(&error, text, sizeof text);
    if (!strstr(text, why))
        fail_msg("%s", text);
}

static void what_is_not_ours_is_left_alone(void **state)
{
    (void)state;
    FILE *f = fopen(path, "w");
    fputs("Dear diary, this is a text file and no database at all. It is long enough to be one.", f);
    for (int i = 0; i < 100; i++)
        fputs("And more of the same, on and on, page after page of it.", f);
    fclose(f);
    assert_refused(path, "is not a store of games");
    unlink(path);
    sql("CREATE TABLE diary (day)");
    assert_refused(path, "is not a store of games");
    unlink(path);
    assert_refused("/nowhere/at/all", "cannot write /nowhere");
    Store *s = open_store(path, (StoreOptions){0});
    assert_refused(path, "another program is using");
    store_close(s);
    sql("PRAGMA user_version = 1000");
    assert_refused(path, "later version");
}

/* A store as the first schema made it opens, and has the newest one afterwards. */
static void an_older_schema_is_converted(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    store_close(s);
    sql("DROP INDEX card_due; DROP INDEX card_label; DROP INDEX seat_round; PRAGMA user_version = 1");
    Message error = {0};
    assert_null(store_open(path, &(StoreOptions){.read_only = true}, &error));
    s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 2, "two"), STORE_DONE);
    assert_sound(s, "r1");
    store_close(s);
    s = open_store(path, (StoreOptions){.read_only = true});
    store_close(s);
}

static void group_commit_shares_syncs(void **state)
{
    (void)state;
    faulty_begin();
    Store *s = open_store(path, (StoreOptions){.by_hand = true});
    int results[3] = {0}, before = atomic_load(&faulty.syncs);
    for (int i = 0; i < 100; i++) {
        char round[8];
        snprintf(round, sizeof round, "r%d", i);
        assert_true(submit(s, round, 1, "x", results));
    }
    store_collect(s);
    assert_int_equal(results[STORE_DONE], 100);
    assert_in_range(atomic_load(&faulty.syncs) - before, 1, 3);
    store_close(s);
    faulty_end();
}

static void a_full_disk_stops_writing_and_nothing_else(void **state)
{
    (void)state;
    faulty_begin();
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    atomic_store(&faulty.full, 1);
    assert_int_equal(write_now(s, "r1", 2, "two"), STORE_FAILED);
    assert_int_equal(write_now(s, "r2", 1, "one"), STORE_FAILED);
    Message why = {0};
    char text[200];
    store_trouble(s, &why);
    message_english(&why, text, sizeof text);
    assert_non_null(strstr(text, "the disk is full"));
    assert_int_equal(last_of(s, "r1"), 1);
    assert_int_equal(last_of(s, "r2"), 0);
    atomic_store(&faulty.full, 0);
    assert_int_equal(write_now(s, "r1", 2, "two, later"), STORE_DONE);
    store_trouble(s, &why);
    assert_null(why.id);
    assert_sound(s, "r1");
    store_close(s);
    faulty_end();
}

static void a_failing_sync_acknowledges_nothing(void **state)
{
    (void)state;
    faulty_begin();
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    atomic_store(&faulty.fail_sync, 1);
    int results[3] = {0};
    assert_true(submit(s, "r1", 2, "two", results));
    await(s);
    assert_int_equal(results[STORE_FAILED], 1);
    assert_int_equal(last_of(s, "r1"), 1);
    assert_int_equal(write_now(s, "r1", 2, "two, again"), STORE_DONE);
    assert_sound(s, "r1");
    store_close(s);
    s = open_store(path, (StoreOptions){0});
    Seen seen = {0};
    assert_true(store_read(s, "r1", 2, see, &seen, NULL));
    assert_string_equal(seen.text, "2@1002[]two, again;");
    store_close(s);
    faulty_end();
}

/* Cuts the power after each of many commits, with writes, syncs that fail and checkpoints
 * between them: whatever was acknowledged is in what is left, and its checksums agree. */
static void acknowledged_events_survive_a_power_cut(void **state)
{
    (void)state;
    uint64_t seed = 7;
    char cut[160];
    snprintf(cut, sizeof cut, "%s/cut.db", folder);
    faulty_begin();
    Store *s = open_store(path, (StoreOptions){.by_hand = true});
    uint32_t acknowledged[4] = {0};
    for (int i = 0; i < 150; i++) {
        int results[4][3] = {{0}};
        char line[1200];
        memset(line, 'a' + i % 26, sizeof line);
        line[random_next(&seed) % sizeof line] = '\0';
        line[sizeof line - 1] = '\0';
        if (random_next(&seed) % 8 == 0)
            atomic_store(&faulty.fail_sync, 1);
        for (int r = 0; r < 4; r++) {
            char round[8];
            snprintf(round, sizeof round, "r%d", r);
            assert_true(submit(s, round, acknowledged[r] + 1, line, results[r]));
        }
        store_collect(s);
        for (int r = 0; r < 4; r++)
            acknowledged[r] += results[r][STORE_DONE] != 0;
        if (i % 5)
            continue;
        faulty_cut(path, cut, &seed);
        Store *after = open_store(cut, (StoreOptions){.by_hand = true});
        for (int r = 0; r < 4; r++) {
            char round[8];
            snprintf(round, sizeof round, "r%d", r);
            /* One more than was acknowledged may be there: its sync failed, its bytes got through. */
            assert_in_range(last_of(after, round), acknowledged[r], acknowledged[r] + 1);
            assert_sound(after, round);
        }
        store_close(after);
        char rest[170];
        unlink(cut);
        snprintf(rest, sizeof rest, "%s-wal", cut);
        unlink(rest);
        for (int k = 0; k < faulty.count; k++)
            if (strncmp(faulty.file[k].path, cut, strlen(cut)) == 0) {
                faulty_forget(&faulty.file[k]);
                faulty.file[k].safe_length = 0;
            }
    }
    store_close(s);
    assert_in_range(acknowledged[0], 100, 150);
    faulty_end();
}

/* A child writes as fast as it can and says what was done; it is killed at a random moment, `later` than
 * its first acknowledgement, however busy the machine is. */
static void killed(uint64_t *seed, bool later, uint32_t *acknowledged)
{
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        Store *s = store_open(path, &(StoreOptions){0}, NULL);
        uint32_t number = *acknowledged, behind = number;
        int results[3] = {0};
        if (!s || !store_last(s, "r1", &number, NULL) || number < *acknowledged)
            _exit(1);
        behind = number;
        for (;;) {
            if (number - behind < 8)
                submit(s, "r1", ++number, "a line", results);
            store_collect(s);
            while (results[STORE_DONE] > 0) {
                results[STORE_DONE]--;
                behind++;
                if (write(pipes[1], &behind, sizeof behind) != sizeof behind)
                    _exit(1);
            }
            if (results[STORE_STALE] || results[STORE_FAILED])
                _exit(1);
        }
    }
    close(pipes[1]);
    if (later)
        assert_int_equal(read(pipes[0], acknowledged, sizeof *acknowledged), sizeof *acknowledged);
    usleep(5000 + random_next(seed) % 30000);
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    while (read(pipes[0], acknowledged, sizeof *acknowledged) == sizeof *acknowledged)
        ;
    close(pipes[0]);
}

static void acknowledged_events_survive_kills(void **state)
{
    (void)state;
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    skip();     /* it does not go on after fork in a program that had threads */
#endif
#endif
    uint64_t seed = 11;
    uint32_t acknowledged = 0;
    for (int i = 0; i < 20; i++) {
        killed(&seed, i % 2, &acknowledged);
        Store *s = open_store(path, (StoreOptions){0});
        assert_true(last_of(s, "r1") >= acknowledged);
        assert_sound(s, "r1");
        store_close(s);
    }
    assert_true(acknowledged > 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(events_come_back_in_order),
        TEST(a_number_is_taken_once),
        TEST(limits_are_refused),
        TEST(the_archive_is_searched),
        TEST(a_seat_is_found_by_its_token_alone),
        TEST(notes_are_kept),
        TEST(a_change_by_hand_is_noticed),
        TEST(what_is_not_ours_is_left_alone),
        TEST(an_older_schema_is_converted),
        TEST(group_commit_shares_syncs),
        TEST(a_full_disk_stops_writing_and_nothing_else),
        TEST(a_failing_sync_acknowledges_nothing),
        TEST(acknowledged_events_survive_a_power_cut),
        TEST(acknowledged_events_survive_kills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
