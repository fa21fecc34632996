/* Ten thousand lists of random actions against a round: wrong seats, late and illegal moves, double
 * offers, clocks that jump backwards. Whatever is asked for, the invariants hold, and the events
 * lead to the same state when they are replayed from their text. */
#include "core/random.h"
#include "games/registry.h"
#include "round/round.h"

#include "instrumented.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LISTS = INSTRUMENTED ? 1000 : 10000 };

typedef struct Run {
    uint64_t seed;
    Round *round;
    Buffer log;             /* text of every event */
    int64_t now;
    MoveList moves;
} Run;

static uint32_t below(Run *run, uint32_t n) { return random_next(&run->seed) % n; }

static void keep(Run *run, const RoundEvents *events)
{
    for (int i = 0; i < events->count; i++) {
        char line[ROUND_LINE], again[ROUND_LINE];
        RoundEvent read;
        round_event_write(&events->event[i], line);
        assert_true(round_event_read(line, registry_find, &read));
        round_event_write(&read, again);
        assert_string_equal(line, again);
        buffer_format(&run->log, "%s\n", line);
    }
}

static RoundClock random_clock(Run *run)
{
    switch (below(run, 5)) {
    case 0: return (RoundClock){ROUND_SUDDEN, 1 + below(run, 30000), 0};
    case 1: return (RoundClock){ROUND_INCREMENT, 1 + below(run, 20000), 1 + below(run, 2000)};
    case 2: return (RoundClock){ROUND_PER_MOVE, 1 + below(run, 20000), 0};
    default: return (RoundClock){0};
    }
}

static void start(Run *run)
{
    RoundEvents events;
    const Game *game = registry_game(below(run, (uint32_t)registry_count()));
    RoundOptions options = {.game = game,
                            .clock = random_clock(run),
                            .free = below(run, 3) == 0,
                            .lag = below(run, 2) ? below(run, 500) : 0,
                            .claim_after = below(run, 2) ? 1 + below(run, 5000) : 0};
    run->now = 1000 + below(run, 1000000);
    run->round = round_new(&options, run->now, &events);
    assert_non_null(run->round);
    assert_int_equal(events.count, 1);
    keep(run, &events);
    for (int seat = 0; !options.free && seat < game->players; seat++) {
        RoundAction sit = {.type = ROUND_SIT, .seat = seat, .kind = ROUND_PERSON, .text = "Anne"};
        if (below(run, 4) == 0)
            sit = (RoundAction){.type = ROUND_SIT, .seat = seat, .kind = ROUND_LEVEL, .level = 1 + (int)below(run, 10)};
        assert_true(round_apply(run->round, &sit, run->now, &events, NULL));
        keep(run, &events);
    }
}

/* A legal move at some node, usually the current one; now and then nonsense. */
static void random_move(Run *run, RoundAction *a, char text[MOVE_TEXT])
{
    const Game *game = round_game(run->round);
    Tree *m = round_tree(run->round);
    a->type = ROUND_MOVE;
    a->node = below(run, 6) ? ROUND_HEAD : (int)below(run, (uint32_t)tree_count(m) + 1);
    int node = a->node == ROUND_HEAD || a->node >= tree_count(m) ? round_head(run->round) : a->node;
    const Position *p = &tree_node(m, node)->position;
    a->seat = below(run, 8) ? game->mover(p) : (int)below(run, 6) - 1;
    a->lag = below(run, 4) ? 0 : (int64_t)below(run, 2000) - 500;
    assert_true(movelist_fill(&run->moves, game, p));
    strcpy(text, "z9");
    if (run->moves.count && below(run, 16))
        game->write_move(p, run->moves.move[below(run, (uint32_t)run->moves.count)], text);
    a->text = text;
}

static void random_action(Run *run, RoundAction *a, char text[MOVE_TEXT])
{
    *a = (RoundAction){.node = ROUND_HEAD};
    if (below(run, 3)) {
        random_move(run, a, text);
        if (below(run, 12) == 0)
            a->type = ROUND_TRY;
        return;
    }
    a->type = (RoundActionType)below(run, ROUND_ACTIONS);
    a->seat = (int)below(run, 6) - 1;
    a->kind = (RoundSeatKind)below(run, ROUND_SEAT_KINDS + 1);
    a->level = a->kind == ROUND_LEVEL ? (int)below(run, 12) : 0;
    a->offer = (RoundOffer)below(run, ROUND_OFFERS + 1);
    a->yes = below(run, 2);
    a->amount = (int64_t)below(run, 20000) - 100;
    a->clock = random_clock(run);
    a->reason = (Reason)below(run, REASON_COUNT);
    a->text = below(run, 2) ? "Zo\xc3\xab" : below(run, 2) ? NULL : "\xff";
    /* A game that is aborted or resigned at once shows little. */
    bool ends = a->type == ROUND_ABORT || a->type == ROUND_RESIGN;
    if (ends && below(run, 4))
        a->type = ROUND_TICK;
}

static void state(const Run *run, Buffer *out)
{
    buffer_clear(out);
    round_write(run->round, out);
    assert_false(out->failed);
}

static void check_results(const Round *r)
{
    const Game *game = round_game(r);
    Outcome o = round_outcome(r);
    bool result = round_phase(r) == ROUND_OVER && !round_is_aborted(r);
    assert_true(!result || o.over);
    for (int seat = 0; seat < game->players; seat++) {
        RoundResult got = round_result(r, seat);
        if (round_seat(r, seat)->left)
            assert_int_equal(got, ROUND_LOST);
        else if (!result)
            assert_int_equal(got, ROUND_OPEN);
        else if (o.winner == DRAW)
            assert_int_equal(got, ROUND_DREW);
        else
            assert_int_equal(got, o.winner == game_side(game, seat) ? ROUND_WON : ROUND_LOST);
    }
}

static void check_state(Run *run)
{
    Round *r = run->round;
    const Game *game = round_game(r);
    int64_t deadline = 0;
    int running = round_running(r);
    assert_int_equal(round_head(r), tree_main_end(round_tree(r)));
    assert_true(round_is_free(r) || tree_count(round_tree(r)) == tree_node(round_tree(r), round_head(r))->ply + 1);
    assert_int_equal(round_deadline(r, &deadline), running >= 0);
    assert_true(running < 0 || (deadline >= round_last(r) && running == round_mover(r)));
    assert_true(round_phase(r) == ROUND_PLAYING || running < 0);
    for (int seat = 0; seat < game->players; seat++) {
        int64_t time = round_seat(r, seat)->time;
        assert_true(time >= 0 && time <= 2 * ROUND_LONGEST);
        assert_true(round_time_left(r, seat, run->now) <= time);
        assert_int_equal(round_time_left(r, seat, round_last(r) - 100000), time);
    }
    for (int which = 0; which < ROUND_OFFERS; which++) {
        unsigned asked = 0;
        int by = round_offered(r, (RoundOffer)which, &asked);
        assert_true(by >= 0 ? !(asked & 1u << by) && (asked || round_rematch_agreed(r)) : asked == 0);
        assert_true(by < 0 || (round_phase(r) == ROUND_OVER) == (which == ROUND_REMATCH));
    }
    check_results(r);
}

static void check_events(const Run *run, const RoundEvents *events, uint32_t before, int64_t last)
{
    for (int i = 0; i < events->count; i++) {
        assert_int_equal(events->event[i].number, ++before);
        assert_true(events->event[i].at >= last);
        last = events->event[i].at;
    }
    assert_int_equal(round_events(run->round), before);
    assert_int_equal(round_last(run->round), last);
}

/* `before` is the state before the action, and after it when this returns. A refusal changes nothing; a move that
 * counted was in time. */
static void one_action(Run *run, Buffer *before, Buffer *after)
{
    char text[MOVE_TEXT];
    RoundAction a;
    RoundEvents events;
    RoundRefusal why = {0};
    uint32_t number = round_events(run->round);
    int64_t last = round_last(run->round);
    random_action(run, &a, text);
    run->now += below(run, 10)  ? below(run, 900)
                : below(run, 2) ? -(int64_t)below(run, 50000)
                                : (int64_t)below(run, 9000);
    int64_t now = run->now > last ? run->now : last;
    int running = round_running(run->round);
    int64_t left = running >= 0 ? round_time_left(run->round, running, now) : 1;
    bool ok = round_apply(run->round, &a, run->now, &events, &why);
    state(run, after);
    assert_int_equal(ok, why.code == ROUND_DONE);
    assert_true(ok || events.count == 0 || why.code == ROUND_LATE);
    if (events.count == 0)
        assert_string_equal(buffer_text(before), buffer_text(after));
    if (ok && a.type == ROUND_MOVE && running == a.seat && a.lag <= 0)
        assert_true(left > 0);
    if (why.code == ROUND_LATE)
        assert_int_equal(events.event[0].type, ROUND_FLAGGED);
    check_events(run, &events, number, last);
    keep(run, &events);
    check_state(run);
    Buffer old = *before;
    *before = *after;
    *after = old;
}

static void lists_of_random_actions_replay(void **unused)
{
    Buffer before = {0}, after = {0};
    (void)unused;
    for (uint64_t list = 1; list <= LISTS; list++) {
        Run run = {.seed = list * UINT64_C(0x9e3779b97f4a7c15)};
        size_t line = 0;
        start(&run);
        state(&run, &before);
        for (uint32_t i = 0, n = 4 + below(&run, 30); i < n; i++)
            one_action(&run, &before, &after);
        state(&run, &before);
        Round *again = round_replay(buffer_text(&run.log), run.log.length, registry_find, &line);
        assert_non_null(again);
        buffer_clear(&after);
        round_write(again, &after);
        assert_string_equal(buffer_text(&before), buffer_text(&after));
        round_free(again);
        round_free(run.round);
        buffer_free(&run.log);
        movelist_free(&run.moves);
    }
    buffer_free(&before);
    buffer_free(&after);
}

/* Missing, doubled or changed lines never do harm: they are refused or make a different round. */
static void damaged_logs_are_harmless(void **unused)
{
    (void)unused;
    Buffer before = {0}, after = {0};
    for (uint64_t list = 1; list <= 300; list++) {
        Run run = {.seed = list * UINT64_C(0xd6e8feb86659fd93)};
        start(&run);
        state(&run, &before);
        for (int i = 0; i < 12; i++)
            one_action(&run, &before, &after);
        for (int i = 0; i < 20; i++) {
            Buffer copy = {0};
            buffer_add(&copy, buffer_text(&run.log));
            copy.text[below(&run, (uint32_t)copy.length)] = (char)below(&run, 256);
            size_t from = below(&run, 3) ? 0 : below(&run, (uint32_t)copy.length);
            Round *again = round_replay(copy.text + from, copy.length - from, registry_find, NULL);
            round_free(again);
            buffer_free(&copy);
        }
        round_free(run.round);
        buffer_free(&run.log);
        movelist_free(&run.moves);
    }
    buffer_free(&before);
    buffer_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_random_actions_replay),
        cmocka_unit_test(damaged_logs_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
