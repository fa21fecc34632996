/* What the subcommands of colonnade share: the call that they answer, error lines, and
 * reading games and positions from arguments.
 *
 * A subcommand writes its answer to stdout and at most one line to stderr, and
 * returns an ExitStatus; it never exits. main flushes stdout and notices if
 * that fails. */
#ifndef COLONNADE_CLI_CLI_H
#define COLONNADE_CLI_CLI_H

#include "core/game.h"
#include "core/tree.h"
#include "lang/lang.h"

typedef enum ExitStatus {
    EXIT_DONE = 0,
    EXIT_ILLEGAL = 1,       /* the input is not legal: a position, a move, a record */
    EXIT_USAGE = 2,         /* wrong usage */
    EXIT_MACHINE = 3        /* memory, disk or output failed */
} ExitStatus;

/* What was typed after the command's name, without its options (command.h). */
typedef struct Call {
    Lang lang;              /* for what is said to people */
    int count;              /* operands … */
    const char **operand;   /* … in order; they belong to main */
} Call;

enum { CLI_MOST_THREADS = 256 };
#define CLI_LARGE (UINT64_C(1) << 50)       /* "any number" for an option that counts */

/* Prints `colonnade: ` and the sentence on one line of stderr and returns `status`.
 * Bytes that are not text and control characters are shown as `?`, an empty argument as `""`. */
ExitStatus cli_fail(ExitStatus status, Lang lang, const char *english, int argc, ...);

/* The same for a message of a library; `before`, when not NULL, is put in front ("move 3 Sb2"). */
ExitStatus cli_fail_message(Lang lang, const char *before, const Message *m);

/* The same for an error after these moves, all of which are shown. */
ExitStatus cli_fail_after(Lang lang, const char *moves, const Message *m);

ExitStatus cli_fail_memory(Lang lang);

/* The ruleset named `id`; NULL: there is none, and stderr says so and names the nearest. */
const Game *cli_game(const Call *call, const char *id);
const Game *cli_solvable(const Call *call, const char *id); /* also a variant: see games/registry.h */

/* The position that `text` gives, or the start when it is NULL; false: stderr says what is wrong. */
bool cli_position(const Call *call, const Game *g, const char *text, Position *out);
/* Plays the moves given by the operands after the game; false: stderr says what is wrong. */
bool cli_follow(const Call *call, const Game *g, Position *p);

/* The file to read that `path` names: `-` is the standard input. */
const char *cli_input(const char *path);

/* The record in that file; NULL: stderr says why, with line and column if it is about the text. */
Tree *cli_record(const Call *call, const char *path);

/* The number of threads that was asked for or, if that is 0, the number of processors. */
int cli_threads(int wanted);

/* auto, always, never: what --colour takes, by number; NULL-ended. */
extern const char *const cli_colour_words[];

/* Whether to colour, by the number of one of these words; `auto`: on a terminal, unless NO_COLOR is set. */
bool cli_colour(int choice);
int cli_columns(void);      /* of the terminal that the output goes to; 0: it is not a terminal */

/* Makes or replaces the file `path` as file_write does; `-` is stdout. */
ExitStatus cli_write_file(const Call *call, const char *path, const char *text, size_t length);

#endif
