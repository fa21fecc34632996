/* Results of openings in a file: what `prove --openings` prints. */
#ifndef COLONNADE_CLI_OPENINGS_FILE_H
#define COLONNADE_CLI_OPENINGS_FILE_H

#include "cli/cli.h"
#include "solve/openings.h"

/* All openings of `plies`, with the results that the file has; `path` may be NULL. Not EXIT_DONE: stderr says why, and
 * there are none. */
ExitStatus openings_load(const Call *call, const Game *g, int plies, const char *path, Openings *out);

#endif
