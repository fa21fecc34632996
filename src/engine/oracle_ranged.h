/* A tablebase that is read by ranges of bytes, as an oracle: for a page on a plain file server. */
#ifndef COLONNADE_ENGINE_ORACLE_RANGED_H
#define COLONNADE_ENGINE_ORACLE_RANGED_H

#include "engine/oracle.h"
#include "solve/tablebase_ranged.h"

/* Nothing is read before the first question; a table that is missing then is not looked for again. A win whose plies
 * the file leaves out is a win without them. `trouble`, when not NULL, is told once why a table that is there is not
 * trusted. False: no memory. */
typedef void RangedTrouble(void *context, const Message *why);
bool oracle_of_ranges(const Game *g, TablebaseRead *read, RangedTrouble *trouble, void *context, Oracle *out);

#endif
