/* Fair play where the truth is known: how often somebody found moves that keep the value of a position where most
 * moves do not. It is a number, not a verdict: it tells an operator whose games to look at. */
#ifndef COLONNADE_ENGINE_FAIRPLAY_H
#define COLONNADE_ENGINE_FAIRPLAY_H

#include "engine/adviser.h"

enum {
    FAIRPLAY_NODES = 200000,    /* that the proofs of one position may take; what takes longer is not judged */
    FAIRPLAY_LEAST = 40,        /* decisions needed before the share says anything */
    FAIRPLAY_SHARE = 95,        /* percent from which a person should look */
};

typedef struct FairPlay {
    int moves;                  /* all of them */
    int judged;                 /* where the value of every legal move was known */
    int decisions;              /* of those: more than half of the legal moves would have given something away … */
    int kept;                   /* … and the move that was played did not */
} FairPlay;

/* Adds what the move says about whoever played it. False: out of memory. The adviser should have tables where
 * proofs are out of reach. */
bool fairplay_judge(Adviser *a, const Situation *s, Move played, FairPlay *sum);

void fairplay_add(FairPlay *sum, const FairPlay *more);

/* Whether there were enough decisions, and few enough mistakes, that somebody should look at the games. */
bool fairplay_stands_out(const FairPlay *f);

#endif
