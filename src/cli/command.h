/* What a subcommand is: its name, its help, its operands and its options, declared in one
 * place. The parser, the usage line, the manual page and the shell completions all read
 * this declaration and nothing else.
 *
 * The values of a command's options are static variables in its file: an Option points to
 * one of them, and the pointer's type says what the option takes. A program runs only one
 * command, so they are not shared. */
#ifndef COLONNADE_CLI_COMMAND_H
#define COLONNADE_CLI_COMMAND_H

#include "cli/cli.h"

/* What a shell offers where a word is missing. */
typedef enum Complete {
    COMPLETE_NOTHING,
    COMPLETE_FILE,
    COMPLETE_FOLDER,
    COMPLETE_GAME,          /* a ruleset */
    COMPLETE_MOVE,          /* a legal move, after the moves before it */
    COMPLETE_STEP,          /* a step of a move, after the steps before it */
    COMPLETE_PLAYER,        /* `human` or a level */
    COMPLETE_COMMAND,       /* a command of ours … */
    COMPLETE_VERB,          /* … and a verb of the one before it */
} Complete;

typedef struct Option {
    const char *name;       /* without the dashes; NULL ends the list */
    const char *value;      /* what the help calls the value that follows, T("FILE"); NULL: there is no value */
    const char *help;       /* what it does, without its default; NULL: another option's help speaks of this one */

    /* Where the value goes. Exactly one of these is set. */
    bool *flag;             /* becomes true */
    int *number;            /* a whole number from `least` to `most` */
    uint64_t *count;        /* the same, for counts that may be large */
    double *seconds;        /* 0.001 to 86400 */
    const char **text;      /* any text, even an empty one */
    const char **path;      /* a text that is not empty */
    int *choice;            /* the number of one of `words` */

    uint64_t least, most;
    const char *const *words;   /* of `choice`, or to complete with; NULL-ended */

    /* The default, for the help: as it would be typed, in which case the parser also sets
     * it, or in words, in which case it is the variable's initial value. */
    const char *standard, *otherwise;

    Complete complete;
    const char *instead;    /* an old spelling: the name of the option to use now */
} Option;

enum { COMMAND_OPERANDS = 3 };

typedef struct Command {
    const char *name;
    const char *operands;   /* "GAME MOVE…", as the usage line shows it */
    const char *summary;    /* one line, for the list of commands; NULL: not listed */
    const char *help;       /* more, for --help; whole lines */
    const Option *options;  /* NULL: none but --lang and --help, which every command takes */
    int least, most;        /* operands; most < 0: any number */
    Complete complete[COMMAND_OPERANDS]; /* how they are completed; if any number may follow, the last for the rest */
    ExitStatus (*run)(const Call *call);

    const char *missing; /* the library that the command needs and this program was built without; NULL: none */

    /* A command with verbs (`tables list`, `tables audit`) has these instead of operands, options and `run`. */
    const struct Command *const *verbs; /* NULL-ended */
} Command;

/* --- options that mean the same everywhere --- */

#define POSITION_OPTION(to)                                                                                            \
    {.name = "position",                                                                                               \
     .value = "P",                                                                                                     \
     .text = (to),                                                                                                     \
     .otherwise = T("the start"),                                                                                      \
     .help = T("the position, in the project's notation")}

#define GAME_OPTION(to)                                                                                                \
    {.name = "game", .value = T("GAME"), .text = (to), .complete = COMPLETE_GAME, .help = T("only this ruleset")}

#define JSON_OPTION(to) {.name = "json", .flag = (to), .help = T("print JSON")}

#define THREADS_OPTION(to)                                                                                             \
    {.name = "threads",                                                                                                \
     .value = "N",                                                                                                     \
     .number = (to),                                                                                                   \
     .least = 1,                                                                                                       \
     .most = CLI_MOST_THREADS,                                                                                         \
     .standard = "1",                                                                                                  \
     .help = T("share the work between N threads")}

/* The same for work that uses all processors by default: cli_threads turns it into a number. */
#define PROCESSORS_OPTION(to)                                                                                          \
    {.name = "threads",                                                                                                \
     .value = "N",                                                                                                     \
     .number = (to),                                                                                                   \
     .least = 1,                                                                                                       \
     .most = CLI_MOST_THREADS,                                                                                         \
     .otherwise = T("as many as there are processors"),                                                                \
     .help = T("share the work between N threads")}

/* `by_default`: in words, what applies without any limit; NULL: no end is set. */
#define TIME_OPTION(to, by_default)                                                                                    \
    {.name = "time", .value = "S", .seconds = (to), .otherwise = (by_default), .help = T("think for S seconds")}
#define TIME_PER_MOVE_OPTION(to, by_default)                                                                           \
    {.name = "time",                                                                                                   \
     .value = "S",                                                                                                     \
     .seconds = (to),                                                                                                  \
     .otherwise = (by_default),                                                                                        \
     .help = T("think for S seconds per move")}

#define NODES_OPTION(to)                                                                                               \
    {.name = "nodes", .value = "N", .count = (to), .least = 1, .most = CLI_LARGE, .help = T("look at N positions")}
#define NODES_PER_MOVE_OPTION(to, by_default)                                                                          \
    {.name = "nodes",                                                                                                  \
     .value = "N",                                                                                                     \
     .count = (to),                                                                                                    \
     .least = 1,                                                                                                       \
     .most = CLI_LARGE,                                                                                                \
     .otherwise = (by_default),                                                                                        \
     .help = T("look at N positions per move")}

#define DEPTH_OPTION(to)                                                                                               \
    {.name = "depth", .value = "D", .number = (to), .least = 1, .most = 100, .help = T("look D plies ahead")}

#define HASH_OPTION(to, mib)                                                                                           \
    {.name = "hash",                                                                                                   \
     .value = T("MIB"),                                                                                                \
     .number = (to),                                                                                                   \
     .least = 1,                                                                                                       \
     .most = 1 << 20,                                                                                                  \
     .standard = (mib),                                                                                                \
     .help = T("memory for what has been looked at, in MiB")}

#define SECONDS_OPTION(to)                                                                                             \
    {.name = "seconds",                                                                                                \
     .value = "S",                                                                                                     \
     .seconds = (to),                                                                                                  \
     .standard = "1",                                                                                                  \
     .help = T("measure each figure for about S seconds")}

/* Read by the session or the contest. */
#define CLOCK_OPTION(to)                                                                                               \
    {.name = "clock",                                                                                                  \
     .value = "M+S",                                                                                                   \
     .text = (to),                                                                                                     \
     .help = T("M minutes per player for the game, and S seconds more for each move: 5+3, 0:30+1")}

#define SEED_OPTION(to)                                                                                                \
    {.name = "seed",                                                                                                   \
     .value = "N",                                                                                                     \
     .count = (to),                                                                                                    \
     .least = 0,                                                                                                       \
     .most = CLI_LARGE,                                                                                                \
     .standard = "0",                                                                                                  \
     .help = T("use other random openings, positions and choices")}

#define TABLES_OPTION(to)                                                                                              \
    {.name = "tables",                                                                                                 \
     .value = T("DIR"),                                                                                                \
     .path = (to),                                                                                                     \
     .complete = COMPLETE_FOLDER,                                                                                      \
     .otherwise = T("COLONNADE_TABLES, else the user's data folder"),                                                  \
     .help = T("the folder of the tables")}

#define PROBE_OPTION(to)                                                                                               \
    {.name = "probe",                                                                                                  \
     .value = T("URL"),                                                                                                \
     .path = (to),                                                                                                     \
     .help = T("look values up in the tables of this house instead (`colonnade serve`)")}

#define OUTPUT_OPTION(to)                                                                                              \
    {.name = "output",                                                                                                 \
     .value = T("FILE"),                                                                                               \
     .path = (to),                                                                                                     \
     .complete = COMPLETE_FILE,                                                                                        \
     .help = T("write to FILE instead of the standard output")}

#define ASCII_OPTION(to) {.name = "ascii", .flag = (to), .help = T("plain ASCII instead of Unicode signs")}

/* --colour, and --color: two entries. `to` points to an int that cli_colour understands. */
#define COLOUR_OPTIONS(to)                                                                                             \
    {.name = "colour",                                                                                                 \
     .value = T("WHEN"),                                                                                               \
     .choice = (to),                                                                                                   \
     .words = cli_colour_words,                                                                                        \
     .otherwise = T("auto, on a terminal unless NO_COLOR is set"),                                                     \
     .help = T("auto, always or never")},                                                                              \
    {                                                                                                                  \
        .name = "color", .value = T("WHEN"), .choice = (to), .words = cli_colour_words                                 \
    }

#endif
