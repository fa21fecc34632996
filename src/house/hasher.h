/* Where passwords are checked and turned into what is stored: a few threads with a short queue. Whoever floods the
 * house with passwords can at most keep others from signing in, and nobody from playing.
 *
 * A hasher belongs to the house's thread; `ready` is called from its own threads. */
#ifndef COLONNADE_HOUSE_HASHER_H
#define COLONNADE_HOUSE_HASHER_H

#include "house/house.h"

enum { HASHER_QUEUE = 32 };     /* waiting questions, at most */

typedef struct Hasher Hasher;

/* NULL: `error` says why. */
Hasher *hasher_start(void (*ready)(void *context), void *context, Message *error);
void hasher_stop(Hasher *h);            /* drops unanswered questions; NULL is allowed */

/* Takes a copy. False: too many are waiting already, or no memory. */
bool hasher_ask(Hasher *h, const HouseSecret *s);

/* The next answer; false: there is none. */
bool hasher_collect(Hasher *h, HouseProof *out);

/* Answers at once, in the caller's thread: for tests. */
void hasher_answer(const HouseSecret *s, HouseProof *out);

#endif
