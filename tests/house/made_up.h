/* A table of Pylos that does not exist: every position has a random value. Whoever plays by these values must have
 * asked it. */
#ifndef COLONNADE_TESTS_HOUSE_MADE_UP_H
#define COLONNADE_TESTS_HOUSE_MADE_UP_H

#include "engine/oracle.h"

extern int made_up_asked;       /* questions so far */
/* How many of the next questions have to wait for the disk, longer than a house waits. A program takes the number from
 * its environment, COLONNADE_COLD. */
extern int made_up_cold;

/* Lost in 6 for about one position in five, else won in 5. */
void made_up_value(const Game *g, const Position *p, Value *out);

/* As oracle_of_tablebase: false for every game but Pylos. */
bool made_up_oracle(const Game *g, const char *folder, Oracle *out);

#endif
