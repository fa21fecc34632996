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

enum { POSITIONS = 100000 };

/* Microseconds of processor time per position; the first round brings the file into memory and is not counted. */
static double measure(Tablebase *t, const Position *p, double seconds)
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
        double time = p && choose(t, g, p) ? measure(t, p, option.seconds) : -1;
        memory_free(p);
        tablebase_close(t);
        if (time < 0) {
            output_drop(&a);
            return cli_fail(EXIT_MACHINE, call->lang, T("the table of {0} is wrong: remove it"), 1, g->id);
        }
        tables++;
        if (option.json) {
            json_open_object(&a.json, NULL);
            json_text(&a.json, "game", g->id);
            json_double(&a.json, "per_second", time > 0 ? 1e6 / time : 0);
            json_close_object(&a.json);
        } else
            printf("%s: %.2f microseconds of processor time for the value and distance of a random position\n", g->id,
                   time);
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
    .help = T("The time to look up a random position in each table that is there.\n"),
    .options = options,
    .run = run,
};
