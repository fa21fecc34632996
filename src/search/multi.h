/* The opponent for three sides.
 *
 * Works for every ruleset with more than two sides and evaluate_sides. The values it returns
 * are for the side to move at the root, as search/score.h writes them: a proven win is one that
 * the mover's side can force whatever all the others do, even together; a proven loss is a move
 * after which some other side can force its win in that sense. Anything else is an estimate,
 * even when the others together could bring the mover down. With a node limit a run is
 * deterministic: the same nodes, values and moves on every compiler and machine. A Multi is
 * used by one caller at a time. */
#ifndef COLONNADE_SEARCH_MULTI_H
#define COLONNADE_SEARCH_MULTI_H

#include "search/search.h"

typedef enum MultiMethod {
    MULTI_PARANOID,     /* alpha-beta: all others play against the side to move */
    MULTI_BEST_REPLY,   /* the same, but in each round only one of the others thinks, the one that hurts most */
    MULTI_LINEAR,       /* the tree search below with the evaluation that a network replaced */
    MULTI_TREE,         /* tree search in which every side plays for itself (max^n), with proofs */
    MULTI_METHODS,
    MULTI_BEST = MULTI_TREE     /* what playing uses: see docs/three-players.md */
} MultiMethod;

const char *multi_method_name(MultiMethod m);   /* "paranoid", … */

typedef struct Multi Multi;

/* NULL: out of memory, or knowledge of the game is not available now. */
Multi *multi_create(const Game *g, size_t bytes, MultiMethod method);
void multi_destroy(Multi *m);
void multi_forget(Multi *m);                    /* what it learnt from earlier positions */

/* As search_run: every legal move with a value and a line, best first. The values of
 * MULTI_BEST are all `exact`. */
bool multi_run(Multi *m, const Position *p, const uint64_t *history, size_t history_count, SearchLimits limits,
               SearchReport *report, void *context, SearchResult *out);

/* After a run of MULTI_TREE: how the sides share the point if the best move is played; the sum is 1. */
void multi_shares(const Multi *m, float share[MAX_PLAYERS]);

#endif
