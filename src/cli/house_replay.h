/* A round of a store, replayed from its events. */
#ifndef COLONNADE_CLI_HOUSE_REPLAY_H
#define COLONNADE_CLI_HOUSE_REPLAY_H

#include "core/buffer.h"
#include "round/round.h"
#include "store/store.h"

typedef struct HouseReplay {
    Round *round;               /* NULL: there were no events; free it with round_free */
    uint32_t events, bad;       /* bad: the first event that breaks the rules; 0: none */
    int64_t made;
    Buffer *lines;              /* receives the events; NULL: they are not wanted */
} HouseReplay;

/* Reads the round; false: the store failed. */
bool house_replay(Store *s, const char *round, HouseReplay *r, Message *error);

/* The game as a record, with players and date. False: `error` says why. */
bool house_replay_record(HouseReplay *r, Buffer *out, Message *error);

#endif
