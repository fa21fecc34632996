/* The ranks of a run on several machines (MPI), and how they hand each other numbers in bulk;
 * inside src/solve only. Without MPI there is one rank, and nothing is exchanged.
 *
 * All ranks call these in the same order. A rank that is lost ends the run: mpirun sees to it. */
#ifndef COLONNADE_SOLVE_RANKS_H
#define COLONNADE_SOLVE_RANKS_H

#include "core/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Once per process, before anything else: joins the others. False: there is no MPI in this program. */
bool ranks_begin(Message *error);
void ranks_end(void);
int ranks_count(void);      /* 1 before ranks_begin */
int ranks_here(void);

/* What rank 0 says. */
bool ranks_first(bool mine);
/* True when all say so. If this rank said so and another did not, the error says that. */
bool ranks_all(bool mine, Message *error);
void ranks_sum(uint64_t *values, int count);

/* Brings the values of one chunk from rank `from`, which has them in `out`, to rank 0. Ranks
 * that are neither do nothing. */
bool ranks_to_first(int from, uint16_t *out, uint32_t count);

/* --- numbers in bulk --- */

/* What goes to one rank: grows as needed. */
typedef struct RanksBox {
    uint32_t *number;
    size_t count, room;
} RanksBox;

bool ranks_box_add(RanksBox *b, const uint32_t *number, size_t count);  /* false: out of memory */

typedef struct RanksPost RanksPost;
RanksPost *ranks_post_create(void);     /* NULL: out of memory */
void ranks_post_destroy(RanksPost *p);
/* The boxes to fill now, one for each rank, empty. */
RanksBox *ranks_post_boxes(RanksPost *p);
/* Starts sending what they hold and provides empty ones. `more`: this rank will send again.
 * Returns whether any rank will; false with *failed: out of memory here or elsewhere. */
bool ranks_post_send(RanksPost *p, bool more, bool *failed);
/* Waits for the last ranks_post_send. Returns the numbers that came, valid until the next one. */
const uint32_t *ranks_post_receive(RanksPost *p, size_t *count);
/* Bytes that this rank has sent to others so far. */
uint64_t ranks_post_bytes(const RanksPost *p);

#endif
