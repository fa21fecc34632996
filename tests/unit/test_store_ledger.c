/* What follows from finished rounds, in a file and in a PostgreSQL database: chores, ratings, positions.
 *
 * usage: test_store_ledger [tests/postgres.sh]: the same tests, on a server that the script starts. */
#include "stores.h"

#include "kinds.h"
#include "store/accounts.h"
#include "store/ledger.h"

static bool tell_chore(void *context, const char *round)
{
    (void)context;
    tell("%s ", round);
    return true;
}

static bool tell_rated(void *context, const StoreRated *r)
{
    (void)context;
    tell("%d:%s:%s:%d:%+d:%d:%s:%s ", (int)r->number, r->round, r->label, (int)r->at, r->advantage, r->lowest, r->tally,
         r->ratings);
    return true;
}

static bool tell_rating(void *context, const StoreRating *r)
{
    (void)context;
    tell("%d:%d:%s:%s>%s ", r->seat, (int)r->account, r->label, r->before, r->after);
    return true;
}

static bool tell_text(void *context, const char *text, int64_t number)
{
    (void)context;
    tell("%s@%d ", text, (int)number);
    return true;
}

static bool tell_found(void *context, const StoreFound *f)
{
    (void)context;
    tell("%s[%s] ", f->round, f->ratings);
    return true;
}

static StoreAct rate(int64_t number, const char *round, const char *tally)
{
    return (StoreAct){.kind = STORE_RATE,
                      .number = number,
                      .round = round,
                      .text = "checkers",
                      .at = 100 * number,
                      .other = -12,
                      .seen = (int)(1400 + number),
                      .key = tally,
                      .secret = "1500 1400?"};
}

static StoreAct rate_seat(int64_t number, int seat, int64_t account, const char *before, const char *after)
{
    return (StoreAct){.kind = STORE_RATE_SEAT,
                      .number = number,
                      .seat = seat,
                      .account = account,
                      .text = "checkers",
                      .key = before,
                      .secret = after};
}

static StoreResult rate_two(Store *s, int64_t number, const char *round, const char *tally)
{
    const StoreAct acts[] = {rate(number, round, tally),
                             rate_seat(number, 0, 7, "a", number == 1 ? "b" : "d"),
                             rate_seat(number, 1, 8, "b", "c"),
                             {.kind = STORE_END_CHORE, .number = STORE_RATE_IT, .round = round}};
    return act_all(s, acts, 4);
}

/* The chore is stored with the end of the round and removed with its result, whichever server does it. */
static void a_round_is_rated_once(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    for (int i = 0; i < 2; i++) {
        StoreCard card = {.label = "checkers", .players = "Ann\nBob\n", .result = "w", .listed = true};
        StoreEvent e = {.at = 50, .line = "over"};
        StoreAct chores[] = {{.kind = STORE_ADD_CHORE, .number = STORE_RATE_IT, .round = i ? "r1" : "r2", .at = 20 - i},
                             {.kind = STORE_ADD_CHORE, .number = STORE_TRACE_IT, .round = i ? "r1" : "r2", .at = 9}};
        StoreWrite w = {.round = i ? "r1" : "r2",
                        .first = 1,
                        .events = &e,
                        .count = 1,
                        .card = &card,
                        .acts = chores,
                        .act_count = 2};
        assert_int_equal(write_whole(s, &w), STORE_DONE);
    }
    store_chores(s, STORE_RATE_IT, 10, tell_chore, NULL, NULL);
    expect("r1 r2 ");
    assert_int_equal(rate_two(s, 2, "r1", "x"), STORE_STALE);       /* 1 comes first */
    assert_int_equal(rate_two(s, 1, "r1", "x"), STORE_DONE);
    assert_int_equal(rate_two(s, 2, "r1", "y"), STORE_STALE);       /* the round is rated */
    assert_int_equal(rate_two(s, 1, "r2", "y"), STORE_STALE);       /* the number is taken */
    store_chores(s, STORE_RATE_IT, 10, tell_chore, NULL, NULL);
    expect("r2 ");
    assert_int_equal(rate_two(s, 2, "r2", "y"), STORE_DONE);
    store_chores(s, STORE_RATE_IT, 10, tell_chore, NULL, NULL);
    expect("");
    store_chores(s, STORE_TRACE_IT, 1, tell_chore, NULL, NULL);
    expect("r2 ");
    int64_t last;
    assert_true(store_last_rated(s, &last, NULL));
    assert_int_equal(last, 2);
    store_rated(s, 0, 10, tell_rated, NULL, NULL);
    expect("1:r1:checkers:100:-12:1401:x:1500 1400? 2:r2:checkers:200:-12:1402:y:1500 1400? ");
    store_rated_round(s, "r2", tell_rated, NULL, NULL);
    expect("2:r2:checkers:200:-12:1402:y:1500 1400? ");
    store_rated_seats(s, 1, tell_rating, NULL, NULL);
    expect("0:7:checkers:a>b 1:8:checkers:b>c ");
    store_last_tally(s, "checkers", tell_text, NULL, NULL);
    expect("y@2 ");
    store_last_rating(s, 7, "checkers", tell_text, NULL, NULL);
    store_last_rating(s, 7, "chess", tell_text, NULL, NULL);
    expect("d@200 ");
    store_standings(s, "checkers", tell_rating, NULL, NULL);
    expect("0:7:checkers:a>d 1:8:checkers:b>c ");
    store_search(s, &(StoreQuery){.rating = 1402, .open = -1, .limit = 9}, tell_found, NULL, NULL);
    expect("r2[1500 1400?] ");
    store_close(s);
}

static StoreAct trace(const char *round, int64_t here, int64_t next, int ply, int score)
{
    return (StoreAct){.kind = STORE_TRACE, .round = round, .number = here, .other = next, .seat = ply, .seen = score};
}

static bool tell_step(void *context, int64_t next, int score, int64_t count)
{
    *(int64_t *)context += next * 100 + score * 10 + count;
    return true;
}

static int64_t steps(Store *s, int64_t here, int limit)
{
    int64_t sum = 0;
    assert_true(store_steps(s, here, limit, tell_step, &sum, NULL));
    return sum;
}

static void games_are_found_by_their_positions(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    const int64_t large = INT64_MAX;
    for (int i = 0; i < 3; i++)
        assert_int_equal(write_now(s, (const char *[]){"r1", "r2", "r3"}[i], 1, "one"), STORE_DONE);
    const StoreAct acts[] = {trace("r1", large, 7, 0, 2), trace("r1", 7, 0, 1, -1), trace("r2", large, 7, 0, 2),
                             trace("r3", large, 8, 0, 0), trace("r3", 8, 7, 1, 1),  trace("r3", 7, 0, 2, -1)};
    assert_int_equal(act_all(s, acts, 6), STORE_DONE);
    act_all(s, acts, 6);        /* doing it again changes nothing */
    assert_int_equal(steps(s, large, 10), (700 + 20 + 2) + (800 + 0 + 1));
    assert_int_equal(steps(s, large, 2), (700 + 20 + 1) + (800 + 0 + 1));   /* the newest */
    assert_int_equal(steps(s, 7, 10), 0);
    store_search(s, &(StoreQuery){.here = 7, .open = -1, .limit = 9}, tell_found, NULL, NULL);
    expect("r3[] r1[] ");
    store_search(s, &(StoreQuery){.here = 7, .at_start = true, .ply = 1, .open = -1, .limit = 9}, tell_found, NULL,
                 NULL);
    expect("r1[] ");
    store_search(s, &(StoreQuery){.since = 1001, .until = 1002, .open = -1, .limit = 9}, tell_found, NULL, NULL);
    expect("r3[] r2[] r1[] ");
    store_search(s, &(StoreQuery){.since = 1002, .open = -1, .limit = 9}, tell_found, NULL, NULL);
    store_search(s, &(StoreQuery){.until = 1001, .open = -1, .limit = 9}, tell_found, NULL, NULL);
    store_search(s, &(StoreQuery){.rating = 1, .open = -1, .limit = 9}, tell_found, NULL, NULL);
    expect("");
    store_close(s);
}

static void a_copy_has_the_ratings_too(void **state)
{
    (void)state;
    char other[300];
    StoreCopied copied;
    Message error = {0};
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    assert_int_equal(write_now(s, "r2", 1, "one"), STORE_DONE);
    assert_int_equal(rate_two(s, 1, "r2", "x"), STORE_DONE);
    const StoreAct due = {.kind = STORE_ADD_CHORE, .number = STORE_RATE_IT, .round = "r1", .at = 5};
    assert_int_equal(act_all(s, &due, 1), STORE_DONE);
    snprintf(other, sizeof other, "%s/copy.db", folder);
    Store *to = open_store(other, (StoreOptions){0});
    assert_true(store_copy(s, to, &copied, &error));
    store_rated(to, 0, 10, tell_rated, NULL, NULL);
    expect("1:r2:checkers:100:-12:1401:x:1500 1400? ");
    store_rated_seats(to, 1, tell_rating, NULL, NULL);
    expect("0:7:checkers:a>b 1:8:checkers:b>c ");
    store_chores(to, STORE_RATE_IT, 10, tell_chore, NULL, NULL);
    expect("r1 ");
    store_close(to);
    store_close(s);
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest tests[] = {
        TEST(a_round_is_rated_once),
        TEST(games_are_found_by_their_positions),
        TEST(a_copy_has_the_ratings_too),
    };
    return run_store_tests(argv[1], tests);
}
