/* Accounts in the store, in a file and in a PostgreSQL database: names, sessions, codes, seats.
 *
 * usage: test_store_accounts [tests/postgres.sh]: the same tests, on a server that the script starts. */
#include "stores.h"

#include "kinds.h"
#include "store/accounts.h"

static StoreResult act(Store *s, StoreAct a) { return act_all(s, &a, 1); }

static StoreResult add(Store *s, int64_t id, const char *name, const char *key)
{
    return act(
        s, (StoreAct){.kind = STORE_ADD_ACCOUNT, .account = id, .text = name, .key = key, .secret = "hash", .at = 17});
}

static StoreAct session(int64_t account, int64_t number, const char *token)
{
    StoreAct a = {.kind = STORE_ADD_SESSION,
                  .account = account,
                  .number = number,
                  .text = "a phone",
                  .at = 100 + number,
                  .seen = 100 + number,
                  .until = 1000 + number};
    store_hash_token(token, a.hash);
    return a;
}

static StoreAct code(StoreActKind kind, int64_t account, const char *text)
{
    StoreAct a = {.kind = kind, .account = account};
    store_hash_token(text, a.hash);
    return a;
}

static bool tell_session(void *context, const StoreSession *s)
{
    (void)context;
    tell("%lld:%lld:%s:%lld-%lld/%lld ", (long long)s->account, (long long)s->number, s->label, (long long)s->made,
         (long long)s->seen, (long long)s->until);
    return true;
}

static bool tell_played(void *context, const StorePlayed *p)
{
    (void)context;
    tell("%s:%d:%lld%s ", p->round, p->seat, (long long)p->account, p->later ? "+" : "");
    return true;
}

static bool tell_passkey(void *context, const StorePasskey *p)
{
    (void)context;
    tell("%lld/%lld:%s:%s:%lld:%s:%lld-%lld ", (long long)p->account, (long long)p->number, p->id, p->key,
         (long long)p->counter, p->label, (long long)p->made, (long long)p->seen);
    return true;
}

static StoreAct passkey(int64_t account, int64_t number, const char *id)
{
    StoreAct a = {.kind = STORE_ADD_PASSKEY,
                  .account = account,
                  .number = number,
                  .key = id,
                  .secret = "public",
                  .other = 3,
                  .text = "a key",
                  .at = 10 + number,
                  .seen = 20 + number};
    store_hash_token(id, a.hash);
    return a;
}

static bool tell_block(void *context, int64_t account, int64_t whom)
{
    (void)context;
    tell("%lld-%lld ", (long long)account, (long long)whom);
    return true;
}

static bool tell_report(void *context, const StoreReport *r)
{
    (void)context;
    tell("%lld:%lld>%lld:%s:%d:%s@%lld%s ", (long long)r->number, (long long)r->account, (long long)r->about, r->round,
         r->seat, r->text, (long long)r->at, r->closed ? "!" : "");
    return true;
}

static bool tell_account(void *context, const StoreAccount *a)
{
    (void)context;
    tell("%lld:%s:%s:%s:%d:%d ", (long long)a->id, a->name, a->key, a->secret, (int)a->state, a->codes);
    return true;
}

static void a_name_belongs_to_one(void **state)
{
    (void)state;
    StoreAccount a;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(add(s, 41, "Zo\xc3\xa9", "zoe"), STORE_DONE);
    assert_int_equal(add(s, 42, "zoe", "zoe"), STORE_STALE);
    assert_int_equal(add(s, 41, "Ann", "ann"), STORE_STALE);
    assert_true(store_account(s, 0, "zoe", &a, NULL));
    assert_int_equal(a.id, 41);
    assert_string_equal(a.name, "Zo\xc3\xa9");
    assert_string_equal(a.secret, "hash");
    assert_int_equal(a.made, 17);
    assert_true(store_account(s, 0, "ann", &a, NULL));
    assert_int_equal(a.id, 0);
    /* Two in one batch: the first gets the name, and the other writes are not harmed. */
    int results[3] = {0};
    StoreAct one = {.kind = STORE_ADD_ACCOUNT, .account = 50, .text = "Bob", .key = "bob"}, two = one;
    two.account = 51;
    assert_true(store_submit(s, &(StoreWrite){.acts = &one, .act_count = 1}, count_result, results));
    assert_true(store_submit(s, &(StoreWrite){.acts = &two, .act_count = 1}, count_result, results));
    assert_true(submit(s, "r1", 1, "a line", results));
    await(s);
    assert_int_equal(results[STORE_DONE], 2);
    assert_int_equal(results[STORE_STALE], 1);
    /* An erased account leaves its number; its name is free for others. */
    assert_int_equal(act(s, (StoreAct){.kind = STORE_ERASE_ACCOUNT, .account = 41}), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_SET_SECRET, .account = 41, .secret = "x"}), STORE_STALE);
    assert_true(store_account(s, 41, NULL, &a, NULL));
    assert_string_equal(a.name, "");
    assert_string_equal(a.secret, "");
    assert_int_equal(a.state, STORE_ERASED);
    assert_int_equal(add(s, 43, "zoe", "zoe"), STORE_DONE);
    assert_true(store_accounts(s, 41, 2, tell_account, NULL, NULL));
    expect("43:zoe:zoe:hash:0:0 50:Bob:bob::0:0 ");
    store_close(s);
}

static void sessions_are_ended_one_by_one_or_all(void **state)
{
    (void)state;
    StoreSession found;
    StoreAct a;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(add(s, 1, "Ann", "ann"), STORE_DONE);
    assert_int_equal(add(s, 2, "Bob", "bob"), STORE_DONE);
    for (int i = 1; i <= 4; i++) {
        char token[8];
        snprintf(token, sizeof token, "t%d", i);
        a = session(i == 4 ? 2 : 1, i, token);
        assert_int_equal(act_all(s, &a, 1), STORE_DONE);
    }
    a = session(9, 9, "nobody's");
    assert_int_equal(act_all(s, &a, 1), STORE_STALE);
    store_hash_token("t2", a.hash);
    assert_true(store_session(s, a.hash, &found, NULL));
    assert_int_equal(found.account, 1);
    assert_int_equal(found.number, 2);
    assert_int_equal(found.until, 1002);
    store_hash_token("t5", a.hash);
    assert_true(store_session(s, a.hash, &found, NULL));
    assert_int_equal(found.number, 0);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_SEE_SESSION, .account = 1, .number = 3, .at = 500}), STORE_DONE);
    assert_true(store_sessions(s, 1, tell_session, NULL, NULL));
    expect("1:3:a phone:103-500/1003 1:2:a phone:102-102/1002 1:1:a phone:101-101/1001 ");
    /* Nobody can end another's session. */
    assert_int_equal(act(s, (StoreAct){.kind = STORE_END_SESSION, .account = 2, .number = 1}), STORE_STALE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_KEEP_SESSIONS, .account = 1, .number = 2}), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_END_SESSIONS, .account = 1, .number = 2}), STORE_DONE);
    assert_true(store_sessions(s, 0, tell_session, NULL, NULL));
    expect("2:4:a phone:104-104/1004 1:2:a phone:102-102/1002 ");
    assert_int_equal(act(s, (StoreAct){.kind = STORE_END_OLD_SESSIONS, .at = 1003}), STORE_DONE);
    assert_true(store_sessions(s, 0, tell_session, NULL, NULL));
    expect("2:4:a phone:104-104/1004 ");
    /* A closed account cannot sign in any more. */
    assert_int_equal(act(s, (StoreAct){.kind = STORE_SET_STATE, .account = 1, .number = STORE_CLOSED}), STORE_DONE);
    a = session(1, 7, "t7");
    assert_int_equal(act_all(s, &a, 1), STORE_STALE);
    store_close(s);
}

/* What depends on a missing code does not happen either. */
static void a_code_is_used_once(void **state)
{
    (void)state;
    StoreAccount a;
    Store *s = open_store(path, (StoreOptions){0});
    StoreAct made[3] = {{.kind = STORE_ADD_ACCOUNT, .account = 1, .text = "Ann", .key = "ann", .secret = "old"},
                        code(STORE_ADD_CODE, 1, "first"),
                        code(STORE_ADD_CODE, 1, "second")};
    assert_int_equal(act_all(s, made, 3), STORE_DONE);
    StoreAct used[2] = {code(STORE_USE_CODE, 1, "first"), {.kind = STORE_SET_SECRET, .account = 1, .secret = "new"}};
    StoreAct others[2] = {code(STORE_USE_CODE, 2, "second"), {.kind = STORE_SET_SECRET, .account = 1, .secret = "?"}};
    assert_int_equal(act_all(s, others, 2), STORE_STALE);
    assert_int_equal(act_all(s, used, 2), STORE_DONE);
    used[1].secret = "newer";
    assert_int_equal(act_all(s, used, 2), STORE_STALE);
    assert_true(store_account(s, 1, NULL, &a, NULL));
    assert_string_equal(a.secret, "new");
    assert_int_equal(a.codes, 1);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_DROP_CODES, .account = 1}), STORE_DONE);
    used[0] = code(STORE_USE_CODE, 1, "second");
    assert_int_equal(act_all(s, used, 2), STORE_STALE);
    store_close(s);
}

/* Seats are part of the round's own write, succeed or fail with it, and can be found both ways. */
static void a_seat_is_an_accounts_for_ever(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    StoreCard card = {.label = "checkers", .players = "Ann\nBob\n", .open = true};
    StoreEvent e = {.at = 1, .line = "sat"};
    StoreAct sat[2] = {{.kind = STORE_PLAY, .round = "r1", .seat = 0, .account = 1},
                       {.kind = STORE_PLAY, .round = "r1", .seat = 1, .account = 2}};
    int results[3] = {0};
    StoreWrite w = {.round = "r1", .first = 1, .events = &e, .count = 1, .card = &card, .acts = sat, .act_count = 2};
    assert_true(store_submit(s, &w, count_result, results));
    sat[0].account = 9;
    assert_true(store_submit(s, &w, count_result, results));    /* stale: none of it is stored */
    await(s);
    assert_int_equal(results[STORE_DONE], 1);
    assert_int_equal(results[STORE_STALE], 1);
    assert_int_equal(write_now(s, "r2", 1, "sat"), STORE_DONE);
    StoreAct take = {.kind = STORE_TAKE_SEAT, .round = "r2", .seat = 1, .account = 1};
    assert_int_equal(act(s, take), STORE_DONE);
    assert_int_equal(act(s, take), STORE_STALE);                /* the seat is taken */
    take.round = "r3";
    assert_int_equal(act(s, take), STORE_STALE);                /* there is no such round */
    assert_true(store_players(s, "r1", tell_played, NULL, NULL));
    assert_true(store_players(s, "r2", tell_played, NULL, NULL));
    expect("r1:0:1 r1:1:2 r2:1:1+ ");
    /* Somebody gets up, and another sits down. */
    assert_int_equal(act(s, (StoreAct){.kind = STORE_PLAY, .round = "r1", .seat = 1}), STORE_DONE);
    assert_true(store_players(s, "r1", tell_played, NULL, NULL));
    expect("r1:0:1 ");
    take.round = "r1";
    assert_int_equal(act(s, take), STORE_DONE);
    assert_true(store_played(s, 1, 0, 10, tell_played, NULL, NULL));
    expect("r2:1:1+ r1:0:1 r1:1:1+ ");
    assert_true(store_played(s, 1, 2, 1, tell_played, NULL, NULL));
    expect("r1:0:1 ");
    store_close(s);
}

static void blocks_and_reports_are_kept(void **state)
{
    (void)state;
    bool blocked;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(act(s, (StoreAct){.kind = STORE_BLOCK, .account = 1, .number = 2}), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_BLOCK, .account = 1, .number = 3}), STORE_DONE);
    assert_true(store_blocked(s, 2, 1, &blocked, NULL));
    assert_true(blocked);
    assert_true(store_blocked(s, 2, 3, &blocked, NULL));
    assert_false(blocked);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_UNBLOCK, .account = 1, .number = 2}), STORE_DONE);
    assert_true(store_blocks(s, 1, tell_block, NULL, NULL));
    expect("1-3 ");
    StoreAct r = {
        .kind = STORE_REPORT, .account = 1, .number = 7, .other = 2, .round = "r1", .seat = 1, .text = "name", .at = 5};
    assert_int_equal(act(s, r), STORE_DONE);
    r.number = 8;
    r.other = 0;
    r.at = 4;
    assert_int_equal(act(s, r), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_CLOSE_REPORT, .number = 7, .at = 9}), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_CLOSE_REPORT, .number = 7, .at = 9}), STORE_STALE);
    assert_true(store_reports(s, 0, true, tell_report, NULL, NULL));
    expect("8:1>0:r1:1:name@4 ");
    assert_true(store_reports(s, 1, false, tell_report, NULL, NULL));
    expect("8:1>0:r1:1:name@4 7:1>2:r1:1:name@5! ");
    store_close(s);
}

static void reports_outlive_whoever_made_them(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    for (int64_t i = 1; i <= 2; i++)
        assert_int_equal(
            act(s, (StoreAct){.kind = STORE_REPORT, .account = i, .number = i, .other = 3, .round = "r1", .text = "x"}),
            STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_FORGET_REPORTS, .account = 1}), STORE_DONE);
    assert_true(store_reports(s, 0, true, tell_report, NULL, NULL));
    expect("1:0>3:r1:0:x@0 2:2>3:r1:0:x@0 ");
    store_close(s);
}

static void tell_everything(Store *s)
{
    assert_true(store_accounts(s, 0, 1000, tell_account, NULL, NULL));
    assert_true(store_sessions(s, 0, tell_session, NULL, NULL));
    assert_true(store_blocks(s, 0, tell_block, NULL, NULL));
    assert_true(store_reports(s, 0, false, tell_report, NULL, NULL));
    assert_true(store_players(s, "r1", tell_played, NULL, NULL));
    assert_true(store_passkeys(s, 0, tell_passkey, NULL, NULL));
}

/* From this kind of store to a file and back into this kind. */
static void a_copy_has_the_accounts(void **state)
{
    (void)state;
    char before[sizeof told];
    StoreCopied copied;
    char other[160], third[256];
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(add(s, 1, "Ann", "ann"), STORE_DONE);
    assert_int_equal(add(s, 2, "Bob", "bob"), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_SET_STATE, .account = 2, .number = STORE_CLOSED}), STORE_DONE);
    assert_int_equal(write_now(s, "r1", 1, "sat"), STORE_DONE);
    StoreAct rest[] = {session(1, 5, "t5"),
                       passkey(1, 3, "one"),
                       passkey(2, 4, "two"),
                       code(STORE_ADD_CODE, 1, "first"),
                       {.kind = STORE_BLOCK, .account = 1, .number = 2},
                       {.kind = STORE_REPORT, .account = 1, .number = 7, .other = 2, .round = "r1", .text = "x"},
                       {.kind = STORE_PLAY, .round = "r1", .seat = 0, .account = 1},
                       {.kind = STORE_PLAY, .round = "r1", .seat = 1, .account = 2, .number = 1}};
    assert_int_equal(act_all(s, rest, sizeof rest / sizeof *rest), STORE_DONE);
    snprintf(other, sizeof other, "%s/copy.db", folder);
    Store *to = open_store(other, (StoreOptions){0});
    assert_true(store_copy(s, to, &copied, NULL));
    assert_int_equal(copied.accounts, 2);
    tell_everything(s);
    memcpy(before, told, sizeof before);
    told[0] = '\0';
    tell_everything(to);
    expect(before);
    assert_non_null(strstr(before, "1:Ann:ann:hash:0:1 2:Bob:bob:hash:1:0 1:5:a phone"));
    assert_non_null(strstr(before, "r1:0:1 r1:1:2+ "));
    assert_non_null(strstr(before, "2/4:two:public:3:a key:14-24 "));
    another(third, sizeof third);
    Store *back = open_store(third, (StoreOptions){0});
    assert_true(store_copy(to, back, &copied, NULL));
    tell_everything(back);
    expect(before);
    store_close(back);
    store_close(to);
    store_close(s);
}

/* An operator's command, while the house is open: the house sees what it changes, and it cannot write rounds. */
static void accounts_change_beside_the_owner(void **state)
{
    (void)state;
    StoreAccount a;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(add(s, 1, "Ann", "ann"), STORE_DONE);
    Store *beside = open_store(path, (StoreOptions){.beside = true});
    assert_int_equal(act(beside, (StoreAct){.kind = STORE_SET_STATE, .account = 1, .number = STORE_CLOSED}),
                     STORE_DONE);
    int results[3] = {0};
    assert_false(submit(beside, "r1", 1, "a line", results));
    assert_false(store_submit(beside, &(StoreWrite){.note = {"guests", "1"}}, NULL, NULL));
    assert_true(store_account(s, 1, NULL, &a, NULL));
    assert_int_equal(a.state, STORE_CLOSED);
    assert_int_equal(write_now(s, "r1", 1, "a line"), STORE_DONE);
    store_close(beside);
    assert_int_equal(write_now(s, "r1", 2, "a line"), STORE_DONE);
    store_close(s);
}

static void attempts_are_counted_for_an_hour(void **state)
{
    (void)state;
    int failed;
    Store *s = open_store(path, (StoreOptions){0});
    StoreAct a = {.kind = STORE_ATTEMPT, .at = 1000, .until = 500}, other = a;
    store_hash_token("ann", a.hash);
    store_hash_token("bob", other.hash);
    for (int i = 0; i < 3; i++)
        assert_int_equal(act(s, a), STORE_DONE);
    assert_int_equal(act(s, other), STORE_DONE);
    assert_true(store_attempts(s, a.hash, 999, &failed, NULL));
    assert_int_equal(failed, 3);
    assert_true(store_attempts(s, a.hash, 1000, &failed, NULL));
    assert_int_equal(failed, 0);
    /* The period is over: counting begins again. */
    a.at = 2000;
    a.until = 1000;
    assert_int_equal(act(s, a), STORE_DONE);
    assert_true(store_attempts(s, a.hash, 1000, &failed, NULL));
    assert_int_equal(failed, 1);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_END_ATTEMPTS, .at = 1500}), STORE_DONE);
    assert_true(store_attempts(s, other.hash, 0, &failed, NULL));
    assert_int_equal(failed, 0);
    assert_true(store_attempts(s, a.hash, 0, &failed, NULL));
    assert_int_equal(failed, 1);
    store_close(s);
}

static void passkeys_are_used_named_and_dropped(void **state)
{
    (void)state;
    Store *s = open_store(path, (StoreOptions){0});
    assert_int_equal(add(s, 1, "Ann", "ann"), STORE_DONE);
    assert_int_equal(add(s, 2, "Bob", "bob"), STORE_DONE);
    assert_int_equal(act(s, passkey(1, 5, "first")), STORE_DONE);
    assert_int_equal(act(s, passkey(1, 6, "second")), STORE_DONE);
    assert_int_equal(act(s, passkey(2, 7, "first")), STORE_STALE);      /* the key is Ann's */
    assert_int_equal(act(s, passkey(9, 8, "third")), STORE_STALE);
    StoreAct use = {.kind = STORE_USE_PASSKEY, .account = 1, .number = 5, .other = 4, .at = 100};
    assert_int_equal(act(s, use), STORE_DONE);
    assert_int_equal(act(s, use), STORE_STALE);                         /* the counter has not grown */
    use.account = 2;
    use.other = 9;
    assert_int_equal(act(s, use), STORE_STALE);
    StoreAct name = {.kind = STORE_NAME_PASSKEY, .account = 1, .number = 6, .text = "blue"};
    assert_int_equal(act(s, name), STORE_DONE);
    assert_true(store_passkeys(s, 1, tell_passkey, NULL, NULL));
    expect("1/5:first:public:4:a key:15-100 1/6:second:public:3:blue:16-26 ");
    StoreAct zero = passkey(2, 8, "zero");
    zero.other = 0;
    assert_int_equal(act(s, zero), STORE_DONE);
    for (int i = 0; i < 2; i++)         /* a key without a counter */
        assert_int_equal(act(s, (StoreAct){.kind = STORE_USE_PASSKEY, .account = 2, .number = 8, .at = 1}), STORE_DONE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_DROP_PASSKEY, .account = 1, .number = 8}), STORE_STALE);
    assert_int_equal(act(s, (StoreAct){.kind = STORE_DROP_PASSKEY, .account = 1, .number = 5}), STORE_DONE);
    assert_true(store_passkey(s, passkey(1, 6, "second").hash, tell_passkey, NULL, NULL));
    expect("1/6:second:public:3:blue:16-26 ");
    assert_int_equal(act(s, (StoreAct){.kind = STORE_DROP_PASSKEY, .account = 1}), STORE_DONE);
    assert_true(store_passkey(s, passkey(1, 5, "first").hash, tell_passkey, NULL, NULL));
    expect("");
    store_close(s);
}

static void limits_are_refused(void **state)
{
    (void)state;
    char large[STORE_TEXT + 1];
    Store *s = open_store(path, (StoreOptions){0});
    memset(large, 'x', sizeof large);
    large[STORE_TEXT] = '\0';
    StoreAct a[STORE_ACTS + 1] = {{.kind = STORE_ADD_ACCOUNT, .account = 1, .text = large}};
    assert_false(store_submit(s, &(StoreWrite){.acts = a, .act_count = 1}, NULL, NULL));
    a[0].text = "\xff";
    assert_false(store_submit(s, &(StoreWrite){.acts = a, .act_count = 1}, NULL, NULL));
    a[0].text = "Ann";
    assert_false(store_submit(s, &(StoreWrite){.acts = a, .act_count = STORE_ACTS + 1}, NULL, NULL));
    store_close(s);
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest tests[] = {
        TEST(a_name_belongs_to_one),
        TEST(sessions_are_ended_one_by_one_or_all),
        TEST(a_code_is_used_once),
        TEST(a_seat_is_an_accounts_for_ever),
        TEST(blocks_and_reports_are_kept),
        TEST(reports_outlive_whoever_made_them),
        TEST(a_copy_has_the_accounts),
        TEST(accounts_change_beside_the_owner),
        TEST(attempts_are_counted_for_an_hour),
        TEST(passkeys_are_used_named_and_dropped),
        TEST(limits_are_refused),
    };
    return run_store_tests(argv[1], tests);
}
