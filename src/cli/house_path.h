/* Where the house keeps its games, and the verbs of `colonnade house`. */
#ifndef COLONNADE_CLI_HOUSE_PATH_H
#define COLONNADE_CLI_HOUSE_PATH_H

#include "cli/commands.h"
#include "store/store.h"

enum { HOUSE_PATH = 4096 };

/* house.db in colonnade's part of the user's data folder, which is created if it is missing.
 * False: `error` says why. */
bool house_store_path(char out[HOUSE_PATH], Message *error);

/* The store at this address (NULL: the one above). NULL: stderr says why not. */
Store *house_store_open(const Call *call, const char *address, StoreOptions options);

#define HOUSE_STORE_OPTION(to)                                                                                         \
    {.name = "store",                                                                                                  \
     .value = T("STORE"),                                                                                              \
     .path = (to),                                                                                                     \
     .otherwise = T("house.db in the user's data folder"),                                                             \
     .complete = COMPLETE_FILE,                                                                                        \
     .help = T("where games between people are kept: a file, or a database postgresql://…")}

/* house_ratings.c */
extern const Command house_ratings_verb, house_fairplay_verb;
/* house_archive.c */
extern const Command house_advantage_verb, house_explore_verb;
/* house_copy.c */
extern const Command house_copy_verb, house_backup_verb, house_restore_verb, house_export_verb, house_erase_verb;
/* house_tournament.c */
extern const Command house_tournament_verb;
/* house_accounts.c */
extern const Command house_account_verb;

#endif
