/* Dorix for search: immediate wins compared with trying every move, and keys with equality. */
#include "games/dorix/dorix.h"
#include "core/grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "thrown.h"

enum { MOST = 4096 };

static Position position(const Game *g, const char *text)
{
    Position p;
    assert_true(g->read_position(text, &p, NULL));
    return p;
}

static bool wins(const Game *g, const Position *p, Move m)
{
    Position next;
    g->play(p, m, &next);
    Outcome o = g->outcome(&next);
    return o.over && o.winner == game_side(g, g->mover(p));
}

static bool some_move_wins(const Game *g, const Position *p)
{
    Move all[MOST];
    size_t n = g->moves(p, all, MOST);
    for (size_t i = 0; i < n; i++)
        if (wins(g, p, all[i]))
            return true;
    return false;
}

static void assert_wins(const Game *g, const char *text, const char *move)
{
    Position p = position(g, text);
    Move m = g->search.winning_move(&p);
    char said[MOVE_TEXT];
    assert_true(m != 0);
    assert_true(wins(g, &p, m));
    g->write_move(&p, m, said);
    if (move)
        assert_string_equal(said, move);
}

static void assert_no_win(const Game *g, const char *text)
{
    Position p = position(g, text);
    assert_false(g->outcome(&p).over);
    assert_false(some_move_wins(g, &p));
    assert_true(g->search.winning_move(&p) == 0);
}

static void an_empty_place_completes_the_diagonal(void **state)
{
    (void)state;
    assert_wins(&dorix, "-,-,-,-/-,-,w,b/-,w,b,-/w,-,b,- w", "d4");
}

static void one_capture_completes_the_diagonal(void **state)
{
    (void)state;
    assert_wins(&dorix, "-,-,ww,bb/-,-,w,b/-,w,b,-/w,-,b,- w", NULL);
    assert_no_win(&dorix, "-,-,w,bb/-,-,w,b/-,w,b,-/w,-,b,- w");
}

/* b1 falls on a1 and b2 at once. */
static void one_collapse_captures_two_places(void **state)
{
    (void)state;
    assert_wins(&dorix, "-,-,-,w/-,-,w,-/-,b,-,-/b,w,b,- w", "b1:a1,b2");
    assert_wins(&dorix_4, "-,-,-,r/-,-,w,-/-,b,-,-/g,w,b,- w", NULL);
}

static void a_pawn_is_lifted_to_win(void **state)
{
    (void)state;
    assert_wins(&dorix, "-,wwwwwwwwwwww,-,-/-,-,w,-/-,w,bbbbbbbbbbbb,b/w,-,b,b w", "b4-d4");
    /* All of White's pawns are on the diagonal's other three places, and no move takes d4 from Black. */
    assert_no_win(&dorix, "-,-,-,bb/-,-,wwwww,-/-,wwwww,-,b/wwwww,-,b,bb w");
}

/* DOR-6: c2 has to fall to complete the rising diagonal, and uncovers the falling one. */
static void a_win_that_hands_over_the_other_diagonal_is_none(void **state)
{
    (void)state;
    assert_no_win(&dorix, "b,-,-,w/-,b,b,-/-,w,bw,-/w,-,-,b w");
    assert_wins(&dorix, "b,-,-,w/-,b,b,-/-,w,ww,-/w,-,-,b w", NULL);
}

/* DOR-6: both diagonals are held; taking a place of the opponent's wins. */
static void breaking_a_held_diagonal_wins(void **state)
{
    (void)state;
    assert_wins(&dorix, "b,ww,-,w/-,b,w,-/-,w,b,-/w,-,-,b w", NULL);
    assert_no_win(&dorix, "bbb,ww,-,w/-,bbb,w,-/-,w,bb,-/w,-,-,b w");
}

static void every_win_is_found(void **state)
{
    (void)state;
    const Game *game[] = {&dorix, &dorix_3, &dorix_4};
    uint64_t seed = 7;
    int found = 0;
    for (int round = 0; round < 60000; round++) {
        const Game *g = game[round % 3];
        Position p = thrown(g, &seed);
        if (g->outcome(&p).over)
            continue;
        Move m = g->search.winning_move(&p);
        if (m)
            assert_true(wins(g, &p, m));
        assert_int_equal(m != 0, some_move_wins(g, &p));
        found += m != 0;
    }
    assert_true(found > 1000);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Search may leave out a move only when another one leads to the same position. */
static void distinct_moves_reach_every_position(void **state)
{
    (void)state;
    const Game *game[] = {&dorix, &dorix_3, &dorix_4};
    uint64_t seed = 19;
    size_t listed = 0, kept = 0, reached = 0;
    for (int round = 0; round < 3000; round++) {
        const Game *g = game[round % 3];
        Position p = thrown(g, &seed);
        static Move all[MOST], some[MOST];
        static uint64_t by_all[MOST], by_some[MOST];
        size_t n = g->moves(&p, all, MOST), k = g->search.distinct(&p, some, MOST), at = 0;
        assert_true(n <= MOST && k <= n && g->search.distinct(&p, NULL, 0) == k);
        for (size_t i = 0; i < n; i++) {
            Position next;
            g->play(&p, all[i], &next);
            by_all[i] = position_hash(g, &next);
            if (at < k && some[at] == all[i])
                by_some[at++] = by_all[i];
        }
        assert_int_equal(at, k); /* they are legal, and in the order of `moves` */
        qsort(by_all, n, sizeof *by_all, by_value);
        qsort(by_some, k, sizeof *by_some, by_value);
        size_t different = 0, same = 0;
        for (size_t i = 0; i < n; i++)
            different += i == 0 || by_all[i] != by_all[i - 1];
        for (size_t i = 0; i < k; i++)
            same += i == 0 || by_some[i] != by_some[i - 1];
        assert_int_equal(different, same);
        listed += n;
        kept += k;
        reached += different;
    }
    assert_true(kept < listed * 3 / 4);
    assert_true(kept < reached + reached / 10);
}

static void symmetric_positions_share_their_key_and_others_do_not(void **state)
{
    (void)state;
    enum { POSITIONS = 20000 };
    const Game *game[] = {&dorix, &dorix_4};
    static uint64_t key[POSITIONS], name[POSITIONS];
    for (int k = 0; k < 2; k++) {
        const Game *g = game[k];
        uint64_t seed = 3;
        size_t keys = 0, names = 0;
        Position p;
        g->start(&p);
        for (int i = 0; i < POSITIONS; i++) {
            Position canonical, turned;
            position_canonical(g, &p, &canonical, NULL);
            key[i] = g->search.key(&p);
            name[i] = position_hash(g, &canonical);
            for (int s = 1; s < g->symmetries; s++) {
                g->transform(&p, s, &turned);
                assert_true(g->search.key(&turned) == key[i]);
            }
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            Move m = g->pick(&p, (uint32_t)(seed >> 32));
            if (m && i % 20)
                g->play(&p, m, &p);
            else
                g->start(&p);
        }
        qsort(key, POSITIONS, sizeof *key, by_value);
        qsort(name, POSITIONS, sizeof *name, by_value);
        for (int i = 1; i < POSITIONS; i++) {
            keys += key[i] != key[i - 1];
            names += name[i] != name[i - 1];
        }
        assert_int_equal(keys, names);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_place_completes_the_diagonal),
        cmocka_unit_test(one_capture_completes_the_diagonal),
        cmocka_unit_test(one_collapse_captures_two_places),
        cmocka_unit_test(a_pawn_is_lifted_to_win),
        cmocka_unit_test(a_win_that_hands_over_the_other_diagonal_is_none),
        cmocka_unit_test(breaking_a_held_diagonal_wins),
        cmocka_unit_test(every_win_is_found),
        cmocka_unit_test(distinct_moves_reach_every_position),
        cmocka_unit_test(symmetric_positions_share_their_key_and_others_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
