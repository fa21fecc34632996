/* A verb of `colonnade tables` that is in a file of its own. */
#ifndef COLONNADE_CLI_TABLES_OPENING_H
#define COLONNADE_CLI_TABLES_OPENING_H

#include "cli/command.h"

extern const Command tables_opening;

#endif
