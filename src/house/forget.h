/* Removing a person's name from finished rounds. The moves stay, for they are the opponents' too; checksums
 * are recomputed.
 *
 * It writes to the store and waits for that. A house that has such a round in memory must not be
 * open on the same store. */
#ifndef COLONNADE_HOUSE_FORGET_H
#define COLONNADE_HOUSE_FORGET_H

#include "store/store.h"

typedef struct ForgetCount {
    int seats, under_way;       /* seats changed; seats of rounds that are not over, left as they are */
    bool entered;               /* the person was in a tournament, which has forgotten the name too */
} ForgetCount;

/* In all finished rounds of this token the seat's name becomes a guest's number, the same in all, and the token no
 * longer holds the seat. Tournaments forget the name too, unless a round is under way. False: `error` says why; what
 * has been done by then stays done. */
bool forget_token(Store *s, const char *token, ForgetCount *count, Message *error);

/* Whether a seat of a finished round has somebody's name rather than a guest's number. */
bool forget_is_named(Store *s, const char *round, int seat);

/* Like forget_token, for one seat of a finished round and without waiting; for the house itself. False: there is
 * nothing to do, or it cannot be done; `done` is not called then. */
bool forget_name(Store *s, const char *round, int seat, const char *name, uint64_t epoch, StoreDone *done,
                 void *context);

#endif
