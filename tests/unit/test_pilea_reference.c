/* Pilea compared with a slow second implementation of the rulings that shares nothing with the first: piles are
 * strings, captures are found by looking at every triple of the board before and after, and moves are texts. */
#include "games/pilea/pilea.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { PLACES = 25, CENTRE = 12, MOST = 60000 };

typedef struct Slow {
    char pile[PLACES][16]; /* bottom to top; the centre's begins with xxx */
    char mover;
} Slow;

typedef char MoveText[32];

static struct {
    MoveText text[MOST];
    size_t count;
} slow_list, fast_list;

static void slow_write(const Slow *s, char out[POSITION_TEXT])
{
    for (int row = 4; row >= 0; row--)
        for (int column = 0; column < 5; column++) {
            const char *pile = s->pile[5 * row + column];
            out += sprintf(out, "%s%c", *pile ? pile : "-", column < 4 ? ',' : row ? '/' : ' ');
        }
    sprintf(out, "%c", s->mover);
}

static size_t height(const Slow *s, int place) { return strlen(s->pile[place]); }
static char top(const Slow *s, int place) { return height(s, place) ? s->pile[place][height(s, place) - 1] : '-'; }
static char other(char colour) { return colour == 'w' ? 'b' : 'w'; }

static void lift(Slow *s, int from, int to)
{
    char cube[2] = {top(s, from), '\0'};
    s->pile[from][height(s, from) - 1] = '\0';
    strcat(s->pile[to], cube);
}

/* Whether the pile on `middle` is between two of `colour`, each `step` away. */
static bool sandwich(const Slow *s, int middle, int step, char colour)
{
    int along = step == 1 ? middle % 5 : middle / 5;
    return along > 0 && along < 4 && middle != CENTRE && top(s, middle) == other(colour) &&
           top(s, middle - step) == colour && top(s, middle + step) == colour;
}

static void add_captures(const Slow *now, const bool captured[PLACES], const char *text)
{
    bool any = false;
    for (int place = 0; place < PLACES; place++)
        if (captured[place]) {
            any = true;
            for (int drop = 0; drop < PLACES; drop++) {
                if (height(now, drop))
                    continue;
                Slow next = *now;
                bool left[PLACES];
                MoveText longer;
                lift(&next, place, drop);
                memcpy(left, captured, sizeof left);
                left[place] = false;
                snprintf(longer, sizeof longer, "%sx%c%c>%c%c", text, 'a' + place % 5, '1' + place / 5, 'a' + drop % 5,
                         '1' + drop / 5);
                add_captures(&next, left, longer);
            }
        }
    if (!any) {
        assert_true(slow_list.count < MOST);
        strcpy(slow_list.text[slow_list.count++], text);
    }
}

static void add_move(const Slow *before, const Slow *after, int from, int to, char sign)
{
    bool captured[PLACES] = {false};
    MoveText text;
    if (to != CENTRE)
        for (int place = 0; place < PLACES; place++)
            for (int step = 1; step <= 5; step += 4)
                if (sandwich(after, place, step, before->mover) && !sandwich(before, place, step, before->mover))
                    captured[place] = true;
    snprintf(text, sizeof text, "%c%c%c%c%c", 'a' + from % 5, '1' + from / 5, sign, 'a' + to % 5, '1' + to / 5);
    add_captures(after, captured, text);
}

static void slow_moves(const Slow *s)
{
    slow_list.count = 0;
    if (height(s, CENTRE) > 3)
        return;
    for (int from = 0; from < PLACES; from++)
        for (int to = 0; to < PLACES; to++) {
            int across = abs(from % 5 - to % 5), along = abs(from / 5 - to / 5);
            if (across + along != 1 || top(s, from) != s->mover)
                continue;
            int h = (int)height(s, from), climb = (int)height(s, to) + 1 - h;
            Slow after = *s;
            if (h > 1 && height(s, to) == 0) {
                memcpy(after.pile[to], s->pile[from], sizeof after.pile[to]);
                memset(after.pile[from], 0, sizeof after.pile[from]);
                add_move(s, &after, from, to, '=');
                after = *s;
            }
            if (height(s, to) == 0 || (climb >= -1 && climb <= (to == CENTRE ? 0 : 1))) {
                lift(&after, from, to);
                add_move(s, &after, from, to, '-');
            }
        }
    if (slow_list.count == 0)
        strcpy(slow_list.text[slow_list.count++], "pass");
}

static Slow slow_play(const Slow *s, const char *text)
{
    Slow out = *s;
    out.mover = other(s->mover);
    if (strcmp(text, "pass") == 0)
        return out;
#define AT(i) (text[i] - 'a' + 5 * (text[(i) + 1] - '1'))
    if (text[2] == '=') {
        memcpy(out.pile[AT(3)], s->pile[AT(0)], sizeof out.pile[0]);
        memset(out.pile[AT(0)], 0, sizeof out.pile[0]);
    } else {
        lift(&out, AT(0), AT(3));
    }
    for (int i = 5; text[i]; i += 6)
        lift(&out, AT(i + 1), AT(i + 4));
#undef AT
    return out;
}

static uint64_t random_state;

static int random_below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (unsigned)n);
}

/* Ten cubes in random order on `piles` places close together: fewer places make higher piles. `checkered`: colours
 * as on a chessboard while they last, which leads to captures. */
static Slow random_position(int piles, bool checkered)
{
    Slow s = {0};
    int place[10], near = random_below(PLACES);
    char cubes[] = "wwwwwbbbbb";
    strcpy(s.pile[CENTRE], "xxx");
    for (int n = 0; n < piles;) {
        int p = (near + random_below(n < 7 ? 13 : PLACES)) % PLACES;
        if (p == CENTRE || height(&s, p))
            continue;
        place[n++] = p;
        strcpy(s.pile[p], "?");
    }
    for (int i = 0; i < piles; i++)
        memset(s.pile[place[i]], 0, sizeof s.pile[0]);
    for (int i = 0; i < 10; i++) {
        int j = i + random_below(10 - i), p = i < piles ? place[i] : place[random_below(piles)];
        if (checkered)
            for (int tries = 0; tries < 20 && cubes[j] != "wb"[p % 2]; tries++)
                j = i + random_below(10 - i);
        char c = cubes[j];
        cubes[j] = cubes[i];
        s.pile[p][height(&s, p)] = c;
    }
    s.mover = "wb"[random_below(2)];
    return s;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* The same moves, each once, leading to the same positions; a short buffer gets the
 * beginning of the same list. Returns the most captures in one move. */
static int compare(const Slow *s)
{
    char text[POSITION_TEXT], expected[POSITION_TEXT];
    Position p, q;
    MoveList list = {0};
    int captures = 0;
    slow_write(s, text);
    assert_true(pilea.read_position(text, &p, NULL));
    assert_null(pilea.check(&p));
    slow_moves(s);
    assert_true(movelist_fill(&list, &pilea, &p));
    if (list.count != slow_list.count)
        fail_msg("%s: %zu moves, expected %zu", text, list.count, slow_list.count);
    assert_int_equal(pilea.count(&p), list.count);
    Move some[50];
    size_t room = (size_t)random_below(51);
    assert_int_equal(pilea.moves(&p, some, room), list.count);
    for (size_t i = 0; i < room && i < list.count; i++)
        assert_int_equal(some[i], list.move[i]);
    for (size_t i = 0; i < list.count; i++) {
        char written[MOVE_TEXT];
        size_t length = pilea.write_move(&p, list.move[i], written);
        assert_true(length < sizeof(MoveText));
        strcpy(fast_list.text[i], written);
        captures = length / 6 > (size_t)captures ? (int)(length / 6) : captures;
        if (list.count > 200 && random_below(20))
            continue;
        Move read = 0;
        assert_true(pilea.read_move(&p, written, &read, NULL));
        assert_int_equal(read, list.move[i]);
        pilea.play(&p, read, &q);
        assert_null(pilea.check(&q));
        Slow after = slow_play(s, written);
        slow_write(&after, expected);
        pilea.write_position(&q, text);
        assert_string_equal(text, expected);
    }
    qsort(slow_list.text, list.count, sizeof(MoveText), by_text);
    qsort(fast_list.text, list.count, sizeof(MoveText), by_text);
    for (size_t i = 0; i < list.count; i++)
        assert_string_equal(fast_list.text[i], slow_list.text[i]);
    movelist_free(&list);
    return captures;
}

static void same_moves_in_random_positions(void **state)
{
    (void)state;
    int seen[4] = {0};
    for (int i = 0; i < 20000; i++) {
        random_state = (uint64_t)i;
        Slow s = random_position(2 + i % 9, i % 2);
        seen[compare(&s)]++;
    }
    for (int captures = 0; captures < 3; captures++)
        assert_true(seen[captures] > 100);
}

static void same_moves_along_random_games(void **state)
{
    (void)state;
    for (int game = 0; game < 20; game++) {
        random_state = (uint64_t)game;
        Slow s = random_position(10, game % 2);
        for (int ply = 0; ply < 100; ply++) {
            compare(&s);
            if (slow_list.count == 0)
                break;
            s = slow_play(&s, slow_list.text[random_below((int)slow_list.count)]);
        }
    }
}

/* Reading accepts exactly the listed moves: tries legal texts with one character changed. */
static void nothing_but_legal_moves_is_read(void **state)
{
    (void)state;
    int legal = 0, illegal = 0;
    for (int i = 0; i < 3000; i++) {
        random_state = (uint64_t)i;
        Slow s = random_position(3 + i % 8, i % 2);
        char position[POSITION_TEXT];
        Position p;
        Move m;
        slow_write(&s, position);
        assert_true(pilea.read_position(position, &p, NULL));
        slow_moves(&s);
        qsort(slow_list.text, slow_list.count, sizeof(MoveText), by_text);
        for (int change = 0; change < 20; change++) {
            MoveText text;
            Message error = {0};
            strcpy(text, slow_list.text[random_below((int)slow_list.count)]);
            int at = random_below((int)strlen(text));
            text[at] = at % 3 == 2 ? "-=x>\0 "[random_below(6)] : "abcde12345"[random_below(10)];
            bool listed = bsearch(text, slow_list.text, slow_list.count, sizeof(MoveText), by_text) != NULL;
            if (pilea.read_move(&p, text, &m, &error) != listed)
                fail_msg("%s: %s is %sa legal move (%s)", position, text, listed ? "" : "not ",
                         error.id ? error.id : "");
            assert_true(listed || error.id);
            legal += listed;
            illegal += !listed;
        }
    }
    assert_true(legal > 1000 && illegal > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_moves_in_random_positions),
        cmocka_unit_test(same_moves_along_random_games),
        cmocka_unit_test(nothing_but_legal_moves_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
