/* Where passwords are checked and made into what is stored: a few threads with a short queue, so that whoever floods
 * the house with them keeps others from signing in at most, and nobody from playing.
 *
 * A hasher belongs to the house's thread; what `ready` does comes from its own threads. */
#ifndef COLONNADE_HOUSE_HASHER_H
#define COLONNADE_HOUSE_HASHER_H

#include "house/house.h"

enum { HASHER_QUEUE = 32 };     /* questions that wait, at most */

typedef struct Hasher Hasher;

/* NULL: `error` says why. */
Hasher *hasher_start(void (*ready)(void *context), void *context, Message *error);
void hasher_stop(Hasher *h);            /* forgets what was asked; NULL is allowed */

/* Takes a copy. False: too many wait already, or no memory. */
bool hasher_ask(Hasher *h, const HouseSecret *s);

/* The next answer; false: there is none. */
bool hasher_collect(Hasher *h, HouseProof *out);

/* Answers at once, in the caller's thread: for tests. */
void hasher_answer(const HouseSecret *s, HouseProof *out);

#endif
