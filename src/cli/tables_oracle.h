/* The table of a ruleset, where there is one, for whoever analyses. */
#ifndef COLONNADE_CLI_TABLES_ORACLE_H
#define COLONNADE_CLI_TABLES_ORACLE_H

#include "engine/adviser.h"
#ifndef COLONNADE_MINIMAL
#include "engine/oracle_tables.h"
#endif

/* Adds it to the adviser; without one nothing happens. `folder` as tables_open takes it. */
static inline void tables_oracle_add(Adviser *a, const Game *g, const char *folder)
{
#ifndef COLONNADE_MINIMAL
    Oracle tables;
    if (oracle_of_tables(g, folder, &tables) && !adviser_add_oracle(a, tables))
        tables.close(tables.context);
#else
    (void)a;
    (void)g;
    (void)folder;
#endif
}

#endif
