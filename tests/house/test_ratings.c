/* Rated games: who may play them, what they change, and that each counts exactly once whatever happens to the
 * house. */
#include "games/registry.h"
#include "house/house_private.h"
#include "house/rate.h"
#include "store/accounts.h"
#include "store/ledger.h"
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { ANN = 7, BOB = 8 };

/* Signs somebody in, as if with a password; the account is made when it is not there yet. */
static void sign_in(Line *l, int account)
{
    char name[32];
    Visitor *v = l->visitor;
    snprintf(name, sizeof name, "P%d", account);
    StoreAct acts[] = {
        {.kind = STORE_ADD_ACCOUNT, .account = account, .text = name, .key = name, .secret = "", .at = world.now},
        {.kind = STORE_ADD_SESSION, .account = account, .number = account, .text = "", .until = INT64_MAX}};
    store_hash_token(name, acts[1].hash);
    for (size_t i = 0; i < 2; i++)
        store_submit(world.store, &(StoreWrite){.acts = &acts[i], .act_count = 1}, NULL, NULL);
    store_collect(world.store);
    v->account = v->session = account;
    snprintf(v->name, sizeof v->name, "%s", name);
    memcpy(v->proof, acts[1].hash, STORE_HASH);
}

static void come(Two *t)
{
    line_open(&world, &t->ann);
    line_open(&world, &t->bob);
    sign_in(&t->ann, ANN);
    sign_in(&t->bob, BOB);
}

/* Ann opens a rated table and Bob sits down. */
static void begin_rated(Two *t, const char *game, const char *start)
{
    char text[300];
    snprintf(text, sizeof text,
             "{\"do\":\"open\",\"game\":\"%s\",\"seats\":[\"me\",\"open\"],\"name\":\"Ann\",\"rated\":true,\"start\":"
             "\"%s\"}",
             game, start);
    json_t *m = ask(&t->ann, text, "opened");
    snprintf(t->round, sizeof t->round, "%s", text_of(m, "round"));
    snprintf(t->token[0], sizeof t->token[0], "%s", text_of(json_array_get(json_object_get(m, "seats"), 0), "token"));
    json_decref(m);
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"round\":\"%s\",\"name\":\"Bob\"}", t->round);
    m = ask(&t->bob, text, "seated");
    snprintf(t->token[1], sizeof t->token[1], "%s", text_of(m, "token"));
    json_decref(m);
    skip_all(&t->ann);
    skip_all(&t->bob);
}

static int rating_of(const json_t *m, size_t seat, const char *what)
{
    return (int)json_integer_value(json_object_get(json_array_get(json_object_get(m, "seats"), seat), what));
}

static int64_t games_rated(void)
{
    int64_t last;
    assert_true(store_last_rated(world.store, &last, NULL));
    return last;
}

static void expect_sound(int64_t games)
{
    RateCheck c;
    assert_true(rate_recompute(world.store, &c, NULL));
    assert_int_equal(c.games, games);
    assert_int_equal(c.wrong, 0);
}

static void a_rated_game_changes_two_ratings(void **state)
{
    (void)state;
    Two t = {0};
    char text[200];
    come(&t);
    begin_rated(&t, "pylos", "sheet");
    act(&t.ann, t.round, 4, "move 1a1", "a1");
    act(&t.bob, t.round, 5, "resign", "b1");
    json_t *m = wait_for(&t.bob, "rated");
    assert_int_equal(rating_of(m, 0, "before"), 1500);
    assert_int_equal(rating_of(m, 0, "rating"), 1662);
    assert_int_equal(rating_of(m, 1, "rating"), 1338);
    assert_true(json_is_true(json_object_get(json_array_get(json_object_get(m, "seats"), 0), "unsure")));
    json_decref(m);
    /* The next game of the two: their seats show their ratings, and the round what the first seat is worth. */
    begin_rated(&t, "pylos", "sheet");
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"token\":\"%s\"}", t.token[0]);
    m = ask(&t.ann, text, "round");
    assert_true(json_is_true(json_object_get(m, "rated")));
    assert_int_equal(json_integer_value(json_object_get(m, "advantage")), 17);
    assert_int_equal(json_array_size(json_object_get(m, "ratings")), 2);
    json_decref(m);
    act(&t.ann, t.round, 4, "abort", "a2");
    assert_int_equal(games_rated(), 1);     /* what has no result is not rated */
    begin_rated(&t, "pyrga", "sheet");      /* another ruleset begins anew */
    act(&t.ann, t.round, 4, "resign", "a3");
    m = wait_for(&t.bob, "rated");
    assert_int_equal(rating_of(m, 0, "before"), 1500);
    json_decref(m);
    expect_sound(2);
    end_two(&t);
}

/* Sitting down reveals the other player's rating; a list has everybody's. */
static void ratings_are_told_to_who_asks(void **state)
{
    (void)state;
    Two t = {0};
    come(&t);
    begin_rated(&t, "pylos", "sheet");
    act(&t.bob, t.round, 4, "resign", "b1");
    json_t *m = ask(&t.ann, "{\"do\":\"standings\",\"game\":\"pylos\"}", "standings");
    const json_t *players = json_object_get(m, "players");
    assert_int_equal(json_array_size(players), 2);
    assert_string_equal(text_of(json_array_get(players, 0), "name"), "P7");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(players, 0), "rating")), 1662);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(players, 1), "rating")), 1338);
    assert_true(json_is_true(json_object_get(json_array_get(players, 1), "unsure")));
    assert_int_equal(json_integer_value(json_object_get(m, "advantage")), 17);
    assert_int_equal(json_integer_value(json_object_get(m, "won")), 1);
    json_decref(m);
    expect_refusal(&t.bob, "{\"do\":\"standings\",\"game\":\"chess\"}", "no-such-game");
    expect_refusal(&t.bob, "{\"do\":\"standings\"}", "no-such-game");
    m = ask(&t.bob, "{\"do\":\"standings\",\"game\":\"dorix-3\"}", "standings");
    assert_true(json_is_true(json_object_get(m, "experimental")));
    assert_int_equal(json_array_size(json_object_get(m, "players")), 0);
    json_decref(m);
    /* Ann waits at her table and is told Bob's rating. */
    m = ask(&t.ann, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"rated\":true}", "opened");
    char text[200];
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"round\":\"%s\"}", text_of(m, "round"));
    json_decref(m);
    skip_all(&t.ann);
    json_decref(ask(&t.bob, text, "seated"));
    m = wait_for(&t.ann, "ratings");
    const json_t *bob = json_array_get(json_object_get(m, "ratings"), 1);
    assert_string_equal(text_of(bob, "seat"), "b");
    assert_int_equal(json_integer_value(json_object_get(bob, "rating")), 1338);
    json_decref(m);
    end_two(&t);
}

static void who_may_play_for_points(void **state)
{
    (void)state;
    Two t = {0};
    char text[300];
    come(&t);
    expect_refusal(&t.ann, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"level:1\"],\"rated\":true}",
                   "not-rated");
    expect_refusal(&t.ann, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"me\"],\"rated\":true}",
                   "not-rated");
    expect_refusal(&t.ann,
                   "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"rated\":true,"
                   "\"position\":\"..../..../..../....|.../.../...|../..|. b\"}",
                   "not-rated");
    json_t *m =
        ask(&t.ann, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"name\":\"Ann\",\"rated\":true}",
            "opened");
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"round\":\"%s\",\"name\":\"Bob\"}", text_of(m, "round"));
    json_decref(m);
    t.bob.visitor->account = 0;
    expect_refusal(&t.bob, text, "not-signed-in");
    expect_refusal(&t.bob, "{\"do\":\"open\",\"game\":\"pylos\",\"seats\":[\"me\",\"open\"],\"rated\":true}",
                   "not-signed-in");
    sign_in(&t.bob, ANN);       /* on another device */
    expect_refusal(&t.bob, text, "already-seated");
    end_two(&t);
}

/* The house crashes after the end is stored: before the rating, during it, and after it. */
static void a_fall_neither_loses_nor_doubles_a_rating(void **state)
{
    (void)state;
    for (int commits = 1; commits <= 3; commits++) {
        Two t = {0};
        come(&t);
        begin_rated(&t, "pylos", "sheet");
        act(&t.ann, t.round, 4, "move 1a1", "a1");
        int64_t before = games_rated();
        send_act(&t.bob, t.round, 5, "resign", "b1");
        for (int i = 0; i < commits; i++) {
            store_collect(world.store);
            house_tick(world.house);
        }
        assert_int_equal(games_rated(), before + (commits > 1));
        line_close(&world, &t.ann);
        line_close(&world, &t.bob);
        line_free(&t.ann);
        line_free(&t.bob);
        world_kill(&world);
        world_open(&world, talk_path, 100 + (uint64_t)commits);
        world_settle(&world);
        assert_int_equal(games_rated(), before + 1);
        world_pass(&world, 2 * 60 * 1000);
        expect_sound(commits);
    }
}

/* Another server rates a game while our write is pending: ours comes after it, and is computed from the new state. */
static void two_servers_do_not_rate_over_each_other(void **state)
{
    (void)state;
    Two one = {0}, two = {0};
    come(&one);
    begin_rated(&one, "pylos", "sheet");
    act(&one.ann, one.round, 4, "resign", "a1");
    assert_int_equal(games_rated(), 1);
    come(&two);
    begin_rated(&two, "pylos", "sheet");
    send_act(&two.ann, two.round, 4, "resign", "a1");
    store_collect(world.store);         /* the end, and the chore with it */
    Store *beside = store_open(talk_path, &(StoreOptions){.beside = true, .by_hand = true}, NULL);
    assert_non_null(beside);
    StoreAct theirs = {.kind = STORE_RATE, .number = 2, .round = one.round, .text = "pylos", .key = "", .secret = ""};
    house_tick(world.house);            /* ours is pending as number 2 */
    store_submit(beside, &(StoreWrite){.acts = &theirs, .act_count = 1}, NULL, NULL);
    store_collect(beside);
    assert_int_equal(games_rated(), 1); /* one round is rated once, whatever the number */
    store_close(beside);
    world_settle(&world);
    assert_int_equal(games_rated(), 2);
    expect_sound(2);
    end_two(&one);
    end_two(&two);
}

/* Many games of four people in three rulesets, with fair starts, and three at a table; then everything is
 * recomputed. */
static void everything_can_be_computed_again(void **state)
{
    (void)state;
    static const char *const games[] = {"pylos", "pyrga", "dorix"};
    uint64_t random = 5;
    RateCheck c;
    Two t = {0};
    line_open(&world, &t.ann);
    line_open(&world, &t.bob);
    for (int i = 0; i < 40; i++) {
        unsigned chance = (unsigned)random_next_wide(&random);
        sign_in(&t.ann, 10 + (int)(chance % 4));
        sign_in(&t.bob, 10 + (int)((chance % 4 + 1 + chance / 4 % 3) % 4));
        begin_rated(&t, games[chance / 16 % 3], chance % 5 ? "sheet" : "pair");
        if (chance & 64) {
            act(&t.ann, t.round, 4, "offer draw", "d1");
            act(&t.bob, t.round, 5, "yes draw", "d2");
        } else {
            act(chance & 128 ? &t.ann : &t.bob, t.round, 4, "resign", "r1");
        }
        world.now += INT64_C(86400000) * (chance % 30);
        world_settle(&world);
    }
    assert_true(rate_recompute(world.store, &c, NULL));
    assert_true(c.games >= 40 && c.ratings == 2 * c.games);
    assert_int_equal(c.wrong, 0);
    end_two(&t);
    /* A difference would be noticed. */
    StoreAct more = {.kind = STORE_RATE, .number = c.games + 1, .round = "none", .text = "pylos"};
    store_submit(world.store, &(StoreWrite){.acts = &more, .act_count = 1}, NULL, NULL);
    store_collect(world.store);
    expect_sound(c.games);              /* nothing is recorded for a round that does not exist */
}

/* Three at a table: the winner has beaten both others. */
static void three_are_compared_in_pairs(void **state)
{
    (void)state;
    RateGame g = {.game = registry_find("dorix-3"), .plain = true, .result = {ROUND_LOST, ROUND_WON, ROUND_LOST}};
    RatePlayer p[MAX_PLAYERS] = {{.before = glicko_newcomer}, {.before = glicko_newcomer}, {.before = glicko_newcomer}};
    RateTally tally = {0};
    assert_int_equal(rate_game(&g, p, &tally), 0);
    assert_int_equal(p[0].after.rating, p[2].after.rating);
    assert_true(p[1].after.rating > 1500 * GLICKO_POINT && p[0].after.rating < 1500 * GLICKO_POINT);
    assert_int_equal(tally.wins + tally.draws + tally.losses, 0);
    /* Partners have no result between them. */
    RateGame four = {.game = registry_find("dorix-4"), .result = {ROUND_WON, ROUND_LOST, ROUND_WON, ROUND_LOST}};
    for (int i = 0; i < 4; i++)
        p[i].before = glicko_newcomer;
    for (int i = 0; i < 4; i++)
        four.result[i] = game_side(four.game, i) == 0 ? ROUND_WON : ROUND_LOST;
    rate_game(&four, p, &tally);
    for (int i = 0; i < 4; i++)
        assert_true((p[i].after.rating > 1500 * GLICKO_POINT) == (game_side(four.game, i) == 0));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_setup, talk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_rated_game_changes_two_ratings),
        TEST(ratings_are_told_to_who_asks),
        TEST(who_may_play_for_points),
        TEST(a_fall_neither_loses_nor_doubles_a_rating),
        TEST(two_servers_do_not_rate_over_each_other),
        TEST(everything_can_be_computed_again),
        TEST(three_are_compared_in_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
