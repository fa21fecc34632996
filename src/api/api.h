/* What the files of the public library share: the public types are ours under other names.
 *
 * A cn_position is a Position, copied in and out, because C does not allow access to an object through a
 * pointer to another struct. Handles are pointers to our own objects, which callers never look into. */
#ifndef COLONNADE_API_API_H
#define COLONNADE_API_API_H

#include "colonnade.h"

#include "core/buffer.h"
#include "core/tree.h"

#include <string.h>

static inline const Game *ours(const cn_game *game) { return (const Game *)(const void *)game; }
static inline const cn_game *theirs(const Game *g) { return (const cn_game *)(const void *)g; }

static inline Position load(const cn_position *position)
{
    Position p;
    memcpy(&p, position, sizeof p);
    return p;
}

static inline void store(const Position *p, cn_position *out) { memcpy(out, p, sizeof *p); }

/* --- errors: each returns false, so that a function can return its result --- */

bool api_fail(cn_error *error, cn_error_code code, const char *english);
/* Fails with what a message says. An empty message: memory ran out. */
bool api_fail_message(cn_error *error, cn_error_code code, const Message *m);

/* --- sizes --- */

/* Writes what fits and a NUL; returns the whole length. */
size_t api_give(const char *text, size_t length, char *out, size_t size);
/* Hands the text over to the caller, who frees it with cn_free; NULL: the buffer has failed. */
char *api_hand_over(Buffer *b);
/* Reads a struct that a caller filled; the caller's version may be smaller than ours, and the rest is then 0.
 * False: it is too small to be any version. */
bool api_take(void *ours, size_t our_size, const void *theirs, size_t least);

/* --- ends --- */

int api_winner(Outcome o);
cn_reason_code api_reason(const Game *g, Outcome o);
/* Our reason, among those that end a game from outside; REASON_NONE: no such reason. */
Reason api_reason_read(cn_reason_code code);

/* --- pieces --- */
int api_pieces(const Piece *piece, int count, cn_piece *out, int capacity);

#endif
