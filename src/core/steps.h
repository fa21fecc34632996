/* Building a move choice by choice, for any game.
 *
 * The choices made so far are a prefix; what can follow is what at least one path
 * of one legal move has next. */
#ifndef COLONNADE_CORE_STEPS_H
#define COLONNADE_CORE_STEPS_H

#include "core/game.h"

enum { MAX_CHOICES = 64, STEP_TEXT = 16 };

typedef struct Choices {
    int count;                  /* different steps that can follow */
    Step step[MAX_CHOICES];     /* in the order the moves are listed */
    size_t moves;               /* legal moves that begin with the prefix */
    Move only;                  /* that move when there is exactly one, else 0 */
    Move complete;              /* the move that the prefix spells out in full, else 0 */
} Choices;

/* `legal` is every legal move of `p`. A prefix that no move has gives moves = 0. */
void steps_next(const Game *g, const Position *p, const MoveList *legal, const Step *prefix, int length, Choices *out);

/* A place's label, a number, or a word: a kind of piece, north east south west, top
 * whole, stop, pass. One word, the same in every language; within one set of
 * choices no two share it. */
size_t step_write(const Game *g, Step s, char out[STEP_TEXT]);

/* Finds the choice whose text is `text`, in large or small letters; false: there is none. */
bool step_read(const Game *g, const Choices *choices, const char *text, Step *out);

/* The move of the position turned by `symmetry` whose choices are those of `m`, turned. 0: out of
 * memory, or `m` is not a move of `p`. */
Move steps_turn_move(const Game *g, const Position *p, Move m, int symmetry);

#endif
