/* The tablebase of a ruleset, where there is one, for whoever analyses. */
#ifndef COLONNADE_CLI_TABLEBASE_ORACLE_H
#define COLONNADE_CLI_TABLEBASE_ORACLE_H

#include "engine/adviser.h"
#include "engine/oracle_tablebase.h"

/* Adds it to the adviser; without one nothing happens. `folder` as tablebase_open takes it. */
static inline void tablebase_oracle_add(Adviser *a, const Game *g, const char *folder)
{
    Oracle tables;
    if (oracle_of_tablebase(g, folder, &tables) && !adviser_add_oracle(a, tables))
        tables.close(tables.context);
}

#endif
