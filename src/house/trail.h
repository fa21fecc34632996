/* The trail of a game: the positions that it went through, as numbers by which it is found. Positions that differ only
 * by a symmetry have the same number, and so do moves between them. */
#ifndef COLONNADE_HOUSE_TRAIL_H
#define COLONNADE_HOUSE_TRAIL_H

#include "core/game.h"
#include "round/round.h"

enum {
    TRAIL_MOST = 400,           /* positions per game; later ones are not found */
    TRAIL_NONE = -1,            /* score of a step that does not count */
};

typedef struct TrailStep {
    int64_t here, next;         /* next 0: the game ended here */
    int ply;                    /* moves before this position */
    int score;                  /* of the player who moved there, in half points; or TRAIL_NONE */
} TrailStep;

/* The number of a position of a ruleset: 63 bits, the same in all versions of this program. */
int64_t trail_number(const Game *g, const Position *p);

/* The positions of a finished round, each once, in order; returns their number. Scores count where people had all seats
 * and everybody moved. */
int trail_of(Round *r, TrailStep out[TRAIL_MOST]);

#endif
