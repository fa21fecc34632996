/* colonnade bench puzzles: makes puzzles from what is known about a ruleset. */
#include "cli/bench.h"

#include "cli/bench_truth.h"
#include "cli/match.h"
#include "contest/puzzle_make.h"
#include "core/file.h"

enum { FILE_LIMIT = 8 << 20 };

static struct {
    const char *from, *output, *tables;
    uint64_t seed, positions;
    int count;
    bool fastest;
} option;

static const Option options[] = {
    {.name = "count",
     .value = "N",
     .number = &option.count,
     .least = 1,
     .most = 100000,
     .standard = "300",
     .help = T("end with N puzzles")},
    {.name = "positions",
     .value = "N",
     .count = &option.positions,
     .least = 1,
     .most = CLI_LARGE,
     .standard = "1000000",
     .help = T("end after N positions, whatever was found in them")},
    {.name = "from",
     .value = T("FILE"),
     .path = &option.from,
     .complete = COMPLETE_FILE,
     .help = T("look at the positions at the beginning of each line of FILE; without a table or proofs by the search "
               "alone")},
    {.name = "fastest",
     .flag = &option.fastest,
     .help =
         T("allow other winning moves, if they are slower, where a ruleset has few positions with one winning move")},
    OUTPUT_OPTION(&option.output),
    SEED_OPTION(&option.seed),
    TABLES_OPTION(&option.tables),
    {0},
};

static ExitStatus make_from(const Call *call, const Game *g, const Oracle *truth, Buffer *out)
{
    Buffer text = {0};
    Message error = {0};
    if (!file_read(option.from, FILE_LIMIT, &text, &error))
        return cli_fail_message(call->lang, NULL, &error);
    bool ok = puzzle_make_from(g, (PuzzleMakeTruth){truth, option.fastest}, buffer_text(&text),
                               match_interrupted_flag(), out, &error);
    buffer_free(&text);
    if (ok)
        return EXIT_DONE;
    return error.id ? cli_fail_message(call->lang, option.from, &error) : cli_fail_memory(call->lang);
}

static ExitStatus run(const Call *call)
{
    const Game *g = cli_game(call, call->operand[0]);
    Oracle truth;
    Buffer b = {0};
    if (!g)
        return EXIT_USAGE;
    if (g->sides != 2)
        return cli_fail(EXIT_USAGE, call->lang, T("nobody knows the values of {0}"), 1, g->id);
    bool known = bench_truth_find(g, option.tables, &truth);
    match_catch_interrupts();
    ExitStatus status = EXIT_DONE;
    if (option.from)
        status = make_from(call, g, known ? &truth : NULL, &b);
    else if (!known)
        status = bench_truth_open(call, g, option.tables, &truth);
    else if (!puzzle_make(g, (PuzzleMakeTruth){&truth, option.fastest}, option.count, option.positions, option.seed,
                          match_interrupted_flag(), &b))
        status = cli_fail_memory(call->lang);
    if (status == EXIT_DONE)
        status = cli_write_file(call, option.output ? option.output : "-", buffer_text(&b), b.length);
    if (known)
        truth.close(truth.context);
    buffer_free(&b);
    return status;
}

const Command bench_puzzles = {
    .name = "puzzles",
    .operands = T("GAME"),
    .summary = T("make puzzles from a table or by proof"),
    .help = T("Looks for puzzles in games that the search plays with itself: only one move wins, and after every best "
              "defence only one again, to the end. Prints position, plies to the end and difficulty, a puzzle per "
              "line: ten times the decimal logarithm of the positions that the search looks at until it sees the move, "
              "times the number of the other moves. When it is interrupted it prints what it has.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_GAME},
    .run = run,
};
