/* colonnade bench tactics: forced wins that level 10 must find within a second. */
#include "cli/bench.h"

#include "cli/match.h"
#include "contest/tactics.h"
#include "core/file.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

static struct {
    const char *game, *output;
    double time;
    uint64_t seed;
    int games;
} option;

static const Option options[] = {
    GAME_OPTION(&option.game),
    {.name = "time", .value = "S", .seconds = &option.time, .standard = "1", .help = T("think for S seconds per move")},
    OUTPUT_OPTION(&option.output),
    {.name = "games",
     .value = "N",
     .number = &option.games,
     .least = 1,
     .most = 1000000,
     .standard = "60",
     .help = T("with --output: make N positions")},
    SEED_OPTION(&option.seed),
    {0},
};

enum { FILE_LIMIT = 1 << 20, PATH = 512 };

static const char *const folder = "bench/tactics";

static bool has_tactics(const Game *g) { return g->sides == 2 && adviser_knows(g); }

/* --- making them --- */

static ExitStatus generate(const Call *call, const Game *g)
{
    Buffer b = {0};
    int count = option.games;
    match_catch_interrupts();
    buffer_format(&b,
                  "# Forced wins of %s: position, plies to the end, the moves that win that fast.\n"
                  "# colonnade bench tactics --game %s --output FILE makes such a file.\n",
                  g->id, g->id);
    bool ok = tactics_generate(g, count, option.seed, match_interrupted_flag(), &b);
    ExitStatus status = ok ? cli_write_file(call, option.output, b.text, b.length)
                        : cancel_asked(match_interrupted_flag())
                            ? cli_fail(EXIT_ILLEGAL, call->lang, T("interrupted"), 0)
                            : cli_fail_memory(call->lang);
    buffer_free(&b);
    return status;
}

/* --- solving them --- */

typedef struct TacticsScore {
    int positions, solved;
    double slowest;
} TacticsScore;

static bool try_line(const Call *call, const Game *g, Adviser *a, const char *line, TacticsScore *s, ExitStatus *status)
{
    Tactic t;
    Message error = {0};
    if (!tactics_read(g, line, &t, &error)) {
        if (error.id)
            *status = cli_fail_message(call->lang, g->id, &error);
        return !error.id;
    }
    double took;
    bool solved = tactics_solve(a, &t, option.time, &took);
    s->positions++;
    s->solved += solved;
    s->slowest = took > s->slowest ? took : s->slowest;
    if (!solved)
        printf("# not found: %.*s\n", (int)strcspn(line, "\t"), line);
    fflush(stdout);
    return true;
}

static ExitStatus solve_file(const Call *call, const Game *g, TacticsScore *total)
{
    char path[PATH];
    Buffer b = {0};
    Message error = {0};
    snprintf(path, sizeof path, "%s/%s.tsv", call->count > 0 ? call->operand[0] : folder, g->id);
    if (!file_read(path, FILE_LIMIT, &b, &error))
        return cli_fail_message(call->lang, NULL, &error);
    Adviser *a = adviser_create(g, (AdviserOptions){.threads = 1});
    ExitStatus status = a ? EXIT_DONE : cli_fail_memory(call->lang);
    TacticsScore s = {0};
    char *rest = b.text;
    for (char *line; a && (line = strsep(&rest, "\n"));)
        if (!try_line(call, g, a, line, &s, &status))
            break;
    printf("%-21s %3d of %3d  %5.1f %%  slowest %.2f s\n", g->id, s.solved, s.positions,
           s.positions ? 100.0 * s.solved / s.positions : 0.0, s.slowest);
    fflush(stdout);
    total->positions += s.positions;
    total->solved += s.solved;
    adviser_destroy(a);
    buffer_free(&b);
    return status;
}

static ExitStatus run(const Call *call)
{
    const Game *only = option.game ? cli_game(call, option.game) : NULL;
    if (option.game && !only)
        return EXIT_USAGE;
    if (only && !has_tactics(only))
        return cli_fail(EXIT_USAGE, call->lang, T("{0} has more than two sides: nothing is forced"), 1, only->id);
    if (option.output)
        return only
                   ? generate(call, only)
                   : cli_fail(EXIT_USAGE, call->lang, T("--output needs --game: positions of one ruleset are made"), 0);
    TacticsScore total = {0};
    for (size_t i = 0; i < registry_count(); i++) {
        const Game *g = registry_game(i);
        if (only ? only != g : !has_tactics(g))
            continue;
        ExitStatus status = solve_file(call, g, &total);
        if (status != EXIT_DONE)
            return status;
    }
    printf("%-21s %3d of %3d  %5.1f %%\n", "all", total.solved, total.positions,
           total.positions ? 100.0 * total.solved / total.positions : 0.0);
    return EXIT_DONE;
}

const Command bench_tactics = {
    .name = "tactics",
    .operands = T("[FOLDER]"),
    .summary = T("count the forced wins that level 10 finds"),
    .help = T("Counts how many of the forced wins in bench/tactics (or the folder given) level 10 finds within a "
              "second. With --game and --output it makes such a file.\n"),
    .options = options,
    .most = 1,
    .complete = {COMPLETE_FOLDER},
    .run = run,
};
