/* The log of rounds, in a file and in a PostgreSQL database: a write that is done stays, one that is not leaves no
 * trace, even when the program is killed.
 *
 * usage: test_store [tests/postgres.sh]: the same tests, on a server that the script starts. */
#include "stores.h"

#include "core/random.h"
#include "kinds.h"

#include <signal.h>
#include <sys/wait.h>

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
    /* In one batch, too; the writes around it are not harmed. */
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
    assert_false(submit(s, "r1", 1, "\xff is not UTF-8", results));
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
    assert_string_equal(found(s, (StoreQuery){.open = -1, .round = "b"}), "b ");
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
    if (server[0])
        return;
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

static void a_change_by_hand_is_noticed(void **state)
{
    (void)state;
    const char *const changes[] = {
        "UPDATE event SET line = 'move b2' WHERE number = 2", "UPDATE event SET at = at + 1 WHERE number = 2",
        "UPDATE event SET tag = 'x' WHERE number = 2",
        server[0] ? "UPDATE event SET chain = decode(repeat('00', 32), 'hex') WHERE number = 2"
                  : "UPDATE event SET chain = zeroblob(32) WHERE number = 2",
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
    sql("CREATE TABLE diary (day integer)");
    assert_refused(path, "is not a store of games");
    sql("DROP TABLE diary");
    Store *s = open_store(path, (StoreOptions){0});
    assert_refused(path, "another program is using");
    store_close(s);
    sql(server[0] ? "UPDATE store_schema SET number = 1000" : "PRAGMA user_version = 1000");
    assert_refused(path, "later version");
}

static void an_address_that_leads_nowhere_says_so(void **state)
{
    (void)state;
    assert_refused("/nowhere/at/all", "cannot write /nowhere");
#if __has_include(<libpq-fe.h>)
    assert_refused("postgresql://ann:secret@/games?host=/nowhere", "cannot use PostgreSQL:games");
#else
    assert_refused("postgresql://ann:secret@/games?host=/nowhere", "was built without libpq");
#endif
    Message error = {0};
    char text[300];
    assert_null(store_open("postgresql://ann:secret@[/games?host=%zz", &(StoreOptions){0}, &error));
    message_english(&error, text, sizeof text);
    assert_null(strstr(text, "secret"));
    if (server[0])
        return;
    FILE *f = fopen(path, "w");
    fputs("Dear diary, this is a text file and no database at all. It is long enough to be one.", f);
    for (int i = 0; i < 100; i++)
        fputs("And more of the same, on and on, page after page of it.", f);
    fclose(f);
    assert_refused(path, "is not a store of games");
}

/* More events than one pipeline holds at once, and texts that a database could take for its own syntax. */
static void large_batches_and_strange_texts_are_kept(void **state)
{
    (void)state;
    static const char *const names[] = {"a\"b", "c\\d", "e,f", "{g}", "h'i", "NULL", "\xc3\xa9\xe2\x99\x9f"};
    enum { NAMES = sizeof names / sizeof *names };
    Store *s = open_store(path, (StoreOptions){.by_hand = true});
    int results[3] = {0};
    StoreEvent e[STORE_EVENTS];
    StoreCard card = {.label = "x", .players = "O'Hara\n\\\n", .open = true, .due = INT64_MAX};
    for (int i = 0; i < STORE_EVENTS; i++)
        e[i] = (StoreEvent){.at = INT64_MAX, .line = "'; DROP TABLE event; --", .tag = "\\x00"};
    for (int i = 0; i < 50; i++)
        for (int n = 0; n < NAMES; n++) {
            StoreWrite w = {.round = names[n],
                            .first = (uint32_t)(i * STORE_EVENTS + 1),
                            .events = e,
                            .count = STORE_EVENTS,
                            .card = i == 0 ? &card : NULL};
            assert_true(store_submit(s, &w, count_result, results));
        }
    store_collect(s);
    assert_int_equal(results[STORE_DONE], 50 * NAMES);
    for (int n = 0; n < NAMES; n++) {
        assert_int_equal(last_of(s, names[n]), 50 * STORE_EVENTS);
        assert_sound(s, names[n]);
    }
    Seen seen = {0};
    assert_true(store_read(s, names[1], 50 * STORE_EVENTS, see, &seen, NULL));
    assert_string_equal(seen.text, "3200@9223372036854775807[\\x00]'; DROP TABLE event; --;");
    assert_int_equal(strlen(found(s, (StoreQuery){.open = -1, .player = "o'hara"})),
                     strlen("a\"b c\\d e,f {g} h'i NULL \xc3\xa9\xe2\x99\x9f "));
    store_close(s);
}

/* A person's name is removed from a round: the rest stays intact, and the token becomes worthless. */
static void a_person_can_be_forgotten(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    StoreSeat seats[2] = {{.seat = 0}, {.seat = 1}};
    store_hash_token("the first secret", seats[0].hash);
    store_hash_token("the second secret", seats[1].hash);
    StoreEvent e[3] = {{.at = 1, .line = "sat w Ann"}, {.at = 2, .line = "sat b Bob"}, {.at = 3, .line = "moved"}};
    StoreCard card = {.players = "Ann\nBob\n"};
    int results[3] = {0};
    StoreWrite w = {.round = "r1", .first = 1, .events = e, .count = 3, .seats = seats, .seat_count = 2, .card = &card};
    assert_true(store_submit(s, &w, count_result, results));
    StoreChange change = {2, "sat b ~7"};
    StoreCard after = {.players = "Ann\n~7\n"};
    w = (StoreWrite){.round = "r1",
                     .first = 4,
                     .changes = &change,
                     .change_count = 1,
                     .forget = &seats[1],
                     .forget_count = 1,
                     .card = &after};
    assert_true(store_submit(s, &w, count_result, results));
    await(s);
    assert_int_equal(results[STORE_DONE], 2);
    assert_int_equal(write_now(s, "r1", 4, "and on"), STORE_DONE);
    assert_sound(s, "r1");
    Seen seen = {0};
    assert_true(store_read(s, "r1", 1, see, &seen, NULL));
    assert_string_equal(seen.text, "1@1[]sat w Ann;2@2[]sat b ~7;3@3[]moved;");
    char held[64] = "";
    assert_true(store_seats(s, seats[1].hash, note_held, held, NULL));
    assert_true(store_seats(s, seats[0].hash, note_held, held, NULL));
    assert_string_equal(held, "r1:0 ");
    assert_string_equal(found(s, (StoreQuery){.open = -1, .player = "bob"}), "");
    change.number = 4;      /* only what is stored can be changed */
    w = (StoreWrite){.round = "r1", .first = 4, .changes = &change, .change_count = 1};
    assert_false(store_submit(s, &w, count_result, results));
    store_close(s);
}

typedef struct Copies {
    Store *store;
    char text[4096];
} Copies;

static bool tell_holder(void *context, int seat, const unsigned char hash[STORE_HASH])
{
    Copies *c = context;
    size_t n = strlen(c->text);
    snprintf(c->text + n, sizeof c->text - n, "%d:%02x%02x ", seat, hash[0], hash[STORE_HASH - 1]);
    return true;
}

static bool tell_note(void *context, const char *key, const char *value)
{
    Copies *c = context;
    size_t n = strlen(c->text);
    snprintf(c->text + n, sizeof c->text - n, "%s=%s ", key, value);
    return true;
}

static bool tell_round(void *context, const StoreFound *f)
{
    Copies *c = context;
    size_t n = strlen(c->text);
    snprintf(c->text + n, sizeof c->text - n, "%s %s %s %d%d %lld %lld|", f->round, f->card->label, f->card->result,
             f->card->open, f->card->listed, (long long)f->made, (long long)f->changed);
    uint32_t last = last_of(c->store, f->round);
    assert_sound(c->store, f->round);
    n = strlen(c->text);
    snprintf(c->text + n, sizeof c->text - n, "%u ", last);
    assert_true(store_holders(c->store, f->round, tell_holder, c, NULL));
    return true;
}

static const char *everything(Store *s, Copies *c)
{
    *c = (Copies){.store = s};
    assert_true(store_every(s, tell_round, c, NULL));
    assert_true(store_notes(s, tell_note, c, NULL));
    return c->text;
}

/* From this kind of store to a file and back into this kind. */
static void a_copy_has_everything(void **state)
{
    (void)state;
    static Copies before, after;
    char other[160], third[256];
    Store *s = open_store(path, (StoreOptions){0});
    for (uint32_t n = 1; n <= 150; n++)
        assert_int_equal(write_now(s, n % 2 ? "odd" : "even", (n + 1) / 2, n % 3 ? "a line" : ""), STORE_DONE);
    StoreSeat seats[3] = {{.seat = 0}, {.seat = 1}, {.seat = 1}};
    for (int i = 0; i < 3; i++)
        store_hash_token(i == 0 ? "a" : i == 1 ? "b" : "c", seats[i].hash);
    StoreEvent e = {.at = 77, .line = "end"};
    StoreCard card = {.label = "go", .players = "Ann\n", .result = "1-0", .listed = true, .due = 3};
    int results[3] = {0};
    StoreWrite w = {
        .round = "odd", .first = 76, .events = &e, .count = 1, .seats = seats, .seat_count = 3, .card = &card};
    assert_true(store_submit(s, &w, count_result, results));
    w.round = "even";
    assert_true(store_submit(s, &w, count_result, results));
    assert_true(store_submit(s, &(StoreWrite){.note = {"guests", "12"}}, NULL, NULL));
    await(s);
    assert_int_equal(results[STORE_DONE], 2);
    StoreCopied copied;
    snprintf(other, sizeof other, "%s/copy.db", folder);
    Store *to = open_store(other, (StoreOptions){0});
    assert_true(store_copy(s, to, &copied, NULL));
    assert_int_equal(copied.rounds, 2);
    assert_int_equal(copied.events, 152);
    assert_int_equal(copied.notes, 1);
    assert_string_equal(everything(s, &before), everything(to, &after));
    Message error = {0};
    assert_false(store_copy(s, to, &copied, &error));       /* not into a store that has something */
    assert_non_null(strstr(error.id, "not empty"));
    another(third, sizeof third);
    Store *back = open_store(third, (StoreOptions){0});
    assert_true(store_copy(to, back, &copied, NULL));
    assert_string_equal(before.text, everything(back, &after));
    store_close(back);
    store_close(to);
    store_close(s);
    sql("UPDATE event SET line = 'changed' WHERE number = 9");
    s = open_store(path, (StoreOptions){.read_only = true});
    unlink(other);
    to = open_store(other, (StoreOptions){0});
    assert_false(store_copy(s, to, &copied, &error));
    assert_non_null(strstr(error.id, "damaged"));
    store_close(to);
    store_close(s);
}

/* Reads while it is held show the store at one moment. */
static void what_is_held_stands_still(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    assert_true(store_hold(s, NULL));
    assert_int_equal(last_of(s, "r1"), 1);
    assert_int_equal(write_now(s, "r1", 2, "two"), STORE_DONE);
    assert_int_equal(last_of(s, "r1"), 1);
    store_let_go(s);
    assert_int_equal(last_of(s, "r1"), 2);
    store_close(s);
}

/* The database ends our sessions, then itself, while writes arrive: none that was done is missing. */
static void a_database_may_start_again(void **state)
{
    (void)state;
    if (!server[0])
        skip();
    Store *s = open_store(path, (StoreOptions){0});
    uint32_t done = 0;
    for (int i = 0; i < 4; i++) {
        for (int n = 0; n < 5; n++)
            assert_int_equal(write_now(s, "r1", ++done, "a line"), STORE_DONE);
        if (i == 3)
            break;
        if (i == 1)
            restart_server();
        else
            sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'colonnade'");
        /* Nothing was pending: the next query and the next write find a new connection. */
        assert_int_equal(last_of(s, "r1"), done);
    }
    assert_sound(s, "r1");
    assert_refused(path, "another program is using");       /* and we are the only program again */
    store_close(s);
}

/* A child writes as fast as it can and says what was done; it is killed at a random moment, or with `later` only
 * after its first acknowledgement, however busy the machine is. */
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
    skip();     /* TSan does not support fork in a program that had threads */
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

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest tests[] = {
        TEST(events_come_back_in_order),
        TEST(a_number_is_taken_once),
        TEST(limits_are_refused),
        TEST(the_archive_is_searched),
        TEST(a_seat_is_found_by_its_token_alone),
        TEST(notes_are_kept),
        TEST(a_change_by_hand_is_noticed),
        TEST(what_is_not_ours_is_left_alone),
        TEST(an_address_that_leads_nowhere_says_so),
        TEST(large_batches_and_strange_texts_are_kept),
        TEST(a_person_can_be_forgotten),
        TEST(a_copy_has_everything),
        TEST(what_is_held_stands_still),
        TEST(a_database_may_start_again),
        TEST(acknowledged_events_survive_kills),
    };
    return run_store_tests(argv[1], tests);
}
