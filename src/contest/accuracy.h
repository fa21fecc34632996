/* How often a player keeps what a position is worth, on positions of games whose every
 * move has a known value.
 *
 * A file has one position per line: the position, the ply it was met at, and the value of each
 * legal move, in the order of Game.moves, for the player who makes it: `+12` wins in 12 plies,
 * `-7` loses in 7, `=` draws; `+` and `-` alone where the distance was not asked for. Tabs
 * separate the three, blanks the values; lines that begin with # are for people. */
#ifndef COLONNADE_CONTEST_ACCURACY_H
#define COLONNADE_CONTEST_ACCURACY_H

#include "contest/harvest.h"
#include "core/buffer.h"
#include "engine/adviser.h"

enum { ACCURACY_PHASES = 4, ACCURACY_PHASE_PLIES = 8 };

typedef struct AccuracyItem {
    Position position;
    int ply;
    int moves;
    Value value[HARVEST_MOVES];
} AccuracyItem;

/* Decisions of one kind, and how many of them kept the value. */
typedef struct AccuracyShare {
    int decisions, kept;
} AccuracyShare;

typedef struct AccuracyScore {
    AccuracyShare all;
    AccuracyShare can_lose;             /* where some move gives something away … */
    AccuracyShare half_lose;            /* … and where at least half of them do */
    AccuracyShare phase[ACCURACY_PHASES];   /* of can_lose: plies 0-7, 8-15, 16-23, later */
    int claims, wrong_values, wrong_distances;  /* values called proven, and those that were wrong */
    const AccuracyItem *wrong;          /* the last position with a wrong claim; NULL: none */
} AccuracyScore;

typedef struct AccuracyOptions {
    const Game *game;
    SearchLimits limits;                /* per decision */
    int threads;                        /* decisions made at the same time */
} AccuracyOptions;

/* Adds `count` lines to `out`: positions from games that the search plays against itself, with
 * a random effort and after a random opening, no two symmetric. `truth` must know the ruleset;
 * positions about which it does not answer within its effort are left out. False: out of
 * memory, or stopped. */
bool accuracy_generate(const Game *g, const Oracle *truth, bool distance, int count, uint64_t seed,
                       const Cancel *cancel, Buffer *out);

/* Reads one line. False: it says nothing (*error is empty) or is wrong. */
bool accuracy_read(const Game *g, const char *line, AccuracyItem *out, Message *error);

/* Lets the engine, without tables, decide every position. False: out of memory, or stopped. */
bool accuracy_run(const AccuracyOptions *o, const AccuracyItem *item, size_t count, const Cancel *cancel,
                  AccuracyScore *out);

#endif
