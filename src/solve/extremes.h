/* What stands out among all positions of a table: the longest win, and where only one move keeps the result. */
#ifndef COLONNADE_SOLVE_EXTREMES_H
#define COLONNADE_SOLVE_EXTREMES_H

#include "solve/tablebase.h"

/* The position with the most moves of which only one keeps the result. */
typedef struct ExtremesOnly {
    Position position;
    Move move;
    Value value;
    int others;             /* the moves that do not; 0: no such position was seen */
    uint64_t looked;        /* positions of that result that were looked at */
} ExtremesOnly;

typedef struct Extremes {
    Position longest;       /* won for the player to move, in as many plies as any … */
    Value value;            /* … and its value */
    ExtremesOnly only[2];   /* one move draws and all others lose; one move wins */
} Extremes;

/* Goes through the whole table for the longest win, and looks at about `sample` drawn and as many won positions, spread
 * evenly, for the others. Of equals it takes the one with the smallest number. False: error says why. */
bool extremes_find(const Game *g, const char *folder, uint64_t sample, int threads, Extremes *out, Message *error);

#endif
