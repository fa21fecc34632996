/* colonnade bench accuracy: how often the engine, without tables, keeps the value of a
 * position that it has to decide; and the sets of positions that say so. */
#include "cli/bench.h"

#include "cli/match.h"
#include "cli/options.h"
#include "contest/accuracy.h"
#include "core/file.h"
#include "core/memory.h"
#include "engine/oracle_tablebase.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

enum { POSITIONS = 2400, NODES = 100000, FILE_LIMIT = 8 << 20, PATH = 512, PROOF_BYTES = 256 << 20 };

static const char *const folder = "bench/accuracy";

/* Rulesets whose positions have known values: by a table, or by proof. */
static bool has_truth(const Game *g) { return g->sides == 2 && (g->index || g->never_repeats) && adviser_knows(g); }

/* --- making a set --- */

static ExitStatus generate(const Options *o, const Game *g)
{
    Buffer b = {0};
    Oracle truth;
    int count = o->games > 0 ? o->games : POSITIONS;
    if (g->index ? !oracle_of_tablebase(g, o->tables, &truth) : !oracle_of_proofs(g, PROOF_BYTES, &truth))
        return g->index ? cli_fail(EXIT_MACHINE, o->lang, T("there is no table of {0} to take values from"), 1, g->id)
                        : cli_fail_memory(o->lang);
    match_catch_interrupts();
    buffer_format(&b,
                  "# Positions of %s from games: position, ply, the value of every legal move in the order of\n"
                  "# `colonnade moves`. colonnade bench accuracy --game %s --output FILE makes such a file.\n",
                  g->id, g->id);
    bool ok = accuracy_generate(g, &truth, g->index != NULL, count, o->seed, match_interrupted_flag(), &b);
    ExitStatus status = ok                                      ? cli_write_file(o, o->output, b.text, b.length)
                        : atomic_load(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, o->lang, T("interrupted"), 0)
                                                                : cli_fail_memory(o->lang);
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

static ExitStatus read_set(const Options *o, const Game *g, Set *out)
{
    char path[PATH];
    Buffer b = {0};
    Message error = {0};
    ExitStatus status = EXIT_DONE;
    snprintf(path, sizeof path, "%s/%s.tsv", o->count > 1 ? o->operand[1] : folder, g->id);
    if (!file_read(path, FILE_LIMIT, &b, &error)) {
        cli_fail_message(o->lang, NULL, &error);
        return EXIT_MACHINE;
    }
    char *rest = b.text;
    for (char *line; status == EXIT_DONE && (line = strsep(&rest, "\n"));) {
        if (!grow(out))
            status = cli_fail_memory(o->lang);
        else if (accuracy_read(g, line, &out->item[out->count], &error))
            out->count++;
        else if (error.id)
            status = cli_fail_message(o->lang, g->id, &error);
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
}

static ExitStatus measure(const Options *o, const Game *g)
{
    Set set = {0};
    AccuracyScore score;
    AccuracyOptions options = {
        .game = g,
        .limits = {.nodes = o->nodes > 0   ? o->nodes
                            : o->time <= 0 ? NODES
                                           : 0,
                   .seconds = o->time > 0 ? o->time : 0},
        .threads = o->threads > 0 ? o->threads : 1,
    };
    ExitStatus status = read_set(o, g, &set);
    if (status == EXIT_DONE) {
        if (accuracy_run(&options, set.item, set.count, match_interrupted_flag(), &score))
            print_score(g, &score);
        else
            status = atomic_load(match_interrupted_flag()) ? cli_fail(EXIT_ILLEGAL, o->lang, T("interrupted"), 0)
                                                           : cli_fail_memory(o->lang);
    }
    memory_free(set.item);
    return status;
}

ExitStatus bench_accuracy(const Options *o)
{
    const Game *only = o->game ? cli_game(o, o->game) : NULL;
    if (o->game && !only)
        return EXIT_USAGE;
    if (only && !has_truth(only))
        return cli_fail(EXIT_USAGE, o->lang, T("nobody knows the values of {0}"), 1, only->id);
    if (o->output)
        return only ? generate(o, only)
                    : cli_fail(EXIT_USAGE, o->lang, T("--output needs --game: positions of one ruleset are made"), 0);
    match_catch_interrupts();
    print_header();
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (only ? only != g : !has_truth(g))
            continue;
        ExitStatus status = measure(o, g);
        if (status != EXIT_DONE)
            return status;
    }
    return EXIT_DONE;
}
