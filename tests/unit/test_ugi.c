/* The engine protocol: a scripted dialogue, rubbish, and stopping. */
#include "core/memory.h"
#include "core/utf8.h"
#include "games/registry.h"
#include "ui/ugi/ugi.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { LINES = 4096, LINE = 512 };

/* What the engine said; lines come from two threads. */
typedef struct Heard {
    pthread_mutex_t lock;
    int count;
    bool deaf;
    char line[LINES][LINE];
} Heard;

static Heard heard;

static bool hear(void *context, const char *line)
{
    Heard *h = context;
    assert_null(strpbrk(line, "\r\n"));
    pthread_mutex_lock(&h->lock);
    if (h->count < LINES)
        snprintf(h->line[h->count++], LINE, "%s", line);
    bool open = !h->deaf;
    pthread_mutex_unlock(&h->lock);
    return open;
}

static const Game *game_at(size_t i) { return i < registry_count() ? registry_game(i) : NULL; }

static Ugi *begin(const char *game)
{
    heard.count = 0;
    heard.deaf = false;
    UgiOptions options = {
        .game = registry_find(game), .find = registry_find, .list = game_at, .hash = 1, .threads = 1, .version = "0"};
    Ugi *u = ugi_create(options, hear, &heard);
    assert_non_null(u);
    return u;
}

/* Processor seconds that this program has used, however busy the machine is. */
static double worked(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int starting_with(const char *start)
{
    int n = 0;
    pthread_mutex_lock(&heard.lock);
    for (int i = 0; i < heard.count; i++)
        n += strncmp(heard.line[i], start, strlen(start)) == 0;
    pthread_mutex_unlock(&heard.lock);
    return n;
}

static const char *last(void) { return heard.count ? heard.line[heard.count - 1] : ""; }

static bool always(void *context)
{
    (void)context;
    return true;
}

/* Checks the only line that answers a question. */
static void expect(Ugi *u, const char *line, const char *answer)
{
    assert_true(ugi_line(u, line));
    assert_string_equal(last(), answer);
}

static void a_scripted_dialogue(void **state)
{
    (void)state;
    Ugi *u = begin("pylos");
    expect(u, "ugi", "ugiok");
    assert_int_equal(starting_with("id name "), 1);
    assert_int_equal(starting_with("id author "), 1);
    assert_int_equal(starting_with("option name "), 5);
    expect(u, "isready", "readyok");
    assert_true(ugi_line(u, "uginewgame"));
    assert_true(ugi_line(u, "position startpos"));
    expect(u, "query p1turn", "response true");
    expect(u, "query gameover", "response false");
    expect(u, "query result", "response none");
    assert_true(ugi_line(u, "position startpos moves 1a1 1b2"));
    expect(u, "query position", "response ..../..../.b../w...|.../.../...|../..|. w");
    assert_true(ugi_line(u, "position fen ..../..../.b../w...|.../.../...|../..|. w moves 1c3"));
    expect(u, "query p1turn", "response false");
    heard.count = 0;
    assert_true(ugi_line(u, "go nodes 5000"));
    ugi_finish(u, always, NULL);
    assert_int_equal(starting_with("bestmove "), 1);
    assert_true(starting_with("info depth ") > 0);
    char word[3][LINE];
    assert_int_equal(sscanf(last(), "%511s %511s %511s", word[0], word[1], word[2]), 2);
    assert_false(ugi_line(u, "quit"));
    ugi_destroy(u);
}

static void a_finished_game_is_known(void **state)
{
    (void)state;
    Ugi *u = begin("pilea");
    assert_true(ugi_line(u, "position fen -,-,-,-,-/-,-,-,-,-/-,wwwww,xxx,bb,-/-,-,-,bbb,-/-,-,-,-,- w moves b3-c3"));
    expect(u, "query gameover", "response true");
    expect(u, "query result", "response p1win");
    expect(u, "go depth 3", "bestmove none");
    ugi_destroy(u);
}

static void repetition_ends_a_game(void **state)
{
    (void)state;
    Ugi *u = begin("pilea");
    assert_true(ugi_line(u, "position fen w,w,w,w,w/-,-,-,-,-/-,-,xxx,-,-/-,-,-,-,-/b,b,b,b,b w moves "
                            "a5-a4 a1-a2 a4-a5 a2-a1 a5-a4 a1-a2 a4-a5 a2-a1"));
    expect(u, "query result", "response draw");
    ugi_destroy(u);
}

static void every_two_sided_ruleset_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (g->sides != 2)
            continue;
        char line[64];
        Ugi *u = begin("pylos");
        snprintf(line, sizeof line, "setoption name Game value %s", g->id);
        assert_true(ugi_line(u, line));
        for (int level = 1; level <= 10; level += 3) {
            snprintf(line, sizeof line, "setoption name Level value %d", level);
            assert_true(ugi_line(u, line));
            assert_true(ugi_line(u, "go movetime 30"));
            ugi_finish(u, always, NULL);
        }
        assert_int_equal(starting_with("bestmove "), 4);
        assert_int_equal(starting_with("info string"), 0);
        ugi_destroy(u);
    }
}

static void rubbish_gets_a_sentence_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const rubbish[] = {
        "xyzzy",
        "position",
        "position fen",
        "position fen moves",
        "position fen rubbish w",
        "position startpos moves 9z9",
        "position startpos moves 1a1 1a1",
        "position startpos 1a1",
        "setoption",
        "setoption name Hash",
        "setoption name Hash value x",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value 0",
        "setoption name Threads value 100000",
        "setoption name Level value 11",
        "setoption name Nothing value 1",
        "setoption name Game value chess",
        "query",
        "query x",
        "\001\002\377\376",
        "go_on",
        "position fen ..../..../..../....|.../.../...|../..|. w w moves",
    };
    Ugi *u = begin("pylos");
    assert_true(ugi_line(u, "position startpos moves 1a1"));
    for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) {
        heard.count = 0;
        assert_true(ugi_line(u, rubbish[i]));
        assert_int_equal(heard.count, 1);
        assert_int_equal(strncmp(last(), "info string ", 12), 0);
        assert_true(strlen(last()) > 15);
        assert_true(utf8_valid(last(), strlen(last()), NULL));
        expect(u, "query position", "response ..../..../..../w...|.../.../...|../..|. b");
    }
    heard.count = 0;
    assert_true(ugi_line(u, ""));
    assert_true(ugi_line(u, "  \t "));
    assert_true(ugi_line(u, "stop"));
    assert_int_equal(heard.count, 0);
    assert_true(ugi_line(u, "go depth x nodes y movetime z wtime foo nodes 99"));
    ugi_finish(u, always, NULL);
    assert_int_equal(starting_with("bestmove "), 1);
    ugi_destroy(u);
}

static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char *const words[] = {
        "go",      "stop",  "position", "startpos",   "fen",  "moves", "setoption",   "name",  "value",
        "Hash",    "nodes", "1a1",      "w",          "-",    "0",     "-5",          "depth", "1",
        "isready", "ugi",   "query",    "uginewgame", "Game", "pyrga", "99999999999", "\t",    "\377"};
    Ugi *u = begin("pylos");
    unsigned random = 1;
    for (int i = 0; i < 2000; i++) {
        char line[256] = "";
        for (int n = 0; n < 6; n++) {
            random = random * 1664525 + 1013904223;
            strcat(line, words[(random >> 16) % (sizeof words / sizeof *words)]);
            strcat(line, " ");
        }
        heard.count = 0;
        assert_true(ugi_line(u, line));
        ugi_line(u, "stop");
        char first[LINE] = "";
        sscanf(line, "%511s", first);
        assert_int_equal(starting_with("bestmove "), strcmp(first, "go") == 0);
    }
    ugi_destroy(u);
}

/* Whichever allocation fails, nobody waits for ever. */
static void every_go_is_answered_without_memory(void **state)
{
    (void)state;
    for (int n = 0; n < 24; n++) {
        Ugi *u = begin("pylos");
        memory_fail_after(n);
        ugi_line(u, "go nodes 100");
        ugi_finish(u, always, NULL);
        memory_fail_after(-1);
        assert_int_equal(starting_with("bestmove "), 1);
        ugi_destroy(u);
    }
}

static void stop_answers_within_50_ms(void **state)
{
    (void)state;
    for (size_t i = 0; i < registry_count(); i++) {
        const char *game = registry_game(i)->id;
        Ugi *u = begin(game);
        assert_true(ugi_line(u, "go infinite"));
        usleep(50000);
        assert_int_equal(starting_with("bestmove "), 0);
        heard.count = 0;
        expect(u, "isready", "readyok");
        assert_true(ugi_line(u, "position startpos"));
        assert_int_equal(starting_with("info string position has to wait"), 1);
        double told = worked();
        assert_true(ugi_line(u, "stop"));
        double waited = worked() - told;
        assert_int_equal(starting_with("bestmove "), 1);
        if (waited > 0.05)
            print_message("%s: %.0f ms\n", game, waited * 1000);
        assert_true(waited < 2);        /* sanitizers get some grace */
        /* At once, before the search has begun. */
        assert_true(ugi_line(u, "go infinite"));
        assert_true(ugi_line(u, "stop"));
        assert_int_equal(starting_with("bestmove "), 2);
        ugi_destroy(u);
    }
}

/* The first `go` makes the tables; clearing them in advance would delay `stop`. */
static void a_first_go_can_be_stopped_at_once(void **state)
{
    (void)state;
    Ugi *u = begin("pylos");
    assert_true(ugi_line(u, "setoption name Hash value 128"));
    double before = worked();
    assert_true(ugi_line(u, "go infinite"));
    assert_true(ugi_line(u, "stop"));
    double used = worked() - before;
    assert_int_equal(starting_with("bestmove "), 1);
    if (used > 0.05)
        print_message("%.0f ms\n", used * 1000);
    assert_true(used < 0.1);
    ugi_destroy(u);
}

static void nobody_listening_ends_it(void **state)
{
    (void)state;
    Ugi *u = begin("pylos");
    heard.deaf = true;
    assert_false(ugi_line(u, "isready"));
    assert_false(ugi_line(u, "isready"));
    ugi_destroy(u);
}

static void clocks_are_kept(void **state)
{
    (void)state;
    Ugi *u = begin("pylos");
    double before = worked();
    assert_true(ugi_line(u, "go wtime 2000 btime 2000 winc 0 binc 0"));
    ugi_finish(u, always, NULL);
    assert_true(worked() - before < 1.5);
    before = worked();
    assert_true(ugi_line(u, "go p1time 0 p2time 0"));
    ugi_finish(u, always, NULL);
    assert_true(worked() - before < 0.5);
    assert_int_equal(starting_with("bestmove "), 2);
    ugi_destroy(u);
}

int main(void)
{
    pthread_mutex_init(&heard.lock, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scripted_dialogue),
        cmocka_unit_test(a_finished_game_is_known),
        cmocka_unit_test(repetition_ends_a_game),
        cmocka_unit_test(every_two_sided_ruleset_answers),
        cmocka_unit_test(rubbish_gets_a_sentence_and_changes_nothing),
        cmocka_unit_test(random_bytes_do_no_harm),
        cmocka_unit_test(every_go_is_answered_without_memory),
        cmocka_unit_test(stop_answers_within_50_ms),
        cmocka_unit_test(a_first_go_can_be_stopped_at_once),
        cmocka_unit_test(nobody_listening_ends_it),
        cmocka_unit_test(clocks_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
