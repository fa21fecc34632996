/* Every subcommand there is; main.c puts them in order. */
#ifndef COLONNADE_CLI_COMMANDS_H
#define COLONNADE_CLI_COMMANDS_H

#include "cli/cli.h"

extern const Command analyse_command;
extern const Command apply_command;
extern const Command bench_command;
extern const Command engine_command;
extern const Command games_command;
extern const Command match_command;
extern const Command moves_command;
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
extern const Command steps_command;
extern const Command tables_command;
extern const Command version_command;

#endif
