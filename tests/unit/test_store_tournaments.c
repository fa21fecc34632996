/* Tournaments in a file and in a PostgreSQL database: entering, pairing, results, and a copy of everything.
 *
 * usage: test_store_tournaments [tests/postgres.sh]: the same tests, on a server that the script starts. */
#include "stores.h"

#include "kinds.h"
#include "store/tournaments.h"

static bool tell_tournament(void *context, const StoreTournament *t)
{
    (void)context;
    tell("%d:%s:%s:%s:%d:s%d:%d/%d:%d:v%d ", (int)t->id, t->name, t->label, t->options, (int)t->made, (int)t->state,
         t->paired, t->rounds, t->entrants, (int)t->version);
    return true;
}

static bool tell_entrant(void *context, const StoreEntrant *e)
{
    (void)context;
    tell("%d:%d:%s:%.4s:%s:%d:%d-%d:%d ", e->number, (int)e->account, e->name, e->token, e->feed, e->rating, e->from,
         e->until, (int)e->state);
    return true;
}

static bool tell_pairing(void *context, const StorePairing *p)
{
    (void)context;
    tell("%d.%d:%d-%d:%s:%s ", p->turn, p->table, p->first, p->second, p->round, p->result);
    return true;
}

static bool tell_unmade(void *context, const StorePairing *p)
{
    (void)context;
    tell("%d:%d-%d:%s ", (int)p->tournament, p->first, p->second, p->round);
    return true;
}

static StoreAct change(int64_t number, int64_t version, StoreTournamentState state, int rounds, int paired,
                       int entrants)
{
    return (StoreAct){.kind = STORE_CHANGE_TOURNAMENT,
                      .number = number,
                      .at = version,
                      .seat = (int)state,
                      .until = rounds,
                      .seen = paired,
                      .other = entrants};
}

static StoreAct entrant(int64_t tournament, int number, int64_t account, const char *name)
{
    StoreAct a = {.kind = STORE_ADD_ENTRANT,
                  .number = tournament,
                  .seat = number,
                  .account = account,
                  .text = name,
                  .key = "feed",
                  .other = 1500,
                  .at = 1,
                  .until = 99};
    memset(a.hash, 0xab, sizeof a.hash);
    return a;
}

static StoreAct pairing(int table, int first, int second, const char *round, const char *result)
{
    return (StoreAct){.kind = STORE_ADD_PAIRING,
                      .number = 1,
                      .seat = 1,
                      .other = table,
                      .account = first,
                      .until = second,
                      .round = round,
                      .text = result};
}

/* A tournament of a guest, an account and somebody who has a bye. */
static void fill(Store *s)
{
    const StoreAct add = {.kind = STORE_ADD_TOURNAMENT,
                          .number = 1,
                          .text = "Autumn",
                          .key = "checkers",
                          .secret = "kind=swiss",
                          .at = 77,
                          .until = 3};
    const StoreAct account = {.kind = STORE_ADD_ACCOUNT, .account = 7, .text = "Bob", .key = "bob", .secret = "x"};
    assert_int_equal(act_all(s, &account, 1), STORE_DONE);
    assert_int_equal(act_all(s, &add, 1), STORE_DONE);
    assert_int_equal(act_all(s, &add, 1), STORE_STALE); /* the number is not the next one any more */
    const StoreAct enter[] = {change(1, 1, STORE_ENTERING, 3, 0, 3), entrant(1, 1, 0, "Ann"), entrant(1, 2, 7, ""),
                              entrant(1, 3, 0, "Cleo")};
    assert_int_equal(act_all(s, enter, 4), STORE_DONE);
    const StoreAct pair[] = {change(1, 2, STORE_PLAYING, 3, 1, 3), pairing(1, 1, 2, "r1", ""),
                             pairing(2, 3, 0, "", "bye")};
    assert_int_equal(act_all(s, pair, 3), STORE_DONE);
}

static void two_cannot_change_it_at_once(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    Store *beside = open_store(path, (StoreOptions){.beside = true});
    fill(s);
    const StoreAct late[] = {change(1, 2, STORE_PLAYING, 3, 1, 4), entrant(1, 4, 0, "Dan")};
    assert_int_equal(act_all(beside, late, 2), STORE_STALE);
    store_entrants(s, 1, tell_entrant, NULL, NULL);
    expect("1:0:Ann:abab:feed:1500:1-99:0 2:7:Bob:abab:feed:1500:1-99:0 3:0:Cleo:abab:feed:1500:1-99:0 ");
    const StoreAct leave[] = {change(1, 3, STORE_PLAYING, 3, 1, 3),
                              {.kind = STORE_LEAVE_TOURNAMENT, .number = 1, .seat = 3, .until = 1}};
    assert_int_equal(act_all(beside, leave, 2), STORE_DONE);
    store_tournaments(s, 0, 10, tell_tournament, NULL, NULL);
    expect("1:Autumn:checkers:kind=swiss:77:s1:1/3:3:v4 ");
    store_tournaments(s, 1, 10, tell_tournament, NULL, NULL);
    store_tournaments_in(s, STORE_ENTERING, tell_tournament, NULL, NULL);
    expect("");
    store_tournaments_in(s, STORE_PLAYING, tell_tournament, NULL, NULL);
    expect("1:Autumn:checkers:kind=swiss:77:s1:1/3:3:v4 ");
    store_close(beside);
    store_close(s);
}

static void a_game_is_made_and_scored_once(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    StoreTournament t;
    fill(s);
    store_unmade(s, 10, tell_unmade, NULL, NULL);
    expect("1:1-2:r1 ");
    assert_int_equal(write_now(s, "r1", 1, "one"), STORE_DONE);
    store_unmade(s, 10, tell_unmade, NULL, NULL);
    expect("");
    const StoreEvent end = {.at = 5, .line = "ended"};
    StoreAct score = {.kind = STORE_SCORE, .round = "r1", .text = "1-0"};
    const StoreWrite last = {.round = "r1", .first = 2, .events = &end, .count = 1, .acts = &score, .act_count = 1};
    assert_int_equal(write_whole(s, &last), STORE_DONE);
    score.text = "0-1";
    assert_int_equal(act_all(s, &score, 1), STORE_STALE);
    store_pairings(s, 1, tell_pairing, NULL, NULL);
    expect("1.1:1-2:r1:1-0 1.2:3-0::bye ");
    assert_true(store_tournament(s, 2, &t, NULL));
    assert_int_equal(t.id, 0);
    store_close(s);
}

static void who_is_forgotten_has_no_name_there(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    fill(s);
    StoreAct forget[] = {{.kind = STORE_FORGET_ENTRANT, .text = "~9"}, {.kind = STORE_ERASE_ACCOUNT, .account = 7}};
    memset(forget[0].hash, 0xab, sizeof forget[0].hash);
    assert_int_equal(act_all(s, forget, 2), STORE_DONE);
    store_entrants(s, 1, tell_entrant, NULL, NULL);
    expect("1:0:~9:::1500:1-99:0 2:7::abab:feed:1500:1-99:2 3:0:~9:::1500:1-99:0 ");
    store_close(s);
}

static void a_copy_has_the_tournaments(void **state)
{
    (void)state;
    char other[300];
    StoreCopied copied;
    Store *s = open_store(path, (StoreOptions){0});
    fill(s);
    snprintf(other, sizeof other, "%s/copy.db", folder);
    Store *to = open_store(other, (StoreOptions){0});
    assert_true(store_copy(s, to, &copied, NULL));
    store_tournaments(to, 0, 10, tell_tournament, NULL, NULL);
    expect("1:Autumn:checkers:kind=swiss:77:s1:1/3:3:v1 ");
    store_entrants(to, 1, tell_entrant, NULL, NULL);
    expect("1:0:Ann:abab:feed:1500:1-99:0 2:7:Bob:abab:feed:1500:1-99:0 3:0:Cleo:abab:feed:1500:1-99:0 ");
    store_pairings(to, 1, tell_pairing, NULL, NULL);
    expect("1.1:1-2:r1: 1.2:3-0::bye ");
    store_close(to);
    store_close(s);
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest tests[] = {
        TEST(two_cannot_change_it_at_once),
        TEST(a_game_is_made_and_scored_once),
        TEST(who_is_forgotten_has_no_name_there),
        TEST(a_copy_has_the_tournaments),
    };
    return run_store_tests(argv[1], tests);
}
