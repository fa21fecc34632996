/* colonnade bench accuracy: how often the engine, without tables, keeps the value of a position when it has to
 * choose a move; and the sets of positions for that. */
#include "cli/bench.h"

#include "cli/bench_truth.h"
#include "cli/match.h"
#include "contest/accuracy.h"
#include "core/file.h"
#include "core/memory.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *game, *output, *tables;
    double time;
    uint64_t nodes, seed;
    int games, threads;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    NODES_PER_MOVE_OPTION(&option.nodes, T("100000, unless --time is given")),
    TIME_PER_MOVE_OPTION(&option.time, NULL),
    THREADS_OPTION(&option.threads),
    OUTPUT_OPTION(&option.output),
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 1000000,
     .standard = "2400",
     .help = T("with --output: make N positions")},
    SEED_OPTION(&option.seed),
    TABLES_OPTION(&option.tables),
    {0},
};

enum { NODES = 100000, FILE_LIMIT = 8 << 20, PATH = 512 };

static const char *folder_of(const Call *call) { return call->count > 0 ? call->operand[0] : "bench/accuracy"; }

/* --- making a set --- */

static ExitStatus generate(const Call *call, const Game *g)
{
    Buffer b = {0};
    Oracle truth;
    ExitStatus status = bench_truth_open(call, g, option.tables, &truth);
    if (status != EXIT_DONE)
        return status;
    match_catch_interrupts();
    buffer_format(&b,
                  "# Positions of %s from games: position, ply, the value of every legal move in the order of\n"
                  "# `colonnade moves`. colonnade bench accuracy --game %s --output FILE makes such a file.\n",
                  g->id, g->id);
    bool ok = accuracy_generate(g, &truth, g->index != NULL, option.games, option.seed, match_interrupted_flag(), &b);
    status = ok                                       ? cli_write_file(call, option.output, b.text, b.length)
             : cancel_asked(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted"), 0)
                                                      : cli_fail_memory(call->lang);
    truth.close(truth.context);
    buffer_free(&b);
    return status;
}

/* --- measuring --- */

typedef struct Set {
    AccuracyItem *item;
    size_t count, capacity;
} Set;

static bool grow(Set *s)
{
    if (s->count < s->capacity)
        return true;
    size_t wanted = s->capacity ? 2 * s->capacity : 1024;
    AccuracyItem *grown = memory_resize(s->item, wanted * sizeof *grown);
    if (!grown)
        return false;
    s->item = grown;
    s->capacity = wanted;
    return true;
}

static void set_path(const Call *call, const Game *g, char out[PATH])
{
    snprintf(out, PATH, "%s/%s.tsv", folder_of(call), g->id);
}

/* Whether there is a set for the ruleset; without --game, those that exist are used. */
static bool has_set(const Call *call, const Game *g)
{
    char path[PATH];
    set_path(call, g, path);
    return access(path, F_OK) == 0;
}

static bool has_any_set(const Call *call)
{
    for (size_t i = 0; i < registry_count(); i++)
        if (has_set(call, registry_game(i)))
            return true;
    return false;
}

static ExitStatus read_set(const Call *call, const Game *g, Set *out)
{
    char path[PATH];
    Buffer b = {0};
    Message error = {0};
    ExitStatus status = EXIT_DONE;
    set_path(call, g, path);
    if (!file_read(path, FILE_LIMIT, &b, &error))
        return cli_fail_message(call->lang, NULL, &error);
    char *rest = b.text;
    for (char *line; status == EXIT_DONE && (line = strsep(&rest, "\n"));) {
        if (!grow(out))
            status = cli_fail_memory(call->lang);
        else if (accuracy_read(g, line, &out->item[out->count], &error))
            out->count++;
        else if (error.id)
            status = cli_fail_message(call->lang, g->id, &error);
    }
    buffer_free(&b);
    return status;
}

static void print_share(AccuracyShare s)
{
    if (s.decisions > 0)
        printf("  %6.2f", 100.0 * s.kept / s.decisions);
    else
        printf("  %6s", "-");
}

static void print_header(void)
{
    printf("%-21s %6s  %6s  %6s  %6s  %6s  %6s  %6s  %6s  %s\n", "ruleset", "number", "kept", "risky", "half", "0-7",
           "8-15", "16-23", "24-", "claims (wrong value, distance)");
}

static void print_score(const Game *g, const AccuracyScore *s)
{
    printf("%-21s %6d", g->id, s->all.decisions);
    print_share(s->all);
    print_share(s->can_lose);
    print_share(s->half_lose);
    for (int i = 0; i < ACCURACY_PHASES; i++)
        print_share(s->phase[i]);
    printf("  %d (%d, %d)\n", s->claims, s->wrong_values, s->wrong_distances);
    fflush(stdout);
    char text[POSITION_TEXT];
    if (s->wrong) {
        g->write_position(&s->wrong->position, text);
        fprintf(stderr, "# wrong about %s\n", text);
    }
}

static ExitStatus measure(const Call *call, const Game *g)
{
    Set set = {0};
    AccuracyScore score;
    AccuracyOptions job = {
        .game = g,
        .limits = {.nodes = option.nodes > 0 || option.time > 0 ? option.nodes : NODES, .seconds = option.time},
        .threads = option.threads,
    };
    ExitStatus status = read_set(call, g, &set);
    if (status == EXIT_DONE) {
        if (accuracy_run(&job, set.item, set.count, match_interrupted_flag(), &score))
            print_score(g, &score);
        else
            status = cancel_asked(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted"), 0)
                                                            : cli_fail_memory(call->lang);
    }
    memory_free(set.item);
    return status;
}

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    if (only && !bench_truth_exists(only))
        return cli_fail(EXIT_USAGE, call->lang, T("nobody knows the values of {0}"), 1, only->id);
    if (option.output)
        return only
                   ? generate(call, only)
                   : cli_fail(EXIT_USAGE, call->lang, T("--output needs --game: positions of one ruleset are made"), 0);
    match_catch_interrupts();
    if (!only && !has_any_set(call))
        return cli_fail(EXIT_ILLEGAL, call->lang, T("{0} holds no positions"), 1, folder_of(call));
    print_header();
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (only ? only != g : !bench_truth_exists(g) || !has_set(call, g))
            continue;
        ExitStatus status = measure(call, g);
        if (status != EXIT_DONE)
            return status;
    }
    return EXIT_DONE;
}

const Command bench_accuracy = {
    .name = "accuracy",
    .operands = T("[FOLDER]"),
    .summary = T("say how often the engine keeps the value of a position"),
    .help = T("Says how often the engine without tables keeps the value of the positions in bench/accuracy (or the "
              "folder given), in per cent: of all decisions, of those where a move can give something away, of those "
              "where half of the moves do, and by ply. With --game and --output it makes such a file from a table or "
              "by proof.\n"),
    .options = options,
    .most = 1,
    .complete = {COMPLETE_FOLDER},
    .run = run,
};
