/* colonnade bound: within how many plies neither side can force a win. */
#include "cli/commands.h"
#include "solve/bound.h"

#include <stdio.h>

static struct {
    const char *answers;
    double time;
    int depth, hash, threads;
    bool json;
} option;

static const Option options[] = {
    DEPTH_OPTION(&option.depth),
    PROCESSORS_OPTION(&option.threads),
    HASH_OPTION(&option.hash, "64"),
    {.name = "time", .value = "S", .seconds = &option.time, .help = T("end after S seconds")},
    {.name = "answers",
     .value = T("FILE"),
     .path = &option.answers,
     .complete = COMPLETE_FILE,
     .help = T("go on from the answers in FILE, and add to them")},
    JSON_OPTION(&option.json),
    {0},
};

static bool print_line(void *context, const BoundLine *l)
{
    const Call *call = context;
    char side = game_seat_letter(l->side);
    if (option.json) {
        json_t *j =
            json_pack("{s:i, s:s%, s:b, s:I, s:I, s:f}", "plies", l->plies, "side", &side, (size_t)1, "wins", l->wins,
                      "items", (json_int_t)l->items, "nodes", (json_int_t)l->nodes, "seconds", l->seconds);
        char hash[17];
        snprintf(hash, sizeof hash, "%016jx", (uintmax_t)l->hash);
        if (j)
            json_object_set_new(j, "hash", json_string(hash));
        return cli_print_json(call, j) == EXIT_DONE && fflush(stdout) == 0;
    }
    printf("%d %c %s items %ju nodes %ju hash %016jx seconds %.1f\n", l->plies, side, l->wins ? "wins" : "no",
           (uintmax_t)l->items, (uintmax_t)l->nodes, (uintmax_t)l->hash, l->seconds);
    return fflush(stdout) == 0;
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    Message error = {0};
    bool stopped;
    if (!g)
        return EXIT_USAGE;
    if (g->sides != 2 || !g->search.winning_move || !g->search.key)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} gives a bound nothing to work with: `colonnade prove` may"), 1,
                        g->id);
    if (option.depth < 1 || option.depth > BOUND_MAX_PLIES)
        return cli_fail(EXIT_USAGE, call->lang, T("say with --depth how many plies, from 1 to {0}"), 1, "60");
    BoundJob job = {.game = g,
                    .plies = option.depth,
                    .threads = cli_threads(option.threads),
                    .table_bytes = (size_t)option.hash << 20,
                    .file = option.answers,
                    .seconds = option.time,
                    .report = print_line,
                    .context = (void *)(uintptr_t)call};
    if (!bound_run(&job, &stopped, &error)) {
        cli_fail_message(call->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    return EXIT_DONE;
}

const Command bound_command = {
    .name = "bound",
    .operands = T("GAME"),
    .summary = T("within how many plies neither side can force a win"),
    .help = T("For every other number of plies up to --depth and each side prints `PLIES SIDE no|wins`, then the items "
              "that the question was split into, the positions looked at in them, and a hash over all of them: "
              "the same on every machine and with any --threads, as long as --hash is the same. --hash is per "
              "thread. --answers FILE keeps what is answered, so that an interrupted run goes on where it was; "
              "--time ends it after so many seconds.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
