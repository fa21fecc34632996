/* Going through a finished game: what each move was worth, and what would have been better. */
#ifndef COLONNADE_ENGINE_REVIEW_H
#define COLONNADE_ENGINE_REVIEW_H

#include "core/tree.h"
#include "engine/adviser.h"

enum { REVIEW_MS_PER_MOVE = 500 };      /* by default */

typedef enum ReviewMark {
    REVIEW_FINE,
    REVIEW_DOUBTFUL,        /* a little was given away */
    REVIEW_MISTAKE,         /* much was given away */
    REVIEW_BLUNDER          /* a win or a draw was given away, or nearly so */
} ReviewMark;

typedef struct ReviewMove {
    ReviewMark mark;
    Advice played, best;    /* the same when nothing better was found */
    const char *source;     /* as in AdviceList */
} ReviewMove;

/* Judges the move that leads to `node`, which is not node 0. False: out of memory. */
bool review_move(Adviser *a, const Tree *m, int node, SearchLimits limits, ReviewMove *out);

/* Adds the better line to the tree as a variation of the move that leads to `node`;
 * false: it could not be added. The current node does not change. */
bool review_add_line(Tree *m, int node, const Advice *better, Message *error);

#endif
