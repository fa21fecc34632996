/* Moves that win at once: what is shown equals brute force, on a thousand positions of random games of
 * every ruleset with two sides. The rules decide here through records (text in, outcome out), the
 * places through steps: neither shares code with what is tested. */
#include "core/random.h"
#include "games/registry.h"
#include "session/view.h"
#include "session/wins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POSITIONS = 1000, LONGEST = 300, MOST_MOVES = 150, SHOWN = 25 };

/* Places that the steps of a move name, whichever way it is chosen. */
static uint64_t places_of(const Game *g, const Position *p, Move m)
{
    Step step[MAX_STEPS];
    uint64_t places = 0;
    int count;
    for (int path = 0; (count = g->steps(p, m, path, step)) > 0; path++)
        for (int i = 0; i < count; i++)
            if (step_names_place(step[i]))
                places |= UINT64_C(1) << step[i].value;
    return places;
}

/* Whether the move, written down and read again, ends a game for the one who makes it. */
static bool wins_by_record(const Game *g, const Position *p, const char *text)
{
    Tree *t = tree_new(g, p);
    assert_non_null(t);
    int side = game_side(g, g->mover(p));
    assert_true(tree_play_text(t, text, NULL));
    Outcome o = tree_outcome(t);
    tree_free(t);
    return o.over && o.winner == side;
}

static void set_position(Session *s, const Position *p, const Game *g)
{
    char text[POSITION_TEXT];
    Reply reply = {0};
    g->write_position(p, text);
    session_follow(s, g->id, text, "", &reply);
    assert_true(reply.ok);
    reply_free(&reply);
}

/* The places of winning moves in the state's JSON, bit by bit. */
static uint64_t shown(Session *s, const Game *g, const Position *p)
{
    Buffer json = {0};
    static const char key[] = "\"wins\":[";
    uint64_t places = 0;
    set_position(s, p, g);
    view_state(s, "", true, &json);
    const char *at = strstr(buffer_text(&json), key);
    assert_non_null(at);
    for (at += strlen(key); *at != ']';) {
        char *end;
        places |= UINT64_C(1) << strtol(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
    buffer_free(&json);
    return places;
}

typedef struct Tested {
    int positions, winning, several;    /* … with a winning move, with more than one */
    MoveList legal, wins;
} Tested;

static void compare(Tested *t, const Game *g, const Position *p, Session *s)
{
    uint64_t places = 0;
    size_t found = 0;
    assert_true(wins_fill(g, p, &t->legal, &t->wins));
    for (size_t i = 0; i < t->legal.count; i++) {
        char text[MOVE_TEXT];
        g->write_move(p, t->legal.move[i], text);
        if (!wins_by_record(g, p, text))
            continue;
        assert_true(found < t->wins.count && t->wins.move[found] == t->legal.move[i]);
        found++;
        places |= places_of(g, p, t->legal.move[i]);
    }
    assert_int_equal(found, t->wins.count);
    assert_true(wins_places(g, p, &t->wins) == places);
    /* What a page gets is the same; threats beside it take their time. */
    if (t->positions % SHOWN == 0)
        assert_true(shown(s, g, p) == places);
    t->positions++;
    t->winning += found > 0;
    t->several += found > 1;
}

/* The first of a few random moves that does not lose at once. */
static void step_on(const Game *g, const Position *p, const MoveList *legal, uint64_t *seed, Position *out)
{
    for (int tries = 0; tries < 12; tries++) {
        g->play(p, legal->move[random_next(seed) % legal->count], out);
        Outcome o = g->outcome(out);
        if (!o.over || o.winner == game_side(g, g->mover(p)))
            return;
    }
}

/* The last positions of random games, where there is something to win. */
static void every_ruleset_with_two_sides(void **unused)
{
    (void)unused;
    static Position line[LONGEST + 1];
    int rich = 0;
    Session *s = session_new(&(SessionOptions){.lang = LANG_EN, .scripted = true});
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        Tested t = {0};
        uint64_t seed = 77 + n;
        while (g->sides == 2 && t.positions < POSITIONS) {
            int length = 0;
            g->start(&line[0]);
            while (length < LONGEST && !g->outcome(&line[length]).over) {
                assert_true(movelist_fill(&t.legal, g, &line[length]));
                step_on(g, &line[length], &t.legal, &seed, &line[length + 1]);
                length++;
            }
            for (int i = length > 12 ? length - 12 : 0; i < length && t.positions < POSITIONS; i++)
                if (g->moves(&line[i], NULL, 0) <= MOST_MOVES)
                    compare(&t, g, &line[i], s);
        }
        if (g->sides == 2) {
            print_message("%s: %d positions, %d with a winning move, %d with several\n", g->id, t.positions, t.winning,
                          t.several);
            rich += t.several >= 10;
        }
        movelist_free(&t.legal);
        movelist_free(&t.wins);
    }
    /* In some games nobody wins by a move of their own: who must play on loses. */
    assert_true(rich >= 4);
    session_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_ruleset_with_two_sides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
