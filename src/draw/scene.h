/* What a picture of any game shows, taken from a position or from a tree.
 *
 * A position may forget the order inside a stack and older directions; a tree knows them. */
#ifndef COLONNADE_DRAW_SCENE_H
#define COLONNADE_DRAW_SCENE_H

#include "core/tree.h"

typedef struct Scene {
    const Game *game;
    Outcome outcome;
    int mover;                              /* seat */
    int height[MAX_PLACES];                 /* pieces on each place … */
    Piece piece[MAX_PLACES][MAX_STACK];     /* … bottom to top */
    int reserve[MAX_PLAYERS][MAX_KINDS];
    uint64_t marked;                        /* one bit per place: what the last move touched */
} Scene;

void scene_set(Scene *s, const Game *g, const Position *p);
/* The current node of a tree, with its last move marked. */
void scene_set_match(Scene *s, Tree *m);

/* Marks the places that `m`, a legal move of `before`, names. */
void scene_mark_move(Scene *s, const Position *before, Move m);

int scene_tallest(const Scene *s);                  /* pieces in the tallest stack */
bool scene_carries(const Scene *s, int place);      /* a place that rests on it is in use */
bool scene_carried(const Scene *s, int place);      /* every place that it would rest on is in use */

/* Sentences, marked for the catalogue. */
const char *scene_seat_name(int seat);              /* "White" … */
const char *scene_status(const Scene *s);           /* "White to move", "Black has won", "draw" */

#endif
