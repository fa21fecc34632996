/* Where levels think: one thread with a queue, so that the house never waits.
 *
 * A thinker belongs to the house's thread; `ready` is called from the thinker's own. */
#ifndef COLONNADE_HOUSE_THINKER_H
#define COLONNADE_HOUSE_THINKER_H

#include "engine/adviser.h"
#include "house/house.h"

typedef struct Thinker Thinker;

typedef struct ThinkerOptions {
    void (*ready)(void *context);       /* there is an answer: call thinker_collect soon */
    void *context;
    AdviserEquip *equip;                /* gives advisers what they may use; NULL: nothing */
    const char *tables;                 /* the folder passed to it; NULL: the usual one */
    uint64_t seed;                      /* for the moves that levels leave to chance */
} ThinkerOptions;

Thinker *thinker_start(const ThinkerOptions *options, Message *error);     /* NULL: error says why */
void thinker_stop(Thinker *t);          /* drops unanswered questions; NULL is allowed */

/* Takes a copy. Without memory nothing happens, and the house asks again. */
void thinker_ask(Thinker *t, const HouseThought *thought);

/* The next answer; false: there is none. */
bool thinker_collect(Thinker *t, HouseAnswer *out);

/* Answers at once, in the caller's thread. A fair start needs no adviser; `cancel`, when not NULL, ends it. */
void thinker_answer(const HouseThought *thought, Adviser *a, const Cancel *cancel, HouseAnswer *out);

#endif
