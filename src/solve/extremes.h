/* What stands out among all positions of a table: the longest win, and where one move alone keeps the result. */
#ifndef COLONNADE_SOLVE_EXTREMES_H
#define COLONNADE_SOLVE_EXTREMES_H

#include "solve/tablebase.h"

/* A position in which one move alone keeps the result, and most do not. */
typedef struct ExtremesOnly {
    Position position;
    Move move;
    Value value;
    int others;             /* moves that do not; 0: no such position was seen */
    uint64_t looked;        /* at so many positions of that result */
} ExtremesOnly;

typedef struct Extremes {
    Position longest;       /* won for the player to move, in as many plies as any … */
    Value value;            /* … so many */
    ExtremesOnly only[2];   /* that draws while all others lose; that wins */
} Extremes;

/* Goes through the whole table for the longest win, and looks at about `sample` drawn and as many won positions, spread
 * evenly, for the others. Of equals the one with the smallest number. False: error says why. */
bool extremes_find(const Game *g, const char *folder, uint64_t sample, int threads, Extremes *out, Message *error);

#endif
