/* Solved tables as an oracle. */
#ifndef COLONNADE_ENGINE_ORACLE_TABLES_H
#define COLONNADE_ENGINE_ORACLE_TABLES_H

#include "engine/oracle.h"

/* The ruleset's table, from the folder that tables are in (solve/tables.h); false: there is
 * none that can be trusted. */
bool oracle_of_tables(const Game *g, const char *folder, Oracle *out);

#endif
