/* Values of tags that a record's reader checks: what the files of core/record share. */
#ifndef COLONNADE_CORE_RECORD_PRIVATE_H
#define COLONNADE_CORE_RECORD_PRIVATE_H

#include "core/tree.h"

bool record_good_date(const char *text);    /* YYYY.MM.DD, with ? for what is not known */

/* Whether a tag follows from the moves and what happened between them. */
bool record_follows(const Game *game, const char *name);

/* Lets `seat` leave on the main line of `m` as the value of its tag says: "resigned 12 level 5". */
bool record_read_left(Tree *m, int seat, const char *value, Message *error);

#endif
