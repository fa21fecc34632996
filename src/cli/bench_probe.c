/* colonnade bench probe: how long it takes to look up a random position. */
#include "cli/bench.h"

#include "cli/output.h"
#include "core/clock.h"
#include "core/memory.h"
#include "core/random.h"
#include "games/registry.h"
#include "solve/tablebase.h"

#include <stdio.h>

static struct {
    const char *game, *tables;
    double seconds;
    bool json;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    SECONDS_OPTION(&option.seconds),
    TABLES_OPTION(&option.tables),
    JSON_OPTION(&option.json),
    {0},
};

enum { POSITIONS = 100000, COLD = 300, BATCH = 256 };

/* Microseconds per position; negative: the table is wrong. */
typedef struct ProbeTimes {
    double cold;            /* by the clock, with nothing of the file in memory: one lookup each */
    double warm;            /* processor time for value and distance, with the file in memory */
    double batched;         /* the same for stored values, BATCH positions at a time */
} ProbeTimes;

static double measure_cold(Tablebase *t, const Position *p)
{
    Value value;
    tablebase_cool(t);
    const double begun = clock_now();
    for (int i = 0; i < COLD; i++)
        if (!tablebase_value(t, &p[i], &value))
            return -1;
    return 1e6 * (clock_now() - begun) / COLD;
}

/* The first round brings the file into memory and does not count. */
static double measure_warm(Tablebase *t, const Position *p, double seconds)
{
    double begun = 0;
    uint64_t asked = 0;
    for (int round = 0; round < 2 || clock_spent() - begun < seconds; round++) {
        if (round == 1)
            begun = clock_spent();
        for (int i = 0; i < POSITIONS; i++) {
            Value v;
            if (!tablebase_value(t, &p[i], &v))
                return -1;
        }
        asked += round > 0 ? POSITIONS : 0;
    }
    return 1e6 * (clock_spent() - begun) / (double)asked;
}

static double measure_batched(Tablebase *t, const Position *p, double seconds)
{
    uint64_t number[BATCH], asked = 0;
    uint16_t value[BATCH];
    const double begun = clock_spent();
    while (asked == 0 || clock_spent() - begun < seconds)
        for (int i = 0; i + BATCH <= POSITIONS; i += BATCH, asked += BATCH)
            if (!tablebase_numbers(t, p + i, BATCH, number, value))
                return -1;
    return 1e6 * (clock_spent() - begun) / (double)asked;
}

static bool measure(Tablebase *t, const Position *p, double seconds, ProbeTimes *out)
{
    out->cold = measure_cold(t, p);
    out->warm = measure_warm(t, p, seconds);
    out->batched = measure_batched(t, p, seconds);
    return out->cold >= 0 && out->warm >= 0 && out->batched >= 0;
}

static bool choose(Tablebase *t, const Game *g, Position *out)
{
    Message error;
    void *state = g->index->create(&error);
    if (!state)
        return false;
    uint64_t random = 1, size = tablebase_info(t)->size;
    for (int i = 0; i < POSITIONS;)
        i += g->index->unrank(state, random_next_wide(&random) % size, &out[i]);
    g->index->destroy(state);
    return true;
}

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    if (only && !only->index)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, only->id);
    CliOutput a;
    output_open(&a);
    json_open_array(&a.json, "measurements");
    int tables = 0;
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        Message error = {0};
        if (!g->index || (only && only != g))
            continue;
        Tablebase *t = tablebase_open(g, option.tables, &error);
        if (!t)
            continue;
        Position *p = memory_resize(NULL, POSITIONS * sizeof *p);
        ProbeTimes time;
        bool good = p && choose(t, g, p) && measure(t, p, option.seconds, &time);
        memory_free(p);
        tablebase_close(t);
        if (!good) {
            output_drop(&a);
            return cli_fail(EXIT_ILLEGAL, call->lang, T("the table of {0} is wrong: remove it"), 1, g->id);
        }
        tables++;
        if (option.json) {
            json_open_object(&a.json, NULL);
            json_text(&a.json, "game", g->id);
            json_double(&a.json, "per_second", 1e6 / time.warm);
            json_double(&a.json, "cold_microseconds", time.cold);
            json_double(&a.json, "warm_microseconds", time.warm);
            json_double(&a.json, "batched_microseconds", time.batched);
            json_close_object(&a.json);
        } else
            printf("%s: cold %.0f, warm %.2f, batched %.2f microseconds per random position\n", g->id, time.cold,
                   time.warm, time.batched);
    }
    if (tables == 0) {
        output_drop(&a);
        return cli_fail(EXIT_ILLEGAL, call->lang, T("there is no table: `colonnade solve GAME` makes one"), 0);
    }
    json_close_array(&a.json);
    ExitStatus status = option.json ? output_print(&a, call) : EXIT_DONE;
    output_drop(&a);
    return status;
}

const Command bench_probe = {
    .name = "probe",
    .operands = "",
    .summary = T("measure looking up in tables"),
    .help = T("The time to look up a random position in each table that is there: when nothing of the file is in "
              "memory (by the clock), value and distance when it is, and what the file holds of 256 at a time (both in "
              "processor time).\n"),
    .options = options,
    .run = run,
};
