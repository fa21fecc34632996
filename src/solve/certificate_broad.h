/* What a breadth-first walk remembers: the positions that it has come to with the strategy's side to move, each once up
 * to symmetry, in the order in which it came to them.
 *
 * They wait in an unnamed file, two pieces of which are in memory. Apart from the first few, a bit per number of the
 * game's index says which of them were met: memory that depends on the game, not on the strategy. The index need not be
 * trusted. A bit counts only where the position that the index names is symmetric to the one asked about, perhaps with
 * the colours exchanged; two positions with the same number are then symmetric to each other. Where that is not so, or
 * where there is no index, the position itself is remembered. */
#ifndef COLONNADE_SOLVE_CERTIFICATE_BROAD_H
#define COLONNADE_SOLVE_CERTIFICATE_BROAD_H

#include "solve/certificate.h"

enum { CERTIFICATE_PIECE = 4096 }; /* positions that are written and read together; so few need no bits */
#define CERTIFICATE_NOWHERE UINT64_MAX /* where the first positions come from */

typedef struct CertificateBroad {
    const Game *game;
    void *state; /* of the index; NULL: there is none, or it is not needed yet */
    uint64_t *bit; /* by number; the player to move is always of the same side */
    CertificateSet others; /* positions that have no bit */
    uint64_t count; /* in the queue */
    int file; /* -1: not needed yet */
    uint64_t *tail; /* the last piece, which has not been written … */
    uint64_t *piece; /* … and another one */
    uint64_t first; /* number of its first position; CERTIFICATE_NOWHERE: none was read */
} CertificateBroad;

/* False: out of memory; close it all the same. */
bool certificate_broad_open(CertificateBroad *b, const Game *g);
void certificate_broad_close(CertificateBroad *b);

/* Whether the walk has come to `p`, in which the strategy's side is to move. */
bool certificate_broad_has(const CertificateBroad *b, const Position *p);
/* The walk comes to `p` from the position with that number. The first time, `p` is put at the end of the queue. False:
 * not enough memory or disk. */
bool certificate_broad_add(CertificateBroad *b, const Position *p, uint64_t from);
/* The position with that number, as it was met. False: it could not be read. */
bool certificate_broad_get(CertificateBroad *b, uint64_t number, Position *out, uint64_t *from);

#endif
