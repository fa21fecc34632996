/* A position put together by hand, as text. docs/notation.md says how boards are written, which
 * depends on their shape and not on the game. */
#ifndef COLONNADE_SESSION_COMPOSE_H
#define COLONNADE_SESSION_COMPOSE_H

#include "core/buffer.h"
#include "core/game.h"

/* `stacks`: the pieces of each place in place order, separated by commas, each piece as its letter in
 * the notation. `mover`: a seat's letter. `last`: the last move, for games that remember it; "": none.
 * Adds the text of the position; false: the wrong number of places, too many pieces on one, or an unknown
 * letter. The text need not be a position: the game decides that. */
bool compose_position(const Game *g, const char *stacks, char mover, const char *last, Buffer *out);

#endif
