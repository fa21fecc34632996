/* Taking a person's name out of finished rounds. The moves stay, for they are the opponents' too; checksums
 * are made again.
 *
 * It writes to the store and waits for that. A house that has such a round in memory must not be
 * open on the same store. */
#ifndef COLONNADE_HOUSE_FORGET_H
#define COLONNADE_HOUSE_FORGET_H

#include "store/store.h"

typedef struct ForgetCount {
    int seats, under_way;       /* that were changed; of rounds that are not over, and were not */
    bool entered;               /* a tournament, which has forgotten the name too */
} ForgetCount;

/* In all finished rounds of this token the seat's name becomes a guest's number, the same in all, and the
 * token holds it no more; so it is in tournaments, unless a round is under way. False: `error` says why; what is done by then stays done. */
bool forget_token(Store *s, const char *token, ForgetCount *count, Message *error);

/* Whether somebody's name stands on a seat of a finished round, rather than a guest's number. */
bool forget_is_named(Store *s, const char *round, int seat);

/* As forget_token for one seat of a finished round, without waiting, from the house itself. False: nothing is to be done,
 * or it cannot be; `done` is not called then. */
bool forget_name(Store *s, const char *round, int seat, const char *name, uint64_t epoch, StoreDone *done,
                 void *context);

#endif
