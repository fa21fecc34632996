/* colonnade bench solve: small boards, solved from nothing. */
#include "cli/bench.h"
#include "cli/options.h"
#include "core/clock.h"
#include "games/registry.h"
#include "solve/retro.h"

#include <stdio.h>

static bool solve_once(const Options *o, const SolveIndex *index, const void *state, RetroResult *r, Message *error)
{
    RetroJob job = {.index = index, .state = state, .name = "", .threads = o->threads};
    if (retro_solve(&job, r, error) != RETRO_DONE)
        return false;
    retro_free(r);
    return true;
}

ExitStatus bench_solve(const Options *o)
{
    const Game *only = o->game ? registry_find(o->game) : NULL;
    if (only && !(only->index && only->index->small))
        return cli_fail(EXIT_USAGE, o->lang, T("{0} cannot be solved: it has no index"), 1, o->game);
    json_t *array = o->json ? json_array() : NULL;
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
        for (; good && (times == 0 || seconds < (o->seconds ? o->seconds : 1)); times++) {
            good = solve_once(o, index, state, &r, &error);
            seconds = clock_now() - begun;
        }
        if (state)
            index->destroy(state);
        if (!good) {
            json_decref(array);
            cli_fail_message(o->lang, NULL, &error);
            return EXIT_MACHINE;
        }
        double rate = (double)r.positions * times / seconds;
        if (array)
            json_array_append_new(
                array, json_pack("{s:s, s:I, s:f}", "game", g->id, "positions", (json_int_t)r.positions, "rate", rate));
        else
            printf("%s (small board): %ju positions, %.2f million positions a second\n", g->id, (uintmax_t)r.positions,
                   1e-6 * rate);
    }
    return o->json ? cli_print_json(o, array) : EXIT_DONE;
}
