/* Fair starts: openings that are proven to be draws, so that neither side is ahead before the first move.
 *
 * They are drawn at random and numbered: the same number is the same opening on every machine, in every front
 * end. The draw is known from what tables said about the opening (core/opening_layer.h) or, where positions
 * never repeat, from the opening book and a proof on the spot. */
#ifndef COLONNADE_ENGINE_FAIR_H
#define COLONNADE_ENGINE_FAIR_H

#include "core/cancel.h"
#include "core/game.h"

enum {
    FAIR_PLIES = 16,        /* an opening has no more moves */
    FAIR_NUMBERS = 9999     /* numbers go from 1 to this: short enough to say */
};

typedef struct FairStart {
    int number;
    Position position;      /* drawn */
    Move line[FAIR_PLIES];  /* that lead to it from the start of the game */
    int plies;
    const char *source;     /* of that knowledge: English, marked T() */
} FairStart;

/* Whether we know of any for this ruleset. Cheap. */
bool fair_exists(const Game *g);

/* Draws fair starts of one ruleset; belongs to one caller at a time. NULL: out of memory. */
typedef struct Fair Fair;
Fair *fair_create(const Game *g);
void fair_destroy(Fair *f);

/* The fair start with that number. False: cancelled, out of memory, or there is none. */
bool fair_start(Fair *f, int number, const Cancel *cancel, FairStart *out);

/* The fair starts from `number` on, `count` at most, without those that are symmetric to an earlier one of the
 * list. Returns how many there are. */
int fair_list(Fair *f, int number, int count, const Cancel *cancel, FairStart *out);

#endif
