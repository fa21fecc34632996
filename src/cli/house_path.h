/* Where the house keeps its games. */
#ifndef COLONNADE_CLI_HOUSE_PATH_H
#define COLONNADE_CLI_HOUSE_PATH_H

#include "core/message.h"

enum { HOUSE_PATH = 4096 };

/* house.db in colonnade's part of the user's data folder, which is made where it is missing.
 * False: `error` says why. */
bool house_store_path(char out[HOUSE_PATH], Message *error);

#endif
