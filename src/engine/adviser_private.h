/* What the files of an adviser share. */
#ifndef COLONNADE_ENGINE_ADVISER_PRIVATE_H
#define COLONNADE_ENGINE_ADVISER_PRIVATE_H

#include "engine/adviser.h"
#include "search/multi.h"

enum { ORACLES = 4 };

struct Adviser {
    const Game *game;
    Search *search;         /* for two sides … */
    Multi *multi;           /* … or for more; the other one is NULL */
    Oracle oracle[ORACLES];
    int oracles;
    uint64_t random;
    bool distances;         /* what is asked of the oracles: a player needs no distances */
    const Cancel *cancel;
    MoveList legal;
    Advice *advice;
    size_t capacity;
};

/* Lists the legal moves, with nothing known about them. False: out of memory. */
bool adviser_list_moves(Adviser *a, const Position *p);
/* Whichever of the two there is, on this question. False: out of memory. */
bool adviser_search(Adviser *a, const Situation *s, SearchLimits limits, SearchReport *report, void *context,
                    SearchResult *out);
/* adviser_play, with seconds for proofs beside the limits; 0: they share them. */
bool adviser_play_proving(Adviser *a, const Situation *s, SearchLimits limits, double proof_seconds,
                          AdviserReport *report, void *context, AdviceList *out);
/* Takes what a search found as the advice. */
void adviser_take_lines(Adviser *a, const SearchResult *r);

#endif
