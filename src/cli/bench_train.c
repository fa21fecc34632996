/* colonnade bench train: the network of a family of rulesets, from their tables or from games of the search. */
#include "cli/bench.h"

#include "cli/match.h"
#include "contest/train.h"
#include "core/memory.h"
#include "engine/oracle_tablebase.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

static struct {
    const char *game, *output, *tables;
    uint64_t nodes, play, sample, seed;
    int threads;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    OUTPUT_OPTION(&option.output),
    {.name = "sample",
     .value = "N",
     .count = &option.sample,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "4194304",
     .help = T("take N positions of each ruleset")},
    {.name = "nodes",
     .value = "N",
     .count = &option.nodes,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "200000000",
     .help = T("look at N of them, most of them several times")},
    {.name = "play",
     .value = "N",
     .count = &option.play,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "2000",
     .help = T("without a table, look at N nodes per move")},
    THREADS_OPTION(&option.threads),
    SEED_OPTION(&option.seed),
    TABLES_OPTION(&option.tables),
    {0},
};

static void print_news(void *context, int step, double bits)
{
    const TrainOptions *o = context;
    fprintf(stderr, "step %d/%d: %.4f bits per position\n", step, o->steps, bits);
}

static ExitStatus failed(const Call *call)
{
    return cancel_asked(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted"), 0)
                                                  : cli_fail_memory(call->lang);
}

/* Samples of every ruleset of the family with the same inputs as `g`, in the order of their heads. */
static ExitStatus gather(const Call *call, const Game *g, TrainData *d)
{
    uint64_t samples = option.sample, unit = (uint64_t)TRAIN_RUN * TRAIN_ASIDE;
    int runs = (int)((samples + unit - 1) / unit * TRAIN_ASIDE);
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *of = registry_game(i);
        Oracle truth;
        const NetInputs *net = of->search.net;
        if (!net || strcmp(of->family, g->family) != 0 || net->head != d->heads || net->sides != g->search.net->sides)
            continue;
        bool known = of->index != NULL, ok;
        if (known && !oracle_of_tablebase(of, option.tables, &truth))
            return cli_fail(EXIT_ILLEGAL, call->lang, T("there is no table of {0} to take values from"), 1, of->id);
        ok = known ? train_data_add(d, of, &truth, runs, option.seed, option.threads, match_interrupted_flag())
                   : train_data_play(d, of, option.play, runs, option.seed, option.threads, match_interrupted_flag());
        if (known)
            truth.close(truth.context);
        if (!ok)
            return failed(call);
        fprintf(stderr, "%s: %zu positions\n", of->id, (size_t)runs * TRAIN_RUN);
    }
    return EXIT_DONE;
}

static ExitStatus run(const Call *call)
{
    const Game *g = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !g)
        return EXIT_USAGE;
    if (!g || !option.output)
        return cli_fail(EXIT_USAGE, call->lang, T("train needs --game and --output"), 0);
    if (!g->search.net)
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has no network to train"), 1, g->id);
    TrainData data = {0};
    TrainLoss loss[TRAIN_HEADS];
    Buffer b = {0};
    TrainOptions job = {
        .steps = (int)(option.nodes / TRAIN_BATCH) + 1,
        .seed = option.seed,
        .threads = option.threads,
    };
    match_catch_interrupts();
    ExitStatus status = gather(call, g, &data);
    if (status == EXIT_DONE && !train_run(&job, &data, match_interrupted_flag(), print_news, &job, loss, &b))
        status = failed(call);
    if (status == EXIT_DONE)
        status = cli_write_file(call, option.output, b.text, b.length);
    for (int i = 0; status == EXIT_DONE && i < data.heads; i += data.sides)
        printf("%-21s %.4f bits per position, %.4f in whole numbers; names %.2f %% of winners\n", data.game[i]->id,
               loss[i].bits, loss[i].whole_bits, 100 * loss[i].right);
    train_data_free(&data);
    buffer_free(&b);
    return status;
}

const Command bench_train = {
    .name = "train",
    .operands = "",
    .summary = T("train the network of a family of rulesets"),
    .help =
        T("Trains the network that judges the rulesets of a family, that of --game, on positions whose values their "
          "tables know, or where there are none on games of the search with itself, and writes it to --output. Prints "
          "the loss on positions kept aside.\n"),
    .options = options,
    .run = run,
};
