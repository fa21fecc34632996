/* The trail of a game: the positions that it came through, as numbers to find it by. Positions that are the same but
 * for a symmetry have the same number, and so have moves between them. */
#ifndef COLONNADE_HOUSE_TRAIL_H
#define COLONNADE_HOUSE_TRAIL_H

#include "core/game.h"
#include "round/round.h"

enum {
    TRAIL_MOST = 400,           /* positions of one game; what comes later is not found */
    TRAIL_NONE = -1,            /* score of a step that does not count */
};

typedef struct TrailStep {
    int64_t here, next;         /* next 0: the game ended here */
    int ply;                    /* moves before it */
    int score;                  /* of whoever moved there, in half points; TRAIL_NONE */
} TrailStep;

/* The number of a position of a ruleset: 63 bits that stay the same in all versions of this program. */
int64_t trail_number(const Game *g, const Position *p);

/* The positions of a finished round, each once, in order; how many. Scores count where people sat on all seats and
 * everybody moved. */
int trail_of(Round *r, TrailStep out[TRAIL_MOST]);

#endif
