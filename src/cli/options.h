/* Reading the command line of any subcommand, by its declaration (command.h).
 *
 * Options may appear anywhere among the operands; `--` ends them; a value follows its option
 * as the next argument or after `=`. */
#ifndef COLONNADE_CLI_OPTIONS_H
#define COLONNADE_CLI_OPTIONS_H

#include "cli/command.h"

#include <stdio.h>

enum { OPTIONS_OPERANDS = 256 };

typedef enum OptionsResult { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_WRONG } OptionsResult;

/* The language that --lang among the arguments asks for, else the environment's. It is known
 * before anything else is read, so that all errors are reported in it. */
Lang options_lang(int argc, char **argv);

/* The two options that every command takes; an option without a name ends them. */
extern const Option options_common[];

/* The option of `c` with this name; NULL: there is none. */
const Option *options_find(const Command *c, const char *name, size_t length);

/* The verb of `c` with this name; NULL: there is none. */
const Command *options_verb(const Command *c, const char *name);

/* Which of the arguments is the first operand, which is the verb if the command has verbs;
 * `argc`: none is. */
int options_first_operand(const Command *c, int argc, char **argv);

/* "tables audit": the command as it is typed after the program's name. `parent` is NULL for a
 * command that is not a verb. */
void options_name(const Command *parent, const Command *c, char out[64]);

/* What the usage line shows after the name: the operands, or the verbs as list|info|audit. */
void options_operands(const Command *c, Lang lang, char out[OPTIONS_OPERANDS]);

/* Sets the defaults, then reads `argc` arguments after the name of the command and of its verb.
 * `operand` has room for all of them; call->lang is set. OPTIONS_WRONG: stderr says what is
 * wrong. */
OptionsResult options_parse(const Command *parent, const Command *c, int argc, char **argv, const char **operand,
                            Call *call);

/* The usage line, the help and the options of a command, in lines of 79 columns. A line
 * "  word  text" of the help is an entry of a list: what follows is indented to its text. */
void options_help(const Command *parent, const Command *c, Lang lang, FILE *out);

/* The default as the help shows it; NULL: none is shown. */
const char *options_default(const Option *o, Lang lang);

/* A whole number from `least` to `most`; false: it is not one. */
bool options_number(const char *text, int least, int most, int *out);

/* The same for counts that may be large. */
bool options_count(const char *text, uint64_t least, uint64_t most, uint64_t *out);

/* The name in `names` that is nearest to `text` by edits; NULL: none is near. */
const char *options_nearest(const char *text, const char *(*name)(const void *context, size_t i), const void *context,
                            size_t count);

#endif
