/* Layers of the opening: their arrays, what tables say, and the evaluation that they were made with. */
#include "contest/accuracy.h"
#include "core/file.h"
#include "core/memory.h"
#include "core/opening_layer.h"
#include "core/random.h"
#include "games/registry.h"
#include "solve/book.h"
#include "solve/opening_fuse_make.h"
#include "solve/opening_layer_make.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { FILE_LIMIT = 8 << 20, MOST = 5000, SEEDS = 100 };

/* --- arrays --- */

static void make_and_read(size_t count, int width)
{
    static FuseEntry entry[MOST];
    FuseMade made = {0};
    FuseResult result = FUSE_UNSUITED;
    uint64_t random = count * 10 + (unsigned)width;
    uint32_t seed = 0;
    for (size_t i = 0; i < count; i++)
        entry[i] = (FuseEntry){random_next_wide(&random), (unsigned)random_next(&random) & ((1u << width) - 1)};
    for (; result == FUSE_UNSUITED && seed < SEEDS; seed++)
        result = fuse_make(entry, count, width, seed, &made);
    assert_int_equal(result, FUSE_MADE);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(opening_fuse_sum(&made.fuse, entry[i].key, seed - 1), entry[i].number);
    fuse_drop(&made);
}

static void an_array_gives_back_every_number(void **state)
{
    (void)state;
    for (int width = 1; width <= 8; width++)
        for (size_t count = 1; count <= MOST; count = count * 5 + 1)
            make_and_read(count, width);
}

static void an_array_of_nothing_matches_nothing(void **state)
{
    (void)state;
    FuseMade made = {0};
    assert_int_equal(fuse_make(NULL, 0, 5, 0, &made), FUSE_MADE);
    assert_null(made.bit);
    for (uint64_t key = 0; key < 100; key++)
        assert_false(fuse_matches(&made, key, 0));
}

/* One in 2^width of all others. */
static void fingerprints_match_their_keys_and_few_others(void **state)
{
    (void)state;
    enum { COUNT = 1000, OTHERS = 16000, WIDTH = 4 };
    static FuseEntry entry[COUNT];
    FuseMade made = {0};
    uint64_t random = 1;
    uint32_t seed = 0;
    int others = 0;
    for (int i = 0; i < COUNT; i++) {
        entry[i].key = random_next_wide(&random);
        entry[i].number = opening_layer_fingerprint(entry[i].key, WIDTH);
    }
    while (fuse_make(entry, COUNT, WIDTH, seed, &made) != FUSE_MADE)
        assert_true(++seed < SEEDS);
    for (int i = 0; i < COUNT; i++)
        assert_true(fuse_matches(&made, entry[i].key, seed));
    for (int i = 0; i < OTHERS; i++)
        others += fuse_matches(&made, random_next_wide(&random), seed);
    assert_in_range(others, OTHERS / 16 / 2, OTHERS / 16 * 2);
    fuse_drop(&made);
}

static void too_little_memory_is_told(void **state)
{
    (void)state;
    const FuseEntry entry = {1, 1};
    FuseMade made = {0};
    long step = 0;
    for (;; step++) {
        memory_fail_after(step);
        FuseResult result = fuse_make(&entry, 1, 1, 0, &made);
        memory_fail_after(-1);
        fuse_drop(&made);
        if (result != FUSE_NO_MEMORY)
            break;
    }
    assert_int_equal(step, 6);
}

/* --- layers --- */

static int check_line(const Game *g, const OpeningLayer *o, const char *line, MoveList *list)
{
    AccuracyItem item;
    Message error;
    int compared = 0;
    if (!accuracy_read(g, line, &item, &error))
        return 0;
    assert_true(movelist_fill(list, g, &item.position));
    for (int i = 0; i < item.moves; i++) {
        Position next;
        g->play(&item.position, list->move[i], &next);
        const OpeningLayer *has = g->outcome(&next).over ? NULL : opening_layer_at(o, g, &next);
        if (!has)
            continue;
        assert_int_equal(opening_layer_value(has, g, &next, NULL), -item.value[i].result);
        compared++;
    }
    return compared;
}

/* The sets of bench/accuracy hold values that were looked up in tables, move by move. */
static void layers_say_what_tables_say(void **state)
{
    (void)state;
    int layers = 0;
    for (size_t n = 0; n < registry_count(); n++) {
        const Game *g = registry_game(n);
        const OpeningLayer *o = opening_layer_of(g);
        MoveList list = {0};
        char path[128];
        Buffer b = {0};
        Message error = {0};
        int compared = 0;
        if (!o)
            continue;
        layers++;
        snprintf(path, sizeof path, "bench/accuracy/%s.tsv", g->id);
        assert_true(file_read(path, FILE_LIMIT, &b, &error));
        char *rest = b.text;
        for (char *line; (line = strsep(&rest, "\n"));)
            compared += check_line(g, o, line, &list);
        assert_true(compared > (o->reached ? 40 : 200));
        movelist_free(&list);
        buffer_free(&b);
    }
    assert_true(layers >= 7);
}

static const OpeningLayer *from_text(const Game *g, const char *text)
{
    Position p;
    Message error;
    assert_true(g->read_position(text, &p, &error));
    return opening_layer_from(g, &p);
}

/* A position that no game leads to, as an editor makes it, may lead to others of which the layer knows nothing. */
static void a_layer_of_games_serves_games_alone(void **state)
{
    (void)state;
    static const char *const served[] = {"-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- w -", "-,-,-,-/-,-,-,-/-,S,-,-/-,-,-,- b Sb2",
                                         "-,-,-,-/-,s,-,-/-,S,-,-/-,-,-,- w Sb3"};
    static const char *const other[] = {"-,-,-,-/-,-,-,-/-,S,-,s/-,-,-,- w Sd2",
                                        "S,-,-,s/-,-,-,-/-,-,-,-/S,-,-,s w Sd1"};
    static const char *const late = "-,-,-,-/-,-,-,c/t,-,T,STc/sC,sC,tC,- w Cd3";
    const char *const names[] = {"pyrga", "pilotis"};
    for (int i = 0; i < 2; i++) {
        const Game *g = registry_find(names[i]);
        assert_true(opening_layer_of(g)->reached);
        for (size_t k = 0; k < sizeof served / sizeof *served; k++)
            assert_ptr_equal(from_text(g, served[k]), opening_layer_of(g));
        for (size_t k = 0; k < sizeof other / sizeof *other; k++)
            assert_null(from_text(g, other[k]));
        assert_null(from_text(g, late));
    }
}

static int best_result(const Game *g, const OpeningLayer *o, const Position *p)
{
    Outcome out = g->outcome(p);
    if (out.over)
        return out.winner == DRAW ? 0 : out.winner == g->mover(p) ? 1 : -1;
    if (opening_layer_has(o, g, p))
        return opening_layer_value(o, g, p, NULL);
    MoveList list = {0};
    int best = -1;
    assert_true(movelist_fill(&list, g, p));
    for (size_t i = 0; i < list.count && best < 1; i++) {
        Position next;
        g->play(p, list.move[i], &next);
        int result = -best_result(g, o, &next);
        best = result > best ? result : best;
    }
    movelist_free(&list);
    return best;
}

/* What was proven after five moves gives, carried back, what was proven after two. */
static void layers_agree_with_the_book(void **state)
{
    (void)state;
    size_t compared = 0;
    for (size_t i = 0; i < book_lines; i++) {
        const Game *g = registry_find(book_line[i].game);
        Position p;
        Message error;
        assert_true(g->read_position(book_line[i].position, &p, &error));
        const OpeningLayer *o = opening_layer_from(g, &p);
        assert_non_null(o);
        assert_int_equal(best_result(g, o, &p), book_line[i].result);
        compared++;
    }
    assert_true(compared > 200);
}

typedef struct Marked {
    const Game *game;
    uint32_t positions, mark;
} Marked;

static bool add_mark(void *context, const Position *p)
{
    Marked *m = context;
    int looks;
    uint64_t key = opening_layer_key(m->game, p, &looks);
    m->positions++;
    m->mark += opening_layer_mark(key, looks);
    return true;
}

/* Whoever trains another network has to make the layers anew. */
static void layers_fit_the_evaluation(void **state)
{
    (void)state;
    for (const OpeningLayer *o = opening_layer_table; o->game; o++) {
        Marked m = {.game = registry_find(o->game)};
        Message error = {0};
        if (INSTRUMENTED && o != opening_layer_table)
            continue;
        assert_true(opening_layer_visit(o, m.game, add_mark, &m, &error));
        assert_int_equal(m.positions, o->positions);
        assert_int_equal(m.mark, o->mark);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_gives_back_every_number),
        cmocka_unit_test(an_array_of_nothing_matches_nothing),
        cmocka_unit_test(fingerprints_match_their_keys_and_few_others),
        cmocka_unit_test(too_little_memory_is_told),
        cmocka_unit_test(layers_say_what_tables_say),
        cmocka_unit_test(a_layer_of_games_serves_games_alone),
        cmocka_unit_test(layers_agree_with_the_book),
        cmocka_unit_test(layers_fit_the_evaluation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
