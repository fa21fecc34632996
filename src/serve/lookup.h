/* Exact values over plain HTTP: /probe/GAME.txt?position=P answers what `colonnade probe GAME` prints. It is for pages,
 * whose engine waits for the answer in the middle of a thought. */
#ifndef COLONNADE_SERVE_LOOKUP_H
#define COLONNADE_SERVE_LOOKUP_H

#include "house/house.h"

enum { LOOKUP_GAME = 40 };

/* The ruleset that such a path asks about; false: it is another path. */
bool lookup_game(const char *path, char out[LOOKUP_GAME]);

/* Writes the answer; returns the HTTP status. */
unsigned int lookup_write(House *h, uint64_t origin, const char *game, const char *position, Buffer *out);

#endif
