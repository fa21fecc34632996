/* How won games are lost: our own levels play each other, and an oracle looks at every position that is won for the
 * player to move, and at what the move made of it. */
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
    Position position;          /* as it was first met; symmetric ones count as one */
    Move move;
    int result;                 /* 0 or -1: what was left, for the player who moved */
    int times, met;             /* played in `times` of the `met` games that came to this position */
} Lapse;

typedef struct LapsePhase {
    int last;                   /* ply, the first being 1 */
    int lost, won;              /* wins given away, and positions that were won for the player to move */
} LapsePhase;

/* Of the positions met, the one with the most moves of which only one keeps the result. */
typedef struct LapseOnly {
    Position position;
    Move move;
    Value value;
    int others;                 /* 0: there is none */
} LapseOnly;

typedef struct LapseCount {
    int games;                  /* that were played to the end */
    Lapse *lapse;               /* the most frequent first; free with lapse_free */
    size_t lapses;
    LapsePhase phase[LAPSE_PHASES];
    LapseOnly only[2];          /* one move draws and the others lose; one move wins */
} LapseCount;

/* The same job gives the same count. `only` is looked for only where values are not known at once: otherwise there is
 * a table to look in. False: out of memory. When cancelled, it counts the games so far. */
bool lapse_count(const LapseJob *j, bool only, LapseCount *out);
void lapse_free(LapseCount *c);

#endif
