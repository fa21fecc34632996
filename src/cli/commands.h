/* Every subcommand there is; main.c puts them in order. */
#ifndef COLONNADE_CLI_COMMANDS_H
#define COLONNADE_CLI_COMMANDS_H

#include "cli/cli.h"

extern const Command analyse_command, apply_command, bench_command, games_command, moves_command, perft_command,
    play_command, record_command, result_command, rules_command, show_command, start_command, steps_command, version_command;

#endif
