/* Exact knowledge of positions, wherever it comes from: a tablebase, a proof. */
#ifndef COLONNADE_ENGINE_ORACLE_H
#define COLONNADE_ENGINE_ORACLE_H

#include "core/cancel.h"
#include "core/value.h"

/* How much an answer may cost; 0 and NULL: no limit. */
typedef struct Effort {
    uint64_t nodes;
    double seconds;
    const Cancel *cancel;
} Effort;

typedef struct Oracle {
    const char *name;       /* English, marked T(): where the knowledge comes from */
    bool instant;           /* answers at once, with distances, about any position … */
    bool far;               /* … but what is not expected takes a round trip: ask no more than is needed */
    void *context;
    /* A proven value. False: it does not know, or not for that effort. */
    bool (*ask)(void *context, const Position *p, Effort effort, bool distance, Value *out);
    /* Every move from `p` will be asked about. NULL: that makes no difference. */
    void (*expect)(void *context, const Position *p);
    /* Moves of best play from `p`, whose value is `v`, as far as they are sure for that effort.
     * Returns how many. NULL: best play follows from asking about every move. */
    int (*line)(void *context, const Position *p, Value v, Effort effort, Move *out, int capacity);
    void (*close)(void *context);
} Oracle;

/* Knowledge by proof, for two sides and positions that never repeat. False: no memory. */
bool oracle_of_proofs(const Game *g, size_t tt_bytes, Oracle *out);

#endif
