/* Reading the command line of any subcommand, in one place.
 *
 * Options may stand anywhere among the operands; `--` ends them; a value follows
 * its option as the next argument or after `=`. */
#ifndef COLONNADE_CLI_OPTIONS_H
#define COLONNADE_CLI_OPTIONS_H

#include "cli/cli.h"

#include <stdio.h>

/* Bits of Command.options. */
enum {
    OPTION_POSITION = 1 << 0,
    OPTION_JSON = 1 << 1,
    OPTION_DIVIDE = 1 << 2,
    OPTION_THREADS = 1 << 3,
    OPTION_SVG = 1 << 4,
    OPTION_ASCII = 1 << 5,
    OPTION_COLOUR = 1 << 6,
    OPTION_LANG = 1 << 7,
    OPTION_SECONDS = 1 << 8,
    OPTION_GAME = 1 << 9,
    OPTION_PLY = 1 << 10,
    OPTION_OUTPUT = 1 << 11,
    OPTION_TIME = 1 << 12,
    OPTION_NODES = 1 << 13,
    OPTION_DEPTH = 1 << 14,
    OPTION_LINES = 1 << 15,
    OPTION_HASH = 1 << 16,
    OPTION_LOAD = 1 << 17,
    OPTION_LEVEL = 1 << 18,
    OPTION_TABLES = 1 << 24,
    OPTION_MEMORY = 1 << 25,
    OPTION_CHECKPOINT = 1 << 26,
    OPTION_SAMPLE = 1 << 27,
    OPTION_RULES = 1 << 28,
    OPTION_GAMES = 1 << 19,
    OPTION_SEED = 1 << 20,
    OPTION_SPRT = 1 << 22,
    OPTION_LADDER = 1 << 23,
    OPTION_PLIES = 1 << 29,
    OPTION_LONGEST = 1 << 30,
};
/* The bits that an int does not hold. */
#define OPTION_DISTANCE    (UINT64_C(1) << 32)
#define OPTION_CERTIFICATE (UINT64_C(1) << 33)
#define OPTION_BOOK        (UINT64_C(1) << 34)
#define OPTION_PROCESSORS  (UINT64_C(1) << 35)  /* --threads, for work that takes all processors by default */
#define OPTION_LINE        (UINT64_C(1) << 36)
#define OPTION_SEATS       (UINT64_C(1) << 40)
#define OPTION_SEAT        (UINT64_C(1) << 41)     /* --white, --black, --red, --green */
#define OPTION_TIMES       (UINT64_C(1) << 42)     /* --clock */
#define OPTION_PLAIN       (UINT64_C(1) << 43)
#define OPTION_SCREEN      (UINT64_C(1) << 44)
#define OPTION_CHANCE      (UINT64_C(1) << 45)     /* --seed of the levels */
#define OPTION_PORT        (UINT64_C(1) << 50)
#define OPTION_HOST        (UINT64_C(1) << 51)
#define OPTION_OPEN        (UINT64_C(1) << 52)
#define OPTION_NAMES       (UINT64_C(1) << 54)     /* --name */
#define OPTION_ROOT        (UINT64_C(1) << 53)

typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

typedef struct Options {
    uint64_t given;         /* Option bits that were given */
    const char *position;   /* NULL: the start */
    const char *svg;        /* file to write; NULL: none */
    const char *output;     /* file to write; NULL: stdout */
    const char *game;       /* --game; NULL: not given */
    const char *load;       /* file of a game to go on with; NULL: none */
    int threads;            /* when not given: 1, or with OPTION_PROCESSORS as many as there are */
    int seconds;            /* how long to measure; 0 when not given */
    int ply;                /* -1 when not given */
    double time;            /* seconds to think; 0 when not given */
    uint64_t nodes;         /* 0 when not given */
    int depth, lines;       /* 0 when not given */
    int games;              /* 0 when not given */
    uint64_t seed;          /* 0 when not given */
    const char *clock;      /* as it was written; NULL: not given */
    const char *seats;      /* --seats as it was written; NULL: not given */
    const char *seat[4];    /* --white … --green; NULL: not given */
    bool plain, screen;
    const char *sprt;       /* as it was written; NULL: not given */
    bool ladder;
    int plies;              /* -1 when not given */
    int longest;            /* 0 when not given */
    int level;              /* 0 when not given */
    int hash;               /* MiB for tables of a search; 0 when not given */
    const char *tables;     /* folder of the tables; NULL: the default */
    int memory;             /* MiB that may be used; 0 when not given */
    int checkpoint;         /* seconds between checkpoints; -1 when not given */
    uint64_t sample;        /* 0 when not given */
    const char *certificate;/* file to write; NULL: none */
    bool distance, book, line;
    int port;               /* 0 when not given */
    const char *host;       /* NULL: not given */
    const char *names;      /* --name as it was written; NULL: not given */
    const char *root;       /* folder of a page; NULL: the program's own */
    bool open;
    bool json, divide, ascii, rules;
    ColourChoice colour;
    Lang lang;              /* --lang, else the environment's */
    int count;              /* operands … */
    const char **operand;   /* … in order; belongs to the caller of options_parse */
} Options;

typedef enum OptionsResult { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_WRONG } OptionsResult;

/* The language that --lang among the arguments asks for, else the environment's: known
 * before anything else is read, so that whatever is wrong is said in it. */
Lang options_lang(int argc, char **argv);

/* Reads `argc` arguments after the subcommand's name. `operand` has room for all of
 * them. OPTIONS_WRONG: stderr says what is wrong. */
OptionsResult options_parse(const Command *c, Lang lang, int argc, char **argv, const char **operand, Options *out);

/* The usage line, the help and the options of a subcommand, in lines of 79 columns. A line
 * "  word  text" of the help is an entry of a list: what follows stands under its text. */
void options_help(const Command *c, Lang lang, FILE *out);

/* A whole number from `least` to `most`; false: it is not. */
bool options_number(const char *text, int least, int most, int *out);

/* The same for counts that may be large. */
bool options_count(const char *text, uint64_t least, uint64_t most, uint64_t *out);

/* The name in `names` that is nearest to `text` by edits; NULL: none is near. */
const char *options_nearest(const char *text, const char *(*name)(size_t i), size_t count);

#endif
