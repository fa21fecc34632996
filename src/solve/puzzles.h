/* Puzzles from a table: won positions with exactly one winning move. */
#ifndef COLONNADE_SOLVE_PUZZLES_H
#define COLONNADE_SOLVE_PUZZLES_H

#include "solve/tablebase.h"

enum {
    PUZZLES_LEAST_MOVES = 4,    /* fewest legal moves of a puzzle … */
    PUZZLES_LEAST_PLIES = 3     /* … and fewest plies to the end of the game */
};

typedef struct TablebasePuzzle {
    Position position;
    Move move;                  /* the only one that wins */
    Value value;                /* a win, and in how many plies */
} TablebasePuzzle;

/* False: no more are wanted. */
typedef bool PuzzlesFound(void *context, const TablebasePuzzle *p);

/* Draws positions at random and hands over the puzzles among them, `wanted` at most, as they
 * are found. Gives up after a thousand draws per puzzle wanted. The same seed draws the same.
 * Returns how many were found, or -1: error says why. */
int64_t puzzles_draw(Tablebase *t, uint64_t seed, uint64_t wanted, PuzzlesFound *found, void *context, Message *error);

/* Whether `p` is one; false also when the table is damaged there. `list` is scratch. */
bool puzzles_is_one(Tablebase *t, const Position *p, MoveList *list, TablebasePuzzle *out);

#endif
