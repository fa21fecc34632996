/* Positions with a forced win, found by exhaustive search, and whether a player finds it.
 *
 * A file has one per line: the position, the plies to the end, and every move that wins that
 * fast, with tabs between; lines that begin with # are for people. */
#ifndef COLONNADE_CONTEST_TACTICS_H
#define COLONNADE_CONTEST_TACTICS_H

#include "core/buffer.h"
#include "core/game.h"
#include "engine/adviser.h"

enum { TACTICS_LEAST = 3, TACTICS_MOST = 11, TACTICS_MOVES = 64 };

typedef struct Tactic {
    Position position;
    int plies;
    int moves;                          /* that win within those plies */
    Move move[TACTICS_MOVES];
} Tactic;

/* Adds `count` lines for the ruleset to `out`: wins of as many lengths as come up, in positions
 * that have several moves and few that win. A proof that shares nothing with the search
 * must not contradict it. False: out of memory, or stopped. */
bool tactics_generate(const Game *g, int count, uint64_t seed, const Cancel *cancel, Buffer *out);

/* Reads one line. False: it says nothing (*error is empty) or is wrong. */
bool tactics_read(const Game *g, const char *line, Tactic *out, Message *error);

/* Whether level 10, given `seconds`, plays one of the moves. False also when memory runs out. */
bool tactics_solve(Adviser *a, const Tactic *t, double seconds, double *took);

#endif
