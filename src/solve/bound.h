/* Bounds: neither side can force a win within so many plies.
 *
 * For games whose value is out of reach. The question "does this side win within N plies?" is split into
 * items, the positions after the first plies: all moves of the attacking side, one reply of the other, and
 * another reply where that one fails. Every item is searched by itself, with an empty table of its own, so
 * its answer, its nodes and hence the hash of a whole bound do not depend on threads or on what was
 * interrupted. Answers can be kept in a file, one line per item, and are not searched again. */
#ifndef COLONNADE_SOLVE_BOUND_H
#define COLONNADE_SOLVE_BOUND_H

#include "core/cancel.h"
#include "core/game.h"

enum { BOUND_MAX_PLIES = 60, BOUND_MAX_THREADS = 256 };

typedef struct BoundLine {
    int plies, side;
    bool wins;              /* the side forces a win within them */
    uint64_t items;         /* that the answer took */
    uint64_t nodes;         /* positions looked at in them */
    uint64_t hash;          /* over every item: its position, its answer, its nodes */
    double seconds;         /* since the job began */
} BoundLine;

/* Called in the caller's thread for every answer, in order; false: stop. */
typedef bool BoundReport(void *context, const BoundLine *line);

typedef struct BoundJob {
    const Game *game;       /* two sides, a search.winning_move that finds every win, and a search.key */
    int plies;              /* up to this many, every other number, for both sides */
    int threads;
    size_t table_bytes;     /* per thread; nodes depend on it */
    const char *file;       /* answers kept from before, and added to; NULL: none */
    double seconds;         /* to stop after, giving up the items under way; 0: no limit */
    const Cancel *cancel;   /* NULL: nothing can stop it */
    BoundReport *report;
    void *context;
} BoundJob;

/* False: out of memory, or the file cannot be read or written; the error says which. A job that was
 * stopped returns true with fewer lines; *stopped says so. */
bool bound_run(const BoundJob *job, bool *stopped, Message *error);

#endif
