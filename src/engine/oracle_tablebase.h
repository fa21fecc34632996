/* Solved tablebases as an oracle. */
#ifndef COLONNADE_ENGINE_ORACLE_TABLEBASE_H
#define COLONNADE_ENGINE_ORACLE_TABLEBASE_H

#include "engine/oracle.h"

/* The ruleset's tablebase, from the folder that tablebases are in (solve/tablebase.h); false: there is
 * none that can be trusted. */
bool oracle_of_tablebase(const Game *g, const char *folder, Oracle *out);

#endif
