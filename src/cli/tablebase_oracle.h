/* The tablebase of a ruleset, if there is one, for analysis: here, or in a house far away. */
#ifndef COLONNADE_CLI_TABLEBASE_ORACLE_H
#define COLONNADE_CLI_TABLEBASE_ORACLE_H

#include "cli/far_oracle.h"
#include "engine/adviser.h"
#include "engine/oracle_tablebase.h"

/* Adds it to the adviser, if there is one. `folder`: as tablebase_open takes it, or a house's address. */
static inline void tablebase_oracle_add(Adviser *a, const Game *g, const char *folder)
{
    Oracle tables;
    Message error;
    bool there = far_is_address(folder) ? g->index && far_oracle(g, folder, &tables, &error)
                                        : oracle_of_tablebase(g, folder, &tables);
    if (there && !adviser_add_oracle(a, tables))
        tables.close(tables.context);
}

#endif
