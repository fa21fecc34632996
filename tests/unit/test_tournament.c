/* Tournaments: pairings of every size keep what tournament.h promises, and standings match those worked out by
 * hand. */
#include "tournament/matching.h"
#include "tournament/tournament.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { LARGEST = 33, SMALL = 10 };

static uint64_t chance;

static int below(int n)
{
    chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((chance >> 33) % (uint64_t)n);
}

/* --- matchings --- */

/* Whether everybody in the mask can be paired, by exhaustive search. */
static bool pairable(int n, bool edge[MATCHING_MOST][MATCHING_MOST], unsigned mask)
{
    static signed char known[1 << SMALL];
    memset(known, 0, sizeof known);
    known[0] = 1;
    for (unsigned m = 1; m <= mask; m++) {
        int a = 0;
        while (!(m >> a & 1))
            a++;
        for (int b = a + 1; b < n; b++)
            if (m >> b & 1 && edge[a][b] && known[m & ~(1u << a) & ~(1u << b)])
                known[m] = 1;
    }
    return known[mask] != 0;
}

static void matching_finds_every_pairing(void **state)
{
    (void)state;
    static Matching m;
    int found = 0, none = 0;
    for (int i = 0; i < 20000; i++) {
        m = (Matching){.count = 2 + below(SMALL - 1)};
        int density = 1 + below(9);
        for (int a = 0; a < m.count; a++)
            for (int b = 0; b < a; b++)
                m.edge[a][b] = m.edge[b][a] = below(10) < density;
        unsigned all = (1u << m.count) - 1;
        bool there = pairable(m.count, m.edge, all);
        assert_int_equal(matching_perfect(&m), there);
        found += there;
        none += !there;
        for (int a = 0; there && a < m.count; a++)
            assert_true(m.edge[a][m.mate[a]] && m.mate[m.mate[a]] == a);
        for (int try = 0; there && try < 4; try++) {
            int a = below(m.count), b = below(m.count);
            if (m.gone[a] || m.gone[b] || !m.edge[a][b])
                continue;
            bool rest = pairable(m.count, m.edge, all & ~(1u << a) & ~(1u << b));
            assert_int_equal(matching_settle(&m, a, b), rest);
            if (rest)
                all &= ~(1u << a) & ~(1u << b);
        }
    }
    assert_true(found > 3000 && none > 3000);
}

/* --- what holds for every tournament --- */

typedef struct Tally {
    int met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];    /* first seat, second seat */
    int balance[TOURNAMENT_PLAYERS], byes[TOURNAMENT_PLAYERS], streak[TOURNAMENT_PLAYERS];
} Tally;

static void sit(Tally *y, int player, int seat)
{
    y->balance[player] += seat;
    y->streak[player] = y->streak[player] * seat > 0 ? y->streak[player] + seat : seat;
}

/* Adds a round to the tournament, and what it says to the tally. */
static void take(Tournament *t, Tally *y, const TournamentGame *game, int count)
{
    bool busy[TOURNAMENT_PLAYERS] = {false};
    t->paired++;
    for (int i = 0; i < count; i++) {
        const TournamentGame *g = &game[i];
        assert_int_equal(g->round, t->paired);
        assert_in_range(g->first, 0, t->players - 1);
        assert_false(busy[g->first]);
        busy[g->first] = true;
        if (g->second == TOURNAMENT_NOBODY) {
            y->byes[g->first]++;
            assert_int_equal(g->result, TOURNAMENT_BYE);
        } else {
            assert_in_range(g->second, 0, t->players - 1);
            assert_false(busy[g->second]);
            busy[g->second] = true;
            y->met[g->first][g->second]++;
            sit(y, g->first, 1);
            sit(y, g->second, -1);
        }
        t->game[t->games++] = *g;
    }
    for (int i = 0; i < t->players; i++)
        if (t->player[i].from <= t->paired && t->paired <= t->player[i].until)
            assert_true(busy[i]);
}

static void decide(Tournament *t)
{
    for (int i = 0; i < t->games; i++)
        if (t->game[i].result == TOURNAMENT_OPEN)
            t->game[i].result = (TournamentResult)(TOURNAMENT_FIRST + below(3));
}

static void begin(Tournament *t, TournamentKind kind, int players)
{
    *t = (Tournament){.kind = kind, .players = players, .rounds = tournament_rounds(kind, players)};
    for (int i = 0; i < players; i++)
        t->player[i] = (TournamentPlayer){.rating = 1500 - 10 * (i % 5), .from = 1, .until = TOURNAMENT_STAYS};
}

/* --- round robin --- */

static void everybody_meets_everybody(void **state)
{
    (void)state;
    static Tournament t;
    static Tally y;
    TournamentGame game[TOURNAMENT_TABLES + 1];
    for (int n = 2; n <= TOURNAMENT_EVERYBODY; n++)
        for (int twice = 0; twice < 2; twice++) {
            begin(&t, twice ? TOURNAMENT_DOUBLE : TOURNAMENT_ROUND_ROBIN, n);
            y = (Tally){0};
            for (int count; (count = tournament_pair(&t, game)) > 0;) {
                take(&t, &y, game, count);
                for (int i = 0; i < n; i++)
                    assert_in_range(abs(y.streak[i]), 0, twice ? 3 : 2);
            }
            assert_int_equal(t.paired, (twice + 1) * (n % 2 ? n : n - 1));
            assert_in_range(t.games, 1, TOURNAMENT_GAMES);
            assert_in_range(t.paired, 1, TOURNAMENT_ROUNDS);
            for (int a = 0; a < n; a++) {
                assert_in_range(abs(y.balance[a]), 0, twice ? 0 : 1);
                assert_int_equal(y.byes[a], n % 2 ? twice + 1 : 0);
                for (int b = 0; b < a; b++) {
                    assert_int_equal(y.met[a][b] + y.met[b][a], twice + 1);
                    assert_in_range(y.met[a][b], 0, 1);
                }
            }
        }
}

static void who_withdraws_loses_what_is_left(void **state)
{
    (void)state;
    static Tournament t;
    static Tally y;
    TournamentGame game[TOURNAMENT_TABLES + 1];
    begin(&t, TOURNAMENT_ROUND_ROBIN, 5);
    y = (Tally){0};
    int count = tournament_pair(&t, game);
    take(&t, &y, game, count);
    for (int i = 0; i < t.games; i++)
        if (t.game[i].result == TOURNAMENT_OPEN)
            t.game[i].result = TOURNAMENT_DRAWN;
    t.player[4].until = t.player[0].until = 1;
    while ((count = tournament_pair(&t, game)) > 0)
        for (t.paired++; count-- > 0;) {
            const TournamentGame *g = &game[count];
            bool first = g->first == 4 || g->first == 0, second = g->second == 4 || g->second == 0;
            assert_false(first && (second || g->second < 0));
            assert_int_equal(g->result, g->second < 0 ? TOURNAMENT_BYE
                                        : first       ? TOURNAMENT_SECOND_UNPLAYED
                                        : second      ? TOURNAMENT_FIRST_UNPLAYED
                                                      : TOURNAMENT_OPEN);
            t.game[t.games++] = *g;
        }
    assert_int_equal(t.paired, 5);
}

/* --- Swiss --- */

/* Whether there is a round in which nobody meets anybody again and nobody has a second bye; with `seats`, one in which
 * seats stay within two as well. */
static bool round_exists(const Tournament *t, const Tally *y, bool seats)
{
    static bool edge[MATCHING_MOST][MATCHING_MOST];
    int n = t->players, there = 0;
    unsigned mask = 0;
    for (int a = 0; a < n; a++)
        if (t->player[a].from <= t->paired + 1 && t->paired + 1 <= t->player[a].until) {
            mask |= 1u << a;
            there++;
        }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            bool both = abs(y->balance[a]) >= 2 && y->balance[a] * y->balance[b] >= 4 && abs(y->balance[b]) >= 2;
            edge[a][b] = a != b && !y->met[a][b] && !y->met[b][a] && !(seats && both);
        }
    if (there < 2)
        return false;
    if (there % 2 == 0)
        return pairable(n, edge, mask);
    for (int a = 0; a < n; a++)
        if (mask >> a & 1 && !y->byes[a] && t->player[a].from == 1 && pairable(n, edge, mask & ~(1u << a)))
            return true;
    return false;
}

/* Somebody joins late, somebody leaves. */
static void come_and_go(Tournament *t)
{
    if (t->players < LARGEST && below(4) == 0 && 2 * t->paired <= t->rounds)
        t->player[t->players++] =
            (TournamentPlayer){.rating = 1400 + below(300), .from = t->paired + 1, .until = TOURNAMENT_STAYS};
    int leaves = below(t->players);
    if (below(6) == 0 && tournament_present(t) > 4 && t->player[leaves].until == TOURNAMENT_STAYS)
        t->player[leaves].until = t->paired;
}

/* Plays a tournament to the end; returns how many rounds were paired with seats more than two apart. */
static int play_swiss(Tournament *t, bool changes)
{
    static Tally y;
    TournamentGame game[TOURNAMENT_TABLES + 1], again[TOURNAMENT_TABLES + 1];
    int apart = 0;
    y = (Tally){0};
    while (t->paired < t->rounds) {
        bool small = t->players <= SMALL, evenly = small && round_exists(t, &y, true);
        int count = tournament_pair(t, game), late = 0;
        if (small)
            assert_int_equal(count > 0, round_exists(t, &y, false));
        if (count == 0)
            break;
        assert_int_equal(tournament_pair(t, again), count);
        assert_memory_equal(game, again, (size_t)count * sizeof *game);
        take(t, &y, game, count);
        for (int i = 0; i < t->players; i++) {
            late = abs(y.balance[i]) > 2 ? 1 : late;
            assert_in_range(y.byes[i], 0, t->player[i].from > 1 ? 0 : 1);
            for (int j = 0; j < t->players; j++)
                assert_in_range(y.met[i][j] + y.met[j][i], 0, 1);
        }
        assert_false(evenly && late);
        apart += late;
        decide(t);
        if (changes)
            come_and_go(t);
    }
    return apart;
}

static void swiss_rounds_of_every_size(void **state)
{
    (void)state;
    static Tournament t;
    for (int n = 2; n <= LARGEST; n++)
        for (int i = 0; i < 60; i++) {
            chance = (uint64_t)(1000 * n + i);
            begin(&t, TOURNAMENT_SWISS, n);
            assert_int_equal(play_swiss(&t, false), 0);
            assert_int_equal(t.paired, t.rounds);
            begin(&t, TOURNAMENT_SWISS, n);
            play_swiss(&t, true);
            begin(&t, TOURNAMENT_SWISS, n);
            t.rounds = tournament_most_rounds(TOURNAMENT_SWISS, n);
            play_swiss(&t, i % 2);
        }
}

static void swiss_is_quick_with_many(void **state)
{
    (void)state;
    static Tournament t;
    begin(&t, TOURNAMENT_SWISS, TOURNAMENT_PLAYERS);
    t.rounds = TOURNAMENT_SWISS_ROUNDS;
    chance = 1;
    assert_int_equal(play_swiss(&t, false), 0);
    assert_int_equal(t.paired, TOURNAMENT_SWISS_ROUNDS);
}

/* Eight players, and the stronger always wins: after three rounds the standings are in order of strength. */
static void swiss_pairs_equals(void **state)
{
    (void)state;
    static Tournament t;
    TournamentGame game[TOURNAMENT_TABLES + 1];
    begin(&t, TOURNAMENT_SWISS, 8);
    for (int i = 0; i < 8; i++)
        t.player[i].rating = 2000 - i;
    for (int round = 1; round <= 3; round++) {
        int before[8];
        for (int i = 0; i < 8; i++)
            before[i] = tournament_points(&t, i);
        int count = tournament_pair(&t, game);
        assert_int_equal(count, 4);
        t.paired++;
        for (int i = 0; i < count; i++) {
            assert_int_equal(before[game[i].first], before[game[i].second]);
            if (round == 1)
                assert_int_equal(abs(game[i].first - game[i].second), 4);
            game[i].result = game[i].first < game[i].second ? TOURNAMENT_FIRST : TOURNAMENT_SECOND;
            t.game[t.games++] = game[i];
        }
    }
    assert_int_equal(tournament_points(&t, 0), 6);
    assert_int_equal(tournament_points(&t, 7), 0);
}

/* --- standings --- */

static void add(Tournament *t, int round, int first, int second, TournamentResult r)
{
    t->game[t->games++] = (TournamentGame){round, first, second, r};
    t->paired = round;
}

static void expect(const TournamentStanding *s, int player, int rank, int points, int buchholz, int berger, int direct)
{
    assert_int_equal(s->player, player);
    assert_int_equal(s->rank, rank);
    assert_int_equal(s->points, points);
    assert_int_equal(s->buchholz, buchholz);
    assert_int_equal(s->berger, berger);
    assert_int_equal(s->direct, direct);
}

/* Worked out by hand; player 5 never shows up. */
static void standings_of_a_swiss_tournament(void **state)
{
    (void)state;
    static Tournament t;
    TournamentStanding s[TOURNAMENT_PLAYERS];
    begin(&t, TOURNAMENT_SWISS, 6);
    t.player[5].until = 0;
    add(&t, 1, 0, 3, TOURNAMENT_FIRST);
    add(&t, 1, 1, 4, TOURNAMENT_FIRST);
    add(&t, 1, 2, TOURNAMENT_NOBODY, TOURNAMENT_BYE);
    add(&t, 2, 1, 0, TOURNAMENT_SECOND);
    add(&t, 2, 3, 2, TOURNAMENT_FIRST);
    add(&t, 2, 4, TOURNAMENT_NOBODY, TOURNAMENT_BYE);
    assert_int_equal(tournament_standings(&t, s), 5);
    expect(&s[0], 0, 1, 4, 4, 8, 0);    /* 1 and 1; beat both */
    expect(&s[1], 1, 2, 2, 6, 4, 0);    /* 2 and 1 */
    expect(&s[2], 3, 2, 2, 6, 4, 0);
    expect(&s[3], 2, 4, 2, 4, 4, 0);    /* itself and 1 */
    expect(&s[4], 4, 4, 2, 4, 4, 0);
}

/* 0 and 1 have two points and a Sonneborn-Berger of four, and 0 beat 1. */
static void equal_ones_look_at_their_own_game(void **state)
{
    (void)state;
    static Tournament t;
    TournamentStanding s[TOURNAMENT_PLAYERS];
    static const int won[][2] = {{0, 1}, {0, 4}, {2, 0}, {3, 0}, {1, 2}, {1, 3}, {4, 1}, {2, 4}, {4, 3}};
    begin(&t, TOURNAMENT_ROUND_ROBIN, 5);
    for (int i = 0; i < 9; i++)
        add(&t, 5, won[i][i % 2], won[i][1 - i % 2], i % 2 ? TOURNAMENT_SECOND : TOURNAMENT_FIRST);
    add(&t, 5, 2, 3, TOURNAMENT_DRAWN);
    assert_int_equal(tournament_standings(&t, s), 5);
    expect(&s[0], 2, 1, 5, 0, 19, 0);
    expect(&s[1], 0, 2, 4, 0, 16, 2);
    expect(&s[2], 1, 3, 4, 0, 16, 0);
    expect(&s[3], 4, 4, 4, 0, 14, 0);
    assert_int_equal(s[4].player, 3);
}

static void equal_ones_share_a_place(void **state)
{
    (void)state;
    static Tournament t;
    TournamentStanding s[TOURNAMENT_PLAYERS];
    begin(&t, TOURNAMENT_ROUND_ROBIN, 4);
    /* 0 and 1 draw with each other and beat the others, who draw too. */
    add(&t, 1, 0, 1, TOURNAMENT_DRAWN);
    add(&t, 1, 2, 3, TOURNAMENT_DRAWN);
    add(&t, 2, 0, 2, TOURNAMENT_FIRST);
    add(&t, 2, 3, 1, TOURNAMENT_SECOND);
    add(&t, 3, 3, 0, TOURNAMENT_SECOND_UNPLAYED);
    add(&t, 3, 1, 2, TOURNAMENT_FIRST);
    assert_int_equal(tournament_standings(&t, s), 4);
    expect(&s[0], 0, 1, 5, 0, 9, 1);            /* 1 × 5 + 2 × 1 + 2 × 1 */
    expect(&s[1], 1, 1, 5, 0, 9, 1);
    expect(&s[2], 2, 3, 1, 0, 1, 1);
    expect(&s[3], 3, 3, 1, 0, 1, 1);
}

static void late_ones_have_half_a_point_for_each_round(void **state)
{
    (void)state;
    static Tournament t;
    TournamentGame game[TOURNAMENT_TABLES + 1];
    begin(&t, TOURNAMENT_SWISS, 5);
    t.rounds = 4;
    add(&t, 1, 0, 1, TOURNAMENT_FIRST);
    add(&t, 1, 2, 3, TOURNAMENT_FIRST);
    add(&t, 2, 0, 2, TOURNAMENT_FIRST);
    add(&t, 2, 1, 3, TOURNAMENT_FIRST);
    t.player[4].from = 3;
    assert_int_equal(tournament_points(&t, 4), 2);
    int count = tournament_pair(&t, game);
    assert_int_equal(count, 3);
    assert_int_equal(game[2].result, TOURNAMENT_BYE);
    assert_int_equal(game[2].first, 3);         /* the lowest; and never somebody who joined late */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matching_finds_every_pairing),
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(who_withdraws_loses_what_is_left),
        cmocka_unit_test(swiss_rounds_of_every_size),
        cmocka_unit_test(swiss_is_quick_with_many),
        cmocka_unit_test(swiss_pairs_equals),
        cmocka_unit_test(standings_of_a_swiss_tournament),
        cmocka_unit_test(equal_ones_look_at_their_own_game),
        cmocka_unit_test(equal_ones_share_a_place),
        cmocka_unit_test(late_ones_have_half_a_point_for_each_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
