/* colonnade bound: within how many plies neither side can force a win. */
#include "cli/commands.h"
#include "cli/output.h"
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

static void add_line(Json *j, const BoundLine *l)
{
    char side[] = {game_seat_letter(l->side), '\0'}, hash[17];
    snprintf(hash, sizeof hash, "%016jx", (uintmax_t)l->hash);
    json_open_object(j, NULL);
    json_number(j, "plies", l->plies);
    json_text(j, "side", side);
    json_bool(j, "wins", l->wins);
    json_number(j, "items", (int64_t)l->items);
    output_effort(j, l->nodes, l->seconds);
    json_text(j, "hash", hash);
    json_close_object(j);
}

/* `context` is the output, which is collected with --json. */
static bool print_line(void *context, const BoundLine *l)
{
    CliOutput *a = context;
    char side = game_seat_letter(l->side);
    if (option.json) {
        add_line(&a->json, l);
        return !a->text.failed;
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
        return cli_fail(EXIT_USAGE, call->lang,
                        T("{0} offers nothing for a bound to work with: `colonnade prove` may help"), 1, g->id);
    if (option.depth < 1 || option.depth > BOUND_MAX_PLIES)
        return cli_fail(EXIT_USAGE, call->lang, T("say with --depth how many plies, from 1 to {0}"), 1, "60");
    CliOutput a;
    output_open(&a);
    json_text(&a.json, "game", g->id);
    json_open_array(&a.json, "answers");
    BoundJob job = {.game = g,
                    .plies = option.depth,
                    .threads = cli_threads(option.threads),
                    .table_bytes = (size_t)option.hash << 20,
                    .file = option.answers,
                    .seconds = option.time,
                    .report = print_line,
                    .context = &a};
    if (!bound_run(&job, &stopped, &error)) {
        output_drop(&a);
        return cli_fail_message(call->lang, NULL, &error);
    }
    json_close_array(&a.json);
    ExitStatus status = option.json ? output_print(&a, call) : EXIT_DONE;
    output_drop(&a);
    return status;
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
