/* colonnade bench solve: solves small boards from scratch. */
#include "cli/bench.h"

#include "cli/output.h"
#include "core/clock.h"
#include "games/registry.h"
#include "solve/retro.h"

#include <stdio.h>

static struct {
    const char *game;
    double seconds;
    int threads;
    bool json;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    SECONDS_OPTION(&option.seconds),
    THREADS_OPTION(&option.threads),
    JSON_OPTION(&option.json),
    {0},
};

static bool solve_once(const SolveIndex *index, const void *state, RetroResult *r, Message *error)
{
    RetroJob job = {.index = index, .state = state, .name = "", .threads = option.threads};
    if (retro_solve(&job, r, error) != RETRO_DONE)
        return false;
    retro_free(r);
    return true;
}

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    if (only && !(only->index && only->index->small))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} cannot be solved: it has no index"), 1, option.game);
    CliOutput a;
    output_open(&a);
    json_open_array(&a.json, "measurements");
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        const SolveIndex *index = g->index ? g->index->small : NULL;
        if (!index || (only && only != g))
            continue;
        Message error = {0};
        RetroResult r;
        void *state = index->create(&error);
        double begun = clock_now(), seconds = 0;
        int times = 0;
        bool good = state;
        for (; good && (times == 0 || seconds < option.seconds); times++) {
            good = solve_once(index, state, &r, &error);
            seconds = clock_now() - begun;
        }
        if (state)
            index->destroy(state);
        if (!good) {
            output_drop(&a);
            cli_fail_message(call->lang, NULL, &error);
            return EXIT_MACHINE;
        }
        double rate = (double)r.positions * times / seconds;
        if (option.json) {
            json_open_object(&a.json, NULL);
            json_text(&a.json, "game", g->id);
            json_number(&a.json, "positions", (int64_t)r.positions);
            json_double(&a.json, "per_second", rate);
            json_close_object(&a.json);
        } else
            printf("%s (small board): %ju positions, %.2f million positions per second\n", g->id,
                   (uintmax_t)r.positions, 1e-6 * rate);
    }
    json_close_array(&a.json);
    ExitStatus status = option.json ? output_print(&a, call) : EXIT_DONE;
    output_drop(&a);
    return status;
}

const Command bench_solve = {
    .name = "solve",
    .operands = "",
    .summary = T("solve small boards"),
    .help = T("Solves small boards of the rulesets that can be solved: positions per second.\n"),
    .options = options,
    .run = run,
};
