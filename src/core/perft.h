/* Counting the move sequences of a given length: the standard test of a rules
 * engine, and the measure of its speed.
 *
 * A Perft holds the move lists of one count; use one per thread. */
#ifndef COLONNADE_CORE_PERFT_H
#define COLONNADE_CORE_PERFT_H

#include "core/game.h"

enum { PERFT_MAX_DEPTH = 200 };

typedef struct Perft {
    const Game *game;
    MoveList list[PERFT_MAX_DEPTH];     /* by remaining depth */
    uint64_t played;                    /* moves played so far, for speed figures */
} Perft;

typedef enum PerftStatus { PERFT_OK, PERFT_NO_MEMORY, PERFT_TOO_MANY } PerftStatus;

/* Zero-initialise it, set `game`, and free it with perft_free. */
void perft_free(Perft *perft);

/* Sequences of exactly `depth` moves from `p`, 0 <= depth <= PERFT_MAX_DEPTH; the
 * last ply is counted without being played. PERFT_TOO_MANY: more than 2^64 - 1. */
PerftStatus perft_bulk(Perft *perft, const Position *p, int depth, uint64_t *count);

/* The same number, with every move played. */
PerftStatus perft_full(Perft *perft, const Position *p, int depth, uint64_t *count);

#endif
