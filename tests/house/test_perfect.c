/* Level 10 without tables of its own plays whole games without a mistake: by what a house with tables answers, and by
 * ranges of bytes of a file that a plain server has. On a small board, where the table says what every move is worth;
 * here it is the only game there is. */
#include "engine/adviser.h"
#include "engine/oracle_far.h"
#include "engine/oracle_ranged.h"
#include "engine/oracle_tablebase.h"
#include "games/registry.h"

#include "../unit/instrumented.h"
#include "../unit/small_table.h"
#include "world.h"

#include <inttypes.h>

/* One position in how many a game begins from; plies. */
enum { EVERY = INSTRUMENTED ? 101 : 11, LONGEST_GAME = 120, MS_PER_MOVE = 200 };

/* --- the small board, in words that travel --- */

static size_t write_position(const Position *p, char out[POSITION_TEXT])
{
    return (size_t)snprintf(out, POSITION_TEXT, "%016" PRIx64, p->w[0]);
}

static bool read_position(const char *text, Position *out, Message *error)
{
    char *end;
    (void)error;
    *out = (Position){{strtoull(text, &end, 16)}};
    return end == text + 16 && !*end;
}

static size_t write_move(const Position *p, Move m, char out[MOVE_TEXT])
{
    (void)p;
    return (size_t)snprintf(out, MOVE_TEXT, "%" PRIx64, m);
}

static Game spoken;

size_t registry_count(void) { return 1; }
const Game *registry_game(size_t i) { return i == 0 ? &spoken : NULL; }
const Game *registry_find(const char *id) { return strcmp(id, spoken.id) == 0 ? &spoken : NULL; }
const Game *registry_solvable(const char *id) { return registry_find(id); }

/* --- where the values come from --- */

static const Fixture *fixture;
static Tablebase *tables;       /* what the players do not see */

static int set_up_all(void **state)
{
    Message error = {0};
    spoken = small;
    spoken.write_position = write_position;
    spoken.read_position = read_position;
    spoken.write_move = write_move;
    set_up(state);
    fixture = *state;
    tables = tablebase_open(&small, fixture->folder, &error);
    return tables ? 0 : -1;
}

static int tear_down_all(void **state)
{
    tablebase_close(tables);
    return tear_down(state);
}

static bool oracle_of_house(const Game *g, const char *folder, Oracle *out)
{
    (void)folder;
    return oracle_of_tablebase(g, fixture->folder, out);
}

typedef struct Asked {
    World world;
    Buffer file;
    int questions;
} Asked;

/* As much as one visitor may ask: a question per move, and time passes. */
static OracleFetched fetch(void *context, const Game *g, const char *position, Buffer *out)
{
    Asked *a = context;
    a->questions++;
    world_pass(&a->world, MS_PER_MOVE);
    const char *why = house_probe(a->world.house, 1, g->id, position, out);
    return !why ? ORACLE_FETCHED : strcmp(why, "trouble") == 0 ? ORACLE_OUT_OF_TIME : ORACLE_UNAVAILABLE;
}

static bool read_range(void *context, uint64_t at, size_t size, void *out)
{
    Asked *a = context;
    a->questions++;
    if (at > a->file.length || size > a->file.length - at)
        return false;
    memcpy(out, a->file.text + at, size);
    return true;
}

static void no_trouble(void *context, const Message *why)
{
    (void)context;
    fail_msg("%s", why->id);
}

/* --- games --- */

static uint64_t seed = 1;

/* The reply that resists longest in every second game; else a random one. */
static Move reply_to(const Position *p, bool best)
{
    MoveList list = {0};
    assert_true(movelist_fill(&list, &small, p));
    Move chosen = list.move[random_next_wide(&seed) % list.count];
    Value most = {0}, v;
    for (size_t i = 0; best && i < list.count; i++) {
        assert_true(tablebase_move_value(tables, p, list.move[i], &v));
        if (i > 0 && value_rank(v) <= value_rank(most))
            continue;
        most = v;
        chosen = list.move[i];
    }
    movelist_free(&list);
    return chosen;
}

/* The move of level 10, which is as good as any. `longest`: when losing, too, it knows how long each move lasts. */
static Move play_best(Adviser *adviser, const Position *p, bool longest)
{
    Advice a;
    Value best, v;
    assert_true(tablebase_value(tables, p, &best));
    assert_true(adviser_choose(adviser, &(Situation){.position = *p}, LEVEL_MAX, 0, NULL, NULL, &a));
    assert_true(a.value.proven);
    assert_true(strcmp(a.source, "table") == 0 || strcmp(a.source, "rules") == 0);
    assert_true(tablebase_move_value(tables, p, a.move, &v));
    assert_int_equal(v.result, best.result);
    assert_int_equal(a.value.result, best.result);
    if (value_wins(best) || longest) {
        assert_int_equal(v.plies, best.plies);
        assert_int_equal(a.value.plies, best.plies);
    }
    return a.move;
}

/* Plays from `p`, which level 10 is to move in; returns the plies. `result` is for level 10; 0: not over. */
static int play_game(Adviser *adviser, Position p, bool resist, bool longest, int *result)
{
    const int seat = small.mover(&p);
    int ply = 0;
    for (; ply < LONGEST_GAME && !small.outcome(&p).over; ply++)
        small.play(&p, small.mover(&p) == seat ? play_best(adviser, &p, longest) : reply_to(&p, resist), &p);
    Outcome o = small.outcome(&p);
    *result = !o.over ? 0 : o.winner == seat ? 1 : -1;
    return ply;
}

static void play_games(Adviser *adviser, bool longest)
{
    int games[3] = {0}, longest_win = 0;
    for (uint64_t n = 0; n < fixture->solution.size; n++) {
        Position p;
        Value v;
        int result;
        if (!small.index->unrank(fixture->state, n, &p))
            continue;
        assert_true(tablebase_value(tables, &p, &v));
        const bool resist = games[v.result + 1]++ % 2;
        const int plies = play_game(adviser, p, resist, longest, &result);
        assert_true(result >= v.result);
        if (value_wins(v))
            assert_true(resist ? plies == v.plies : plies <= v.plies);
        if (value_wins(v) && plies > longest_win)
            longest_win = plies;
        n += EVERY;
    }
    assert_true(games[0] > 5 && games[1] > 0 && games[2] > 5);
    assert_true(longest_win >= 10);
}

static Adviser *adviser_with(Oracle oracle)
{
    Adviser *a = adviser_create(&spoken, (AdviserOptions){.tt_bytes = 1 << 16, .threads = 1});
    assert_non_null(a);
    assert_true(adviser_add_oracle(a, oracle));
    return a;
}

static void whole_games_by_what_a_house_answers(void **state)
{
    (void)state;
    char path[160];
    Oracle oracle;
    Asked asked = {.world = {.oracle = oracle_of_house, .limited = true}};
    snprintf(path, sizeof path, "%s/house.db", fixture->folder);
    world_open(&asked.world, path, 1);
    assert_true(oracle_of_far(&spoken, fetch, NULL, &asked, &oracle));
    Adviser *adviser = adviser_with(oracle);
    play_games(adviser, true);
    assert_true(asked.questions > 100);
    adviser_destroy(adviser);
    world_stop(&asked.world);
    unlink(path);
}

static void whole_games_by_ranges_of_a_file(void **state)
{
    (void)state;
    Oracle oracle;
    Asked asked = {0};
    read_whole(fixture->path, &asked.file);
    assert_true(oracle_of_ranges(&spoken, read_range, no_trouble, &asked, &oracle));
    Adviser *adviser = adviser_with(oracle);
    play_games(adviser, true);
    adviser_destroy(adviser);
    buffer_free(&asked.file);
}

/* A file that leaves out how long wins last still says how long losses do: enough to win as fast as can be. */
static void whole_games_by_ranges_of_a_shorter_file(void **state)
{
    (void)state;
    char path[160];
    Oracle oracle;
    Message error = {0};
    Asked asked = {0};
    SolveIndex index = *small.index;
    index.derive_wins = true;
    snprintf(path, sizeof path, "%s/short.table", fixture->folder);
    assert_true(tablebase_write(path, "small", &index, fixture->state, &fixture->solution, 2, &error));
    read_whole(path, &asked.file);
    unlink(path);
    spoken.index = &index;
    assert_true(oracle_of_ranges(&spoken, read_range, no_trouble, &asked, &oracle));
    Adviser *adviser = adviser_with(oracle);
    play_games(adviser, false);
    adviser_destroy(adviser);
    spoken.index = small.index;
    buffer_free(&asked.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_by_what_a_house_answers),
        cmocka_unit_test(whole_games_by_ranges_of_a_file),
        cmocka_unit_test(whole_games_by_ranges_of_a_shorter_file),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
