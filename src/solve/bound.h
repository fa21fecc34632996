/* Bounds: neither side can force a win within so many plies.
 *
 * For games whose value is out of reach. The question "does this side win within N plies?" is split into
 * items, the positions after the first plies: all moves of the side that attacks, one reply of the other,
 * and another reply where that one fails. Every item is searched alone, with an empty table of its own, so
 * its answer, its nodes and hence the hash of a whole bound do not depend on threads or on what was
 * interrupted. What is answered can be kept in a file, one line per item, and is not searched again. */
#ifndef COLONNADE_SOLVE_BOUND_H
#define COLONNADE_SOLVE_BOUND_H

#include "core/cancel.h"
#include "core/game.h"

enum { BOUND_MAX_PLIES = 60, BOUND_MAX_THREADS = 256 };

typedef struct BoundLine {
    int plies, side;
    bool wins;              /* the side forces a win within them */
    uint64_t items;         /* that it took */
    uint64_t nodes;         /* positions looked at in them */
    uint64_t hash;          /* over every item: its position, its answer, its nodes */
    double seconds;         /* since the job began */
} BoundLine;

/* Called in the caller's thread for every answer, in order; false: enough. */
typedef bool BoundReport(void *context, const BoundLine *line);

typedef struct BoundJob {
    const Game *game;       /* two sides, with search.winning_move that finds every win, and search.key */
    int plies;              /* up to this many, every other number, for both sides */
    int threads;
    size_t table_bytes;     /* per thread; nodes depend on it */
    const char *file;       /* answers kept from before, and added to; NULL: none */
    double seconds;         /* to stop after, with the items under way given up; 0: none */
    const Cancel *cancel;   /* NULL: nobody can stop it */
    BoundReport *report;
    void *context;
} BoundJob;

/* False: out of memory, or the file cannot be read or written: the error says. A job that was stopped ends
 * with true and fewer lines; *stopped says so. */
bool bound_run(const BoundJob *job, bool *stopped, Message *error);

#endif
