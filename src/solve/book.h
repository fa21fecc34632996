/* The opening book: proven values of the first positions of games that are proven, so
 * that the opening costs no time. The lines of book/GAME.tsv are compiled into the
 * program; `colonnade prove GAME --book` prints them anew. */
#ifndef COLONNADE_SOLVE_BOOK_H
#define COLONNADE_SOLVE_BOOK_H

#include "core/game.h"

typedef struct BookLine {
    const char *game;
    const char *position;           /* canonical, as text */
    int8_t result;                  /* 1 won, 0 drawn, -1 lost, for the player to move */
    int8_t distance;                /* plies to the end with best play; -1: a draw */
} BookLine;

/* Compiled from book/: ordered by game, then by position, as bytes. */
extern const BookLine book_line[];
extern const size_t book_lines;

/* What the book says about `p` or a position symmetric to it; NULL: nothing. */
const BookLine *book_find(const Game *g, const Position *p);

#endif
