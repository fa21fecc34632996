/* The search of one item of a bound: does the attacker win from here within so many plies? */
#ifndef COLONNADE_SOLVE_BOUND_SEARCH_H
#define COLONNADE_SOLVE_BOUND_SEARCH_H

#include "solve/bound.h"

typedef struct BoundSearch BoundSearch;

BoundSearch *bound_search_create(const Game *g, size_t table_bytes);   /* NULL: out of memory */
void bound_search_destroy(BoundSearch *s);

typedef enum BoundAnswer { BOUND_GIVEN_UP = -1, BOUND_NO, BOUND_YES } BoundAnswer;

/* From an empty table: the same answer and the same nodes each time. GIVEN_UP: `cancel` was asked, the clock
 * passed `deadline` (0: none), or memory ran out. */
BoundAnswer bound_search(BoundSearch *s, const Position *p, int side, int plies, const Cancel *cancel, double deadline,
                         uint64_t *nodes);

#endif
