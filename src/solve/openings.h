/* The openings of a game: every position that games reach after some moves, once up to symmetry, and its result. */
#ifndef COLONNADE_SOLVE_OPENINGS_H
#define COLONNADE_SOLVE_OPENINGS_H

#include "core/game.h"

enum { OPENINGS_MOST = 8 };     /* plies: of more, there are too many for any memory */

typedef struct Opening {
    Position position;          /* canonical, not over */
    bool known;
    int8_t result;              /* when known: 1 won, 0 drawn, -1 lost, for the player to move */
} Opening;

typedef struct Openings {
    Opening *opening;           /* by position_compare */
    size_t count, capacity;
} Openings;

/* None of them known. False: out of memory. */
bool openings_collect(const Game *g, int plies, Openings *out);

/* Takes the results from lines `POSITION<tab>win|draw|loss`, in any order; `unknown` says nothing, and neither does a
 * last line without an end, which somebody was writing. False: error says what is wrong with line number *line. */
bool openings_read(const Game *g, Openings *o, const char *text, size_t *line, Message *error);

void openings_drop(Openings *o);

/* What such a line calls an opening. */
const char *openings_word(const Opening *o);

#endif
