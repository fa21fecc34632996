/* colonnade bench: what we claim, as commands. */
#include "cli/bench.h"

#include "cli/commands.h"
#include "cli/options.h"

#include <string.h>

typedef struct Bench {
    const char *name;
    ExitStatus (*run)(const Options *o);
    bool takes_folder;
} Bench;

static const Bench benches[] = {
    {"fit", bench_fit, false},     {"search", bench_search, false},    {"tactics", bench_tactics, true},
    {"three", bench_three, false},
#ifndef COLONNADE_MINIMAL
    {"rules", bench_rules, false}, {"solve", bench_solve, false},      {"probe", bench_probe, false},
    {"prove", bench_prove, false}, {"accuracy", bench_accuracy, true},
#endif
};

static ExitStatus run(const Options *o)
{
    if (o->game && !cli_game(o, o->game))
        return EXIT_USAGE;
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++) {
        if (strcmp(o->operand[0], benches[i].name) != 0)
            continue;
        if (o->count > 1 && !benches[i].takes_folder)
            return cli_fail(EXIT_USAGE, o->lang, T("too many arguments, from {0}; see colonnade {1} --help"), 2,
                            o->operand[1], "bench");
        return benches[i].run(o);
    }
    return cli_fail(EXIT_USAGE, o->lang,
                    T("bench takes rules, search, three, tactics, accuracy, solve, probe, prove or fit, not {0}"), 1,
                    o->operand[0]);
}

const Command bench_command = {
    .name = "bench",
    .operands = T("rules|search|three|tactics|accuracy|solve|probe|prove|fit [FOLDER]"),
    .summary = T("measure rules, search, proofs and tables; fit evaluations"),
    .help = T("  rules    measures each ruleset on one thread: perft leaves a second with the last ply counted "
              "in bulk, moves played a second without that, random playouts a second and their length. "
              "Rulesets that go on when the reserves are empty are also measured from there.\n"
              "  search   positions a second on fixed positions (--nodes 200000 each), one thread, with the "
              "signature that a change of behaviour changes; then what two threads gain (not with --threads "
              "1).\n"
              "  three    the ways to search for three players play each other in every seating (60 --games a "
              "pair, 20000 --nodes a move, or --time): games won, nodes and processor milliseconds a move.\n"
              "  tactics  how many of the forced wins in bench/tactics (or the folder given) level 10 finds "
              "within a second; with --game and --output it makes such a file (--games 60 positions).\n"
              "  accuracy  how often the engine without tables keeps the value of the positions in "
              "bench/accuracy (or the folder given), in per cent, with 100000 --nodes or --time a move: of all "
              "decisions, of those where a move can give something away, of those where half of the moves do, "
              "and by ply; with --game and --output it makes such a file from a table or by proof "
              "(--games 2400 positions).\n"
              "  solve    solves small boards of the rulesets that can be solved: positions a second.\n"
              "  probe    the time to look up a random position in each table that is there.\n"
              "  prove    the start and 100 random positions each after 4, 8 and 12 plies, proven without the "
              "opening book: nodes and processor seconds, together and at the most.\n"
              "  fit      plays games of the search with itself (--games 2000, --nodes 2000 a move, after at "
              "most --plies 8 random ones) and prints the weights that foretell their results best.\n"),
    .options = OPTION_GAME | OPTION_SECONDS | OPTION_JSON | OPTION_THREADS | OPTION_TABLES | OPTION_GAMES |
               OPTION_NODES | OPTION_PLIES | OPTION_LONGEST | OPTION_SEED | OPTION_TIME | OPTION_OUTPUT,
    .least = 1,
    .most = 2,
    .run = run,
};
