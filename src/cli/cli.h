/* What the subcommands of `colonnade` share: their table entry, exit statuses,
 * error lines, and reading games and positions from arguments.
 *
 * A subcommand writes its answer to stdout and at most one line to stderr, and
 * returns an ExitStatus; it never exits. main flushes stdout and notices when
 * that fails. */
#ifndef COLONNADE_CLI_CLI_H
#define COLONNADE_CLI_CLI_H

#include "core/game.h"
#include "core/tree.h"
#include "lang/lang.h"

#ifndef COLONNADE_MINIMAL
#include <jansson.h>
#endif

typedef enum ExitStatus {
    EXIT_DONE = 0,
    EXIT_ILLEGAL = 1,       /* the input is not legal: a position, a move, a record */
    EXIT_USAGE = 2,         /* wrong usage */
    EXIT_MACHINE = 3        /* memory, disk or output failed */
} ExitStatus;

struct Options;

typedef struct Command {
    const char *name;
    const char *operands;   /* "GAME MOVE…", as the usage line shows it */
    const char *summary;    /* one line, for the list of commands */
    const char *help;       /* more, for --help; whole lines */
    uint64_t options;       /* Option bits that it takes (options.h); --help is always taken */
    int least, most;        /* operands; most < 0: any number */
    ExitStatus (*run)(const struct Options *o);
} Command;

/* Prints `colonnade: ` and the sentence on one line of stderr and returns `status`.
 * What is no text, and control characters, are shown as `?`, an empty argument as `""`. */
ExitStatus cli_fail(ExitStatus status, Lang lang, const char *english, int argc, ...);

/* The same for a message of a library; `before`, when not NULL, is put in front ("move 3 Sb2"). */
ExitStatus cli_fail_message(Lang lang, const char *before, const Message *m);

/* The same for what is wrong after these moves, all of which are shown. */
ExitStatus cli_fail_after(Lang lang, const char *moves, const Message *m);

ExitStatus cli_fail_memory(Lang lang);

/* The ruleset named `id`; NULL: none, and stderr says so and names the nearest. */
const Game *cli_game(const struct Options *o, const char *id);

/* The position that --position gives, or the start; false: stderr says what is wrong. */
bool cli_position(const struct Options *o, const Game *g, Position *out);

/* The file that `path` names for reading: `-` is the standard input. */
const char *cli_input(const char *path);

/* The record in that file; NULL: stderr says why, with line and column where it is about the text. */
Tree *cli_record(const struct Options *o, const char *path);

/* Colour as --colour says; by default on a terminal, unless NO_COLOR is set. */
bool cli_colour(const struct Options *o);

#ifndef COLONNADE_MINIMAL
/* Prints a JSON value and a line's end, and gives the value back. */
ExitStatus cli_print_json(const struct Options *o, json_t *value);
#endif

/* Makes or replaces the file `path` as file_write does; `-` is stdout. */
ExitStatus cli_write_file(const struct Options *o, const char *path, const char *text, size_t length);

#endif
