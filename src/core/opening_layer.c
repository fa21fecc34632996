/* See opening_layer.h. */
#include "core/opening_layer.h"

#include <stdlib.h>
#include <string.h>

const OpeningLayer *opening_layer_of(const Game *g)
{
    for (const OpeningLayer *o = opening_layer_table; o->game; o++)
        if (strcmp(o->game, g->id) == 0)
            return o;
    return NULL;
}

uint64_t opening_layer_key(const Game *g, const Position *p)
{
    Position canonical;
    position_canonical(g, p, &canonical, NULL);
    return position_hash(g, &canonical);
}

static int sum(const uint8_t *bit, const uint32_t place[3])
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        n ^= bit[place[i] >> 3] >> (place[i] & 7) & 1;
    return n;
}

static int compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int opening_layer_value(const OpeningLayer *o, const Game *g, const Position *p)
{
    uint32_t place[3];
    uint64_t key = opening_layer_key(g, p);
    opening_layer_places(key, o->seed, o->segment, o->segments, place);
    if (o->drawn ? sum(o->drawn, place) : o->draws && bsearch(&key, o->draw, o->draws, sizeof key, compare) != NULL)
        return 0;
    return sum(o->won, place) ? 1 : o->never_lost ? 0 : -1;
}
