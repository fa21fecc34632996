/* Moves that win at once: what is shown equals brute force, for every ruleset with two sides, on a thousand
 * positions with such a move and on others around them. Pylos has none: whoever puts down their last ball loses,
 * and all but one of the thirty are needed under the top. Here records (text in, outcome out) decide who wins, and
 * steps which places count: neither shares code with what is tested. */
#include "core/index.h"
#include "core/random.h"
#include "engine/adviser.h"
#include "games/registry.h"
#include "session/view.h"
#include "session/wins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    WINNING = 1000,         /* positions with a winning move, at least */
    LONGEST = 300,          /* plies per game */
    LAST = 8,               /* … of which the last so many are tested */
    MOST_GAMES = 10000,
    MOST_DRAWN = 10000000,  /* positions out of a numbering */
    BESIDE = 50,            /* one in how many of those without a winning move is compared, too */
    MOST_MOVES = 150,
    SHOWN = 25
};

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

/* Whether the move, written down and read back, wins the game for the player who makes it. */
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

/* The places of winning moves in the state's JSON, as bits. */
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
    /* The page gets the same; not every time, because the threats in the same JSON take long. */
    if (t->positions % SHOWN == 0)
        assert_true(shown(s, g, p) == places);
    t->positions++;
    t->winning += found > 0;
    t->several += found > 1;
}

/* --- games that come to an end by a move --- */

/* The first of a few random moves that does not lose at once. */
static Move pick_random(const Game *g, const Position *p, const MoveList *legal, uint64_t *seed)
{
    Move m = 0;
    for (int tries = 0; tries < 12; tries++) {
        Position next;
        m = legal->move[random_next(seed) % legal->count];
        g->play(p, m, &next);
        Outcome o = g->outcome(&next);
        if (!o.over || o.winner == game_side(g, g->mover(p)))
            break;
    }
    return m;
}

/* One of the moves with the fewest choices: they neither take back nor raise, which would delay the end. */
static Move pick_plain(const Game *g, const Position *p, const MoveList *legal, uint64_t *seed)
{
    Step step[MAX_STEPS];
    int fewest = MAX_STEPS + 1;
    uint32_t equal = 0;
    Move m = 0;
    for (size_t i = 0; i < legal->count; i++) {
        int count = g->steps(p, legal->move[i], 0, step);
        equal = count < fewest ? 0 : equal;
        fewest = count < fewest ? count : fewest;
        if (count == fewest && random_next(seed) % ++equal == 0)
            m = legal->move[i];
    }
    return m;
}

/* A weak level's move: it heads for the end of the game, and now and then overlooks something. */
static Move pick_level(Adviser *a, const Position *p)
{
    Advice chosen;
    assert_true(adviser_choose(a, &(Situation){.position = *p}, 3, 0, NULL, NULL, &chosen));
    return chosen.move;
}

/* Plays a game; returns its number of plies. */
static int play_game(Tested *t, const Game *g, Adviser *a, int number, uint64_t *seed, Position line[LONGEST + 1])
{
    int length = 0;
    g->start(&line[0]);
    for (; length < LONGEST && !g->outcome(&line[length]).over; length++) {
        const Position *p = &line[length];
        assert_true(movelist_fill(&t->legal, g, p));
        Move m = number % 3 == 0   ? pick_random(g, p, &t->legal, seed)
                 : number % 3 == 1 ? pick_plain(g, p, &t->legal, seed)
                                   : pick_level(a, p);
        g->play(p, m, &line[length + 1]);
    }
    return length;
}

/* For games that can wander for long: any possible position, however it comes about. */
static void draw_positions(Tested *t, const Game *g, uint64_t *seed, Session *s)
{
    Message error;
    void *state = g->index->create(&error);
    assert_non_null(state);
    uint64_t size = g->index->size(state);
    for (int drawn = 0; t->winning < WINNING && drawn < MOST_DRAWN; drawn++) {
        Position p;
        if (!g->index->unrank(state, random_next_wide(seed) % size, &p) || g->outcome(&p).over)
            continue;
        assert_true(wins_fill(g, &p, &t->legal, &t->wins));
        if ((t->wins.count > 0 || drawn % BESIDE == 0) && t->legal.count <= MOST_MOVES)
            compare(t, g, &p, s);
    }
    g->index->destroy(state);
}

/* Whether there were enough positions. */
static bool is_tried(const Tested *t, const Game *g)
{
    return strcmp(g->family, "pylos") == 0 ? t->positions >= WINNING : t->winning >= WINNING;
}

/* The last positions of games as people in a hurry might play them, where wins are near. */
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
        if (g->sides != 2)
            continue;
        Adviser *a = adviser_create(g, (AdviserOptions){.tt_bytes = 1 << 20, .threads = 1, .seed = seed});
        assert_non_null(a);
        if (g->index && strcmp(g->family, "pylos") != 0)
            draw_positions(&t, g, &seed, s);
        for (int game = 0; !is_tried(&t, g) && game < MOST_GAMES; game++) {
            int length = play_game(&t, g, a, game, &seed, line);
            for (int i = length > LAST ? length - LAST : 0; i < length && !is_tried(&t, g); i++)
                if (g->moves(&line[i], NULL, 0) <= MOST_MOVES)
                    compare(&t, g, &line[i], s);
        }
        print_message("%s: %d positions, %d with a winning move, %d with several\n", g->id, t.positions, t.winning,
                      t.several);
        assert_true(is_tried(&t, g));
        assert_true(strcmp(g->family, "pylos") != 0 || t.winning == 0);
        rich += t.several >= 100;
        adviser_destroy(a);
        movelist_free(&t.legal);
        movelist_free(&t.wins);
    }
    assert_true(rich >= 4);
    session_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_ruleset_with_two_sides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
