/* Every subcommand. */
#ifndef COLONNADE_CLI_COMMANDS_H
#define COLONNADE_CLI_COMMANDS_H

#include "cli/command.h"

extern const Command account_command;
extern const Command analyse_command;
extern const Command apply_command;
extern const Command bench_command;
extern const Command bot_command;
extern const Command bound_command;
extern const Command complete_command;
extern const Command engine_command;
extern const Command games_command;
extern const Command house_command;
extern const Command help_command;
extern const Command match_command;
extern const Command moves_command;
extern const Command online_command;
extern const Command perft_command;
extern const Command play_command;
extern const Command probe_command;
extern const Command proof_command;
extern const Command prove_command;
extern const Command record_command;
extern const Command result_command;
extern const Command review_command;
extern const Command rules_command;
extern const Command serve_command;
extern const Command show_command;
extern const Command solve_command;
extern const Command start_command;
extern const Command fair_command;
extern const Command landmarks_command;
extern const Command explore_command;
extern const Command steps_command;
extern const Command tables_command;
extern const Command version_command;

/* All of them in order, NULL-ended. */
extern const Command *const commands_all[];

/* The command of that name, or the verb of `c`; NULL: there is none, and stderr says so and names the nearest. */
const Command *commands_find(Lang lang, const char *name);
const Command *commands_verb(Lang lang, const Command *c, const char *name);

#endif
