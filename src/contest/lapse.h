/* How won games are lost: levels of ours play each other, and somebody who knows looks at every position that is won
 * for the player to move, and at what the move made of it. */
#ifndef COLONNADE_CONTEST_LAPSE_H
#define COLONNADE_CONTEST_LAPSE_H

#include "contest/harvest.h"

enum { LAPSE_PHASES = 6 };

typedef struct LapseJob {
    const Game *game;
    const Oracle *truth;
    uint64_t nodes;             /* that one value may take; what takes more is left out */
    int games;
    int lowest, highest;        /* levels */
    uint64_t seed;
    const Cancel *cancel;
} LapseJob;

/* A move that gave a win away. */
typedef struct Lapse {
    Position position;          /* as it was met first; symmetric ones count as one */
    Move move;
    int result;                 /* 0 or -1: what was left, for the player who moved */
    int times, met;             /* of the games that came to this position */
} Lapse;

typedef struct LapsePhase {
    int last;                   /* ply, the first being 1 */
    int lost, won;              /* wins given away, and positions that were won for the player to move */
} LapsePhase;

/* The position among those met in which one move alone keeps the result, and most do not. */
typedef struct LapseOnly {
    Position position;
    Move move;
    Value value;
    int others;                 /* 0: there is none */
} LapseOnly;

typedef struct LapseCount {
    int games;                  /* that were played to the end */
    Lapse *lapse;               /* the most frequent first; give back with lapse_free */
    size_t lapses;
    LapsePhase phase[LAPSE_PHASES];
    LapseOnly only[2];          /* that draws while the others lose; that wins */
} LapseCount;

/* The same job gives the same count. `only` is looked for where values are not known at once, for whoever has no table
 * to look in. False: out of memory. When it is cancelled it counts the games so far. */
bool lapse_count(const LapseJob *j, bool only, LapseCount *out);
void lapse_free(LapseCount *c);

#endif
