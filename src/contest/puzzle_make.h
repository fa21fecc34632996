/* Puzzles from what is known: positions of games in which only one move wins (or, on request, wins
 * so fast), and after every best defence again only one, to the end. */
#ifndef COLONNADE_CONTEST_PUZZLE_MAKE_H
#define COLONNADE_CONTEST_PUZZLE_MAKE_H

#include "contest/harvest.h"
#include "core/buffer.h"

enum {
    PUZZLE_MAKE_LEAST = 3,          /* plies to the end of the game: at least … */
    PUZZLE_MAKE_MOST = 13,          /* … and at most */
    PUZZLE_MAKE_RIVALS = 2,         /* fewest other legal moves */
    PUZZLE_MAKE_NODES = 150000      /* within which the search alone proves it */
};

/* How hard a puzzle is, in tenths of a decade: the nodes that the search needs until it sees the move
 * and keeps to it, times the other moves among which it hides. */
int puzzle_make_difficulty(uint64_t nodes, size_t rivals);

typedef struct PuzzleMakeTruth {
    const Oracle *oracle;           /* NULL: only the search */
    bool fastest;                   /* other moves may win, only slower */
} PuzzleMakeTruth;

/* Adds lines to `out`: position, plies to the end, difficulty, tabs between; the easiest first, no two
 * symmetric. Ends with `count` of them, after `tries` positions, or when it is stopped. No step of ten
 * in difficulty gets more than a third of them. False: out of memory. */
bool puzzle_make(const Game *g, PuzzleMakeTruth t, int count, uint64_t tries, uint64_t seed, const Cancel *cancel,
                 Buffer *out);

/* The same from given positions, one at the beginning of each line of `text`, followed by a tab if there is more.
 * Takes all of them that are puzzles. Without an oracle only the search is asked, which says only that no other move
 * wins as fast. False: out of memory, or error says which line has no position. */
bool puzzle_make_from(const Game *g, PuzzleMakeTruth t, const char *text, const Cancel *cancel, Buffer *out,
                      Message *error);

#endif
