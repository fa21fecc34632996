/* A small network that judges positions, in whole numbers: every machine and every compiler
 * gets the same value from it.
 *
 * Two hidden layers. The inputs are 0 or 1 and few of them are 1, so the first layer is a sum
 * of rows. A family of rulesets shares it; each ruleset has its own head. In between,
 * values are clamped to 0 … 1. Weights come from nets/FAMILY.net, compiled in; `colonnade
 * bench train` makes such a file (docs/evaluation.md). */
#ifndef COLONNADE_CORE_NET_H
#define COLONNADE_CORE_NET_H

#include "core/game_search.h"

enum {
    /* What a first hidden layer may have: any multiple of NET_NARROW up to NET_WIDEST. */
    NET_NARROW = 64,
    NET_MIDDLE = 128,
    NET_WIDEST = 256,
    NET_SECOND = 32,        /* width of the second */
    /* What represents 1: of the first layer's weights and sums, of its values and the second layer's
     * weights, and of the second layer's values and the last weights. */
    NET_SUM_ONE = 256,
    NET_VALUE_ONE = 128,
    NET_LAST_ONE = 256,
    NET_UNIT = 333          /* of the result: this much changes the odds of winning by a factor of e */
};

typedef struct Net {
    int inputs, heads;
    int width;                  /* of the first hidden layer */
    const int16_t *first;       /* a row of `width` for each input, then their bias */
    /* For each head and each pair of neighbours in the first layer, NET_SECOND times the weights of both. */
    const int16_t *second;
    const int16_t *second_bias; /* for each head NET_SECOND, in parts of NET_VALUE_ONE */
    const int16_t *last;        /* for each head NET_SECOND weights, then their bias */
} Net;

/* What the position with these inputs is worth to the player to move, as Game.evaluate says it.
 * `count` ≤ NET_MOST_ACTIVE. */
int net_evaluate(const Net *net, int head, const uint16_t *active, int count);

/* The same for the first `sides` heads, one for each side, the mover's first: only their differences mean something. */
void net_evaluate_sides(const Net *net, int sides, const uint16_t *active, int count, int *out);

#endif
