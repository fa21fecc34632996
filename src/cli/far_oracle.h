/* The tables of a house far away, for commands that need exact values. */
#ifndef COLONNADE_CLI_FAR_ORACLE_H
#define COLONNADE_CLI_FAR_ORACLE_H

#include "cli/cli.h"
#include "engine/oracle.h"

/* Whether a folder of tables is really the address of a house. */
bool far_is_address(const char *folder);

/* Where values come from: the house of --probe, if given, replaces the folder. False: it is not an address,
 * and stderr says so. */
bool far_tables(const Call *call, const char *probe, const char **tables);

/* False: `error` says why. Whether the house has a table is known only when it is asked. */
bool far_oracle(const Game *g, const char *address, Oracle *out, Message *error);

#endif
